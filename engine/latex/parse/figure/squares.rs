//! Names of two letters that are no points: sums and means of squares, `SS_{xx}`, degrees of freedom.

use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::Tree;

impl Parser<'_> {
    /// Sums and means of squares, which have indices: `SS_{xx}`, `\frac{MS_B}{MS_W}`.
    pub(super) fn mean_square(&mut self, at: usize) -> Option<Tree> {
        let squares = |w: &[Token<'_>]| {
            let near = w[1].gap == Gap::None && w[2].gap == Gap::None;
            near && w[1].key == "S" && w[2].key == "_" && matches!(w[0].key.as_ref(), "S" | "M")
        };
        let own = self.tokens[..self.end].get(at..at + 3)?;
        // A letter that is known by itself is a factor.
        if !squares(own) || self.usage.is_settled("S") {
            return None;
        }
        let several = || self.around().windows(3).filter(|w| squares(w)).nth(1);
        if own[0].key == "M" {
            several()?;
        }
        let name = self.joined(at, 2);
        Some(self.scripts(name))
    }

    /// Whether a bracket stands here that says at which value something is taken, which no figure is:
    /// `\widehat{DR}(a = 1)`.
    pub(super) fn takes_value(&self, at: usize) -> bool {
        let Some(crate::latex::matching::Mark::Open { partner, .. }) = self.marks.get(at).copied()
        else {
            return false;
        };
        self.key_at(at) == "("
            && self.tokens[at].gap == Gap::None
            && (at + 1..partner).any(|i| self.key_at(i) == "=")
    }

    /// `df`: letters that are no factors.
    pub(super) fn degrees_of_freedom(&mut self) -> Option<Tree> {
        let at = self.pos;
        let glued = at > 0
            && self.tokens[at - 1].class == Class::Letter
            && self.tokens[at].gap == Gap::None
            && !self.tokens[at - 1].key.starts_with('\\');
        if glued || !self.usage.figures.freedom || self.tokens[at].key != "d" {
            return None;
        }
        let name = self.joined(at, 2);
        Some(self.scripts(name))
    }
}
