//! Sums, products and quotients of values of all kinds.

use super::code::Code;
use super::function::Function;
use super::number::Number;
use super::value::{Reason, Value};
use super::{linear, matrix};
use std::cmp::Ordering;
use std::sync::Arc;

fn outcomes(values: Option<Vec<Number>>) -> Value {
    values.map_or(Value::Undefined, Value::Random)
}

/// The sum of two values.
pub(super) fn plus(a: &Value, b: &Value) -> Value {
    let each = |x: &[Number], y: &[Number]| x.iter().zip(y).map(|(p, q)| p.plus(q)).collect();
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::number(x.plus(y)),
        (Value::Infinite(x), Value::Infinite(y)) if x == y => Value::Infinite(*x),
        (Value::Infinite(_), Value::Infinite(_)) => Value::Undefined,
        (Value::Infinite(x), Value::Number(_)) | (Value::Number(_), Value::Infinite(x)) => {
            Value::Infinite(*x)
        }
        (Value::Random(x), Value::Random(y)) => Value::Random(each(x, y)),
        (Value::Random(x), Value::Number(y)) | (Value::Number(y), Value::Random(x)) => {
            Value::Random(x.iter().map(|p| p.plus(y)).collect())
        }
        (Value::Vector(x), Value::Vector(y)) if x.len() == y.len() => Value::Vector(each(x, y)),
        (Value::Matrix(x), Value::Matrix(y)) => {
            if x.len() != y.len() || x.iter().zip(y).any(|(r, s)| r.len() != s.len()) {
                return Value::Undefined;
            }
            Value::Matrix(x.iter().zip(y).map(|(r, s)| each(r, s)).collect())
        }
        (Value::Function(f), Value::Function(g)) => {
            Value::built(Function::Sum(vec![f.clone(), g.clone()]))
        }
        (Value::Tuple(_), Value::Tuple(_) | Value::Vector(_))
        | (Value::Vector(_), Value::Tuple(_)) => match (a.as_vector(), b.as_vector()) {
            (Some(x), Some(y)) if x.len() == y.len() => Value::Vector(each(&x, &y)),
            _ => Value::Unknown(Reason::Mismatch),
        },
        (Value::Number(n), other) | (other, Value::Number(n)) if n.is_exact_zero() => other.clone(),
        (Value::Function(f), Value::Number(n)) | (Value::Number(n), Value::Function(f)) => {
            Value::built(Function::Sum(vec![
                f.clone(),
                Function::Constant(n.clone()),
            ]))
        }
        _ => Value::missing([a, b]),
    }
}

