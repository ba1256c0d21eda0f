//! Integrals by double exponential quadrature (Takahasi and Mori 1974).

use super::complex::{Complex, ZERO};
use super::number::Number;
use super::value::{Reason, Value};
use std::f64::consts::FRAC_PI_2;

/// An end of the range.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// A number.
    At(Complex),
    /// Positive (`true`) or negative infinity.
    Infinite(bool),
}

/// The integral between two ends, along a straight line.
pub(super) fn between(
    low: End,
    high: End,
    mut integrand: impl FnMut(Number) -> Option<Number>,
) -> Value {
    let value = by(Places::Usual, low, high, &mut integrand);
    let half = matches!(
        (low, high),
        (End::At(_), End::Infinite(_)) | (End::Infinite(_), End::At(_))
    );
    match value {
        Value::Unknown(Reason::NotConverged) if half => {
            by(Places::Decaying, low, high, &mut integrand)
        }
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
) -> Value {
    let mut sums = Vec::new();
    for step in [0.25, 0.125, 0.0625] {
        match sum(places, low, high, step, integrand) {
            Some(n) => sums.push(n),
            None => return Value::Unknown(Reason::NotConverged),
        }
        if let [.., a, b] = &sums[..] {
            let off = (a.near() - b.near()).abs();
            if off <= 1e-9 * (1.0 + b.near().abs()) {
                return Value::number(Number::with(b.near(), 8.0 * (off + b.error()) + 1e-14));
            }
        }
    }
    match &sums[..] {
        [.., a, b] if (a.near() - b.near()).abs() <= 1e-6 * (1.0 + b.near().abs()) => {
            Value::number(Number::with(
                b.near(),
                (a.near() - b.near()).abs() * 8.0 + 8.0 * b.error(),
            ))
        }
        _ => Value::Unknown(Reason::NotConverged),
    }
}

fn sum(
    places: Places,
    low: End,
    high: End,
    step: f64,
    integrand: &mut impl FnMut(Number) -> Option<Number>,
) -> Option<Number> {
    let (mut total, mut error, mut missing) = (ZERO, 0.0, 0);
    let reach = match (low, high) {
        (End::At(_), End::At(_)) => 3.2,
        _ if places == Places::Decaying => 5.5,
        _ => 4.2,
    };
    let count = (reach / step) as i32;
    let mut last = 0.0;
    for k in -count..=count {
        let t = f64::from(k) * step;
        let (x, weight) = match places {
            Places::Usual => place(low, high, t),
            Places::Decaying => nearer(low, high, t),
        };
        if weight.abs() == 0.0 || !weight.is_finite() || !x.is_finite() {
            continue;
        }
        match integrand(Number::with(x, 0.0)) {
            Some(value) if value.is_finite() => {
                let z = value.near();
                last = (z * weight).abs();
                total = total + z * weight;
                error += (value.error() + f64::EPSILON * z.abs()) * weight.abs();
            }
            // The very ends may be singular.
            _ if weight.abs() < 1e-3 && missing < 8 => missing += 1,
            _ => return None,
        }
    }
    // What is beyond the last place must be nothing.
    if places == Places::Decaying && last > 1e-14 * (1.0 + total.abs()) {
        return None;
    }
    Some(Number::with(total * Complex::real(step), error * step))
}

/// The point and the weight for a parameter, where one end is infinite: $e^{t - e^{-t}}$.
fn nearer(low: End, high: End, t: f64) -> (Complex, Complex) {
    let (from, up, sign) = match (low, high) {
        (End::At(a), End::Infinite(up)) => (a, up, 1.0),
        (End::Infinite(up), End::At(b)) => (b, up, -1.0),
        _ => return place(low, high, t),
    };
    let direction = if up { 1.0 } else { -1.0 };
    let u = (t - (-t).exp()).exp();
    (
        from + Complex::real(direction * u),
        Complex::real(sign * direction * u * (1.0 + (-t).exp())),
    )
}

/// The point and the weight for a parameter.
fn place(low: End, high: End, t: f64) -> (Complex, Complex) {
    let (sinh, cosh) = (t.sinh(), t.cosh());
    match (low, high) {
        (End::At(a), End::At(b)) => {
            let half = (b - a) * Complex::real(0.5);
            let u = (FRAC_PI_2 * sinh).tanh();
            let rate = FRAC_PI_2 * cosh / (FRAC_PI_2 * sinh).cosh().powi(2);
            (
                (a + b) * Complex::real(0.5) + half * Complex::real(u),
                half * Complex::real(rate),
            )
        }
        (End::At(a), End::Infinite(up)) => {
            let sign = if up { 1.0 } else { -1.0 };
            let u = (FRAC_PI_2 * sinh).exp();
            (
                a + Complex::real(sign * u),
                Complex::real(sign * u * FRAC_PI_2 * cosh),
            )
        }
        (End::Infinite(up), End::At(_)) => {
            let (x, weight) = place(high, End::Infinite(up), t);
            (x, -weight)
        }
        (End::Infinite(from), End::Infinite(to)) => {
            let sign = f64::from(i8::from(to) - i8::from(from));
            let u = (FRAC_PI_2 * sinh).sinh();
            (
                Complex::real(u),
                Complex::real(sign * (FRAC_PI_2 * sinh).cosh() * FRAC_PI_2 * cosh),
            )
        }
    }
}
