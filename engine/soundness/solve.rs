//! Points at which an equation holds, so that rules about equations are tested where it matters.

use crate::atoms::Atoms;
use crate::choice::Draws;
use crate::eval::{Complex, Number, Point, Precision, Program, Value};
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};

/// Moves the value of one symbol so that an equation or comparison becomes an equality, when the
/// statement is one (or the negation of one) of numbers and a solution is found.
pub(super) fn satisfy(
    statement: &Term,
    vocabulary: &Vocabulary,
    atoms: &Atoms,
    point: &mut Point,
    draws: &mut Draws,
) {
    let name = |t: &Term| vocabulary.name(t.op);
    let inner = match name(statement) {
        "not" => &statement.args[0],
        _ => statement,
    };
    let sides = match (name(inner), &*inner.args) {
        ("eq" | "ne" | "le" | "lt" | "ge" | "gt", [a, b]) => (a, b),
        ("chain", [a, _, b, ..]) => (a, b),
        _ => return,
    };
    let numbers: Vec<u32> = (0..atoms.symbols.len() as u32)
        .filter(|i| {
            atoms.symbols[*i as usize].kind == Kind::Num
                && point.domains.get(i).is_none_or(|d| d.low.is_none())
        })
        .collect();
    if numbers.is_empty() {
        return;
    }
    let symbol = numbers[draws.below(numbers.len())];
    let sides = Program::compile(&[sides.0, sides.1], vocabulary, atoms);
    let before = point.values.get(&symbol).cloned();
    let off = |x: Complex, point: &mut Point| {
        point
            .values
            .insert(symbol, Value::Number(Number::complex(x)));
        let left = sides.value(0, point, Precision::Fast);
        let right = sides.value(1, point, Precision::Fast);
        Some(left.as_number()?.near() - right.as_number()?.near())
    };
    let Some(start) = before.as_ref().and_then(Value::as_number) else {
        return;
    };
    let (mut x, mut y) = (start.near(), start.near() + Complex::new(0.31, 0.0));
    for _ in 0..60 {
        let (Some(fx), Some(fy)) = (off(x, point), off(y, point)) else {
            break;
        };
        if fy.abs() == 0.0 || (x - y).abs() == 0.0 {
            break;
        }
        let slope = (fy - fx) / (y - x);
        if slope.abs() < 1e-14 {
            break;
        }
        let next = y - fy / slope;
        (x, y) = (y, next);
    }
    match off(y, point) {
        Some(rest) if rest.abs() < 1e-12 * (1.0 + y.abs()) => {
            let error = 1e-12 * (1.0 + y.abs());
            point
                .values
                .insert(symbol, Value::Number(Number::with(y, error)));
        }
        _ => {
            if let Some(value) = before {
                point.values.insert(symbol, value);
            }
        }
    }
}
