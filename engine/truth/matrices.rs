//! Matrices that are asked for: `A^2 = I`, `P^2 = P`, `Q^TQ = I`. Those that solve such equations are seldom near
//! others, and their numbers are simple.

use super::sample::Sampler;
use super::solve::occurs;
use crate::choice::Draws;
use crate::eval::{Number, Point, Rational, Value, agree};
use crate::term::Term;
use std::collections::BTreeSet;

/// Involutions, rotations, projections, what is nilpotent, symmetric or diagonal: entries row by row, and what they
/// are divided by.
const USUAL: [([i64; 4], i64); 14] = [
    ([0, 1, 1, 0], 1),
    ([1, 2, 0, -1], 1),
    ([3, 4, 4, -3], 5),
    ([0, -1, 1, 0], 1),
    ([3, -4, 4, 3], 5),
    ([0, -1, 1, -1], 1),
    ([1, 1, 0, 0], 1),
    ([1, 2, 2, 4], 5),
    ([0, 1, 0, 0], 1),
    ([2, -4, 1, -2], 1),
    ([2, 1, 1, 3], 1),
    ([0, 2, -2, 0], 1),
    ([2, 0, 0, 3], 1),
    ([1, 1, 0, 1], 1),
];

/// What a third row and column have where they cross.
const CORNERS: [i64; 4] = [1, 0, -1, 2];

/// Gives a matrix a value for which an equation holds, where it is all that is not settled in it.
pub(super) fn choose(
    sampler: &Sampler<'_>,
    (left, right): (&Term, &Term),
    free: &BTreeSet<u32>,
    point: &mut Point,
    draws: &mut Draws,
) -> bool {
    let unknown = &occurs(left) | &occurs(right);
    let mut unknown = unknown.intersection(free).copied();
    let (Some(symbol), None) = (unknown.next(), unknown.next()) else {
        return false;
    };
    let Some(before @ Value::Matrix(rows)) = point.values.get(&symbol) else {
        return false;
    };
    let (before, size) = (before.clone(), rows.len());
    if !matches!(size, 2 | 3) || rows.iter().any(|row| row.len() != size) {
        return false;
    }
    let corners = if size == 3 {
        &CORNERS[..]
    } else {
        &CORNERS[..1]
    };
    let mut pool: Vec<Value> = USUAL
        .iter()
        .flat_map(|usual| corners.iter().map(move |corner| (usual, *corner)))
        .filter_map(|((entries, by), corner)| matrix(entries, *by, (size == 3).then_some(corner)))
        .collect();
    draws.shuffle(&mut pool);
    for value in pool {
        point.values.insert(symbol, value);
        let (a, b) = (sampler.value(left, point), sampler.value(right, point));
        if agree(&a, &b) == Some(true) {
            return true;
        }
    }
    point.values.insert(symbol, before);
    false
}

fn matrix(entries: &[i64; 4], by: i64, corner: Option<i64>) -> Option<Value> {
    let number = |n: i64, by: i64| Rational::new(n, by).map(Number::rational);
    let rows = entries.chunks(2).map(|row| -> Option<Vec<Number>> {
        let row = row.iter().map(|n| number(*n, by));
        row.chain(corner.map(|_| number(0, 1))).collect()
    });
    let last = corner.map(|corner| [0, 0, corner].iter().map(|n| number(*n, 1)).collect());
    Some(Value::Matrix(rows.chain(last).collect::<Option<_>>()?))
}
