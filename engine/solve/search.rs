//! The way to the solutions of one equation: rules where they match, methods where they do not.

use super::ground::{self, Truth};
use super::reason::Reason;
use super::reduce::Reducer;
use super::rule::Rule;
use super::sum::{Base, Product, Sum};
use super::words::{Words, occurs, symbols};
use super::write::Writer;
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::Kind;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The most equations on the way.
const EQUATIONS: usize = 160;
/// The deepest nesting of equations.
const DEPTH: usize = 14;
/// The most solutions.
pub(super) const SOLUTIONS: usize = 40;

/// What may be taken as a condition on parameters.
const COMPARISONS: [&str; 5] = ["lt", "le", "gt", "ge", "ne"];

/// A step: a rule or method, and what it makes of what.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The id of the rule, or the name of the method.
    pub rule: String,
    /// The relation before.
    pub before: Term,
    /// What follows from it.
    pub after: Term,
}

/// The solutions of an equation, and perhaps some that are none.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Roots {
    /// Every number for which it has a value.
    All,
    /// These.
    Some(Vec<Sum>),
}

impl Roots {
    pub(super) fn none() -> Self {
        Self::Some(Vec::new())
    }
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Some(mut a), Self::Some(b)) => {
                for root in b {
                    if !a.contains(&root) {
                        a.push(root);
                    }
                }
                Self::Some(a)
            }
            _ => Self::All,
        }
    }
}

/// A search for the values of one unknown.
pub(super) struct Search<'a> {
    pub(super) words: &'a Words<'a>,
    pub(super) rules: &'a [Rule],
    pub(super) atoms: Atoms,
    /// The unknown, then the integers of families.
    pub(super) apart: Vec<u32>,
    pub(super) steps: Vec<Step>,
    /// Conditions on parameters.
    pub(super) assumed: Vec<Term>,
    /// Whether angles are written in degrees.
    pub(super) degrees: bool,
    equations: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(words: &'a Words<'a>, rules: &'a [Rule], atoms: Atoms, unknown: u32) -> Self {
        Self {
            words,
            rules,
            atoms,
            apart: vec![unknown],
            steps: Vec::new(),
            assumed: Vec::new(),
            degrees: false,
            equations: 0,
        }
    }

    pub(super) fn unknown(&self) -> u32 {
        self.apart[0]
    }

    pub(super) fn reduce(&self, term: &Term) -> Result<Sum, Reason> {
        let reducer = Reducer {
            words: self.words,
            atoms: &self.atoms,
        };
        reducer.sum(term)
    }

    /// The term of a sum.
    pub(super) fn term(&mut self, sum: &Sum) -> Term {
        let mut writer = Writer {
            words: self.words,
            atoms: &mut self.atoms,
            apart: &self.apart,
            degrees: self.degrees,
        };
        writer.sum(sum)
    }

    /// The term of a base.
    pub(super) fn base(&mut self, base: &Base) -> Term {
        self.term(&Sum::base(base.clone()))
    }

    /// A new integer of a family of solutions.
    pub(super) fn integer(&mut self) -> Option<Term> {
        let taken = |name: &str| self.atoms.symbols.iter().any(|s| s.name == name);
        let letter = ["k", "n", "m", "l", "p", "q", "r", "s"];
        let name = letter.into_iter().find(|name| !taken(name))?;
        let symbol = self.atoms.add_symbol(name);
        self.atoms.symbols[symbol as usize].kind = Kind::Num;
        self.apart.push(symbol);
        Some(Term::leaf(Op::symbol(symbol)))
    }

    /// Notes a step, unless it changes nothing.
    pub(super) fn note(&mut self, rule: &str, before: &Term, after: &Term) {
        if before != after {
            self.steps.push(Step {
                rule: rule.to_owned(),
                before: before.clone(),
                after: after.clone(),
            });
        }
    }

    /// `base = value` for each value, joined by `or`.
    pub(super) fn equations(&mut self, base: &Term, values: &[Sum]) -> Term {
        let each: Vec<Term> = values
            .iter()
            .map(|value| {
                let value = self.term(value);
                self.words.equal(base.clone(), value)
            })
            .collect();
        if each.is_empty() {
            return self.words.named("false", Vec::new());
        }
        self.words.node(self.words.or, each)
    }

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

    fn is_polynomial(&self, sum: &Sum) -> bool {
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

    /// Whether a statement without symbols holds; `None` when it has symbols, or cannot be decided.
    pub(super) fn decided(&self, statement: &Term) -> Option<bool> {
        if !symbols(statement).is_empty() {
            return None;
        }
        match ground::truth_alone(self.words, &self.atoms, statement) {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Undefined | Truth::Unknown => None,
        }
    }

    /// Whether a statement about numbers and parameters holds; with parameters it is taken as a
    /// condition of the solution.
    pub(super) fn granted(&mut self, statement: &Term) -> bool {
        let found = symbols(statement);
        if found.is_empty() {
            return self.decided(statement) == Some(true);
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
    pub(super) fn sign(&mut self, sum: &Sum) -> Option<std::cmp::Ordering> {
        if let Some(value) = sum.as_rational() {
            return Some(value.cmp(&BigRational::zero()));
        }
        let term = self.term(sum);
        let zero = self.words.zero();
        let greater = self.words.named("gt", vec![term.clone(), zero.clone()]);
        if self.decided(&greater)? {
            return Some(std::cmp::Ordering::Greater);
        }
        let less = self.words.named("lt", vec![term, zero]);
        if self.decided(&less)? {
            return Some(std::cmp::Ordering::Less);
        }
        Some(std::cmp::Ordering::Equal)
    }

    /// The terms of a sum by the exponents of a base, from the lowest.
    pub(super) fn by_exponent(
        sum: &Sum,
        base: &Base,
    ) -> std::collections::BTreeMap<BigRational, Sum> {
        let mut parts = std::collections::BTreeMap::new();
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
        if let Some(roots) = self.common_factor(sum, &bases, written, depth)? {
            return Ok(roots);
        }
        type Method<'a> =
            fn(&mut Search<'a>, &Sum, &[Base], &Term, usize) -> Result<Option<Roots>, Reason>;
        let methods: [Method<'a>; 5] = [
            Self::by_cases,
            Self::joined_logarithms,
            Self::both_logarithms,
            Self::by_identities,
            Self::without_root,
        ];
        for method in methods {
            let (steps, assumed) = (self.steps.len(), self.assumed.len());
            match method(self, sum, &bases, written, depth) {
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
    fn common_factor(
        &mut self,
        sum: &Sum,
        bases: &[Base],
        written: &Term,
        depth: usize,
    ) -> Result<Option<Roots>, Reason> {
        let least = |base: &Base| sum.0.keys().map(|p| p.exponent(base)).min();
        let shared = bases.iter().find_map(|base| {
            let least = least(base).filter(BigRational::is_positive)?;
            Some((base.clone(), least))
        });
        let Some((base, least)) = shared else {
            return Ok(None);
        };
        let divisor = Sum::of(Product::of(base.clone(), -least), BigRational::one());
        let rest = sum.times(&divisor)?;
        let first = self.vanishing(&Sum::base(base));
        let second = self.vanishing(&rest);
        let after = self.words.node(self.words.or, vec![first, second]);
        self.note("solve/zero-product", written, &after);
        self.relation(&after, depth + 1).map(Some)
    }
}
