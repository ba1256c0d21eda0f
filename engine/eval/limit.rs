//! The limit of a sequence of values, by extrapolation.

use super::complex::{Complex, ONE};
use super::number::Number;
use super::value::{Reason, Value};

/// The limit of a sequence whose error shrinks about geometrically (partial sums up to powers of
/// two, values at halved distances), by Wynn's epsilon algorithm; unknown when that does not
/// settle.
pub(super) fn of(sequence: &[Number]) -> Value {
    let Some(last) = sequence.last().filter(|_| sequence.len() >= 5) else {
        return Value::Unknown(Reason::NotConverged);
    };
    let tail = &sequence[sequence.len() - 5..];
    let steps: Vec<f64> = tail
        .windows(2)
        .map(|w| (w[1].near() - w[0].near()).abs())
        .collect();
    let noise = tail
        .iter()
        .map(Number::error)
        .fold(1e-15 * last.near().abs(), f64::max);
    if steps.iter().all(|s| *s <= 4.0 * noise) {
        return Value::number(Number::with(last.near(), 8.0 * (noise + steps[3])));
    }
    if let Some(infinite) = diverges(tail, &steps) {
        return infinite;
    }
    // Values that come nearer faster than any extrapolation would bring them.
    if steps.windows(2).all(|s| s[1] <= 0.1 * s[0]) && steps[3] <= 1e-8 * (1.0 + last.near().abs())
    {
        return Value::number(Number::with(last.near(), steps[3] + 8.0 * noise));
    }
    // Values that have settled are followed by noise: it is cut off before extrapolating.
    let mut used = sequence.len();
    while used > 6 && (sequence[used - 1].near() - sequence[used - 2].near()).abs() <= 2.0 * noise {
        used -= 1;
    }
    let mut best: Option<(Complex, f64)> = None;
    let estimates: Vec<Complex> = (3..=used).filter_map(|n| epsilon(&sequence[..n])).collect();
    for pair in estimates.windows(2) {
        let off = (pair[1] - pair[0]).abs();
        if best.is_none_or(|(_, e)| off <= e) {
            best = Some((pair[1], off));
        }
    }
    match best {
        Some((z, off)) if off <= 1e-6 * (1.0 + z.abs()) => {
            Value::number(Number::with(z, 10.0 * off + 4.0 * noise))
        }
        _ => Value::Unknown(Reason::NotConverged),
    }
}

/// Infinity when the last steps do not shrink and go one way, unknown when they do not shrink.
fn diverges(tail: &[Number], steps: &[f64]) -> Option<Value> {
    if !steps.windows(2).all(|s| s[1] >= 0.97 * s[0]) {
        return None;
    }
    // Steps that shrink, however little, may add up to something finite.
    if !steps.windows(2).all(|s| s[1] >= (1.0 - 1e-6) * s[0]) {
        return Some(Value::Unknown(Reason::Divergent));
    }
    let real: Vec<f64> = tail.iter().filter_map(Number::as_real).collect();
    if real.len() < tail.len() {
        Some(Value::Unknown(Reason::Divergent))
    } else if real.windows(2).all(|w| w[1] > w[0]) {
        Some(Value::Infinite(true))
    } else if real.windows(2).all(|w| w[1] < w[0]) {
        Some(Value::Infinite(false))
    } else {
        Some(Value::Unknown(Reason::Divergent))
    }
}

/// The last even entry of the epsilon table.
fn epsilon(sequence: &[Number]) -> Option<Complex> {
    let mut before = vec![Complex::default(); sequence.len() + 1];
    let mut row: Vec<Complex> = sequence.iter().map(Number::near).collect();
    let mut result = *row.last()?;
    let mut even = true;
    while row.len() > 1 {
        let mut next = Vec::with_capacity(row.len() - 1);
        for (i, pair) in row.windows(2).enumerate() {
            let step = pair[1] - pair[0];
            if step.abs() <= 1e-300 {
                return Some(result);
            }
            next.push(before[i + 1] + ONE / step);
        }
        before = row;
        row = next;
        even = !even;
        if even {
            result = *row.last()?;
            if !result.is_finite() {
                return None;
            }
        }
    }
    Some(result)
}
