//! Coefficients in two pairs of parentheses, one right within the other, which count choices with
//! repetition: `\left(\!\binom{n}{k}\!\right)`.

use super::Parser;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// Makes a coefficient, or a column of two entries, that parentheses stand close around one with
    /// repetition.
    pub(super) fn multichosen(&self, tree: &mut Tree) {
        let Some(op) = self.table.named("multichoose") else {
            return;
        };
        let column = |t: &Tree| {
            t.head == Head::Matrix && t.args.len() == 2 && t.args.iter().all(|r| r.args.len() == 1)
        };
        if matches!(tree.head, Head::Apply(op) if Some(op) == self.table.binom) {
            tree.head = Head::Apply(op);
        } else if column(tree) {
            let entries = std::mem::take(&mut tree.args).into_iter();
            tree.args = entries.flat_map(|row| row.args).collect();
            tree.head = Head::Apply(op);
        }
    }
}
