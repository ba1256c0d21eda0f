//! Forms with primes: `x'Ax`, `A'XA`, and the matrices between vectors.

use super::primed;
use crate::latex::apart::same;
use crate::latex::bold;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::linear::VECTORS;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::vocabulary::Kind;

/// Greek letters that name matrices between vectors.
const LARGE: &[&str] = &[
    r"\Sigma", r"\Omega", r"\Lambda", r"\Theta", r"\Phi", r"\Psi", r"\Gamma",
];

impl Kinds<'_> {
    /// Notes the matrices between a transposed vector and a vector, behind numbers perhaps: `x^T A y`,
    /// and `2u'Nx` where primes transpose.
    pub(in crate::latex) fn bilinear(&mut self, tree: &Tree) {
        let number = |t: &Tree| matches!(t.head, Head::Number(_));
        let scales = |t: &&Tree| number(t) || !t.args.is_empty() && t.args.iter().all(number);
        let numbers = tree.args.iter().take_while(scales).count();
        let [first, middle @ .., last] = &tree.args[numbers..] else {
            return;
        };
        let (mut vectors, mut matrices) = (Vec::new(), Vec::new());
        let base = match (&first.head, first.args.as_slice()) {
            (Head::Power, [base, _]) if self.lies(first) => Some(base),
            (Head::Prime, _) => {
                let known = |t: &&Tree| t.root_symbol().is_some_and(|n| self.is_primed(n));
                // `e_j'\Theta_i e_k`: members of one family.
                let family = |t: &&Tree| {
                    t.head == Head::Index
                        && last.head == Head::Index
                        && same(&t.args[0], &last.args[0])
                };
                primed(first).filter(|t| known(t) || family(t))
            }
            _ => None,
        };
        let between = !middle.is_empty()
            && base.is_some_and(|base| [base, last].iter().all(|t| columns(t, &mut vectors)))
            && middle.iter().all(|t| factors(t, &mut matrices));
        if between {
            if first.head == Head::Prime
                && let Some(name) = base.and_then(Tree::root_symbol).map(str::to_owned)
            {
                self.transpose_primes_of(&name, Kind::Vec);
            }
            for matrix in matrices {
                self.note(&matrix, Kind::Mat);
            }
        }
    }

    /// Notes the vectors and the matrices of `x'Ax`, `\beta'(X'X)^{-1}\beta` and
    /// `(y - X\beta)'(y - X\beta)`.
    pub(super) fn quadratic(&mut self, tree: &Tree) {
        let Head::Product(joins) = &tree.head else {
            return;
        };
        // `\beta B'PB`
        let scales = |t: &&Tree| {
            let greek = t
                .symbol()
                .is_some_and(|n| n.starts_with('\\') && !n.contains('{'));
            let number = |t: &Tree| matches!(t.head, Head::Number(_));
            // `\frac{1}{2} (x - \mu)'A(x - \mu)`
            greek || number(t) || !t.args.is_empty() && t.args.iter().all(number)
        };
        let scalars = tree.args.iter().take_while(scales).count();
        let [first, middle @ .., last] = &tree.args[scalars..] else {
            return;
        };
        let Some(base) = primed(first) else {
            return;
        };
        if joins.iter().any(|j| *j != Join::Beside) || !same(base, last) {
            return;
        }
        let (mut vectors, mut matrices) = (Vec::new(), Vec::new());
        let sum = matches!(base.head, Head::Sum(..));
        let terms = if sum {
            base.args.as_slice()
        } else {
            std::slice::from_ref(base)
        };
        let known = (sum || last.closed || !middle.is_empty())
            && middle.iter().all(|t| factors(t, &mut matrices))
            && terms.iter().all(|t| match (&t.head, t.args.as_slice()) {
                // `(AB\beta)'(AB\beta)`
                (Head::Product(_), [before @ .., vector]) if sum || last.closed => {
                    before.iter().all(|t| factors(t, &mut matrices)) && column(vector, &mut vectors)
                }
                // `(R\beta - r)'V(R\beta - r)`
                (Head::Symbol(name), _) if sum && name.as_str() == "r" => {
                    vectors.push("r".to_owned());
                    true
                }
                _ => column(t, &mut vectors) || !sum && error(t, &mut vectors),
            });
        if known {
            for vector in vectors {
                self.transpose_primes_of(&vector, Kind::Vec);
            }
            for matrix in matrices {
                self.note(&matrix, Kind::Mat);
            }
        } else if !sum && !middle.is_empty() {
            self.congruent(base, middle);
        }
    }

    /// Notes the matrices of `A'XA`, which nobody writes of derivatives.
    fn congruent(&mut self, base: &Tree, middle: &[Tree]) {
        let numbered = || {
            matches!((&base.head, base.args.as_slice()), (Head::Index, [_, index])
                if matches!(index.head, Head::Number(_)))
        };
        let letter = base
            .symbol()
            .or_else(|| base.root_symbol().filter(|_| numbered()));
        let Some(outer) = letter.filter(|n| n.len() == 1 && capital(n)) else {
            return;
        };
        let mut matrices = Vec::new();
        let plain = |t: &Tree| t.head != Head::Prime;
        if middle.iter().all(|t| plain(t) && factors(t, &mut matrices)) {
            self.transpose_primes_of(outer, Kind::Mat);
            for matrix in matrices {
                self.note(&matrix, Kind::Mat);
            }
        }
    }
}

