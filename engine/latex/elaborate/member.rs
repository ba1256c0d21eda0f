//! Sequences and matrices that are named by a member in brackets: `(x_n)`, `A = (a_{ij})`.

use super::Elaborator;
use crate::latex::commands::is_letter_command;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// The term of a member in round brackets; none when brackets only group.
    pub(super) fn by_member(&mut self, tree: &Tree) -> Option<Term> {
        if tree.head != Head::Index || !tree.closed || tree.args.len() < 2 {
            return None;
        }
        let counts = tree.args[1..].iter().all(|t| match &t.head {
            Head::Product(_) => t.args.iter().all(index),
            _ => index(t),
        });
        let opened = self
            .key_at(tree.start)
            .is_some_and(|key| matches!(key.as_str(), "(" | r"\left("));
        if !opened || !counts || tree.args[0].symbol().is_none() {
            return None;
        }
        self.op("bymember")?;
        let mut member = tree.clone();
        member.closed = false;
        let member = self.term(&member, Kind::Any);
        Some(self.named("bymember", vec![member]))
    }
}

/// Whether it is a letter, which runs through the members; figures name one of them.
fn index(tree: &Tree) -> bool {
    tree.symbol()
        .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_lowercase) || is_letter_command(n))
}
