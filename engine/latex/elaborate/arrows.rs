//! Double arrows that are no implications: natural transformations, `\eta\colon F \Rightarrow G`, and
//! convergence in law, `X_n \Rightarrow X`.

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

/// Letters of what runs to infinity.
const RUNNING: &[&str] = &["n", "m", "k", "N", "t"];

impl Elaborator<'_> {
    /// What a double arrow says between functors, or between laws and random variables.
    pub(super) fn double_arrow(&mut self, tree: &Tree) -> Option<Term> {
        let [left, right] = tree.args.as_slice() else {
            return None;
        };
        let between = self.source.get(left.end..right.start)?;
        if !(between.contains(r"\Rightarrow") || between.contains('⇒')) {
            return None;
        }
        let letter = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        if let (Head::Apply(op), [name, from]) = (&left.head, left.args.as_slice())
            && Some(*op) == self.table.ratio
            && name
                .symbol()
                .is_some_and(|n| n.starts_with('\\') && !capital(n))
            && letter(from)
            && letter(right)
        {
            let args = [name, from, right].map(|part| self.term(part, Kind::Any));
            return Some(self.named("natural", args.into()));
        }
        let law = matches!(right.headed(), Some("N" | r"\mathcal{N}"))
            && right.args.len() == 3
            && !self.is_statement(left);
        if law || limit(left, right) {
            let args = [left, right].map(|part| self.term(part, Kind::Any));
            return Some(self.named("inlaw", args.into()));
        }
        None
    }
}

/// Whether the second is what a sequence of the same letter goes to: `X_n` and `X`.
fn limit(member: &Tree, whole: &Tree) -> bool {
    let runs = matches!(member.args.as_slice(), [_, index]
        if index.symbol().is_some_and(|n| RUNNING.contains(&n)));
    member.head == Head::Index && runs && whole.symbol() == member.args[0].symbol()
}
