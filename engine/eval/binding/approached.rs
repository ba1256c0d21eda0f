//! Values that others come near to: limits, derivatives by differences, integrals.

use super::{at_place, number};
use crate::eval::between::{self, Step};
use crate::eval::code::Code;
use crate::eval::flags;
use crate::eval::integral::{self, End, Lack};
use crate::eval::machine::Machine;
use crate::eval::number::Number;
use crate::eval::rational::Rational;
use crate::eval::value::{Reason, Value, agree};
use crate::eval::{quadrature, strict};

/// What the values of the body at places nearer and nearer to a limit tend to.
fn along(
    machine: &mut Machine<'_>,
    block: u32,
    places: &mut dyn Iterator<Item = Number>,
    near: bool,
) -> Value {
    let mut values = Vec::new();
    for place in places {
        match at_place(machine, block, Some(place)) {
            Value::Number(n) => values.push(n),
            Value::Unknown(Reason::Budget) => return Value::Unknown(Reason::Budget),
            Value::Infinite(_) | Value::Undefined if values.is_empty() => {}
            // Too large to calculate with, after values that grew.
            Value::Unknown(Reason::TooLarge) if values.len() >= 6 => break,
            other => return Value::missing([&other]),
        }
    }
    // What cancels near a place leaves few digits: those before tell more.
    while near && values.len() > 6 && values.last().is_some_and(is_rough) {
        values.pop();
    }
    crate::eval::limit::of(&values)
}

/// Whether rounding has left a number only few of its digits.
fn is_rough(number: &Number) -> bool {
    number.error() > 1e-9 * (1.0 + number.near().abs())
}

/// A limit at a point or at infinity.
pub(super) fn limit(machine: &mut Machine<'_>, code: Code, block: u32, at: &Value) -> Value {
    if flags::is_strict() {
        let side = match code {
            Code::Limright => Some(true),
            Code::Limleft => Some(false),
            _ => None,
        };
        let loops = machine.has_loops(block);
        return strict::limit(at, side, loops, &mut |x| at_place(machine, block, Some(x)));
    }
    flags::estimate(|| {
        match at {
            Value::Infinite(up) => {
                let sign = if *up { 1 } else { -1 };
                let found = match along(
                    machine,
                    block,
                    &mut (3..14).map(|k| Number::integer(sign << k)),
                    false,
                ) {
                    // What grows too fast for that may settle soon.
                    Value::Unknown(Reason::TooLarge) => along(
                        machine,
                        block,
                        &mut (0..14).map(|k| Number::integer(sign << k)),
                        false,
                    ),
                    found => found,
                };
                let mut near = |far, step: Step| at_place(machine, block, step.outward(far, sign));
                between::checked(found, &mut near, true)
            }
            Value::Number(p) => {
                let mut side = |sign: i64| {
                    let steps = (4..15).map(|k| Rational::new(sign, 1 << k));
                    let mut places = steps.flatten().map(|h| p.plus(&Number::rational(h)));
                    let found = along(machine, block, &mut places, true);
                    let mut near = |far, step: Step| {
                        let place = step.inward(far, sign).map(|h| p.plus(&h));
                        at_place(machine, block, place)
                    };
                    between::checked(found, &mut near, false)
                };
                match code {
                    Code::Limright => side(1),
                    Code::Limleft => side(-1),
                    _ => {
                        let (above, below) = (side(1), side(-1));
                        match agree(&above, &below) {
                            Some(true) => above,
                            Some(false) => Value::Undefined,
                            // On one side there is nothing.
                            None if above == Value::Undefined && below.is_known() => below,
                            None if below == Value::Undefined && above.is_known() => above,
                            None => Value::missing([&above, &below]),
                        }
                    }
                }
            }
            other => Value::missing([other]),
        }
    })
}

pub(super) fn derivative(
    machine: &mut Machine<'_>,
    block: u32,
    at: &Value,
    order: &Value,
) -> Value {
    let (Some(at), Some(order)) = (at.as_number(), order.as_integer()) else {
        return Value::missing([at, order]);
    };
    let Ok(order) = u32::try_from(order) else {
        return Value::Undefined;
    };
    if flags::is_strict() {
        return strict::derivative(at, order, &mut |t| {
            number(machine.body(block, Value::Number(t)))
        });
    }
    let result = flags::estimate(|| {
        crate::eval::derivative::of(at, order, |t| number(machine.body(block, Value::Number(t))))
    });
    result.map_or(Value::Unknown(Reason::NotConverged), Value::number)
}

pub(super) fn between(machine: &mut Machine<'_>, block: u32, low: &Value, high: &Value) -> Value {
    let end = |value: &Value| match value {
        Value::Number(n) => Some(End::At(n.near())),
        Value::Infinite(up) => Some(End::Infinite(*up)),
        _ => None,
    };
    let (Some(a), Some(b)) = (end(low), end(high)) else {
        return Value::missing([low, high]);
    };
    if let (Value::Number(x), Value::Number(y)) = (low, high)
        && x == y
        && x.is_exact()
    {
        return Value::integer(0);
    }
    if flags::is_strict() {
        let corners = machine.has_corners(block);
        let outer = std::mem::replace(&mut machine.integrates, true);
        let nested = outer || machine.has_loops(block);
        let value = quadrature::integral(low, high, corners, nested, &mut |t| {
            number(machine.body(block, Value::Number(t)))
        });
        machine.integrates = outer;
        return value;
    }
    flags::estimate(|| {
        let mut spent = false;
        let mut body = |t| {
            let value = machine.body(block, Value::Number(t));
            spent |= value == Value::Unknown(Reason::Budget);
            number(value)
        };
        let value = match integral::between(a, b, &mut body) {
            Ok(value) => value,
            Err(lack) => {
                let found = match lack {
                    Lack::Places => None,
                    Lack::Tail => quadrature::unbounded(low, high, &mut body),
                };
                found.unwrap_or(Value::Unknown(Reason::NotConverged))
            }
        };
        if spent {
            Value::Unknown(Reason::Budget)
        } else {
            value
        }
    })
}
