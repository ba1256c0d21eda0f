//! Vectors that stand beside themselves transposed.

use crate::latex::bold;
use crate::latex::kinds::{Kinds, capital, is_transposition, names_matrix};
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes what stands beside itself transposed: `x x^T`, `(Ax - b)^T (Ax - b)`. Nobody writes powers
    /// so.
    pub(super) fn squared(&mut self, joins: &[Join], tree: &Tree) {
        self.row_forms(joins, tree);
        self.form_between(tree);
        self.outer_of_letters(joins, tree);
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                let (Head::Power, [base, exponent]) = (&one.head, one.args.as_slice()) else {
                    continue;
                };
                let transposed = match &exponent.head {
                    Head::Mark(mark) => is_transposition(mark),
                    _ => exponent.symbol() == Some("T"),
                };
                // `(1 + r)^T (1 + r)` is what becomes of money.
                let counts = matches!(base.head, Head::Sum(..))
                    && base.args.iter().any(|t| matches!(t.head, Head::Number(_)));
                if transposed && !counts && *join == Join::Beside && base.says_as(other) {
                    self.vectors_of(base);
                }
            }
        }
    }

    /// Notes the matrix of a form that is written without its sign of transposition: `xQx` beside `c^T x`.
    fn form_between(&mut self, tree: &Tree) {
        for parts in tree.args.windows(3) {
            let name = parts[1].symbol().filter(|n| n.len() == 1 && capital(n));
            let vector = parts[0].symbol().is_some() && self.of(&parts[0]) == Kind::Vec;
            if let Some(name) = name.filter(|_| vector && parts[0].symbol() == parts[2].symbol()) {
                let name = name.to_owned();
                self.note(&name, Kind::Mat);
            }
        }
    }

    /// Notes the vectors of an outer product: `A + uv^T`, `I - \frac{xy^T}{y^Tx}`.
    fn outer_of_letters(&mut self, joins: &[Join], tree: &Tree) {
        let vector = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index)
                && matches!(
                    t.root_symbol(),
                    Some("u" | "v" | "w" | "x" | "y" | "z" | "q")
                )
        };
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            if *join == Join::Beside {
                self.blocks_of(&pair[0], &pair[1]);
            }
            let (Head::Power, [base, exponent]) = (&pair[1].head, pair[1].args.as_slice()) else {
                continue;
            };
            let transposed = match &exponent.head {
                Head::Mark(mark) => is_transposition(mark),
                _ => exponent.symbol() == Some("T"),
            };
            // `H \mathbf{x}^T`: a row beside a number would not be transposed.
            let row = base
                .symbol()
                .is_some_and(|n| bold::directed(n) && !bold::large(n));
            if *join == Join::Beside
                && transposed
                && row
                && let Some(name) = pair[0]
                    .symbol()
                    .filter(|n| names_matrix(n) || matches!(*n, "G" | "H" | "K" | "M" | "Q"))
            {
                let name = name.to_owned();
                self.note(&name, Kind::Mat);
            }
            // `yH^T`, `Hx^T`: a row and the matrix that checks it.
            let checked = [(&pair[0], base), (base, &pair[0])]
                .into_iter()
                .find(|(row, matrix)| {
                    let letter = row.symbol();
                    matrix.symbol() == Some("H")
                        && matches!(letter, Some("c" | "e" | "r" | "v" | "x" | "y"))
                });
            if *join == Join::Beside
                && transposed
                && tree.args.len() == 2
                && let Some((row, _)) = checked
            {
                let row = row.symbol().unwrap_or_default().to_owned();
                self.note("H", Kind::Mat);
                self.note(&row, Kind::Vec);
            }
            if *join == Join::Beside && transposed && vector(base) && vector(&pair[0]) {
                for name in [base, &pair[0]].map(|t| t.root_symbol().unwrap_or_default().to_owned())
                {
                    self.note(&name, Kind::Vec);
                }
            }
        }
    }

    /// Notes the letter of the blocks of a matrix, one of which is inverted beside another:
    /// `\Sigma_{12} \Sigma_{22}^{-1}`. Numbers would stand in a fraction.
    fn blocks_of(&mut self, one: &Tree, other: &Tree) {
        let inverted = |t: &Tree| {
            t.head == Head::Power
                && crate::latex::parse::minus_one(&t.args[1])
                && block(&t.args[0]).is_some()
        };
        let pair = match (inverted(one), inverted(other)) {
            (true, false) => (&one.args[0], other),
            (false, true) => (&other.args[0], one),
            _ => return,
        };
        if let (Some(name), Some(next)) = (block(pair.0), block(pair.1))
            && name == next
        {
            let name = name.to_owned();
            self.note(&name, Kind::Mat);
        }
    }

    /// Notes the vectors and the matrix of a form of rows: `(x - y) V^{-1} (x - y)^T`.
    fn row_forms(&mut self, joins: &[Join], tree: &Tree) {
        for (joins, parts) in joins.windows(2).zip(tree.args.windows(3)) {
            let (Head::Power, [base, exponent]) = (&parts[2].head, parts[2].args.as_slice()) else {
                continue;
            };
            let between = match (&parts[1].head, parts[1].args.as_slice()) {
                (Head::Power, [letter, above]) if crate::latex::parse::minus_one(above) => letter,
                _ => &parts[1],
            };
            let matrix = between
                .symbol()
                .filter(|n| n.len() == 1 && capital(n) || *n == r"\Sigma");
            let small = |t: &Tree| t.symbol().is_some_and(|n| !capital(n));
            let vector = match base.head {
                Head::Sum(..) => base.args.iter().all(small),
                _ => small(base),
            };
            if let Some(matrix) = matrix
                && joins.iter().all(|j| *j == Join::Beside)
                && matches!(exponent.symbol(), Some("T"))
                && vector
                && base.says_as(&parts[0])
            {
                self.note(matrix, Kind::Mat);
                self.vectors_of(base);
            }
        }
    }

    /// Notes the letters of a sum of vectors: small ones, and matrices before them.
    pub(super) fn vectors_of(&mut self, tree: &Tree) {
        match &tree.head {
            Head::Sum(..) => tree.args.iter().for_each(|t| self.vectors_of(t)),
            Head::Product(_) => {
                let last = tree.args.last().and_then(Tree::root_symbol);
                let [matrix, _] = tree.args.as_slice() else {
                    return;
                };
                let matrix = matrix.root_symbol().filter(|n| n.len() == 1 && capital(n));
                if let (Some(matrix), Some(vector)) = (matrix, last.filter(|n| !capital(n))) {
                    self.note(matrix, Kind::Mat);
                    self.note(vector, Kind::Vec);
                }
            }
            Head::Symbol(_) | Head::Index => {
                if let Some(name) = tree.root_symbol().filter(|n| !capital(n)) {
                    self.note(name, Kind::Vec);
                }
            }
            _ => {}
        }
    }
}

/// The letter of a block of a matrix: `A_{12}`, `\Sigma_{22}`.
fn block(tree: &Tree) -> Option<&str> {
    let (Head::Index, [letter, index]) = (&tree.head, tree.args.as_slice()) else {
        return None;
    };
    let large = |n: &&str| n.len() == 1 && capital(n) || *n == r"\Sigma";
    let both = matches!(&index.head, Head::Number(n) if n.len() == 2);
    letter.symbol().filter(large).filter(|_| both)
}
