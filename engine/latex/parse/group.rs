//! Groups of tokens, and what is kept of them as it stands.

use super::Parser;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    pub(super) fn sequence(&mut self, pieces: Vec<Tree>) -> Tree {
        Tree::over(Head::Sequence, pieces)
    }

    /// Reads the group between tokens `from` and `to`, and goes on after `after`.
    pub(super) fn group(&mut self, from: usize, to: usize, after: usize) -> Tree {
        let saved = (
            self.end,
            self.integrals,
            self.declaring,
            self.related,
            self.congruence,
            self.derived,
        );
        (self.pos, self.end, self.integrals, self.declaring) = (from, to, 0, false);
        self.related = false;
        self.congruence = false;
        self.derived = false;
        let tree = if self.spent() {
            self.too_deep()
        } else {
            self.all()
        };
        (
            self.end,
            self.integrals,
            self.declaring,
            self.related,
            self.congruence,
            self.derived,
        ) = saved;
        self.pos = after;
        tree
    }

    pub(super) fn span(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let last = self.tokens.last().map_or(0, |t| t.end);
        let start = self.tokens.get(from).map_or(last, |t| t.start);
        let end = to
            .checked_sub(1)
            .and_then(|i| self.tokens.get(i))
            .map_or(start, |t| t.end);
        start..end.max(start)
    }

    pub(super) fn opaque(&mut self, from: usize, to: usize) -> Tree {
        let span = self.span(from, to);
        Tree::new(Head::Opaque(from, to), Vec::new(), span.start, span.end).close()
    }
}
