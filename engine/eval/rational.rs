//! Small fractions, exactly.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// A fraction in lowest terms whose parts fit into machine words; the denominator is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rational {
    num: i64,
    den: i64,
}

impl Rational {
    /// An integer.
    pub const fn integer(value: i64) -> Self {
        Self { num: value, den: 1 }
    }
    /// A fraction; `None` when the denominator is zero or the parts are too large.
    pub fn new(num: i64, den: i64) -> Option<Self> {
        Self::reduced(i128::from(num), i128::from(den))
    }
    fn reduced(num: i128, den: i128) -> Option<Self> {
        if den == 0 {
            return None;
        }
        let (num, den) = if den < 0 { (-num, -den) } else { (num, den) };
        let common = gcd(num.unsigned_abs(), den.unsigned_abs()) as i128;
        let (num, den) = (num / common.max(1), den / common.max(1));
        let num = i64::try_from(num).ok().filter(|n| *n != i64::MIN)?;
        Some(Self {
            num,
            den: i64::try_from(den).ok()?,
        })
    }
    /// The numerator.
    pub const fn numerator(self) -> i64 {
        self.num
    }
    /// The denominator.
    pub const fn denominator(self) -> i64 {
        self.den
    }
    /// The integer, when it is one.
    pub fn as_integer(self) -> Option<i64> {
        (self.den == 1).then_some(self.num)
    }
    /// In floating point, correctly rounded when both parts are exact there.
    pub fn near(self) -> f64 {
        if self.den == 1 {
            self.num as f64
        } else {
            self.num as f64 / self.den as f64
        }
    }
    /// Whether floating point holds it without rounding.
    pub fn fits(self) -> bool {
        self.num.unsigned_abs() < 1 << 53 && self.den.count_ones() == 1
    }
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        if self.den == 1 && other.den == 1 {
            let sum = self.num.checked_add(other.num)?;
            return (sum != i64::MIN).then_some(Self::integer(sum));
        }
        let (a, b) = (i128::from(self.num), i128::from(other.num));
        let (c, d) = (i128::from(self.den), i128::from(other.den));
        if c == d {
            return Self::reduced(a + b, c);
        }
        Self::reduced((a * d).checked_add(b * c)?, c * d)
    }
    pub(crate) fn times(self, other: Self) -> Option<Self> {
        if self.den == 1 && other.den == 1 {
            let product = self.num.checked_mul(other.num)?;
            return (product != i64::MIN).then_some(Self::integer(product));
        }
        let (a, b) = (i128::from(self.num), i128::from(other.num));
        let (c, d) = (i128::from(self.den), i128::from(other.den));
        Self::reduced(a * b, c * d)
    }
    pub(crate) fn inverse(self) -> Option<Self> {
        match self.num {
            0 => None,
            n if n < 0 => Some(Self {
                num: -self.den,
                den: -n,
            }),
            n => Some(Self {
                num: self.den,
                den: n,
            }),
        }
    }
    pub(super) const fn negated(self) -> Self {
        Self {
            num: -self.num,
            den: self.den,
        }
    }
    pub(super) fn large(self) -> BigRational {
        BigRational::new_raw(BigInt::from(self.num), BigInt::from(self.den))
    }
    pub(super) fn small(value: &BigRational) -> Option<Self> {
        let num = value.numer().to_i64().filter(|n| *n != i64::MIN)?;
        Some(Self {
            num,
            den: value.denom().to_i64()?,
        })
    }
    pub(super) fn less(self, other: Self) -> bool {
        i128::from(self.num) * i128::from(other.den) < i128::from(other.num) * i128::from(self.den)
    }
}

/// The greatest common divisor, in machine words where that is enough.
fn gcd(a: u128, b: u128) -> u128 {
    if b == 1 {
        return 1;
    }
    let (mut a, mut b) = (a, b);
    while b > u128::from(u64::MAX) || a > u128::from(u64::MAX) {
        if b == 0 {
            return a;
        }
        (a, b) = (b, a % b);
    }
    let (mut a, mut b) = (a as u64, b as u64);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    u128::from(a)
}
