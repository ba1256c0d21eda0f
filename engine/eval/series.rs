//! Sums, products, unions over an index; limits; sets by a condition.

use super::evaluate::Evaluator;
use super::limit;
use super::number::Number;
use super::operate;
use super::set::{Set, UNIVERSE};
use super::value::Value;
use crate::term::{Op, Term};

/// More terms than this are not added.
const TERMS: i64 = 20_000;
/// Partial sums of a series are taken up to 2 to this power.
const DOUBLINGS: u32 = 12;

/// What is made of the values of the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fold {
    Sum,
    Product,
    Union,
    Intersection,
}

impl Fold {
    fn of(name: &str) -> Self {
        match name {
            "sum" | "sumin" | "sumcond" | "addseq" => Self::Sum,
            "prod" | "prodin" | "prodcond" | "mulseq" => Self::Product,
            "bigunion" | "bigunionin" => Self::Union,
            _ => Self::Intersection,
        }
    }
    fn start(self) -> Value {
        match self {
            Self::Sum => Value::integer(0),
            Self::Product => Value::integer(1),
            Self::Union => Value::Set(Set::Subset(0)),
            Self::Intersection => Value::Set(Set::universe()),
        }
    }
    fn join(self, a: Value, b: Value) -> Value {
        match (self, a, b) {
            (Self::Sum, a, b) => operate::plus(a, b),
            (Self::Product, a, b) => operate::times(a, b),
            (Self::Union, Value::Set(a), Value::Set(b)) => a
                .combine(&b, |x, y| x | y)
                .map_or(Value::Unknown, Value::Set),
            (Self::Intersection, Value::Set(a), Value::Set(b)) => a
                .combine(&b, |x, y| x & y)
                .map_or(Value::Unknown, Value::Set),
            _ => Value::Unknown,
        }
    }
}

/// `\sum_{i=low}^{high} body` and its kin.
pub(super) fn bounded(
    evaluator: &mut Evaluator<'_>,
    name: &str,
    index: Op,
    low: &Term,
    high: &Term,
    body: &Term,
) -> Value {
    let (low, high) = (evaluator.value(low), evaluator.value(high));
    let Some(start) = low.as_integer() else {
        return if low.is_known() {
            Value::Undefined
        } else {
            low
        };
    };
    let mut term = |k: i64| evaluator.with(index, Value::integer(k), body);
    match high {
        Value::Infinite(true) => infinite(Fold::of(name), |k| term(start + k)),
        high => match high.as_integer() {
            Some(end) => finite(Fold::of(name), end - start + 1, |k| term(start + k)),
            None if high.is_known() => Value::Undefined,
            None => high,
        },
    }
}

/// Joins the terms 0 to count - 1.
fn finite(fold: Fold, count: i64, mut term: impl FnMut(i64) -> Value) -> Value {
    if count > TERMS {
        return Value::Unknown;
    }
    let mut total = fold.start();
    for k in 0..count {
        match term(k) {
            value @ (Value::Undefined | Value::Unknown) => return value,
            value => total = fold.join(total, value),
        }
    }
    total
}

/// The sum or product of all terms from 0.
fn infinite(fold: Fold, mut term: impl FnMut(i64) -> Value) -> Value {
    if !matches!(fold, Fold::Sum | Fold::Product) {
        return Value::Unknown;
    }
    let mut total = fold.start().as_number().unwrap_or(Number::integer(0));
    let mut partial = Vec::new();
    let (mut quiet, mut next) = (0, 1_i64);
    for k in 0..1_i64 << DOUBLINGS {
        let value = match term(k) {
            Value::Number(n) => n,
            // Terms that became tiny may overflow on the way.
            Value::Unknown if quiet >= 8 => return Value::number(total),
            other => return Value::missing(&[other]),
        };
        let off = match fold {
            Fold::Sum => value.z.abs(),
            _ => (value.z - super::complex::ONE).abs(),
        };
        quiet = if off <= 1e-17 * (1.0 + total.z.abs()) {
            quiet + 1
        } else {
            0
        };
        total = if fold == Fold::Sum {
            total.plus(value)
        } else {
            total.times(value)
        };
        if quiet >= 32 {
            return Value::number(total);
        }
        if k + 1 == next {
            partial.push(total);
            next *= 2;
        }
    }
    limit::of(&partial)
}

/// The body over the members of a set.
pub(super) fn over(
    evaluator: &mut Evaluator<'_>,
    name: &str,
    index: Op,
    set: &Term,
    body: &Term,
) -> Value {
    let members = match evaluator.value(set) {
        Value::Set(set) => set.members(),
        other => return Value::missing(&[other]),
    };
    let Some(members) = members else {
        return Value::Unknown;
    };
    let term = |k: i64| evaluator.with(index, members[k as usize].clone(), body);
    finite(Fold::of(name), members.len() as i64, term)
}

