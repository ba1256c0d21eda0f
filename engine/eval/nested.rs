//! Unions and intersections of as many intervals as there are numbers, one inside the other:
//! `\bigcup_{n=1}^\infty [0, 1 - \frac{1}{n}] = [0, 1)`.

use super::interval::{End, Interval};
use super::number::Number;
use super::rational::Rational;
use super::set::Set;
use super::value::{Reason, Value};
use std::cmp::Ordering;

/// The first intervals are looked at one by one, those far out at powers of two up to this.
const FIRST: i64 = 8;
const DOUBLINGS: u32 = 20;
/// Ends tend to fractions with denominators up to this, as near as this far out.
const DENOMINATORS: i64 = 60;
const NEAR: f64 = 2e-5;
/// What is left to a limit shrinks at least so with each doubling.
const SHRINKING: f64 = 0.6;

/// The union or the intersection of all intervals from 0; unknown where they are not one inside the other, or
/// where it is not seen what their ends tend to.
pub(super) fn joined(union: bool, mut interval: impl FnMut(i64) -> Value) -> Value {
    let unknown = Value::Unknown(Reason::NotConverged);
    let (mut lows, mut highs) = (Vec::new(), Vec::new());
    let far = (3..=DOUBLINGS).map(|k| 1 << k);
    for k in (0..FIRST).chain(far) {
        let Value::Set(set) = interval(k) else {
            return unknown;
        };
        match set.pieces().as_deref() {
            Some([one]) => {
                lows.push(one.low.clone());
                highs.push(one.high.clone());
            }
            // The first of them may be empty.
            Some([]) if union && lows.is_empty() => {}
            _ => return unknown,
        }
    }
    let outward = |up: bool| match up == union {
        true => Ordering::Greater,
        false => Ordering::Less,
    };
    let (low, high) = (tends(&lows, outward(false)), tends(&highs, outward(true)));
    let end = |found: Towards, given: &[End]| match found {
        Towards::Same => given.last().cloned(),
        // No interval reaches it, or all do.
        Towards::Limit(x) => Some(Some((x, !union))),
        Towards::Infinity if union => Some(None),
        Towards::Infinity | Towards::Unknown => None,
    };
    if !union && (low == Towards::Infinity || high == Towards::Infinity) {
        return Value::Set(Set::Pieces(Vec::new()));
    }
    let (Some(low), Some(high)) = (end(low, &lows), end(high, &highs)) else {
        return unknown;
    };
    let empty = match (&low, &high) {
        (Some((a, first)), Some((b, last))) => match a.order(b) {
            Some(Ordering::Less) => false,
            Some(Ordering::Equal) => !(*first && *last),
            _ => return unknown,
        },
        _ => false,
    };
    let whole = if empty {
        Vec::new()
    } else {
        vec![Interval { low, high }]
    };
    Value::Set(Set::Pieces(whole))
}

/// What ends tend to.
#[derive(PartialEq)]
enum Towards {
    /// They are all the same.
    Same,
    Limit(Number),
    Infinity,
    Unknown,
}

/// What ends tend to that go this way.
fn tends(ends: &[End], way: Ordering) -> Towards {
    if ends.windows(2).all(|two| two[0] == two[1]) {
        return Towards::Same;
    }
    let exact = |end: &End| {
        end.as_ref()
            .map(|(x, _)| x.clone())
            .filter(Number::is_exact)
    };
    let Some(places) = ends.iter().map(exact).collect::<Option<Vec<Number>>>() else {
        return Towards::Unknown;
    };
    let far: Vec<&Number> = places.iter().rev().take(DOUBLINGS as usize - 3).collect();
    // The first power of two is the last of those that were looked at one by one.
    let goes_on = |two: &[Number]| two[1].order(&two[0]) == Some(way) || two[0] == two[1];
    let (first, last) = (&places[0], &places[places.len() - 1]);
    if !places.windows(2).all(goes_on) || last.order(first) != Some(way) {
        return Towards::Unknown;
    }
    let size = |x: &Number| x.near().abs();
    if far.windows(2).all(|two| size(two[0]) >= 1.5 * size(two[1])) {
        return Towards::Infinity;
    }
    let near = last.near().re;
    let fractions = (1..=DENOMINATORS).map(|below| ((near * below as f64).round(), below));
    let close = |(above, below): &(f64, i64)| (near - above / *below as f64).abs() <= NEAR;
    let Some((above, below)) = fractions.filter(|(above, _)| above.abs() < 1e9).find(close) else {
        return Towards::Unknown;
    };
    let Some(limit) = Rational::new(above as i64, below).map(Number::rational) else {
        return Towards::Unknown;
    };
    let left: Vec<f64> = far.iter().map(|x| size(&x.minus(&limit))).collect();
    let shrinks = left.windows(2).all(|two| two[0] <= SHRINKING * two[1]);
    match shrinks && limit.order(last) == Some(way) {
        true => Towards::Limit(limit),
        false => Towards::Unknown,
    }
}
