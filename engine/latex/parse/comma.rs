//! Commas between digits: signs of decimals, of thousands, or of a list.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::matter::is_unit;
use crate::latex::token::{Class, Gap};

/// Longer formulas are not looked through for commas.
const FEW: usize = 200;

/// What a comma between digits is a sign of, where it does not separate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comma {
    Decimal,
    Thousands,
}

/// The digits right around a comma, up to what is none.
struct Figures {
    first: usize,
    comma: usize,
    after: usize,
}

impl Parser<'_> {
    /// What the comma here is, after the digits that start at `from` and are spelled `before`.
    pub(super) fn comma_sign(&self, n: usize, from: usize, before: &str) -> Option<Comma> {
        let comma = self.key_at(n) == "," && self.tokens[n].class != Class::Row;
        if !comma || self.marks[n] != Mark::None {
            return None;
        }
        let figures = self.figures(n).filter(|_| n + 1 < self.end)?;
        let alone = before.bytes().all(|b| b.is_ascii_digit());
        if self.draws_back(&figures) {
            Some(Comma::Thousands)
        } else if alone && self.is_measured(&figures) {
            Some(Comma::Decimal)
        } else if self.groups(&figures, from, before) {
            Some(Comma::Thousands)
        } else if alone && (self.is_reckoned(n) || self.is_exponent(&figures)) {
            Some(Comma::Decimal)
        } else {
            None
        }
    }

    /// The digits around a comma, when there is no gap beside it.
    fn figures(&self, comma: usize) -> Option<Figures> {
        let digit = |i: &usize| self.tokens.get(*i).is_some_and(|t| t.class == Class::Digit);
        let near = |i: usize| {
            let gap = self.tokens[i].gap;
            gap == Gap::None || gap == Gap::Back && i == comma + 1
        };
        let first = (0..comma).rev().take_while(digit).last()?;
        let after = (comma + 1..).find(|i| !(digit(i) && near(*i)))?;
        (near(comma) && after > comma + 1).then_some(Figures {
            first,
            comma,
            after,
        })
    }

    /// Whether the room behind the comma is taken back before three digits, as between those of one
    /// number: `10,\!000`.
    fn draws_back(&self, figures: &Figures) -> bool {
        self.tokens[figures.comma + 1].gap == Gap::Back
            && figures.after - figures.comma == 4
            && figures.comma - figures.first <= 3
    }

    /// What stands right before the digits.
    fn ahead(&self, figures: &Figures) -> &str {
        let before = figures.first.checked_sub(1);
        before.map_or("", |i| self.tokens[i].key.as_ref())
    }

    /// What stands right after them.
    fn behind(&self, figures: &Figures) -> &str {
        let token = self.tokens.get(figures.after);
        token.map_or("", |t| t.key.as_ref())
    }

    /// Whether the digits are about equal to something, or have a unit, a currency or a percent sign
    /// after them.
    fn is_measured(&self, figures: &Figures) -> bool {
        let Figures {
            first,
            comma,
            after,
        } = *figures;
        let ahead = self.ahead(figures);
        if after - comma == 4 && comma - first <= 3
            || matches!(ahead, "," | "(" | "[" | r"\{")
            || self.behind(figures) == ","
        {
            return false;
        }
        let unit = |t: &crate::latex::token::Token<'_>| {
            matches!(t.key.as_ref(), r"\%" | "€" | r"\euro" | r"\text{€}")
                || (t.key.starts_with(r"\text{") || t.key.starts_with(r"\mathrm{"))
                    && match t.gap {
                        // `0,7\text{ cm}`: the blank stands among the words.
                        Gap::None | Gap::Back => is_unit(super::fence::said(t)),
                        _ => !super::words::joins(super::fence::said(t), &self.table.lexicon),
                    }
        };
        matches!(ahead, r"\approx" | "≈") || self.tokens.get(after).is_some_and(unit)
    }

    /// Whether the comma groups thousands: three digits after it, and no list around it.
    fn groups(&self, figures: &Figures, from: usize, before: &str) -> bool {
        let first = before.split(',').next().unwrap_or("");
        let last = before.rsplit(',').next().unwrap_or("");
        let fits = (1..=3).contains(&first.len())
            && (first == before || last.len() == 3)
            && first != "0"
            && !before.contains(['{', '\\'])
            && figures.after - figures.comma == 4;
        // Inside brackets it would be a list, unless nothing else could be meant.
        fits && from.checked_sub(1).is_none_or(|i| {
            let opened = matches!(self.marks[i], Mark::Open { .. });
            match self.tokens[i].key.as_ref() {
                "(" if opened => {
                    // Nobody writes the number zero, or another, as `000`.
                    self.tokens[figures.comma + 1].key == "0"
                        || self.summand(figures) && self.thousands_elsewhere()
                }
                "[" | r"\{" => !opened,
                // `x = 3, \quad 44,422 = y`
                "," => {
                    self.tokens[from].gap >= Gap::Blank
                        && self.behind(figures) == "="
                        && self.thousands_elsewhere()
                }
                _ => true,
            }
        })
    }

    /// Whether a sign of sums stands after these digits and the groups of three behind them.
    fn summand(&self, figures: &Figures) -> bool {
        let mut after = figures.after;
        while let Some(next) = self.figures(after).filter(|_| self.key_at(after) == ",") {
            if next.after - next.comma != 4 {
                return false;
            }
            after = next.after;
        }
        matches!(self.key_at(after), "+" | "-")
    }

    /// Whether a comma groups thousands where no list can be: `500 + 44,425`.
    fn thousands_elsewhere(&self) -> bool {
        if self.tokens.len() > FEW {
            return false;
        }
        (0..self.tokens.len()).any(|n| {
            self.tokens[n].key == ","
                && self.figures(n).is_some_and(|figures| {
                    let ahead = matches!(
                        self.ahead(&figures),
                        "+" | "-" | "=" | "/" | r"\cdot" | r"\times" | "{"
                    );
                    ahead && figures.after - figures.comma == 4
                })
        })
    }

    /// Whether the comma stands in the exponent of Euler's or another number, or in the base of a
    /// logarithm, in which nothing is listed: `e^{-0,5t + 1}`, `10^{2,7}`, `\log_{0,5} x`.
    fn is_exponent(&self, figures: &Figures) -> bool {
        let sign = matches!(self.ahead(figures), "-" | "+");
        let Some(open) = figures.first.checked_sub(1 + usize::from(sign)) else {
            return false;
        };
        let base = || {
            let before = open.checked_sub(2).map(|at| &self.tokens[at]);
            before.is_some_and(|t| {
                t.class == Class::Digit || crate::latex::around::is_e(t.key.as_ref())
            })
        };
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open).copied() else {
            return false;
        };
        self.key_at(open) == "{"
            && match open.checked_sub(1).map_or("", |at| self.key_at(at)) {
                "^" => base(),
                "_" => open > 1 && self.key_at(open - 2) == r"\log",
                _ => false,
            }
            && self.tokens[figures.after..partner]
                .iter()
                .take(FEW)
                .all(|t| t.key != ",")
    }

    /// Whether the formula reckons with decimals: `0,5 + 0,25`, `2,5 \cdot 10^{-3}`. The comma stands
    /// outside of brackets, all commas of the formula stand right between digits, and one of the
    /// numbers is reckoned with, or its zeros are no numbers of a list: `0,05`.
    fn is_reckoned(&self, n: usize) -> bool {
        if self.tokens.len() > FEW {
            return false;
        }
        let mut around = self.marks.iter().take(n);
        if around.any(|mark| matches!(mark, Mark::Open { partner, .. } if *partner > n)) {
            return false;
        }
        let mut reckoned = false;
        // A comma at the end of the formula is that of the sentence.
        let inner = 0..self.tokens.len().saturating_sub(1);
        for comma in inner.filter(|i| self.tokens[*i].key == ",") {
            let Some(figures) = self.figures(comma) else {
                return false;
            };
            let (ahead, behind) = (self.ahead(&figures), self.behind(&figures));
            if behind == "," || matches!(ahead, "_" | "^" | ",") {
                return false;
            }
            let sign = |key: &str| matches!(key, "+" | "-" | r"\cdot" | r"\times");
            let zeros = self.tokens[comma - 1].key == "0"
                && figures.first + 1 == comma
                && (self.tokens[comma + 1].key == "0" || figures.after > comma + 2);
            reckoned |= zeros || sign(behind) || sign(ahead) || behind == r"\%";
        }
        reckoned
    }
}
