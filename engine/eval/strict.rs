//! Series, limits, integrals and derivatives with bounds on what is left out that can be argued; what
//! has no such bound is unknown. With many digits the bounds are tiny, in floating point they are found
//! soon.

use super::ball::Function;
use super::flags::{self, Precision};
use super::number::Number;
use super::rational::Rational;
use super::series::{Fold, distance, joined};
use super::turning;
use super::value::{Reason, Value};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Terms of a series that are added.
const TERMS: i64 = 1024;
/// Terms of which the largest counts.
const BLOCK: usize = 4;
/// Terms after which signs that turn are looked at.
const SETTLED: usize = 96;

const OPEN: Value = Value::Unknown(Reason::NotConverged);

/// What is left out may be this small beside the value, and no smaller.
fn tiny() -> f64 {
    match flags::precision() {
        Precision::Fast => 1e-17,
        _ => 1e-60,
    }
}

/// The sum or product of all terms from 0.
///
/// What is left out is bounded by a geometric series where the terms have shrunk by a factor that
/// stays, by Euler's transformation or the next term where the signs alternate and the sizes fall,
/// and by Cauchy's condensation where the sizes fall and `2 a(2n) / a(n)` stays below one.
pub(super) fn series(fold: Fold, term: &mut dyn FnMut(i64) -> Value) -> Value {
    let mut total = match fold {
        Fold::Sum => Number::integer(0),
        _ => Number::integer(1),
    }
    .rounded();
    let (mut sizes, mut signs): (Vec<f64>, Vec<Option<bool>>) = (Vec::new(), Vec::new());
    let (mut start, mut late, mut factors) = (None, Vec::new(), Vec::new());
    let tiny = tiny();
    for k in 0..TERMS {
        let value = match term(k) {
            Value::Number(n) => n,
            Value::Unknown(Reason::TooLarge) if fold == Fold::Sum && is_growing(&sizes) => {
                return diverging(&sizes, &signs);
            }
            other => return Value::missing([&other]),
        };
        let off = match fold {
            Fold::Sum => value.clone(),
            _ => value.minus(&Number::integer(1)),
        };
        sizes.push(distance(fold, &value) + off.error());
        factors.push(value.clone());
        signs.push(off.as_real().filter(|x| *x != 0.0).map(|x| x > 0.0));
        if fold == Fold::Sum && (SETTLED / 2..SETTLED).contains(&(k as usize)) {
            start.get_or_insert_with(|| total.clone());
            late.push(value.clone());
        }
        total = joined(fold, &total, &value);
        if sizes.len() == SETTLED
            && vanishing(&sizes)
            && let (Some(start), Some(rest)) = (&start, turning::sum(&late))
        {
            return Value::number(start.plus(&rest));
        }
        if fold == Fold::Product
            && factors.len() > 16
            && !(1e-200..1e200).contains(&total.near().abs())
        {
            return far(&total, &factors[factors.len() - 16..]);
        }
        if !total.is_finite() {
            return match fold {
                Fold::Sum if is_growing(&sizes) => diverging(&sizes, &signs),
                _ => OPEN,
            };
        }
        if sizes.len() % BLOCK == 0
            && sizes.len() >= 6 * BLOCK
            && let Some(rest) = geometric(&sizes)
            && rest <= tiny * (1.0 + total.near().abs())
            && (rest > 0.0 || sizes.len() >= 24 * BLOCK)
        {
            return left_out(fold, &total, rest);
        }
    }
    if let Some(rest) = geometric(&sizes)
        .or_else(|| alternating(&sizes, &signs))
        .or_else(|| condensed(&sizes))
    {
        return left_out(fold, &total, rest);
    }
    match fold {
        Fold::Product => far(&total, &factors[factors.len() / 2..]),
        _ => diverging(&sizes, &signs),
    }
}

