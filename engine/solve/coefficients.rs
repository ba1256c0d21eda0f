//! The real roots of polynomials, from their coefficients.

use super::polynomial::Polynomial;
use super::reason::Reason;
use super::roots::unsigned;
use super::search::Search;
use super::sum::Sum;
use super::words::symbols;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// The highest degree of a polynomial that is taken apart.
const DEGREE: usize = 60;
/// The most bits of all coefficients of a polynomial that is taken apart.
const BITS: u64 = 2_000;

impl Search<'_> {
    /// The roots of the polynomial with these coefficients at these powers, and the method.
    pub(super) fn roots(
        &mut self,
        parts: &[(usize, Sum)],
    ) -> Result<(&'static str, Vec<Sum>), Reason> {
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
        if let Some(ratio) = a.ratio(b) {
            return Ok(Sum::constant(ratio));
        }
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
