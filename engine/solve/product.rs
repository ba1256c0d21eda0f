//! Products of powers of bases.

use super::sum::Sum;
use crate::term::{Op, Term};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;

/// What powers are taken of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Base {
    /// An integer above 1 without known factors, under roots.
    Prime(BigUint),
    /// π.
    Pi,
    /// e.
    Euler,
    /// A symbol.
    Symbol(u32),
    /// A function of sums.
    Call(Op, Vec<Sum>),
    /// A sum of several products, in denominators and under roots; its content is 1.
    Compound(Sum),
    /// A power with an exponent that is no number; the exponent is one product.
    Power(Sum, Sum),
    /// A number that is not looked into.
    Other(Term),
}

/// A product of powers of bases that are all different, in order, without exponents of zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Product(pub(super) Vec<(Base, BigRational)>);

impl Base {
    /// Whether its values are never negative where it has any.
    pub(super) fn is_positive(&self, abs: Op) -> bool {
        match self {
            Self::Prime(_) | Self::Pi | Self::Euler | Self::Power(..) => true,
            Self::Call(op, _) => *op == abs,
            Self::Symbol(_) | Self::Compound(_) | Self::Other(_) => false,
        }
    }

    /// Whether any symbol occurs in it.
    pub(super) fn varies(&self) -> bool {
        let sum = |sum: &Sum| sum.0.keys().any(Product::varies);
        match self {
            Self::Prime(_) | Self::Pi | Self::Euler => false,
            Self::Symbol(_) => true,
            Self::Call(_, args) => args.iter().any(sum),
            Self::Compound(inner) => sum(inner),
            Self::Power(a, b) => sum(a) || sum(b),
            Self::Other(term) => !super::words::symbols(term).is_empty(),
        }
    }

    /// Whether a symbol occurs in it.
    pub(super) fn holds(&self, symbol: u32) -> bool {
        match self {
            Self::Prime(_) | Self::Pi | Self::Euler => false,
            Self::Symbol(s) => *s == symbol,
            Self::Call(_, args) => args.iter().any(|a| a.holds(symbol)),
            Self::Compound(sum) => sum.holds(symbol),
            Self::Power(a, b) => a.holds(symbol) || b.holds(symbol),
            Self::Other(term) => super::words::occurs(term, symbol),
        }
    }
}

impl Product {
    /// The power of one base.
    pub(super) fn of(base: Base, exponent: BigRational) -> Self {
        Self(vec![(base, exponent)])
    }

    /// The exponent of a base.
    pub(super) fn exponent(&self, base: &Base) -> BigRational {
        let found = self.0.iter().find(|(b, _)| b == base);
        found.map_or_else(BigRational::zero, |(_, e)| e.clone())
    }

    /// The product with the power of a base left out.
    pub(super) fn without(&self, base: &Base) -> Self {
        Self(self.0.iter().filter(|(b, _)| b != base).cloned().collect())
    }

    /// Whether any symbol occurs in it.
    pub(super) fn varies(&self) -> bool {
        self.0.iter().any(|(base, _)| base.varies())
    }

    /// Whether a symbol occurs in it.
    pub(super) fn holds(&self, symbol: u32) -> bool {
        self.0.iter().any(|(b, _)| b.holds(symbol))
    }

    /// The product of both.
    pub(super) fn times(&self, other: &Self) -> Self {
        let mut merged: Vec<(Base, BigRational)> = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    let exponent = &x.1 + &y.1;
                    let base = x.0.clone();
                    a.next();
                    b.next();
                    (base, exponent)
                }
                (Some(x), Some(y)) if x.0 > y.0 => {
                    let next = (*y).clone();
                    b.next();
                    next
                }
                (Some(x), _) => {
                    let next = (*x).clone();
                    a.next();
                    next
                }
                (None, Some(y)) => {
                    let next = (*y).clone();
                    b.next();
                    next
                }
                (None, None) => break,
            };
            if !next.1.is_zero() {
                merged.push(next);
            }
        }
        Self(merged)
    }

    /// Every exponent multiplied.
    pub(super) fn raised(&self, by: &BigRational) -> Self {
        Self(self.0.iter().map(|(b, e)| (b.clone(), e * by)).collect())
    }
}
