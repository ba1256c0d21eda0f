//! Letters whose products keep their order in a text: elements of groups and rings, maps, words.

use std::collections::{BTreeMap, BTreeSet};

use super::declare::Declared;
use crate::atoms::Atoms;
use crate::latex::Formula;
use crate::phrases::Tells;
use crate::rules::RuleSet;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Kind;

/// What of a text says which products keep their order.
pub(super) struct Order<'t> {
    structures: &'t BTreeSet<String>,
    /// Whether products in both orders are told apart.
    reversed: bool,
    /// Whether capital letters that nothing is said of may be matrices.
    linear: bool,
    kinds: &'t BTreeMap<String, Kind>,
    member: Option<Op>,
    index: Option<Op>,
    arrow: Option<Op>,
    /// Relations between a part and a whole.
    parts: Vec<Op>,
    products: Vec<Op>,
    power: Option<Op>,
    cycle: Option<Op>,
    equal: Option<Op>,
    in_line: Option<Op>,
}

impl<'t> Order<'t> {
    pub(super) fn new(prose: &str, declared: &'t Declared, rules: &RuleSet) -> Self {
        let (vocabulary, lexicon) = (&rules.vocabulary, &rules.symbols.lexicon);
        let operators = |names: &[&str]| -> Vec<Op> {
            names
                .iter()
                .filter_map(|name| vocabulary.find(name))
                .collect()
        };
        Self {
            structures: &declared.structures,
            linear: lexicon[Tells::Linear].are_in(prose),
            kinds: &declared.kinds,
            reversed: lexicon[Tells::Ordered].are_in(prose),
            member: vocabulary.find("in"),
            index: vocabulary.find("idx"),
            arrow: vocabulary.find("maps"),
            parts: operators(&["le", "lt", "subset", "subseteq", "normalin"]),
            products: operators(&["mul", "opmul"]),
            power: vocabulary.find("pow"),
            cycle: vocabulary.find("cycle"),
            equal: vocabulary.find("eq"),
            in_line: vocabulary.find("opmul"),
        }
    }

    /// Notes the letters that keep their places.
    pub(super) fn keep(&self, formulas: &[Formula], atoms: &mut Atoms) {
        let mut found = Vec::new();
        if !self.structures.is_empty() {
            self.members(formulas, &mut found);
        }
        if self.reversed {
            let maps = self.kinds.iter().filter(|(_, kind)| **kind == Kind::Fn);
            found.extend(maps.map(|(name, _)| name.clone()));
        }
        if self.reversed && !atoms.topic.languages {
            self.turned(formulas, &mut found);
        }
        for formula in formulas {
            if atoms.topic.languages {
                let names = formula.atoms.symbols.iter().map(|s| s.name.clone());
                found.extend(names);
            }
            self.maps(formula, &mut found);
            self.permutations(formula, &mut found);
            self.leading(formula, &mut found);
            if self.linear {
                self.acted_on(formula, &mut found);
            }
        }
        for name in found {
            if !atoms.ordered.contains(&name) {
                atoms.ordered.push(name);
            }
        }
    }

    /// Letters that some formula says to be members of the structures or of parts of them, or writes
    /// beside their names: `h \in H`, `gH`.
    fn members(&self, formulas: &[Formula], found: &mut Vec<String>) {
        let mut structures = self.structures.clone();
        for formula in formulas {
            formula.term.walk(&mut |t| {
                if self.parts.contains(&t.op)
                    && let [part, whole] = &t.args[..]
                    && let (Some(part), Some(whole)) =
                        (letter(formula, part), letter(formula, whole))
                    && structures.contains(whole)
                {
                    structures.insert(part.to_owned());
                }
            });
        }
        for formula in formulas {
            let structure =
                |t: &Term| letter(formula, t).is_some_and(|name| structures.contains(name));
            let name = |t: &Term| self.name(formula, t).map(str::to_owned);
            formula.term.walk(&mut |t| {
                if Some(t.op) == self.member && structure(&t.args[1]) {
                    let members = &t.args[0];
                    let all = members.args.iter().chain([members]);
                    found.extend(all.filter_map(name));
                    self.factors(formula, members, found);
                } else if self.products.contains(&t.op) && t.args.iter().any(structure) {
                    let elements = t.args.iter().filter(|arg| !structure(arg));
                    found.extend(elements.filter_map(name));
                }
            });
        }
    }

