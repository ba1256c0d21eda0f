//! Series whose signs turn, summed by Euler's transformation.

use super::number::Number;
use std::cmp::Ordering;

/// Differences that must be seen to say that all of an order fall.
const SEEN: usize = 8;

/// The sum of all terms from the first of these on, when their signs turn and the differences of
/// their sizes, of each order that is used, are positive as far as they are seen.
///
/// `Σ (-1)^j b_j = Σ_k D_k / 2^(k+1)` with `D_k = Σ_i (-1)^i binom(k, i) b_i`; where all differences
/// are positive what is left out after the order `k` is at most `D_k / 2^k` (DLMF 3.9.ii).
pub(super) fn sum(terms: &[Number]) -> Option<Number> {
    let first = terms.first()?.sign()?;
    let mut row: Vec<Number> = Vec::new();
    for (j, term) in terms.iter().enumerate() {
        let same = (term.sign()? == first) == (j % 2 == 0);
        if !same || first == Ordering::Equal {
            return None;
        }
        let size = if term.sign()? == Ordering::Less {
            term.negated()
        } else {
            term.clone()
        };
        row.push(size.rounded());
    }
    let half = Number::exact(0.5);
    let mut share = half.clone();
    let mut total = Number::integer(0);
    let mut left_out = f64::INFINITY;
    while row.len() > SEEN && row.iter().all(|d| d.sign() == Some(Ordering::Greater)) {
        left_out = 2.0 * row[0].times(&share).near().abs();
        total = total.plus(&row[0].times(&share));
        share = share.times(&half);
        row = row.windows(2).map(|w| w[0].minus(&w[1])).collect();
    }
    // The first difference tells whether sizes fall.
    if row.len() + 2 > terms.len() {
        return None;
    }
    let value = total.widened(left_out);
    Some(if first == Ordering::Less {
        value.negated()
    } else {
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::flags::{self, Precision};
    use crate::eval::rational::Rational;

    fn check(
        precision: Precision,
        term: impl Fn(i64) -> Option<Rational>,
        wanted: Option<(f64, f64)>,
    ) {
        flags::at(precision, || {
            let terms: Option<Vec<Number>> =
                (0..48).map(|k| term(k).map(Number::rational)).collect();
            let found = sum(&terms.expect("terms"));
            match (found, wanted) {
                (Some(found), Some((value, error))) => {
                    let off = (found.near().re - value).abs();
                    assert!(off <= found.error() + 1e-15, "{found:?} for {value}");
                    assert!(found.error() < error, "{}", found.error());
                }
                (found, wanted) => assert_eq!(found.is_some(), wanted.is_some(), "{found:?}"),
            }
        });
    }

    #[test]
    fn known_sums() {
        let sign = |k: i64| if k % 2 == 0 { 1 } else { -1 };
        let ln = std::f64::consts::LN_2;
        let harmonic = |k: i64| Rational::new(sign(k), k + 1);
        check(Precision::Fast, harmonic, Some((ln, 2e-5)));
        check(Precision::Digits80, harmonic, Some((ln, 1e-13)));
        let negative = |k: i64| Rational::new(-sign(k), k + 1);
        check(Precision::Fast, negative, Some((-ln, 2e-5)));
        // Signs that do not turn, and sizes that grow.
        check(Precision::Fast, |k| Rational::new(1, k + 1), None);
        check(
            Precision::Fast,
            |k| Rational::new(sign(k) * (k + 1), 1),
            None,
        );
    }
}
