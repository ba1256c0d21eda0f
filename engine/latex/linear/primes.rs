//! Matrices and vectors that a prime transposes: `X'X`, `X'\beta`, `x'Ax`.

use super::VECTORS;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes what a prime transposes: a matrix of data that stands beside itself, `X'X`, or before
    /// what is estimated, `X'\beta`; the vector of a quadratic form, `x'Ax`.
    pub(in crate::latex) fn data(&mut self, tree: &Tree) {
        let primed = |t: &'_ Tree| match (&t.head, t.args.as_slice()) {
            (Head::Prime, [letter, primes]) if primes.head == Head::Number("1".into()) => {
                letter.symbol().map(str::to_owned)
            }
            _ => None,
        };
        if let ([first, middle, last], Head::Product(joins)) = (tree.args.as_slice(), &tree.head)
            && let Some(name) = primed(first).filter(|n| VECTORS.contains(&n.as_str()))
            && joins.iter().all(|j| *j == Join::Beside)
            && last.symbol() == Some(&name)
            && let Some(matrix) = middle.symbol().filter(|n| n.len() == 1 && capital(n))
        {
            self.transpose_primes_of(&name, Kind::Vec);
            self.note(matrix, Kind::Mat);
        }
        if let [.., data, estimate] = tree.args.as_slice()
            && let Some(name) = primed(data).filter(|n| matches!(n.as_str(), "X" | "Z"))
            && let Some(estimate) = estimate
                .symbol()
                .filter(|n| matches!(*n, r"\beta" | r"\gamma" | r"\theta" | r"\hat{\beta}"))
        {
            self.transpose_primes_of(&name, Kind::Mat);
            self.note(estimate, Kind::Vec);
        }
        for pair in tree.args.windows(2) {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                let primed = match (&one.head, one.args.as_slice()) {
                    (Head::Prime, [letter, primes]) if primes.head == Head::Number("1".into()) => {
                        letter.symbol()
                    }
                    _ => None,
                };
                if let Some(name) = primed.filter(|n| matches!(*n, "X" | "Z"))
                    && other.symbol() == Some(name)
                    && !self.is_primed(name)
                {
                    let name = name.to_owned();
                    self.transpose_primes_of(&name, Kind::Mat);
                }
            }
        }
    }
}
