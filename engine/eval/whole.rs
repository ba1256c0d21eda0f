//! Integers of any size: divisibility, remainders, primes, factorials, binomial coefficients.

use super::code::Code;
use super::flags::{self, Precision};
use super::number::Number;
use super::value::{Reason, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Binomials of numbers that are not natural have no more factors than this.
const FACTORS: i64 = 5000;
/// As many of these factors are multiplied exactly.
const EXACT: i64 = 60;
/// Factorials of larger numbers are not calculated.
const FACTORIAL: i64 = 3000;

fn number(value: BigInt) -> Value {
    Value::number(Number::large(BigRational::from_integer(value)))
}

/// Whether an integer divides a fraction whose denominator it has no factor in common with, by residues:
/// `9^{-1} \equiv 11 \pmod{14}`. Of other numbers nothing is told.
pub(super) fn of_residues(modulus: &Number, number: &Number) -> Option<bool> {
    let modulus = modulus.as_whole().filter(|m| m.abs() > BigInt::one())?;
    let fraction = number.as_fraction().filter(|n| !n.is_integer())?;
    modulus
        .gcd(fraction.denom())
        .is_one()
        .then(|| fraction.numer().is_multiple_of(&modulus))
}

/// An operator of two integers.
pub(super) fn pair(code: Code, x: &Number, y: &Number) -> Value {
    let (Some(a), Some(b)) = (x.as_whole(), y.as_whole()) else {
        if let (Code::Mod, Some(a), Some(b)) = (code, x.as_fraction(), y.as_fraction())
            && !b.is_zero()
        {
            let times = (&a / &b).floor();
            return Value::number(Number::large(a - times * b));
        }
        if !x.is_finite() || !y.is_finite() {
            return Value::Unknown(Reason::TooLarge);
        }
        if x.is_near_whole() || y.is_near_whole() {
            return Value::Unknown(Reason::Close);
        }
        return Value::Undefined;
    };
    match code {
        Code::Gcd => number(a.gcd(&b)),
        Code::Lcm => number(a.lcm(&b)),
        Code::Mod if b.is_zero() => Value::Undefined,
        Code::Mod => number(a.mod_floor(&b)),
        _ if a.is_zero() => Value::Bool(b.is_zero()),
        _ => Value::Bool((b % a).is_zero()),
    }
}

/// Whether an integer is a prime; `None` when it is too large to try divisors.
pub(super) fn is_prime(n: i64) -> Option<bool> {
    if n < 2 {
        return Some(false);
    }
    if n > 1_000_000_000 {
        return None;
    }
    Some((2..).take_while(|d| d * d <= n).all(|d| n % d != 0))
}

/// The product of every `step`-th number down from n.
pub(super) fn factorial(n: &Number, step: i64) -> Option<Value> {
    let n = match n.as_whole() {
        Some(n) if n.is_negative() && !(step == 2 && n == BigInt::from(-1)) => {
            return Some(Value::Undefined);
        }
        Some(n) => n,
        None => return None,
    };
    let Some(n) = i64::try_from(n).ok().filter(|n| *n <= FACTORIAL) else {
        return Some(Value::Unknown(Reason::TooLarge));
    };
    if flags::is_estimating() && n > 20 {
        let factors = (0..).map(|j| n - j * step).take_while(|k| *k > 1);
        let product: f64 = factors.map(|k| k as f64).product();
        let number = Number::with(super::complex::Complex::real(product), 1e-14 * product);
        return Some(Value::number(number));
    }
    let mut product = BigInt::from(1);
    let mut k = n;
    while k > 1 {
        product *= k;
        k -= step;
    }
    Some(number(product))
}

/// The falling factorial of n over k!, zero for negative k.
pub(super) fn binomial(n: &Number, k: i64) -> Value {
    Factors::default().binomial(n, k)
}

fn of_natural(n: i64, k: i64) -> Value {
    // The shorter of two equal products.
    let k = k.min(n - k);
    if k < 0 {
        return Value::integer(0);
    }
    if k > 2000 {
        return Value::Unknown(Reason::TooLarge);
    }
    // Long products cost more a factor.
    flags::work(k as u64 * (1 + k as u64 / 64));
    // Whole at every step: nothing is to be reduced.
    let product = (0..k).fold(BigInt::one(), |product, j| product * (n - j) / (j + 1));
    Value::number(Number::large(BigRational::from_integer(product)))
}

/// The last binomial of a number that is not natural: in a series the next one has one factor more.
#[derive(Default)]
pub(super) struct Factors(Option<(Number, Precision, i64, Number)>);

impl Factors {
    /// As [`binomial`].
    pub(super) fn binomial(&mut self, n: &Number, k: i64) -> Value {
        if k < 0 {
            return Value::integer(0);
        }
        let whole = n.as_integer();
        if let Some(n) = whole.filter(|n| *n >= 0) {
            return of_natural(n, k);
        }
        if k > FACTORS {
            return Value::Unknown(Reason::TooLarge);
        }
        let precision = flags::precision();
        let known = self
            .0
            .take()
            .filter(|(of, with, up_to, _)| of == n && *with == precision && *up_to <= k);
        let (from, mut product) = known.map_or((0, Number::integer(1)), |(_, _, up_to, value)| {
            (up_to, value)
        });
        flags::work((k - from) as u64);
        for j in from..k {
            // Fractions grow with every factor.
            if j == EXACT && whole.is_none() {
                product = product.rounded();
            }
            let factor = n.minus(&Number::integer(j));
            match product.times(&factor).over(&Number::integer(j + 1)) {
                Some(next) => product = next,
                None => return Value::Undefined,
            }
        }
        self.0 = Some((n.clone(), precision, k, product.clone()));
        Value::number(product)
    }
}

/// The product of n numbers up from x.
pub(super) fn rising(x: &Number, n: i64) -> Value {
    if n > 2000 {
        return Value::Unknown(Reason::TooLarge);
    }
    let factors = (0..n).map(|k| x.plus(&Number::integer(k)));
    Value::number(factors.fold(Number::integer(1), |p, f| p.times(&f)))
}
