//! Elementary functions of many digits, by series in fixed point.
//!
//! Results are within one unit in the last place of the precision of the argument, however small
//! they are. An argument is brought near zero and halved a few times, and the series is summed
//! there; an inverse function takes one step from its value in floating point, a series of its own
//! in what that value leaves over.

mod hyperbolic;
mod series;

use super::real::{Long, Real};
use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivRemEuclid};
pub(super) use hyperbolic::{acosh, asinh, atanh, sinh_cosh};
use series::{artanh_series, exp_series, sin_cos_series};
use std::cell::RefCell;

/// Places beyond those of a result.
const GUARD: usize = 40;
/// Halvings before the series of the exponential, which is squared as often after it.
const SQUARINGS: usize = 12;
/// Halvings before the series of the sine and the cosine.
const DOUBLINGS: usize = 8;
/// Numbers beyond this power of two are left to the library.
const FAR: isize = 1 << 10;
/// Places of a quotient of which a value in floating point is taken.
const QUOTIENT: usize = 64;
/// Bits of a significand that count in floating point.
const TOP: usize = 62;

thread_local! {
    /// π and ln 2, to as many places as were asked for so far.
    static CONSTANTS: RefCell<[(IBig, usize); 2]> =
        const { RefCell::new([(IBig::ZERO, 0), (IBig::ZERO, 0)]) };
}

fn constant(which: usize, places: usize, make: impl FnOnce(usize) -> Long) -> IBig {
    CONSTANTS.with_borrow_mut(|all| {
        let (value, known) = &mut all[which];
        if *known < places {
            *known = places + places / 2 + GUARD;
            *value = fixed(&make(*known + 2), *known);
        }
        &*value >> (*known - places)
    })
}

fn half_turn(places: usize) -> IBig {
    constant(0, places, Long::pi)
}

fn ln_two(places: usize) -> IBig {
    constant(1, places, |bits| Long::ln(&Long::of(2.0, bits)))
}

/// π.
pub(super) fn pi(bits: usize) -> Long {
    float(half_turn(bits + GUARD), bits + GUARD, bits)
}

/// The exponent of the least power of two above the modulus of a number that is not zero.
fn exponent(x: &Long) -> isize {
    let repr = x.repr();
    repr.significand().bit_len() as isize + repr.exponent()
}

/// A number in floating point, within a unit in the last place.
pub(super) fn near(x: &Long) -> f64 {
    let repr = x.repr();
    if repr.is_infinite() {
        return x.to_f64().value();
    }
    let below = repr.significand().bit_len().saturating_sub(TOP);
    let top = repr.significand() >> below;
    let power = repr.exponent() + below as isize;
    match (i64::try_from(&top), i32::try_from(power)) {
        // Powers of two that are normal numbers are exact.
        (Ok(top), Ok(power @ -1000..=900)) => top as f64 * 2.0_f64.powi(power),
        _ => x.to_f64().value(),
    }
}

/// Whether the first two terms of an odd or even series are all that counts.
fn is_tiny(x: &Long, bits: usize) -> bool {
    exponent(x) < -(bits as isize) / 4 - 2
}

/// A number times a power of two.
fn scaled(x: &Long, power: isize) -> Long {
    let repr = x.repr();
    Long::from_parts(repr.significand().clone(), repr.exponent() + power)
}

/// The greatest multiple of `2^-places` up to a number.
fn fixed(x: &Long, places: usize) -> IBig {
    let repr = x.repr();
    match repr.exponent() + places as isize {
        shift @ 0.. => repr.significand() << shift.unsigned_abs(),
        shift => repr.significand() >> shift.unsigned_abs(),
    }
}

/// A multiple of `2^-places`, rounded to so many bits.
fn float(value: IBig, places: usize, bits: usize) -> Long {
    rounded(Long::from_parts(value, -(places as isize)), bits)
}

fn rounded(x: Long, bits: usize) -> Long {
    x.with_precision(bits).value()
}

/// The zeros after the point of a multiple of `2^-places`.
fn zeros(value: &IBig, places: usize) -> usize {
    places.saturating_sub(value.bit_len())
}

/// The exponential.
pub(super) fn exp(x: &Long) -> Long {
    let bits = x.bits();
    if Real::is_zero(x) {
        return Long::of(1.0, bits);
    }
    let size = exponent(x);
    if size > FAR {
        return Long::exp(x);
    }
    if size < -(bits as isize) - 2 {
        return Long::of(1.0, bits) + x;
    }
    // A multiple of ln 2 is taken away.
    let (places, above) = (bits + GUARD, size.max(0).unsigned_abs() + 2);
    let two = ln_two(places + above);
    let (power, rest) = (fixed(x, places + above) + (&two >> 1)).div_rem_euclid(&two);
    let Ok(power) = isize::try_from(&power) else {
        return Long::exp(x);
    };
    let rest = (IBig::from(rest) - (two >> 1)) >> above;
    scaled(&float(exp_series(&rest, places), places, bits), power)
        .with_precision(bits)
        .value()
}

