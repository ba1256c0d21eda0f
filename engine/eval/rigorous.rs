//! The gamma and zeta functions on the real line with as many digits as are asked for, and with
//! bounds on what is left out.

use super::ball::Function;
use super::flags::{self, Precision};
use super::number::Number;
use super::rational::Rational;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::sync::OnceLock;

/// Terms of Stirling's series.
const TERMS: usize = 40;
/// Stirling's series is used from here on.
const START: i64 = 60;
/// Larger arguments have values too large to calculate with.
const END: f64 = 1_000.0;
/// Terms of the alternating series of the zeta function.
const ALTERNATING: i64 = 110;

/// The gamma function at a real number, by Stirling's series, whose remainder is smaller than the
/// first term that is left out (DLMF 5.11.ii); `None` in floating point and out of reach.
pub(super) fn gamma(x: &Number) -> Option<Number> {
    let near = x.as_real()?;
    if flags::precision() == Precision::Fast || near.abs() > END || x.near().im != 0.0 {
        return None;
    }
    flags::work(400);
    let one = Number::integer(1);
    if near < 0.5 {
        // Γ(x) Γ(1 - x) = π / sin πx.
        let sine = Number::pi().times(x).apply(Function::Sin)?;
        return Number::pi().over(&sine.times(&gamma(&one.minus(x))?));
    }
    let steps = (START - near.floor() as i64).max(0);
    let mut shift = one;
    for k in 0..steps {
        shift = shift.times(&x.plus(&Number::integer(k)));
    }
    let z = x.plus(&Number::integer(steps));
    let half = Number::rational(Rational::new(1, 2)?);
    let turn = Number::pi().plus(&Number::pi()).apply(Function::Ln)?;
    let leading = z.minus(&half).times(&z.apply(Function::Ln)?).minus(&z);
    let mut sum = leading.plus(&turn.times(&half));
    let square = z.times(&z);
    let mut power = z.clone();
    let mut left_out = 0.0;
    for (i, b) in bernoulli().iter().enumerate() {
        let k = 2 * (i as i64 + 1);
        let below = Number::integer(k * (k - 1)).times(&power);
        let term = Number::large(b.clone()).over(&below)?;
        if i == TERMS {
            left_out = 2.0 * term.near().abs();
        } else {
            sum = sum.plus(&term);
            power = power.times(&square);
        }
    }
    sum.widened(left_out).apply(Function::Exp)?.over(&shift)
}

/// The Bernoulli numbers `B_2`, `B_4`, …, one more than there are terms.
fn bernoulli() -> &'static [BigRational] {
    static NUMBERS: OnceLock<Vec<BigRational>> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        // Those of odd index vanish from the third on: Σ_{j<m} binom(m+1, j) B_j = -(m+1) B_m.
        let whole = |n: i64| BigRational::from_integer(BigInt::from(n));
        let last = 2 * (TERMS as i64 + 1);
        let mut all = vec![whole(1)];
        for m in 1..=last {
            let mut binomial = BigInt::one();
            let mut sum = whole(0);
            for (j, b) in all.iter().enumerate() {
                let j = j as i64;
                sum += b * BigRational::from_integer(binomial.clone());
                binomial = binomial * BigInt::from(m + 1 - j) / BigInt::from(j + 1);
            }
            all.push(-sum / whole(m + 1));
        }
        all.into_iter().skip(2).step_by(2).collect()
    })
}

/// The zeta function at a real number from one half on, by the second algorithm of Borwein (2000)
/// with the bound given there; `None` in floating point and near one.
pub(super) fn zeta(s: &Number) -> Option<Number> {
    let near = s.as_real()?;
    if flags::precision() == Precision::Fast
        || !(0.5..=END).contains(&near)
        || s.near().im != 0.0
        || (near - 1.0).abs() < 1e-6
    {
        return None;
    }
    flags::work(4_000);
    let n = ALTERNATING;
    // The partial sums of n (n+i-1)! 4^i / ((n-i)! (2i)!).
    let mut term = BigInt::one();
    let mut partial = vec![term.clone()];
    for i in 0..n {
        term = term * BigInt::from(4 * (n + i) * (n - i)) / BigInt::from((2 * i + 1) * (2 * i + 2));
        let sum = partial.last()? + &term;
        partial.push(sum);
    }
    let whole = |n: BigInt| Number::large(BigRational::from_integer(n));
    let all = partial.pop()?;
    let mut sum = Number::integer(0);
    for (k, part) in partial.into_iter().enumerate() {
        let weight = whole(part - &all);
        let power = Number::integer(k as i64 + 1).power(s)?;
        let term = weight.over(&power)?;
        sum = if k % 2 == 0 {
            sum.minus(&term)
        } else {
            sum.plus(&term)
        };
    }
    let one = Number::integer(1);
    let two = one.minus(&Number::integer(2).power(&one.minus(s))?);
    // Γ(s) is at least 0.88.
    let error = 3.0 * (3.0 + 8.0_f64.sqrt()).powi(-(n as i32)) / two.near().abs();
    let value = sum.over(&whole(all).times(&two))?;
    error.is_finite().then(|| value.widened(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixty decimals.
    fn meets(value: Option<Number>, digits: &str) {
        let (whole, rest) = digits.split_once('.').expect("a decimal");
        let top: BigInt = format!("{whole}{rest}").parse().expect("digits");
        let below = BigInt::from(10).pow(rest.len() as u32);
        let wanted = Number::large(BigRational::new(top, below));
        let value = value.expect("a value");
        let off = value.minus(&wanted).near().abs();
        assert!(off < 1e-58, "{off} from {digits}");
        assert!(value.error() < 1e-58, "a bound of {}", value.error());
    }

    #[test]
    fn known_values() {
        let part = |top, below| Number::rational(Rational::new(top, below).expect("a fraction"));
        flags::at(Precision::Digits80, || {
            meets(
                gamma(&part(1, 3)),
                "2.678938534707747633655692940974677644128689377957301100950428",
            );
            let reflected = gamma(&part(-2, 3)).map(|g| g.times(&part(-2, 3)));
            meets(
                reflected,
                "2.678938534707747633655692940974677644128689377957301100950428",
            );
            meets(
                zeta(&Number::integer(3)),
                "1.202056903159594285399738161511449990764986292340498881792272",
            );
        });
        assert_eq!(gamma(&part(1, 3)), None, "not in floating point");
    }
}
