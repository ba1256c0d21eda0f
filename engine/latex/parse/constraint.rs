//! Constraints after what is made small or large: `\min_x f(x) \text{ s.t. } Ax \le b`.

use super::Parser;
use super::big::Big;
use super::fence::said;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::phrases::{Lexicon, Tells};

/// Whether constraints of an extremum stand behind this word.
pub(in crate::latex) fn introduces_constraints(token: &Token<'_>, lexicon: &Lexicon) -> bool {
    // A word without a full stop may be a name, of which capitals are a part.
    let introduces = |words: &str| match words.contains([' ', '.']) {
        true => lexicon[Tells::Constraint].has_in_any_case(words),
        false => lexicon[Tells::Constraint].has(words),
    };
    matches!(token.class, Class::Words | Class::Name) && introduces(said(token).trim())
}

impl Parser<'_> {
    /// The body of an extremum with the constraints that stand behind it: the letters below the sign
    /// are bound in them too.
    pub(super) fn constrained(&mut self, big: &Big, body: Tree) -> Tree {
        match big.bare.is_some_and(|op| self.table.extremal.contains(&op)) {
            true => self.with_constraints(body),
            false => body,
        }
    }

    /// What is made small or large, with the constraints that stand behind it.
    pub(super) fn with_constraints(&mut self, body: Tree) -> Tree {
        let Some(op) = self.table.named("constrained") else {
            return body;
        };
        let comma = usize::from(self.pos < self.end && self.key_at(self.pos) == ",");
        let at = self.pos + comma;
        let words = self
            .tokens
            .get(at)
            .filter(|t| at + 1 < self.end && introduces_constraints(t, &self.table.lexicon));
        let Some(words) = words else {
            return body;
        };
        let head = Head::Words(words.key.as_ref().into());
        let words = Tree::new(head, Vec::new(), words.start, words.end);
        self.pos = at + 1;
        let constraints = self.expression(0);
        Tree::over(Head::Apply(op), vec![body, words, constraints])
    }
}