/// The natural logarithm of a positive number.
pub(super) fn ln(x: &Long) -> Long {
    let bits = x.bits();
    let mut power = exponent(x);
    if power.abs() > FAR {
        return Long::ln(x);
    }
    // The rest is between 1/√2 and √2, so that nothing cancels.
    if scaled(x, -power).near() < std::f64::consts::FRAC_1_SQRT_2 {
        power -= 1;
    }
    let rest = scaled(x, -power);
    let length = x.repr().significand().bit_len() + 1;
    let beyond = fixed(&rest, length) - (IBig::ONE << length);
    let lost = match power {
        0 if beyond.is_zero() => return Long::of(0.0, bits),
        0 => zeros(&beyond, length),
        _ => 0,
    };
    let places = bits.max(length) + GUARD + lost;
    let rest_fixed = fixed(&rest, places);
    let guess = fixed(&Long::of(rest.near().ln(), 53), places);
    let near = exp_series(&guess, places);
    let ratio = ((&rest_fixed - &near) << places) / (rest_fixed + near);
    let value = guess + (artanh_series(&ratio, places, false) << 1);
    float(value + ln_two(places) * IBig::from(power), places, bits)
}

/// The sine and the cosine.
pub(super) fn sin_cos(x: &Long) -> (Long, Long) {
    let bits = x.bits();
    if Real::is_zero(x) {
        return (x.clone(), Long::of(1.0, bits));
    }
    let size = exponent(x);
    if size > FAR {
        return Long::sin_cos(x);
    }
    if is_tiny(x, bits) {
        let (x, square) = with_square(x, bits);
        let sin = &x - &x * &square / Long::from(6);
        let cos = Long::of(1.0, bits) - square / Long::from(2);
        return (rounded(sin, bits), rounded(cos, bits));
    }
    let above = size.max(0).unsigned_abs() + 2;
    let mut places = bits + GUARD + size.min(0).unsigned_abs();
    loop {
        // A multiple of π/2 is taken away, and what is left may be small.
        let quarter = half_turn(places + above) >> 1;
        let (times, rest) = (fixed(x, places + above) + (&quarter >> 1)).div_rem_euclid(&quarter);
        let rest = (IBig::from(rest) - (quarter >> 1)) >> above;
        let needed = bits + GUARD / 2 + zeros(&rest, places);
        if needed > places {
            places = needed + GUARD / 2;
            continue;
        }
        let (sin, cos) = sin_cos_series(&rest, places);
        let (sin, cos) = match (times.bit(0), times.bit(1)) {
            (false, false) => (sin, cos),
            (true, false) => (cos, -sin),
            (false, true) => (-sin, -cos),
            (true, true) => (-cos, sin),
        };
        return (float(sin, places, bits), float(cos, places, bits));
    }
}

/// The angle in (-π, π] of a point, which is not the origin.
pub(super) fn atan2(y: &Long, x: &Long) -> Long {
    let bits = x.bits().max(y.bits());
    let (behind, below) = (Real::is_negative(x), Real::is_negative(y));
    let (up, along) = (magnitude(y), magnitude(x));
    let angle = match (Real::is_zero(&up), Real::is_zero(&along)) {
        (true, _) if behind => pi(bits),
        (true, _) => Long::of(0.0, bits),
        (_, true) => scaled(&pi(bits), -1),
        _ => {
            let (high, wide) = (exponent(&up), exponent(&along));
            let flat = (wide - high).max(0).unsigned_abs();
            if !behind && flat > bits / 2 + 2 {
                rounded(
                    rounded(up, bits + GUARD) / rounded(along, bits + GUARD),
                    bits,
                )
            } else {
                let places = bits + GUARD + if behind { 0 } else { flat };
                let below_one = |n: &Long| fixed(&scaled(n, -high.max(wide)), places);
                let (up, along) = (below_one(&up), below_one(&along));
                let steep = up > along;
                let mut angle = match steep {
                    true => (half_turn(places) >> 1) - inclination(&along, &up, places),
                    false => inclination(&up, &along, places),
                };
                if behind {
                    angle = half_turn(places) - angle;
                }
                float(angle, places, bits)
            }
        }
    };
    let angle = rounded(angle, bits);
    if below { angle.neg() } else { angle }
}

/// The inverse tangent of a quotient between zero and one.
fn inclination(up: &IBig, along: &IBig, places: usize) -> IBig {
    let quotient = Long::from_parts((up << QUOTIENT) / along, -(QUOTIENT as isize));
    let guess = fixed(&Long::of(quotient.near().atan(), 53), places);
    let (sin, cos) = sin_cos_series(&guess, places);
    let rest = (up * &cos - along * &sin) / ((along * cos + up * sin) >> places);
    guess + artanh_series(&rest, places, true)
}

