//! Matrices and vectors that only their company gives away: `x^T y`, `\|Ax - b\|`, `\ker T`.

use super::kinds::{Kinds, capital};
use super::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

/// Letters that name vectors where they are transposed.
const VECTORS: &[&str] = &[
    "a", "b", "c", "h", "p", "q", "s", "u", "v", "w", "x", "y", "z", r"\beta", r"\mu", r"\theta",
    r"\phi", r"\xi", r"\eta",
];

impl Kinds<'_> {
    /// Notes that the letters of `x^T y` and `w^T x` are vectors.
    pub(super) fn lying(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            let (Head::Power, [base, exponent]) = (&pair[0].head, pair[0].args.as_slice()) else {
                continue;
            };
            let transposed = match &exponent.head {
                Head::Symbol(letter) => *letter == *"T",
                Head::Mark(mark) => super::kinds::is_transposition(mark),
                _ => false,
            };
            let small = |t: &Tree| t.root_symbol().is_some_and(|n| VECTORS.contains(&n));
            // `(x - \mu)^T \Sigma^{-1} (x - \mu)`
            let difference = base.closed
                && matches!(base.head, Head::Sum(..))
                && base.args.iter().all(|t| small(t) && t.head != Head::Power);
            let next = &pair[1];
            let follows = *join != Join::Cross
                && (next.root_symbol().is_some()
                    || matches!(next.head, Head::Sum(..) if next.closed));
            if transposed && difference && follows {
                for term in &base.args {
                    let name = term.root_symbol().unwrap_or_default().to_owned();
                    self.note(&name, Kind::Vec);
                }
                continue;
            }
            if !(transposed && small(base) && follows) {
                continue;
            }
            for vector in [base, next] {
                if small(vector) && !matches!(vector.head, Head::Call) {
                    let name = vector.root_symbol().unwrap_or_default().to_owned();
                    self.note(&name, Kind::Vec);
                }
            }
        }
    }

    /// Notes that the letter of `A^t A` and `A^t = -A` is a matrix.
    pub(super) fn transposed_beside(&mut self, tree: &Tree) {
        let unsigned = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Sum(..), [only]) => only.symbol().map(str::to_owned),
            _ => t.symbol().map(str::to_owned),
        };
        let raised = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Power, [base, exponent]) if exponent.symbol() == Some("t") => base
                .symbol()
                .filter(|n| n.len() == 1 && capital(n))
                .map(str::to_owned),
            _ => None,
        };
        for pair in tree.args.windows(2) {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                if let Some(name) = raised(one)
                    && unsigned(other).as_ref() == Some(&name)
                {
                    self.note(&name, Kind::Mat);
                }
            }
        }
    }

    /// Notes that a capital letter before a small one between double bars is a matrix before a
    /// vector.
    pub(super) fn in_norm(&mut self, tree: &Tree) {
        let terms = match tree.args.as_slice() {
            [only] if matches!(only.head, Head::Sum(..)) => &only.args,
            // `\langle Tx, y \rangle`
            all => all,
        };
        let mut found = Vec::new();
        for term in terms {
            let (Head::Product(joins), [matrix, vector]) = (&term.head, term.args.as_slice())
            else {
                continue;
            };
            let letter = |t: &Tree| t.symbol().filter(|n| n.len() == 1).map(str::to_owned);
            if let (Some(matrix), Some(vector)) = (letter(matrix), letter(vector))
                && joins[..] == [Join::Beside]
                && capital(&matrix)
                && !capital(&vector)
            {
                found.push((matrix, vector));
            }
        }
        for (matrix, vector) in found {
            self.note(&matrix, Kind::Mat);
            self.note(&vector, Kind::Vec);
        }
    }

    /// Notes that a capital letter with a kernel, an image or a rank is a matrix.
    pub(super) fn mapping(&mut self, operator: &str, tree: &Tree) {
        let mapping = matches!(operator, "ker" | "image" | "rank");
        if let (true, [only]) = (mapping, tree.args.as_slice())
            && let Some(name) = only.symbol().filter(|n| n.len() == 1 && capital(n))
        {
            let name = name.to_owned();
            self.note(&name, Kind::Mat);
        }
    }
}
