//! Points at which equations hold: one symbol is solved for in each.

use super::critical::lowest;
use super::equation::Equation;
use super::nearness::{admits, complex, is_exact, real, with_error};
use super::sample::Sampler;
use crate::choice::Draws;
use crate::eval::{self, Complex, Domain, Function, Number, Numbers, Point, Set, Smooth, Value};
use crate::term::{Head, Term};
use crate::vocabulary::Kind;
use std::collections::BTreeSet;
use std::sync::Arc;

/// More steps than these are not spent before equations are no longer solved.
const EFFORT: u64 = 1_200_000;

/// A difference of sides that takes more steps is not followed to where it is smallest.
const CHEAP: u64 = 250;

/// Moves the values of `symbols` so that all equations hold, one symbol an equation; returns whether
/// a value was found for each. What an earlier equation has settled stays.
pub(super) fn impose(
    sampler: &Sampler<'_>,
    equations: &[Equation],
    symbols: &BTreeSet<u32>,
    point: &mut Point,
    draws: &mut Draws,
) -> bool {
    let occurring: Vec<BTreeSet<u32>> = equations
        .iter()
        .map(|(a, b)| &occurs(a) | &occurs(b))
        .collect();
    let mut settled = BTreeSet::new();
    let mut all = true;
    for (k, (left, right)) in equations.iter().enumerate() {
        if sampler.effort() > EFFORT {
            return false;
        }
        if holds(sampler, left, right, point) {
            settled.extend(occurring[k].iter().copied());
            continue;
        }
        let mut unknowns: Vec<u32> = occurring[k].intersection(symbols).copied().collect();
        unknowns.retain(|s| !settled.contains(s));
        draws.shuffle(&mut unknowns);
        let exactly = draws.chance(0.7);
        // Symbols of this equation alone leave the others free, a bare side is solved exactly.
        unknowns.sort_by_key(|s| {
            let others = occurring
                .iter()
                .enumerate()
                .any(|(j, o)| j < k && o.contains(s));
            let bare = [left, right]
                .iter()
                .any(|t| t.op.head() == Head::Symbol(*s));
            (others, exactly && !bare)
        });
        let solved = unknowns
            .iter()
            .take(3)
            .copied()
            .find(|s| solve(sampler, left, right, *s, point, draws));
        match solved {
            Some(_) => settled.extend(occurring[k].iter().copied()),
            None => all = false,
        }
    }
    all || super::system::solve(sampler, equations, symbols, point)
}

/// Whether two sides agree already, as they do everywhere when the equation is an identity.
fn holds(sampler: &Sampler<'_>, left: &Term, right: &Term, point: &Point) -> bool {
    let (x, y) = (sampler.value(left, point), sampler.value(right, point));
    match (complex(&x), complex(&y)) {
        (Some((a, p)), Some((b, q))) => {
            let (off, error) = ((a - b).abs(), p + q);
            off <= error && error <= 1e-9 * (1.0 + a.abs())
        }
        _ => false,
    }
}

/// Moves a number a little.
pub(super) fn nudge(symbols: &BTreeSet<u32>, point: &mut Point, draws: &mut Draws) {
    let share = [
        0.25,
        -0.25,
        1.0 / 16.0,
        -1.0 / 16.0,
        1.0 / 64.0,
        -1.0 / 64.0,
    ][draws.below(6)];
    let all: Vec<u32> = symbols.iter().copied().collect();
    if all.is_empty() {
        return;
    }
    let symbol = all[draws.below(all.len())];
    let Some(x) = point.values.get(&symbol).and_then(real) else {
        return;
    };
    let moved = x + share * if x == 0.0 { 1.0 } else { x };
    if point.domains.get(&symbol).is_none_or(|d| admits(*d, moved)) {
        point
            .values
            .insert(symbol, Value::Number(Number::exact(moved)));
    }
}

/// The symbols of a term.
pub(super) fn occurs(term: &Term) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    term.walk(&mut |t| {
        if let Head::Symbol(i) = t.op.head() {
            found.insert(i);
        }
    });
    found
}

