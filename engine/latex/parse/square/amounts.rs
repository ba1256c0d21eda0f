//! Amounts of substances in square brackets: `[\text{H}^+]`, `k[A]^2`.

use crate::latex::figures::point;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};

/// As many tokens on both sides are looked through for the same amount.
const NEAR: usize = 200;

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
                || self.tokens[near.clone()].windows(4).any(changes)
                || near.into_iter().any(|at| at != self.pos && same(at)))
    }
}
