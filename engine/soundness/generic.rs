//! Instances of rules as general as they can be: a fresh symbol for each variable.

use super::instance;
use super::terms::Maker;
use crate::atoms::Atoms;
use crate::choice::Draws;
use crate::eval::{Domain, Numbers};
use crate::pattern::Pattern;
use crate::rules::{Equivalence, RuleVar};
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeMap;

/// How often a draw that fits nothing is repeated.
const TRIES: usize = 200;

/// A general instance of a rule.
#[derive(Clone, Debug)]
pub struct Generic {
    /// The left side.
    pub left: Term,
    /// The right side.
    pub right: Term,
    /// The symbols.
    pub atoms: Atoms,
    /// What the conditions of the rule say of the symbols, as declarations.
    pub given: Vec<Term>,
}

/// A general instance of a rule, when one is found.
pub fn generic(rule: &Equivalence, vocabulary: &Vocabulary, draws: &mut Draws) -> Option<Generic> {
    for _ in 0..TRIES {
        let mut maker = Maker {
            vocabulary,
            draws,
            atoms: Atoms::default(),
            domains: BTreeMap::new(),
            small: false,
            generic: true,
        };
        if let Some(instance) = instance::draw(rule, &mut maker) {
            let given = declarations(&maker);
            return Some(Generic {
                left: instance.left,
                right: instance.right,
                given,
                atoms: maker.atoms,
            });
        }
    }
    None
}

fn declarations(maker: &Maker<'_>) -> Vec<Term> {
    let mut given = Vec::new();
    for (&symbol, domain) in &maker.domains {
        let name = || Term::leaf(Op::symbol(symbol));
        let Domain {
            numbers,
            low,
            high,
            nonzero,
            ..
        } = *domain;
        let set = match numbers {
            Numbers::Complex => None,
            Numbers::Real => Some("RR"),
            Numbers::Natural => Some("NN"),
            _ => Some("ZZ"),
        };
        let set = set.and_then(|set| maker.node(set, Vec::new()));
        given.extend(set.and_then(|set| maker.node("in", vec![name(), set])));
        for (bound, [open, closed]) in [(low, ["gt", "ge"]), (high, ["lt", "le"])] {
            if let Some((value, excluded)) = bound
                && value.fract() == 0.0
            {
                let relation = if excluded { open } else { closed };
                let value = maker.integer(value as i64);
                given.extend(value.and_then(|value| maker.node(relation, vec![name(), value])));
            }
        }
        if nonzero {
            let zero = maker.integer(0);
            given.extend(zero.and_then(|zero| maker.node("ne", vec![name(), zero])));
        }
    }
    given
}

/// A random term that a pattern of these variables matches, its symbols named as people name
/// them.
pub fn sample(
    pattern: &Pattern,
    vars: &[RuleVar],
    vocabulary: &Vocabulary,
    draws: &mut Draws,
) -> Option<(Term, Atoms)> {
    let generic = draws.chance(0.5);
    drawn(pattern, vars, vocabulary, draws, generic)
}

/// A term that a pattern of these variables matches, as small as it can be: a symbol of its own for
/// each variable, where the kinds allow it.
pub fn plain(
    pattern: &Pattern,
    vars: &[RuleVar],
    vocabulary: &Vocabulary,
    draws: &mut Draws,
) -> Option<(Term, Atoms)> {
    drawn(pattern, vars, vocabulary, draws, true)
}

fn drawn(
    pattern: &Pattern,
    vars: &[RuleVar],
    vocabulary: &Vocabulary,
    draws: &mut Draws,
    generic: bool,
) -> Option<(Term, Atoms)> {
    let rule = Equivalence {
        id: String::new(),
        reverse: false,
        doc: String::new(),
        lhs: pattern.clone(),
        rhs: pattern.clone(),
        vars: vars.to_vec(),
        when: Vec::new(),
        assume: Vec::new(),
        lets: Vec::new(),
        tier: Default::default(),
        growth: Default::default(),
        weight: 1.0,
        matches: 0,
        status: Default::default(),
        tags: Vec::new(),
        examples: Vec::new(),
        rejects: Vec::new(),
        source: String::new(),
        origin: Default::default(),
    };
    let mut maker = Maker {
        vocabulary,
        draws,
        atoms: Atoms::default(),
        domains: BTreeMap::new(),
        small: false,
        generic,
    };
    let term = instance::draw(&rule, &mut maker)?.left;
    let mut atoms = maker.atoms;
    name(&mut atoms);
    Some((term, atoms))
}

/// Gives letters to symbols, by their kinds.
pub fn name(atoms: &mut Atoms) {
    let mut next = BTreeMap::new();
    for symbol in &mut atoms.symbols {
        let letters = match symbol.kind {
            Kind::Fn => "f g h u v w",
            Kind::Set => "A B C D E F",
            Kind::Event => "A B C D",
            Kind::Mat => "M N A B C D",
            Kind::Vec => r"v w u \vec{a} \vec{b} \vec{c}",
            Kind::Rv => "X Y Z W",
            Kind::Prop => "p q r s t",
            _ => "a b c x y z n m k t s r q l",
        };
        let letters: Vec<&str> = letters.split(' ').collect();
        let n = next.entry(letters[0].to_owned()).or_insert(0usize);
        let letter = letters[*n % letters.len()];
        symbol.name = match *n / letters.len() {
            0 => letter.to_owned(),
            round => format!("{letter}{}", "'".repeat(round)),
        };
        *n += 1;
    }
    // A letter stands for one thing.
    let mut seen = std::collections::BTreeSet::new();
    let spare = "abcdfghjklmnopqrstuvwxyzABCDFGHIJKLMNOPQRSTUVWXYZ";
    for symbol in &mut atoms.symbols {
        if !seen.insert(symbol.name.clone()) {
            let free = spare.chars().map(String::from).find(|s| !seen.contains(s));
            if let Some(free) = free {
                seen.insert(free.clone());
                symbol.name = free;
            }
        }
    }
}
