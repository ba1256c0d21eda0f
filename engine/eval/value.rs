//! What terms evaluate to, and when two values are the same.

use super::complex::Complex;
use super::function::Function;
use super::number::Number;
use super::set::Set;

/// The value of a term at a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// There is none: division by zero, a determinant that is not square.
    Undefined,
    /// It could not be found: no convergence, an ellipsis that was not understood.
    Unknown,
    /// A number.
    Number(Number),
    /// Positive (`true`) or negative infinity.
    Infinite(bool),
    /// The truth of a statement.
    Bool(bool),
    /// A set, or an event.
    Set(Set),
    /// A matrix, row by row; all rows are of one length.
    Matrix(Vec<Vec<Number>>),
    /// A vector.
    Vector(Vec<Number>),
    /// A function.
    Function(Function),
    /// A random variable: its value at each outcome.
    Random(Vec<Number>),
    /// A tuple or list.
    Tuple(Vec<Value>),
}

impl Value {
    /// An exact integer.
    pub fn integer(value: i64) -> Self {
        Self::Number(Number::integer(value))
    }
    /// A number, or unknown when it is not finite.
    pub fn number(number: Number) -> Self {
        if number.z.is_finite() && number.error.is_finite() {
            Self::Number(number)
        } else {
            Self::Unknown
        }
    }
    /// A number, or undefined when there is none.
    pub fn defined(number: Option<Number>) -> Self {
        number.map_or(Self::Undefined, Self::number)
    }
    /// The number, when it is one.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Self::Number(n) => Some(*n),
            _ => None,
        }
    }
    /// The integer, when it is one.
    pub fn as_integer(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_integer)
    }
    /// Whether there is a value that is known.
    pub fn is_known(&self) -> bool {
        !matches!(self, Self::Undefined | Self::Unknown)
    }
    /// What an operation over unusable arguments gives: unknown when one of them is unknown.
    pub(super) fn missing(args: &[Self]) -> Self {
        if args.contains(&Self::Unknown) {
            Self::Unknown
        } else {
            Self::Undefined
        }
    }
}

/// Whether two values are the same; `None` when that is not decided: one is undefined or unknown,
/// or they are nearer than their errors.
pub fn agree(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Undefined | Value::Unknown, _) | (_, Value::Undefined | Value::Unknown) => None,
        (Value::Number(x), Value::Number(y)) => same(*x, *y),
        (Value::Infinite(x), Value::Infinite(y)) => Some(x == y),
        (Value::Bool(x), Value::Bool(y)) => Some(x == y),
        (Value::Set(x), Value::Set(y)) => x.same(y),
        (Value::Matrix(x), Value::Matrix(y)) => {
            if x.len() != y.len() || x.iter().zip(y).any(|(r, s)| r.len() != s.len()) {
                return Some(false);
            }
            all(x
                .iter()
                .flatten()
                .zip(y.iter().flatten())
                .map(|(p, q)| same(*p, *q)))
        }
        (Value::Vector(x), Value::Vector(y)) | (Value::Random(x), Value::Random(y)) => {
            if x.len() != y.len() {
                return Some(false);
            }
            all(x.iter().zip(y).map(|(p, q)| same(*p, *q)))
        }
        // A number is a random variable that is constant.
        (Value::Random(x), Value::Number(y)) | (Value::Number(y), Value::Random(x)) => {
            all(x.iter().map(|p| same(*p, *y)))
        }
        (Value::Function(f), Value::Function(g)) => {
            let places = [0.3, 0.9, 1.7, 2.6, -0.8];
            all(places.iter().map(|&x| {
                let at = [Value::Number(Number::exact(x))];
                agree(&f.call(&at), &g.call(&at))
            }))
        }
        (Value::Tuple(x), Value::Tuple(y)) => {
            if x.len() != y.len() {
                return Some(false);
            }
            all(x.iter().zip(y).map(|(p, q)| agree(p, q)))
        }
        (Value::Infinite(_), Value::Number(_)) | (Value::Number(_), Value::Infinite(_)) => {
            Some(false)
        }
        // Zero stands for zero vectors and matrices.
        (Value::Number(n), Value::Matrix(m)) | (Value::Matrix(m), Value::Number(n))
            if n.z == Complex::default() =>
        {
            all(m.iter().flatten().map(|p| same(*p, *n)))
        }
        (Value::Number(n), Value::Vector(v)) | (Value::Vector(v), Value::Number(n))
            if n.z == Complex::default() =>
        {
            all(v.iter().map(|p| same(*p, *n)))
        }
        _ => None,
    }
}

/// Three-valued conjunction.
pub(super) fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

/// Whether two numbers are the same; `None` when the errors are too large to tell.
pub(super) fn same(a: Number, b: Number) -> Option<bool> {
    if a.error == 0.0 && b.error == 0.0 {
        return Some(a.z == b.z);
    }
    let scale = a.z.abs().max(b.z.abs());
    let off = (a.z - b.z).abs();
    let error = a.error + b.error;
    if !off.is_finite() || error > 1e-3 * (scale + 1e-3) {
        return None;
    }
    if off <= 1e-10 * scale + 1e-12 + 8.0 * error {
        Some(true)
    } else if off > 1e-8 * scale + 1e-10 + 32.0 * error {
        Some(false)
    } else {
        None
    }
}
