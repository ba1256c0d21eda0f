//! Numbers in a base: `(a_k \cdots a_1 a_0)_{10}`.

use super::Elaborator;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// A number by its digits in brackets, in a base: `(a_k \cdots a_1 a_0)_{10}`, `(abc)_7`.
    pub(super) fn in_base(&mut self, op: &str, tree: &Tree) -> Option<Term> {
        let [run, base] = tree.args.as_slice() else {
            return None;
        };
        let Head::Product(joins) = &run.head else {
            return None;
        };
        let dots = run.args.iter().any(|t| self.is_dots(t));
        let fits = match &base.head {
            Head::Number(n) => n.len() > 1 || !matches!(n.as_str(), "0" | "1" | "2") || dots,
            Head::Symbol(name) => dots && matches!(name.as_str(), "b" | "g" | "B" | "q" | "p"),
            _ => false,
        };
        let small = |t: &Tree| {
            t.root_symbol()
                .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_lowercase))
        };
        let digit = |t: &Tree| match &t.head {
            Head::Number(n) => n.len() < 3,
            Head::Index => dots && small(t),
            Head::Symbol(_) => small(t),
            _ => self.is_dots(t),
        };
        let all = joins.iter().all(|j| *j == Join::Beside) && run.args.iter().all(digit);
        if op != "idx" || !run.closed || !fits || !all {
            return None;
        }
        let digits = self.op("digits")?;
        let parts = self.terms(&run.args, Kind::Num);
        let digits = self.node(digits, parts);
        let base = self.term(base, Kind::Any);
        Some(self.named("idx", vec![digits, base]))
    }
}
