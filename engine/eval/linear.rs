//! Operators of matrices and vectors.

use super::ball::Function;
use super::code::Code;
use super::combine::times;
use super::matrix;
use super::number::Number;
use super::value::{Reason, Value};
use std::cmp::Ordering;

/// The largest size, and the largest exponent, that are calculated.
const SIZE: usize = 6;
const POWER: i64 = 256;

/// The value of an operator over values that are known.
pub(super) fn apply(code: Code, args: &[Value]) -> Value {
    let mismatch = Value::Unknown(Reason::Mismatch);
    let matrix_or = |m: Option<matrix::Matrix>| m.map_or(Value::Undefined, Value::Matrix);
    match (code, args) {
        (Code::Row, entries) => Value::Tuple(entries.to_vec()),
        (Code::Matrix, rows) => {
            let found: Option<Vec<Vec<Number>>> = rows.iter().map(entries).collect();
            match found {
                Some(m) if m.windows(2).all(|w| w[0].len() == w[1].len()) => Value::Matrix(m),
                _ => mismatch,
            }
        }
        (Code::Matmul, parts) => {
            // Two columns have a scalar product alone.
            if let [Value::Matrix(a), Value::Matrix(b)] = parts
                && a.len() == b.len()
                && a.len() > 1
                && a.iter().chain(b).all(|row| row.len() == 1)
            {
                return apply(Code::Dot, parts);
            }
            let start = parts.first().cloned().unwrap_or(mismatch);
            parts.iter().skip(1).fold(start, |a, b| times(&a, b))
        }
        (Code::Scale, [c, m]) => times(c, m),
        (Code::Det | Code::Matinv, [Value::Matrix(m)]) if m.len() > SIZE => {
            Value::Unknown(Reason::TooLarge)
        }
        (Code::Matinv, [Value::Matrix(m)]) => matrix_or(matrix::inverse(m)),
        (Code::Matinv, [Value::Number(n)]) => Value::defined(n.inverse()),
        (Code::Matpow, [Value::Matrix(m), n]) => match n.as_integer() {
            Some(n) if n.abs() <= POWER && matrix::is_square(m) => {
                let base = if n < 0 {
                    matrix::inverse(m)
                } else {
                    Some(m.clone())
                };
                let start = Some(matrix::identity(m.len()));
                matrix_or((0..n.abs()).fold(start, |p, _| matrix::product(&p?, base.as_ref()?)))
            }
            Some(_) if matrix::is_square(m) => Value::Unknown(Reason::TooLarge),
            Some(_) => Value::Undefined,
            None => mismatch,
        },
        (Code::Exp, [.., Value::Matrix(m)]) if !matrix::is_square(m) => Value::Undefined,
        (Code::Exp, [Value::Matrix(m)]) => {
            let power = matrix::exponential(m);
            power.map_or(Value::Unknown(Reason::TooLarge), Value::Matrix)
        }
        // What is raised is one or more times the exponential of a number: `2^A`.
        (Code::Exp, [Value::Number(base), Value::Matrix(_)]) => {
            let by = base
                .apply(Function::Ln)
                .filter(|_| base.sign() == Some(Ordering::Greater));
            match by {
                // Euler's number, as nearly as it is known.
                Some(by) if by.same(&Number::integer(1)) == Some(true) => {
                    apply(Code::Exp, &args[1..])
                }
                Some(by) => apply(Code::Exp, &[times(&Value::Number(by), &args[1])]),
                None => Value::Undefined,
            }
        }
        (Code::Transpose, [Value::Matrix(m)]) => Value::Matrix(matrix::transposed(m)),
        // A vector is a column, a transposed one a matrix of one row.
        (Code::Transpose, [Value::Vector(v)]) => Value::Matrix(vec![v.clone()]),
        (Code::Adjoint, [Value::Vector(v)]) => {
            Value::Matrix(vec![v.iter().map(Number::conjugate).collect()])
        }
        (Code::Transpose, [Value::Number(n)]) => Value::Number(n.clone()),
        (Code::Adjoint, [Value::Matrix(m)]) => {
            let rows = matrix::transposed(m).into_iter();
            let conjugated = rows.map(|r| r.iter().map(Number::conjugate).collect());
            Value::Matrix(conjugated.collect())
        }
        (Code::Adjoint, [Value::Number(n)]) => Value::Number(n.conjugate()),
        (Code::Det, [Value::Matrix(m)]) => Value::defined(matrix::determinant(m)),
        (Code::Tr, [Value::Matrix(m)]) if matrix::is_square(m) => {
            let diagonal = m.iter().enumerate().map(|(i, row)| &row[i]);
            Value::number(diagonal.fold(Number::integer(0), |s, n| s.plus(n)))
        }
        (Code::Tr, [Value::Matrix(_)]) => Value::Undefined,
        (Code::Rank, [Value::Matrix(m)]) => Value::integer(matrix::rank(m) as i64),
        (Code::Norm, [Value::Matrix(m)]) => Value::defined(matrix::norm(m.iter().flatten())),
        (Code::Norm, [Value::Vector(v)]) => Value::defined(matrix::norm(v.iter())),
        // What holds of numbers need not hold of the vectors, functions or operators that are meant.
        (Code::Norm, [Value::Number(_)]) | (Code::Inner, [Value::Number(_), _]) => mismatch,
        (Code::Dot | Code::Inner, [a, b]) => match (entries(a), entries(b)) {
            (Some(v), Some(w)) => Value::defined(matrix::dot(&v, &w)),
            _ => mismatch,
        },
        (Code::Vecprod, [a, b]) => match (entries(a), entries(b)) {
            (Some(v), Some(w)) => {
                matrix::vector_product(&v, &w).map_or(Value::Undefined, Value::Vector)
            }
            _ => mismatch,
        },
        _ => mismatch,
    }
}

/// The entries of a vector, written as one, as a tuple or as a matrix of one column or row.
fn entries(value: &Value) -> Option<Vec<Number>> {
    match value {
        Value::Vector(v) => Some(v.clone()),
        Value::Tuple(parts) => parts.iter().map(|p| p.as_number().cloned()).collect(),
        Value::Matrix(m) if m.len() == 1 || m.iter().all(|row| row.len() == 1) => {
            Some(m.iter().flatten().cloned().collect())
        }
        _ => None,
    }
}