    /// The letters of which a product is made: `a` and `b` of `ab^{-1}`.
    fn factors(&self, formula: &Formula, product: &Term, found: &mut Vec<String>) {
        if self.products.contains(&product.op) || Some(product.op) == self.power {
            let factors = match Some(product.op) == self.power {
                true => &product.args[..1],
                false => &product.args[..],
            };
            for factor in factors {
                found.extend(self.name(formula, factor).map(str::to_owned));
                self.factors(formula, factor, found);
            }
        }
    }

    /// Letters that are cycles or products of these: `\sigma = (1\ 2)`.
    fn permutations(&self, formula: &Formula, found: &mut Vec<String>) {
        let cycle = |t: &Term| Some(t.op) == self.cycle;
        formula.term.walk(&mut |t| {
            if Some(t.op) == self.equal
                && let [letter, value] = &t.args[..]
                && (cycle(value)
                    || self.products.contains(&value.op) && value.args.iter().all(cycle))
            {
                found.extend(self.name(formula, letter).map(str::to_owned));
            }
        });
    }

    /// Letters that the formulas write side by side in both orders: `ST = TS`, "if $ab = e$, then $ba = e$".
    fn turned(&self, formulas: &[Formula], found: &mut Vec<String>) {
        let mut pairs: BTreeSet<(&str, &str)> = BTreeSet::new();
        for formula in formulas {
            formula.term.walk(&mut |t| {
                if self.products.contains(&t.op) {
                    let names = |pair: &'_ [Term]| {
                        Some((self.name(formula, &pair[0])?, self.name(formula, &pair[1])?))
                    };
                    pairs.extend(t.args.windows(2).filter_map(names));
                }
            });
        }
        let both = pairs
            .iter()
            .filter(|(one, other)| one != other && pairs.contains(&(*other, *one)));
        found.extend(both.map(|(one, _)| (*one).to_owned()));
    }

    /// Letters of maps between things with names: `H : C \to D`.
    fn maps(&self, formula: &Formula, found: &mut Vec<String>) {
        formula.term.walk(&mut |t| {
            if Some(t.op) == self.arrow
                && let [map, from, to] = &t.args[..]
                && letter(formula, from).is_some()
                && letter(formula, to).is_some()
            {
                found.extend(letter(formula, map).map(str::to_owned));
            }
        });
    }

    /// Capital letters that a formula by itself has for operators: `A` of `Ax = b`, for `A(x + y)` beside it.
    fn leading(&self, formula: &Formula, found: &mut Vec<String>) {
        formula.term.walk(&mut |t| {
            if Some(t.op) == self.in_line
                && let Some(first) = t.args.first().and_then(|first| letter(formula, first))
                && self.is_capital(first)
            {
                found.push(first.to_owned());
            }
        });
    }

    /// Whether a letter is a capital one of which nobody says that it is a number.
    fn is_capital(&self, name: &str) -> bool {
        let capital = name.len() == 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
        capital && self.kinds.get(name) != Some(&Kind::Num)
    }

    /// Letters of products in which a capital letter, which is no number, stands: `A x`, `M_1 A`.
    fn acted_on(&self, formula: &Formula, found: &mut Vec<String>) {
        formula.term.walk(&mut |t| {
            if !self.products.contains(&t.op) {
                return;
            }
            let names = || t.args.iter().filter_map(|arg| self.name(formula, arg));
            if names().any(|name| self.is_capital(name)) {
                found.extend(names().map(str::to_owned));
            }
        });
    }

    /// The name of a letter, with or without an index.
    fn name<'f>(&self, formula: &'f Formula, term: &Term) -> Option<&'f str> {
        match self.index {
            Some(index) if term.op == index => letter(formula, &term.args[0]),
            _ => letter(formula, term),
        }
    }
}

/// The name of a letter, free or bound.
fn letter<'f>(formula: &'f Formula, term: &Term) -> Option<&'f str> {
    match term.op.head() {
        Head::Symbol(index) => Some(formula.atoms.symbols[index as usize].name.as_str()),
        Head::Slot(slot) => {
            let mut names = formula.atoms.slot_names.iter();
            names
                .find(|(known, _)| *known == slot)
                .map(|(_, name)| name.as_str())
        }
        _ => None,
    }
}