/// A product whose factors stay away from one: nothing, infinity, or no value.
fn far(total: &Number, factors: &[Number]) -> Value {
    let sizes = || factors.iter().map(|f| (f.near().abs(), f.error()));
    let real: Option<Vec<f64>> = factors.iter().map(Number::as_real).collect();
    let turning = real.is_none_or(|f| f.iter().any(|x| *x < 0.0));
    if sizes().all(|(size, error)| size + error <= 0.99) {
        let left = total.near().abs() + total.error();
        return Value::number(Number::integer(0).widened(left.min(1.0)));
    }
    if !sizes().all(|(size, error)| size - error >= 1.01) {
        return OPEN;
    }
    match total.as_real() {
        Some(x) if !turning => Value::Infinite(x > 0.0),
        _ => Value::Undefined,
    }
}

fn left_out(fold: Fold, total: &Number, rest: f64) -> Value {
    let error = match fold {
        Fold::Sum => rest,
        _ if rest < 0.5 => 2.0 * rest * total.near().abs(),
        _ => return OPEN,
    };
    Value::number(total.widened(error))
}

/// A bound where the largest of each block is at most a fixed part of that of the block before.
fn geometric(sizes: &[f64]) -> Option<f64> {
    let blocks: Vec<f64> = sizes
        .rchunks(BLOCK)
        .take(6)
        .map(|b| b.iter().copied().fold(0.0, f64::max))
        .collect();
    let mut ratio = 0.0_f64;
    // The last block comes first.
    for two in blocks.windows(2) {
        if two[0] > 0.0 {
            ratio = ratio.max(two[0] / two[1]);
        }
    }
    let last = blocks.first()?;
    (ratio <= 0.7).then(|| 2.0 * BLOCK as f64 * last * ratio / (1.0 - ratio))
}

/// Whether terms have long been growing.
fn is_growing(sizes: &[f64]) -> bool {
    sizes.len() >= 32 && {
        let late = &sizes[sizes.len() - 16..];
        late[0] >= 1.0 && late.windows(2).all(|w| w[1] >= w[0])
    }
}

/// Whether sizes fall to nothing, as far as three of them tell that are twice as far each time.
fn vanishing(sizes: &[f64]) -> bool {
    let count = sizes.len();
    let [first, second, third] = [count / 4, count / 2, count].map(|n| sizes[n - 1]);
    let (before, after) = (first - second, second - third);
    after > 0.0 && before > after && {
        let left = third - after * after / (before - after);
        left.abs() <= 0.05 * third
    }
}

/// The sizes of the second half, when they fall.
fn falling(sizes: &[f64]) -> Option<&[f64]> {
    let half = sizes.get(sizes.len() / 2..)?;
    half.windows(2)
        .all(|w| w[1] <= w[0] * (1.0 + 1e-12))
        .then_some(half)
}

fn alternating(sizes: &[f64], signs: &[Option<bool>]) -> Option<f64> {
    let half = falling(sizes)?;
    let signs = signs.get(signs.len() - half.len()..)?;
    let turn = signs
        .windows(2)
        .all(|w| matches!((w[0], w[1]), (Some(a), Some(b)) if a != b));
    // Sizes that stay are no bound.
    let shrinks = *half.last()? < 0.95 * half.first()?;
    (turn && shrinks).then(|| half.last().map_or(f64::INFINITY, |l| *l))
}

fn condensed(sizes: &[f64]) -> Option<f64> {
    falling(sizes)?;
    let count = sizes.len();
    let at = |share: usize| sizes.get(count / share - 1).copied();
    let (last, half, quarter) = (at(1)?, at(2)?, at(4)?);
    let (before, ratio) = (2.0 * half / quarter, 2.0 * last / half);
    // A ratio that grows may reach one.
    (ratio <= 0.97 && ratio <= before + 1e-3)
        .then(|| 2.0 * count as f64 * last / (1.0 - ratio.max(before)))
}

/// Infinity, or no value, where the terms do not shrink or shrink no faster than `1/n`.
fn diverging(sizes: &[f64], signs: &[Option<bool>]) -> Value {
    let count = sizes.len();
    let greatest = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
    let (last, before) = (
        greatest(&sizes[count - count / 4..]),
        greatest(&sizes[count / 2..count - count / 4]),
    );
    let first = signs.get(count / 2).copied().flatten();
    let one_way = first.is_some() && signs[count / 2..].iter().all(|s| *s == first);
    let stays = last > 0.0 && last >= before * (1.0 - 1e-12);
    let slow = one_way
        && falling(sizes).is_some()
        && 2.0 * sizes[count - 1] >= sizes[count / 2 - 1] * (1.0 - 1e-12)
        && sizes[count / 2 - 1] * 2.0 >= sizes[count / 4 - 1] * (1.0 - 1e-12);
    match first {
        Some(up) if one_way && (stays || slow) => Value::Infinite(up),
        _ if stays => Value::Undefined,
        _ => OPEN,
    }
}