/// The product of two values, of which only one may be a vector or matrix.
pub(super) fn times(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::number(x.times(y)),
        (Value::Infinite(x), Value::Infinite(y)) => Value::Infinite(x == y),
        (Value::Infinite(up), Value::Number(n)) | (Value::Number(n), Value::Infinite(up)) => {
            match n.sign() {
                Some(Ordering::Greater) => Value::Infinite(*up),
                Some(Ordering::Less) => Value::Infinite(!*up),
                _ => Value::Undefined,
            }
        }
        (Value::Random(x), Value::Random(y)) => {
            Value::Random(x.iter().zip(y).map(|(p, q)| p.times(q)).collect())
        }
        (Value::Random(x), Value::Number(y)) | (Value::Number(y), Value::Random(x)) => {
            Value::Random(x.iter().map(|p| p.times(y)).collect())
        }
        (Value::Number(_), Value::Tuple(_)) | (Value::Tuple(_), Value::Number(_)) => {
            let (n, v) = match (a.as_number(), b.as_number()) {
                (Some(n), _) => (n, b.as_vector()),
                (None, Some(n)) => (n, a.as_vector()),
                _ => return Value::missing([a, b]),
            };
            v.map_or(Value::Unknown(Reason::Mismatch), |v| {
                Value::Vector(v.iter().map(|p| p.times(n)).collect())
            })
        }
        (Value::Number(n), Value::Vector(v)) | (Value::Vector(v), Value::Number(n)) => {
            Value::Vector(v.iter().map(|p| p.times(n)).collect())
        }
        (Value::Number(n), Value::Matrix(m)) | (Value::Matrix(m), Value::Number(n)) => {
            let row = |r: &Vec<Number>| r.iter().map(|p| p.times(n)).collect();
            Value::Matrix(m.iter().map(row).collect())
        }
        (Value::Function(f), Value::Function(g)) => {
            Value::built(Function::Product(vec![f.clone(), g.clone()]))
        }
        (Value::Number(n), Value::Function(f)) | (Value::Function(f), Value::Number(n)) => {
            let constant = Function::Constant(n.clone());
            Value::built(Function::Product(vec![constant, f.clone()]))
        }
        (Value::Matrix(x), Value::Matrix(y)) => {
            matrix::product(x, y).map_or(Value::Undefined, Value::Matrix)
        }
        (Value::Matrix(m), Value::Vector(v)) => {
            let column: Vec<Vec<Number>> = v.iter().map(|n| vec![n.clone()]).collect();
            match matrix::product(m, &column) {
                // A row times a column is a number.
                Some(product) => match &mut product.into_iter().flatten().collect::<Vec<_>>()[..] {
                    [only] if m.len() == 1 && v.len() > 1 => Value::number(only.clone()),
                    entries => Value::Vector(entries.to_vec()),
                },
                None => Value::Undefined,
            }
        }
        // A column times a row: `uv^T`.
        (Value::Vector(v), Value::Matrix(m)) if m.len() == 1 => {
            let row = |x: &Number| m[0].iter().map(|y| x.times(y)).collect();
            Value::Matrix(v.iter().map(row).collect())
        }
        // Coordinates are multiplied like vectors: `(1, 2) \cdot (3, 4) = 11`.
        (Value::Vector(_) | Value::Tuple(_), Value::Vector(_) | Value::Tuple(_)) => {
            match (a.as_vector(), b.as_vector()) {
                (Some(v), Some(w)) => {
                    linear::apply(Code::Dot, &[Value::Vector(v), Value::Vector(w)])
                }
                _ => Value::Unknown(Reason::Mismatch),
            }
        }
        _ => Value::missing([a, b]),
    }
}

/// The quotient of two values.
pub(super) fn quotient(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::defined(x.over(y).or_else(|| x.far_over(y))),
        (Value::Number(_), Value::Infinite(_)) => Value::integer(0),
        (Value::Infinite(_), Value::Infinite(_)) => Value::Undefined,
        (Value::Random(x), Value::Random(y)) => {
            outcomes(x.iter().zip(y).map(|(p, q)| p.over(q)).collect())
        }
        (a, Value::Number(y)) => match y.inverse() {
            Some(inverse) => times(a, &Value::Number(inverse)),
            None => Value::Undefined,
        },
        (Value::Number(x), Value::Random(y)) => outcomes(y.iter().map(|q| x.over(q)).collect()),
        (Value::Function(f), Value::Function(g)) => {
            Value::built(Function::Quotient(Arc::new(f.clone()), Arc::new(g.clone())))
        }
        (Value::Number(n), Value::Function(g)) => Value::built(Function::Quotient(
            Arc::new(Function::Constant(n.clone())),
            Arc::new(g.clone()),
        )),
        _ => Value::missing([a, b]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::smooth::Smooth;
    use super::*;
    use crate::choice::Key;

    #[test]
    fn functions_are_not_built_from_thousands() {
        let smooth = Smooth::random(&mut Key::seed(1).draws());
        let one = Value::Function(Function::Smooth(Arc::new(smooth)));
        let some = (0..100).fold(one.clone(), |sum, _| plus(&sum, &one));
        assert!(matches!(some, Value::Function(_)));
        let many = (0..10_000).fold(one.clone(), |sum, _| plus(&sum, &one));
        assert_eq!(many, Value::Unknown(Reason::TooLarge));
    }
}
