//! Integrals by double exponential quadrature (Takahasi and Mori 1974).

use super::complex::{Complex, ZERO};
use super::number::Number;
use super::value::Value;
use std::f64::consts::FRAC_PI_2;

/// An end of the range.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// A number.
    At(Complex),
    /// Positive (`true`) or negative infinity.
    Infinite(bool),
}

/// Why an integral is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// It has no value somewhere, or more places change it.
    Places,
    /// What is added near an end does not vanish.
    Tail,
}

/// The integral between two ends, along a straight line.
pub(super) fn between(
    low: End,
    high: End,
    mut integrand: impl FnMut(Number) -> Option<Number>,
) -> Result<Value, Lack> {
    let half = matches!(
        (low, high),
        (End::At(_), End::Infinite(_)) | (End::Infinite(_), End::At(_))
    );
    match by(Places::Usual, low, high, &mut integrand) {
        Err(_) if half => by(Places::Decaying, low, high, &mut integrand).map_err(|_| Lack::Tail),
        value => value,
    }
}

/// How places lie on the way to infinity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    /// Further and further apart, for what shrinks as a power.
    Usual,
    /// Nearer to each other, for what shrinks as an exponential and may oscillate.
    Decaying,
}

fn by(
    places: Places,
    low: End,
    high: End,
    integrand: &mut impl FnMut(Number) -> Option<Number>,
) -> Result<Value, Lack> {
    let mut before: Option<Number> = None;
    for step in [0.25, 0.125, 0.0625, 0.03125] {
        let now = sum(places, low, high, step, integrand)?;
        if let Some(before) = before.replace(now.clone()) {
            let off = (before.near() - now.near()).abs();
            let size = 1.0 + now.near().abs();
            let error = 8.0 * (off + now.error());
            let close = off <= 1e-9 * size;
            if close || step < 0.1 && off <= 1e-6 * size {
                return Ok(Value::number(Number::with(now.near(), error + 1e-14)));
            }
            // Half of a step doubles the digits where it converges at all.
            if step < 0.1 && off > 1e-3 * size {
                break;
            }
        }
    }
    Err(Lack::Places)
}

fn sum(
    places: Places,
    low: End,
    high: End,
    step: f64,
    integrand: &mut impl FnMut(Number) -> Option<Number>,
) -> Result<Number, Lack> {
    let line = match (low, high) {
        (End::At(a), End::At(b)) => return finite(a, b, step, integrand),
        (End::At(from), End::Infinite(up)) => Line::Half(from, up, 1.0),
        (End::Infinite(up), End::At(from)) => Line::Half(from, up, -1.0),
        (End::Infinite(from), End::Infinite(to)) => {
            Line::Whole(f64::from(i8::from(to) - i8::from(from)))
        }
    };
    let (mut total, mut error) = (ZERO, 0.0);
    let reach = match places {
        Places::Decaying => 5.5,
        Places::Usual => 4.2,
    };
    let mut last = 0.0;
    for (first, way) in [(1, -step), (0, step)] {
        let (mut height, mut missing) = (1.0_f64, 0);
        for k in first..=(reach / step) as i32 {
            let t = f64::from(k) * way;
            let (x, weight) = match places {
                Places::Usual => line.place(t),
                Places::Decaying => line.nearer(t),
            };
            if weight.abs() == 0.0 || !weight.is_finite() || !x.is_finite() {
                continue;
            }
            match integrand(Number::with(x, 0.0)) {
                Some(value) if value.is_finite() => {
                    let z = value.near();
                    height = z.abs();
                    last = (z * weight).abs();
                    total = total + z * weight;
                    error += (value.error() + f64::EPSILON * height) * weight.abs();
                }
                // The end that is a number may be singular.
                _ if weight.abs() < 1e-15 => error += height.max(1.0) * weight.abs(),
                _ if weight.abs() < 1e-3 && missing < 8 => {
                    missing += 1;
                    error += height.max(1.0) * weight.abs();
                }
                _ => return Err(Lack::Tail),
            }
        }
    }
    // What is beyond the last place must be nothing.
    if places == Places::Decaying && last > 1e-14 * (1.0 + total.abs()) {
        return Err(Lack::Tail);
    }
    Ok(Number::with(total * Complex::real(step), error * step))
}

