//! What something is taken in, or relative to: complements in a set, `\complement_U A`, indices of
//! subgroups, `|G : H|`.

use super::{Parser, Strength};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// The operator of an index between bars, `|G : H|`, as there is nothing to divide by a subgroup.
    pub(super) fn index_in_bars(&self, bars: Op, inside: &[Tree]) -> Option<Op> {
        let [ratio] = inside else { return None };
        // `|N_G(P) : P|`
        let group = |t: &Tree| {
            let made = matches!(t.headed(), Some("C" | "Z")) && t.head == Head::Call;
            let named = |n: &str| matches!(n, "G" | "H" | "K" | "N" | "M" | "U" | "P");
            made || t.headed().is_some_and(named)
        };
        let divided = matches!(ratio.head, Head::Apply(op) if Some(op) == self.table.ratio)
            && !ratio.closed
            && ratio.args.len() == 2
            && ratio.args.iter().all(group);
        let abs = Some(bars) == self.table.named("abs");
        self.table.named("indexof").filter(|_| divided && abs)
    }

    /// The complement whose sign was read, in the set below that: `\complement_U A` is `U \setminus A`.
    pub(super) fn relative_complement(&mut self, at: usize, strength: Strength) -> Option<Tree> {
        let sign = matches!(self.key_at(at), r"\complement" | "∁");
        if !sign || self.key_at(self.pos) != "_" {
            return None;
        }
        let op = self.table.named("setminus")?;
        let whole = self.read_scripts().sub?;
        let part = self.expression(strength);
        let mut tree = Tree::over(Head::Apply(op), vec![whole, part]);
        tree.start = self.tokens[at].start;
        Some(tree)
    }
}
