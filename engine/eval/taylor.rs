//! Arithmetic of truncated power series, the constant coefficient first.

use super::number::Number;

fn zero() -> Number {
    Number::integer(0)
}

/// A constant.
pub(super) fn constant(c: &Number, order: usize) -> Vec<Number> {
    let mut series = vec![zero(); order + 1];
    series[0] = c.clone();
    series
}

/// The sum.
pub(super) fn sum(a: &[Number], b: &[Number]) -> Vec<Number> {
    a.iter().zip(b).map(|(x, y)| x.plus(y)).collect()
}

/// The product.
pub(super) fn product(a: &[Number], b: &[Number]) -> Vec<Number> {
    (0..a.len().min(b.len()))
        .map(|k| {
            let terms = (0..=k).map(|i| a[i].times(&b[k - i]));
            terms.fold(zero(), |s, t| s.plus(&t))
        })
        .collect()
}

/// The quotient, when the divisor does not start with zero.
pub(super) fn quotient(a: &[Number], b: &[Number]) -> Option<Vec<Number>> {
    let mut result: Vec<Number> = Vec::new();
    for k in 0..a.len().min(b.len()) {
        let used = (0..k).map(|i| result[i].times(&b[k - i]));
        let rest = used.fold(a[k].clone(), |s, t| s.minus(&t));
        result.push(rest.over(&b[0])?);
    }
    Some(result)
}

/// The derivative, of one order less.
pub(super) fn derivative(a: &[Number]) -> Vec<Number> {
    let rest = a.iter().enumerate().skip(1);
    rest.map(|(k, c)| c.times(&Number::integer(k as i64)))
        .collect()
}

/// An outer series, at the constant coefficient of the inner one, applied to the inner one.
pub(super) fn composed(outer: &[Number], inner: &[Number]) -> Vec<Number> {
    let mut shifted = inner.to_vec();
    shifted[0] = zero();
    let mut result = constant(&zero(), inner.len() - 1);
    for c in outer.iter().rev() {
        result = product(&result, &shifted);
        result[0] = result[0].plus(c);
    }
    result
}

/// The series of the inverse, whose value is a place at which the series is the given one.
pub(super) fn reversed(place: &Number, series: &[Number], order: usize) -> Option<Vec<Number>> {
    let mut result = constant(place, order);
    if order == 0 {
        return Some(result);
    }
    let slope = series.get(1)?;
    let mut shifted = series.to_vec();
    shifted[0] = zero();
    result[1] = slope.inverse()?;
    for k in 2..=order {
        let mut inner = result.clone();
        inner[0] = zero();
        let rest = composed(&shifted, &inner)[k].negated();
        result[k] = rest.over(slope)?;
    }
    Some(result)
}
