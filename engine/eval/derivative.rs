//! Derivatives by Cauchy's integral formula, and by differences where a function is not analytic.

use super::complex::{Complex, ZERO};
use super::number::Number;

/// The derivative of this order; `None` when the function is not smooth there or not known.
pub(super) fn of(
    x: &Number,
    order: u32,
    mut function: impl FnMut(Number) -> Option<Number>,
) -> Option<Number> {
    if order == 0 {
        return function(x.clone());
    }
    if order > 8 {
        return None;
    }
    let centre = function(x.clone())?;
    let near = circle(x.near(), &centre, order, 0.06, &mut function);
    let far = circle(x.near(), &centre, order, 0.11, &mut function);
    if let (Some(near), Some(far)) = (near, far) {
        let off = (near.near() - far.near()).abs();
        if off <= 1e-7 * (1.0 + near.near().abs()) {
            return Some(Number::with(far.near(), 8.0 * off + far.error()));
        }
    }
    if order > 2 || x.near().im != 0.0 {
        return None;
    }
    if has_corner(x, &centre, &mut function)? {
        return None;
    }
    let coarse = differences(x, order, 0.02, &mut function)?;
    let fine = differences(x, order, 0.01, &mut function)?;
    let off = (coarse.near() - fine.near()).abs();
    (off <= 1e-4 * (1.0 + fine.near().abs()))
        .then(|| Number::with(fine.near(), 8.0 * off + fine.error()))
}

/// Cauchy's formula on a circle; `None` where it does not give back the value in the middle, as for
/// absolute values, which are not analytic.
fn circle(
    x: Complex,
    centre: &Number,
    order: u32,
    radius: f64,
    function: &mut impl FnMut(Number) -> Option<Number>,
) -> Option<Number> {
    const POINTS: u32 = 16;
    let (mut sum, mut mean, mut error) = (ZERO, ZERO, 0.0_f64);
    for k in 0..POINTS {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(POINTS);
        let turn = Complex::new(angle.cos(), angle.sin());
        let value = function(Number::complex(x + turn * Complex::real(radius)))?;
        error = error.max(value.error() + f64::EPSILON * value.near().abs());
        let back = Complex::new(
            (angle * f64::from(order)).cos(),
            -(angle * f64::from(order)).sin(),
        );
        sum = sum + value.near() * back;
        mean = mean + value.near() * Complex::real(1.0 / f64::from(POINTS));
    }
    let off = (mean - centre.near()).abs();
    if off > 1e-7 * (1.0 + mean.abs()) + 4.0 * (error + centre.error()) {
        return None;
    }
    let factor = (1..=order).map(f64::from).product::<f64>() / radius.powi(order as i32);
    let z = sum * Complex::real(factor / f64::from(POINTS));
    Some(Number::with(z, error * factor))
}

/// Whether the slopes on both sides do not come nearer to each other.
fn has_corner(
    x: &Number,
    centre: &Number,
    function: &mut impl FnMut(Number) -> Option<Number>,
) -> Option<bool> {
    let mut bend = |step: f64| {
        let above = function(Number::complex(x.near() + Complex::real(step)))?;
        let below = function(Number::complex(x.near() - Complex::real(step)))?;
        let twice = centre.near() * Complex::real(2.0);
        Some((above.near() + below.near() - twice).abs() / step)
    };
    let (wide, narrow) = (bend(0.02)?, bend(0.005)?);
    Some(narrow > 0.7 * wide && narrow > 1e-4 * (1.0 + centre.near().abs()))
}

/// Central differences of fourth order.
fn differences(
    x: &Number,
    order: u32,
    step: f64,
    function: &mut impl FnMut(Number) -> Option<Number>,
) -> Option<Number> {
    let mut values = Vec::new();
    for k in -2..=2 {
        values.push(function(Number::complex(
            x.near() + Complex::real(f64::from(k) * step),
        ))?);
    }
    let weights: [f64; 5] = if order == 1 {
        [1.0 / 12.0, -2.0 / 3.0, 0.0, 2.0 / 3.0, -1.0 / 12.0]
    } else {
        [-1.0 / 12.0, 4.0 / 3.0, -2.5, 4.0 / 3.0, -1.0 / 12.0]
    };
    let scale = step.powi(order as i32);
    let sum = weights
        .iter()
        .zip(&values)
        .fold(ZERO, |s, (w, v)| s + v.near() * Complex::real(*w));
    let error = values
        .iter()
        .map(|v| v.error() + f64::EPSILON * v.near().abs())
        .fold(0.0, f64::max);
    Some(Number::with(
        sum / Complex::real(scale),
        5.0 * error / scale,
    ))
}
