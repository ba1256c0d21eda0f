//! What must hold of numbers, which is decided, and of parameters, which becomes a condition.

use super::ground::{self, Truth};
use super::reason::Reason;
use super::search::Search;
use super::sum::{Base, Sum};
use super::words::symbols;
use crate::term::Term;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// What may be taken as a condition on parameters.
const COMPARISONS: [&str; 5] = ["lt", "le", "gt", "ge", "ne"];

impl Search<'_> {
    /// Whether a statement without symbols holds; `None` when it has symbols, or cannot be decided.
    pub(super) fn decided(&self, statement: &Term) -> Option<bool> {
        if !symbols(statement).is_empty() {
            return None;
        }
        if let Some(known) = self.compared(statement) {
            return Some(known);
        }
        match ground::truth_alone(self.words, &self.atoms, statement) {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Undefined | Truth::Unknown => None,
        }
    }

    /// Whether a comparison of numbers holds whose difference is rational: no digits tell numbers
    /// that are equal apart.
    fn compared(&self, statement: &Term) -> Option<bool> {
        let [left, right] = &*statement.args else {
            return None;
        };
        let name = self.words.name(statement);
        let off = self.reduce(left).ok()?.minus(&self.reduce(right).ok()?);
        let order = off.as_rational()?.cmp(&BigRational::zero());
        Some(match name {
            "eq" => order.is_eq(),
            "ne" => order.is_ne(),
            "lt" => order.is_lt(),
            "le" => order.is_le(),
            "gt" => order.is_gt(),
            "ge" => order.is_ge(),
            _ => return None,
        })
    }

    /// Whether a statement about numbers and parameters holds; with parameters it is taken as a
    /// condition of the solution.
    pub(super) fn granted(&mut self, statement: &Term) -> bool {
        let found = symbols(statement);
        if found.is_empty() {
            return self.decided(statement) == Some(true);
        }
        if let ("ge", [left, right]) = (self.words.name(statement), &*statement.args)
            && let (Ok(left), Ok(right)) = (self.reduce(left), self.reduce(right))
            && self.is_obviously_not_negative(&left.minus(&right))
        {
            return true;
        }
        let comparison = COMPARISONS.contains(&self.words.name(statement));
        if !comparison || found.iter().any(|s| self.apart.contains(s)) {
            return false;
        }
        if !self.assumed.contains(statement) {
            self.assumed.push(statement.clone());
        }
        true
    }

    /// Whether a sum is above, below or equal to zero; `None` with symbols.
    pub(super) fn sign(&mut self, sum: &Sum) -> Option<Ordering> {
        if let Some(value) = sum.as_rational() {
            return Some(value.cmp(&BigRational::zero()));
        }
        let term = self.term(sum);
        let zero = self.words.zero();
        let greater = self.words.named("gt", vec![term.clone(), zero.clone()]);
        if self.decided(&greater)? {
            return Some(Ordering::Greater);
        }
        let less = self.words.named("lt", vec![term, zero]);
        if self.decided(&less)? {
            return Some(Ordering::Less);
        }
        Some(Ordering::Equal)
    }

    /// Whether a sum is a product of even powers, of roots, and of what is never negative.
    pub(super) fn is_obviously_not_negative(&self, sum: &Sum) -> bool {
        sum.single().is_some_and(|(product, c)| {
            let even = |(base, e): &(Base, BigRational)| {
                base.is_positive(self.words.abs) || e.numer().is_even() || e.denom().is_even()
            };
            c.is_positive() && product.0.iter().all(even)
        })
    }

    /// Takes it as a condition that a sum with parameters is not negative.
    pub(super) fn not_negative(&mut self, sum: &Sum) -> Result<(), Reason> {
        let plain = sum.scaled(&sum.content().abs().recip());
        let (term, zero) = (self.term(&plain), self.words.zero());
        let statement = self.words.named("ge", vec![term, zero]);
        if self.is_obviously_not_negative(sum) || self.granted(&statement) {
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
}
