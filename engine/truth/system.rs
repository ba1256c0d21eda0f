//! Points at which several equations hold at once: all numbers in the values of their symbols are
//! moved together, by the method of Levenberg and Marquardt.

use super::equation::Equation;
use super::nearness::{admits, complex};
use super::sample::Sampler;
use crate::eval::{Function, Number, Point, Value};
use crate::vocabulary::Kind;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Numbers that are moved at most.
const UNKNOWNS: usize = 24;
const ROUNDS: usize = 20;
/// How often it is tried for one formula.
const ATTEMPTS: u32 = 16;

/// A number in the value of a symbol.
#[derive(Clone, Copy)]
struct Unknown {
    symbol: u32,
    /// Which of the numbers in the value; for a family what is added to all.
    place: usize,
    family: bool,
}

/// Moves a point to one at which all equations hold within rounding; false, and the point as it was,
/// when none was found.
pub(super) fn solve(
    sampler: &Sampler<'_>,
    equations: &[Equation],
    symbols: &BTreeSet<u32>,
    point: &mut Point,
) -> bool {
    let tried = sampler.systems.get();
    if tried >= ATTEMPTS {
        return false;
    }
    sampler.systems.set(tried + 1);
    let start = point.clone();
    let unknowns = unknowns(sampler, equations, symbols, point);
    if unknowns.is_empty() {
        return false;
    }
    let found = descend(sampler, equations, &unknowns, point);
    if found && suits(point, symbols) {
        point.moved = true;
        return true;
    }
    *point = start;
    false
}

fn unknowns(
    sampler: &Sampler<'_>,
    equations: &[Equation],
    symbols: &BTreeSet<u32>,
    point: &Point,
) -> Vec<Unknown> {
    let mut found = Vec::new();
    let mut occurring = BTreeSet::new();
    for (a, b) in equations {
        occurring.extend(super::solve::occurs(a));
        occurring.extend(super::solve::occurs(b));
    }
    for symbol in occurring.intersection(symbols).copied() {
        let family = super::world::indexed_only(&sampler.form.term, symbol, sampler.vocabulary);
        let number = matches!(
            point.kinds.get(symbol as usize),
            Some(Kind::Num | Kind::Any)
        );
        let whole = point
            .domains
            .get(&symbol)
            .is_some_and(|d| !admits(*d, 0.5) && !admits(*d, 1.5) && !admits(*d, -0.5));
        let places = match point.values.get(&symbol) {
            _ if whole => 0,
            Some(_) if family => usize::from(number),
            Some(Value::Number(_)) => 1,
            Some(Value::Vector(v) | Value::Random(v)) => v.len(),
            Some(Value::Matrix(rows)) => rows.iter().map(Vec::len).sum(),
            Some(Value::Function(Function::Smooth(_))) if super::solve::alone(sampler, symbol) => 2,
            _ => 0,
        };
        for place in 0..places {
            found.push(Unknown {
                symbol,
                place,
                family,
            });
        }
    }
    found.truncate(UNKNOWNS);
    found
}

fn entry(value: &mut Value, place: usize) -> Option<&mut Number> {
    match value {
        Value::Number(n) => Some(n),
        Value::Vector(v) | Value::Random(v) => v.get_mut(place),
        Value::Matrix(rows) => rows.iter_mut().flatten().nth(place),
        Value::Function(Function::Smooth(f)) => Arc::make_mut(f).polynomial.get_mut(place),
        _ => None,
    }
}

fn read(point: &mut Point, unknown: Unknown) -> f64 {
    if unknown.family {
        return point
            .lifts
            .get(&unknown.symbol)
            .map_or(0.0, |n| n.near().re);
    }
    point
        .values
        .get_mut(&unknown.symbol)
        .and_then(|v| entry(v, unknown.place))
        .map_or(0.0, |n| n.near().re)
}

fn write(point: &mut Point, unknown: Unknown, x: f64) {
    if unknown.family {
        point.lifts.insert(unknown.symbol, Number::exact(x));
    } else if let Some(number) = point
        .values
        .get_mut(&unknown.symbol)
        .and_then(|v| entry(v, unknown.place))
    {
        *number = Number::exact(x);
    }
}

