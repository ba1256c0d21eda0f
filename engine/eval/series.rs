//! Sums, products, unions and intersections of sequences.

use super::code::Code;
use super::combine;
use super::flags::{self, Precision};
use super::limit;
use super::nested;
use super::number::Number;
use super::set::Set;
use super::tail;
use super::value::{Reason, Value};

/// More terms than this are not added.
const TERMS: i64 = 20_000;
/// Partial sums of a series are taken up to 2 to this power.
const DOUBLINGS: u32 = 12;
/// With many digits a series has to converge within this many terms.
const QUICK: i64 = 240;

/// What is made of the values of a sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    Sum,
    Product,
    Union,
    Intersection,
}

impl Fold {
    pub(super) const fn of(code: Code) -> Self {
        match code {
            Code::Sum | Code::Sumin | Code::Sumcond | Code::Addseq => Self::Sum,
            Code::Prod | Code::Prodin | Code::Prodcond | Code::Mulseq => Self::Product,
            Code::Bigunion | Code::Bigunionin | Code::Bigunioncond | Code::Unionseq => Self::Union,
            _ => Self::Intersection,
        }
    }
    fn start(self) -> Value {
        match self {
            Self::Sum => Value::integer(0),
            Self::Product => Value::integer(1),
            Self::Union => Value::Set(Set::Subset(0)),
            Self::Intersection => Value::Set(Set::universe()),
        }
    }
    pub(super) fn join(self, a: Value, b: Value) -> Value {
        match (self, a, b) {
            (_, a, b) if !a.is_known() || !b.is_known() => Value::missing([&a, &b]),
            (Self::Sum, a, b) => combine::plus(&a, &b),
            (Self::Product, a, b) => combine::times(&a, &b),
            (Self::Union, Value::Set(a), Value::Set(b)) => a
                .combine(&b, |x, y| x | y)
                .map_or(Value::Unknown(Reason::Mismatch), Value::Set),
            (Self::Intersection, Value::Set(a), Value::Set(b)) => a
                .combine(&b, |x, y| x & y)
                .map_or(Value::Unknown(Reason::Mismatch), Value::Set),
            _ => Value::Unknown(Reason::Mismatch),
        }
    }
}

/// Joins the terms 0 to count - 1.
pub(super) fn finite(fold: Fold, count: i64, mut term: impl FnMut(i64) -> Value) -> Value {
    if count > TERMS {
        return Value::Unknown(Reason::TooLarge);
    }
    let mut total = fold.start();
    for k in 0..count {
        match term(k) {
            value @ (Value::Undefined | Value::Unknown(_)) => return value,
            value => total = fold.join(total, value),
        }
        if !total.is_known() {
            return total;
        }
    }
    total
}

/// The sum or product of all terms from 0.
pub(super) fn infinite(fold: Fold, mut term: impl FnMut(i64) -> Value) -> Value {
    if !matches!(fold, Fold::Sum | Fold::Product) {
        return nested::joined(fold == Fold::Union, term);
    }
    if flags::is_strict() {
        return tail::series(fold, &mut term);
    }
    if flags::precision() == Precision::Fast {
        return flags::provisionally(|| partial(fold, term));
    }
    match quick(fold, &mut term) {
        Some(value) => value,
        None => flags::estimate(|| partial(fold, term)),
    }
}

/// A series whose terms vanish quickly; what is left out is less than the last terms.
fn quick(fold: Fold, term: &mut impl FnMut(i64) -> Value) -> Option<Value> {
    let unit = super::ball::unit(flags::precision().bits());
    let mut total = fold.start().as_number()?.clone();
    let (mut quiet, mut largest) = (0, 0.0_f64);
    for k in 0..QUICK {
        let Value::Number(value) = term(k) else {
            return None;
        };
        let off = distance(fold, &value);
        quiet = if off <= unit * (1e-3 + scale(fold, &total)) {
            quiet + 1
        } else {
            0
        };
        largest = if quiet == 0 { 0.0 } else { largest.max(off) };
        total = joined(fold, &total, &value);
        if quiet >= 12 {
            let size = 1.0 + total.near().abs();
            return Some(Value::number(total.widened(16.0 * (largest + unit) * size)));
        }
        // Terms that shrink this slowly will not do.
        if k == 48 && off > 1e-4 {
            return None;
        }
    }
    None
}

pub(super) fn distance(fold: Fold, value: &Number) -> f64 {
    match fold {
        Fold::Sum => value.near().abs(),
        _ => value.minus(&Number::integer(1)).near().abs(),
    }
}

