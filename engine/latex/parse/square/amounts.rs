//! Amounts of substances in square brackets: `[\text{H}^+]`, `k[A]^2`.

use crate::latex::figures::point;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};

/// As many tokens on both sides are looked through for the same amount.
const NEAR: usize = 200;

/// A compound has no more substances.
const COMPOUND: usize = 3;

/// The label of a constant has no more tokens, with its braces.
const LABEL: usize = 8;

impl Parser<'_> {
    /// Whether brackets hold an ion somewhere: `[H^+]`.
    pub(in crate::latex::parse) fn ions(&self) -> bool {
        let charge = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
        self.around().windows(4).any(|w| {
            w[0].key == "^"
                && (charge(&w[1]) && (w[2].key == "]" || w[2].key == "}" && w[3].key == "]")
                    || w[1].key == "{" && charge(&w[2]) && w[3].key == "}")
        })
    }

    /// Whether a concentration stands here: one species in square brackets, `[\mathrm{H}^+]`,
    /// `[\text{A}]_0`.
    pub(in crate::latex::parse) fn concentration_here(&self) -> bool {
        self.concentration_at(self.pos)
    }

    /// Whether the bracket here holds the name of an ion, which looks like a mark: `[\ce{A-}]`.
    pub(in crate::latex::parse) fn ion_at(&self, open: usize) -> bool {
        let near = self.tokens.get(open..open + 3);
        matches!(near, Some([open, name, close])
            if open.key == "[" && close.key == "]"
                && crate::latex::parse::fence::said(name).ends_with(['+', '-']))
    }

    /// Whether the one that the bracket here holds has numbers of atoms or a charge, which no word has:
    /// `K[\text{H}_2\text{O}]`.
    pub(in crate::latex::parse) fn molecule_at(&self, open: usize) -> bool {
        let counted =
            |t: &Token<'_>| t.class == Class::Digit || matches!(t.key.as_ref(), "+" | "-");
        self.concentration_at(open)
            && matches!(self.marks[open], Mark::Open { partner, .. }
                if self.tokens[open + 1..partner].iter().any(counted))
    }

    fn concentration_at(&self, open: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open).copied() else {
            return false;
        };
        let inside = &self.tokens[open + 1..partner];
        let upright = |t: &Token<'_>| {
            t.class == Class::Name
                && (t.key.starts_with(r"\mathrm{") || t.key.starts_with(r"\text{"))
                && crate::latex::parse::fence::said(t).starts_with(char::is_uppercase)
        };
        let part = |t: &Token<'_>| {
            upright(t)
                || t.class == Class::Digit
                || matches!(t.key.as_ref(), "_" | "^" | "+" | "-" | "{" | "}")
        };
        self.key_at(open) == "[" && inside.first().is_some_and(upright) && inside.iter().all(part)
    }

    /// Whether a capital is all that the square bracket here holds, and an index says when: `[A]_0`.
    pub(in crate::latex::parse) fn amount_in_time(&self) -> bool {
        let near = self.tokens.get(self.pos..self.pos + 4);
        matches!(near, Some([open, inside, close, index])
            if open.key == "[" && close.key == "]" && index.key == "_"
                && point(inside))
    }

    /// Whether capitals that stand in such brackets alone, or behind the constant of a rate, are all that
    /// the square bracket holds: a compound, `[ES]` beside `[E]`, `k_2[ES]`.
    pub(in crate::latex::parse) fn compound_at(&self, open: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open).copied() else {
            return false;
        };
        let inside = &self.tokens[open + 1..partner];
        if self.key_at(open) != "["
            || !(2..=COMPOUND).contains(&inside.len())
            || !inside.iter().all(point)
        {
            return false;
        }
        let part = |w: &[Token<'_>]| {
            w[0].key == "["
                && w[2].key == "]"
                && inside.iter().any(|t| t.key == w[1].key)
                && point(&w[1])
        };
        let near = open.saturating_sub(NEAR)..self.tokens.len().min(open + NEAR);
        self.rate_before(open)
            || self.tokens[near].windows(3).any(part)
            // `[ES] \cdot k_2`, where the formula that this one says again has amounts.
            || self.usage.has(self.table.named("bracketed"))
    }

    /// Whether the constant of a rate stands right before the bracket: `k_1[A]`, `k_{cat}[S]`. Other
    /// letters are adjoined to fields.
    fn rate_before(&self, open: usize) -> bool {
        let variable = matches!(self.key_at(open + 1), "X" | "Y" | "Z" | "T");
        let lowered = |sign: usize| self.key_at(sign) == "_" && self.key_at(sign - 1) == "k";
        let Some(last) = open.checked_sub(1).filter(|last| *last > 1 && !variable) else {
            return false;
        };
        match self.key_at(last) {
            "}" => {
                let mut from = (last.saturating_sub(LABEL).max(2)..last).rev();
                from.any(|at| {
                    matches!(self.marks[at], Mark::Open { partner, .. } if partner == last)
                        && lowered(at - 1)
                })
            }
            _ => lowered(last - 1),
        }
    }

    /// Whether capitals stand alone in two square brackets side by side, the first of which is here, and
    /// are none of those that rings of polynomials have: `k[A][B]`.
    fn amounts_meet(&self) -> bool {
        let near = self.tokens.get(self.pos..self.pos + 6);
        let variable = |t: &Token<'_>| matches!(&*t.key, "X" | "Y" | "Z" | "T" | "U" | "V");
        matches!(near, Some([_, one, _, open, other, close])
        if open.key == "[" && close.key == "]" && [one, other].into_iter().all(|t| {
            point(t) && !variable(t)
        }))
    }

    /// Whether a capital or a name is all that the square bracket here holds, and stands in such brackets
    /// elsewhere with nothing before them that could be applied: an amount, `-\frac{d[A]}{dt} = k[A]^2`.
    pub(in crate::latex::parse) fn amount_here(&self) -> bool {
        let free = |at: usize| {
            let before = at.checked_sub(1).map(|at| &self.tokens[at]);
            before.is_none_or(|t| {
                matches!(
                    t.class,
                    Class::Sign | Class::Open | Class::Digit | Class::Cell
                ) && !matches!(t.key.as_ref(), ")" | "]" | "'")
                    || crate::latex::parse::integral::is_differential(&t.key)
            })
        };
        let same = |at: usize| {
            matches!(self.tokens.get(at..at + 3), Some([open, inside, close])
                if open.key == "[" && inside.key == self.key_at(self.pos + 1) && close.key == "]")
                && free(at)
        };
        // `k[A]^m[B]^n`, `k[A][B]^2`
        let raised_beside = || {
            let end = self.pos + 3;
            let after = match self.marks.get(end + 1) {
                _ if self.key_at(end) == "[" => end,
                Some(Mark::Open { partner, .. }) => partner + 1,
                _ => end + 2,
            };
            let bracketed = self.key_at(after) == "[" && self.key_at(after + 2) == "]";
            bracketed && (self.key_at(end) == "^" || self.key_at(after + 3) == "^")
        };
        let near = self.pos.saturating_sub(NEAR)..self.tokens.len().min(self.pos + NEAR);
        // `\frac{d[B]}{dt} = k[A]`
        let changes = |w: &[Token<'_>]| {
            crate::latex::parse::integral::is_differential(&w[0].key)
                && w[1].key == "["
                && w[2].class == Class::Letter
                && w[3].key == "]"
        };
        // `r = k[A]^2`, where a ring has a capital letter: `R = k[X]`
        let rate = || {
            matches!(self.tokens.get(..self.pos + 3), Some([rate, sign, _, _, inside, close])
                if rate.class == Class::Letter && !point(rate)
                    && sign.key == "=" && point(inside) && close.key == "]")
        };
        let named = || {
            let inside = self.tokens.get(self.pos + 1);
            inside.is_some_and(|t| t.class == Class::Name) && self.key_at(self.pos + 2) == "]"
        };
        self.key_at(self.pos) == "["
            && (self.set_in_square() || named())
            && (rate()
                || raised_beside()
                || self.rate_before(self.pos)
                || self.amounts_meet()
                || self.tokens[near.clone()].windows(4).any(changes)
                || near.into_iter().any(|at| at != self.pos && same(at)))
            || self.compound_at(self.pos)
    }
}