/// How far the sides are apart, number by number, and how large they are.
fn residuals(
    sampler: &Sampler<'_>,
    equations: &[Equation],
    point: &Point,
) -> Option<(Vec<f64>, f64)> {
    let (mut off, mut scale) = (Vec::new(), 1.0_f64);
    for (a, b) in equations {
        let (x, y) = (sampler.value(a, point), sampler.value(b, point));
        let (x, y) = (numbers(&x)?, numbers(&y)?);
        if x.len() != y.len() {
            return None;
        }
        for (p, q) in x.iter().zip(&y) {
            off.push(p - q);
            scale = scale.max(p.abs()).max(q.abs());
        }
    }
    (off.iter().all(|x| x.is_finite()) && off.len() <= 64).then_some((off, scale))
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    let list = |v: &[Number]| v.iter().map(|n| n.near().re).collect();
    Some(match value {
        Value::Number(_) => {
            let (z, _) = complex(value)?;
            vec![z.re, z.im]
        }
        Value::Vector(v) | Value::Random(v) => list(v),
        Value::Matrix(rows) => rows.iter().flatten().map(|n| n.near().re).collect(),
        Value::Tuple(parts) => parts
            .iter()
            .map(|p| p.as_number().map(|n| n.near().re))
            .collect::<Option<_>>()?,
        _ => return None,
    })
}

fn descend(
    sampler: &Sampler<'_>,
    equations: &[Equation],
    unknowns: &[Unknown],
    point: &mut Point,
) -> bool {
    let Some((mut off, mut scale)) = residuals(sampler, equations, point) else {
        return false;
    };
    let size = |off: &[f64]| off.iter().map(|x| x * x).sum::<f64>();
    let mut damping = 1e-3;
    for _ in 0..ROUNDS {
        if size(&off).sqrt() <= 1e-13 * scale {
            break;
        }
        let here: Vec<f64> = unknowns.iter().map(|u| read(point, *u)).collect();
        let Some((slopes, _)) = slopes(sampler, equations, unknowns, point) else {
            return false;
        };
        let mut better = false;
        for _ in 0..8 {
            let Some(step) = step(&slopes, &off, damping) else {
                return false;
            };
            for ((unknown, x), d) in unknowns.iter().zip(&here).zip(&step) {
                write(point, *unknown, x - d);
            }
            if let Some((next, wide)) = residuals(sampler, equations, point)
                && next.len() == off.len()
                && size(&next) < size(&off)
            {
                (off, scale, better) = (next, wide, true);
                damping = (damping * 0.2).max(1e-14);
                break;
            }
            damping *= 8.0;
        }
        if !better {
            for (unknown, x) in unknowns.iter().zip(&here) {
                write(point, *unknown, *x);
            }
            break;
        }
    }
    let reached = residuals(sampler, equations, point)
        .is_some_and(|(off, scale)| size(&off).sqrt() <= 1e-10 * scale);
    if reached && !simplify(sampler, equations, unknowns, point) {
        let slopes = slopes(sampler, equations, unknowns, point);
        let left = slopes.and_then(|(slopes, off)| step(&slopes, &off, 0.0));
        widen(unknowns, left.as_deref(), point);
    }
    reached
}

/// How the distances of the sides change with each number, and these distances.
fn slopes(
    sampler: &Sampler<'_>,
    equations: &[Equation],
    unknowns: &[Unknown],
    point: &mut Point,
) -> Option<(Vec<Vec<f64>>, Vec<f64>)> {
    let (off, _) = residuals(sampler, equations, point)?;
    let mut slopes = Vec::new();
    for unknown in unknowns {
        let x = read(point, *unknown);
        let step = 1e-6 * (1.0 + x.abs());
        write(point, *unknown, x + step);
        let moved = residuals(sampler, equations, point);
        write(point, *unknown, x);
        let (moved, _) = moved.filter(|(m, _)| m.len() == off.len())?;
        let slope = moved.iter().zip(&off).map(|(m, o)| (m - o) / step);
        slopes.push(slope.collect::<Vec<f64>>());
    }
    Some((slopes, off))
}

