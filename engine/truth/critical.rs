//! Values of a quantified number that tell all there is to tell: where what is said of it may turn,
//! between such places and beyond them.

use super::equation::{Equation, boundaries};
use super::nearness::{admits, is_exact, real, with_error};
use super::sample::Sampler;
use super::solve::occurs;
use crate::eval::{self, Domain, Number, Numbers, Point, Value};
use crate::term::Term;

/// Places where two sides are equal, of which more are not looked at.
const ROOTS: usize = 24;
/// Sides that take more steps are not compared at many places.
const DEAR: u64 = 5_000;
/// Whole numbers up to this one are looked at where sides oscillate: among so many, some are within
/// a thousandth of any place of a turn.
pub(super) const MANY: i32 = 360;
/// How often the way to a place is halved.
const HALVINGS: u32 = 80;

/// A value to look at.
pub(super) struct Place {
    pub value: Value,
    /// Whether it is a root that was found in floating point.
    pub solved: bool,
    /// Whether it is so far out that it may be out of reach.
    pub far: bool,
}

/// Values that tell.
pub(super) struct Places {
    pub places: Vec<Place>,
    /// Whether sides still come nearer to each other as far out as was looked.
    pub open: bool,
}

/// Values of a symbol that show whether statements hold for all of its values, as far as signs at
/// many places tell; `None` when the symbol is no real number or nothing compares it.
pub(super) fn values(
    sampler: &Sampler<'_>,
    statements: &[Term],
    symbol: u32,
    point: &Point,
) -> Option<Places> {
    let domain = match point.domains.get(&symbol) {
        Some(domain) => *domain,
        None if point.complex => return None,
        None => Domain::of(Numbers::Real),
    };
    point.values.get(&symbol).and_then(real)?;
    if domain.numbers == Numbers::Complex {
        return None;
    }
    let whole = !matches!(domain.numbers, Numbers::Rational | Numbers::Real);
    let mut compared = Vec::new();
    for statement in statements {
        boundaries(statement, sampler.vocabulary, &mut compared);
    }
    compared.retain(|(a, b)| occurs(a).contains(&symbol) || occurs(b).contains(&symbol));
    let strict = sampler.strict.replace(None);
    let (mut known, mut open) = (false, false);
    let mut turns: Vec<f64> = [domain.low, domain.high]
        .into_iter()
        .flatten()
        .map(|b| b.0)
        .collect();
    let mut roots: Vec<Value> = Vec::new();
    for equation in &compared {
        if let Some((found, nearing)) = zeros(sampler, equation, symbol, point) {
            known = true;
            open |= nearing;
            turns.extend(found.iter().copied());
            roots.extend(found.into_iter().map(|x| {
                let error = if x.fract() * 16.0 % 1.0 == 0.0 {
                    0.0
                } else {
                    4.0 * f64::EPSILON * x.abs()
                };
                with_error(x, error)
            }));
        }
    }
    sampler.strict.set(strict);
    if !known && !whole {
        return None;
    }
    turns.sort_by(f64::total_cmp);
    turns.dedup();
    turns.truncate(ROOTS);
    let mut places: Vec<f64> = turns.windows(2).map(|w| 0.5 * (w[0] + w[1])).collect();
    let (low, high) = (
        turns.first().copied().unwrap_or(0.0),
        turns.last().copied().unwrap_or(0.0),
    );
    places.extend(
        [0.0, 0.5, 1.0, 8.0, 1e3, 1e6]
            .iter()
            .flat_map(|far| [low - far, high + far]),
    );
    if whole {
        places.extend(turns.iter().flat_map(|x| [x.floor(), x.ceil()]));
        // Where sides that oscillate are equal tells little of whole numbers between.
        let many = if oscillates(sampler, &compared, symbol) {
            MANY
        } else {
            12
        };
        places.extend((-many..=many).map(f64::from));
        places.iter_mut().for_each(|x| *x = x.round());
        places.sort_by(f64::total_cmp);
        places.dedup();
    }
    let mut values: Vec<Place> = places
        .into_iter()
        .filter(|x| admits(domain, *x))
        .map(|x| Place {
            value: Value::Number(Number::exact(x)),
            solved: false,
            far: x.abs() > 100.0,
        })
        .collect();
    roots.retain(|v| !whole && real(v).is_some_and(|x| admits(domain, x)));
    values.extend(roots.into_iter().map(|value| Place {
        solved: !is_exact(&value),
        far: false,
        value,
    }));
    Some(Places {
        places: values,
        open,
    })
}