/// The sum between two numbers. A place is counted from the end that is nearer, so that at an end
/// that is zero what is singular is followed down to the smallest numbers; at other ends what
/// rounding moves it by counts as error, and so does what is beyond the last places.
fn finite(
    a: Complex,
    b: Complex,
    step: f64,
    integrand: &mut impl FnMut(Number) -> Option<Number>,
) -> Result<Number, Lack> {
    let length = b - a;
    let (mut total, mut error) = (ZERO, 0.0);
    for (first, end, way) in [(0, a, length), (1, b, -length)] {
        let (mut last, mut before) = (0.0_f64, 0.0_f64);
        let (mut height, mut missing, mut quiet) = (1.0_f64, 0, 0);
        for k in first..=(DEEPEST / step) as i32 {
            let t = f64::from(k) * step;
            let share = 1.0 / (1.0 + (2.0 * FRAC_PI_2 * t.sinh()).exp());
            let weight = length * Complex::real(2.0 * FRAC_PI_2 * t.cosh() * share * (1.0 - share));
            let x = end + way * Complex::real(share);
            let moved = f64::EPSILON * end.abs() / (way.abs() * share);
            if moved >= 1.0 {
                break;
            }
            match integrand(Number::with(x, 0.0)) {
                Some(value) if value.is_finite() => {
                    let z = value.near();
                    height = z.abs();
                    before = std::mem::replace(&mut last, (z * weight).abs());
                    total = total + z * weight;
                    error += (value.error() + f64::EPSILON * height) * weight.abs() + last * moved;
                }
                // The very ends may be singular.
                _ if weight.abs() < 1e-3 && missing < 8 => {
                    missing += 1;
                    error += height.max(1.0) * weight.abs();
                }
                _ => return Err(Lack::Places),
            }
            let nothing = share < 1e-9 && last <= 1e-19 * (1.0 + total.abs());
            quiet = if nothing { quiet + 1 } else { 0 };
            if quiet == 2 {
                break;
            }
        }
        error += beyond(before, last, 1.0 + total.abs()).ok_or(Lack::Tail)?;
    }
    Ok(Number::with(total * Complex::real(step), error * step))
}

/// How much the places beyond the last one may add: each shrinks more than the one before it.
fn beyond(before: f64, last: f64, size: f64) -> Option<f64> {
    let rate = last / before;
    if last <= 1e-17 * size {
        Some(8.0 * last)
    } else {
        (rate < 0.95).then(|| 2.0 * last * rate / (1.0 - rate))
    }
}

/// Where a place at an end that is zero is as small as numbers get.
const DEEPEST: f64 = 6.0;

/// A range with an infinite end.
#[derive(Clone, Copy)]
enum Line {
    /// From a number up or down, with the sign that the order of the ends gives.
    Half(Complex, bool, f64),
    /// All of it, with that sign.
    Whole(f64),
}

impl Line {
    /// The point and the weight for a parameter.
    fn place(self, t: f64) -> (Complex, Complex) {
        let (u, rate) = (FRAC_PI_2 * t.sinh(), FRAC_PI_2 * t.cosh());
        match self {
            Self::Half(..) => self.far(u.exp(), u.exp() * rate),
            Self::Whole(sign) => (
                Complex::real(u.sinh()),
                Complex::real(sign * u.cosh() * rate),
            ),
        }
    }
    /// The same nearer to each other: $e^{t - e^{-t}}$.
    fn nearer(self, t: f64) -> (Complex, Complex) {
        let far = (t - (-t).exp()).exp();
        self.far(far, far * (1.0 + (-t).exp()))
    }
    /// The point so far from the end that is a number.
    fn far(self, far: f64, rate: f64) -> (Complex, Complex) {
        match self {
            Self::Half(from, up, sign) => {
                let direction = if up { 1.0 } else { -1.0 };
                (
                    from + Complex::real(direction * far),
                    Complex::real(sign * direction * rate),
                )
            }
            Self::Whole(sign) => (Complex::real(far), Complex::real(sign * rate)),
        }
    }
}
