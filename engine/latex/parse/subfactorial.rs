//! Numbers of derangements: `!n`.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// Whether the sign here counts the derangements of what follows right behind it: no operand ends
    /// before it, of which it would be the factorial, or a brace and a blank stand before it and none behind.
    pub(super) fn subfactorial_at(&self, at: usize) -> bool {
        let counts = |t: &crate::latex::token::Token<'_>| {
            let greek = |name: &str| name.starts_with(char::is_lowercase);
            t.class == Class::Digit
                || matches!(t.key.as_bytes(), [b] if b.is_ascii_lowercase() || *b == b'(')
                || t.class == Class::Letter && t.key.strip_prefix('\\').is_some_and(greek)
        };
        self.key_at(at) == "!"
            && self.marks[at] == Mark::None
            && !self.usage.logic
            && self
                .tokens
                .get(at + 1)
                .is_some_and(|t| at + 1 < self.end && t.gap == Gap::None && counts(t))
            // `|A|!(1 - x)`
            && (self.tokens[at].gap >= Gap::Blank
                || at.checked_sub(1).is_none_or(|n| self.marks[n] != Mark::Close))
            && (!self.ended_before(at)
                || self.tokens[at].gap >= Gap::Blank && self.tokens[at - 1].class == Class::Close)
    }

    /// Reads such a sign and the number behind it.
    pub(super) fn subfactorial(&mut self) -> Tree {
        let at = self.pos;
        let Some(op) = self.table.named("subfactorial") else {
            return self.stray();
        };
        self.pos += 1;
        let number = self.primary();
        let mut tree = Tree::over(Head::Apply(op), vec![number]).close();
        tree.start = self.tokens[at].start;
        tree
    }
}
