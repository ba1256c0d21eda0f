//! Probabilities, expected values and variances on a finite space.

use super::complex::Complex;
use super::number::Number;
use super::set::{Set, UNIVERSE};
use super::value::Value;

/// The value of an operator of probability over evaluated arguments.
pub(super) fn apply(name: &str, args: &[Value], weights: &[f64]) -> Value {
    match (name, args) {
        ("prob", [event]) => match probability(event, weights) {
            Some(p) => Value::number(p),
            None => Value::Unknown,
        },
        ("condprob", [a, b]) => {
            let (Value::Set(a), Value::Set(b)) = (a, b) else {
                return Value::Unknown;
            };
            let Some(both) = a.combine(b, |x, y| x & y) else {
                return Value::Unknown;
            };
            let both = probability(&Value::Set(both), weights);
            let given = probability(&Value::Set(b.clone()), weights);
            match (both, given) {
                (Some(both), Some(given)) => Value::defined(both.over(given)),
                _ => Value::Unknown,
            }
        }
        ("expect", [x]) => variable(x).map_or(Value::Unknown, |x| Value::number(mean(&x, weights))),
        ("condexpect", [x, Value::Set(Set::Subset(mask))]) => {
            let Some(x) = variable(x) else {
                return Value::Unknown;
            };
            let inside: Vec<Number> = x
                .iter()
                .enumerate()
                .map(|(i, n)| {
                    if mask >> i & 1 == 1 {
                        *n
                    } else {
                        Number::integer(0)
                    }
                })
                .collect();
            let given = probability(&args[1], weights);
            given.map_or(Value::Unknown, |g| {
                Value::defined(mean(&inside, weights).over(g))
            })
        }
        ("var", [x]) => match variable(x) {
            Some(x) => Value::number(covariance(&x, &x, weights)),
            None => Value::Unknown,
        },
        ("cov", [x, y]) => match (variable(x), variable(y)) {
            (Some(x), Some(y)) => Value::number(covariance(&x, &y, weights)),
            _ => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}

fn probability(event: &Value, weights: &[f64]) -> Option<Number> {
    let mask = match event {
        Value::Set(Set::Subset(mask)) => *mask,
        Value::Set(Set::Members(none)) if none.is_empty() => 0,
        Value::Bool(holds) => {
            if *holds {
                u64::MAX
            } else {
                0
            }
        }
        _ => return None,
    };
    let chosen = weights
        .iter()
        .enumerate()
        .filter(|(i, _)| mask >> i & 1 == 1);
    let sum: f64 = chosen.map(|(_, w)| w).sum();
    Some(Number::with(Complex::real(sum), 1e-15))
}

fn variable(value: &Value) -> Option<Vec<Number>> {
    match value {
        Value::Random(values) => Some(values.clone()),
        Value::Number(n) => Some(vec![*n; UNIVERSE]),
        _ => None,
    }
}

fn mean(values: &[Number], weights: &[f64]) -> Number {
    let terms = values.iter().zip(weights);
    let terms = terms.map(|(x, w)| x.times(Number::with(Complex::real(*w), 1e-16)));
    terms.fold(Number::integer(0), Number::plus)
}

fn covariance(x: &[Number], y: &[Number], weights: &[f64]) -> Number {
    let (mean_x, mean_y) = (mean(x, weights), mean(y, weights));
    let products = x.iter().zip(y).map(|(p, q)| {
        let (left, right) = (p.plus(mean_x.negated()), q.plus(mean_y.negated()));
        left.times(right)
    });
    mean(&products.collect::<Vec<_>>(), weights)
}