/// The step of the least squares with this damping: (JᵀJ + damping) d = Jᵀ off.
fn step(slopes: &[Vec<f64>], off: &[f64], damping: f64) -> Option<Vec<f64>> {
    let n = slopes.len();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let mut row: Vec<f64> = (0..n).map(|j| dot(&slopes[i], &slopes[j])).collect();
            row[i] += damping * (1e-9 + row[i]) + 1e-12;
            row.push(dot(&slopes[i], off));
            row
        })
        .collect();
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs()))?;
        rows.swap(i, pivot);
        if rows[i][i].abs() < 1e-300 {
            return None;
        }
        let (above, below) = rows.split_at_mut(i + 1);
        let chosen = &above[i];
        for row in below {
            let factor = row[i] / chosen[i];
            for (x, y) in row.iter_mut().zip(chosen).skip(i) {
                *x -= factor * y;
            }
        }
    }
    let mut found = vec![0.0; n];
    for i in (0..n).rev() {
        let rest: f64 = (i + 1..n).map(|j| rows[i][j] * found[j]).sum();
        found[i] = (rows[i][n] - rest) / rows[i][i];
    }
    found.iter().all(|x| x.is_finite()).then_some(found)
}

/// Numbers that are solved for are known as nearly as the equations hold. What is still `left` to go
/// tells how near that is: far where the sides only touch.
fn widen(unknowns: &[Unknown], left: Option<&[f64]>, point: &mut Point) {
    for (i, unknown) in unknowns.iter().enumerate() {
        let left = left
            .and_then(|l| l.get(i))
            .map_or(f64::INFINITY, |d| d.abs());
        if unknown.family {
            if let Some(lift) = point.lifts.get_mut(&unknown.symbol) {
                *lift = rounded(lift);
            }
            continue;
        }
        if let Some(Value::Number(number)) = point.values.get_mut(&unknown.symbol)
            && left > 1e-9 * (1.0 + number.near().abs())
        {
            *number = number.widened(4.0 * left.min(1e-3));
        }
        let Some(value) = point.values.get_mut(&unknown.symbol) else {
            continue;
        };
        let wide = matches!(value, Value::Vector(_) | Value::Matrix(_));
        if let Some(number) = entry(value, unknown.place) {
            *number = match wide {
                true => number.widened(1e-10 * (1.0 + number.near().abs())),
                false => rounded(number),
            };
        }
    }
}

/// A number that was solved for in floating point, and is written down as one that is only near.
fn rounded(number: &Number) -> Number {
    if number.is_exact() {
        number.widened(f64::EPSILON * number.near().abs())
    } else {
        number.clone()
    }
}

/// Takes the nearest simple fractions when they solve the equations as well; false when they do not
/// solve them exactly.
fn simplify(
    sampler: &Sampler<'_>,
    equations: &[Equation],
    unknowns: &[Unknown],
    point: &mut Point,
) -> bool {
    // Where the sides only touch, the numbers are known to half of the digits.
    for (near, enough) in [(1e-5, 0.0), (1e-7, 1e-12)] {
        let before = point.clone();
        round(unknowns, near, point);
        if let Some((off, scale)) = residuals(sampler, equations, point)
            && off.iter().all(|x| x.abs() <= enough * scale)
        {
            return off.iter().all(|x| *x == 0.0);
        }
        *point = before;
    }
    false
}

/// Takes simple fractions that are so near.
fn round(unknowns: &[Unknown], distance: f64, point: &mut Point) {
    for unknown in unknowns {
        let x = read(point, *unknown);
        for parts in [1.0, 2.0, 4.0, 8.0, 64.0] {
            let near = (x * parts).round() / parts;
            if (near - x).abs() <= distance * (1.0 + x.abs()) {
                write(point, *unknown, near);
                break;
            }
        }
    }
}

/// Whether the numbers are as they are declared.
fn suits(point: &Point, symbols: &BTreeSet<u32>) -> bool {
    symbols
        .iter()
        .all(|s| match (point.domains.get(s), point.values.get(s)) {
            (Some(domain), Some(Value::Number(n))) => {
                n.as_real().is_none_or(|x| admits(*domain, x))
            }
            _ => true,
        })
}
