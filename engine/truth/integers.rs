//! Solutions, one for every integer: `x = 2k\pi`, `k \in \mathbb{Z}`, are the same where the integer is called
//! otherwise, has another sign or is counted from elsewhere, `x = -2(n - 1)\pi`.

use std::collections::BTreeMap;

use super::form::name;
use super::solve::occurs;
use crate::eval::Rational;
use crate::normal::canonical;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// Whether a candidate gives the same solutions as its source, each of them one for every integer.
pub(super) fn same(source: &Term, term: &Term, vocabulary: &Vocabulary) -> bool {
    let (Some(own), Some(other)) = (solutions(source, vocabulary), solutions(term, vocabulary))
    else {
        return false;
    };
    own.same(&other)
}

/// One, and its opposite.
const ONCE: Rational = Rational::integer(1);
const OPPOSITE: Rational = Rational::integer(-1);

/// Products, each with how often it is taken.
type Sum = BTreeMap<Vec<Term>, Rational>;

/// An equation that is linear in an integer: what is without it, and what is multiplied by it.
#[derive(Debug, Default)]
struct Solutions {
    fixed: Sum,
    step: Sum,
}

/// The solutions that an equation gives whose integer nothing else speaks of.
fn solutions(term: &Term, vocabulary: &Vocabulary) -> Option<Solutions> {
    let ("comma" | "and" | "when", [equation, membership]) = (name(term, vocabulary), &*term.args)
    else {
        return None;
    };
    let ("in", [integer, set]) = (name(membership, vocabulary), &*membership.args) else {
        return None;
    };
    let integer = integer.op.as_symbol()?;
    let ("eq", [left, right]) = (name(equation, vocabulary), &*equation.args) else {
        return None;
    };
    if name(set, vocabulary) != "ZZ" {
        return None;
    }
    let mut sum = expanded(left, vocabulary)?;
    add(&mut sum, expanded(right, vocabulary)?, OPPOSITE)?;
    let mut found = Solutions::default();
    for (mut factors, often) in sum {
        let before = factors.len();
        factors.retain(|f| f.op.as_symbol() != Some(integer));
        let within = factors.iter().any(|f| occurs(f).contains(&integer));
        match before - factors.len() {
            _ if within => return None,
            0 => found.fixed.insert(factors, often),
            1 => found.step.insert(factors, often),
            _ => return None,
        };
    }
    (!found.step.is_empty() && !found.fixed.is_empty()).then_some(found)
}

impl Solutions {
    /// Whether both have the same solutions: one step, forward or backward, and a beginning some steps away.
    fn same(&self, other: &Self) -> bool {
        let scale = |sum: &Sum, by: Rational| -> Option<Sum> {
            let mut scaled = Sum::new();
            add(&mut scaled, sum.clone(), by)?;
            Some(scaled)
        };
        // Either side may have the other sign.
        [ONCE, OPPOSITE].into_iter().any(|sign| {
            let (Some(fixed), Some(step)) = (scale(&other.fixed, sign), scale(&other.step, sign))
            else {
                return false;
            };
            let back = scale(&step, OPPOSITE);
            let mut between = fixed;
            let steps = step == self.step || back.is_some_and(|back| back == self.step);
            steps
                && add(&mut between, self.fixed.clone(), OPPOSITE).is_some()
                && whole_steps(&between, &self.step)
        })
    }
}

/// Whether a sum is a whole number of times another one.
fn whole_steps(sum: &Sum, step: &Sum) -> bool {
    let Some((product, often)) = sum.iter().next() else {
        return true;
    };
    let once = step.get(product).and_then(|once| once.inverse());
    let Some(times) = once.and_then(|once| often.times(once)) else {
        return false;
    };
    let mut multiple = Sum::new();
    let added = add(&mut multiple, step.clone(), times);
    times.as_integer().is_some() && added.is_some() && multiple == *sum
}

/// A term as a sum of products; none where it is too large, or where something is divided by no number.
fn expanded(term: &Term, vocabulary: &Vocabulary) -> Option<Sum> {
    /// As many products are looked at.
    const MOST: usize = 32;
    let mut sum = Sum::new();
    match (term.op.head(), name(term, vocabulary), &*term.args) {
        (Head::Integer(n), ..) => _ = sum.insert(Vec::new(), Rational::integer(i64::from(n))),
        (_, "neg", [of]) => add(&mut sum, expanded(of, vocabulary)?, OPPOSITE)?,
        (_, "add", terms) => {
            for term in terms {
                add(&mut sum, expanded(term, vocabulary)?, ONCE)?;
            }
        }
        (_, "mul", factors) => {
            sum.insert(Vec::new(), ONCE);
            for factor in factors {
                let factor = expanded(factor, vocabulary)?;
                let mut product = Sum::new();
                for (one, often) in &sum {
                    let by = factor.iter().map(|(other, n)| {
                        let mut both = [one.as_slice(), other].concat();
                        both.sort();
                        (both, *n)
                    });
                    add(&mut product, by.collect(), *often)?;
                }
                sum = product;
            }
        }
        (_, "div", [of, by]) => {
            let Head::Integer(by) = by.op.head() else {
                return None;
            };
            let part = Rational::new(1, i64::from(by))?;
            add(&mut sum, expanded(of, vocabulary)?, part)?;
        }
        _ => _ = sum.insert(vec![canonical(vocabulary, term)], ONCE),
    }
    sum.retain(|_, often| often.numerator() != 0);
    (sum.len() <= MOST).then_some(sum)
}

/// Adds another sum, so many times; none where a number is too large.
fn add(sum: &mut Sum, other: Sum, times: Rational) -> Option<()> {
    for (product, often) in other {
        let found = sum.entry(product).or_insert(Rational::integer(0));
        *found = found.plus(often.times(times)?)?;
    }
    sum.retain(|_, often| often.numerator() != 0);
    Some(())
}