fn solve(
    sampler: &Sampler<'_>,
    left: &Term,
    right: &Term,
    symbol: u32,
    point: &mut Point,
    draws: &mut Draws,
) -> bool {
    let domain = point.domains.get(&symbol).copied();
    for (bare, other) in [(left, right), (right, left)] {
        if bare.op.head() == Head::Symbol(symbol) && !occurs(other).contains(&symbol) {
            let value = sampler.value(other, point);
            let fits = match (&value, domain) {
                (Value::Number(_), Some(domain)) => match real(&value) {
                    Some(x) => admits(domain, x),
                    None => {
                        domain.numbers == Numbers::Complex
                            && domain.low.is_none()
                            && domain.high.is_none()
                    }
                },
                (value, _) => value.is_known(),
            };
            if fits {
                point.values.insert(symbol, value);
                return true;
            }
            return false;
        }
    }
    let before = point.values.get(&symbol).cloned();
    let family = super::world::indexed_only(&sampler.form.term, symbol, sampler.vocabulary);
    let (mut sloped, weights) = (None, point.weights.clone());
    let domain = match point.kinds.get(symbol as usize) {
        Some(Kind::Event) => Some(Domain {
            low: Some((0.0, true)),
            high: Some((1.0, true)),
            ..Domain::of(Numbers::Real)
        }),
        _ => domain,
    };
    let lifted = match (point.kinds.get(symbol as usize), &before) {
        (Some(Kind::Num | Kind::Any), _) if family => Some(Lift::Family),
        (Some(Kind::Num | Kind::Any), _)
            if domain == Some(Domain::of(Numbers::Complex)) && draws.chance(0.5) =>
        {
            let angle = std::f64::consts::TAU * draws.unit();
            Some(Lift::Along(Complex::new(angle.cos(), angle.sin())))
        }
        (Some(Kind::Num | Kind::Any), _) => None,
        // A function is moved up or down, unless another one is its derivative.
        (Some(Kind::Fn), Some(Value::Function(Function::Smooth(f)))) if alone(sampler, symbol) => {
            sloped = Some(Lift::Slope(f.clone()));
            Some(Lift::Function(f.clone()))
        }
        (Some(Kind::Event), Some(Value::Set(Set::Subset(outcomes)))) => Some(Lift::Weights {
            outcomes: *outcomes,
            weights: point.weights.clone(),
        }),
        (_, Some(value @ (Value::Vector(_) | Value::Matrix(_) | Value::Random(_)))) if !family => {
            if let Value::Random(outcomes) = value {
                sloped = Some(Lift::Scale(outcomes.clone()));
            }
            Some(Lift::Entry(value.clone()))
        }
        _ => return false,
    };
    for lifted in std::iter::once(lifted).chain(sloped.map(Some)) {
        let off = Off {
            sampler,
            sides: (left, right),
            symbol,
            lifted,
        };
        if numerically(&off, domain, point, draws) {
            point.moved |= off.lifted.is_some();
            return true;
        }
    }
    if let Some(before) = before {
        point.values.insert(symbol, before);
    }
    point.lifts.remove(&symbol);
    point.weights = weights;
    false
}

/// Whether no other function has the same letter in another size.
fn alone(sampler: &Sampler<'_>, symbol: u32) -> bool {
    let symbols = &sampler.form.atoms.symbols;
    let name = |s: u32| symbols.get(s as usize).map(|s| s.name.to_lowercase());
    let others = sampler.form.symbols.iter().filter(|s| **s != symbol);
    others.into_iter().all(|s| name(*s) != name(symbol))
}

/// The difference of two sides as a function of one symbol.
struct Off<'s, 'a> {
    sampler: &'s Sampler<'a>,
    sides: (&'s Term, &'s Term),
    symbol: u32,
    /// What is moved, when the symbol is no number.
    lifted: Option<Lift>,
}

/// What is moved to solve an equation.
enum Lift {
    /// A function, up or down.
    Function(Arc<Smooth>),
    /// A function, by a multiple of its argument.
    Slope(Arc<Smooth>),
    /// The first entry of a vector, matrix or random variable.
    Entry(Value),
    /// All outcomes of a random variable.
    Scale(Vec<Number>),
    /// How likely an event is.
    Weights { outcomes: u64, weights: Vec<Number> },
    /// All numbers of a family.
    Family,
    /// A complex number, in one direction.
    Along(Complex),
}

