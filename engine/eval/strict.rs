//! Limits and derivatives with bounds that can be argued; without one they are unknown. With many
//! digits the bounds are tiny, in floating point they are found soon.

use super::flags::{self, Precision};
use super::number::Number;
use super::rational::Rational;
use super::value::{Reason, Value};

const OPEN: Value = Value::Unknown(Reason::NotConverged);

/// The limit at a place or at infinity; `side` asks for the one from above or below. Where sums are
/// in the body, places that are far are too far.
pub(super) fn limit(
    at: &Value,
    side: Option<bool>,
    loops: bool,
    body: &mut dyn FnMut(Number) -> Value,
) -> Value {
    match at {
        Value::Infinite(up) => {
            let sign = if *up { 1 } else { -1 };
            let mut result = OPEN;
            let far: &[[i64; 4]] = match flags::precision() {
                _ if loops => &[[5, 7, 9, 10]],
                Precision::Fast => &[[12, 16, 20, 24], [5, 7, 9, 10], [3, 4, 5, 6]],
                _ => &[
                    [36, 43, 50, 57],
                    [12, 16, 20, 24],
                    [5, 7, 9, 10],
                    [3, 4, 5, 6],
                ],
            };
            for powers in far {
                let places = powers.map(|k| Number::integer(sign << k));
                result = settled(&places, body);
                if !matches!(result, Value::Unknown(_)) {
                    break;
                }
            }
            result
        }
        Value::Number(p) => {
            let mut from = |up: bool| {
                let near = match flags::precision() {
                    Precision::Fast => [10, 14, 18, 22],
                    _ => [40, 47, 54, 61],
                };
                let places = near.map(|k| {
                    let step = Rational::new(if up { 1 } else { -1 }, 1 << k);
                    p.plus(&step.map_or(Number::integer(0), Number::rational))
                });
                settled(&places, body)
            };
            match side {
                Some(up) => from(up),
                None => match (from(true), from(false)) {
                    (Value::Undefined, one) | (one, Value::Undefined) => one,
                    (above, below) => match super::value::agree(&above, &below) {
                        Some(true) => above,
                        Some(false) => Value::Undefined,
                        None => Value::missing([&above, &below]),
                    },
                },
            }
        }
        other => Value::missing([other]),
    }
}

/// What values come to whose steps shrink to a quarter or less each time.
fn settled(places: &[Number; 4], body: &mut dyn FnMut(Number) -> Value) -> Value {
    let mut values = Vec::new();
    for place in places {
        match body(place.clone()) {
            Value::Number(n) => values.push(n),
            other => return Value::missing([&other]),
        }
    }
    let steps: Vec<f64> = values
        .windows(2)
        .map(|w| w[1].minus(&w[0]).near().abs())
        .collect();
    let error = values.iter().map(Number::error).fold(0.0, f64::max);
    let shrinks = steps
        .windows(2)
        .all(|s| s[1] <= 0.25 * s[0] || s[1] <= 4.0 * error);
    if shrinks && let Some(last) = values.last() {
        return Value::number(last.widened(steps[2] + 8.0 * error));
    }
    let real: Option<Vec<f64>> = values.iter().map(Number::as_real).collect();
    let Some(real) = real else { return OPEN };
    let clear = |(step, value): (&f64, &Number)| *step > 8.0 * value.error();
    let grows = steps.windows(2).all(|s| s[1] >= s[0]) && steps.iter().zip(&values[1..]).all(clear);
    if grows && real.windows(2).all(|w| w[1] > w[0]) {
        return Value::Infinite(true);
    }
    if grows && real.windows(2).all(|w| w[1] < w[0]) {
        return Value::Infinite(false);
    }
    OPEN
}

/// By how many binary digits the two distances differ over which derivatives are taken.
const STEPS: u32 = 4;

/// The derivative of this order, by central differences over two small distances.
pub(super) fn derivative(
    at: &Number,
    order: u32,
    body: &mut dyn FnMut(Number) -> Option<Number>,
) -> Value {
    if order > 8 {
        return OPEN;
    }
    let mut over = |exponent: u32| {
        let step = Number::rational(Rational::new(1, 1 << exponent)?);
        let half = Number::rational(Rational::new(1, 2)?);
        let (mut sum, mut weight) = (Number::integer(0), 1_i64);
        for i in 0..=i64::from(order) {
            let offset = Number::integer(i64::from(order) - 2 * i).times(&half);
            let value = body(at.plus(&offset.times(&step)))?;
            sum = sum.plus(&value.times(&Number::integer(weight)));
            weight = -weight * (i64::from(order) - i) / (i + 1);
        }
        (0..order).try_fold(sum, |s, _| s.over(&step))
    };
    // Rounding counts more in floating point, where a high order leaves no room for two steps.
    let (small, enough) = match flags::precision() {
        Precision::Fast => ((36 / (order + 2)).min(12), 1e-3),
        _ => ((160 / (order + 2)).min(50), 1e-6),
    };
    let Some(large) = small.checked_sub(STEPS) else {
        return OPEN;
    };
    match (over(large), over(small)) {
        (Some(coarse), Some(fine)) => {
            let off = fine.minus(&coarse);
            let size = off.near().abs();
            // The error shrinks by 256, so that the step bounds it.
            if size <= enough * (1.0 + fine.near().abs()) {
                Value::number(fine.widened(size + coarse.error()))
            } else {
                OPEN
            }
        }
        _ => OPEN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_of_any_order_are_found_or_open() {
        for order in 0..=12 {
            let found = derivative(&Number::integer(2), order, &mut |x| Some(x.times(&x)));
            let right = match order {
                0 | 1 => 4.0,
                2 => 2.0,
                _ => 0.0,
            };
            match found {
                Value::Number(n) => assert!((n.near().re - right).abs() < 1e-3, "order {order}"),
                open => assert_eq!(open, OPEN, "order {order}"),
            }
        }
    }
}
