//! Equations in which the unknown stands in the powers of one base alone: polynomials in it.

use super::reason::Reason;
use super::search::{Roots, Search};
use super::sum::{Base, Product, Sum};
use crate::term::Term;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The highest power that alone is equal to a number.
const POWER: i64 = 1_000_000;
/// The most solutions.
const SOLUTIONS: usize = 40;

impl Search<'_> {
    /// Solves `sum = 0` for a polynomial in the unknown.
    pub(super) fn polynomial(
        &mut self,
        sum: &Sum,
        written: &Term,
        depth: usize,
    ) -> Result<Roots, Reason> {
        self.in_base(sum, &Base::Symbol(self.unknown()), written, depth)
    }

    /// Solves `sum = 0` where the unknown occurs in the powers of one base alone.
    pub(super) fn in_base(
        &mut self,
        sum: &Sum,
        base: &Base,
        written: &Term,
        depth: usize,
    ) -> Result<Roots, Reason> {
        let parts = Self::by_exponent(sum, base);
        if parts.values().any(|c| c.holds(self.unknown())) {
            return Err(Reason::NoMethod);
        }
        let least = parts
            .keys()
            .next()
            .cloned()
            .unwrap_or_else(BigRational::zero);
        let shift = least.clone().min(BigRational::zero());
        // The exponents are multiples of a step: a polynomial in that power.
        let step = parts
            .keys()
            .fold(BigRational::zero(), |step, e| common(&step, &(e - &shift)));
        let power = if step.is_zero() {
            BigRational::one()
        } else {
            step
        };
        let places = parts.into_iter().map(|(e, c)| {
            let place = ((e - &shift) / &power).to_integer();
            Some((place.to_i64().filter(|p| *p <= POWER)? as usize, c))
        });
        let mut parts: Vec<(usize, Sum)> = places.collect::<Option<_>>().ok_or(Reason::TooLarge)?;
        let lead = parts.last().and_then(|(_, c)| c.as_rational());
        if lead.is_some_and(|c| c.is_negative()) {
            for (_, c) in &mut parts {
                *c = c.scaled(&-BigRational::one());
            }
        }
        let before = if parts.len() > 2 {
            self.vanishing(sum)
        } else {
            written.clone()
        };
        self.note("solve/collect", written, &before);
        let lone = power.is_one() && matches!(base, Base::Symbol(_));
        let named = self.term(&Sum::of(
            Product::of(base.clone(), power.clone()),
            BigRational::one(),
        ));
        let values = self.values(&parts, &named, &before)?;
        if lone {
            return Ok(Roots::Some(values));
        }
        let mut roots = Roots::none();
        for value in values {
            roots = roots.or(self.power_is(base, &power, &value, written, depth)?);
        }
        Ok(roots)
    }

    /// Solves `base^power = value`.
    fn power_is(
        &mut self,
        base: &Base,
        power: &BigRational,
        value: &Sum,
        written: &Term,
        depth: usize,
    ) -> Result<Roots, Reason> {
        let mut values = Vec::new();
        if power.is_one() {
            values.push(value.clone());
        } else {
            let sign = self.sign(value);
            let principal = power.denom().is_even();
            if principal && sign == Some(Ordering::Less) {
                return Ok(Roots::none());
            }
            let inner = self
                .words
                .power(value, &BigRational::from_integer(power.denom().clone()))?;
            let n = power.numer().to_i64().ok_or(Reason::TooLarge)?;
            values = self.power_roots(&inner, n)?;
            let whole = Sum::of(Product::of(base.clone(), power.clone()), BigRational::one());
            let (whole, value) = (self.term(&whole), self.term(value));
            let before = self.words.equal(whole, value);
            let named = self.base(base);
            let after = self.equations(&named, &values);
            self.note("solve/take-root", &before, &after);
        }
        if matches!(base, Base::Symbol(s) if *s == self.unknown()) {
            return Ok(Roots::Some(values));
        }
        let named = self.base(base);
        let mut roots = Roots::none();
        for value in values {
            let value = self.term(&value);
            // What is alone on its side already is in the hands of the rules.
            if self.words.equal(named.clone(), value.clone()) == *written {
                return Err(Reason::NoMethod);
            }
            roots = roots.or(self.equation(&named, &value, depth + 1)?);
        }
        Ok(roots)
    }

    /// All real `y` with `y^n = value`.
    pub(super) fn power_roots(&mut self, value: &Sum, n: i64) -> Result<Vec<Sum>, Reason> {
        let root = BigRational::new(BigInt::one(), n.into());
        if n % 2 != 0 {
            if self.sign(value) == Some(Ordering::Less) {
                let size = value.scaled(&-BigRational::one());
                let root = self.words.power(&size, &root)?;
                return Ok(vec![root.scaled(&-BigRational::one())]);
            }
            return Ok(vec![self.words.power(value, &root)?]);
        }
        match self.sign(value) {
            Some(Ordering::Less) => return Ok(Vec::new()),
            Some(Ordering::Equal) => return Ok(vec![Sum::zero()]),
            Some(Ordering::Greater) => {}
            None => self.not_negative(value)?,
        }
        let positive = unsigned(self.words.abs, self.words.power(value, &root)?);
        let negative = positive.scaled(&-BigRational::one());
        Ok(vec![negative, positive])
    }

    /// The real roots of the polynomial with these coefficients at these powers of `named`.
    fn values(
        &mut self,
        parts: &[(usize, Sum)],
        named: &Term,
        written: &Term,
    ) -> Result<Vec<Sum>, Reason> {
        let (method, values) = self.roots(parts)?;
        if values.len() > SOLUTIONS {
            return Err(Reason::TooLarge);
        }
        let after = self.equations(named, &values);
        self.note(method, written, &after);
        Ok(values)
    }
}

/// A root without the bars that both signs before it make needless.
pub(super) fn unsigned(abs: crate::term::Op, root: Sum) -> Sum {
    let Some((product, c)) = root.single() else {
        return root;
    };
    let mut open = Sum::constant(c.clone());
    for (base, e) in &product.0 {
        let inner = match base {
            Base::Call(op, args) if *op == abs && e.is_one() => args[0].clone(),
            base => Sum::of(Product::of(base.clone(), e.clone()), BigRational::one()),
        };
        match open.times(&inner) {
            Ok(next) => open = next,
            Err(_) => return root,
        }
    }
    open
}

/// The greatest number of which both are multiples.
fn common(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_zero() {
        return b.abs();
    }
    if b.is_zero() {
        return a.abs();
    }
    let below = a.denom().lcm(b.denom());
    let whole = |q: &BigRational| (q * BigRational::from_integer(below.clone())).to_integer();
    let top = whole(a).gcd(&whole(b));
    BigRational::new(top, below.clone())
}
