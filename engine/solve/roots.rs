//! Roots of polynomials in the unknown, or in something that holds it.

use super::polynomial::Polynomial;
use super::reason::Reason;
use super::search::{Roots, SOLUTIONS, Search};
use super::sum::{Base, Product, Sum};
use super::words::symbols;
use crate::term::Term;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The highest degree of a polynomial that is taken apart.
const DEGREE: usize = 60;
/// The highest power that alone is equal to a number.
const POWER: i64 = 1_000_000;
/// The most bits of all coefficients of a polynomial that is taken apart.
const BITS: u64 = 2_000;

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
    fn power_roots(&mut self, value: &Sum, n: i64) -> Result<Vec<Sum>, Reason> {
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

    /// Takes it as a condition that a sum with parameters is not negative.
    fn not_negative(&mut self, sum: &Sum) -> Result<(), Reason> {
        let obvious = sum.single().is_some_and(|(product, c)| {
            let even = |(base, e): &(Base, BigRational)| {
                base.is_positive(self.words.abs) || e.is_integer() && e.numer().is_even()
            };
            c.is_positive() && product.0.iter().all(even)
        });
        let plain = sum.scaled(&sum.content().abs().recip());
        let (term, zero) = (self.term(&plain), self.words.zero());
        let statement = self.words.named("ge", vec![term, zero]);
        if obvious || self.granted(&statement) {
            Ok(())
        } else {
            Err(Reason::NoMethod)
        }
    }

    /// Takes it as a condition that a sum with parameters is not zero.
    pub(super) fn not_zero(&mut self, sum: &Sum) -> Result<(), Reason> {
        match self.sign(sum) {
            Some(Ordering::Equal) => Err(Reason::NoMethod),
            Some(_) => Ok(()),
            None => {
                // A product is not zero when none of its factors is.
                let factors = match sum.single() {
                    Some((product, _)) => {
                        let each = product.0.iter().filter(|(b, _)| b.varies());
                        each.map(|(base, _)| Sum::base(base.clone())).collect()
                    }
                    None => vec![sum.scaled(&sum.content().recip())],
                };
                for factor in factors {
                    let (term, zero) = (self.term(&factor), self.words.zero());
                    let statement = match &*term.args {
                        // What is not zero as a difference is said of its two sides.
                        [a, b] if term.op == self.words.add && b.op == self.words.neg => {
                            self.words.named("ne", vec![a.clone(), b.args[0].clone()])
                        }
                        _ => self.words.named("ne", vec![term, zero]),
                    };
                    if !self.granted(&statement) {
                        return Err(Reason::NoMethod);
                    }
                }
                Ok(())
            }
        }
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

    fn roots(&mut self, parts: &[(usize, Sum)]) -> Result<(&'static str, Vec<Sum>), Reason> {
        let minus = -BigRational::one();
        let degree = parts.last().map_or(0, |(d, _)| *d);
        let at = |place: usize| {
            let found = parts.iter().find(|(d, _)| *d == place);
            found.map_or_else(Sum::zero, |(_, c)| c.clone())
        };
        let lead = at(degree);
        if degree == 1 {
            self.not_zero(&lead)?;
            let root = self.quotient(&at(0).scaled(&minus), &lead)?;
            return Ok(("solve/linear", vec![root]));
        }
        if let [(0, constant), (n, lead)] = parts {
            self.not_zero(lead)?;
            let value = self.quotient(&constant.scaled(&minus), lead)?;
            return Ok(("solve/take-root", self.power_roots(&value, *n as i64)?));
        }
        if let [(_, lead)] = parts {
            self.not_zero(lead)?;
            return Ok(("solve/take-root", vec![Sum::zero()]));
        }
        let numbers: Option<Vec<(usize, BigRational)>> = parts
            .iter()
            .map(|(d, c)| Some((*d, c.as_rational()?)))
            .collect();
        if let Some(numbers) = numbers {
            if degree > DEGREE {
                return Err(Reason::TooLarge);
            }
            let mut all = vec![BigRational::zero(); degree + 1];
            for (place, c) in numbers {
                all[place] = c;
            }
            return self.rational(&Polynomial::new(all));
        }
        if degree == 2 {
            self.not_zero(&lead)?;
            let roots = self.quadratic(&at(2), &at(1), &at(0))?;
            return Ok(("solve/quadratic-formula", roots));
        }
        Err(Reason::NoMethod)
    }

    /// `a / b`.
    pub(super) fn quotient(&self, a: &Sum, b: &Sum) -> Result<Sum, Reason> {
        a.times(&self.words.power(b, &-BigRational::one())?)
    }

    /// The roots of `a y^2 + b y + c`, `a` not zero.
    fn quadratic(&mut self, a: &Sum, b: &Sum, c: &Sum) -> Result<Vec<Sum>, Reason> {
        let four = BigRational::from_integer(4.into());
        let discriminant = b.times(b)?.minus(&a.times(c)?.scaled(&four));
        let twice = a.scaled(&BigRational::from_integer(2.into()));
        let minus_b = b.scaled(&-BigRational::one());
        match self.sign(&discriminant) {
            Some(Ordering::Less) => return Ok(Vec::new()),
            Some(Ordering::Equal) => return Ok(vec![self.quotient(&minus_b, &twice)?]),
            Some(Ordering::Greater) => {}
            None => {
                let term = self.term(&discriminant);
                if symbols(&term).iter().any(|s| self.apart.contains(s)) {
                    return Err(Reason::NoMethod);
                }
                self.not_negative(&discriminant)?;
            }
        }
        let half = BigRational::new(1.into(), 2.into());
        let root = unsigned(self.words.abs, self.words.power(&discriminant, &half)?);
        let root = self.square_root(&discriminant).unwrap_or(root);
        let (low, high) = (minus_b.minus(&root), minus_b.plus(&root));
        let mut roots = vec![self.quotient(&low, &twice)?, self.quotient(&high, &twice)?];
        roots.dedup();
        Ok(roots)
    }

    /// `p + q√n` when its square is this; with `q√n` a root of a number.
    fn square_root(&self, sum: &Sum) -> Option<Sum> {
        // a + b√n is the square of u + v with u² + v² = a and 2uv = b√n.
        let (rational, surd): (Vec<_>, Vec<_>) = sum.0.iter().partition(|(p, _)| p.0.is_empty());
        let ([(_, a)], [(product, b)]) = (&rational[..], &surd[..]) else {
            return None;
        };
        let surd = Sum::of((*product).clone(), (*b).clone());
        let square = surd.times(&surd).ok()?.as_rational()?;
        let exact = |q: BigRational| {
            if q.is_negative() {
                return None;
            }
            let root = BigRational::new(q.numer().sqrt(), q.denom().sqrt());
            (&root * &root == q).then_some(root)
        };
        let inner = exact(*a * *a - square)?;
        let half = BigRational::new(1.into(), 2.into());
        let (u, v) = ((*a + &inner) * &half, (*a - inner) * &half);
        if v.is_negative() {
            return None;
        }
        let root = |q: BigRational| self.words.power(&Sum::constant(q), &half).ok();
        let (u, v) = (root(u)?, root(v)?);
        Some(if b.is_negative() {
            u.minus(&v)
        } else {
            u.plus(&v)
        })
    }

    fn rational(&mut self, polynomial: &Polynomial) -> Result<(&'static str, Vec<Sum>), Reason> {
        let bits: u64 = polynomial
            .0
            .iter()
            .map(|c| c.numer().bits() + c.denom().bits())
            .sum();
        if bits > BITS {
            return Err(Reason::TooLarge);
        }
        let number = |q: &BigRational| Sum::constant(q.clone());
        if polynomial.degree() == 2 {
            let [c, b, a] = [0, 1, 2].map(|k| number(&polynomial.0[k]));
            return Ok(("solve/quadratic-formula", self.quadratic(&a, &b, &c)?));
        }
        let simple = polynomial.square_free();
        let (rational, mut left) = simple.rational_roots();
        let mut roots: Vec<Sum> = rational.iter().map(number).collect();
        let method = if roots.is_empty() {
            "solve/factor"
        } else {
            "solve/rational-roots"
        };
        while left.degree() > 2 && left.count_real_roots() > 0 {
            let step = (1..left.0.len())
                .filter(|k| !left.0[*k].is_zero())
                .fold(0, |g: usize, k| g.gcd(&k));
            if step > 1 {
                let parts: Vec<(usize, Sum)> = left
                    .0
                    .iter()
                    .enumerate()
                    .step_by(step)
                    .filter(|(_, c)| !c.is_zero())
                    .map(|(k, c)| (k / step, number(c)))
                    .collect();
                let (_, values) = self.roots(&parts)?;
                for value in values {
                    roots.extend(self.power_roots(&value, step as i64)?);
                }
                left = Polynomial::new(vec![BigRational::one()]);
                break;
            }
            let factor = left.quadratic_factor().ok_or(Reason::Irreducible)?;
            left = left.divided(&factor).0;
            let [c, b, a] = [0, 1, 2].map(|k| number(&factor.0[k]));
            roots.extend(self.quadratic(&a, &b, &c)?);
        }
        if left.degree() == 2 {
            let [c, b, a] = [0, 1, 2].map(|k| number(&left.0[k]));
            roots.extend(self.quadratic(&a, &b, &c)?);
        } else if left.degree() == 1 {
            roots.push(number(&(-&left.0[0] / &left.0[1])));
        }
        if roots.len() != polynomial.count_real_roots() {
            return Err(Reason::Incomplete);
        }
        Ok((method, roots))
    }
}

/// A root without the bars that both signs before it make needless.
fn unsigned(abs: crate::term::Op, root: Sum) -> Sum {
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