/// What the distance of a term from changing nothing is compared with: factors change a product of
/// any size alike.
fn scale(fold: Fold, total: &Number) -> f64 {
    match fold {
        Fold::Sum => total.near().abs(),
        _ => 0.0,
    }
}

pub(super) fn joined(fold: Fold, total: &Number, value: &Number) -> Number {
    match fold {
        Fold::Sum => total.plus(value),
        _ => total.times(value),
    }
}

fn partial(fold: Fold, mut term: impl FnMut(i64) -> Value) -> Value {
    let mut total = match fold {
        Fold::Sum => Number::with(super::complex::ZERO, 0.0),
        _ => Number::with(super::complex::ONE, 0.0),
    };
    let mut sums: Vec<Number> = Vec::new();
    let mut largest = [0.0_f64; DOUBLINGS as usize + 1];
    let (mut quiet, mut next) = (0, 1_i64);
    let mut sizes: Vec<f64> = Vec::new();
    for k in 0..1_i64 << DOUBLINGS {
        let value = match term(k) {
            Value::Number(n) => n,
            // Terms that became tiny may overflow on the way.
            Value::Unknown(Reason::TooLarge) if quiet >= 8 => return Value::number(total),
            Value::Unknown(Reason::TooLarge) => return unbounded(&sums, &sizes),
            other => return Value::missing([&other]),
        };
        let off = distance(fold, &value);
        if sizes.len() < MANY {
            sizes.push(off);
        }
        largest[sums.len()] = largest[sums.len()].max(off);
        quiet = if off <= 1e-17 * (1.0 + scale(fold, &total)) {
            quiet + 1
        } else {
            0
        };
        total = joined(fold, &total, &value);
        if quiet >= 32 {
            return Value::number(total.widened(1e-15 * (1.0 + total.near().abs())));
        }
        if !total.is_finite() {
            return unbounded(&sums, &sizes);
        }
        if k + 1 == next {
            sums.push(total.clone());
            next *= 2;
            // Terms that grow and go on growing need not be followed to where they overflow.
            if sums.len() >= 8 && fold == Fold::Sum && off > 1.0 {
                match unbounded(&sums, &sizes) {
                    Value::Unknown(_) => {}
                    found => return found,
                }
            }
        }
    }
    // What is added has to shrink.
    let (last, before) = (largest[sums.len() - 1], largest[sums.len() - 3]);
    match limit::of(&sums) {
        Value::Number(_) | Value::Unknown(_) if last > 0.0 && last >= before * (1.0 - 1e-9) => {
            Value::Undefined
        }
        Value::Number(_) if last > 0.9 * before => Value::Unknown(Reason::Divergent),
        Value::Unknown(Reason::NotConverged) if fold == Fold::Sum => {
            match left_out(&largest[..sums.len()]) {
                Some(rest) => Value::number(total.widened(rest)),
                None => Value::Unknown(Reason::NotConverged),
            }
        }
        value => value,
    }
}

/// A bound of what is left out of a series whose terms change their signs without order, from the
/// largest terms of each doubling: when these shrink as those of a series that converges absolutely.
fn left_out(largest: &[f64]) -> Option<f64> {
    let last = *largest.last()?;
    let ratio = largest.windows(2).rev().take(4).map(|w| w[1] / w[0]);
    let ratio = ratio.fold(0.0, f64::max);
    let terms = (largest.len() as f64 - 1.0).exp2();
    (ratio < 0.4 && last.is_finite()).then(|| 2.0 * terms * last * ratio / (1.0 - 2.0 * ratio))
}

/// As many sizes of terms are remembered.
const MANY: usize = 4096;

/// Sums that became too large to calculate with: infinite when they grew and will go on, as far as
/// the quotients of the terms show, otherwise there is none.
fn unbounded(sums: &[Number], sizes: &[f64]) -> Value {
    let quotient = |k: usize| sizes[k] / sizes[k - 1];
    let last = sizes.len().saturating_sub(1);
    // `1000^n/n!` grows far before it vanishes.
    let grows = last >= 4 && {
        let (now, before) = (quotient(last), quotient(last / 2));
        let known = now.is_finite() && before.is_finite();
        known && now >= 1.0 && now - (before - now) > 1.0 - 1e-9
    };
    if !grows || sums.len() < 4 {
        return Value::Unknown(Reason::Divergent);
    }
    let real: Option<Vec<f64>> = sums.iter().map(Number::as_real).collect();
    let Some(real) = real else {
        return Value::Undefined;
    };
    if real.windows(2).all(|w| w[1] > w[0]) {
        Value::Infinite(true)
    } else if real.windows(2).all(|w| w[1] < w[0]) {
        Value::Infinite(false)
    } else {
        Value::Undefined
    }
}
