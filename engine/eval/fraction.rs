//! Exact fractions of any size: numbers of thousands of digits over small denominators.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::float::FloatCore;
use num_traits::{One, Signed, Zero};

/// The value of a floating point number; none of what is not finite.
pub(super) fn of_float(value: f64) -> Option<BigRational> {
    if !value.is_finite() {
        return None;
    }
    let (significand, exponent, sign) = value.integer_decode();
    let zeros = significand.trailing_zeros().min(63);
    let whole = BigInt::from(significand >> zeros) * sign;
    let exponent = i64::from(exponent) + i64::from(zeros);
    Some(match (significand, exponent) {
        (0, _) => BigRational::zero(),
        (_, 0..) => BigRational::from_integer(whole << exponent),
        _ => BigRational::new_raw(whole, BigInt::one() << -exponent),
    })
}

/// The sum.
pub(super) fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    let (x, y) = (a.denom(), b.denom());
    if x.is_one() && y.is_one() {
        return BigRational::from_integer(a.numer() + b.numer());
    }
    let (top, below) = if x == y {
        (a.numer() + b.numer(), x.clone())
    } else {
        let all = x.lcm(y);
        (a.numer() * (&all / x) + b.numer() * (&all / y), all)
    };
    let common = common(&top, &below);
    BigRational::new_raw(without(&top, &common), without(&below, &common))
}

/// The product.
pub(super) fn product(a: &BigRational, b: &BigRational) -> BigRational {
    of_parts((a.numer(), a.denom()), (b.numer(), b.denom()))
}

/// The quotient by what is not zero.
pub(super) fn quotient(a: &BigRational, b: &BigRational) -> BigRational {
    let parts = (a.numer(), a.denom());
    if b.is_negative() {
        of_parts(parts, (&-b.denom(), &b.numer().abs()))
    } else {
        of_parts(parts, (b.denom(), b.numer()))
    }
}

/// The product of fractions in lowest terms with positive denominators.
fn of_parts((a, b): (&BigInt, &BigInt), (c, d): (&BigInt, &BigInt)) -> BigRational {
    let (across, back) = (common(a, d), common(c, b));
    BigRational::new_raw(
        without(a, &across) * without(c, &back),
        without(b, &back) * without(d, &across),
    )
}

/// The greatest common divisor. The binary method takes a step for every bit of the longer number, so
/// that is divided first.
fn common(a: &BigInt, b: &BigInt) -> BigInt {
    let (long, short) = if a.bits() < b.bits() { (b, a) } else { (a, b) };
    if short.magnitude().is_one() {
        return BigInt::one();
    }
    if short.is_zero() {
        return long.abs();
    }
    // Floating point numbers have powers of two below.
    if is_power_of_two(short) || is_power_of_two(long) {
        let zeros = [short, long].map(|n| n.trailing_zeros().unwrap_or(0));
        return BigInt::one() << zeros[0].min(zeros[1]);
    }
    short.gcd(&(long % short))
}

fn is_power_of_two(number: &BigInt) -> bool {
    number.trailing_zeros() == Some(number.bits().wrapping_sub(1))
}

/// The quotient by a divisor.
fn without(number: &BigInt, divisor: &BigInt) -> BigInt {
    if divisor.is_one() {
        number.clone()
    } else if is_power_of_two(divisor) {
        number >> (divisor.bits() - 1)
    } else {
        number / divisor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Pow;

    #[test]
    fn floating_point_numbers_are_fractions() {
        let least = f64::from_bits(1);
        for x in [
            0.0,
            -0.0,
            1.5,
            -0.1,
            1e300,
            3e-310,
            least,
            -f64::MAX,
            4096.0,
        ] {
            let (found, by) = (of_float(x).unwrap(), BigRational::from_float(x).unwrap());
            assert_eq!((found.numer(), found.denom()), (by.numer(), by.denom()));
        }
        assert!(of_float(f64::NAN).is_none() && of_float(f64::INFINITY).is_none());
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        let tops = [0_i64, 1, -1, 6, -35, 1 << 40, 3_486_784_401];
        let parts = || {
            tops.iter()
                .flat_map(|t| [1_i64, 2, 64, 9, 70].map(|b| (*t, b)))
        };
        let long = BigInt::from(21).pow(400_u32);
        for (a, b) in parts() {
            for (c, d) in parts() {
                let x = BigRational::new(BigInt::from(a) * &long, b.into());
                let x = if a == 1 { x.recip() } else { x };
                let y = BigRational::new(c.into(), d.into());
                let same = |found: BigRational, by: BigRational| {
                    assert_eq!((found.numer(), found.denom()), (by.numer(), by.denom()));
                };
                same(sum(&x, &y), &x + &y);
                same(product(&x, &y), &x * &y);
                if !y.is_zero() {
                    same(quotient(&x, &y), &x / &y);
                }
            }
        }
    }
}
