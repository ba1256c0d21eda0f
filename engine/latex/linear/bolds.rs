//! Matrices in bold, which stand before what they act on: `\mathbf{A}\mathbf{x}`,
//! `\mathbf{Q}\mathbf{K}^T`.

use crate::latex::bold;
use crate::latex::kinds::{Kinds, names_matrix};
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes that a bold capital right before a bold letter or right behind a matrix is a matrix.
    pub(in crate::latex) fn bold_factors(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            if *join != Join::Beside {
                continue;
            }
            if self.is_acted_on(&pair[1]) {
                self.note_bold(&pair[0]);
            }
            self.summed_rows(&pair[0], &pair[1]);
            if self.of(&pair[0]) == Kind::Mat {
                self.note_bold(&pair[1]);
            }
        }
    }

    /// Notes the matrix whose rows a vector of ones sums up: `\mathbf{T}\mathbf{1} = \mathbf{a}`,
    /// `P\mathbf{1} = \mathbf{1}`. A one with a set below it is a function.
    fn summed_rows(&mut self, rows: &Tree, ones: &Tree) {
        let (letter, counted) = match (&ones.head, ones.args.as_slice()) {
            (Head::Index, [letter, index]) => (
                letter,
                matches!(
                    index.symbol(),
                    Some("n" | "m" | "d" | "k" | "p" | "N" | "K")
                ),
            ),
            _ => (ones, true),
        };
        let named = |n: &&str| matches!(*n, r"\mathbf{1}" | r"\boldsymbol{1}" | r"\bm{1}");
        let Some(one) = letter.symbol().filter(named) else {
            return;
        };
        let (base, transposed) = match (&rows.head, rows.args.first()) {
            (Head::Power, Some(base)) if self.lies(rows) => (base, true),
            _ => (rows, false),
        };
        let large = |n: &&str| {
            transposed || bold::large(n) || names_matrix(n) || matches!(*n, "T" | "W" | "K" | "Q")
        };
        if let Some(name) = base.symbol().filter(large)
            && counted
        {
            let (name, one) = (name.to_owned(), one.to_owned());
            self.note(&name, Kind::Mat);
            self.note(&one, Kind::Vec);
        }
    }

    /// Notes the bold capitals beside an identity in a sum: `\mathbf{A} - \lambda\mathbf{I}`.
    pub(in crate::latex) fn bold_terms(&mut self, sum: &Tree) {
        fn last(term: &Tree) -> &Tree {
            match (&term.head, term.args.last()) {
                (Head::Product(_), Some(last)) => last,
                _ => term,
            }
        }
        let identity = |t: &Tree| {
            let name = last(t).root_symbol().filter(|n| bold::large(n));
            name.is_some_and(|n| core(n) == "I")
        };
        if sum.args.iter().any(identity) {
            sum.args.iter().for_each(|term| self.note_bold(last(term)));
        }
    }

    /// Whether what stands behind a bold capital is a vector or a matrix by its font, or a sum of
    /// such.
    fn is_acted_on(&self, tree: &Tree) -> bool {
        match tree.head {
            Head::Call => false,
            Head::Sum(..) if tree.closed => tree.args.iter().any(|t| self.is_acted_on(t)),
            Head::Product(_) => tree.args.iter().any(|t| self.is_acted_on(t)),
            Head::Matrix => true,
            _ => self
                .rooted(tree)
                .is_some_and(|n| bold::small(n) || bold::large(n)),
        }
    }

    fn note_bold(&mut self, tree: &Tree) {
        if tree.head != Head::Call
            && let Some(name) = self.rooted(tree).filter(|n| bold::large(n))
        {
            let name = name.to_owned();
            self.note(&name, Kind::Mat);
        }
    }
}
