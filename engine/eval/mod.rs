//! The meaning of terms in numbers: their values at random points.
//!
//! Numbers carry an estimate of their error, undefined is a value, and what cannot be found is
//! unknown: [`agree`] decides nothing within the errors.

mod complex;
mod derivative;
mod domain;
mod elementary;
mod ellipsis;
mod evaluate;
mod function;
mod integral;
mod limit;
mod matrix;
mod number;
mod operate;
mod point;
mod probability;
mod relation;
mod series;
mod set;
mod special;
mod value;

pub use complex::Complex;
pub use domain::{Domain, declared, is_complex};
pub use evaluate::evaluate;
pub use function::{Function, Smooth};
pub use number::Number;
pub use point::{Point, number};
pub use set::{Numbers, Set, UNIVERSE};
pub use value::{Value, agree};