impl Off<'_, '_> {
    /// Gives the symbol a number that is taken as exact.
    fn keep(&self, x: f64, point: &mut Point) {
        if self.lifted.is_none() {
            point
                .values
                .insert(self.symbol, Value::Number(Number::exact(x)));
        }
    }

    /// The difference, its error and whether it is exact.
    fn at(&self, x: f64, error: f64, point: &mut Point) -> Option<(f64, f64, bool)> {
        let value = match &self.lifted {
            // A fraction of many digits is slow, and of no use until the root is found.
            None if error == 0.0 && x.fract() != 0.0 => Value::Number(Number::rough(x)),
            None => with_error(x, error),
            Some(lift @ (Lift::Function(function) | Lift::Slope(function))) => {
                let mut moved = Smooth::clone(function);
                let power = usize::from(matches!(lift, Lift::Slope(_)));
                if let Some(factor) = moved.polynomial.get_mut(power) {
                    *factor = factor.plus(&Number::exact(x));
                }
                Value::Function(Function::Smooth(Arc::new(moved)))
            }
            Some(Lift::Entry(value)) => {
                let mut moved = value.clone();
                let entry = match &mut moved {
                    Value::Vector(v) | Value::Random(v) => v.first_mut(),
                    Value::Matrix(rows) => rows.first_mut().and_then(|r| r.first_mut()),
                    _ => None,
                };
                if let Some(entry) = entry {
                    *entry = Number::exact(x);
                }
                moved
            }
            Some(Lift::Scale(outcomes)) => {
                let factor = with_error(x, error);
                let factor = factor.as_number()?;
                Value::Random(outcomes.iter().map(|n| n.times(factor)).collect())
            }
            Some(Lift::Weights { outcomes, weights }) => {
                let likely = with_error(x, error);
                point.weights = likelier(*outcomes, weights, likely.as_number()?)?;
                Value::Set(Set::Subset(*outcomes))
            }
            Some(Lift::Along(direction)) => Value::Number(Number::with(
                Complex::new(x * direction.re, x * direction.im),
                error + 4.0 * f64::EPSILON * x.abs(),
            )),
            Some(Lift::Family) => {
                point.lifts.insert(self.symbol, Number::exact(x));
                Value::Number(Number::exact(x))
            }
        };
        point.values.insert(self.symbol, value);
        let value = |side| eval::provisionally(|| self.sampler.value(side, point));
        let (left, right) = (value(self.sides.0), value(self.sides.1));
        let ((a, p), (b, q)) = (complex(&left)?, complex(&right)?);
        let off = a - b;
        let exact = is_exact(&left) && is_exact(&right);
        // Where the sides are not real, the imaginary part must vanish too.
        let size = if off.im.abs() <= p + q + 1e-13 * (1.0 + a.abs()) {
            off.re
        } else {
            return None;
        };
        size.is_finite().then_some((size, p + q, exact))
    }
}

/// The probabilities of outcomes when some of them together have this one.
fn likelier(outcomes: u64, weights: &[Number], likely: &Number) -> Option<Vec<Number>> {
    let own = |i: usize| outcomes >> i & 1 == 1;
    let total = |own: &dyn Fn(usize) -> bool| {
        let chosen = weights.iter().enumerate().filter(|(i, _)| own(*i));
        chosen.fold(Number::integer(0), |sum, (_, w)| sum.plus(w))
    };
    let inside = likely.over(&total(&own))?;
    let rest = Number::integer(1).minus(likely);
    let outside = rest.over(&total(&|i| !own(i)))?;
    let weights = weights.iter().enumerate();
    let factor = |i: usize| if own(i) { &inside } else { &outside };
    Some(weights.map(|(i, w)| w.times(factor(i))).collect())
}

