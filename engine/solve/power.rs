//! Powers of sums: roots taken out, denominators freed of roots, exponents taken apart.

use super::reason::Reason;
use super::sum::{Base, Product, Sum};
use super::words::Words;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Factors up to here are found by trial.
const TRIAL: u32 = 2_000;
/// The most bits of a number whose factors are looked for.
const BITS: u64 = 512;

impl Words<'_> {
    /// The power of a sum with a rational exponent.
    ///
    /// # Errors
    /// When it has no value, or is too large.
    pub(super) fn power(&self, sum: &Sum, q: &BigRational) -> Result<Sum, Reason> {
        if q.is_zero() {
            return Ok(Sum::integer(1));
        }
        if sum.is_zero() {
            return if q.is_positive() {
                Ok(Sum::zero())
            } else {
                Err(Reason::Undefined)
            };
        }
        if let Some(whole) = q.is_integer().then(|| q.to_integer()) {
            let whole = whole.to_i64().ok_or(Reason::TooLarge)?;
            if whole > 0 || sum.single().is_some() {
                return sum.whole_power(whole);
            }
            if let Some(inverse) = self.inverse(sum)? {
                return self.power(&inverse, &-q);
            }
        } else if let Some((product, c)) = sum.single() {
            return self.root_of_product(product, c, q);
        }
        // A common factor of all terms would hide that two denominators are alike.
        let content = sum.content();
        let content = if q.is_integer() {
            content
        } else {
            content.abs()
        };
        let outside = self.power(&Sum::constant(content.clone()), q)?;
        let base = Base::Compound(sum.scaled(&content.recip()));
        outside.times(&Sum::of(Product::of(base, q.clone()), BigRational::one()))
    }

    fn root_of_product(
        &self,
        product: &Product,
        c: &BigRational,
        q: &BigRational,
    ) -> Result<Sum, Reason> {
        let even = |n: &BigInt| n.is_even();
        let mut outside = Sum::integer(1);
        let mut inside = Product::default();
        for (base, e) in &product.0 {
            let raised = e * q;
            if base.is_positive(self.abs) || !e.is_integer() {
                let power = Product::of(base.clone(), raised);
                outside = outside.times(&Sum::of(power, BigRational::one()))?;
            } else if even(e.numer()) {
                let size = Sum::base(Base::Call(self.abs, vec![Sum::base(base.clone())]));
                outside = outside.times(&self.power(&size, &raised)?)?;
            } else {
                inside.0.push((base.clone(), e.clone()));
            }
        }
        let odd_root = q.denom().is_odd();
        let mut c = c.clone();
        if c.is_negative() && odd_root {
            // The real root of a negative number.
            c = -c;
            if q.numer().is_odd() {
                outside = outside.scaled(&-BigRational::one());
            }
        }
        let alone = matches!(&inside.0[..], [_]) && c.is_positive();
        if inside.0.is_empty() || alone || odd_root {
            for (base, e) in &inside.0 {
                let power = Product::of(base.clone(), e * q);
                outside = outside.times(&Sum::of(power, BigRational::one()))?;
            }
            if c.is_negative() {
                return Err(Reason::Undefined);
            }
            return outside.times(&rational_power(&c, q)?);
        }
        let sign = c.signum();
        let outside = outside.times(&rational_power(&c.abs(), q)?)?;
        let base = Base::Compound(Sum::of(inside, sign));
        outside.times(&Sum::of(Product::of(base, q.clone()), BigRational::one()))
    }

    /// The inverse of a sum of square roots of numbers, without roots below.
    fn inverse(&self, sum: &Sum) -> Result<Option<Sum>, Reason> {
        let half = BigRational::new(1.into(), 2.into());
        let roots = |p: &Product| {
            p.0.iter()
                .all(|(b, e)| matches!(b, Base::Prime(_)) && *e == half)
        };
        if !sum.0.keys().all(roots) {
            return Ok(None);
        }
        let Some((base, _)) = sum.0.keys().flat_map(|p| &p.0).next().cloned() else {
            return Ok(None);
        };
        let mut conjugate = Sum::zero();
        for (product, c) in &sum.0 {
            let has = !product.exponent(&base).is_zero();
            conjugate.push(product.clone(), if has { -c } else { c.clone() });
        }
        let below = sum.times(&conjugate)?;
        Ok(Some(
            conjugate.times(&self.power(&below, &-BigRational::one())?)?,
        ))
    }

    /// A power whose exponent is no number: a product of powers with one product each.
    ///
    /// # Errors
    /// When it is too large.
    pub(super) fn general_power(&self, base: &Sum, exponent: &Sum) -> Result<Sum, Reason> {
        let mut result = Sum::integer(1);
        for (product, c) in &exponent.0 {
            let factor = if product.0.is_empty() {
                self.power(base, c)?
            } else {
                self.one_power(base, product, c)?
            };
            result = result.times(&factor)?;
        }
        Ok(result)
    }

    fn one_power(&self, base: &Sum, exponent: &Product, c: &BigRational) -> Result<Sum, Reason> {
        let euler = Base::Euler;
        if *base == Sum::base(euler.clone())
            && let [(Base::Call(op, args), e)] = &exponent.0[..]
            && *op == self.ln
            && e.is_one()
        {
            return self.power(&args[0], c);
        }
        let power = |base: Sum, c: BigRational| {
            let exponent = Sum::of(exponent.clone(), BigRational::one());
            Sum::of(
                Product::of(Base::Power(base, exponent), c),
                BigRational::one(),
            )
        };
        // Powers of e in the base: (e^a)^x is e^{ax}.
        if let Some((product, one)) = base.single()
            && one.is_one()
            && let [(Base::Euler, e)] = &product.0[..]
        {
            return Ok(power(Sum::base(euler), e * c));
        }
        let Some(number) = base.as_rational().filter(|n| n.is_positive()) else {
            return Ok(power(base.clone(), c.clone()));
        };
        let mut result = Sum::integer(1);
        for (part, sign) in [(number.numer(), 1), (number.denom(), -1)] {
            for (p, k) in factors(part.magnitude())? {
                let p = Sum::constant(BigInt::from(p).into());
                let times = BigRational::from_integer((sign * i64::from(k)).into());
                result = result.times(&power(p, c * times))?;
            }
        }
        Ok(result)
    }

    /// The natural logarithm, taken apart where all factors are positive.
    ///
    /// # Errors
    /// When it has no value, or is too large.
    pub(super) fn logarithm(&self, sum: &Sum) -> Result<Sum, Reason> {
        let closed = |sum: &Sum| Sum::base(Base::Call(self.ln, vec![sum.clone()]));
        let Some((product, c)) = sum.single() else {
            if sum.is_zero() {
                return Err(Reason::Undefined);
            }
            let content = sum.content().abs();
            let inner = closed(&sum.scaled(&content.recip()));
            return Ok(self.logarithm_of_number(&content)?.plus(&inner));
        };
        let open: Vec<_> = product
            .0
            .iter()
            .filter(|(b, e)| !b.is_positive(self.abs) && e.is_integer())
            .collect();
        if !c.is_positive() || open.len() > 1 || open.iter().any(|(_, e)| e.numer().is_even()) {
            return if product.0.is_empty() {
                Err(Reason::Undefined)
            } else {
                Ok(closed(sum))
            };
        }
        let mut result = self.logarithm_of_number(c)?;
        for (base, e) in &product.0 {
            let one = match base {
                Base::Euler => Sum::integer(1),
                Base::Power(base, exponent) => self.logarithm(base)?.times(exponent)?,
                base => closed(&Sum::base(base.clone())),
            };
            // A prime is written as a number, so that one shape stands for it.
            let one = match base {
                Base::Prime(p) => closed(&Sum::constant(BigInt::from(p.clone()).into())),
                _ => one,
            };
            result = result.plus(&one.scaled(e));
        }
        Ok(result)
    }

    fn logarithm_of_number(&self, c: &BigRational) -> Result<Sum, Reason> {
        let mut result = Sum::zero();
        for (part, sign) in [(c.numer(), 1), (c.denom(), -1)] {
            for (p, k) in factors(part.magnitude())? {
                let p = Sum::constant(BigInt::from(p).into());
                let log = Sum::base(Base::Call(self.ln, vec![p]));
                let times = BigRational::from_integer((sign * i64::from(k)).into());
                result = result.plus(&log.scaled(&times));
            }
        }
        Ok(result)
    }
}

