//! Comparisons and connectives: statements about values.

use super::number::Number;
use super::set::Set;
use super::value::{Value, agree};
use std::cmp::Ordering;

/// The truth of a comparison by the name of its sign; an event when a side is random.
pub(super) fn compare(sign: &str, left: &Value, right: &Value) -> Value {
    if let (Value::Random(_), _) | (_, Value::Random(_)) = (left, right) {
        return event(sign, left, right);
    }
    if let (Value::Tuple(parts), "in" | "notin" | "lt" | "le" | "gt" | "ge" | "ne") = (left, sign)
        && !matches!(right, Value::Set(Set::Pairs(_)) | Value::Tuple(_))
    {
        return conjunction(parts.iter().map(|p| compare(sign, p, right)));
    }
    match sign {
        "eq" | "defines" | "equiv" => truth(left, right, agree(left, right)),
        "ne" => truth(left, right, agree(left, right).map(|same| !same)),
        "lt" => ordered(left, right, |o| o == Ordering::Less),
        "le" => ordered(left, right, |o| o != Ordering::Greater),
        "gt" => ordered(left, right, |o| o == Ordering::Greater),
        "ge" => ordered(left, right, |o| o != Ordering::Less),
        "in" | "notin" => match right {
            Value::Set(set) => truth(left, right, set.holds(left).map(|h| h == (sign == "in"))),
            _ => Value::missing(&[left.clone(), right.clone()]),
        },
        "subset" | "subseteq" => truth(left, right, included(left, right)),
        "supset" | "supseteq" => truth(left, right, included(right, left)),
        "implies" => implication(left.clone(), right.clone()),
        "iff" => truth(left, right, agree(left, right)),
        _ => Value::Unknown,
    }
}

fn truth(left: &Value, right: &Value, holds: Option<bool>) -> Value {
    match holds {
        Some(holds) => Value::Bool(holds),
        None if *left == Value::Undefined || *right == Value::Undefined => Value::Undefined,
        None => Value::Unknown,
    }
}

/// Inclusion; `\subset` is taken as allowing equality.
fn included(small: &Value, large: &Value) -> Option<bool> {
    match (small, large) {
        (Value::Set(a), Value::Set(b)) => match a.combine(b, |x, y| x & !y) {
            Some(left) => left.size().map(|n| n == 0),
            None => super::value::all(a.members()?.iter().map(|m| b.holds(m))),
        },
        _ => None,
    }
}

fn ordered(left: &Value, right: &Value, holds: impl Fn(Ordering) -> bool) -> Value {
    let order = match (left, right) {
        (Value::Number(a), Value::Number(b)) => match (a.as_real(), b.as_real()) {
            (Some(_), Some(_)) => order(*a, *b),
            _ => return Value::Undefined,
        },
        (Value::Infinite(a), Value::Infinite(b)) => Some(a.cmp(b)),
        (Value::Infinite(up), Value::Number(_)) => Some(if *up {
            Ordering::Greater
        } else {
            Ordering::Less
        }),
        (Value::Number(_), Value::Infinite(up)) => Some(if *up {
            Ordering::Less
        } else {
            Ordering::Greater
        }),
        _ => return Value::missing(&[left.clone(), right.clone()]),
    };
    match order {
        Some(order) => Value::Bool(holds(order)),
        // The same within the errors: decided when equality makes no difference.
        None if holds(Ordering::Equal) == holds(Ordering::Less)
            && holds(Ordering::Equal) == holds(Ordering::Greater) =>
        {
            Value::Bool(holds(Ordering::Equal))
        }
        None => Value::Unknown,
    }
}

/// The order of two real numbers; `None` when they are nearer than their errors.
pub(super) fn order(a: Number, b: Number) -> Option<Ordering> {
    let off = a.z.re - b.z.re;
    if off == 0.0 && a.error == 0.0 && b.error == 0.0 {
        return Some(Ordering::Equal);
    }
    let error = 4.0 * (a.error + b.error) + 1e-13 * (a.z.abs() + b.z.abs());
    if off.abs() <= error {
        return None;
    }
    Some(if off < 0.0 {
        Ordering::Less
    } else {
        Ordering::Greater
    })
}

/// The outcomes at which a comparison holds.
fn event(sign: &str, left: &Value, right: &Value) -> Value {
    let outcomes = super::set::UNIVERSE;
    let at = |value: &Value, i: usize| match value {
        Value::Random(values) => values.get(i).map_or(Value::Unknown, |n| Value::Number(*n)),
        other => other.clone(),
    };
    let mut mask = 0;
    for i in 0..outcomes {
        match compare(sign, &at(left, i), &at(right, i)) {
            Value::Bool(true) => mask |= 1 << i,
            Value::Bool(false) => {}
            other => return other,
        }
    }
    Value::Set(Set::Subset(mask))
}

/// Whether all hold.
pub(super) fn conjunction(parts: impl Iterator<Item = Value>) -> Value {
    let mut result = Value::Bool(true);
    for part in parts {
        match part {
            Value::Bool(false) => return Value::Bool(false),
            Value::Bool(true) => {}
            Value::Unknown => result = Value::Unknown,
            _ if result == Value::Unknown => {}
            _ => result = Value::Undefined,
        }
    }
    result
}

/// Whether one holds.
pub(super) fn disjunction(parts: impl Iterator<Item = Value>) -> Value {
    negation(conjunction(parts.map(negation)))
}

/// Whether it does not hold.
pub(super) fn negation(value: Value) -> Value {
    match value {
        Value::Bool(holds) => Value::Bool(!holds),
        Value::Unknown => Value::Unknown,
        _ => Value::Undefined,
    }
}

/// Whether the second holds when the first does.
pub(super) fn implication(premise: Value, conclusion: Value) -> Value {
    disjunction([negation(premise), conclusion].into_iter())
}
