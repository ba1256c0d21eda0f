//! A complex number with a bound on its error; an error of zero means that it is exact.

use super::complex::{Complex, ONE};

/// A number and how far it may be from the true value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The value.
    pub z: Complex,
    /// An estimate of the error, not a proof.
    pub error: f64,
}

const EPSILON: f64 = 4.0 * f64::EPSILON;
/// Beyond this, integers are not exact.
const EXACT: f64 = 4_503_599_627_370_496.0;

impl Number {
    /// An exact integer.
    pub fn integer(value: i64) -> Self {
        Self::exact(value as f64)
    }
    /// A real number that is taken as exact.
    pub fn exact(value: f64) -> Self {
        Self {
            z: Complex::real(value),
            error: 0.0,
        }
    }
    /// A number with the error of rounding.
    pub fn rounded(z: Complex) -> Self {
        Self {
            z,
            error: EPSILON * z.abs(),
        }
    }
    /// A number with this error and that of rounding.
    pub fn with(z: Complex, error: f64) -> Self {
        Self {
            z,
            error: error + EPSILON * z.abs(),
        }
    }
    /// The integer that this number is, when it is one for certain.
    pub fn as_integer(self) -> Option<i64> {
        let near = self.z.re.round();
        let off = (self.z.re - near).abs().max(self.z.im.abs());
        (near.abs() < 1e15 && off <= 1e-9 * (1.0 + near.abs()) && off <= 1e-9 + 4.0 * self.error)
            .then_some(near as i64)
    }
    /// The real number that this is, when the imaginary part is within the error.
    pub fn as_real(self) -> Option<f64> {
        (self.z.im.abs() <= 1e-10 * (1.0 + self.z.abs()) + self.error).then_some(self.z.re)
    }
    /// Whether this is zero or cannot be told from it.
    pub fn is_zero(self) -> bool {
        self.z.abs() <= 1e-13 + 2.0 * self.error
    }
    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.settled(other, self.z + other.z, self.error + other.error)
    }
    /// The negative.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            z: -self.z,
            error: self.error,
        }
    }
    /// The product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let error = self.z.abs() * other.error + other.z.abs() * self.error;
        self.settled(other, self.z * other.z, error)
    }
    /// The quotient; `None` when the divisor is zero.
    pub fn over(self, other: Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let z = self.z / other.z;
        let error = (self.error + z.abs() * other.error) / other.z.abs();
        let whole = self.error == 0.0 && other.error == 0.0 && whole(z) && z * other.z == self.z;
        Some(if whole {
            Self { z, error: 0.0 }
        } else {
            Self::with(z, error)
        })
    }
    /// The value of a function whose error is found by moving the argument.
    #[must_use]
    pub fn through(self, function: impl Fn(Complex) -> Complex) -> Self {
        let z = function(self.z);
        if self.error == 0.0 {
            return Self::rounded(z);
        }
        let shift = Complex::new(self.error, self.error);
        let moved = (function(self.z + shift) - z).abs();
        Self::with(
            z,
            if moved.is_finite() {
                moved
            } else {
                f64::INFINITY
            },
        )
    }
    /// The power, `None` where it is not defined. `0^0` is 1.
    pub fn power(self, exponent: Self) -> Option<Self> {
        if let Some(n) = exponent.as_integer().filter(|n| n.abs() <= 4096) {
            if n == 0 {
                return Some(Self::integer(1));
            }
            if n < 0 && self.is_zero() {
                return None;
            }
            let z = self.z.powi(n);
            if self.error == 0.0 && n > 0 && whole(z) {
                return Some(Self { z, error: 0.0 });
            }
            let slope = n.unsigned_abs() as f64 * self.z.powi(n - 1).abs();
            return Some(Self::with(
                z,
                slope * self.error + EPSILON * n.unsigned_abs() as f64 * z.abs(),
            ));
        }
        if self.is_zero() {
            return (exponent.z.re > 0.0).then(|| Self::integer(0));
        }
        let log = self.z.ln();
        let z = (exponent.z * log).exp();
        let slope = exponent.z.abs() * self.error / self.z.abs() + log.abs() * exponent.error;
        Some(Self::with(
            z,
            z.abs() * (slope + EPSILON * (exponent.z * log).abs()),
        ))
    }
    /// The reciprocal of a number that is not zero.
    pub fn inverse(self) -> Option<Self> {
        Self { z: ONE, error: 0.0 }.over(self)
    }
    fn settled(self, other: Self, z: Complex, error: f64) -> Self {
        if self.error == 0.0 && other.error == 0.0 && whole(z) && whole(self.z) && whole(other.z) {
            Self { z, error: 0.0 }
        } else {
            Self::with(
                z,
                error + EPSILON * self.z.abs().max(other.z.abs()).min(z.abs() + 1e3),
            )
        }
    }
}

fn whole(z: Complex) -> bool {
    z.im == 0.0 && z.re.fract() == 0.0 && z.re.abs() < EXACT
}