/// A power of a positive rational number with a broken exponent.
fn rational_power(c: &BigRational, q: &BigRational) -> Result<Sum, Reason> {
    let mut result = Sum::integer(1);
    for (part, sign) in [(c.numer(), 1), (c.denom(), -1)] {
        for (p, k) in factors(part.magnitude())? {
            let exponent = q * BigRational::from_integer((sign * i64::from(k)).into());
            let power = Product::of(Base::Prime(p), exponent);
            result = result.times(&Sum::of(power, BigRational::one()))?;
        }
    }
    Ok(result)
}

/// The prime factors of a number with their multiplicities; what is left after trial is taken for
/// one, or for the power of one.
fn factors(n: &BigUint) -> Result<Vec<(BigUint, u32)>, Reason> {
    if n.bits() > BITS {
        return Err(Reason::TooLarge);
    }
    let mut left = n.clone();
    let mut found = Vec::new();
    for p in (2..TRIAL).filter(|p| *p == 2 || p % 2 == 1) {
        let prime = BigUint::from(p);
        if &prime * &prime > left {
            break;
        }
        let mut k = 0;
        while left.is_multiple_of(&prime) {
            left /= &prime;
            k += 1;
        }
        if k > 0 {
            found.push((prime, k));
        }
    }
    if left.is_one() {
        return Ok(found);
    }
    for k in (2..=8).rev() {
        let root = left.nth_root(k);
        if root.pow(k) == left {
            found.push((root, k));
            return Ok(found);
        }
    }
    found.push((left, 1));
    Ok(found)
}
