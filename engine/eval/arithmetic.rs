//! Arithmetic of numbers: sums, products, quotients, powers, functions and parts.

use super::ball::{Ball, Function};
use super::complex::Complex;
use super::flags::{self, Precision};
use super::fraction;
use super::number::{FRACTION_BITS, INTEGER_BITS, Number, Pair, Repr};
use super::real::{Long, Real};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Pow, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::sync::Arc;

/// Whether a quotient may have a denominator that is kept: cancelling takes time.
fn is_kept(a: &BigRational, b: &BigRational) -> bool {
    let below = a.denom().bits() + b.numer().bits();
    let above = a.numer().bits() + b.denom().bits();
    below <= above + FRACTION_BITS + 2
}

/// As many products take as long as an elementary function of many digits.
const SERIES: u64 = 3;

impl Number {
    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Repr::Exact(a), Repr::Exact(b)) => {
                if let Some(sum) = a.plus(*b) {
                    return Self(Repr::Exact(sum));
                }
            }
            (Repr::Float(a), Repr::Float(b)) if flags::precision() == Precision::Fast => {
                return Self(Repr::Float(a.plus(b)));
            }
            _ => {}
        }
        if let Some((a, b)) = self.fractions(other) {
            return Self::large(fraction::sum(&a, &b));
        }
        match self.pair(other) {
            Pair::Float(a, b) => Self(Repr::Float(a.plus(&b))),
            Pair::Long(a, b) => Self::from_long(a.plus(&b)),
        }
    }
    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    /// The negative.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self(match &self.0 {
            Repr::Exact(r) => Repr::Exact(r.negated()),
            Repr::Large(r) => Repr::Large(Arc::new(-(**r).clone())),
            Repr::Float(b) => Repr::Float(b.negated()),
            Repr::Long(b) => Repr::Long(Arc::new(b.negated())),
        })
    }
    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Repr::Exact(a), Repr::Exact(b)) => {
                if let Some(product) = a.times(*b) {
                    return Self(Repr::Exact(product));
                }
            }
            (Repr::Float(a), Repr::Float(b)) if flags::precision() == Precision::Fast => {
                return Self(Repr::Float(a.times(b)));
            }
            _ => {}
        }
        // Zero times a number that is rounded is zero.
        if self.is_exact_zero() && other.is_finite() || other.is_exact_zero() && self.is_finite() {
            return Self::integer(0);
        }
        if let Some((a, b)) = self.fractions(other) {
            return Self::large(fraction::product(&a, &b));
        }
        match self.pair(other) {
            Pair::Float(a, b) => Self(Repr::Float(a.times(&b))),
            Pair::Long(a, b) => Self::from_long(a.times(&b)),
        }
    }
    /// The quotient; `None` when the divisor is zero or cannot be told from it.
    pub fn over(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        if let (Repr::Exact(a), Repr::Exact(b)) = (&self.0, &other.0)
            && let Some(quotient) = b.inverse().and_then(|b| a.times(b))
        {
            return Some(Self(Repr::Exact(quotient)));
        }
        if self.is_exact_zero() {
            return Some(Self::integer(0));
        }
        if let Some((a, b)) = self.fractions(other)
            && is_kept(&a, &b)
        {
            return Some(Self::large(fraction::quotient(&a, &b)));
        }
        match self.pair(other) {
            Pair::Float(a, b) => a.over(&b).map(|q| Self(Repr::Float(q))),
            Pair::Long(a, b) => a.over(&b).map(Self::from_long),
        }
    }
    /// The quotient of exact numbers beyond floating point, to the present precision.
    pub(super) fn far_over(&self, other: &Self) -> Option<Self> {
        let (a, b) = self.fractions(other).filter(|(_, b)| !b.is_zero())?;
        let (mut top, mut below) = (a.numer() * b.denom(), a.denom() * b.numer());
        if below.is_negative() {
            (top, below) = (-top, -below);
        }
        Some(Self::rounded_quotient(&BigRational::new_raw(top, below)))
    }
    /// The reciprocal of a number that is not zero.
    pub fn inverse(&self) -> Option<Self> {
        Self::integer(1).over(self)
    }
    /// The power, `None` where it is not defined. `0^0` is 1.
    pub fn power(&self, exponent: &Self) -> Option<Self> {
        if let Some(n) = exponent.as_whole() {
            return self.whole_power(&n);
        }
        if self.is_zero() {
            let positive = exponent.near().re > exponent.error();
            return positive.then(|| Self::integer(0));
        }
        // The principal power of a negative number is not its real root.
        if let (Some(Ordering::Greater), Some(e)) = (self.sign(), exponent.as_rational())
            && self.is_exact()
            && let Ok(index) = u32::try_from(e.denominator())
            && let Some(root) = self.exact_root(index)
        {
            return root.whole_power(&BigInt::from(e.numerator()));
        }
        exponent
            .times(&self.apply(Function::Ln)?)
            .apply(Function::Exp)
    }
    fn whole_power(&self, n: &BigInt) -> Option<Self> {
        if n.is_zero() {
            return Some(Self::integer(1));
        }
        let size = n.abs();
        if n.is_negative() {
            return self
                .whole_power(&size)?
                .inverse()
                .filter(|_| !self.is_zero());
        }
        if let Repr::Exact(r) = &self.0
            && let Some(unit) = r.as_integer().filter(|i| i.abs() <= 1)
        {
            let odd = n.bit(0);
            return Some(Self::integer(if unit == -1 && !odd { 1 } else { unit }));
        }
        if let (Some(base), Some(n)) = (self.as_fraction(), size.to_u64()) {
            let bits = base.numer().bits().max(base.denom().bits());
            let limit = if flags::is_estimating() {
                62
            } else if base.is_integer() {
                INTEGER_BITS
            } else {
                FRACTION_BITS
            };
            if bits.saturating_mul(n) <= limit {
                return Some(Self::large(Pow::pow(&base, n)));
            }
        }
        let Some(n) = size.to_u64().filter(|n| *n < 1 << 40) else {
            // The logarithm tells whether it is too large or too small.
            let e = Self::large(BigRational::from_integer(size));
            return e.times(&self.apply(Function::Ln)?).apply(Function::Exp);
        };
        Some(match (&self.0, flags::precision()) {
            (Repr::Long(_), _)
            | (_, Precision::Digits40 | Precision::Digits80 | Precision::Digits160) => {
                let bits = flags::precision().bits().max(Precision::Digits40.bits());
                let near = self.near().abs();
                // Beyond the range of the error, which is a machine number.
                if near.ln() * n as f64 > 700.0 {
                    return Some(Self::with(Complex::real(f64::INFINITY), 0.0));
                }
                Self::from_long(self.long(bits).powi(n))
            }
            _ => Self(Repr::Float(self.float().powi(n))),
        })
    }
    /// The real root of an exact number, when it is exact too; the index is not zero.
    pub fn exact_root(&self, index: u32) -> Option<Self> {
        let value = self.as_fraction()?;
        if index == 1 {
            return Some(self.clone());
        }
        if value.is_negative() && index.is_multiple_of(2) || index == 0 || index > 64 {
            return None;
        }
        let (top, below) = (value.numer().nth_root(index), value.denom().nth_root(index));
        let exact =
            Pow::pow(&top, index) == *value.numer() && Pow::pow(&below, index) == *value.denom();
        exact.then(|| Self::large(BigRational::new(top, below)))
    }
    /// The value of an elementary function; `None` where there is none.
    pub(super) fn apply(&self, function: Function) -> Option<Self> {
        if let Some(exact) = self.simple(function) {
            return Some(exact);
        }
        if function == Function::Ln && self.is_zero() {
            return None;
        }
        let precision = flags::precision();
        match (&self.0, precision) {
            (Repr::Long(_), _)
            | (_, Precision::Digits40 | Precision::Digits80 | Precision::Digits160) => {
                let bits = precision.bits().max(Precision::Digits40.bits());
                flags::work(SERIES);
                self.long(bits).apply(function).map(Self::from_long)
            }
            _ => self.float().apply(function).map(|b| Self(Repr::Float(b))),
        }
    }
    /// Values that are exact.
    fn simple(&self, function: Function) -> Option<Self> {
        let r = self.as_rational()?;
        let value = match (function, r.as_integer()) {
            (Function::Sqrt, _) => return self.exact_root(2),
            (Function::Exp | Function::Cos | Function::Cosh, Some(0)) => 1,
            (Function::Ln | Function::Arcosh | Function::Arccos, Some(1)) => 0,
            (
                Function::Sin
                | Function::Sinh
                | Function::Arcsin
                | Function::Arctan
                | Function::Arsinh
                | Function::Artanh,
                Some(0),
            ) => 0,
            _ => return None,
        };
        Some(Self::integer(value))
    }
    /// The real part, the imaginary part.
    pub fn parts(&self) -> (Self, Self) {
        match &self.0 {
            Repr::Float(b) => {
                let real = |re: f64| {
                    Self(Repr::Float(Ball {
                        re,
                        im: 0.0,
                        error: b.error,
                    }))
                };
                let im = if b.is_real() {
                    Self::integer(0)
                } else {
                    real(b.im)
                };
                (real(b.re), im)
            }
            Repr::Long(b) => {
                let real = |re: &Long| {
                    Self::from_long(Ball {
                        re: re.clone(),
                        im: Long::of(0.0, re.bits()),
                        error: b.error,
                    })
                };
                let im = if b.is_real() {
                    Self::integer(0)
                } else {
                    real(&b.im)
                };
                (real(&b.re), im)
            }
            _ => (self.clone(), Self::integer(0)),
        }
    }
    /// The conjugate.
    #[must_use]
    pub fn conjugate(&self) -> Self {
        match &self.0 {
            Repr::Float(b) => Self(Repr::Float(Ball {
                im: Real::neg(&b.im),
                ..b.clone()
            })),
            Repr::Long(b) => Self::from_long(Ball {
                im: b.im.neg(),
                ..(**b).clone()
            }),
            _ => self.clone(),
        }
    }
    /// The modulus.
    #[must_use]
    pub fn modulus(&self) -> Self {
        match &self.0 {
            Repr::Exact(r) if r.numerator() < 0 => self.negated(),
            Repr::Large(r) if r.is_negative() => self.negated(),
            Repr::Exact(_) | Repr::Large(_) => self.clone(),
            Repr::Float(b) if flags::precision() == Precision::Fast => {
                Self(Repr::Float(b.modulus()))
            }
            _ => Self::from_long(self.long(flags::precision().bits().max(140)).modulus()),
        }
    }
    /// The argument of a number that is not zero.
    #[must_use]
    pub fn argument(&self) -> Self {
        match (&self.0, flags::precision()) {
            (Repr::Exact(r), _) if r.numerator() > 0 => Self::integer(0),
            (_, Precision::Fast) => Self(Repr::Float(self.float().argument())),
            (_, p) => Self::from_long(self.long(p.bits()).argument()),
        }
    }
    /// The greatest integer not above a real number; `None` when the error leaves it open.
    pub fn floor(&self) -> Option<Self> {
        if let Some(value) = self.as_fraction() {
            return Some(Self::large(value.floor()));
        }
        let x = self.as_real()?;
        let (low, high) = ((x - self.error()).floor(), (x + self.error()).floor());
        if low == high && low.abs() < 9e15 {
            return Some(Self::exact(low));
        }
        flags::note_close();
        self.as_integer().map(Self::integer)
    }
    /// The midpoint of its error, as if it were exact.
    #[must_use]
    pub fn midpoint(&self) -> Self {
        match &self.0 {
            Repr::Float(b) => Self(Repr::Float(Ball {
                error: 0.0,
                ..b.clone()
            })),
            Repr::Long(b) => Self::from_long(Ball {
                error: 0.0,
                ..(**b).clone()
            }),
            _ => self.clone(),
        }
    }
    /// The same number, with a larger error.
    #[must_use]
    pub fn widened(&self, error: f64) -> Self {
        match &self.0 {
            Repr::Long(b) => Self::from_long(Ball {
                error: b.error + error,
                ..(**b).clone()
            }),
            Repr::Float(ball) => {
                let mut ball = ball.clone();
                ball.error += error;
                Self(Repr::Float(ball))
            }
            _ if flags::precision() == Precision::Fast => {
                let mut ball = self.float();
                ball.error += error;
                Self(Repr::Float(ball))
            }
            _ => {
                let mut ball = self.long(flags::precision().bits());
                ball.error += error;
                Self::from_long(ball)
            }
        }
    }
}
