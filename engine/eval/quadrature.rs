//! Integrals with bounds on what is left out that can be argued; without one they are unknown.

use super::ball::Function;
use super::flags::{self, Precision};
use super::number::Number;
use super::rational::Rational;
use super::value::{Reason, Value};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;

const OPEN: Value = Value::Unknown(Reason::NotConverged);

/// The integral between two ends along a straight line, by double exponential quadrature: the
/// step from one distance of the places to half of it is far more than what is left. Infinite where
/// what an end adds grows one way. Where the integrand may have corners that is no more than an
/// estimate, which counts as one part in a thousand. Integrals that are nested go to fewer digits, as
/// all that is within is evaluated at each place.
pub(super) fn integral(
    low: &Value,
    high: &Value,
    corners: bool,
    nested: bool,
    body: &mut dyn FnMut(Number) -> Option<Number>,
) -> Value {
    let half = matches!(
        (low, high),
        (Value::Number(_), Value::Infinite(_)) | (Value::Infinite(_), Value::Number(_))
    );
    let enough = match flags::precision() {
        Precision::Fast => 1e-13,
        _ if nested => 1e-9,
        _ => 1e-40,
    };
    let value = integrated(low, high, false, enough, body)
        .or_else(|| half.then(|| integrated(low, high, true, enough, body))?)
        .or_else(|| unbounded(low, high, body));
    match value {
        Some(Value::Number(n)) if corners => {
            let doubt = (64.0 * n.error()).max(1e-3 * (1.0 + n.near().abs()));
            Value::number(n.widened(doubt))
        }
        value => value.unwrap_or(OPEN),
    }
}

/// By places that lie nearer to each other on the way to infinity where what is integrated `decays` as
/// an exponential, until half the step changes no more than `enough`.
fn integrated(
    low: &Value,
    high: &Value,
    decays: bool,
    enough: f64,
    body: &mut dyn FnMut(Number) -> Option<Number>,
) -> Option<Value> {
    let reach = reach(low, high);
    let mut sum = Number::integer(0).rounded();
    let mut ends = 0.0_f64;
    let mut before: Option<Number> = None;
    let mut stride = 4;
    let mut missing = 0;
    let mut done: Option<i64> = None;
    loop {
        for (side, reach) in [(-1, reach.0), (1, reach.1)] {
            let first = if side < 0 { 0 } else { stride };
            for k in (first..=reach).step_by(stride as usize) {
                if done.is_some_and(|d| k % d == 0) {
                    continue;
                }
                let (x, weight) = place(low, high, decays, side * k)?;
                match body(x).filter(Number::is_finite) {
                    Some(value) => {
                        let part = value.times(&weight);
                        let size = part.near().abs() + part.error();
                        sum = sum.plus(&part);
                        if k > reach - stride {
                            ends = ends.max(size);
                        } else if k > USUAL && size < enough * 1e-9 * (1.0 + sum.near().abs()) {
                            break;
                        }
                    }
                    // The very ends may be singular.
                    None if k > reach - 16 && missing < 8 => {
                        missing += 1;
                        ends = ends.max(weight.near().abs());
                    }
                    None => return None,
                }
            }
        }
        let step = Number::rational(Rational::new(stride, 16)?);
        let value = sum.times(&step);
        if let Some(before) = before.replace(value.clone()) {
            let off = value.minus(&before).near().abs();
            let size = 1.0 + value.near().abs();
            if off <= enough * size || stride == 1 {
                let error = 8.0 * off + 4.0 * ends;
                return (error <= 1e-3 * size).then(|| Value::number(value.widened(error)));
            }
        }
        done = Some(stride);
        stride /= 2;
    }
}

/// As many products take as long as a place, and as adding what it says.
const PLACE: u64 = 2;

/// How far parameters go towards both ends, in sixteenths, where what is added is nothing by then.
const USUAL: i64 = 66;

/// How far parameters go towards both ends, in sixteenths: near zero numbers tell the places apart
/// for long, elsewhere what is beside an end soon is the end.
fn reach(low: &Value, high: &Value) -> (i64, i64) {
    let zero = |end: &Value| matches!(end, Value::Number(n) if n.is_zero() && n.error() == 0.0);
    match (low, high) {
        (Value::Number(_), Value::Number(_)) => {
            let far = |end| if zero(end) { 96 } else { USUAL };
            (far(low), far(high))
        }
        _ => (76, 76),
    }
}