fn numerically(
    off: &Off<'_, '_>,
    domain: Option<Domain>,
    point: &mut Point,
    draws: &mut Draws,
) -> bool {
    let integers = |d: &Domain| {
        !matches!(
            d.numbers,
            Numbers::Rational | Numbers::Real | Numbers::Complex
        )
    };
    // A root is looked for between integers too; it is taken only when it is one.
    let between = domain.map(|d| match integers(&d) {
        true => Domain {
            numbers: Numbers::Real,
            ..d
        },
        false => d,
    });
    let allowed = |x: f64| between.is_none_or(|d| admits(d, x));
    // Integers first, in any order: solutions that are exact tell most. They are not all there are.
    let start = draws.below(13) as i32;
    let exactly = |point: &mut Point| {
        (0..13)
            .map(|k| f64::from((start + 5 * k) % 13 - 4))
            .any(|x| {
                domain.is_none_or(|d| admits(d, x))
                    && matches!(off.at(x, 0.0, point), Some((f, _, true)) if f == 0.0)
            })
    };
    let soon = draws.chance(0.7);
    if soon && exactly(point) {
        return true;
    }
    if let Some(domain) = domain.filter(integers)
        && whole(off, domain, point)
    {
        return true;
    }
    let mut grid: Vec<(f64, f64)> = Vec::new();
    let shift = draws.unit();
    let narrow = match between {
        Some(Domain {
            low: Some((low, _)),
            high: Some((high, _)),
            ..
        }) if high - low < 12.0 => Some((low, (high - low) / 25.0)),
        _ => None,
    };
    for k in 0..25 {
        let x = match narrow {
            Some((low, step)) => low + step * (f64::from(k) + shift),
            None => (f64::from(k) - 12.0 + shift) * if k % 8 == 7 { 5.0 } else { 0.6 },
        };
        if allowed(x)
            && let Some((f, _, _)) = off.at(x, 0.0, point)
        {
            grid.push((x, f));
        }
    }
    grid.sort_by(|a, b| a.0.total_cmp(&b.0));
    // A straight line is solved at once.
    if let [first, .., last] = grid[..]
        && grid.len() > 2
        && let slope = (last.1 - first.1) / (last.0 - first.0)
        && slope != 0.0
        && grid.iter().all(|(x, f)| {
            let line = first.1 + slope * (x - first.0);
            (f - line).abs() <= 1e-9 * first.1.abs().max(last.1.abs())
        })
        && settle(off, first.0 - first.1 / slope, (slope, true), domain, point)
    {
        return true;
    }
    let mut brackets: Vec<usize> = (1..grid.len())
        .filter(|&i| (grid[i - 1].1 < 0.0) != (grid[i].1 < 0.0))
        .collect();
    draws.shuffle(&mut brackets);
    for i in brackets.into_iter().take(3) {
        if let Some((x, slope)) = bracketed(off, grid[i - 1], grid[i], point)
            && settle(off, x, (slope, false), domain, point)
        {
            return true;
        }
    }
    if !soon && (touched(off, &grid, domain, point, draws) || exactly(point)) {
        return true;
    }
    // A double root has no change of sign.
    let lowest = grid.iter().min_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let Some((mut x, _)) = lowest.copied() else {
        return false;
    };
    for _ in 0..60 {
        let h = 1e-6 * (1.0 + x.abs());
        let (Some((f, ..)), Some((g, ..))) = (off.at(x, 0.0, point), off.at(x + h, 0.0, point))
        else {
            return false;
        };
        let slope = (g - f) / h;
        if f == 0.0 || slope == 0.0 {
            break;
        }
        x -= (f / slope).clamp(-2.0, 2.0);
    }
    allowed(x) && settle(off, x, (0.0, false), domain, point)
        || touched(off, &grid, domain, point, draws)
}

/// A place where the sides come together without crossing, as near as that can be told.
fn touched(
    off: &Off<'_, '_>,
    grid: &[(f64, f64)],
    domain: Option<Domain>,
    point: &mut Point,
    draws: &mut Draws,
) -> bool {
    let before = off.sampler.effort();
    if grid
        .first()
        .is_none_or(|(x, _)| off.at(*x, 0.0, point).is_none())
        || off.sampler.effort() - before > CHEAP
    {
        return false;
    }
    let mut dips: Vec<(f64, f64, f64)> = grid
        .windows(3)
        .filter(|w| w[1].1.abs() < w[0].1.abs().min(w[2].1.abs()))
        .map(|w| (w[0].0, w[2].0, w[1].1.abs()))
        .collect();
    draws.shuffle(&mut dips);
    dips.into_iter().take(2).any(|(low, high, size)| {
        let mut distance = |x: f64| off.at(x, 0.0, point).map(|o| o.0);
        let (x, near) = lowest(&mut distance, low, high);
        near <= 1e-13 * size
            && domain.is_none_or(|d| admits(d, x))
            && off.at(x, 1e-7 * (1.0 + x.abs()), point).is_some()
    })
}

