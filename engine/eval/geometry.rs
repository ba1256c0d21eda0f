//! Points of the plane and what is measured between them; entries and norms of vectors and matrices.

use super::ball::Function;
use super::code::Code;
use super::matrix;
use super::number::Number;
use super::set::{Set, UNIVERSE};
use super::value::{Reason, Value};

/// The value of an operator over values that are known.
pub(super) fn apply(code: Code, args: &[Value]) -> Value {
    let mismatch = Value::Unknown(Reason::Mismatch);
    match (code, args) {
        (Code::Segment | Code::Points, [a, b]) => match between(a, b) {
            Some(side) => Value::defined(matrix::norm(side.iter())),
            None => mismatch,
        },
        (Code::Displacement, [a, b]) => between(a, b).map_or(mismatch, Value::Vector),
        (Code::Angle | Code::Anglemeasure, [a, vertex, b]) => {
            match (between(vertex, a), between(vertex, b)) {
                (Some(u), Some(v)) => Value::defined(angle(&u, &v)),
                _ => mismatch,
            }
        }
        (Code::Areaof, corners) if corners.len() >= 3 => {
            let corners: Option<Vec<Vec<Number>>> = corners.iter().map(Value::as_vector).collect();
            match corners {
                Some(corners) if corners.iter().all(|c| c.len() == 2) => area(&corners),
                _ => mismatch,
            }
        }
        (Code::Angled, parts) if parts.len() >= 2 => {
            let parts: Option<Vec<Number>> = parts.iter().map(|p| p.as_number().cloned()).collect();
            parts.map_or(mismatch, Value::Vector)
        }
        (Code::Normp, [x, p]) => norm(x, p),
        (Code::Idx, [Value::Matrix(rows), i, j]) => entry(rows, i, j),
        // The indicator of an event.
        (Code::Idx, [one, Value::Set(Set::Subset(mask))]) if one.as_integer() == Some(1) => {
            let bits = (0..UNIVERSE).map(|i| Number::integer((mask >> i & 1) as i64));
            Value::Random(bits.collect())
        }
        (Code::Idx, [one, Value::Set(Set::Members(none))])
            if one.as_integer() == Some(1) && none.is_empty() =>
        {
            Value::integer(0)
        }
        (Code::Idx, [base, i]) => match (base.as_vector(), i.as_integer()) {
            (Some(v), Some(i)) => usize::try_from(i - 1)
                .ok()
                .and_then(|i| v.get(i).cloned())
                .map_or(Value::Undefined, Value::Number),
            _ => mismatch,
        },
        _ => mismatch,
    }
}

/// The entry of a matrix in a row and a column, counted from one.
pub(super) fn entry(rows: &[Vec<Number>], row: &Value, column: &Value) -> Value {
    let place = |v: &Value| v.as_integer().and_then(|i| usize::try_from(i - 1).ok());
    match (place(row), place(column)) {
        (Some(i), Some(j)) => rows
            .get(i)
            .and_then(|r| r.get(j))
            .map_or(Value::Undefined, |n| Value::Number(n.clone())),
        _ => Value::Undefined,
    }
}

fn between(from: &Value, to: &Value) -> Option<Vec<Number>> {
    let (from, to) = (from.as_vector()?, to.as_vector()?);
    (from.len() == to.len()).then(|| to.iter().zip(&from).map(|(t, f)| t.minus(f)).collect())
}

/// The angle between two directions; none beside a point.
fn angle(u: &[Number], v: &[Number]) -> Option<Number> {
    let along = matrix::dot(u, v)?;
    let sizes = matrix::norm(u.iter())?.times(&matrix::norm(v.iter())?);
    along.over(&sizes)?.apply(Function::Arccos)
}

fn area(corners: &[Vec<Number>]) -> Value {
    let mut twice = Number::integer(0);
    for (k, corner) in corners.iter().enumerate() {
        let next = &corners[(k + 1) % corners.len()];
        let cross = corner[0].times(&next[1]).minus(&corner[1].times(&next[0]));
        twice = twice.plus(&cross);
    }
    Value::defined(twice.modulus().over(&Number::integer(2)))
}

/// The norm with an index: the root of the sum of powers, or the greatest.
fn norm(x: &Value, p: &Value) -> Value {
    let parts = match x {
        Value::Number(n) => Some(vec![n.clone()]),
        other => other.as_vector(),
    };
    let Some(parts) = parts else {
        return Value::Unknown(Reason::Mismatch);
    };
    let sizes: Vec<Number> = parts.iter().map(Number::modulus).collect();
    match p {
        Value::Infinite(true) => {
            let greater = |a: Number, b: &Number| match a.order(b) {
                Some(std::cmp::Ordering::Less) => b.clone(),
                _ => a,
            };
            Value::number(sizes.iter().fold(Number::integer(0), greater))
        }
        Value::Number(p) if p.as_real().is_some_and(|p| p >= 1.0) => {
            let powers: Option<Vec<Number>> = sizes.iter().map(|s| s.power(p)).collect();
            let sum = powers.map(|ps| ps.iter().fold(Number::integer(0), |s, q| s.plus(q)));
            Value::defined(sum.and_then(|s| s.power(&p.inverse()?)))
        }
        _ => Value::Unknown(Reason::Mismatch),
    }
}
