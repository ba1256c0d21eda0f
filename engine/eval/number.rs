//! Numbers: exact fractions while they are small, otherwise complex numbers with a bound on their
//! error, in floating point or with many digits.

use super::ball::{Ball, unit};
use super::complex::Complex;
use super::flags::{self, Precision};
use super::fraction;
use super::rational::Rational;
use super::real::{Long, Real};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::sync::Arc;

/// A number and how far it may be from the true value.
#[derive(Clone, Debug, PartialEq)]
pub struct Number(pub(super) Repr);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Repr {
    Exact(Rational),
    Large(Arc<BigRational>),
    Float(Ball<f64>),
    Long(Arc<Ball<Long>>),
}

/// Bits of exact integers, beyond which they are rounded.
pub(super) const INTEGER_BITS: u64 = 1 << 16;
/// Bits of the denominators of exact fractions, beyond which they are rounded.
pub(super) const FRACTION_BITS: u64 = 1 << 8;

/// Bits of an exact number that cost a step; those of a denominator, which is cancelled, cost one
/// each.
const BITS_FOR_ONE: u64 = 1 << 10;

/// Two numbers in the arithmetic that both need.
pub(super) enum Pair {
    Float(Ball<f64>, Ball<f64>),
    Long(Ball<Long>, Ball<Long>),
}

