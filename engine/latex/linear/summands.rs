//! Matrices and vectors that other terms and factors tell: `W_f x_t + U_f h_{t-1}`, `u \cdot v` beside
//! `\|u\|`, `A^* A`, `U \Sigma V^*`.

use super::names_vector;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

/// Letters beside vectors that are vectors when a dot stands between.
const BESIDE: &[&str] = &["u", "v", "w", "x", "y", "z"];

/// The capital letter and the small one of `U_f h_t`.
fn weighted(tree: &Tree) -> Option<(&Tree, &Tree)> {
    let (Head::Product(joins), [weights, values]) = (&tree.head, tree.args.as_slice()) else {
        return None;
    };
    let large = weights
        .root_symbol()
        .is_some_and(|n| n.len() == 1 && capital(n));
    let small = values.root_symbol().is_some_and(names_vector);
    let indexed = |t: &Tree| t.head == Head::Index;
    (joins[..] == [Join::Beside] && large && small && indexed(weights) && indexed(values))
        .then_some((weights, values))
}

/// Whether weights stand before what comes in and the state before: `W_i x_t + U_i h_{t-1}`.
fn recurs(found: &[(&Tree, &Tree)]) -> bool {
    let weights = |name: &str| found.iter().any(|(w, _)| w.root_symbol() == Some(name));
    let time = |t: &Tree| t.args[1].symbol() == Some("t");
    let before = |t: &Tree| {
        matches!(t.args[1].head, Head::Sum(..)) && t.args[1].args[0].symbol() == Some("t")
    };
    weights("W")
        && found.iter().any(|(_, v)| time(v))
        && found
            .iter()
            .any(|(_, v)| before(v) && v.root_symbol() == Some("h"))
}

/// The letter of `A^*`.
fn starred(tree: &Tree) -> Option<&str> {
    let (Head::Power | Head::Upper, [base, exponent]) = (&tree.head, tree.args.as_slice()) else {
        return None;
    };
    let star = matches!(&exponent.head, Head::Mark(mark) if mark.as_str() == "*");
    base.symbol().filter(|n| star && n.len() == 1 && capital(n))
}

impl Kinds<'_> {
    /// Notes that all terms of this form are products of a matrix and a vector, as one of them is.
    pub(in crate::latex) fn summands(&mut self, tree: &Tree) {
        let found: Vec<(&Tree, &Tree)> = tree.args.iter().filter_map(weighted).collect();
        let linear = |(w, v): &(&Tree, &Tree)| self.of(w) == Kind::Mat && self.of(v) == Kind::Vec;
        if found.len() < 2 || !found.iter().any(linear) && !recurs(&found) {
            return;
        }
        for (weights, values) in found {
            for (tree, kind) in [(weights, Kind::Mat), (values, Kind::Vec)] {
                let name = tree.root_symbol().unwrap_or_default().to_owned();
                self.note(&name, kind);
            }
        }
    }

    /// Notes the vector that a dot joins to one.
    pub(in crate::latex) fn dotted(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            if *join != Join::Dot {
                continue;
            }
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                if let Some(name) = other.symbol().filter(|n| BESIDE.contains(n))
                    && one.symbol().is_some_and(|n| BESIDE.contains(&n))
                    && self.of(one) == Kind::Vec
                {
                    let name = name.to_owned();
                    self.note(&name, Kind::Vec);
                }
            }
        }
    }

    /// Notes the state that a trace takes a mean in: `\operatorname{Tr}(\rho A)`.
    pub(in crate::latex) fn density(&mut self, of: &Tree) {
        self.traced(of);
        let large = |t: &Tree| t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let state = |t: &Tree| t.symbol() == Some(r"\rho");
        if matches!(&of.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
            && of.args.iter().any(state)
            && of.args.iter().all(|t| state(t) || large(t))
        {
            self.note(r"\rho", Kind::Mat);
        }
    }

    /// Notes the capital letters that a prime transposes in a trace: `\operatorname{tr}(A'B)`.
    fn traced(&mut self, tree: &Tree) {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Prime, [base, primes]) => {
                let once = matches!(&primes.head, Head::Number(n) if n == "1");
                if let Some(name) = base.symbol().filter(|n| once && n.len() == 1 && capital(n)) {
                    let name = name.to_owned();
                    self.transpose_primes_of(&name, Kind::Mat);
                }
            }
            (Head::Product(_) | Head::Sum(..), terms) => terms.iter().for_each(|t| self.traced(t)),
            _ => {}
        }
    }

    /// Notes the matrices of `A^* A` and `U \Sigma V^*`, where the star is an adjoint.
    pub(in crate::latex) fn adjoint_factors(&mut self, joins: &[Join], tree: &Tree) {
        if !joins.iter().all(|j| *j == Join::Beside) {
            return;
        }
        let letter = |t: &Tree| {
            let name = t
                .symbol()
                .filter(|n| matches!(*n, r"\Sigma" | r"\Lambda") || n.len() == 1 && capital(n));
            name.map(str::to_owned)
        };
        let [first, .., last] = tree.args.as_slice() else {
            return;
        };
        let square = match tree.args.len() {
            2 => {
                starred(first).is_some_and(|n| last.symbol() == Some(n))
                    || starred(last).is_some_and(|n| first.symbol() == Some(n))
            }
            3 => {
                starred(last).is_some()
                    && matches!(tree.args[1].symbol(), Some(r"\Sigma" | r"\Lambda"))
                    && letter(first).is_some()
            }
            _ => false,
        };
        if !square {
            return;
        }
        for factor in &tree.args {
            let name = starred(factor)
                .map(str::to_owned)
                .or_else(|| letter(factor));
            if let Some(name) = name {
                self.note(&name, Kind::Mat);
            }
        }
    }
}
