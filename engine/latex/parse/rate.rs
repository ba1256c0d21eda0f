//! Derivatives as factors beside functions without brackets.

use super::Parser;
use super::derivative::Sort;
use crate::latex::matching::Mark;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// Whether a rate stands here, with what is differentiated or without it, which is a factor beside a function
    /// and no part of its argument: `\cos y \frac{dy}{dx}`, `\sin\theta \dot\theta`, `\cos y y'`.
    pub(super) fn rate_here(&self, argument: &Tree) -> bool {
        let key = self.key_at(self.pos);
        let number = matches!(argument.head, Head::Number(_));
        if matches!(key, r"\dot" | r"\ddot") {
            return !number;
        }
        // Letters with primes are letters of their own, unless what they are slopes of stands before them.
        if self.key_at(self.pos + 1) == "'" {
            return argument.symbol() == Some(key);
        }
        let above = self.pos + 1;
        let (from, below) = match self.marks.get(above) {
            Some(Mark::Open { partner, .. }) if self.key_at(above) == "{" => {
                (above + 1, partner + 1)
            }
            _ => (above, above + 1),
        };
        let sort = self.d_at(from);
        key == r"\frac"
            && matches!(sort, Some(Sort::Total | Sort::Partial))
            && self.key_at(below) == "{"
            && self.d_at(below + 1) == sort
            && self.letter_at(below + 2)
    }
}