/// Whether this is the letter of a vector or a sum of such, which are noted.
fn columns(tree: &Tree, found: &mut Vec<String>) -> bool {
    match tree.head {
        Head::Sum(..) => tree.args.iter().all(|t| column(t, found)),
        _ => column(tree, found),
    }
}

/// Whether this is the letter of a vector, which is noted.
fn column(tree: &Tree, found: &mut Vec<String>) -> bool {
    let letter = match (&tree.head, tree.args.as_slice()) {
        // `x_t'Rx_t`
        (Head::Index, [letter, index])
            if index.symbol().is_some() || matches!(index.head, Head::Number(_)) =>
        {
            letter
        }
        _ => tree,
    };
    let named = |n: &&str| {
        VECTORS.contains(&core(n)) || bold::small(n) || *n == "e" && tree.head == Head::Index
    };
    let name = letter.symbol().filter(named);
    found.extend(name.map(str::to_owned));
    name.is_some()
}

/// Whether this is a small Greek letter or that of residuals, with or without an index, which is noted: the
/// vector on both sides of a matrix, `\varepsilon'\Omega^{-1}\varepsilon`.
fn error(tree: &Tree, found: &mut Vec<String>) -> bool {
    let plain = matches!(tree.head, Head::Symbol(_) | Head::Index);
    let name = tree
        .root_symbol()
        .filter(|n| plain && (crate::latex::linear::is_greek(core(n)) || core(n) == "e"));
    found.extend(name.map(str::to_owned));
    name.is_some()
}

/// Whether a factor is made of matrices, whose letters are noted.
pub(super) fn factors(tree: &Tree, found: &mut Vec<String>) -> bool {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Symbol(name), _) => {
            let large = LARGE.contains(&core(name)) || core(name).len() == 1 && capital(core(name));
            if large {
                found.push(name.to_string());
            }
            large
        }
        (Head::Power, [base, exponent]) => {
            crate::latex::parse::minus_one(exponent) && factors(base, found)
        }
        // `x'P_tx`
        (Head::Prime | Head::Index, [base, _]) => factors(base, found),
        (Head::Product(_), [scale, rest @ ..]) if scale.symbol().is_some_and(|n| !capital(n)) => {
            !rest.is_empty() && rest.iter().all(|t| factors(t, found))
        }
        (Head::Product(_) | Head::Sum(..), terms) => {
            !terms.is_empty() && terms.iter().all(|t| factors(t, found))
        }
        _ => false,
    }
}