/// The body over the integers for which a condition holds: between bounds that the condition
/// itself shows by failing.
pub(super) fn conditional(
    evaluator: &mut Evaluator<'_>,
    name: &str,
    index: Op,
    condition: &Term,
    body: &Term,
) -> Value {
    const REACH: i64 = 64;
    let mut chosen = Vec::new();
    for k in -REACH..=REACH {
        match evaluator.with(index, Value::integer(k), condition) {
            Value::Bool(true) => chosen.push(k),
            Value::Bool(false) => {}
            other => return Value::missing(&[other]),
        }
    }
    let fold = Fold::of(name);
    let far = evaluator.with(index, Value::integer(100 * REACH), condition);
    match (chosen.first(), chosen.last(), far) {
        (Some(&first), Some(&last), Value::Bool(true))
            if last == REACH && first > -REACH && chosen.len() as i64 == last - first + 1 =>
        {
            infinite(fold, |k| {
                evaluator.with(index, Value::integer(first + k), body)
            })
        }
        (_, Some(&last), _) if last == REACH => Value::Unknown,
        (Some(&first), ..) if first == -REACH => Value::Unknown,
        _ => finite(fold, chosen.len() as i64, |k| {
            evaluator.with(index, Value::integer(chosen[k as usize]), body)
        }),
    }
}

/// A limit at a point or at infinity.
pub(super) fn limit(
    evaluator: &mut Evaluator<'_>,
    name: &str,
    index: Op,
    at: &Term,
    body: &Term,
) -> Value {
    let at = evaluator.value(at);
    let mut along = |places: &mut dyn Iterator<Item = Number>| {
        let mut values = Vec::new();
        for place in places {
            match evaluator.number_with(index, place, body) {
                Some(n) => values.push(n),
                None if values.is_empty() => {}
                None => return Value::Unknown,
            }
        }
        limit::of(&values)
    };
    match at {
        Value::Infinite(up) => {
            let sign = if up { 1 } else { -1 };
            along(&mut (3..14).map(|k| Number::integer(sign << k)))
        }
        Value::Number(p) => {
            let mut side = |sign: f64| {
                let steps = (2..13).map(|k| sign * 0.25 / f64::from(1 << k));
                along(&mut steps.map(|h| p.plus(Number::exact(h))))
            };
            match name {
                "limright" => side(1.0),
                "limleft" => side(-1.0),
                _ => {
                    let (above, below) = (side(1.0), side(-1.0));
                    match super::value::agree(&above, &below) {
                        Some(true) => above,
                        Some(false) => Value::Undefined,
                        None => Value::missing(&[above, below]),
                    }
                }
            }
        }
        other => Value::missing(&[other]),
    }
}

/// `{x in base | condition}`.
pub(super) fn builder(
    evaluator: &mut Evaluator<'_>,
    name: Op,
    base: &Term,
    condition: &Term,
) -> Value {
    let Value::Set(base @ Set::Subset(_)) = evaluator.value(base) else {
        return Value::Unknown;
    };
    let mut mask = 0;
    for k in 0..UNIVERSE {
        let member = Value::integer(k as i64 + 1);
        if base.holds(&member) != Some(true) {
            continue;
        }
        match evaluator.with(name, member, condition) {
            Value::Bool(true) => mask |= 1 << k,
            Value::Bool(false) => {}
            other => return Value::missing(&[other]),
        }
    }
    Value::Set(Set::Subset(mask))
}

/// `{element | condition}` over the members of the universe.
pub(super) fn image(
    evaluator: &mut Evaluator<'_>,
    name: Op,
    element: &Term,
    condition: &Term,
) -> Value {
    let mut members = Vec::new();
    for k in 0..UNIVERSE {
        let member = Value::integer(k as i64 + 1);
        match evaluator.with(name, member.clone(), condition) {
            Value::Bool(true) => members.push(evaluator.with(name, member, element)),
            Value::Bool(false) => {}
            other => return Value::missing(&[other]),
        }
    }
    Value::Set(Set::Members(members))
}

/// Joins terms made by a function, for sums with an ellipsis.
pub(super) fn sequence(name: &str, count: Option<i64>, term: impl FnMut(i64) -> Value) -> Value {
    match count {
        Some(count) => finite(Fold::of(name), count, term),
        None => infinite(Fold::of(name), term),
    }
}
