//! Quotients of spaces and rings whose slash belongs to what stands right before it:
//! `\dim V/W`, `M \otimes_R R/I`.

use super::Parser;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// A quotient; nobody divides a dimension by a space, or tensors with the ring over which that
    /// is done.
    pub(super) fn quotient(&self, left: Tree, below: Tree) -> Tree {
        let space = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index) && t.root_symbol().is_some_and(capital)
        };
        // `\dim R/\mathfrak{p}`
        let ideal = below
            .symbol()
            .is_some_and(|name| name.starts_with(r"\mathfrak{"));
        let op = match left.head {
            Head::Apply(op) if ideal || space(&below) => Some(op),
            _ => None,
        };
        let within = match left.args.as_slice() {
            [only] if op.is_some() && self.table.named("dim") == op => {
                (space(only) && !only.closed).then_some(0)
            }
            [_, ring, base] if op.is_some() && self.table.named("tensored") == op => {
                (ring.symbol().is_some() && ring.symbol() == base.symbol()).then_some(1)
            }
            _ => None,
        };
        let div = |above, below| Tree::over(Head::Apply(self.table.div), vec![above, below]);
        let Some(at) = within else {
            return div(left, below);
        };
        let mut whole = left;
        let above = whole.args.remove(at);
        whole.args.insert(at, div(above, below));
        let (head, start) = (whole.head.clone(), whole.start);
        let mut tree = Tree::over(head, whole.args);
        tree.start = start;
        tree
    }
}
