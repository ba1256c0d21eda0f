//! A statement taken apart: hypotheses, body, and the symbols it speaks of.

use super::concerns::{Concern, Concerns};
use super::meaning::{self, Meaning};
use super::small::Asked;
use super::{indexing, place, words};
use crate::atoms::Atoms;
use crate::eval::{self, Domain, Numbers};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// A formula ready to be evaluated at points.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The whole formula.
    pub term: Term,
    /// Its leaves.
    pub atoms: Atoms,
    /// What leading universal quantifiers say of their symbols.
    pub premises: Vec<Term>,
    /// The formula without them.
    pub body: Term,
    /// The symbols of leading universal quantifiers.
    pub bound: BTreeSet<u32>,
    /// The symbols of quantifiers inside.
    pub inner: BTreeSet<u32>,
    /// All symbols that occur, in order of appearance.
    pub symbols: Vec<u32>,
    /// What the places of symbols say of their values: how many terms a sum has is an integer.
    pub places: BTreeMap<u32, Domain>,
    /// Pairs of symbols of which the first is not to be above the second: those of \binom{n}{k}.
    pub orders: Vec<(u32, u32)>,
    /// What hypotheses and places say of the values of symbols.
    pub domains: BTreeMap<u32, Domain>,
    /// Whether complex numbers are spoken of.
    pub complex: bool,
    /// Whether a side of the relation is not written, so that nothing is said.
    pub partial: bool,
    /// Whether it defines something for all places, and is looked at at one of them.
    pub at_one_place: bool,
    /// Whether there are products of operators, for which numbers stand: those on a line. What is
    /// true or false for all of them need not be so for others.
    pub in_line: bool,
    /// What is asked of sets.
    pub asked: Asked,
    /// Whether decimals alone on a side stand for all that is rounded to them: `\frac{1}{3} = 0.33`.
    pub rounded: bool,
    /// The symbols that are units.
    pub units: BTreeSet<u32>,
    /// The parts that are taken whole, of which more may be true than of any numbers.
    pub wholes: BTreeSet<String>,
    /// Those of them that are sides of a comparison: none is called like another.
    pub sides: BTreeSet<String>,
}

/// What a formula is looked at beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// Nothing: it is asked whether it holds.
    Nothing,
    /// Versions of it, or what it is a version of.
    Versions,
}

pub(super) fn name<'v>(term: &Term, vocabulary: &'v Vocabulary) -> &'v str {
    vocabulary.name(term.op)
}

/// The node of the operator of this name; the last argument itself when there is none.
pub(super) fn node(name: &str, args: Vec<Term>, vocabulary: &Vocabulary) -> Term {
    match vocabulary.find(name) {
        Some(op) => Term::new(op, args),
        None => args
            .into_iter()
            .next_back()
            .unwrap_or_else(|| Term::leaf(Op::integer(0))),
    }
}