/// Whether a trigonometric function of the symbol is compared.
pub(super) fn oscillates(sampler: &Sampler<'_>, compared: &[Equation], symbol: u32) -> bool {
    let mut found = false;
    for side in compared.iter().flat_map(|(a, b)| [a, b]) {
        side.walk(&mut |t| {
            let operator = sampler.vocabulary.operator(t.op);
            found |= operator.is_some_and(|o| o.has_tag("trig")) && occurs(t).contains(&symbol);
        });
    }
    found
}

/// Where two sides are equal, each as near as floating point comes; `None` when they are no numbers.
/// Also whether they come nearer to each other at the ends.
fn zeros(
    sampler: &Sampler<'_>,
    (left, right): &Equation,
    symbol: u32,
    point: &Point,
) -> Option<(Vec<f64>, bool)> {
    let mut here = point.clone();
    let mut off = |x: f64| -> Option<f64> {
        here.values.insert(symbol, Value::Number(Number::rough(x)));
        let value = |side| eval::provisionally(|| sampler.value(side, &here));
        let off = real(&value(left))? - real(&value(right))?;
        off.is_finite().then_some(off)
    };
    let before = sampler.effort();
    off(1.0);
    if sampler.effort() - before > DEAR {
        return None;
    }
    let near = |k: i32| f64::from(k) / 2.0;
    let far = (-6..=20).chain([24, 32, 40, 60]).flat_map(|k| {
        let x = 1.03 * f64::from(k).exp2();
        [x, -x]
    });
    let mut places: Vec<f64> = (-16..=16).map(near).chain(far).collect();
    places.sort_by(f64::total_cmp);
    let signs: Vec<(f64, f64)> = places
        .into_iter()
        .filter_map(|x| off(x).map(|f| (x, f)))
        .collect();
    if signs.is_empty() {
        return None;
    }
    // Far out a side that vanishes is too small for floating point.
    let mut found: Vec<f64> = signs
        .iter()
        .filter(|(x, f)| *f == 0.0 && (2.0 * x).fract() == 0.0)
        .map(|p| p.0)
        .collect();
    for two in signs.windows(2) {
        if two[0].1 * two[1].1 < 0.0 {
            found.push(between(&mut off, two[0], two[1]));
        }
    }
    for three in signs.windows(3) {
        let size = |k: usize| three[k].1.abs();
        if size(1) < size(0) && size(1) < size(2) && three[0].1 * three[2].1 > 0.0 {
            let (x, f) = lowest(&mut off, three[0].0, three[2].0);
            if f <= 1e-12 * size(1) {
                found.push(x);
            }
        }
    }
    found.truncate(ROOTS);
    let nearing = |three: &[(f64, f64)]| match three {
        [(_, far), (_, middle), (_, near)] => {
            let less = |a: &f64, b: &f64| a.abs() < (1.0 - 1e-9) * b.abs();
            *far == 0.0 || less(far, middle) && less(middle, near)
        }
        _ => false,
    };
    let turned: Vec<(f64, f64)> = signs.iter().rev().copied().collect();
    let end = |all: &[(f64, f64)]| nearing(all.get(..3).unwrap_or_default());
    let open = end(&signs) || end(&turned);
    Some((found, open))
}

/// The place between two of different signs where the sign changes: a simple fraction where one is
/// that place.
fn between(off: &mut impl FnMut(f64) -> Option<f64>, low: (f64, f64), high: (f64, f64)) -> f64 {
    let (mut low, mut high) = (low, high);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low.0 + high.0);
        match off(middle) {
            Some(f) if f != 0.0 && middle > low.0 && middle < high.0 => {
                if (f < 0.0) == (low.1 < 0.0) {
                    low = (middle, f);
                } else {
                    high = (middle, f);
                }
            }
            _ => {
                low.0 = middle;
                break;
            }
        }
    }
    let simple = (low.0 * 16.0).round() / 16.0;
    if (simple - low.0).abs() < 1e-9 * (1.0 + low.0.abs()) && off(simple) == Some(0.0) {
        return simple;
    }
    low.0
}

/// Where two sides come nearest between two places, and how near.
pub(super) fn lowest(off: &mut impl FnMut(f64) -> Option<f64>, low: f64, high: f64) -> (f64, f64) {
    let (mut low, mut high) = (low, high);
    let mut size = |x: f64| off(x).map_or(f64::INFINITY, f64::abs);
    for _ in 0..HALVINGS {
        let third = (high - low) / 3.0;
        if size(low + third) < size(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let middle = 0.5 * (low + high);
    (middle, size(middle))
}
