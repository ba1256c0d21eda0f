//! Series of numbers near zero, in whole multiples of a power of two.

use super::{DOUBLINGS, SQUARINGS};
use dashu_int::IBig;

fn square(x: &IBig, places: usize) -> IBig {
    IBig::from(x.sqr()) >> places
}

/// The exponential of a number near zero.
pub(super) fn exp_series(x: &IBig, places: usize) -> IBig {
    let x = x >> SQUARINGS;
    let mut term = x.clone();
    let mut sum = (IBig::ONE << places) + &x;
    for n in 2_u32.. {
        term = ((term * &x) >> places) / n;
        if term.is_zero() {
            break;
        }
        sum += &term;
    }
    for _ in 0..SQUARINGS {
        sum = square(&sum, places);
    }
    sum
}

/// The sine and the cosine of a number near zero.
pub(super) fn sin_cos_series(x: &IBig, places: usize) -> (IBig, IBig) {
    let x = x >> DOUBLINGS;
    let step = square(&x, places);
    // The cosine is near one: by how much it is less loses no digits.
    let (mut sin, mut less) = (x.clone(), &step >> 1);
    let (mut odd, mut even) = (x, less.clone());
    for n in (2_u32..).step_by(2) {
        odd = -(((odd * &step) >> places) / (n * (n + 1)));
        even = -(((even * &step) >> places) / ((n + 1) * (n + 2)));
        if odd.is_zero() && even.is_zero() {
            break;
        }
        sin += &odd;
        less += &even;
    }
    for _ in 0..DOUBLINGS {
        let twice = square(&sin, places) << 1;
        let product = (&sin * less) >> places;
        sin = (sin - product) << 1;
        less = twice;
    }
    (sin, (IBig::ONE << places) - less)
}

/// The inverse hyperbolic tangent of a number near zero, or its inverse tangent.
pub(super) fn artanh_series(x: &IBig, places: usize, tangent: bool) -> IBig {
    let step = square(x, places);
    let step = if tangent { -step } else { step };
    let (mut power, mut sum) = (x.clone(), x.clone());
    for n in (3_u32..).step_by(2) {
        power = (power * &step) >> places;
        let term = &power / n;
        if term.is_zero() {
            break;
        }
        sum += term;
    }
    sum
}
