//! Series with bounds on what is left out that can be argued; without one they are unknown.

use super::flags::{self, Precision};
use super::number::Number;
use super::series::{Fold, distance, joined};
use super::turning;
use super::value::{Reason, Value};

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
