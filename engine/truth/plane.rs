//! Where the sides of an equation are equal in the complex plane, by the secant method.

use super::nearness::complex;
use super::sample::Sampler;
use crate::choice::Draws;
use crate::eval::{self, Complex, Number, Point, Value};
use crate::term::Term;

/// As many places are started from.
const STARTS: usize = 4;
/// Sides that take more steps than this are not evaluated so often.
const DEAR: u64 = 500;
/// As many steps are made from each.
const STEPS: usize = 40;
/// Parts of numbers that are as near to a half or a whole are taken to be one.
const NEAR: f64 = 1e-9;

/// Moves a complex number to where two sides are equal; whether such a place was found.
pub(super) fn solve(
    sampler: &Sampler<'_>,
    (left, right): (&Term, &Term),
    symbol: u32,
    point: &mut Point,
    draws: &mut Draws,
) -> bool {
    let off = |z: Complex, point: &mut Point| {
        let number = Number::with(z, 0.0);
        point.values.insert(symbol, Value::Number(number));
        let value = |side| eval::provisionally(|| sampler.value(side, point));
        let ((a, _), (b, _)) = (complex(&value(left))?, complex(&value(right))?);
        let size = 1.0 + a.abs();
        let off = a - b;
        (off.re.is_finite() && off.im.is_finite()).then_some((off, size))
    };
    let before = sampler.effort();
    off(Complex::new(0.5, 0.5), point);
    if sampler.effort() - before > DEAR {
        return false;
    }
    let spent = || sampler.effort() - before > 40 * DEAR;
    for _ in (0..STARTS).take_while(|_| !spent()) {
        let mut part = || 8.0 * draws.unit() - 4.0;
        let mut before = Complex::new(part(), part());
        let mut here = before + Complex::new(1e-3, 1e-3);
        let Some((mut last, _)) = off(before, point) else {
            continue;
        };
        for _ in 0..STEPS {
            let Some((now, size)) = off(here, point) else {
                break;
            };
            if now.abs() <= 1e-13 * size {
                let simple = Complex::new(simple(here.re), simple(here.im));
                let kept = match off(simple, point) {
                    Some((off, size)) if off.abs() <= 1e-14 * size => simple,
                    _ => here,
                };
                let number = Number::with(kept, 1e-12 * (1.0 + kept.abs()));
                point.values.insert(symbol, Value::Number(number));
                return true;
            }
            let slope = now - last;
            if slope.abs() == 0.0 {
                break;
            }
            let step = now * (here - before) / slope;
            (before, last) = (here, now);
            here = here - step;
        }
    }
    false
}

/// The half or whole number that this is nearly.
fn simple(x: f64) -> f64 {
    let half = (2.0 * x).round() / 2.0;
    if (half - x).abs() <= NEAR { half } else { x }
}