/// The limit at a place or at infinity; `side` asks for the one from above or below. Where sums are
/// in the body, places that are far are too far.
pub(super) fn limit(
    at: &Value,
    side: Option<bool>,
    loops: bool,
    body: &mut dyn FnMut(Number) -> Value,
) -> Value {
    match at {
        Value::Infinite(up) => {
            let sign = if *up { 1 } else { -1 };
            let mut result = OPEN;
            let far: &[[i64; 4]] = match flags::precision() {
                _ if loops => &[[5, 7, 9, 10]],
                Precision::Fast => &[[12, 16, 20, 24], [5, 7, 9, 10], [3, 4, 5, 6]],
                _ => &[
                    [36, 43, 50, 57],
                    [12, 16, 20, 24],
                    [5, 7, 9, 10],
                    [3, 4, 5, 6],
                ],
            };
            for powers in far {
                let places = powers.map(|k| Number::integer(sign << k));
                result = settled(&places, body);
                if !matches!(result, Value::Unknown(_)) {
                    break;
                }
            }
            result
        }
        Value::Number(p) => {
            let mut from = |up: bool| {
                let near = match flags::precision() {
                    Precision::Fast => [10, 14, 18, 22],
                    _ => [40, 47, 54, 61],
                };
                let places = near.map(|k| {
                    let step = Rational::new(if up { 1 } else { -1 }, 1 << k);
                    p.plus(&step.map_or(Number::integer(0), Number::rational))
                });
                settled(&places, body)
            };
            match side {
                Some(up) => from(up),
                None => match (from(true), from(false)) {
                    (Value::Undefined, one) | (one, Value::Undefined) => one,
                    (above, below) => match super::value::agree(&above, &below) {
                        Some(true) => above,
                        Some(false) => Value::Undefined,
                        None => Value::missing([&above, &below]),
                    },
                },
            }
        }
        other => Value::missing([other]),
    }
}

/// What values come to whose steps shrink to a quarter or less each time.
fn settled(places: &[Number; 4], body: &mut dyn FnMut(Number) -> Value) -> Value {
    let mut values = Vec::new();
    for place in places {
        match body(place.clone()) {
            Value::Number(n) => values.push(n),
            other => return Value::missing([&other]),
        }
    }
    let steps: Vec<f64> = values
        .windows(2)
        .map(|w| w[1].minus(&w[0]).near().abs())
        .collect();
    let error = values.iter().map(Number::error).fold(0.0, f64::max);
    let shrinks = steps
        .windows(2)
        .all(|s| s[1] <= 0.25 * s[0] || s[1] <= 4.0 * error);
    if shrinks && let Some(last) = values.last() {
        return Value::number(last.widened(steps[2] + 8.0 * error));
    }
    let real: Option<Vec<f64>> = values.iter().map(Number::as_real).collect();
    let Some(real) = real else { return OPEN };
    let clear = |(step, value): (&f64, &Number)| *step > 8.0 * value.error();
    let grows = steps.windows(2).all(|s| s[1] >= s[0]) && steps.iter().zip(&values[1..]).all(clear);
    if grows && real.windows(2).all(|w| w[1] > w[0]) {
        return Value::Infinite(true);
    }
    if grows && real.windows(2).all(|w| w[1] < w[0]) {
        return Value::Infinite(false);
    }
    OPEN
}

