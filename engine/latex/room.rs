//! Memory of the tokens of one formula that is used again for the next.

use super::switch::Group;
use super::token::Token;

/// Memory that is used again.
#[derive(Default)]
pub(super) struct Room {
    pub(super) tokens: Vec<Token<'static>>,
    pub(super) groups: Vec<Group>,
}

impl Room {
    /// Gives tokens back.
    pub(super) fn reuse(&mut self, tokens: Vec<Token<'_>>) {
        self.tokens = recycled(tokens);
    }
}

/// The same list for other items, without any.
pub(super) fn recycled<A, B>(list: Vec<A>) -> Vec<B> {
    // Collecting in place keeps the memory when the items are of one size.
    list.into_iter().filter_map(|_| None).collect()
}
