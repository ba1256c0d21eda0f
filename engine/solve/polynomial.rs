//! Polynomials in one unknown with rational coefficients: division, counting and isolating of real
//! roots by Sturm's theorem, rational and quadratic factors.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Coefficients from the constant up; the last one is not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial(pub(super) Vec<BigRational>);

/// An interval with one root in it, as narrow as asked for.
#[derive(Clone, Debug)]
pub(super) struct Isolated {
    pub(super) low: BigRational,
    pub(super) high: BigRational,
}

impl Polynomial {
    /// The polynomial with these coefficients.
    pub(super) fn new(mut coefficients: Vec<BigRational>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }
    /// The degree; that of zero is zero.
    pub(super) fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }
    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
    fn leading(&self) -> BigRational {
        self.0.last().cloned().unwrap_or_else(BigRational::zero)
    }
    /// The value at a number.
    pub(super) fn at(&self, x: &BigRational) -> BigRational {
        let all = self.0.iter().rev();
        all.fold(BigRational::zero(), |value, c| value * x + c)
    }
    fn derivative(&self) -> Self {
        let each = self.0.iter().enumerate().skip(1);
        Self::new(
            each.map(|(k, c)| c * BigRational::from_integer(k.into()))
                .collect(),
        )
    }
    /// Quotient and remainder.
    pub(super) fn divided(&self, by: &Self) -> (Self, Self) {
        let mut rest = self.0.clone();
        let lead = by.leading();
        let mut quotient = vec![BigRational::zero(); rest.len().saturating_sub(by.degree())];
        while rest.len() >= by.0.len() {
            let place = rest.len() - by.0.len();
            let factor = rest
                .last()
                .map_or_else(BigRational::zero, |top| top / &lead);
            for (k, c) in by.0.iter().enumerate() {
                let change = &factor * c;
                rest[place + k] -= change;
            }
            quotient[place] = factor;
            rest.pop();
        }
        (Self::new(quotient), Self::new(rest))
    }
    /// With whole coefficients without a common factor, the sign kept.
    fn primitive(&self) -> Self {
        let below = self.0.iter().fold(BigInt::one(), |l, c| l.lcm(c.denom()));
        let scaled: Vec<BigInt> = self.0.iter().map(|c| (c * &below).to_integer()).collect();
        let content = scaled.iter().fold(BigInt::zero(), |g, c| g.gcd(c));
        if content.is_zero() {
            return self.clone();
        }
        Self(scaled.into_iter().map(|c| (c / &content).into()).collect())
    }
    fn common_divisor(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.primitive(), other.primitive());
        while !b.is_zero() {
            let rest = a.divided(&b).1.primitive();
            a = b;
            b = rest;
        }
        a
    }
    /// The polynomial with the same roots, all of them simple.
    pub(super) fn square_free(&self) -> Self {
        let common = self.common_divisor(&self.derivative());
        if common.degree() == 0 {
            return self.primitive();
        }
        self.divided(&common).0.primitive()
    }
    /// How many different real roots there are (Sturm 1829).
    pub(super) fn count_real_roots(&self) -> usize {
        if self.degree() == 0 {
            return 0;
        }
        let chain = Chain::of(&self.square_free());
        let bound = self.root_bound();
        chain.changes(&-&bound) - chain.changes(&bound)
    }

    /// A number that no root exceeds in size (Cauchy's bound).
    fn root_bound(&self) -> BigRational {
        let lead = self.leading().abs();
        let most = self.0.iter().map(BigRational::abs).max();
        BigRational::one() + most.unwrap_or_else(BigRational::one) / lead
    }

    /// Intervals, each with exactly one of the real roots, narrower than `width`, in order.
    ///
    /// The polynomial must be free of squares.
    pub(super) fn isolated(&self, width: &BigRational) -> Vec<Isolated> {
        if self.degree() == 0 {
            return Vec::new();
        }
        let chain = Chain::of(self);
        let bound = self.root_bound();
        let mut open = vec![(-&bound, bound)];
        let mut found = Vec::new();
        let two = BigRational::from_integer(2.into());
        while let Some((low, high)) = open.pop() {
            // Roots in the interval that is open below.
            let count = chain.changes(&low) - chain.changes(&high);
            if count == 0 {
                continue;
            }
            if count == 1 {
                found.push(self.narrowed(low, high, width));
                continue;
            }
            let middle = (&low + &high) / &two;
            open.push((middle.clone(), high));
            open.push((low, middle));
        }
        found.sort_by(|a, b| a.low.cmp(&b.low));
        found
    }

    fn narrowed(
        &self,
        mut low: BigRational,
        mut high: BigRational,
        width: &BigRational,
    ) -> Isolated {
        let two = BigRational::from_integer(2.into());
        let above = self.at(&high);
        if above.is_zero() {
            return Isolated {
                low: high.clone(),
                high,
            };
        }
        while &high - &low > *width {
            let middle = (&low + &high) / &two;
            let value = self.at(&middle);
            if value.is_zero() {
                return Isolated {
                    low: middle.clone(),
                    high: middle,
                };
            }
            if value.is_positive() == above.is_positive() {
                high = middle;
            } else {
                low = middle;
            }
        }
        Isolated { low, high }
    }

    /// The rational roots in order, and what is left when they are divided out.
    ///
    /// The polynomial must be free of squares.
    pub(super) fn rational_roots(&self) -> (Vec<BigRational>, Self) {
        let mut left = self.primitive();
        // The denominator of a rational root divides the leading coefficient.
        let lead = left.leading();
        let width = (&lead * BigRational::from_integer(4.into())).abs().recip();
        let mut roots = Vec::new();
        for place in left.isolated(&width) {
            let scaled = (&place.low + &place.high) / BigRational::from_integer(2.into()) * &lead;
            let candidate = scaled.round() / &lead;
            if left.at(&candidate).is_zero() {
                let factor = Self::new(vec![-&candidate, BigRational::one()]);
                left = left.divided(&factor).0;
                roots.push(candidate);
            }
        }
        (roots, left)
    }

    /// A quadratic factor with rational coefficients and two real roots.
    ///
    /// The polynomial must be free of squares and have no rational roots.
    pub(super) fn quadratic_factor(&self) -> Option<Self> {
        let left = self.primitive();
        let lead = left.leading();
        let size = left.root_bound() * lead.abs() * BigRational::from_integer(64.into());
        let width = (&size * &size).recip();
        let places = left.isolated(&width);
        let middle = |p: &Isolated| (&p.low + &p.high) / BigRational::from_integer(2.into());
        for (i, a) in places.iter().enumerate() {
            for b in &places[i + 1..] {
                let (a, b) = (middle(a), middle(b));
                // The leading coefficient times sum or product of some roots is whole.
                let sum = ((&a + &b) * &lead).round() / &lead;
                let product = (&a * &b * &lead).round() / &lead;
                let factor = Self::new(vec![product, -sum, BigRational::one()]);
                if left.divided(&factor).1.is_zero() {
                    return Some(factor);
                }
            }
        }
        None
    }
}