fn magnitude(x: &Long) -> Long {
    if Real::is_negative(x) {
        x.neg()
    } else {
        x.clone()
    }
}

/// A number and its square, with more bits.
fn with_square(x: &Long, bits: usize) -> (Long, Long) {
    let x = rounded(x.clone(), bits + GUARD);
    let square = &x * &x;
    (x, square)
}

/// The inverse tangent.
pub(super) fn atan(x: &Long) -> Long {
    atan2(x, &Long::of(1.0, x.bits()))
}

/// `sqrt(1 - x^2)`, with more bits, and the number with as many.
fn leg(x: &Long) -> (Long, Long) {
    let bits = x.bits() + GUARD;
    let (x, one) = (rounded(x.clone(), bits), Long::of(1.0, bits));
    let leg = Long::sqrt(&((&one - &x) * (one + &x)));
    (leg, x)
}

/// The inverse sine of a number between -1 and 1.
pub(super) fn asin(x: &Long) -> Long {
    let (leg, wide) = leg(x);
    rounded(atan2(&wide, &leg), x.bits())
}

/// The inverse cosine of a number between -1 and 1.
pub(super) fn acos(x: &Long) -> Long {
    let (leg, wide) = leg(x);
    rounded(atan2(&leg, &wide), x.bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By how many units in the last place two numbers differ.
    fn units(ours: &Long, other: &Long, bits: usize) -> f64 {
        if Real::is_zero(other) {
            return if Real::is_zero(ours) {
                0.0
            } else {
                f64::INFINITY
            };
        }
        let difference = rounded(ours.clone(), 2 * bits) - other;
        let relative = difference / other;
        scaled(&relative, bits as isize).near().abs()
    }

    fn argument() -> impl Strategy<Value = (Long, usize)> {
        let bits = prop_oneof![Just(140_usize), Just(272), Just(540)];
        (
            bits,
            any::<[u64; 9]>(),
            -300_i64..12,
            any::<bool>(),
            0_u8..4,
        )
            .prop_map(|(bits, words, power, negative, near)| {
                let digits = words.iter().fold(IBig::ONE, |all, w| (all << 64) + *w);
                let value = float(digits, 576, bits + 60);
                let power = if power < -60 && near != 0 {
                    power % 6
                } else {
                    power
                };
                let mut value = scaled(&rounded(value, bits), power as isize);
                // Near one, and near a multiple of π.
                match near {
                    1 => value = rounded(Long::of(1.0, bits) + scaled(&value, -90), bits),
                    2 => value = rounded(pi(bits) * Long::from(11) + scaled(&value, -90), bits),
                    _ => {}
                }
                let value = rounded(value, bits);
                (if negative { value.neg() } else { value }, bits)
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// The functions agree with those of the library at twice the precision.
        #[test]
        fn functions_are_within_one_unit((x, bits) in argument()) {
            let wide = rounded(x.clone(), 2 * bits + 320);
            let positive = magnitude(&x);
            let one = Long::of(1.0, bits);
            let below_one = |x: &Long| !(&one - magnitude(x)).is_negative();
            let mut found: Vec<(&str, Long, Long)> = vec![
                ("ln", ln(&positive), Long::ln(&magnitude(&wide))),
                ("sin", sin_cos(&x).0, Long::sin_cos(&wide).0),
                ("cos", sin_cos(&x).1, Long::sin_cos(&wide).1),
                ("atan", atan(&x), Long::atan(&wide)),
                ("atan2", atan2(&x, &one.neg()), Long::atan2(&wide, &one.neg())),
                ("asinh", asinh(&x), Long::asinh(&wide)),
            ];
            if x.near().abs() < 700.0 {
                found.push(("exp", exp(&x), Long::exp(&wide)));
                found.push(("sinh", sinh_cosh(&x).0, Long::sinh_cosh(&wide).0));
                found.push(("cosh", sinh_cosh(&x).1, Long::sinh_cosh(&wide).1));
            }
            if below_one(&x) && positive != one {
                found.push(("asin", asin(&x), Long::asin(&wide)));
                found.push(("acos", acos(&x), Long::acos(&wide)));
                found.push(("atanh", atanh(&x), Long::atanh(&wide)));
            } else if positive != one {
                found.push(("acosh", acosh(&positive), Long::acosh(&magnitude(&wide))));
            }
            for (name, ours, other) in found {
                let off = units(&ours, &other, bits);
                prop_assert!(off <= 1.001, "{name} of {x} ({bits} bits) is {off} units off");
            }
        }
    }
}
