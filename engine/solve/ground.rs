//! Statements and numbers evaluated at points that are given, not drawn.

use super::words::Words;
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{Number, Point, Precision, Program, Value};
use crate::term::Term;
use num_rational::BigRational;
use std::collections::BTreeMap;

/// What a statement is at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    /// A side has no value.
    Undefined,
    Unknown,
}

/// A point at which all symbols are numbers; they are set before it is used.
pub(super) fn point(words: &Words<'_>, atoms: &Atoms, statements: &[&Term]) -> Point {
    let mut draws = Key::seed(0).named("solve").draws();
    let none = BTreeMap::new();
    let mut point = Point::random(statements, words.vocabulary, atoms, &none, &mut draws);
    point.domains.clear();
    point
}

/// What a statement is at a point, with as many digits as it takes.
pub(super) fn truth(words: &Words<'_>, atoms: &Atoms, statement: &Term, point: &Point) -> Truth {
    truth_of(
        &Program::compile(&[statement], words.vocabulary, atoms),
        point,
    )
}

/// What the first statement of a program is at a point.
pub(super) fn truth_of(program: &Program, point: &Point) -> Truth {
    match program.decide(0, point) {
        Value::Bool(true) => Truth::True,
        Value::Bool(false) => Truth::False,
        Value::Undefined => Truth::Undefined,
        _ => Truth::Unknown,
    }
}

/// Whether a part of a program has no value at a point.
pub(super) fn undefined(program: &Program, part: usize, point: &Point) -> bool {
    matches!(
        program.value(part, point, Precision::Fast),
        Value::Undefined
    )
}

/// What a statement without symbols is.
pub(super) fn truth_alone(words: &Words<'_>, atoms: &Atoms, statement: &Term) -> Truth {
    truth(words, atoms, statement, &point(words, atoms, &[statement]))
}

/// The real value of a term without symbols, in floating point.
pub(super) fn near(words: &Words<'_>, atoms: &Atoms, term: &Term) -> Option<f64> {
    let at = point(words, atoms, &[term]);
    near_at(words, atoms, term, &at)
}

/// The real value of a term at a point, in floating point.
pub(super) fn near_at(words: &Words<'_>, atoms: &Atoms, term: &Term, at: &Point) -> Option<f64> {
    let program = Program::compile(&[term], words.vocabulary, atoms);
    real(&program.value(0, at, Precision::Digits40))
}

/// The real number that a value is.
pub(super) fn real(value: &Value) -> Option<f64> {
    let number = value.as_number().and_then(Number::as_real);
    number.filter(|x| x.is_finite())
}

/// Sets the value of a symbol.
pub(super) fn set(point: &mut Point, symbol: u32, value: f64) {
    point
        .values
        .insert(symbol, Value::Number(Number::exact(value)));
}

/// Sets the value of a symbol to a fraction.
pub(super) fn set_fraction(point: &mut Point, symbol: u32, value: &BigRational) {
    point
        .values
        .insert(symbol, Value::Number(Number::large(value.clone())));
}
