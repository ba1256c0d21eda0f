//! Sequences and matrices that are named by a member in brackets: `(x_n)`, `A = (a_{ij})`.

use super::Elaborator;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// The term of a member in round brackets; none when brackets only group.
    pub(super) fn by_member(&mut self, tree: &Tree) -> Option<Term> {
        if tree.head != Head::Index || !tree.closed || tree.args.len() != 2 {
            return None;
        }
        let small = |n: &str| n.starts_with(char::is_lowercase) || n.starts_with('\\');
        let counts = match &tree.args[1].head {
            Head::Product(_) => tree.args[1].args.iter().all(index),
            _ => index(&tree.args[1]),
        };
        let opened = self
            .key_at(tree.start)
            .is_some_and(|key| matches!(key.as_str(), "(" | r"\left("));
        if !opened || !counts || !tree.args[0].symbol().is_some_and(small) {
            return None;
        }
        self.op("bymember")?;
        let mut member = tree.clone();
        member.closed = false;
        let member = self.term(&member, Kind::Any);
        Some(self.named("bymember", vec![member]))
    }
}

/// Letters that run through the members.
fn index(tree: &Tree) -> bool {
    tree.symbol().is_some_and(|n| {
        matches!(n, "i" | "j" | "k" | "l" | "m" | "n" | r"\alpha" | r"\lambda")
    })
}