/// Infinity where what is added near an end grows one way: places nearer and nearer to it add no
/// less each, and of one sign since long before, as what oscillates has one sign by chance.
pub(super) fn unbounded(
    low: &Value,
    high: &Value,
    body: &mut dyn FnMut(Number) -> Option<Number>,
) -> Option<Value> {
    [1, -1].into_iter().find_map(|side| {
        let mut parts = Vec::new();
        for k in (0..=60).step_by(2) {
            let (x, weight) = place(low, high, false, side * k)?;
            let Some(value) = body(x).filter(Number::is_finite) else {
                break;
            };
            // Beside the distance of the places, which grows as the hyperbolic cosine.
            let rate = Number::exact((f64::from(k as i32) / 16.0).cosh());
            let part = value.times(&weight).over(&rate)?;
            if part.error() > 0.1 * part.near().abs() {
                break;
            }
            parts.push(part);
        }
        let late = &parts[parts.len().checked_sub(12)?..];
        let up = late[0].sign()?;
        let one_way = late.iter().all(|p| p.sign() == Some(up));
        let grows = late[6..]
            .windows(2)
            .all(|w| w[1].near().abs() >= w[0].near().abs());
        (one_way && grows && up != Ordering::Equal)
            .then_some(Value::Infinite(up == Ordering::Greater))
    })
}

/// The place and the weight for a parameter in sixteenths.
fn place(low: &Value, high: &Value, decays: bool, k: i64) -> Option<(Number, Number)> {
    flags::work(PLACE);
    Some(match (low, high) {
        // Counted from the end that is nearer.
        (Value::Number(a), Value::Number(b)) => {
            let (share, weight) = node(Ends::Finite, -k.abs())?;
            let length = b.minus(a);
            let away = length.times(&share);
            let x = if k > 0 { b.minus(&away) } else { a.plus(&away) };
            (x, length.times(&weight))
        }
        (Value::Number(a), Value::Infinite(up)) => {
            let ends = if decays { Ends::Decay } else { Ends::Half };
            let (far, weight) = node(ends, k)?;
            let sign = Number::integer(if *up { 1 } else { -1 });
            (a.plus(&far.times(&sign)), weight.times(&sign))
        }
        (Value::Infinite(up), Value::Number(_)) => {
            let (x, weight) = place(high, &Value::Infinite(*up), decays, k)?;
            (x, weight.negated())
        }
        (Value::Infinite(from), Value::Infinite(to)) if from != to => {
            let (x, weight) = node(Ends::Whole, k)?;
            let sign = Number::integer(if *to { 1 } else { -1 });
            (x, weight.times(&sign))
        }
        _ => return None,
    })
}

/// Which bounds of an integral are numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ends {
    Finite,
    Half,
    /// One is infinite, and what is integrated shrinks as an exponential.
    Decay,
    Whole,
}

/// Precision, ends and number of a node.
type NodeKey = (usize, Ends, i64);

thread_local! {
    /// Nodes do not depend on the integral, and take longer than most of its values.
    static NODES: RefCell<BTreeMap<NodeKey, (Number, Number)>> = const { RefCell::new(BTreeMap::new()) };
}

/// A node and its weight, between 0 and 1, from 0 on, or on the whole line. Nodes are no part of the
/// effort: limits count the same whether a node was known or not.
fn node(ends: Ends, k: i64) -> Option<(Number, Number)> {
    let key = (flags::precision().bits(), ends, k);
    if let Some(known) = NODES.with_borrow(|nodes| nodes.get(&key).cloned()) {
        return Some(known);
    }
    let found = flags::aside(|| new_node(ends, k))?;
    NODES.with_borrow_mut(|nodes| nodes.insert(key, found.clone()));
    Some(found)
}

fn new_node(ends: Ends, k: i64) -> Option<(Number, Number)> {
    let t = Number::rational(Rational::new(k, 16)?);
    let half = Number::rational(Rational::new(1, 2)?);
    let quarter = Number::pi().times(&half);
    if ends == Ends::Decay {
        let back = t.negated().apply(Function::Exp)?;
        let far = t.minus(&back).apply(Function::Exp)?;
        let weight = far.times(&Number::integer(1).plus(&back));
        return Some((far, weight));
    }
    let u = t.apply(Function::Sinh)?.times(&quarter);
    let rate = t.apply(Function::Cosh)?.times(&quarter);
    Some(match ends {
        Ends::Finite => {
            let one = Number::integer(1);
            let up = u.plus(&u).apply(Function::Exp)?;
            let below = one.plus(&up);
            let share = up.over(&below)?;
            let weight = share.over(&below)?.times(&rate).times(&Number::integer(2));
            (share, weight)
        }
        Ends::Half | Ends::Decay => {
            let far = u.apply(Function::Exp)?;
            let weight = far.times(&rate);
            (far, weight)
        }
        Ends::Whole => {
            let weight = u.apply(Function::Cosh)?.times(&rate);
            (u.apply(Function::Sinh)?, weight)
        }
    })
}
