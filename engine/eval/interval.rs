//! Sets of real numbers made of intervals.

use super::number::Number;
use std::cmp::Ordering;

/// An end of an interval and whether it belongs to it; none is infinity.
pub type End = Option<(Number, bool)>;

/// An interval; one whose ends are equal and belong to it is a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: End,
    /// The upper end.
    pub high: End,
}

impl Interval {
    /// All real numbers.
    pub const fn line() -> Self {
        Self {
            low: None,
            high: None,
        }
    }
    /// One number.
    pub fn point(x: Number) -> Self {
        Self {
            low: Some((x.clone(), true)),
            high: Some((x, true)),
        }
    }
    /// Whether a number lies inside; `None` when it is nearer to an end than its error.
    pub fn holds(&self, x: &Number) -> Option<bool> {
        if x.as_real().is_none() {
            return Some(false);
        }
        let inside = |end: &End, outside: Ordering| match end {
            None => Some(true),
            Some((e, closed)) => match (x.order(e), closed) {
                (Some(Ordering::Equal), closed) => Some(*closed),
                (Some(order), _) => Some(order != outside),
                // At the end, as far as errors tell.
                (None, closed) => (x.same(e) == Some(true)).then_some(*closed),
            },
        };
        match (
            inside(&self.low, Ordering::Less),
            inside(&self.high, Ordering::Greater),
        ) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }
}

/// Whether a number lies in one of the intervals.
pub(super) fn holds(pieces: &[Interval], x: &Number) -> Option<bool> {
    let mut result = Some(false);
    for piece in pieces {
        match piece.holds(x) {
            Some(true) => return Some(true),
            None => result = None,
            Some(false) => {}
        }
    }
    result
}

/// The numbers whose membership in both sets an operation (on bits) accepts; the result is in
/// order and its intervals do not touch.
pub(super) fn combine(
    a: &[Interval],
    b: &[Interval],
    operation: &impl Fn(u64, u64) -> u64,
) -> Option<Vec<Interval>> {
    let mut ends: Vec<Number> = Vec::new();
    for piece in a.iter().chain(b) {
        for (end, _) in [&piece.low, &piece.high].into_iter().flatten() {
            let mut place = 0;
            let mut known = false;
            for other in &ends {
                match end.order(other) {
                    Some(Ordering::Greater) => place += 1,
                    Some(Ordering::Less) => break,
                    Some(Ordering::Equal) => {
                        known = true;
                        break;
                    }
                    None if end.same(other) == Some(true) => {
                        known = true;
                        break;
                    }
                    None => return None,
                }
            }
            if !known {
                ends.insert(place, end.clone());
            }
        }
    }
    let accepted = |x: &Number| {
        let bits = (u64::from(holds(a, x)?), u64::from(holds(b, x)?));
        Some(operation(bits.0, bits.1) & 1 == 1)
    };
    let (one, half) = (Number::integer(1), Number::exact(0.5));
    let mut result: Vec<Interval> = Vec::new();
    // An open gap before each end, the end itself, and the gap after the last one.
    let mut open: Option<End> = None;
    for k in 0..=ends.len() {
        let before = k.checked_sub(1).and_then(|k| ends.get(k));
        let after = ends.get(k);
        let inner = match (before, after) {
            (None, None) => Number::integer(0),
            (Some(x), None) => x.plus(&one),
            (None, Some(y)) => y.minus(&one),
            (Some(x), Some(y)) => x.plus(y).times(&half),
        };
        let gap = accepted(&inner)?;
        match (&open, gap) {
            (None, true) => open = Some(before.map(|x| (x.clone(), false))),
            (Some(low), false) => {
                result.push(Interval {
                    low: low.clone(),
                    high: before.map(|x| (x.clone(), true)),
                });
                open = None;
            }
            _ => {}
        }
        let Some(end) = after else { break };
        match (&open, accepted(end)?) {
            (None, true) => open = Some(Some((end.clone(), true))),
            (Some(low), false) => {
                result.push(Interval {
                    low: low.clone(),
                    high: Some((end.clone(), false)),
                });
                open = None;
            }
            _ => {}
        }
    }
    if let Some(low) = open {
        result.push(Interval { low, high: None });
    }
    Some(result)
}
