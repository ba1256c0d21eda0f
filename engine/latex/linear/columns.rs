//! Matrices before columns that are written as rows, and before ones that are transposed and conjugated:
//! `A (x, y)^T`, `U \Sigma V^H`.

use crate::latex::bold;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

/// Whether this is a row of several numbers in parentheses that is made a column: `(x_1, x_2)^T`.
pub(in crate::latex) fn column(tree: &Tree) -> bool {
    matches!((&tree.head, tree.args.as_slice()), (Head::Power, [row, _])
        if matches!(&row.head, Head::Pair(open, _) if open == "(")
            && row.args.len() > 1
            && crate::latex::elaborate::transposes(tree))
}

impl Kinds<'_> {
    /// Notes what stands before a column of numbers: a vector that lies down, or a matrix.
    pub(super) fn before_column(&mut self, factor: &Tree) {
        let base = match (&factor.head, factor.args.as_slice()) {
            (Head::Power, [base, _]) if self.lies(factor) => base,
            (Head::Symbol(name), _) if capital(name) => factor,
            _ => return,
        };
        let Some(name) = base.root_symbol().map(str::to_owned) else {
            return;
        };
        let kind = match capital(&name) || bold::large(&name) {
            true => Kind::Mat,
            false => Kind::Vec,
        };
        self.note(&name, kind);
    }

    /// Notes matrices before one that is transposed and conjugated, and those beside one that is there
    /// without that as well: `U \Sigma V^H`, `L B L^H x`.
    pub(super) fn decomposed(&mut self, tree: &Tree) {
        let Head::Product(joins) = &tree.head else {
            return;
        };
        let matrix = |t: &Tree| {
            t.symbol()
                .filter(|n| n.len() == 1 && capital(n) || matches!(*n, r"\Sigma" | r"\Lambda"))
                .map(str::to_owned)
        };
        let conjugated = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Power, [base, sign]) if sign.symbol() == Some("H") => matrix(base),
            _ => None,
        };
        if joins.iter().any(|join| *join != Join::Beside) {
            return;
        }
        self.congruent_to(tree);
        let letters: Vec<String> = tree.args.iter().filter_map(matrix).collect();
        let conjugates: Vec<String> = tree.args.iter().filter_map(conjugated).collect();
        let three = letters.len() == 2 && tree.args.len() == 3;
        let ends = three && tree.args.last().and_then(conjugated).is_some();
        let between = letters.len() > 1 && conjugates.iter().any(|name| letters.contains(name));
        if ends || between {
            for name in letters.iter().chain(&conjugates) {
                self.note(name, Kind::Mat);
            }
        }
    }

    /// Notes the matrices of `PDP^t`, where a letter stands on both sides of others, transposed behind them.
    fn congruent_to(&mut self, tree: &Tree) {
        let [first, middle @ .., last] = tree.args.as_slice() else {
            return;
        };
        let large = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| n.len() == 1 && capital(n) || matches!(n, r"\Sigma" | r"\Lambda"))
        };
        let transposed = last.head == Head::Power
            && last.args[1].symbol() == Some("t")
            && last.args[0].symbol() == first.symbol();
        if transposed && !middle.is_empty() && large(first) && middle.iter().all(large) {
            for name in tree.args.iter().filter_map(Tree::root_symbol) {
                self.note(name, Kind::Mat);
            }
        }
    }

    /// Notes the matrices of a difference before an inverted one: `(S - B) W^{-1}`.
    pub(super) fn before_inverse(&mut self, sum: &Tree, inverse: &Tree) {
        let inverted = inverse.head == Head::Power
            && crate::latex::parse::minus_one(&inverse.args[1])
            && self.of(inverse) == Kind::Mat;
        let large = |t: &Tree| t.headed().is_some_and(|n| capital(n) || n == r"\Sigma");
        if inverted && sum.closed && matches!(sum.head, Head::Sum(..)) && sum.args.iter().all(large)
        {
            sum.args.iter().for_each(|t| self.note_large(t));
        }
    }

    /// Notes that a capital letter is a matrix.
    pub(super) fn note_large(&mut self, tree: &Tree) {
        if let Some(name) = tree.symbol().filter(|n| n.len() == 1 && capital(n)) {
            let name = name.to_owned();
            self.note(&name, Kind::Mat);
        }
    }
}
