//! The greatest and the least value over an interval, `\sup_{x \in [0, 1]} x(1 - x)`: where it may lie is halved
//! until it is known, by bounds of the values over each part.

use super::complex::Complex;
use super::machine::Machine;
use super::number::Number;
use super::set::Set;
use super::value::{Reason, Value};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// As many parts are looked at.
const PARTS: usize = 4_000;
/// How near the bounds have to come: a part of the value, and so much.
const NEAR: f64 = 1.6e-5;
const NEARER: f64 = 1.6e-8;

/// A part of the interval, and what no value over it is beyond.
struct Part {
    bound: f64,
    low: f64,
    high: f64,
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        let bounds = self.bound.total_cmp(&other.bound);
        bounds.then_with(|| other.low.total_cmp(&self.low))
    }
}

/// The least upper bound of a body over an interval, or the greatest lower one. One that has to be `attained`
/// is known where the interval has its ends.
pub(super) fn over(
    machine: &mut Machine<'_>,
    block: u32,
    set: &Set,
    (greatest, attained): (bool, bool),
) -> Value {
    let unknown = Value::Unknown(Reason::NotConverged);
    let pieces = set.pieces();
    let Some([interval]) = pieces.as_deref() else {
        return Value::Unknown(Reason::Mismatch);
    };
    let (Some((low, first)), Some((high, last))) = (&interval.low, &interval.high) else {
        return unknown;
    };
    if attained && !(*first && *last) {
        return unknown;
    }
    let (low, high) = (low.near().re, high.near().re);
    let mut value = |x: Number| match machine.body(block, Value::Number(x)) {
        Value::Number(y) if y.is_finite() => {
            let near = y.near();
            let x = if greatest { near.re } else { -near.re };
            // What is not real within its error has no bound.
            (near.im.abs() <= y.error()).then(|| (x, y.error()))
        }
        _ => None,
    };
    let mut heap = BinaryHeap::new();
    heap.push(Part {
        bound: f64::INFINITY,
        low,
        high,
    });
    let mut best = f64::NEG_INFINITY;
    for _ in 0..PARTS {
        let Some(part) = heap.pop() else {
            return unknown;
        };
        let gap = part.bound - best;
        if best.is_finite() && gap <= NEAR * best.abs() + NEARER {
            let found = best + gap.max(0.0) / 2.0;
            let found = if greatest { found } else { -found };
            let error = gap.max(0.0) / 2.0 + 8.0 * f64::EPSILON * best.abs();
            return Value::number(Number::with(Complex::real(found), error));
        }
        let middle = part.low.midpoint(part.high);
        for (low, high) in [(part.low, middle), (middle, part.high)] {
            let center = low.midpoint(high);
            if let Some((x, error)) = value(Number::rough(center)) {
                best = best.max(x - error);
            }
            let half = (high - low) / 2.0;
            let around = value(Number::with(Complex::real(center), half));
            let bound = around.map_or(f64::INFINITY, |(x, error)| x + error);
            if bound >= best {
                heap.push(Part { bound, low, high });
            }
        }
    }
    unknown
}