/// The derivative of this order, by central differences over two small distances.
pub(super) fn derivative(
    at: &Number,
    order: u32,
    body: &mut dyn FnMut(Number) -> Option<Number>,
) -> Value {
    if order > 8 {
        return OPEN;
    }
    let mut over = |exponent: u32| {
        let step = Number::rational(Rational::new(1, 1 << exponent)?);
        let half = Number::rational(Rational::new(1, 2)?);
        let (mut sum, mut weight) = (Number::integer(0), 1_i64);
        for i in 0..=i64::from(order) {
            let offset = Number::integer(i64::from(order) - 2 * i).times(&half);
            let value = body(at.plus(&offset.times(&step)))?;
            sum = sum.plus(&value.times(&Number::integer(weight)));
            weight = -weight * (i64::from(order) - i) / (i + 1);
        }
        (0..order).try_fold(sum, |s, _| s.over(&step))
    };
    // Rounding counts more in floating point.
    let (small, enough) = match flags::precision() {
        Precision::Fast => ((36 / (order + 2)).min(12), 1e-3),
        _ => ((160 / (order + 2)).min(50), 1e-6),
    };
    match (over(small - 4), over(small)) {
        (Some(coarse), Some(fine)) => {
            let off = fine.minus(&coarse);
            let size = off.near().abs();
            // The error shrinks by 256, so that the step bounds it.
            if size <= enough * (1.0 + fine.near().abs()) {
                Value::number(fine.widened(size + coarse.error()))
            } else {
                OPEN
            }
        }
        _ => OPEN,
    }
}

/// The integral between two ends along a straight line, by double exponential quadrature: the
/// step from one distance of the places to half of it is far more than what is left. Infinite where
/// what an end adds grows one way. Where the integrand may have corners that is no more than an estimate, which counts as one part in a
/// thousand.
pub(super) fn integral(
    low: &Value,
    high: &Value,
    corners: bool,
    body: &mut dyn FnMut(Number) -> Option<Number>,
) -> Value {
    let value = integrated(low, high, body).or_else(|| unbounded(low, high, body));
    match value {
        Some(Value::Number(n)) if corners => {
            let doubt = (64.0 * n.error()).max(1e-3 * (1.0 + n.near().abs()));
            Value::number(n.widened(doubt))
        }
        value => value.unwrap_or(OPEN),
    }
}

fn integrated(
    low: &Value,
    high: &Value,
    body: &mut dyn FnMut(Number) -> Option<Number>,
) -> Option<Value> {
    let finite = matches!((low, high), (Value::Number(_), Value::Number(_)));
    // In sixteenths.
    let reach: i64 = if finite { 66 } else { 76 };
    let mut sum = Number::integer(0).rounded();
    let mut ends = 0.0_f64;
    let mut before: Option<Number> = None;
    let mut stride = 4;
    let mut missing = 0;
    let mut done: Option<i64> = None;
    let enough = match flags::precision() {
        Precision::Fast => 1e-13,
        _ => 1e-40,
    };
    loop {
        let mut k = -(reach / stride) * stride;
        while k <= reach {
            if done.is_none_or(|d| k % d != 0) {
                let (x, weight) = place(low, high, k)?;
                match body(x).filter(Number::is_finite) {
                    Some(value) => {
                        let part = value.times(&weight);
                        if k.abs() > reach - stride {
                            ends = ends.max(part.near().abs() + part.error());
                        }
                        sum = sum.plus(&part);
                    }
                    // The very ends may be singular.
                    None if k.abs() > reach - 16 && missing < 8 => {
                        missing += 1;
                        ends = ends.max(weight.near().abs());
                    }
                    None => return None,
                }
            }
            k += stride;
        }
        let step = Number::rational(Rational::new(stride, 16)?);
        let value = sum.times(&step);
        if let Some(before) = before.replace(value.clone()) {
            let off = value.minus(&before).near().abs();
            let size = 1.0 + value.near().abs();
            if off <= enough * size || stride == 1 {
                let error = 8.0 * off + 4.0 * ends;
                return (error <= 1e-3 * size).then(|| Value::number(value.widened(error)));
            }
        }
        done = Some(stride);
        stride /= 2;
    }
}

