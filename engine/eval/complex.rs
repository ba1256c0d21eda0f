//! Complex numbers in floating point, with principal branches.

use std::f64::consts::PI;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Complex {
    /// The real part.
    pub re: f64,
    /// The imaginary part.
    pub im: f64,
}

/// The imaginary unit.
pub(super) const I: Complex = Complex { re: 0.0, im: 1.0 };
/// One.
pub(super) const ONE: Complex = Complex { re: 1.0, im: 0.0 };
/// Zero.
pub(super) const ZERO: Complex = Complex { re: 0.0, im: 0.0 };

impl Complex {
    /// `re + im i`.
    pub const fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }
    /// A real number.
    pub const fn real(re: f64) -> Self {
        Self { re, im: 0.0 }
    }
    /// The modulus.
    pub fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }
    /// The argument in (-π, π].
    pub fn arg(self) -> f64 {
        // A negative zero would put the negative axis on the wrong side of the cut.
        if self.im == 0.0 {
            return if self.re < 0.0 { PI } else { 0.0 };
        }
        self.im.atan2(self.re)
    }
    /// The conjugate.
    #[must_use]
    pub fn conj(self) -> Self {
        Self::new(self.re, -self.im)
    }
    /// Whether both parts are finite.
    pub fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
    /// The exponential function.
    #[must_use]
    pub fn exp(self) -> Self {
        let r = self.re.exp();
        if self.im == 0.0 {
            return Self::real(r);
        }
        Self::new(r * self.im.cos(), r * self.im.sin())
    }
    /// The principal logarithm.
    #[must_use]
    pub fn ln(self) -> Self {
        Self::new(self.abs().ln(), self.arg())
    }
    /// The principal square root.
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.im == 0.0 {
            return if self.re < 0.0 {
                Self::new(0.0, (-self.re).sqrt())
            } else {
                Self::real(self.re.sqrt())
            };
        }
        let r = self.abs();
        let re = ((r + self.re) / 2.0).max(0.0).sqrt();
        let im = ((r - self.re) / 2.0).max(0.0).sqrt();
        Self::new(re, im.copysign(self.im))
    }
    /// An integer power, by squaring.
    #[must_use]
    pub fn powi(self, n: i64) -> Self {
        let mut base = if n < 0 { ONE / self } else { self };
        let (mut left, mut result) = (n.unsigned_abs(), ONE);
        while left > 0 {
            if left & 1 == 1 {
                result = result * base;
            }
            base = base * base;
            left >>= 1;
        }
        result
    }
    /// The sine.
    #[must_use]
    pub fn sin(self) -> Self {
        if self.im == 0.0 {
            return Self::real(self.re.sin());
        }
        Self::new(
            self.re.sin() * self.im.cosh(),
            self.re.cos() * self.im.sinh(),
        )
    }
    /// The cosine.
    #[must_use]
    pub fn cos(self) -> Self {
        if self.im == 0.0 {
            return Self::real(self.re.cos());
        }
        Self::new(
            self.re.cos() * self.im.cosh(),
            -self.re.sin() * self.im.sinh(),
        )
    }
    /// The hyperbolic sine.
    #[must_use]
    pub fn sinh(self) -> Self {
        let turned = (self * I).sin();
        Self::new(turned.im, -turned.re)
    }
    /// The hyperbolic cosine.
    #[must_use]
    pub fn cosh(self) -> Self {
        (self * I).cos()
    }
    /// The principal inverse sine.
    #[must_use]
    pub fn asin(self) -> Self {
        let root = (ONE - self * self).sqrt();
        let w = (I * self + root).ln();
        Self::new(w.im, -w.re)
    }
    /// The principal inverse cosine.
    #[must_use]
    pub fn acos(self) -> Self {
        Self::real(PI / 2.0) - self.asin()
    }
    /// The principal inverse tangent.
    #[must_use]
    pub fn atan(self) -> Self {
        if self.im == 0.0 {
            return Self::real(self.re.atan());
        }
        let w = (ONE - I * self).ln() - (ONE + I * self).ln();
        I * w * Self::real(0.5)
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if self.im == 0.0 && other.im == 0.0 {
            return Self::real(self.re * other.re);
        }
        Self::new(
            self.re * other.re - self.im * other.im,
            self.re * other.im + self.im * other.re,
        )
    }
}

impl Div for Complex {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        if other.im == 0.0 {
            return Self::new(self.re / other.re, self.im / other.re);
        }
        let size = other.re * other.re + other.im * other.im;
        Self::new(
            (self.re * other.re + self.im * other.im) / size,
            (self.im * other.re - self.re * other.im) / size,
        )
    }
}

impl Neg for Complex {
    type Output = Self;
    fn neg(self) -> Self {
        // Zero minus, so that no negative zero appears.
        Self::new(0.0 - self.re, 0.0 - self.im)
    }
}
