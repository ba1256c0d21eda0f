//! Points at which equations hold: one symbol is solved for in each.

use super::difference::{Lift, Off};
use super::equation::Equation;
use super::form::name;
use super::nearness::{admits, complex, real};
use super::roots::numerically;
use super::sample::Sampler;
use crate::choice::Draws;
use crate::eval::{Complex, Domain, Function, Number, Numbers, Point, Set, Value};
use crate::term::{Head, Term};
use crate::vocabulary::Kind;
use std::collections::BTreeSet;
use std::sync::Arc;

/// More steps than these are not spent before equations are no longer solved.
const EFFORT: u64 = 1_200_000;

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
        if super::members::choose(sampler, (left, right), symbols, point, draws) {
            settled.extend(occurring[k].iter().copied());
            continue;
        }
        let free = symbols - &settled;
        if super::matrices::choose(sampler, (left, right), &free, point, draws) {
            settled.extend(occurring[k].iter().copied());
            continue;
        }
        if settled_member(sampler, &equations[..=k], symbols, point) {
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

/// Gives a member of a family, which is one side of the last equation, the value of the other side, `F_0 = 0`
/// or `F_n = F_{n-1} + F_{n-2}`; whether all equations hold then.
fn settled_member(
    sampler: &Sampler<'_>,
    equations: &[Equation],
    symbols: &BTreeSet<u32>,
    point: &mut Point,
) -> bool {
    let Some((left, right)) = equations.last() else {
        return false;
    };
    [(left, right), (right, left)]
        .into_iter()
        .any(|(side, other)| {
            let ("idx", [family, indices @ ..]) = (name(side, sampler.vocabulary), &*side.args)
            else {
                return false;
            };
            let number = |s: &u32| {
                let kind = point.kinds.get(*s as usize);
                symbols.contains(s) && matches!(kind, Some(Kind::Num | Kind::Any))
            };
            let Some(family) = family.op.as_symbol().filter(number) else {
                return false;
            };
            let indices = indices.iter().map(|i| sampler.value(i, point).as_integer());
            let (Some(indices), Value::Number(value)) = (
                indices.collect::<Option<Vec<i64>>>(),
                sampler.value(other, point),
            ) else {
                return false;
            };
            let domain = point.domains.get(&family);
            let admitted = |x| domain.is_none_or(|domain| admits(*domain, x));
            if !value.as_real().is_some_and(admitted) {
                return false;
            }
            let place = (family, indices);
            let before = point.members.insert(place.clone(), value);
            if equations.iter().all(|(a, b)| holds(sampler, a, b, point)) {
                return true;
            }
            match before {
                Some(before) => point.members.insert(place, before),
                None => point.members.remove(&place),
            };
            false
        })
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

/// The symbols that stand at one place of a term.
pub(super) fn once(term: &Term) -> BTreeSet<u32> {
    let (mut found, mut again) = (BTreeSet::new(), BTreeSet::new());
    term.walk(&mut |t| {
        if let Head::Symbol(i) = t.op.head()
            && !found.insert(i)
        {
            again.insert(i);
        }
    });
    &found - &again
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
    if adjoint(sampler, left, right, symbol, point) || adjoint(sampler, right, left, symbol, point)
    {
        return true;
    }
    if member(sampler, left, right, symbol, point) || member(sampler, right, left, symbol, point) {
        return true;
    }
    if shifted(sampler, left, right, symbol, point) || shifted(sampler, right, left, symbol, point)
    {
        return true;
    }
    if curve(sampler, left, right, symbol, point) || curve(sampler, right, left, symbol, point) {
        return true;
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
    // Series and limits are too dear to be followed over a plane.
    let plane = domain == Some(Domain::of(Numbers::Complex)) && !family && sampler.reach >= 1.0;
    let number = matches!(
        point.kinds.get(symbol as usize),
        Some(Kind::Num | Kind::Any)
    );
    if plane && number && draws.chance(0.5) {
        if super::plane::solve(sampler, (left, right), symbol, point, draws) {
            point.moved = true;
            return true;
        }
        if let Some(before) = &before {
            point.values.insert(symbol, before.clone());
        }
    }
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

/// Sets a matrix whose adjoint has this value, with entries that need not be real.
fn adjoint(
    sampler: &Sampler<'_>,
    side: &Term,
    other: &Term,
    symbol: u32,
    point: &mut Point,
) -> bool {
    let ("adjoint", [inner]) = (name(side, sampler.vocabulary), &*side.args) else {
        return false;
    };
    if inner.op.head() != Head::Symbol(symbol) || occurs(other).contains(&symbol) {
        return false;
    }
    match sampler.value(&Term::new(side.op, vec![other.clone()]), point) {
        value @ Value::Matrix(_) => {
            point.values.insert(symbol, value);
            true
        }
        _ => false,
    }
}

/// Moves the functions of a family so that one of them has this value: `f_n(x) = x^n`.
fn member(
    sampler: &Sampler<'_>,
    call: &Term,
    other: &Term,
    symbol: u32,
    point: &mut Point,
) -> bool {
    let vocabulary = sampler.vocabulary;
    let of_family = name(call, vocabulary) == "call"
        && call.args.first().is_some_and(|f| {
            name(f, vocabulary) == "idx" && f.args[0].op.head() == Head::Symbol(symbol)
        });
    if !of_family || occurs(other).contains(&symbol) {
        return false;
    }
    let values = (sampler.value(call, point), sampler.value(other, point));
    let (Value::Number(now), Value::Number(wanted)) = values else {
        return false;
    };
    let step = wanted.minus(&now);
    let lift = match point.lifts.get(&symbol) {
        Some(before) => before.plus(&step),
        None => step,
    };
    point.lifts.insert(symbol, lift);
    point.moved = true;
    true
}

/// Moves the vectors of a family so that one of them has this value: `\mathbf{z}_l = W \mathbf{a}_l`.
fn shifted(
    sampler: &Sampler<'_>,
    member: &Term,
    other: &Term,
    symbol: u32,
    point: &mut Point,
) -> bool {
    let of_family = name(member, sampler.vocabulary) == "idx"
        && member.args[0].op.head() == Head::Symbol(symbol)
        && !occurs(other).contains(&symbol);
    if !of_family {
        return false;
    }
    let values = (sampler.value(member, point), sampler.value(other, point));
    let (Value::Vector(now), Some(wanted)) = (&values.0, values.1.as_vector()) else {
        return false;
    };
    if now.len() != wanted.len() {
        return false;
    }
    let before = point.shifts.get(&symbol);
    let steps = now
        .iter()
        .zip(&wanted)
        .enumerate()
        .map(|(at, (now, wanted))| {
            let step = wanted.minus(now);
            match before.and_then(|shift| shift.get(at)) {
                Some(before) => before.plus(&step),
                None => step,
            }
        });
    let shift = steps.collect();
    point.shifts.insert(symbol, shift);
    point.moved = true;
    true
}

/// Moves a function with vectors for values so that it has this one: `\vec{r}(0) = (1, 2)`.
fn curve(sampler: &Sampler<'_>, call: &Term, other: &Term, symbol: u32, point: &mut Point) -> bool {
    let called = name(call, sampler.vocabulary) == "call"
        && call.args.first().map(|f| f.op.head()) == Some(Head::Symbol(symbol));
    let Some(Value::Function(Function::Curve(entries))) = point.values.get(&symbol) else {
        return false;
    };
    if !called || occurs(other).contains(&symbol) {
        return false;
    }
    let (now, wanted) = (sampler.value(call, point), sampler.value(other, point));
    let (Some(now), Some(wanted)) = (now.as_vector(), wanted.as_vector()) else {
        return false;
    };
    if now.len() != wanted.len() || now.len() != entries.len() {
        return false;
    }
    let mut moved = entries.clone();
    for ((entry, now), wanted) in moved.iter_mut().zip(&now).zip(&wanted) {
        let Function::Smooth(smooth) = entry else {
            return false;
        };
        if let Some(constant) = Arc::make_mut(smooth).polynomial.first_mut() {
            *constant = constant.plus(&wanted.minus(now));
        }
    }
    let moved = Value::Function(Function::Curve(moved));
    point.values.insert(symbol, moved);
    point.moved = true;
    true
}

/// Whether no other function has the same letter in another size: one that is its derivative would no
/// longer be, if one of them was moved.
pub(super) fn alone(sampler: &Sampler<'_>, symbol: u32) -> bool {
    let symbols = &sampler.form.atoms.symbols;
    let name = |s: u32| symbols.get(s as usize).map(|s| s.name.to_lowercase());
    let others = sampler.form.symbols.iter().filter(|s| **s != symbol);
    others.into_iter().all(|s| name(*s) != name(symbol))
}