/// Infinity where what is added near an end grows one way: places nearer and nearer to it add no
/// less each.
fn unbounded(
    low: &Value,
    high: &Value,
    body: &mut dyn FnMut(Number) -> Option<Number>,
) -> Option<Value> {
    [1, -1].into_iter().find_map(|side| {
        let mut parts = Vec::new();
        for k in (0..=60).step_by(2) {
            let (x, weight) = place(low, high, side * k)?;
            match body(x).filter(Number::is_finite) {
                // Beside the distance of the places, which grows as the hyperbolic cosine.
                Some(value) => {
                    let rate = Number::exact((f64::from(k as i32) / 16.0).cosh());
                    parts.push(value.times(&weight).over(&rate)?);
                }
                None => break,
            }
        }
        let last = parts.len().checked_sub(4)?;
        let up = parts[last].sign()?;
        let one_way = parts[last..].iter().all(|p| p.sign() == Some(up));
        let grows = parts[last..].windows(2).all(|w| {
            w[1].near().abs() >= w[0].near().abs() && w[0].error() <= 0.1 * w[0].near().abs()
        });
        (one_way && grows && up != Ordering::Equal)
            .then_some(Value::Infinite(up == Ordering::Greater))
    })
}

/// The place and the weight for a parameter in sixteenths.
fn place(low: &Value, high: &Value, k: i64) -> Option<(Number, Number)> {
    Some(match (low, high) {
        (Value::Number(a), Value::Number(b)) => {
            let (share, weight) = node(Ends::Finite, k)?;
            let length = b.minus(a);
            (a.plus(&length.times(&share)), length.times(&weight))
        }
        (Value::Number(a), Value::Infinite(up)) => {
            let (far, weight) = node(Ends::Half, k)?;
            let sign = Number::integer(if *up { 1 } else { -1 });
            (a.plus(&far.times(&sign)), weight.times(&sign))
        }
        (Value::Infinite(up), Value::Number(_)) => {
            let (x, weight) = place(high, &Value::Infinite(*up), k)?;
            (x, weight.negated())
        }
        (Value::Infinite(from), Value::Infinite(to)) if from != to => {
            let (x, weight) = node(Ends::Whole, k)?;
            let sign = Number::integer(if *to { 1 } else { -1 });
            (x, weight.times(&sign))
        }
        _ => return None,
    })
}

/// Which bounds of an integral are numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ends {
    Finite,
    Half,
    Whole,
}

/// Precision, ends and number of a node.
type NodeKey = (usize, Ends, i64);

thread_local! {
    /// Nodes do not depend on the integral, and take longer than most of its values. With each is
    /// what it cost: limits count the same whether a node was known or not.
    static NODES: RefCell<BTreeMap<NodeKey, (Number, Number, u64)>> = const { RefCell::new(BTreeMap::new()) };
}

/// A node and its weight, between 0 and 1, from 0 on, or on the whole line.
fn node(ends: Ends, k: i64) -> Option<(Number, Number)> {
    let key = (flags::precision().bits(), ends, k);
    if let Some((x, weight, cost)) = NODES.with_borrow(|nodes| nodes.get(&key).cloned()) {
        flags::spend(cost);
        return Some((x, weight));
    }
    let before = flags::effort();
    let t = Number::rational(Rational::new(k, 16)?);
    let half = Number::rational(Rational::new(1, 2)?);
    let quarter = Number::pi().times(&half);
    let u = t.apply(Function::Sinh)?.times(&quarter);
    let rate = t.apply(Function::Cosh)?.times(&quarter);
    let found = match ends {
        Ends::Finite => {
            let one = Number::integer(1);
            let up = u.plus(&u).apply(Function::Exp)?;
            let below = one.plus(&up);
            let share = up.over(&below)?;
            let weight = share.over(&below)?.times(&rate).times(&Number::integer(2));
            (share, weight)
        }
        Ends::Half => {
            let far = u.apply(Function::Exp)?;
            let weight = far.times(&rate);
            (far, weight)
        }
        Ends::Whole => {
            let weight = u.apply(Function::Cosh)?.times(&rate);
            (u.apply(Function::Sinh)?, weight)
        }
    };
    let (x, weight) = found;
    let cost = flags::effort() - before;
    NODES.with_borrow_mut(|nodes| nodes.insert(key, (x.clone(), weight.clone(), cost)));
    Some((x, weight))
}