/// Sturm's chain of a polynomial without squares.
struct Chain(Vec<Polynomial>);

impl Chain {
    fn of(polynomial: &Polynomial) -> Self {
        let mut chain = vec![polynomial.primitive(), polynomial.derivative().primitive()];
        while let [.., a, b] = &chain[..]
            && !b.is_zero()
        {
            let rest = a.divided(b).1.primitive();
            let negated = Polynomial(rest.0.iter().map(|c| -c).collect());
            chain.push(negated);
        }
        Self(chain)
    }

    /// How often the signs at a number change.
    fn changes(&self, x: &BigRational) -> usize {
        let values = self.0.iter().map(|p| p.at(x)).filter(|v| !v.is_zero());
        let signs: Vec<bool> = values.map(|v| v.is_positive()).collect();
        signs.windows(2).filter(|two| two[0] != two[1]).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        let each = coefficients
            .iter()
            .map(|c| BigRational::from_integer((*c).into()));
        Polynomial::new(each.collect())
    }

    #[test]
    fn real_roots_are_counted() {
        for (coefficients, count) in [
            (&[1, 0, 1][..], 0),
            (&[-2, 0, 1], 2),
            (&[0, 0, 0, 1], 1),
            (&[-1, 3, -3, 1], 1),
            (&[1, 0, -10, 0, 1], 4),
            (&[2, -3, 0, 1], 2),
            (&[-2, 0, 0, 0, 0, 1], 1),
            (&[7], 0),
        ] {
            assert_eq!(
                polynomial(coefficients).count_real_roots(),
                count,
                "{coefficients:?}"
            );
        }
    }

    #[test]
    fn rational_roots_are_divided_out() {
        // (2x - 1)(x + 3)(x^2 - 2)
        let (roots, left) = polynomial(&[6, -10, -7, 5, 2])
            .square_free()
            .rational_roots();
        let wanted = [
            BigRational::from_integer((-3).into()),
            BigRational::new(1.into(), 2.into()),
        ];
        assert_eq!(roots, wanted);
        assert_eq!(left.primitive(), polynomial(&[-2, 0, 1]));
    }

    #[test]
    fn quadratic_factors_are_found() {
        // (x^2 - x - 1)(x^2 - 3)
        let product = polynomial(&[3, 3, -4, -1, 1]);
        let factor = product.quadratic_factor().expect("a factor");
        assert!(product.divided(&factor).1.is_zero());
        assert_eq!(polynomial(&[-1, -1, 0, 1]).quadratic_factor(), None);
    }
}