impl Form {
    /// Takes a formula apart.
    pub(super) fn of(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Self {
        Self::looking(term, atoms, vocabulary, (Concerns::of, Beside::Nothing))
    }

    /// Takes a formula apart that is a version of another, or has versions: what differs from it in an
    /// equation is compared, whatever the dimensions and degrees are that it speaks of.
    pub(super) fn of_version(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Self {
        Self::looking(term, atoms, vocabulary, (Concerns::of, Beside::Versions))
    }

    /// Takes a formula apart, with another look at what concerns it.
    pub(super) fn looking(
        term: &Term,
        atoms: &Atoms,
        vocabulary: &Vocabulary,
        (look, beside): (fn(&Term, &Vocabulary) -> Concerns, Beside),
    ) -> Self {
        use Concern as C;
        let Meaning {
            term,
            atoms,
            has,
            partial,
            at_one_place,
            units,
            mut places,
            wholes,
            sides,
        } = meaning::of(term, atoms, vocabulary, (look, beside));
        let (mut premises, mut bound) = (Vec::new(), BTreeSet::new());
        let mut body = term.clone();
        while name(&body, vocabulary) == "forall" && !body.args.is_empty() {
            let (last, declarations) = match body.args.split_last() {
                Some((last, declarations)) => (last.clone(), declarations.to_vec()),
                None => break,
            };
            for declaration in declarations {
                declared(&declaration, vocabulary, &mut bound);
                if name(&declaration, vocabulary) == "comma" {
                    premises.extend(declaration.args.iter().cloned());
                } else if !is_name(&declaration, vocabulary) {
                    premises.push(declaration);
                }
            }
            body = last;
        }
        let body = match has.has(C::Sizes) {
            true => without_sizes(body, &mut premises, vocabulary),
            false => body,
        };
        let (mut symbols, mut inner) = (Vec::new(), BTreeSet::new());
        let mut quantified = |t: &Term| {
            if let ("forall" | "exists" | "existsunique", [declarations @ .., _]) =
                (name(t, vocabulary), &*t.args)
            {
                declarations
                    .iter()
                    .for_each(|d| declared(d, vocabulary, &mut inner));
            }
        };
        if has.has(C::Quantified) {
            body.walk(&mut quantified);
        }
        term.walk(&mut |t| {
            if let Head::Symbol(i) = t.op.head()
                && !symbols.contains(&i)
            {
                symbols.push(i);
            }
        });
        let complex = has.has(C::Complex) && eval::is_complex(&term, vocabulary);
        let asked = match has.has(C::Bounds) {
            true => Asked::of(&term, vocabulary),
            false => Asked::default(),
        };
        let mut in_line = false;
        if has.has(C::Operators) {
            term.walk(&mut |t| in_line |= name(t, vocabulary) == "opmul");
        }
        if has.has(C::Counted) || has.has(C::Powers) && has.has(C::Negated) {
            place::placed(&term, vocabulary, &mut places);
        }
        if has.has(C::Waves) {
            place::harmonics(&term, &atoms, vocabulary, &mut places);
        }
        if has.has(C::Members) && has.has(C::Listed) {
            place::members(&term, vocabulary, &mut places);
        }
        if has.has(C::Members) && has.has(C::Indices) {
            indexing::counted(&term, vocabulary, &mut places);
        }
        let mut domains = places.clone();
        if has.has(C::Conjugates) {
            place::imaginary(&term, vocabulary, &mut domains);
        }
        if has.has(C::Angles) {
            place::parts_and_angles(&term, &atoms, vocabulary, &mut domains);
        }
        let mut orders = Vec::new();
        let mut chosen = |t: &Term| {
            if let ("binom", [n, k]) = (name(t, vocabulary), &*t.args)
                && let (Head::Symbol(n), Head::Symbol(k)) = (n.op.head(), k.op.head())
            {
                orders.push((k, n));
            }
        };
        if has.has(C::Choices) {
            term.walk(&mut chosen);
        }
        for premise in premises.iter().chain(hypothesis(&body, vocabulary)) {
            for (symbol, domain) in eval::declared(premise, vocabulary) {
                let entry = domains.entry(symbol).or_insert(domain);
                *entry = entry.and(domain);
            }
        }
        // `z^2 = |z|^2, \quad z \in \mathbb{C}` is about all of them.
        if matches!(name(&body, vocabulary), "comma" | "and") {
            for (symbol, domain) in eval::declared(&body, vocabulary) {
                if domain.numbers == Numbers::Complex {
                    domains.entry(symbol).or_insert(domain);
                }
            }
        }
        Self {
            term,
            atoms,
            premises,
            body,
            bound,
            inner,
            symbols,
            places,
            orders,
            domains,
            complex,
            partial,
            at_one_place,
            in_line,
            asked,
            rounded: false,
            units,
            wholes,
            sides,
        }
    }

    /// Takes statements about its symbols for granted; those about others say nothing.
    pub(super) fn assume(&mut self, given: &[Term], vocabulary: &Vocabulary) {
        for statement in given {
            let mut known = true;
            statement.walk(&mut |t| {
                known &= match t.op.head() {
                    Head::Symbol(s) => self.symbols.contains(&s),
                    _ => true,
                };
            });
            if !known {
                continue;
            }
            for (symbol, domain) in eval::declared(statement, vocabulary) {
                let entry = self.domains.entry(symbol).or_insert(domain);
                *entry = entry.and(domain);
            }
            self.premises.push(statement.clone());
        }
    }

    /// Whether the formula says something that may be true or false.
    pub(super) fn is_statement(&self, vocabulary: &Vocabulary) -> bool {
        if self.partial {
            return false;
        }
        is_prop(&self.term, vocabulary)
            || words::worded(&self.term, vocabulary)
                && words::say(&self.term, &self.atoms, vocabulary)
            || matches!(self.term.op.head(), Head::Symbol(i)
                if self.atoms.symbols.get(i as usize).is_some_and(|s| s.kind == Kind::Prop))
    }

    /// Takes over what the places of another form say of symbols, under pairs (own, other).
    pub(super) fn adopt(&mut self, other: &Self, pairs: &[(u32, u32)]) {
        for (own, theirs) in pairs {
            if let Some(domain) = other.places.get(theirs) {
                let entry = self.domains.entry(*own).or_insert(*domain);
                *entry = entry.and(*domain);
            }
        }
        let own = |s: &u32| pairs.iter().find(|(_, t)| t == s).map(|(o, _)| *o);
        for (low, high) in &other.orders {
            if let (Some(low), Some(high)) = (own(low), own(high)) {
                self.orders.push((low, high));
            }
        }
    }

    /// What is said where the hypothesis holds.
    pub(super) fn said(&self, vocabulary: &Vocabulary) -> &Term {
        match hypothesis(&self.body, vocabulary) {
            Some(_) => self.body.args.last().unwrap_or(&self.body),
            None => &self.body,
        }
    }

    /// Whether every symbol is bound by a leading quantifier.
    pub(super) fn is_closed(&self) -> bool {
        self.symbols
            .iter()
            .all(|s| self.bound.contains(s) || self.inner.contains(s))
    }
}

/// An implication without what its hypothesis says of the sizes of matrices, which is a premise: it tells
/// of what kind they are.
fn without_sizes(body: Term, premises: &mut Vec<Term>, vocabulary: &Vocabulary) -> Term {
    let ("implies", [hypothesis, conclusion]) = (name(&body, vocabulary), &*body.args) else {
        return body;
    };
    let parts = match name(hypothesis, vocabulary) {
        "comma" | "and" => &*hypothesis.args,
        _ => std::slice::from_ref(hypothesis),
    };
    let sized = |part: &&Term| {
        matches!((name(part, vocabulary), &*part.args), ("in", [_, set])
            if name(set, vocabulary) == "setpow"
                && set.args.get(1).is_some_and(|s| name(s, vocabulary) == "size"))
    };
    let (sizes, rest): (Vec<&Term>, Vec<&Term>) = parts.iter().partition(sized);
    if sizes.is_empty() {
        return body;
    }
    premises.extend(sizes.into_iter().cloned());
    match rest.as_slice() {
        [] => conclusion.clone(),
        [only] => Term::new(body.op, vec![(*only).clone(), conclusion.clone()]),
        several => {
            let several = several.iter().map(|part| (*part).clone()).collect();
            let hypothesis = Term::new(hypothesis.op, several);
            Term::new(body.op, vec![hypothesis, conclusion.clone()])
        }
    }
}

/// The hypothesis of an implication.
pub(super) fn hypothesis<'t>(body: &'t Term, vocabulary: &Vocabulary) -> Option<&'t Term> {
    match name(body, vocabulary) {
        "implies" => body.args.first(),
        _ => None,
    }
}

