//! Comparisons and connectives: statements about values.

use super::code::Code;
use super::number::Number;
use super::rational::Rational;
use super::set::Set;
use super::value::{Reason, Value, agree};
use std::cmp::Ordering;

/// The truth of a comparison; an event when a side is random.
pub(super) fn compare(code: Code, left: &Value, right: &Value) -> Value {
    if let (Value::Number(a), Value::Number(b)) = (left, right) {
        return numbers(code, a, b);
    }
    if let (Value::Random(_), _) | (_, Value::Random(_)) = (left, right)
        && !matches!(right, Value::Function(_))
    {
        return event(code, left, right);
    }
    if let (
        Value::Tuple(parts),
        Code::In | Code::Notin | Code::Lt | Code::Le | Code::Gt | Code::Ge | Code::Ne,
    ) = (left, code)
        && !matches!(
            right,
            Value::Set(Set::Pairs(_) | Set::Members(_)) | Value::Tuple(_)
        )
    {
        return conjunction(parts.iter().map(|p| compare(code, p, right)));
    }
    if let (Value::Vector(parts), Code::In, Value::Set(Set::Numbers(_))) = (left, code, right) {
        let parts = parts.iter().map(|p| Value::Number(p.clone()));
        return conjunction(parts.map(|p| compare(code, &p, right)));
    }
    let ordered = |holds: fn(Ordering) -> bool| ordered(left, right, holds);
    match code {
        Code::Eq | Code::Defines | Code::Definesback | Code::Equiv | Code::Iff => {
            truth(left, right, agree(left, right))
        }
        Code::Ne => truth(left, right, agree(left, right).map(|same| !same)),
        Code::Lt => ordered(|o| o == Ordering::Less),
        Code::Le => ordered(|o| o != Ordering::Greater),
        Code::Gt => ordered(|o| o == Ordering::Greater),
        Code::Ge => ordered(|o| o != Ordering::Less),
        Code::In | Code::Notin => match right {
            Value::Set(set) => {
                let holds = set.holds(left);
                truth(left, right, holds.map(|h| h == (code == Code::In)))
            }
            _ => Value::missing([left, right]),
        },
        Code::Contains => compare(Code::In, right, left),
        Code::Subset | Code::Subseteq => truth(left, right, included(left, right)),
        Code::Supset | Code::Supseteq => truth(left, right, included(right, left)),
        Code::Approx | Code::Simeq => approximately(left, right),
        _ => Value::missing([left, right]),
    }
}

fn numbers(code: Code, a: &Number, b: &Number) -> Value {
    let same = |wanted: bool| match a.same(b) {
        Some(same) => Value::Bool(same == wanted),
        None => Value::Unknown(Reason::Close),
    };
    let order = |holds: fn(Ordering) -> bool| match a.order(b) {
        Some(order) => Value::Bool(holds(order)),
        None if a.as_real().is_none() || b.as_real().is_none() => Value::Undefined,
        None => Value::Unknown(Reason::Close),
    };
    match code {
        Code::Eq | Code::Defines | Code::Definesback | Code::Equiv => same(true),
        Code::Ne => same(false),
        Code::Lt => order(|o| o == Ordering::Less),
        Code::Le => order(|o| o != Ordering::Greater),
        Code::Gt => order(|o| o == Ordering::Greater),
        Code::Ge => order(|o| o != Ordering::Less),
        Code::Approx | Code::Simeq => {
            approximately(&Value::Number(a.clone()), &Value::Number(b.clone()))
        }
        _ => Value::Unknown(Reason::Mismatch),
    }
}

/// `\approx` holds within 2 % of the larger number, and fails beyond 10 %.
fn approximately(left: &Value, right: &Value) -> Value {
    let (Value::Number(a), Value::Number(b)) = (left, right) else {
        return truth(left, right, agree(left, right).filter(|same| *same));
    };
    let off = a.minus(b).modulus();
    let (p, q) = (a.modulus(), b.modulus());
    let larger = if p.order(&q) == Some(Ordering::Less) {
        q
    } else {
        p
    };
    let share = |top, below| Rational::new(top, below).map(|r| larger.times(&Number::rational(r)));
    let (Some(near), Some(far)) = (share(1, 50), share(1, 10)) else {
        return Value::Undefined;
    };
    if off.order(&near).is_some_and(|o| o != Ordering::Greater) {
        Value::Bool(true)
    } else if off.order(&far) == Some(Ordering::Greater) {
        Value::Bool(false)
    } else {
        Value::Unknown(Reason::Close)
    }
}

fn truth(left: &Value, right: &Value, holds: Option<bool>) -> Value {
    match holds {
        Some(holds) => Value::Bool(holds),
        None => match Value::missing([left, right]) {
            Value::Unknown(Reason::Mismatch) if alike(left, right) => Value::Unknown(Reason::Close),
            value => value,
        },
    }
}

fn alike(left: &Value, right: &Value) -> bool {
    std::mem::discriminant(left) == std::mem::discriminant(right)
}

/// Inclusion; `\subset` is taken as allowing equality.
fn included(small: &Value, large: &Value) -> Option<bool> {
    match (small, large) {
        (Value::Set(a), Value::Set(b)) => a.within(b),
        _ => None,
    }
}

fn ordered(left: &Value, right: &Value, holds: fn(Ordering) -> bool) -> Value {
    let order = match (left, right) {
        (Value::Infinite(a), Value::Infinite(b)) => a.cmp(b),
        (Value::Infinite(up), Value::Number(_)) => {
            if *up {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
        (Value::Number(_), Value::Infinite(up)) => {
            if *up {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        _ => return Value::missing([left, right]),
    };
    Value::Bool(holds(order))
}

/// The outcomes at which a comparison holds.
fn event(code: Code, left: &Value, right: &Value) -> Value {
    let outcomes = super::set::UNIVERSE;
    let at = |value: &Value, i: usize| match value {
        Value::Random(values) => values
            .get(i)
            .map_or(Value::Undefined, |n| Value::Number(n.clone())),
        other => other.clone(),
    };
    let mut mask = 0;
    for i in 0..outcomes {
        let holds = match (left.number_at(i), right.number_at(i)) {
            (Some(a), Some(b)) => numbers(code, a, b),
            _ => compare(code, &at(left, i), &at(right, i)),
        };
        match holds {
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
            Value::Unknown(reason) => {
                if !matches!(result, Value::Unknown(_)) {
                    result = Value::Unknown(reason);
                }
            }
            _ if matches!(result, Value::Unknown(_)) => {}
            Value::Undefined => result = Value::Undefined,
            _ => result = Value::Unknown(Reason::Mismatch),
        }
    }
    result
}

/// Whether one holds.
pub(super) fn disjunction(parts: impl Iterator<Item = Value>) -> Value {
    negation(&conjunction(parts.map(|p| negation(&p))))
}

/// Whether it does not hold.
pub(super) fn negation(value: &Value) -> Value {
    match value {
        Value::Bool(holds) => Value::Bool(!holds),
        Value::Undefined => Value::Undefined,
        other => Value::missing([other]),
    }
}

/// Whether the second holds when the first does.
pub(super) fn implication(premise: &Value, conclusion: &Value) -> Value {
    disjunction([negation(premise), conclusion.clone()].into_iter())
}
