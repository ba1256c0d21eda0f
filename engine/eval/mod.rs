//! The meaning of terms in numbers: their values at points.
//!
//! Terms are compiled into a [`Program`], which is evaluated at many points. Numbers carry a bound
//! on their error, undefined is a value, and what cannot be found is unknown, with the reason:
//! [`agree`] decides nothing within errors that are not small.
//!
//! Conventions: `0^0` is 1; there is no division by zero, no logarithm of zero, no even root of a
//! negative number and no broken power of one unless the statement speaks of complex numbers; an
//! odd root of a negative number is the real one; `\subset` allows equality; `\approx` holds within
//! 2 % and fails beyond 10 %; `\pm` is the sign of the point, in all places of a statement.
//! Operators that rule files define have the value of their definition; without one, those that are
//! not built in are random functions of numbers.

mod arithmetic;
mod asked;
mod ball;
mod between;
mod binders;
mod binding;
mod chosen;
mod clauses;
mod code;
mod combine;
mod compile;
mod complex;
mod counted;
mod curves;
mod defined;
mod derivative;
mod derive;
mod digits;
mod domain;
mod elementary;
mod ellipsis;
pub mod exact;
mod exponentials;
mod extreme;
mod flags;
mod fraction;
mod function;
mod gathered;
mod geometry;
mod integral;
mod interval;
mod limit;
mod linear;
mod listed;
mod machine;
mod maps;
mod matrix;
mod nested;
mod number;
mod operate;
mod point;
mod probability;
mod program;
mod quadrature;
mod rational;
mod real;
mod relation;
mod rigorous;
mod series;
mod set;
mod smooth;
mod span;
mod special;
mod steps;
mod strict;
mod summit;
mod tail;
mod taylor;
mod turning;
mod value;
mod whole;

pub use complex::Complex;
pub(crate) use domain::speaks_of_complex;
pub use domain::{Domain, declared, is_complex};
pub use flags::{Precision, apart, effort, is_spent, provisionally, within};
pub use function::{Break, Function};
pub use interval::{End, Interval};
pub use number::Number;
pub use point::{Point, number};
pub use program::Program;
pub use rational::Rational;
pub use set::{Numbers, Set, UNIVERSE};
pub use smooth::{Smooth, Wave};
pub use span::Span;
pub use value::{Reason, Value, agree};

use crate::atoms::Atoms;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Whether values of an operator are known, for some arguments at least.
pub fn has_value(name: &str) -> bool {
    code::Code::of(name).is_some()
}

/// Evaluates a term at one point, in floating point where it is not exact: a [`Program`] of its
/// own, see there.
pub fn evaluate(term: &Term, vocabulary: &Vocabulary, atoms: &Atoms, point: &Point) -> Value {
    Program::compile(&[term], vocabulary, atoms).value(0, point, Precision::Fast)
}
