//! Dots between things that are listed or repeated, not multiplied: `i_1 i_2 \ldots i_k`, `1 \ldots n`,
//! `f(\cdots f(x) \cdots)`, `\sum \cdots \sum`.

use super::Elaborator;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether things stand side by side around dots, with no sign between any of them.
    fn strung(&self, tree: &Tree) -> bool {
        matches!(&tree.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
            && tree.args.iter().any(|t| self.is_dots(t))
    }

    /// Whether these are dots on the line.
    fn lowered(&self, tree: &Tree) -> bool {
        let spelled = self.source.get(tree.start..tree.end).unwrap_or("");
        matches!(
            spelled.trim(),
            r"\ldots" | r"\dots" | r"\dotso" | r"\dotsc" | "..." | "…"
        )
    }

    /// Indices side by side around dots, as one.
    pub(super) fn strung_index(&mut self, index: &Tree) -> Option<Term> {
        (self.strung(index) && self.op("run").is_some()).then(|| self.run(index))
    }

    /// A product with dots that multiply nothing: they begin it, stand behind brackets within each
    /// other, or go on the line from a number to another.
    pub(super) fn led_by_dots(&mut self, tree: &Tree) -> Option<Term> {
        let ends = matches!(tree.args.as_slice(), [nested, dots]
            if matches!(nested.head, Head::Pair(..)) && self.is_dots(dots));
        let led = self.is_dots(&tree.args[0]) || ends;
        let numbers = self.goes_on_from(tree, &|first, _| matches!(first.head, Head::Number(_)));
        let so = led || numbers || self.repeats_digit(tree);
        (self.strung(tree) && so && self.op("run").is_some()).then(|| self.run(tree))
    }

    /// Whether the digit before the dots is that behind them: `11 \cdots 1`, `33 \cdots 35`.
    fn repeats_digit(&self, tree: &Tree) -> bool {
        let [first, dots, last] = tree.args.as_slice() else {
            return false;
        };
        let (Head::Number(first), Head::Number(last)) = (&first.head, &last.head) else {
            return false;
        };
        let digits = first.len() > 1 && first.bytes().all(|b| b.is_ascii_digit());
        digits && self.is_dots(dots) && first.bytes().last() == last.bytes().next()
    }

    /// The only term of a sum goes on the line from below zero: `-5 \ldots 5`, `-n \ldots n`.
    pub(super) fn run_from_below(&mut self, signs: &[Option<Op>], tree: &Tree) -> Option<Term> {
        let ([Some(sign)], [through]) = (signs, tree.args.as_slice()) else {
            return None;
        };
        let from = |first: &Tree, last: &Tree| {
            let opposite = first.symbol().is_some() && first.symbol() == last.symbol();
            matches!(first.head, Head::Number(_)) || opposite
        };
        let goes = self.strung(through) && self.goes_on_from(through, &from);
        if !goes || self.op("run").is_none() {
            return None;
        }
        let mut members = self.terms(&through.args, Kind::Any);
        let first = std::mem::replace(&mut members[0], Term::leaf(*sign));
        members[0] = self.node(*sign, vec![first]);
        Some(self.named("run", members))
    }

    /// Whether dots on the line stand between two things that are so.
    fn goes_on_from(&self, tree: &Tree, so: &dyn Fn(&Tree, &Tree) -> bool) -> bool {
        matches!(tree.args.as_slice(), [first, dots, last]
            if self.is_dots(dots) && so(first, last) && self.lowered(dots))
    }

    /// What an index goes through: `i = 1 \cdots n`.
    pub(super) fn gone_through(&mut self, left: &Tree, right: &Tree) -> Option<Term> {
        let index = left
            .symbol()
            .is_some_and(|n| matches!(n, "i" | "j" | "k" | "l" | "m" | "n"));
        let from = matches!(right.args.as_slice(), [first, dots, _]
            if matches!(first.head, Head::Number(_)) && self.is_dots(dots));
        (index && from && self.strung(right) && self.op("run").is_some()).then(|| self.run(right))
    }

    /// A sign over a member of a sequence of indices, which stands before where it begins: the
    /// `i_1 = 1` of `\sum_{i_1=1}^n \cdots \sum_{i_k=1}^n`.
    pub(super) fn limited_from(&mut self, op: Op, tree: &Tree) -> Option<Term> {
        let below = tree.args.get(1)?;
        let (Head::Chain(ops), [index, _]) = (&below.head, below.args.as_slice()) else {
            return None;
        };
        let equation = ops.len() == 1 && Some(ops[0]) == self.table.eq;
        if !equation || index.head != Head::Index || self.op("chain").is_none() {
            return None;
        }
        let sides = self.terms(&below.args, Kind::Any);
        let sign = self.table.shape(ops[0]).sign.unwrap_or(ops[0]);
        let mut sides = sides.into_iter();
        let start = vec![sides.next()?, Term::leaf(sign), sides.next()?];
        let mut args = self.terms(&tree.args, Kind::Any);
        args[1] = self.named("chain", start);
        Some(self.node(op, args))
    }

    fn run(&mut self, tree: &Tree) -> Term {
        let args: Vec<Term> = tree
            .args
            .iter()
            .map(|t| self.operand(t, Kind::Any))
            .collect();
        self.named("run", args)
    }
}
