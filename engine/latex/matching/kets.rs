//! Angles that end kets and begin bras: `|x\rangle`, `\langle x|`, `|0>`.

use super::{Mark, Matcher, SEARCH, closes};
use crate::latex::bars::is_bar;
use crate::latex::parse::is_angle;
use crate::latex::role::Role;
use crate::latex::token::{Class, Gap, Side, Token};

/// The longest ket of `|` and `>`, in tokens.
const KET: usize = 16;

/// The longest bra, in tokens.
pub(super) const BRA: usize = 60;

impl Matcher<'_> {
    /// The bar of a ket that a sum parts from a bra, as in `|0\rangle\langle 0| - |1\rangle\langle 1|`:
    /// what the angle closes is not what was opened.
    pub(super) fn bra_and_ket(&self, open: usize, at: usize) -> Option<usize> {
        if !is_angle(&self.tokens[at].key) {
            return None;
        }
        let inside = self.bars.iter().rev().map(|(_, bar)| *bar);
        let mut inside = inside.take_while(|bar| *bar > open).take(SEARCH);
        let last = inside.next()?;
        let first = inside.last()?;
        let sign = self.tokens[first + 1].key.as_ref();
        let key = |at: Option<usize>| {
            let token = at.and_then(|at| self.tokens.get(at));
            token.map_or("", |t| t.key.as_ref())
        };
        let outer = matches!(key(open.checked_sub(1)), r"\rangle" | "⟩")
            || matches!(key(Some(at + 1)), r"\langle" | "⟨");
        // `|0\rangle\langle 0| \otimes I + |1\rangle\langle 1|`
        let goes_on = sign != "-" && !self.starts_operand(first + 1);
        let sum = goes_on || sign == "-" && outer;
        (sum && last > first + 1 && last + 1 < at).then_some(last)
    }

    /// Whether a ket begins in a bracket that was opened after the bra at this depth:
    /// `|i\rangle\langle j| \otimes B(|i\rangle\langle j|)`.
    pub(super) fn ket_within(&self, depth: usize) -> bool {
        let Some(inner) = self.stack.last().filter(|_| depth + 1 < self.stack.len()) else {
            return false;
        };
        let bra = self.stack[depth].open;
        let round = matches!(self.tokens[inner.open].key.as_ref(), "(" | "[");
        let bars = self.bars.iter().rev().map(|(_, bar)| *bar).take(SEARCH);
        let mut bars = bars.skip_while(|bar| *bar > inner.open);
        let begins = self.bars.last().is_some_and(|(_, bar)| *bar > inner.open);
        round && begins && bars.next().is_some_and(|bar| bar > bra + 1)
    }

    /// Whether a bar or `>` after an operand ends what `<` opens.
    pub(super) fn angle_ahead(&self, open: usize) -> bool {
        let ahead = self.tokens[open + 1..].iter().take(BRA);
        let mut ahead = ahead.take_while(|t| {
            !matches!(
                t.key.as_ref(),
                "=" | "<" | r"\\" | r"\le" | r"\leq" | r"\quad" | "&"
            )
        });
        let starts = self.starts_operand(open + 1);
        // `\left|<x|y>\right|` says which bar is which.
        let plain = |t: &Token<'_>| is_bar(t) && t.side == Side::None;
        let bar = open > 0 && plain(&self.tokens[open - 1]);
        starts && !bar && ahead.any(|t| t.key == ">" || is_bar(t))
    }

    /// Whether two things with a comma between them stand here before a `>` that nothing follows, as behind a
    /// factor: `a <x, y>`.
    pub(super) fn pair_ahead(&self, open: usize) -> bool {
        let ahead = open + 1..self.tokens.len().min(open + BRA);
        let key = |at: usize| self.tokens[at].key.as_ref();
        let ends = |at: &usize| matches!(key(*at), "=" | "<" | ">" | r"\\" | "&");
        let Some(end) = ahead.clone().find(ends).filter(|end| key(*end) == ">") else {
            return false;
        };
        // `x <v_{i, j}, v_{j, i}>`
        let mut depth = 0usize;
        let mut commas = 0;
        for token in &self.tokens[open + 1..end] {
            match token.class {
                Class::Open => depth += 1,
                Class::Close => depth = depth.saturating_sub(1),
                _ => commas += usize::from(depth == 0 && token.key == ","),
            }
        }
        // `x < y, x > -1`
        let signed = self.tokens.get(end + 1);
        let signed = signed.is_some_and(|t| matches!(&*t.key, "-" | r"\pm" | r"\mp"));
        commas == 1 && self.ends_operand(end) && !signed && !self.starts_operand(end + 1)
    }

    /// Whether what stands before is the range of a big operator, behind which its body begins:
    /// `\min_T <C, T>`.
    pub(super) fn begins_body(&self, at: usize) -> bool {
        // A range has two scripts at most.
        let first = self.script_before(at).unwrap_or(at);
        let end = self.script_before(first).unwrap_or(first);
        let operator = end.checked_sub(1).filter(|_| end < at);
        operator.is_some_and(|operator| {
            let mut roles = self.table.lookup(&self.tokens[operator..end]);
            roles.any(|(role, _)| matches!(role, Role::Bound { .. }))
        })
    }

    /// Where the script begins that ends here.
    fn script_before(&self, end: usize) -> Option<usize> {
        let last = end.checked_sub(1)?;
        let first = match self.tokens[last].class {
            Class::Close => {
                let mut near = (last.saturating_sub(KET)..last).rev();
                near.find(|at| self.tokens[*at].class == Class::Open)?
            }
            _ => last,
        };
        let sign = first.checked_sub(1)?;
        matches!(self.tokens[sign].key.as_ref(), "_" | "^").then_some(sign)
    }

    /// Whether `>` ends a ket: `|0>` with no operand after it.
    pub(super) fn ends_ket(&self, at: usize) -> bool {
        let here = self.here();
        let near =
            |&(segment, bar): &(usize, usize)| segment == here && bar + 1 < at && at <= bar + KET;
        // `|n, t>`, but not `| x, y >= 0`.
        let listed = |&(_, bar): &(usize, usize)| {
            let next = self.tokens.get(at + 1);
            let ends = next.is_none_or(|t| t.gap != Gap::None || t.key != "=");
            ends && bar + 1 < at && at <= bar + KET && self.listed_since(bar, at)
        };
        let bar_next = self
            .tokens
            .get(at + 1)
            .is_some_and(|t| is_bar(t) || t.key == "<");
        // `\{|0>, |1>\}`
        let closed = self.tokens.get(at + 1).is_some_and(|t| closes(&t.key));
        let bar_next = bar_next || closed;
        // `\|x\|_1 > \|y\|_1`: no ket begins with an index.
        let begins = |bar: usize| {
            let next = self.tokens.get(bar + 1);
            next.is_none_or(|t| !matches!(t.key.as_ref(), "_" | "^"))
        };
        let last = self.bars.last().filter(|(_, bar)| begins(*bar));
        last.is_some_and(|bar| near(bar) || listed(bar))
            && (bar_next || !self.starts_operand(at + 1) && !self.builds(at))
    }

    /// Whether `>` is a relation in the condition of a set, of which the last bar is the only one:
    /// `\{y \in A \mid y > -3\}` with a plain bar.
    fn builds(&self, at: usize) -> bool {
        let signed = matches!(
            self.tokens.get(at + 1).map(|t| t.key.as_ref()),
            Some("-" | "+" | r"\pm")
        ) && self.starts_operand(at + 2);
        let braces = |key: &str| key == r"\{";
        let mut ahead = self.tokens[at + 1..].iter().take(BRA);
        let last = ahead.find(|t| is_bar(t) || matches!(t.key.as_ref(), ">" | r"\}"));
        signed
            && self.top_key().is_some_and(braces)
            && self
                .bars
                .last()
                .is_some_and(|(_, bar)| self.ends_operand(*bar))
            && last.is_some_and(|t| t.key == r"\}")
    }

    /// An angle that closes and has no partner ends a ket: `|x\rangle`.
    pub(super) fn close_ket(&mut self, at: usize) {
        let here = self.here();
        let Some(&(segment, bar)) = self.bars.last() else {
            return;
        };
        let whole = segment == here || self.listed_since(bar, at);
        if whole && bar + 1 < at && self.tokens[bar].side == Side::None {
            self.bars.pop();
            self.marks[bar] = Mark::Open {
                partner: at,
                width: 1,
            };
            self.marks[at] = Mark::Close;
        }
    }

    /// Whether nothing but commas parts what stands between a bar and an angle: `|n, l, m\rangle`.
    fn listed_since(&self, bar: usize, at: usize) -> bool {
        let outside = self.stack.last().is_some_and(|frame| frame.open > bar);
        if outside || at - bar > BRA {
            return false;
        }
        let mut i = bar + 1;
        while i < at {
            match self.marks[i] {
                Mark::Open { partner, .. } => i = partner,
                // The bar stands in a group that ends before the angle.
                Mark::Close => return false,
                _ if is_bar(&self.tokens[i]) || self.weak_infix(i) => return false,
                _ => {}
            }
            i += 1;
        }
        true
    }

    /// An angle that opens and has no partner begins a bra: `\langle x|`.
    pub(super) fn close_bra(&mut self, open: usize) {
        let limit = open + BRA;
        let found = self.bars.iter().position(|&(_, i)| i > open + 1);
        let Some(found) = found.filter(|&n| self.bars[n].1 < limit) else {
            return;
        };
        let (_, bar) = self.bars.remove(found);
        let crossed = (open + 1..bar)
            .any(|i| matches!(self.marks[i], Mark::Open { partner, .. } if partner > bar));
        if !crossed {
            self.marks[open] = Mark::Open {
                partner: bar,
                width: 1,
            };
            self.marks[bar] = Mark::Close;
        }
    }
}
