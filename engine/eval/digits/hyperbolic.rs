//! Hyperbolic functions and their inverses.

use super::{GUARD, exp, exponent, is_tiny, ln, magnitude, rounded, scaled, with_square};
use crate::eval::real::{Long, Real};

/// The number with so many bits more that what it is added to one for is not lost.
fn deepened(x: &Long) -> (Long, Long) {
    let bits = x.bits() + GUARD + exponent(x).min(0).unsigned_abs();
    (rounded(x.clone(), bits), Long::of(1.0, bits))
}

/// The hyperbolic sine and cosine.
pub(in crate::eval) fn sinh_cosh(x: &Long) -> (Long, Long) {
    let bits = x.bits();
    if Real::is_zero(x) {
        return (x.clone(), Long::of(1.0, bits));
    }
    if is_tiny(x, bits) {
        let (x, square) = with_square(x, bits);
        let sinh = &x + &x * &square / Long::from(6);
        let cosh = Long::of(1.0, bits) + square / Long::from(2);
        return (rounded(sinh, bits), rounded(cosh, bits));
    }
    let (wide, one) = deepened(x);
    let up = exp(&wide);
    let down = one / &up;
    let half = |sum: Long| rounded(scaled(&sum, -1), bits);
    (half(&up - &down), half(up + down))
}

/// The inverse hyperbolic sine.
pub(in crate::eval) fn asinh(x: &Long) -> Long {
    let bits = x.bits();
    if Real::is_zero(x) {
        return x.clone();
    }
    if is_tiny(x, bits) {
        let (x, square) = with_square(x, bits);
        return rounded(&x - &x * square / Long::from(6), bits);
    }
    let (wide, one) = deepened(&magnitude(x));
    let root = Long::sqrt(&(&wide * &wide + one));
    let value = rounded(ln(&(wide + root)), bits);
    if Real::is_negative(x) {
        value.neg()
    } else {
        value
    }
}

/// The inverse hyperbolic cosine of a number that is one at least.
pub(in crate::eval) fn acosh(x: &Long) -> Long {
    // Near one it is like a root: half of the digits are lost.
    let bits = 2 * x.bits() + GUARD;
    let (wide, one) = (rounded(x.clone(), bits), Long::of(1.0, bits));
    let root = Long::sqrt(&((&wide - &one) * (&wide + one)));
    rounded(ln(&(wide + root)), x.bits())
}

/// The inverse hyperbolic tangent of a number between -1 and 1.
pub(in crate::eval) fn atanh(x: &Long) -> Long {
    let bits = x.bits();
    if Real::is_zero(x) {
        return x.clone();
    }
    if is_tiny(x, bits) {
        let (x, square) = with_square(x, bits);
        return rounded(&x + &x * square / Long::from(3), bits);
    }
    let (wide, one) = deepened(x);
    rounded(scaled(&ln(&((&one + &wide) / (one - wide))), -1), bits)
}
