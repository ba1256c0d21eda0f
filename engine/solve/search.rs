//! A search for the values of one unknown: what is known on the way, and the steps.

use super::reason::Reason;
use super::reduce::Reducer;
use super::rule::Rule;
use super::sum::{Base, Sum};
use super::words::Words;
use super::write::Writer;
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

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
    /// How many equations have been looked at.
    pub(super) equations: usize,
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
}
