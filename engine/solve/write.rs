//! Sums of products as terms, as they are written by hand.

use super::logarithms;
use super::sum::{Base, Product, Sum};
use super::words::{Words, root_index};
use crate::atoms::{Atoms, Literal};
use crate::term::{Op, Term};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

/// What writes sums; numbers that are no leaves of their own are added to the atoms.
pub(super) struct Writer<'a> {
    pub(super) words: &'a Words<'a>,
    pub(super) atoms: &'a mut Atoms,
    /// Symbols whose terms are not brought over a common denominator: unknowns, parameters of
    /// families.
    pub(super) apart: &'a [u32],
    /// Whether multiples of π are angles in degrees.
    pub(super) degrees: bool,
}

/// What stands above and below a fraction line.
#[derive(Default)]
struct Quotient {
    above: Vec<(u8, Term)>,
    below: Vec<(u8, Term)>,
}

impl Writer<'_> {
    /// The term of a sum.
    pub(super) fn sum(&mut self, sum: &Sum) -> Term {
        let sum = &logarithms::joined(sum, self.words.ln);
        if sum.is_zero() {
            return self.words.zero();
        }
        if sum.0.len() > 1
            && let Some((above, below)) = self.common_denominator(sum)
        {
            let (above, below) = (self.sum(&above), self.sum(&below));
            return self.fraction(above, below);
        }
        let mut parts: Vec<(&Product, &BigRational)> = sum.0.iter().collect();
        let member = |product: &Product| self.apart.iter().skip(1).any(|k| product.holds(*k));
        parts.sort_by_cached_key(|(product, _)| {
            (
                member(product),
                std::cmp::Reverse(degree(product)),
                *product,
            )
        });
        // Where letters stand, a sum does not begin with a minus.
        let letters =
            |product: &Product| !degree(product).is_zero() && !product.holds(self.apart[0]);
        let plain = |product: &Product| product.0.iter().all(|(b, _)| matches!(b, Base::Symbol(_)));
        let positive = parts.iter().position(|(p, c)| c.is_positive() && plain(p));
        if let Some(place) = positive
            && parts.iter().any(|(p, _)| letters(p))
            && !parts
                .iter()
                .any(|(p, _)| p.holds(self.apart[0]) || member(p))
        {
            parts[..=place].rotate_right(1);
        }
        let terms: Vec<Term> = parts.iter().map(|(p, c)| self.product(p, c)).collect();
        self.words.node(self.words.add, terms)
    }

    /// The sum with its common denominator taken out: what is above and what is below.
    fn common_denominator(&self, sum: &Sum) -> Option<(Sum, Sum)> {
        let angle = |(p, _): (&Product, &BigRational)| !p.exponent(&Base::Pi).is_zero();
        if self.apart.iter().any(|s| sum.holds(*s)) || self.degrees && sum.0.iter().any(angle) {
            return None;
        }
        let below = sum
            .0
            .values()
            .fold(BigInt::one(), |lcm, c| lcm.lcm(c.denom()));
        let first = sum.0.keys().next()?;
        let mut common = Product::default();
        for (base, e) in &first.0 {
            let least = sum.0.keys().map(|p| p.exponent(base)).max()?;
            if e.is_negative() && least.is_negative() {
                common.0.push((base.clone(), least));
            }
        }
        if below.is_one() && common.0.is_empty() {
            return None;
        }
        let factor = BigRational::from_integer(below);
        let denominator = common.raised(&-BigRational::one());
        let below = Sum::of(denominator, factor);
        let above = sum.times(&below).ok()?;
        Some((above, below))
    }

    fn product(&mut self, product: &Product, c: &BigRational) -> Term {
        if self.degrees && product.exponent(&Base::Pi).is_one() {
            let angle = c * BigRational::from_integer(180.into());
            let angle = self.product(&Product::default(), &angle);
            let (sign, angle) = match angle.op == self.words.neg {
                true => (true, angle.args[0].clone()),
                false => (false, angle),
            };
            let angle = self.words.named("degrees", vec![angle]);
            let rest = product.without(&Base::Pi);
            let term = if rest.0.is_empty() {
                angle
            } else {
                let rest = self.product(&rest, &BigRational::one());
                self.words.node(self.words.mul, vec![rest, angle])
            };
            return if sign {
                self.words.negative(term)
            } else {
                term
            };
        }
        let mut quotient = Quotient::default();
        let (top, below) = (c.numer().magnitude().clone(), c.denom().magnitude().clone());
        if !top.is_one() {
            quotient.above.push((0, self.number(&top)));
        }
        if !below.is_one() {
            quotient.below.push((0, self.number(&below)));
        }
        // Roots of numbers of the same index are one root.
        let mut radicands: Vec<(u32, BigUint)> = Vec::new();
        for (base, e) in &product.0 {
            if let (Base::Prime(p), Some(index)) = (base, e.denom().to_u32()) {
                let n = e.numer().to_u32().unwrap_or(1);
                let factor = Pow::pow(p, n);
                match radicands.iter_mut().find(|(i, _)| *i == index) {
                    Some((_, radicand)) => *radicand *= factor,
                    None => radicands.push((index, factor)),
                }
                continue;
            }
            let size = e.abs();
            let rank = self.rank(base);
            let factor = self.power(base, &size);
            let side = if e.is_negative() {
                &mut quotient.below
            } else {
                &mut quotient.above
            };
            side.push((rank, factor));
        }
        for (index, radicand) in radicands {
            let radicand = self.number(&radicand);
            let index = Term::leaf(Op::integer(index));
            let root = Term::new(self.words.root, vec![radicand, index]);
            quotient.above.push((3, root));
        }
        let above = self.factors(quotient.above);
        let term = if quotient.below.is_empty() {
            above
        } else {
            let below = self.factors(quotient.below);
            self.fraction(above, below)
        };
        if c.is_negative() {
            self.words.negative(term)
        } else {
            term
        }
    }

    /// A fraction, with the sign in front.
    fn fraction(&self, above: Term, below: Term) -> Term {
        if above.op == self.words.neg {
            let inner = Term::new(self.words.div, vec![above.args[0].clone(), below]);
            return self.words.negative(inner);
        }
        Term::new(self.words.div, vec![above, below])
    }

    fn factors(&self, mut factors: Vec<(u8, Term)>) -> Term {
        factors.sort_by_key(|(rank, _)| *rank);
        let factors: Vec<Term> = factors.into_iter().map(|(_, f)| f).collect();
        if factors.is_empty() {
            return Term::leaf(Op::integer(1));
        }
        self.words.node(self.words.mul, factors)
    }

    /// The place of a factor: numbers, parameters of families, π, e, roots, letters, functions.
    fn rank(&self, base: &Base) -> u8 {
        match base {
            Base::Symbol(s) if self.apart.get(1..).is_some_and(|k| k.contains(s)) => 1,
            Base::Pi | Base::Euler => 2,
            Base::Prime(_) => 3,
            Base::Symbol(s) if *s != self.apart[0] => 4,
            Base::Symbol(_) => 5,
            Base::Other(_) => 6,
            Base::Power(..) => 7,
            Base::Compound(_) => 8,
            Base::Call(..) => 9,
        }
    }

    fn power(&mut self, base: &Base, e: &BigRational) -> Term {
        if let Base::Power(base, exponent) = base {
            // The number in front of the exponent belongs to it.
            let exponent = self.sum(&exponent.scaled(e));
            let base = self.sum(base);
            return Term::new(self.words.pow, vec![base, exponent]);
        }
        let term = self.base(base);
        if e.is_one() {
            return term;
        }
        if let Some(index) = root_index(e) {
            let index = Term::leaf(Op::integer(index));
            return Term::new(self.words.root, vec![term, index]);
        }
        let exponent = self.sum(&Sum::constant(e.clone()));
        Term::new(self.words.pow, vec![term, exponent])
    }

    /// The term of a base.
    pub(super) fn base(&mut self, base: &Base) -> Term {
        match base {
            Base::Prime(p) => self.number(p),
            Base::Pi => Term::leaf(self.words.pi),
            Base::Euler => Term::leaf(self.words.e),
            Base::Symbol(s) => Term::leaf(Op::symbol(*s)),
            Base::Call(op, args) => {
                let args: Vec<Term> = args.iter().map(|a| self.sum(a)).collect();
                Term::new(*op, args)
            }
            Base::Compound(sum) => self.sum(sum),
            Base::Power(base, exponent) => {
                let (base, exponent) = (self.sum(base), self.sum(exponent));
                Term::new(self.words.pow, vec![base, exponent])
            }
            Base::Other(term) => term.clone(),
        }
    }

    fn number(&mut self, n: &BigUint) -> Term {
        if let Some(leaf) = n.to_u64().and_then(|n| self.words.integer(n)) {
            return leaf;
        }
        let literal = Literal {
            spelling: n.to_string(),
            value: BigRational::from_integer(n.clone().into()),
        };
        let known = self.atoms.literals.iter().position(|l| *l == literal);
        let place = known.unwrap_or_else(|| {
            self.atoms.literals.push(literal);
            self.atoms.literals.len() - 1
        });
        Term::leaf(Op::literal(place as u32))
    }
}

/// The degree of a product in symbols and functions.
fn degree(product: &Product) -> BigRational {
    let counted = product.0.iter().filter(|(base, _)| {
        matches!(base, Base::Symbol(_) | Base::Power(..)) || matches!(base, Base::Call(_, args) if args.iter().any(|a| a.0.keys().any(|p| !p.0.is_empty())))
    });
    counted
        .map(|(_, e)| e)
        .fold(BigRational::zero(), |sum, e| sum + e)
}
