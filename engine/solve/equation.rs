//! The way to the solutions of one equation: rules where they match, methods where they do not.

use super::reason::Reason;
use super::search::{Roots, Search};
use super::sum::{Base, Product, Sum};
use super::words::occurs;
use crate::term::{Op, Term};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed};
use std::collections::BTreeMap;

/// The most equations on the way.
const EQUATIONS: usize = 160;
/// The deepest nesting of equations.
const DEPTH: usize = 14;

/// `sum = 0` on the way to the solutions.
#[derive(Clone, Copy)]
pub(super) struct Open<'e> {
    pub(super) sum: &'e Sum,
    /// The functions of the unknown in it, in order.
    pub(super) bases: &'e [Base],
    /// The equation as the step before left it.
    pub(super) written: &'e Term,
    pub(super) depth: usize,
}

/// A method that solves some equations and leaves others alone.
type Method<'a> = fn(&mut Search<'a>, Open<'_>) -> Result<Option<Roots>, Reason>;

impl<'a> Search<'a> {
    /// Solves what a rule made: an equation, several joined by `or`, or a truth value.
    pub(super) fn relation(&mut self, term: &Term, depth: usize) -> Result<Roots, Reason> {
        match (self.words.name(term), &*term.args) {
            ("eq", [left, right]) => self.equation(left, right, depth),
            ("or", parts) => {
                let mut roots = Roots::none();
                for part in parts {
                    roots = roots.or(self.relation(part, depth)?);
                }
                Ok(roots)
            }
            ("false", []) => Ok(Roots::none()),
            ("true", []) => Ok(Roots::All),
            _ => Err(Reason::NotARelation),
        }
    }

    /// All values of the unknown at which two sides may be equal.
    pub(super) fn equation(
        &mut self,
        left: &Term,
        right: &Term,
        depth: usize,
    ) -> Result<Roots, Reason> {
        self.equations += 1;
        if self.equations > EQUATIONS || depth > DEPTH {
            return Err(Reason::TooLong);
        }
        for (side, other) in [(left, right), (right, left)] {
            if side.op == Op::symbol(self.unknown()) && !occurs(other, self.unknown()) {
                return match self.reduce(other) {
                    Ok(value) => {
                        let plain = self.term(&value);
                        let before = self.words.equal(side.clone(), other.clone());
                        let after = self.words.equal(side.clone(), plain);
                        self.note("solve/calculate", &before, &after);
                        Ok(Roots::Some(vec![value]))
                    }
                    Err(Reason::Undefined) => Ok(Roots::none()),
                    Err(reason) => Err(reason),
                };
            }
        }
        let written = self.words.equal(left.clone(), right.clone());
        let sides = self.reduce(left).and_then(|l| Ok((l, self.reduce(right)?)));
        let difference = match &sides {
            Ok((l, r)) => Ok(l.minus(r)),
            // A side without a value is equal to nothing.
            Err(Reason::Undefined) => return Ok(Roots::none()),
            Err(reason) => Err(*reason),
        };
        if let Ok(difference) = &difference
            && !difference.holds(self.unknown())
        {
            return self.constant(difference, &written);
        }
        match self.by_rule(&written, depth) {
            Ok(Some(roots)) => return Ok(roots),
            Ok(None) | Err(Reason::NoMethod | Reason::NoFormula) => {}
            Err(reason) => return Err(reason),
        }
        let mut difference = difference?;
        if let Some(multiplied) = self.without_denominators(&difference)?
            && self.is_polynomial(&multiplied)
        {
            difference = multiplied;
        }
        if self.is_polynomial(&difference) {
            return self.polynomial(&difference, &written, depth);
        }
        self.collected(&difference, &written, depth)
    }

    pub(super) fn is_polynomial(&self, sum: &Sum) -> bool {
        let x = Base::Symbol(self.unknown());
        let fits = |product: &Product| {
            let e = product.exponent(&x);
            e.is_integer() && !e.is_negative()
        };
        sum.bases(self.unknown()) == [x.clone()] && sum.0.keys().all(fits)
    }

    /// An equation in which the unknown does not occur any more.
    fn constant(&mut self, difference: &Sum, written: &Term) -> Result<Roots, Reason> {
        let zero = difference.is_zero();
        let truth = if zero {
            Some(true)
        } else if difference.as_rational().is_some() {
            Some(false)
        } else {
            let term = self.term(difference);
            let zero = self.words.zero();
            let statement = self.words.equal(term, zero);
            self.decided(&statement)
        };
        let truth = truth.ok_or(Reason::NoMethod)?;
        let name = if truth { "true" } else { "false" };
        let after = self.words.named(name, Vec::new());
        self.note("solve/compare", written, &after);
        Ok(if truth { Roots::All } else { Roots::none() })
    }

