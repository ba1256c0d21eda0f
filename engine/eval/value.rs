//! What terms evaluate to, and when two values are the same.

use super::function::Function;
use super::number::Number;
use super::set::Set;
use crate::term::Op;

/// Why a value could not be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A number, or how many terms there are, is beyond what can be calculated with.
    TooLarge,
    /// Partial sums or values near a limit do not settle.
    Divergent,
    /// The estimated error of a limit, series or integral is too large.
    NotConverged,
    /// Two values are nearer than their errors.
    Close,
    /// An ellipsis whose rule was not found.
    Pattern,
    /// An operator that has no meaning in values, or none for such arguments.
    Unsupported(Op),
    /// It would take too many steps, or is nested too deeply.
    Budget,
    /// A claim that something exists (or holds for all) of which no example (or counterexample)
    /// was found.
    Unfound(Op),
    /// A piece that was not understood.
    Opaque,
    /// A name without a value.
    Unbound,
    /// Arguments of kinds that do not fit, such as a number where a function is wanted.
    Mismatch,
}

/// Functions are built from so many: sums over thousands of indices would be nested as deeply.
const MOST_PARTS: usize = 256;

impl Reason {
    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooLarge => "too-large",
            Self::Divergent => "divergent",
            Self::NotConverged => "not-converged",
            Self::Close => "close",
            Self::Pattern => "pattern",
            Self::Unsupported(_) => "unsupported",
            Self::Budget => "budget",
            Self::Unfound(_) => "unfound",
            Self::Opaque => "opaque",
            Self::Unbound => "unbound",
            Self::Mismatch => "mismatch",
        }
    }
}

/// The value of a term at a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// There is none: division by zero, a determinant that is not square.
    Undefined,
    /// It could not be found, and why.
    Unknown(Reason),
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
        if number.is_finite() {
            Self::Number(number)
        } else {
            Self::Unknown(Reason::TooLarge)
        }
    }
    /// A function that was built from others, or unknown when it has too many parts.
    pub(super) fn built(function: Function) -> Self {
        if function.parts(MOST_PARTS).is_some() {
            Self::Function(function)
        } else {
            Self::Unknown(Reason::TooLarge)
        }
    }
    /// A number, or undefined when there is none.
    pub fn defined(number: Option<Number>) -> Self {
        number.map_or(Self::Undefined, Self::number)
    }
    /// The number, when it is one.
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Self::Number(n) => Some(n),
            _ => None,
        }
    }
    /// The number at an outcome, when it is one.
    pub(super) fn number_at(&self, outcome: usize) -> Option<&Number> {
        match self {
            Self::Random(values) => values.get(outcome),
            other => other.as_number(),
        }
    }
    /// The integer, when it is one.
    pub fn as_integer(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_integer)
    }
    /// Why it is not known, when it is not.
    pub const fn reason(&self) -> Option<Reason> {
        match self {
            Self::Unknown(reason) => Some(*reason),
            _ => None,
        }
    }
    /// Whether there is a value that is known.
    pub const fn is_known(&self) -> bool {
        !matches!(self, Self::Undefined | Self::Unknown(_))
    }
    /// The entries of a vector, written as one or as a tuple of numbers.
    pub(crate) fn as_vector(&self) -> Option<Vec<Number>> {
        match self {
            Self::Vector(v) => Some(v.clone()),
            Self::Tuple(parts) => parts.iter().map(|p| p.as_number().cloned()).collect(),
            _ => None,
        }
    }
    /// A number that equal values share and others hardly do; `None` for functions and what is
    /// not known.
    pub(super) fn fingerprint(&self) -> Option<u64> {
        let mix = |parts: Vec<u64>, kind: u64| {
            parts.into_iter().fold(kind, |h, p| {
                (h ^ p).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            })
        };
        let one = |n: &Number| {
            let z = n.near();
            let part = |x: f64| (x * 4096.0).round() as i64 as u64;
            mix(vec![part(z.re), part(z.im)], 1)
        };
        Some(match self {
            Self::Number(n) => one(n),
            Self::Bool(holds) => u64::from(*holds) + 11,
            Self::Vector(v) => mix(v.iter().map(one).collect(), 3),
            Self::Tuple(parts) => {
                let parts: Option<Vec<u64>> = parts.iter().map(Self::fingerprint).collect();
                mix(parts?, 3)
            }
            Self::Matrix(rows) => mix(rows.iter().flatten().map(one).collect(), 4),
            Self::Set(Set::Subset(mask)) => mix(vec![*mask], 5),
            Self::Set(Set::Pairs(mask)) => mix(vec![*mask], 6),
            Self::Set(Set::Family(mask)) => mix(vec![*mask], 7),
            Self::Set(Set::Numbers(numbers)) => mix(vec![*numbers as u64], 8),
            _ => return None,
        })
    }
    /// What an operation over arguments gives that do not fit it: unknown when one of them is,
    /// undefined when one of them is, otherwise a mismatch.
    pub(super) fn missing<'v>(args: impl IntoIterator<Item = &'v Self> + Clone) -> Self {
        if let Some(reason) = args.clone().into_iter().find_map(Self::reason) {
            return Self::Unknown(reason);
        }
        if args.into_iter().any(|a| *a == Self::Undefined) {
            return Self::Undefined;
        }
        Self::Unknown(Reason::Mismatch)
    }
}

/// Whether two values are the same; `None` when that is not decided: one is undefined or unknown,
/// or they are nearer than their errors.
pub fn agree(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Undefined | Value::Unknown(_), _) | (_, Value::Undefined | Value::Unknown(_)) => {
            None
        }
        (Value::Number(x), Value::Number(y)) => x.same(y),
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
                .map(|(p, q)| p.same(q)))
        }
        (Value::Vector(x), Value::Vector(y)) | (Value::Random(x), Value::Random(y)) => {
            if x.len() != y.len() {
                return Some(false);
            }
            all(x.iter().zip(y).map(|(p, q)| p.same(q)))
        }
        (Value::Tuple(_), Value::Vector(_)) | (Value::Vector(_), Value::Tuple(_)) => {
            let (x, y) = (a.as_vector()?, b.as_vector()?);
            if x.len() != y.len() {
                return Some(false);
            }
            all(x.iter().zip(&y).map(|(p, q)| p.same(q)))
        }
        (Value::Tuple(_), Value::Matrix(m)) | (Value::Matrix(m), Value::Tuple(_))
            if m.len() == 1 =>
        {
            let other = a.as_vector().or_else(|| b.as_vector())?;
            agree(&Value::Vector(m[0].clone()), &Value::Vector(other))
        }
        (Value::Vector(v), Value::Matrix(m)) | (Value::Matrix(m), Value::Vector(v)) => {
            let column = m.len() == v.len() && m.iter().all(|row| row.len() == 1);
            let row = m.len() == 1 && m[0].len() == v.len();
            if !(column || row) {
                return None;
            }
            all(m.iter().flatten().zip(v).map(|(p, q)| p.same(q)))
        }
        // A number is a random variable that is constant.
        (Value::Random(x), Value::Number(y)) | (Value::Number(y), Value::Random(x)) => {
            all(x.iter().map(|p| p.same(y)))
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
            if n.is_exact_zero() =>
        {
            all(m.iter().flatten().map(|p| p.same(n)))
        }
        (Value::Number(n), Value::Vector(v)) | (Value::Vector(v), Value::Number(n))
            if n.is_exact_zero() =>
        {
            all(v.iter().map(|p| p.same(n)))
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