/// A whole root further out, where the sides are ordered differently before and after it.
fn whole(off: &Off<'_, '_>, domain: Domain, point: &mut Point) -> bool {
    let far = [-64, -32, -16, -8, -4, 0, 4, 8, 12, 16, 24, 32, 64, 128, 256];
    let mut last: Option<(i32, f64)> = None;
    for n in far {
        if !admits(domain, f64::from(n)) {
            continue;
        }
        let Some((f, _, _)) = off.at(f64::from(n), 0.0, point) else {
            last = None;
            continue;
        };
        if let Some((mut low, g)) = last.filter(|l| f == 0.0 || (l.1 < 0.0) != (f < 0.0)) {
            let mut high = n;
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                match off.at(f64::from(middle), 0.0, point) {
                    Some((f, _, _)) if f != 0.0 && (f < 0.0) == (g < 0.0) => low = middle,
                    Some(_) => high = middle,
                    None => return false,
                }
            }
            if matches!(off.at(f64::from(high), 0.0, point), Some((f, _, true)) if f == 0.0) {
                return true;
            }
        }
        last = Some((n, f));
    }
    false
}

/// A root between two places where the signs differ, and the slope there.
fn bracketed(
    off: &Off<'_, '_>,
    low: (f64, f64),
    high: (f64, f64),
    point: &mut Point,
) -> Option<(f64, f64)> {
    let (mut low, mut high) = (low, high);
    let size = low.1.abs().max(high.1.abs());
    for k in 0..200 {
        let middle = if k % 3 == 2 {
            0.5 * (low.0 + high.0)
        } else {
            low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1)
        };
        let middle = if middle > low.0 && middle < high.0 {
            middle
        } else {
            0.5 * (low.0 + high.0)
        };
        if middle <= low.0 || middle >= high.0 {
            break;
        }
        let (f, _, _) = off.at(middle, 0.0, point)?;
        if f == 0.0 {
            low = (middle, f);
            high = (middle.next_up(), f);
            break;
        }
        if (f < 0.0) == (low.1 < 0.0) {
            low = (middle, f);
        } else {
            high = (middle, f);
        }
    }
    let near = if low.1.abs() < high.1.abs() {
        low
    } else {
        high
    };
    // At a pole the signs change too.
    if near.1.abs() > 1e-9 * (1.0 + size) {
        return None;
    }
    let h = 1e-6 * (1.0 + near.0.abs());
    let (f, ..) = off.at(near.0 - h, 0.0, point)?;
    let (g, ..) = off.at(near.0 + h, 0.0, point)?;
    Some((near.0, (g - f) / (2.0 * h)))
}

/// Takes a value when it is a root: the nearest simple fraction if that is one exactly, otherwise
/// the number with the error that the slope leaves open, however flat a straight line is.
fn settle(
    off: &Off<'_, '_>,
    x: f64,
    (slope, straight): (f64, bool),
    domain: Option<Domain>,
    point: &mut Point,
) -> bool {
    if !x.is_finite() || x.abs() > 1e9 {
        return false;
    }
    let allowed = |x: f64| domain.is_none_or(|d| admits(d, x));
    for parts in [1.0, 2.0, 4.0, 8.0] {
        let near = (x * parts).round() / parts;
        if (near - x).abs() <= 1e-5 * (1.0 + x.abs())
            && allowed(near)
            && let Some((f, error, exact)) = off.at(near, 0.0, point)
            && f.abs() <= 2.0 * error
            && (exact || f.abs() < 1e-13 * (1.0 + near.abs()))
        {
            off.keep(near, point);
            return true;
        }
    }
    if !allowed(x) {
        return false;
    }
    let Some((f, error, _)) = off.at(x, 0.0, point) else {
        return false;
    };
    let noise = f.abs().max(error) + 1e-16;
    // A flat place says little of where the root is.
    if slope.abs() < 1e-3 && !straight || f.abs() > 1e-9 * (1.0 + slope.abs()) {
        return false;
    }
    let wide = 2.0 * noise / slope.abs() + 4.0 * f64::EPSILON * x.abs();
    let bound = if straight { 1e-6 } else { 1e-9 };
    if !wide.is_finite() || wide > bound * (1.0 + x.abs()) {
        return false;
    }
    off.at(x, wide, point).is_some()
}
