//! Probabilities, expected values and variances on a finite space.

use super::code::Code;
use super::number::Number;
use super::set::{Set, UNIVERSE};
use super::value::{Reason, Value};

/// The value of an operator of probability over evaluated arguments.
pub(super) fn apply(code: Code, args: &[Value], weights: &[Number]) -> Value {
    let value = match (code, args) {
        (Code::Prob, [event]) => probability(event, weights),
        (Code::Condprob, [a, b]) => {
            let (Some(a), Some(b)) = (event(a), event(b)) else {
                return Value::missing(args);
            };
            return Value::defined(measure(a & b, weights).over(&measure(b, weights)));
        }
        (Code::Expect, [x]) => variable(x).map(|x| mean(&x, weights)),
        (Code::Condexpect, [x, given]) if levels(given).is_some() => {
            let (Some(x), Some(levels)) = (variable(x), levels(given)) else {
                return Value::missing(args);
            };
            let means = levels.iter().map(|level| mean_on(&x, *level, weights));
            return match means.collect::<Option<Vec<Number>>>() {
                Some(means) => Value::Random(means),
                None => Value::Undefined,
            };
        }
        (Code::Condexpect, [x, given]) => {
            let (Some(x), Some(mask)) = (variable(x), event(given)) else {
                return Value::missing(args);
            };
            return Value::defined(mean_on(&x, mask, weights));
        }
        (Code::Var, [x]) => variable(x).map(|x| covariance(&x, &x, weights)),
        (Code::Cov, [x, y]) => match (variable(x), variable(y)) {
            (Some(x), Some(y)) => Some(covariance(&x, &y, weights)),
            _ => None,
        },
        _ => None,
    };
    value.map_or(Value::Unknown(Reason::Mismatch), Value::number)
}

/// The mean of a variable on an event.
fn mean_on(x: &[Number], mask: u64, weights: &[Number]) -> Option<Number> {
    let inside = x.iter().zip(weights).enumerate();
    let inside = inside
        .filter(|(i, _)| mask >> i & 1 == 1)
        .map(|(_, (x, w))| x.times(w));
    let sum = inside.fold(Number::integer(0), |s, n| s.plus(&n));
    sum.over(&measure(mask, weights))
}

/// For each outcome those at which variables have the values that they have there; none of events.
fn levels(given: &Value) -> Option<Vec<u64>> {
    let level = |values: &[Number]| {
        let same = |x: &Number| {
            let outcomes = values.iter().enumerate();
            let bits = outcomes.map(|(i, y)| x.same(y).map(|same| u64::from(same) << i));
            bits.sum::<Option<u64>>()
        };
        values.iter().map(same).collect::<Option<Vec<u64>>>()
    };
    match given {
        Value::Random(values) => level(values),
        Value::Tuple(parts) if !parts.is_empty() => {
            let each: Option<Vec<Vec<u64>>> = parts.iter().map(levels).collect();
            let whole = vec![(1 << UNIVERSE) - 1; UNIVERSE];
            let joint = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(&b).map(|(a, b)| a & b).collect();
            Some(each?.into_iter().fold(whole, joint))
        }
        _ => None,
    }
}

/// The outcomes of an event.
fn event(value: &Value) -> Option<u64> {
    match value {
        Value::Set(Set::Subset(mask)) => Some(*mask),
        Value::Set(Set::Members(none)) if none.is_empty() => Some(0),
        Value::Bool(true) => Some(u64::MAX),
        Value::Bool(false) => Some(0),
        Value::Set(Set::Members(members)) => {
            let bit = |m: &Value| {
                let place = m.as_integer()?.checked_sub(1)?;
                (0..UNIVERSE as i64).contains(&place).then_some(1 << place)
            };
            members.iter().try_fold(0, |m, v| Some(m | bit(v)?))
        }
        // Statements that hold together.
        Value::Tuple(parts) => parts.iter().try_fold(u64::MAX, |m, p| Some(m & event(p)?)),
        _ => None,
    }
}

fn measure(mask: u64, weights: &[Number]) -> Number {
    let chosen = weights.iter().enumerate();
    let chosen = chosen.filter(|(i, _)| mask >> i & 1 == 1);
    chosen.fold(Number::integer(0), |s, (_, w)| s.plus(w))
}

fn probability(value: &Value, weights: &[Number]) -> Option<Number> {
    Some(measure(event(value)?, weights))
}

fn variable(value: &Value) -> Option<Vec<Number>> {
    match value {
        Value::Random(values) => Some(values.clone()),
        Value::Number(n) => Some(vec![n.clone(); UNIVERSE]),
        // An event stands for its indicator.
        Value::Set(Set::Subset(mask)) => {
            let bits = (0..UNIVERSE).map(|i| Number::integer((mask >> i & 1) as i64));
            Some(bits.collect())
        }
        _ => None,
    }
}

fn mean(values: &[Number], weights: &[Number]) -> Number {
    let terms = values.iter().zip(weights).map(|(x, w)| x.times(w));
    terms.fold(Number::integer(0), |s, n| s.plus(&n))
}

fn covariance(x: &[Number], y: &[Number], weights: &[Number]) -> Number {
    let (mean_x, mean_y) = (mean(x, weights), mean(y, weights));
    let products = x
        .iter()
        .zip(y)
        .map(|(p, q)| p.minus(&mean_x).times(&q.minus(&mean_y)));
    mean(&products.collect::<Vec<_>>(), weights)
}
