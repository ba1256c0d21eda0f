//! Inverses of functions before what they are taken of: `(f^{-1})(y)`, `\Phi_j^{-1}(1 - \alpha/2)`.

use crate::latex::around::simple_argument;
use crate::latex::matching::Mark;
use crate::latex::parse::joined::measure;
use crate::latex::parse::{Parser, minus_one};
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::spelling::inner;

/// A level in brackets has no more tokens: `1 - \frac{\alpha}{2}`.
const LEVEL: usize = 12;

/// The name of a unit has no more letters: `kcal`.
const UNIT: usize = 4;

/// A share in brackets has no more digits: `0.975`.
const DIGITS: usize = 8;

impl Parser<'_> {
    /// Whether this is the inverse of a function in brackets of its own, or that of a distribution
    /// before a level: its quantile.
    pub(super) fn inverts(&self, tree: &Tree) -> bool {
        let (Head::Power, [base, exponent]) = (&tree.head, tree.args.as_slice()) else {
            return false;
        };
        let difference = base.closed && matches!(base.head, Head::Sum(..));
        if difference && minus_one(exponent) && self.interval_here() {
            return true;
        }
        let Some(name) = base.root_symbol().filter(|_| minus_one(exponent)) else {
            return false;
        };
        let function = || self.usage.may_be_function(name);
        let held = tree.closed || base.closed;
        held && function() && simple_argument(self.tokens, self.marks, self.pos)
            || (distributes(name) || function()) && self.level_here()
            || base.symbol() == Some(r"\Phi") && self.share_here()
            || base.symbol().is_some_and(projects) && self.part_here()
            || base.symbol().is_some() && self.all_of_set()
    }

    /// Whether this is a name in upright letters to the power of minus one, and no unit:
    /// `\operatorname{logit}^{-1}(a + bx)`.
    pub(super) fn inverted_name(&self, tree: &Tree) -> bool {
        matches!((&tree.head, tree.args.as_slice()), (Head::Power, [name, exponent])
            if minus_one(exponent) && name.symbol().is_some_and(|n| !measure(n) || inner(n).trim().len() > UNIT))
            && !self.among_units()
    }

    /// Whether an interval is all that stands in the bracket here: `(f - g)^{-1}((0, 1))`.
    fn interval_here(&self) -> bool {
        let closes = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, width: 1 }) => Some(*partner),
            _ => None,
        };
        let inner =
            closes(self.pos + 1).filter(|_| matches!(self.key_at(self.pos + 1), "(" | "[" | "]"));
        self.key_at(self.pos) == "(" && inner.is_some_and(|end| closes(self.pos) == Some(end + 1))
    }

    /// Whether one letter or figure stands in the bracket here, and the whole is said to be a set: what
    /// is mapped to it, `T^{-1}(0) = \{\dots\}`.
    fn all_of_set(&self) -> bool {
        let at = |n: usize| self.key_at(self.pos + n);
        let set = match at(3) {
            "=" => matches!(
                at(4),
                r"\{" | r"\ker" | r"\operatorname{ker}" | r"\emptyset"
            ),
            r"\subset" | r"\subseteq" | r"\cap" | r"\cup" => true,
            _ => false,
        };
        at(0) == "(" && at(2) == ")" && set
    }

    /// Whether the bracket here holds a set that sets are joined to, of which a projection has an inverse
    /// image: `p^{-1}(U \cap V)`.
    fn part_here(&self) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let near = partner.min(self.pos + LEVEL);
        self.key_at(self.pos) == "("
            && self.tokens[self.pos..near]
                .iter()
                .any(|t| matches!(t.key.as_ref(), r"\cap" | r"\cup" | r"\setminus"))
    }

    /// Whether the bracket here holds one fraction, or a decimal part of one, which is no vector that a matrix could be inverted
    /// for: `\Phi^{-1}\left(\frac{r - 1}{n}\right)`.
    fn share_here(&self) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let group = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, width: 1 }) if self.key_at(at) == "{" => Some(*partner + 1),
            _ => None,
        };
        // `\Phi^{-1}(0.95)`
        let figure = |t: &Token<'_>| t.class == Class::Digit || t.key == ".";
        let inside = &self.tokens[self.pos + 1..partner];
        if inside.len() <= DIGITS && inside.iter().all(figure) {
            return inside.iter().any(|t| t.key == ".")
                && matches!(self.key_at(self.pos + 1), "0" | ".");
        }
        let fraction = self.key_at(self.pos + 1) == r"\frac";
        let end = group(self.pos + 2).and_then(group);
        fraction && end == Some(partner)
    }

    /// Whether a level stands in the bracket here: `1 - \alpha/2`, `1 - p`.
    fn level_here(&self) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..*partner];
        let letter = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                "p" | "q" | "u" | r"\alpha" | r"\beta" | r"\gamma" | r"\delta" | r"\epsilon"
            )
        };
        let part = |t: &Token<'_>| {
            letter(t)
                || matches!(t.class, Class::Digit | Class::Open | Class::Close)
                || matches!(t.key.as_ref(), "-" | "+" | "/" | "." | "(" | ")" | r"\frac")
        };
        // `(1 + \beta)/2`
        let bracket = usize::from(inside.first().is_some_and(|t| t.key == "("));
        inside.len() < LEVEL
            && matches!(&inside[bracket..], [one, sign, ..]
                if one.key == "1" && matches!(sign.key.as_ref(), "-" | "+"))
            && inside.iter().all(part)
            && inside.iter().any(letter)
    }
}

/// Letters of projections and other maps.
pub(super) fn projects(name: &str) -> bool {
    matches!(
        name,
        "p" | "q" | "f" | "g" | "h" | r"\pi" | r"\phi" | r"\varphi" | r"\psi"
    )
}

/// Letters of distributions.
fn distributes(name: &str) -> bool {
    matches!(name, r"\Phi" | "F" | "G" | "H" | "Q")
}