/// Whether a declaration is nothing but names.
pub(super) fn is_name(term: &Term, vocabulary: &Vocabulary) -> bool {
    match term.op.head() {
        Head::Symbol(_) => true,
        _ => matches!(name(term, vocabulary), "list" | "idx"),
    }
}

/// The symbols that a declaration is about: those left of a membership, a comparison, or alone.
pub(super) fn declared(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeSet<u32>) {
    match (term.op.head(), name(term, vocabulary)) {
        (Head::Symbol(i), _) => {
            found.insert(i);
        }
        (_, "list" | "comma" | "and") => {
            for part in term.args.iter() {
                declared(part, vocabulary, found);
            }
        }
        (_, "idx" | "in" | "subseteq" | "subset") => {
            if let Some(first) = term.args.first() {
                declared(first, vocabulary, found);
            }
        }
        (_, "chain") => {
            for side in term
                .args
                .iter()
                .step_by(2)
                .filter(|s| is_name(s, vocabulary))
            {
                declared(side, vocabulary, found);
            }
        }
        (_, "lt" | "le" | "gt" | "ge" | "ne") => {
            for side in term.args.iter().filter(|s| is_name(s, vocabulary)) {
                declared(side, vocabulary, found);
            }
        }
        // `1/p + 1/q = 1` among declarations is about symbols that others declare.
        _ => {}
    }
}

/// Whether a node is a statement by its operator.
pub(super) fn is_prop(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("chain", _) => true,
        ("when" | "where", [inner, _]) => is_prop(inner, vocabulary),
        _ => vocabulary
            .operator(term.op)
            .is_some_and(|o| o.signatures.first().is_some_and(|s| s.result == Kind::Prop)),
    }
}
