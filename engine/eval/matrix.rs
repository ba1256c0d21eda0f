//! Matrices and vectors of numbers.

use super::ball::{Function, unit};
use super::flags;
use super::number::Number;
use super::rational::Rational;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;

/// A matrix, row by row.
pub(super) type Matrix = Vec<Vec<Number>>;

/// The product; `None` when the sizes do not fit.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Option<Matrix> {
    let columns = b.first().map_or(0, Vec::len);
    flags::work((a.len() * b.len() * columns) as u64);
    let rows = a.iter().map(|row| {
        if row.len() != b.len() {
            return None;
        }
        let entry = |j: usize| {
            let terms = row.iter().zip(b).map(|(x, other)| x.times(&other[j]));
            terms.fold(Number::integer(0), |s, n| s.plus(&n))
        };
        Some((0..columns).map(entry).collect())
    });
    rows.collect()
}

/// The transposed matrix.
pub(super) fn transposed(a: &Matrix) -> Matrix {
    let columns = a.first().map_or(0, Vec::len);
    (0..columns)
        .map(|j| a.iter().map(|row| row[j].clone()).collect())
        .collect()
}

/// The identity.
pub(super) fn identity(size: usize) -> Matrix {
    let entry = |i, j| Number::integer(i64::from(i == j));
    (0..size)
        .map(|i| (0..size).map(|j| entry(i, j)).collect())
        .collect()
}

/// Whether rows and columns are as many.
pub(super) fn is_square(a: &Matrix) -> bool {
    a.iter().all(|row| row.len() == a.len())
}

/// The determinant of a square matrix. Sizes are small.
pub(super) fn determinant(a: &Matrix) -> Option<Number> {
    if !is_square(a) || a.len() > 6 {
        return None;
    }
    flags::work(((1_usize << a.len()) * a.len()) as u64);
    if let Some((rows, scale)) = in_integers(a) {
        let whole = expanded(
            &rows,
            BigInt::ZERO,
            BigInt::from(1),
            |sum, x, minor, plus| {
                let term = x * minor;
                if plus { sum + term } else { sum - term }
            },
        )?;
        return Some(Number::large(BigRational::new(whole, scale)));
    }
    let (zero, one) = (Number::integer(0), Number::integer(1));
    expanded(a, zero, one, |sum, x, minor, plus| {
        let term = x.times(minor);
        if plus {
            sum.plus(&term)
        } else {
            sum.minus(&term)
        }
    })
}

/// Rows of fractions as rows of integers, and what their determinant is to be divided by: reducing
/// every product would cost far more than all of them. None for integers, which need none of it, and
/// for other numbers.
fn in_integers(a: &Matrix) -> Option<(Vec<Vec<BigInt>>, BigInt)> {
    let mut scale = BigInt::from(1);
    let mut rows = Vec::new();
    let mut fractions = false;
    for row in a {
        let row: Vec<BigRational> = row.iter().map(Number::as_fraction).collect::<Option<_>>()?;
        let common = row
            .iter()
            .fold(BigInt::from(1), |all, x| all.lcm(x.denom()));
        fractions |= common != BigInt::from(1);
        rows.push(
            row.iter()
                .map(|x| x.numer() * (&common / x.denom()))
                .collect(),
        );
        scale *= common;
    }
    fractions.then_some((rows, scale))
}

/// A determinant by expansion; minors of the last rows are found once. `add` adds the product of an
/// entry and a minor to a sum, or takes it away.
fn expanded<T: Clone>(
    a: &[Vec<T>],
    zero: T,
    one: T,
    add: impl Fn(T, &T, &T, bool) -> T,
) -> Option<T> {
    let all = 1_usize << a.len();
    // The determinant of as many of the last rows as a set has columns.
    let mut minors = vec![one; all];
    for columns in 1..all {
        let row = &a[a.len() - columns.count_ones() as usize];
        let mut sum = zero.clone();
        let mut plus = true;
        for (j, x) in row
            .iter()
            .enumerate()
            .filter(|(j, _)| columns >> j & 1 == 1)
        {
            sum = add(sum, x, &minors[columns & !(1 << j)], plus);
            plus = !plus;
        }
        minors[columns] = sum;
    }
    minors.pop()
}

