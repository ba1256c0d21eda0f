//! Roots of a difference of sides: exact ones, where signs change, and where sides touch.

use super::critical::lowest;
use super::difference::Off;
use super::nearness::admits;
use crate::choice::Draws;
use crate::eval::{Domain, Numbers, Point};

/// A difference of sides that takes more steps is not followed to where it is smallest.
const CHEAP: u64 = 250;

/// Sides that differ by less are not told apart where they are looked at from afar.
const FLAT: f64 = 1e-9;

/// How often the distance is doubled in which roots are looked for.
const FAR: u32 = 16;

/// Moves the symbol to where the sides are equal; whether such a place was found.
pub(super) fn numerically(
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
    let crossed = !brackets.is_empty();
    draws.shuffle(&mut brackets);
    for i in brackets.into_iter().take(3) {
        if let Some((x, slope)) = bracketed(off, grid[i - 1], grid[i], point)
            && settle(off, x, (slope, false), domain, point)
        {
            return true;
        }
    }
    if !crossed && far(off, &grid, between, domain, point, draws) {
        return true;
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

/// A root beyond the places that are looked at, outwards in steps that double.
fn far(
    off: &Off<'_, '_>,
    grid: &[(f64, f64)],
    between: Option<Domain>,
    domain: Option<Domain>,
    point: &mut Point,
    draws: &mut Draws,
) -> bool {
    let (Some(first), Some(last)) = (grid.first(), grid.last()) else {
        return false;
    };
    let before = off.sampler.effort();
    let ends = match draws.chance(0.5) {
        true => [(*last, 1.0), (*first, -1.0)],
        false => [(*first, -1.0), (*last, 1.0)],
    };
    for (end, side) in ends {
        let mut from = end;
        for _ in 0..FAR {
            let x = side * (2.0 * from.0.abs()).max(1.0);
            // Far out both sides may be all but zero, which is no root.
            let found = off.at(x, 0.0, point);
            let found = found.filter(|(f, error, _)| f.abs() > *error && f.abs() > FLAT);
            let Some(to) = found.map(|(f, _, _)| (x, f)) else {
                break;
            };
            if !between.is_none_or(|d| admits(d, x)) {
                break;
            }
            if (from.1 < 0.0) != (to.1 < 0.0) {
                let (low, high) = if side < 0.0 { (to, from) } else { (from, to) };
                if let Some((x, slope)) = bracketed(off, low, high, point)
                    && settle(off, x, (slope, false), domain, point)
                {
                    return true;
                }
                break;
            }
            if off.sampler.effort() - before > CHEAP * u64::from(FAR) {
                return false;
            }
            from = to;
        }
    }
    false
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
