//! Operators that make sets of sets, members or ends.

use super::code::Code;
use super::interval::Interval;
use super::number::Number;
use super::set::{Numbers, Set};
use super::value::{Reason, Value};
use std::cmp::Ordering;

/// An interval between two ends.
pub(super) fn interval(code: Code, low: &Value, high: &Value) -> Value {
    let closed = match code {
        Code::IntervalCc => (true, true),
        Code::IntervalCo => (true, false),
        Code::IntervalOc => (false, true),
        _ => (false, false),
    };
    let end = |value: &Value, closed: bool, upper: bool| match value {
        Value::Number(n) if n.as_real().is_some() => Some(Some((n.clone(), closed))),
        Value::Infinite(up) if *up == upper => Some(None),
        _ => None,
    };
    let (Some(from), Some(to)) = (end(low, closed.0, false), end(high, closed.1, true)) else {
        return Value::missing([low, high]);
    };
    if let (Some((a, _)), Some((b, _))) = (&from, &to) {
        match a.order(b) {
            Some(Ordering::Greater) => return Value::Set(Set::Pieces(Vec::new())),
            Some(Ordering::Equal) if closed != (true, true) => {
                return Value::Set(Set::Pieces(Vec::new()));
            }
            _ => {}
        }
    }
    Value::Set(Set::Pieces(vec![Interval {
        low: from,
        high: to,
    }]))
}

/// The value of an operator on sets.
pub(super) fn sets(code: Code, args: &[Value]) -> Value {
    if code == Code::Set {
        return Value::Set(Set::Members(args.to_vec()));
    }
    let found: Option<Vec<&Set>> = args
        .iter()
        .map(|a| match a {
            Value::Set(set) => Some(set),
            _ => None,
        })
        .collect();
    let Some(sets) = found.filter(|s| !s.is_empty()) else {
        return Value::missing(args);
    };
    let fold = |operation: fn(u64, u64) -> u64| {
        let (start, rest) = sets.split_first()?;
        rest.iter()
            .try_fold((*start).clone(), |s, t| s.combine(t, operation))
    };
    let result = match code {
        Code::Union => fold(|a, b| a | b),
        Code::Inter => fold(|a, b| a & b),
        Code::Setminus => fold(|a, b| a & !b),
        Code::Symdiff => fold(|a, b| a ^ b),
        Code::Compl => sets[0].combine(sets[0], |a, _| !a),
        Code::Cross if sets.len() == 2 => sets[0].cross(sets[1]),
        Code::Powerset => sets[0].powerset(),
        Code::Positivepart | Code::Negativepart => part(sets[0], code == Code::Positivepart),
        Code::Card => {
            let infinite = match sets[0] {
                Set::Numbers(_) => true,
                Set::Pieces(pieces) => pieces.iter().any(|p| p.low != p.high || p.low.is_none()),
                _ => false,
            };
            if infinite {
                return Value::Infinite(true);
            }
            return match sets[0].size() {
                Some(n) => Value::integer(n as i64),
                None => Value::Unknown(Reason::Mismatch),
            };
        }
        _ => None,
    };
    result.map_or(Value::Unknown(Reason::Mismatch), Value::Set)
}

/// The positive (or negative) members of a set of numbers.
fn part(set: &Set, positive: bool) -> Option<Set> {
    if *set == Set::Numbers(Numbers::Integer) && positive {
        return Some(Set::Numbers(Numbers::Natural));
    }
    let zero = Some((Number::integer(0), false));
    let half = if positive {
        Interval {
            low: zero,
            high: None,
        }
    } else {
        Interval {
            low: None,
            high: zero,
        }
    };
    match set {
        Set::Numbers(Numbers::Real) => Some(Set::Pieces(vec![half])),
        _ => None,
    }
}
