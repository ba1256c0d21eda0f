//! Methods for equations in which the unknown stands in several functions.

use super::equation::Open;
use super::reason::Reason;
use super::search::{Roots, Search};
use super::sum::{Base, Product, Sum};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The most absolute values in one equation.
const CASES: usize = 4;
/// The highest index of a root that is removed.
const INDEX: i64 = 6;

impl Search<'_> {
    /// Absolute values: what stands between the bars is negative, or it is not.
    pub(super) fn by_cases(&mut self, open: Open<'_>) -> Result<Option<Roots>, Reason> {
        let Open { sum, bases, .. } = open;
        let abs = self.words.abs;
        let bars = |b: &&Base| matches!(b, Base::Call(op, _) if *op == abs);
        if bases.iter().filter(bars).count() > CASES {
            return Err(Reason::TooLong);
        }
        let Some(base @ Base::Call(_, args)) = bases.iter().find(bars) else {
            return Ok(None);
        };
        let (inner, outer) = (args[0].clone(), args[0].scaled(&-BigRational::one()));
        let mut cases = Vec::new();
        for value in [&outer, &inner] {
            let case = sum.replaced(base, value)?;
            cases.push(self.vanishing(&case));
        }
        let after = self.words.node(self.words.or, cases);
        self.follow("solve/absolute-value-cases", open, &after)
    }

    /// What a logarithm is taken of is positive: beside it, that of its absolute value or of an even
    /// power of it is a multiple of it.
    pub(super) fn positive_arguments(&mut self, open: Open<'_>) -> Result<Option<Roots>, Reason> {
        let Open { sum, bases, .. } = open;
        let (ln, abs) = (self.words.ln, self.words.abs);
        let inside = |base: &Base| {
            let Base::Call(op, args) = base else {
                return None;
            };
            let (product, c) = args[0].single().filter(|_| *op == ln)?;
            let [(inner, e)] = &product.0[..] else {
                return None;
            };
            let argument = match inner {
                Base::Call(op, args) if *op == abs => args[0].clone(),
                inner => Sum::base(inner.clone()),
            };
            Some((Base::Call(ln, vec![argument]), e.clone(), c.clone()))
        };
        let found = bases.iter().find_map(|base| {
            let (plain, e, c) = inside(base)?;
            (plain != *base && bases.contains(&plain)).then_some((base, plain, e, c))
        });
        let Some((base, plain, e, c)) = found else {
            return Ok(None);
        };
        let factor = self.words.logarithm(&Sum::constant(c))?;
        let multiple = factor.plus(&Sum::base(plain).scaled(&e));
        let after = self.vanishing(&sum.replaced(base, &multiple)?);
        self.follow("solve/positive-argument", open, &after)
    }

    /// A sum of logarithms is one logarithm.
    pub(super) fn joined_logarithms(&mut self, open: Open<'_>) -> Result<Option<Roots>, Reason> {
        let Open { sum, bases, .. } = open;
        let is_log = |b: &Base| matches!(b, Base::Call(op, _) if *op == self.words.ln);
        if !bases.iter().all(is_log) {
            return Ok(None);
        }
        // A factor of the logarithms that is no number, as bases have it, is divided out.
        let free = |p: &Product| {
            let free = p.0.iter().filter(|(b, _)| !b.holds(self.unknown()));
            Product(free.cloned().collect())
        };
        let shared = sum.0.keys().find(|p| p.holds(self.unknown())).map(free);
        let shared = shared.unwrap_or_default().raised(&-BigRational::one());
        let sum = &sum.times(&Sum::of(shared, BigRational::one()))?;
        let mut factors: Vec<(Sum, BigRational)> = Vec::new();
        let mut rest = Sum::zero();
        for (product, c) in &sum.0 {
            match &product.0[..] {
                [(Base::Call(_, args), e)] if product.holds(self.unknown()) && e.is_one() => {
                    factors.push((args[0].clone(), c.clone()));
                }
                _ if product.holds(self.unknown()) => return Ok(None),
                _ => rest.push(product.clone(), c.clone()),
            }
        }
        let below = factors
            .iter()
            .fold(BigInt::one(), |l, (_, c)| l.lcm(c.denom()));
        let (mut left, mut right) = (Sum::integer(1), Sum::integer(1));
        for (factor, c) in &factors {
            let times = (c * BigRational::from_integer(below.clone())).to_integer();
            let times = times
                .to_i64()
                .filter(|t| t.abs() <= 12)
                .ok_or(Reason::TooLarge)?;
            let side = if times > 0 { &mut left } else { &mut right };
            *side = side.times(&factor.whole_power(times.abs())?)?;
        }
        let scaled = rest.scaled(&-BigRational::from_integer(below));
        let constant = self.words.general_power(&Sum::base(Base::Euler), &scaled)?;
        let right = right.times(&constant)?;
        let (left, right) = (self.term(&left), self.term(&right));
        let after = self.words.equal(left, right);
        self.follow("solve/join-logarithms", open, &after)
    }

    /// Two products of powers are equal when their logarithms are.
    pub(super) fn both_logarithms(&mut self, open: Open<'_>) -> Result<Option<Roots>, Reason> {
        let Open { sum, bases, .. } = open;
        if !bases.iter().all(|b| matches!(b, Base::Power(..))) || sum.0.len() != 2 {
            return Ok(None);
        }
        let parts: Vec<(&Product, &BigRational)> = sum.0.iter().collect();
        let ([(p, a), (q, b)], minus) = ([parts[0], parts[1]], -BigRational::one());
        let left = Sum::of(p.clone(), a.clone());
        let right = Sum::of(q.clone(), b * &minus);
        let sides = if a.is_positive() {
            [left, right]
        } else {
            [left.scaled(&minus), right.scaled(&minus)]
        };
        for side in &sides {
            let known = Self::known(side, self.unknown());
            if self.sign(&known) == Some(Ordering::Less) {
                return Ok(Some(Roots::none()));
            }
        }
        let [left, right] = sides;
        let (left, right) = (self.words.logarithm(&left)?, self.words.logarithm(&right)?);
        let (left, right) = (self.term(&left), self.term(&right));
        let after = self.words.equal(left, right);
        self.follow("solve/logarithm-of-both-sides", open, &after)
    }

    /// The factors of a product in which the unknown does not occur.
    fn known(side: &Sum, unknown: u32) -> Sum {
        let mut known = Sum::zero();
        for (product, c) in &side.0 {
            let free = product.0.iter().filter(|(b, _)| !b.holds(unknown));
            known.push(Product(free.cloned().collect()), c.clone());
        }
        known
    }

    /// One root alone on a side is removed by a power of both sides.
    pub(super) fn without_root(&mut self, open: Open<'_>) -> Result<Option<Roots>, Reason> {
        let Open { sum, bases, .. } = open;
        let broken = |base: &&Base| sum.0.keys().any(|p| !p.exponent(base).is_integer());
        // Of several roots the one with the most under it goes first.
        let mut roots: Vec<&Base> = bases.iter().filter(broken).collect();
        roots.sort_by_key(|b| match b {
            Base::Compound(inner) => std::cmp::Reverse(inner.0.len()),
            _ => std::cmp::Reverse(0),
        });
        for base in roots {
            let parts = Self::by_exponent(sum, base);
            let zero = BigRational::zero();
            let mut with = parts.iter().filter(|(e, _)| **e != zero);
            let (Some((exponent, factor)), None) = (with.next(), with.next()) else {
                continue;
            };
            let Some(index) = exponent.denom().to_i64().filter(|n| *n <= INDEX) else {
                continue;
            };
            let root = Sum::of(
                Product::of(base.clone(), exponent.clone()),
                BigRational::one(),
            );
            let left = root.times(factor)?;
            let right = parts.get(&zero).cloned().unwrap_or_default();
            let right = right.scaled(&-BigRational::one());
            let alone = {
                let (left, right) = (self.term(&left), self.term(&right));
                self.words.equal(left, right)
            };
            self.note("solve/isolate-root", open.written, &alone);
            let (left, right) = (left.whole_power(index)?, right.whole_power(index)?);
            let (left, right) = (self.term(&left), self.term(&right));
            let after = self.words.equal(left, right);
            let isolated = Open {
                written: &alone,
                ..open
            };
            return self.follow("solve/power-of-both-sides", isolated, &after);
        }
        Ok(None)
    }
}