impl Number {
    /// An exact integer.
    pub const fn integer(value: i64) -> Self {
        Self(Repr::Exact(Rational::integer(value)))
    }
    /// An exact fraction.
    pub const fn rational(value: Rational) -> Self {
        Self(Repr::Exact(value))
    }
    /// A real number that is taken as exact.
    pub fn exact(value: f64) -> Self {
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return Self::integer(value as i64);
        }
        match fraction::of_float(value) {
            Some(fraction) => Self::large(fraction),
            None => Self::with(Complex::real(value), f64::INFINITY),
        }
    }
    /// A real number that is taken as exact and calculated with in floating point.
    pub fn rough(value: f64) -> Self {
        Self(Repr::Float(Ball::exact(Complex::real(value), 53)))
    }
    /// A complex number that is taken as exact.
    pub fn complex(z: Complex) -> Self {
        if z.im == 0.0 {
            return Self::exact(z.re);
        }
        Self(Repr::Float(Ball::exact(z, 53)))
    }
    /// A number with this error and that of rounding.
    pub fn with(z: Complex, error: f64) -> Self {
        let error = error + 2.0 * f64::EPSILON * z.abs();
        Self(Repr::Float(Ball {
            re: z.re,
            im: z.im,
            error,
        }))
    }
    /// An exact fraction of any size; rounded when it is too large to calculate with.
    pub fn large(value: BigRational) -> Self {
        if let Some(small) = Rational::small(&value) {
            return Self(Repr::Exact(small));
        }
        if flags::is_estimating() {
            return Self::with(Complex::real(value.to_f64().unwrap_or(f64::INFINITY)), 0.0);
        }
        let (above, below) = (value.numer().bits(), value.denom().bits());
        // What follows has to work on all of it.
        flags::spend(above / BITS_FOR_ONE + (below - 1));
        let fits = above <= INTEGER_BITS && below <= FRACTION_BITS;
        if fits {
            return Self(Repr::Large(Arc::new(value)));
        }
        Self::rounded_quotient(&value)
    }
    /// A fraction, in lowest terms or not, to the present precision: parts beyond floating point have
    /// a quotient that is computed with many digits.
    pub(super) fn rounded_quotient(value: &BigRational) -> Self {
        let bits = flags::precision().bits().max(Precision::Digits40.bits());
        let long = Self(Repr::Long(Arc::new(Ball::rounded(Long::ratio(
            value, bits,
        )))));
        match flags::precision() {
            Precision::Fast => Self(Repr::Float(long.ball::<f64>(53))),
            _ => long,
        }
    }
    /// π to the present precision.
    pub fn pi() -> Self {
        match flags::precision() {
            Precision::Fast => Self(Repr::Float(Ball::rounded(std::f64::consts::PI))),
            p => Self(Repr::Long(Arc::new(Ball::rounded(<Long as Real>::pi(
                p.bits(),
            ))))),
        }
    }
    /// The imaginary unit.
    pub fn imaginary() -> Self {
        Self(Repr::Float(Ball::exact(Complex::new(0.0, 1.0), 53)))
    }
    /// The value, rounded to floating point.
    pub fn near(&self) -> Complex {
        match &self.0 {
            Repr::Exact(r) => Complex::real(r.near()),
            Repr::Large(r) => Complex::real(r.to_f64().unwrap_or(f64::INFINITY)),
            Repr::Float(b) => b.near(),
            Repr::Long(b) => b.near(),
        }
    }
    /// A bound of the error, that of [`Self::near`] not counted.
    pub fn error(&self) -> f64 {
        match &self.0 {
            Repr::Exact(_) | Repr::Large(_) => 0.0,
            Repr::Float(b) => b.error,
            Repr::Long(b) => b.error,
        }
    }
    /// Whether it is finite, and so is the bound of its error.
    pub fn is_finite(&self) -> bool {
        match &self.0 {
            Repr::Exact(_) | Repr::Large(_) => true,
            Repr::Float(b) => b.re.is_finite() && b.im.is_finite() && b.error.is_finite(),
            Repr::Long(b) => b.error.is_finite(),
        }
    }
    /// Whether nothing was rounded.
    pub fn is_exact(&self) -> bool {
        self.error() == 0.0
    }
    /// The fraction that this is exactly, when it is a small one.
    pub fn as_rational(&self) -> Option<Rational> {
        match &self.0 {
            Repr::Exact(r) => Some(*r),
            _ => None,
        }
    }
    /// The fraction that this is exactly.
    pub fn as_fraction(&self) -> Option<BigRational> {
        match &self.0 {
            Repr::Exact(r) => Some(r.large()),
            Repr::Large(r) => Some((**r).clone()),
            _ => None,
        }
    }
    /// The integer that this is exactly, of any size.
    pub fn as_whole(&self) -> Option<BigInt> {
        match &self.0 {
            Repr::Exact(r) => r.as_integer().map(BigInt::from),
            Repr::Large(r) => r.is_integer().then(|| r.to_integer()),
            Repr::Float(_) | Repr::Long(_) => self.as_integer().map(BigInt::from),
        }
    }
    /// Whether an integer lies within the error of a number that is rounded, which does not tell then
    /// whether it is one.
    pub(super) fn is_near_whole(&self) -> bool {
        let z = self.near();
        let error = self.error() + f64::EPSILON * z.abs();
        !self.is_exact() && (z.re - z.re.round()).abs() <= error && z.im.abs() <= error
    }
    /// The integer that this number is; one that is rounded counts when no other real number
    /// that is at all likely lies within its error.
    pub fn as_integer(&self) -> Option<i64> {
        match &self.0 {
            Repr::Exact(r) => r.as_integer(),
            Repr::Large(_) => None,
            Repr::Float(_) | Repr::Long(_) => {
                let z = self.near();
                let near = z.re.round();
                if near.abs() >= 1e15 || (z.re - near).abs().max(z.im.abs()) > 1e-6 {
                    return None;
                }
                let whole = Self::integer(near as i64);
                let off = self.plus(&whole.negated());
                let within = off.near().abs() <= off.error();
                if within && off.error() > 1e-6 || !self.is_finite() {
                    return None;
                }
                if within && self.error() > 0.0 {
                    flags::note_close();
                }
                within.then_some(near as i64)
            }
        }
    }
    /// The real number that this is, when the imaginary part is within the error.
    pub fn as_real(&self) -> Option<f64> {
        match &self.0 {
            Repr::Float(b) if !b.is_real() => (b.im.abs() <= b.error).then(|| {
                flags::note_close();
                b.re
            }),
            Repr::Long(b) if !b.is_real() => (b.im.near().abs() <= b.error).then(|| {
                flags::note_close();
                b.re.near()
            }),
            _ => Some(self.near().re),
        }
    }
    /// Whether this is zero or cannot be told from it.
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Repr::Exact(r) => r.numerator() == 0,
            Repr::Large(_) => false,
            Repr::Float(_) | Repr::Long(_) => {
                let zero = self.near().abs() <= self.error();
                if zero && self.error() > 0.0 {
                    flags::note_close();
                }
                zero
            }
        }
    }
    /// Whether this is zero without a doubt.
    pub fn is_exact_zero(&self) -> bool {
        self.error() == 0.0 && self.near() == Complex::default()
    }
    /// The sign of a real number; `None` when it is nearer to zero than its error, or not real.
    pub fn sign(&self) -> Option<Ordering> {
        match &self.0 {
            Repr::Exact(r) => Some(r.numerator().cmp(&0)),
            Repr::Large(r) => Some(r.numer().sign().cmp(&num_bigint::Sign::NoSign)),
            _ => {
                let x = self.as_real()?;
                if x == 0.0 && self.error() == 0.0 {
                    return Some(Ordering::Equal);
                }
                if x.abs() <= self.error() {
                    flags::note_close();
                    return None;
                }
                x.partial_cmp(&0.0)
            }
        }
    }
    /// Less, equal or greater, of real numbers; `None` when they are nearer than their errors.
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        if let (Repr::Exact(a), Repr::Exact(b)) = (&self.0, &other.0) {
            return Some(if a == b {
                Ordering::Equal
            } else if a.less(*b) {
                Ordering::Less
            } else {
                Ordering::Greater
            });
        }
        let (mine, theirs) = (self.huge(), other.huge());
        if (mine || theirs) && !(self.is_exact() && other.is_exact()) {
            return match (mine, theirs, self.is_finite() && other.is_finite()) {
                (true, false, true) => self.sign(),
                (false, true, true) => other.sign().map(Ordering::reverse),
                _ => None,
            };
        }
        self.minus(other).sign()
    }
    /// Whether this is exact and beyond floating point.
    pub(super) fn huge(&self) -> bool {
        matches!(&self.0, Repr::Large(r) if r.to_f64().is_none_or(|x| !x.is_finite()))
    }
    /// Whether two numbers are the same: exactly, or within errors that are small beside them;
    /// `None` when the errors are too large to tell.
    pub fn same(&self, other: &Self) -> Option<bool> {
        if let (Repr::Exact(a), Repr::Exact(b)) = (&self.0, &other.0) {
            return Some(a == b);
        }
        if let Some((a, b)) = self.fractions(other) {
            return Some(a == b);
        }
        if self.huge() != other.huge() && self.is_finite() && other.is_finite() {
            return Some(false);
        }
        let off = self.minus(other);
        let (gap, error) = (off.near().abs(), off.error());
        if !gap.is_finite() || !error.is_finite() {
            return None;
        }
        if gap > error {
            return Some(false);
        }
        if error == 0.0 {
            return Some(true);
        }
        flags::note_close();
        let scale = self.near().abs().max(other.near().abs());
        (error <= 1e-5 * scale + 1e-8).then_some(true)
    }
    pub(super) fn ball<R: Real>(&self, bits: usize) -> Ball<R> {
        match &self.0 {
            Repr::Exact(r) if r.fits() => Ball::exact(Complex::real(r.near()), bits),
            Repr::Exact(r) => Ball::rounded(R::ratio(&r.large(), bits)),
            Repr::Large(r) => Ball::rounded(R::ratio(r, bits)),
            Repr::Float(b) => {
                let mut ball = Ball::exact(b.near(), bits);
                ball.error = b.error;
                ball
            }
            Repr::Long(b) => {
                let z = b.near();
                let mut ball = Ball::exact(z, bits);
                ball.error = b.error + unit(53) * z.abs();
                ball
            }
        }
    }
    pub(super) fn float(&self) -> Ball<f64> {
        match &self.0 {
            Repr::Float(b) => b.clone(),
            Repr::Exact(r) => {
                let near = r.near();
                let error = if r.fits() {
                    0.0
                } else {
                    near.abs() * f64::EPSILON
                };
                Ball {
                    re: near,
                    im: 0.0,
                    error,
                }
            }
            _ => self.ball(53),
        }
    }
    pub(super) fn long(&self, bits: usize) -> Ball<Long> {
        match &self.0 {
            Repr::Long(b) => {
                if b.re.bits() == bits {
                    return (**b).clone();
                }
                let round = |x: &Long| x.clone().with_precision(bits).value();
                Ball {
                    re: round(&b.re),
                    im: round(&b.im),
                    error: b.error + unit(bits) * b.near().abs(),
                }
            }
            _ => self.ball(bits),
        }
    }
    /// The number with the digits that are asked for, exact or not: sums of many fractions have
    /// long denominators.
    #[must_use]
    pub fn rounded(&self) -> Self {
        match flags::precision() {
            Precision::Fast => Self(Repr::Float(self.float())),
            precision => Self::from_long(self.long(precision.bits())),
        }
    }
    pub(super) fn pair(&self, other: &Self) -> Pair {
        let precision = flags::precision();
        // Many digits are of no use beside floating point, when no more are asked for.
        let long = |n: &Self| matches!(n.0, Repr::Long(_));
        let float = |n: &Self| matches!(n.0, Repr::Float(_));
        let kept = (long(self) || long(other)) && !float(self) && !float(other);
        if kept || precision != Precision::Fast {
            let bits = precision.bits().max(Precision::Digits40.bits());
            Pair::Long(self.long(bits), other.long(bits))
        } else {
            Pair::Float(self.float(), other.float())
        }
    }
    pub(super) fn from_long(ball: Ball<Long>) -> Self {
        Self(Repr::Long(Arc::new(ball)))
    }
    pub(super) fn fractions(&self, other: &Self) -> Option<(BigRational, BigRational)> {
        Some((self.as_fraction()?, other.as_fraction()?))
    }
}