    /// The terms of a sum by the exponents of a base, from the lowest.
    pub(super) fn by_exponent(sum: &Sum, base: &Base) -> BTreeMap<BigRational, Sum> {
        let mut parts = BTreeMap::new();
        for (product, c) in &sum.0 {
            let part: &mut Sum = parts.entry(product.exponent(base)).or_default();
            part.push(product.without(base), c.clone());
        }
        parts
    }

    /// Solves `sum = 0` for a sum that is no polynomial in the unknown.
    pub(super) fn collected(
        &mut self,
        sum: &Sum,
        written: &Term,
        depth: usize,
    ) -> Result<Roots, Reason> {
        if depth > DEPTH {
            return Err(Reason::TooLong);
        }
        let bases = sum.bases(self.unknown());
        if let Some(multiplied) = self.without_denominators(sum)? {
            let after = self.vanishing(&multiplied);
            self.note("solve/common-denominator", written, &after);
            return self.relation(&after, depth + 1);
        }
        if let [base] = &bases[..] {
            return self.in_base(sum, base, written, depth);
        }
        let open = Open {
            sum,
            bases: &bases,
            written,
            depth,
        };
        if let Some(roots) = self.common_factor(open)? {
            return Ok(roots);
        }
        let methods: [Method<'a>; 7] = [
            Self::positive_arguments,
            Self::by_cases,
            Self::joined_logarithms,
            Self::both_logarithms,
            Self::by_identities,
            Self::homogeneous,
            Self::without_root,
        ];
        for method in methods {
            let (steps, assumed) = (self.steps.len(), self.assumed.len());
            match method(self, open) {
                Ok(Some(roots)) => return Ok(roots),
                Ok(None) | Err(Reason::NoMethod | Reason::NoFormula) => {
                    self.steps.truncate(steps);
                    self.assumed.truncate(assumed);
                }
                Err(reason) => return Err(reason),
            }
        }
        Err(Reason::NoMethod)
    }

    /// `sum = 0`, with whole coefficients and no sign in front.
    pub(super) fn vanishing(&mut self, sum: &Sum) -> Term {
        let below = sum.0.values().fold(BigInt::one(), |l, c| l.lcm(c.denom()));
        let mut factor = BigRational::from_integer(below);
        let term = self.term(sum);
        let first = if term.op == self.words.add {
            &term.args[0]
        } else {
            &term
        };
        if first.op == self.words.neg {
            factor = -factor;
        }
        let term = if factor.is_one() {
            term
        } else {
            self.term(&sum.scaled(&factor))
        };
        let zero = self.words.zero();
        self.words.equal(term, zero)
    }

    /// The sum, multiplied by all that stands below a fraction line.
    pub(super) fn without_denominators(&self, sum: &Sum) -> Result<Option<Sum>, Reason> {
        let mut bases: Vec<&Base> = sum.0.keys().flat_map(|p| &p.0).map(|(b, _)| b).collect();
        bases.sort();
        bases.dedup();
        let mut factor = Product::default();
        for base in bases.into_iter().filter(|b| b.varies()) {
            let least = sum.0.keys().map(|p| p.exponent(base)).min();
            if let Some(least) = least.filter(BigRational::is_negative) {
                factor.0.push((base.clone(), -least));
            }
        }
        if factor.0.is_empty() {
            return Ok(None);
        }
        let factor = Sum::of(factor, BigRational::one());
        // One after the other, as products are in order.
        sum.times(&factor).map(Some)
    }

    /// A factor of all terms vanishes, or what is left does.
    fn common_factor(&mut self, open: Open<'_>) -> Result<Option<Roots>, Reason> {
        let least = |base: &Base| open.sum.0.keys().map(|p| p.exponent(base)).min();
        let shared = open.bases.iter().find_map(|base| {
            let least = least(base).filter(BigRational::is_positive)?;
            Some((base.clone(), least))
        });
        let Some((base, least)) = shared else {
            return Ok(None);
        };
        let divisor = Sum::of(Product::of(base.clone(), -least), BigRational::one());
        let rest = open.sum.times(&divisor)?;
        let first = self.vanishing(&Sum::base(base));
        let second = self.vanishing(&rest);
        let after = self.words.node(self.words.or, vec![first, second]);
        self.follow("solve/zero-product", open, &after)
    }

    /// Goes on with what a method makes of an equation.
    pub(super) fn follow(
        &mut self,
        method: &str,
        open: Open<'_>,
        after: &Term,
    ) -> Result<Option<Roots>, Reason> {
        self.note(method, open.written, after);
        self.relation(after, open.depth + 1).map(Some)
    }
}
