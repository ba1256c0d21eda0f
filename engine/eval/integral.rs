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

/// The integral by steps each half of the one before, which add the places between those there are.
fn by(
    places: Places,
    low: End,
    high: End,
    integrand: &mut impl FnMut(Number) -> Option<Number>,
) -> Result<Value, Lack> {
    let mut sum = Sum::new(places, low, high);
    let mut before: Option<Number> = None;
    for step in [0.25, 0.125, 0.0625, 0.03125] {
        let now = sum.refined(step, integrand)?;
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

/// What places add so far.
struct Sum {
    range: Range,
    places: Places,
    total: Complex,
    error: f64,
    /// How far places lie on both sides, and what those beyond the last one may add.
    sides: [(f64, f64); 2],
}

/// Where places lie.
#[derive(Clone, Copy)]
enum Range {
    Finite(Complex, Complex),
    Infinite(Line),
}

impl Sum {
    fn new(places: Places, low: End, high: End) -> Self {
        let range = match (low, high) {
            (End::At(a), End::At(b)) => Range::Finite(a, b),
            (End::At(from), End::Infinite(up)) => Range::Infinite(Line::Half(from, up, 1.0)),
            (End::Infinite(up), End::At(from)) => Range::Infinite(Line::Half(from, up, -1.0)),
            (End::Infinite(from), End::Infinite(to)) => {
                let sign = f64::from(i8::from(to) - i8::from(from));
                Range::Infinite(Line::Whole(sign))
            }
        };
        let reach = match (range, places) {
            (Range::Finite(..), _) => DEEPEST,
            (_, Places::Decaying) => 5.5,
            (_, Places::Usual) => 4.2,
        };
        Self {
            range,
            places,
            total: ZERO,
            error: 0.0,
            sides: [(reach, 0.0); 2],
        }
    }

    /// The sum with this step: half of the one before, unless it is the first one.
    fn refined(
        &mut self,
        step: f64,
        integrand: &mut impl FnMut(Number) -> Option<Number>,
    ) -> Result<Number, Lack> {
        for side in 0..2 {
            match self.range {
                Range::Finite(a, b) => self.beside(a, b, side, step, integrand)?,
                Range::Infinite(line) => self.along(line, side, step, integrand)?,
            }
        }
        let beyond = self.sides.iter().map(|(_, beyond)| beyond).sum::<f64>();
        let error = (self.error + beyond) * step;
        Ok(Number::with(self.total * Complex::real(step), error))
    }

    /// The parameters on one side, from the middle, that the step before did not have.
    fn parameters(&self, side: usize, step: f64) -> impl Iterator<Item = f64> + use<> {
        let last = (self.sides[side].0 / step) as u32;
        let (first, stride) = match step < WIDEST {
            true => (1, 2),
            false => (side as u32, 1),
        };
        let to = move |k: u32| f64::from(k) * step;
        (first..=last).step_by(stride).map(to)
    }

    fn along(
        &mut self,
        line: Line,
        side: usize,
        step: f64,
        integrand: &mut impl FnMut(Number) -> Option<Number>,
    ) -> Result<(), Lack> {
        let way = if side == 0 { 1.0 } else { -1.0 };
        let (mut height, mut missing, mut last) = (1.0_f64, 0, 0.0);
        for t in self.parameters(side, step) {
            let (x, weight) = match self.places {
                Places::Usual => line.place(way * t),
                Places::Decaying => line.nearer(way * t),
            };
            if weight.abs() == 0.0 || !weight.is_finite() || !x.is_finite() {
                continue;
            }
            match integrand(Number::with(x, 0.0)) {
                Some(value) if value.is_finite() => {
                    height = value.near().abs();
                    last = self.add(&value, weight);
                }
                // The end that is a number may be singular.
                _ if weight.abs() < 1e-15 => self.error += height.max(1.0) * weight.abs(),
                _ if weight.abs() < 1e-3 && missing < 8 => {
                    missing += 1;
                    self.error += height.max(1.0) * weight.abs();
                }
                _ => return Err(Lack::Tail),
            }
        }
        // What is beyond the last place must be nothing.
        let nothing = last <= 1e-14 * (1.0 + self.total.abs());
        match self.places == Places::Usual || side == 1 || nothing {
            true => Ok(()),
            false => Err(Lack::Tail),
        }
    }

    /// Adds what a place says; how much that is.
    fn add(&mut self, value: &Number, weight: Complex) -> f64 {
        let z = value.near();
        self.total = self.total + z * weight;
        self.error += (value.error() + f64::EPSILON * z.abs()) * weight.abs();
        (z * weight).abs()
    }

    /// Adds places between two numbers, counted from the end that is nearer, so that at an end that
    /// is zero what is singular is followed down to the smallest numbers; at other ends what rounding
    /// moves it by counts as error, and so does what is beyond the last places.
    fn beside(
        &mut self,
        a: Complex,
        b: Complex,
        side: usize,
        step: f64,
        integrand: &mut impl FnMut(Number) -> Option<Number>,
    ) -> Result<(), Lack> {
        let length = b - a;
        let (end, way) = if side == 0 { (a, length) } else { (b, -length) };
        let (mut last, mut before) = (0.0_f64, 0.0_f64);
        let (mut height, mut missing, mut quiet) = (1.0_f64, 0, 0);
        for t in self.parameters(side, step) {
            let share = 1.0 / (1.0 + (2.0 * FRAC_PI_2 * t.sinh()).exp());
            let weight = length * Complex::real(2.0 * FRAC_PI_2 * t.cosh() * share * (1.0 - share));
            let x = end + way * Complex::real(share);
            let moved = f64::EPSILON * end.abs() / (way.abs() * share);
            if moved >= 1.0 {
                self.sides[side].0 = t;
                break;
            }
            match integrand(Number::with(x, 0.0)) {
                Some(value) if value.is_finite() => {
                    height = value.near().abs();
                    before = std::mem::replace(&mut last, self.add(&value, weight));
                    self.error += last * moved;
                }
                // The very ends may be singular.
                _ if weight.abs() < 1e-3 && missing < 8 => {
                    missing += 1;
                    self.error += height.max(1.0) * weight.abs();
                }
                _ => return Err(Lack::Places),
            }
            let nothing = share < 1e-9 && last <= 1e-17 * (1.0 + self.total.abs());
            quiet = if nothing { quiet + 1 } else { 0 };
            if quiet == 2 {
                self.sides[side].0 = t;
                break;
            }
        }
        let beyond = beyond(before, last, 1.0 + self.total.abs());
        self.sides[side].1 = beyond.ok_or(Lack::Tail)?;
        Ok(())
    }
}

/// The first step.
const WIDEST: f64 = 0.25;

/// How much the places beyond the last one may add: each shrinks more than the one before it, and
/// of two one may have been added by an earlier step.
fn beyond(before: f64, last: f64, size: f64) -> Option<f64> {
    let rate = last / before;
    if last <= 1e-17 * size {
        Some(16.0 * last)
    } else {
        (rate < 0.95).then(|| 4.0 * last * rate / (1.0 - rate))
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