/// The inverse of a square matrix that is not singular, by cofactors.
pub(super) fn inverse(a: &Matrix) -> Option<Matrix> {
    let determinant_of_all = determinant(a)?;
    let entry = |i: usize, j: usize| {
        let rows = a.iter().enumerate().filter(|(r, _)| *r != j);
        let minor = rows.map(|(_, row)| {
            let kept = row.iter().enumerate().filter(|(c, _)| *c != i);
            kept.map(|(_, n)| n.clone()).collect()
        });
        let cofactor = determinant(&minor.collect())?;
        let signed = if (i + j).is_multiple_of(2) {
            cofactor
        } else {
            cofactor.negated()
        };
        signed.over(&determinant_of_all)
    };
    (0..a.len())
        .map(|i| (0..a.len()).map(|j| entry(i, j)).collect())
        .collect()
}

/// The exponential of a square matrix: that of a small part of it by its series, squared again and again. None
/// where it is too large.
pub(super) fn exponential(a: &Matrix) -> Option<Matrix> {
    const HALVINGS: i32 = 10;
    let size = |row: &Vec<Number>| row.iter().map(|x| x.near().abs() + x.error()).sum::<f64>();
    let size = a.iter().map(size).fold(0.0, f64::max);
    if !size.is_finite() {
        return None;
    }
    let halvings = (size.log2().ceil() as i32 + 1).max(0);
    if halvings > HALVINGS {
        return None;
    }
    let part = Number::rational(Rational::new(1, 1 << halvings)?);
    let scaled = |m: &Matrix, by: &Number| -> Matrix {
        let row = |row: &Vec<Number>| row.iter().map(|x| x.times(by)).collect();
        m.iter().map(row).collect()
    };
    let small = scaled(a, &part);
    let unit = unit(flags::precision().bits());
    let (mut sum, mut term, mut bound) = (identity(a.len()), identity(a.len()), 1.0);
    for k in 1_i64.. {
        term = scaled(
            &product(&term, &small)?,
            &Number::rational(Rational::new(1, k)?),
        );
        for (row, more) in sum.iter_mut().zip(&term) {
            for (x, y) in row.iter_mut().zip(more) {
                *x = x.plus(y);
            }
        }
        bound *= 0.5 / k as f64;
        if bound <= unit {
            break;
        }
    }
    let mut power: Matrix = sum
        .iter()
        .map(|row| row.iter().map(|x| x.rounded().widened(bound)).collect())
        .collect();
    for _ in 0..halvings {
        power = product(&power, &power)?;
    }
    Some(power)
}

/// The number of independent rows.
pub(super) fn rank(a: &Matrix) -> usize {
    let mut rows = a.clone();
    let columns = rows.first().map_or(0, Vec::len);
    let mut rank = 0;
    for j in 0..columns {
        let size = |row: &Vec<Number>| row[j].near().abs();
        let best = (rank..rows.len()).max_by(|&p, &q| size(&rows[p]).total_cmp(&size(&rows[q])));
        let Some(best) = best.filter(|&b| !rows[b][j].is_zero()) else {
            continue;
        };
        rows.swap(rank, best);
        let pivot = rows[rank].clone();
        for row in rows.iter_mut().skip(rank + 1) {
            let Some(factor) = row[j].over(&pivot[j]) else {
                continue;
            };
            for (x, p) in row.iter_mut().zip(&pivot) {
                *x = x.minus(&factor.times(p));
            }
        }
        rank += 1;
    }
    rank
}

/// The sum of products.
pub(super) fn dot(v: &[Number], w: &[Number]) -> Option<Number> {
    if v.len() != w.len() {
        return None;
    }
    let terms = v.iter().zip(w).map(|(x, y)| x.times(y));
    Some(terms.fold(Number::integer(0), |s, n| s.plus(&n)))
}

/// The vector product in space.
pub(super) fn vector_product(v: &[Number], w: &[Number]) -> Option<Vec<Number>> {
    if v.len() != 3 || w.len() != 3 {
        return None;
    }
    let minor = |i: usize, j: usize| v[i].times(&w[j]).minus(&v[j].times(&w[i]));
    Some(vec![minor(1, 2), minor(2, 0), minor(0, 1)])
}

/// The length of a vector, or the root of the sum of the squared entries.
pub(super) fn norm<'n>(entries: impl Iterator<Item = &'n Number>) -> Option<Number> {
    let squares = entries.map(|n| {
        let size = n.modulus();
        size.times(&size)
    });
    let sum = squares.fold(Number::integer(0), |s, n| s.plus(&n));
    sum.apply(Function::Sqrt)
}
