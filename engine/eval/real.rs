//! Real arithmetic at a precision: floating point of the machine, or of many digits.

use super::digits;
use dashu_float::FBig;
use dashu_float::round::mode::HalfEven;
use dashu_int::{IBig, UBig};
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use std::fmt::Debug;

/// A floating point number of many digits.
pub(super) type Long = FBig<HalfEven, 2>;

/// What arithmetic on balls needs of its midpoints. Functions are called inside their domains.
pub(super) trait Real: Clone + Debug + PartialEq {
    fn of(x: f64, bits: usize) -> Self;
    fn ratio(value: &BigRational, bits: usize) -> Self;
    fn pi(bits: usize) -> Self;
    fn bits(&self) -> usize;
    fn near(&self) -> f64;
    fn add(&self, other: &Self) -> Self;
    fn sub(&self, other: &Self) -> Self;
    fn mul(&self, other: &Self) -> Self;
    fn div(&self, other: &Self) -> Self;
    fn neg(&self) -> Self;
    fn sqrt(&self) -> Self;
    fn exp(&self) -> Self;
    fn ln(&self) -> Self;
    fn sin_cos(&self) -> (Self, Self);
    fn atan(&self) -> Self;
    fn atan2(&self, x: &Self) -> Self;
    fn asin(&self) -> Self;
    fn acos(&self) -> Self;
    fn sinh_cosh(&self) -> (Self, Self);
    fn asinh(&self) -> Self;
    fn acosh(&self) -> Self;
    fn atanh(&self) -> Self;
    fn is_zero(&self) -> bool;
    /// Whether it is below zero, however close.
    fn is_negative(&self) -> bool;
}

impl Real for f64 {
    fn of(x: f64, _: usize) -> Self {
        x
    }
    fn ratio(value: &BigRational, _: usize) -> Self {
        value.to_f64().unwrap_or(f64::NAN)
    }
    fn pi(_: usize) -> Self {
        std::f64::consts::PI
    }
    fn bits(&self) -> usize {
        53
    }
    fn near(&self) -> f64 {
        *self
    }
    fn add(&self, other: &Self) -> Self {
        self + other
    }
    fn sub(&self, other: &Self) -> Self {
        self - other
    }
    fn mul(&self, other: &Self) -> Self {
        self * other
    }
    fn div(&self, other: &Self) -> Self {
        self / other
    }
    fn neg(&self) -> Self {
        // Zero minus, so that no negative zero appears.
        0.0 - self
    }
    fn sqrt(&self) -> Self {
        f64::sqrt(*self)
    }
    fn exp(&self) -> Self {
        f64::exp(*self)
    }
    fn ln(&self) -> Self {
        f64::ln(*self)
    }
    fn sin_cos(&self) -> (Self, Self) {
        f64::sin_cos(*self)
    }
    fn atan(&self) -> Self {
        f64::atan(*self)
    }
    fn atan2(&self, x: &Self) -> Self {
        f64::atan2(*self, *x)
    }
    fn asin(&self) -> Self {
        f64::asin(*self)
    }
    fn acos(&self) -> Self {
        f64::acos(*self)
    }
    fn sinh_cosh(&self) -> (Self, Self) {
        (f64::sinh(*self), f64::cosh(*self))
    }
    fn asinh(&self) -> Self {
        f64::asinh(*self)
    }
    fn acosh(&self) -> Self {
        f64::acosh(*self)
    }
    fn atanh(&self) -> Self {
        f64::atanh(*self)
    }
    fn is_zero(&self) -> bool {
        *self == 0.0
    }
    fn is_negative(&self) -> bool {
        *self < 0.0
    }
}

fn long(value: &BigInt, bits: usize) -> Long {
    let size = UBig::from_le_bytes(&value.magnitude().to_bytes_le());
    let signed = match value.sign() {
        Sign::Minus => -IBig::from(size),
        _ => IBig::from(size),
    };
    Long::from(signed).with_precision(bits).value()
}

/// The one of these that is beyond all numbers, which the library does not reckon with: so is what is
/// made of it, and nobody asks for more than whether it is finite.
fn endless(numbers: &[&Long]) -> Option<Long> {
    let far = numbers.iter().find(|x| x.repr().is_infinite())?;
    Some((*far).clone())
}

impl Real for Long {
    fn of(x: f64, bits: usize) -> Self {
        let exact = Self::try_from(x).unwrap_or(Self::ZERO);
        exact.with_precision(bits).value()
    }
    fn ratio(value: &BigRational, bits: usize) -> Self {
        let top = long(value.numer(), bits);
        if value.numer().is_zero() || value.is_integer() {
            return top;
        }
        top / long(value.denom(), bits)
    }
    fn pi(bits: usize) -> Self {
        digits::pi(bits)
    }
    fn bits(&self) -> usize {
        self.precision()
    }
    fn near(&self) -> f64 {
        digits::near(self)
    }
    fn add(&self, other: &Self) -> Self {
        endless(&[self, other]).unwrap_or_else(|| self + other)
    }
    fn sub(&self, other: &Self) -> Self {
        endless(&[self, other]).unwrap_or_else(|| self - other)
    }
    fn mul(&self, other: &Self) -> Self {
        endless(&[self, other]).unwrap_or_else(|| self * other)
    }
    fn div(&self, other: &Self) -> Self {
        endless(&[self, other]).unwrap_or_else(|| self / other)
    }
    fn neg(&self) -> Self {
        if Real::is_zero(self) {
            return self.clone();
        }
        -self.clone()
    }
    fn sqrt(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| Self::sqrt(self))
    }
    fn exp(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| digits::exp(self))
    }
    fn ln(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| digits::ln(self))
    }
    fn sin_cos(&self) -> (Self, Self) {
        match endless(&[self]) {
            Some(far) => (far.clone(), far),
            None => digits::sin_cos(self),
        }
    }
    fn atan(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| digits::atan(self))
    }
    fn atan2(&self, x: &Self) -> Self {
        endless(&[self, x]).unwrap_or_else(|| digits::atan2(self, x))
    }
    fn asin(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| digits::asin(self))
    }
    fn acos(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| digits::acos(self))
    }
    fn sinh_cosh(&self) -> (Self, Self) {
        match endless(&[self]) {
            Some(far) => (far.clone(), far),
            None => digits::sinh_cosh(self),
        }
    }
    fn asinh(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| digits::asinh(self))
    }
    fn acosh(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| digits::acosh(self))
    }
    fn atanh(&self) -> Self {
        endless(&[self]).unwrap_or_else(|| digits::atanh(self))
    }
    fn is_zero(&self) -> bool {
        self.repr().significand().is_zero()
    }
    fn is_negative(&self) -> bool {
        *self < Self::ZERO
    }
}
