//! Statements about predicates of which nothing is known, `\forall x\,(P(x) \Rightarrow Q(x))`: over a
//! few things, as statements about propositions.

use super::form::{name, node};
use super::generic::is_any;
use crate::atoms::{Atoms, Shown, Symbol};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeMap;

/// Quantifiers inside each other at most.
const DEPTH: usize = 4;

/// The statement over three things (two, where predicates are about more than two): what is not valid
/// there is not valid, and few laws are that fail for more things.
pub(super) fn expanded(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut predicates = Predicates {
        atoms: atoms.clone(),
        vocabulary,
        things: 3,
        places: BTreeMap::new(),
    };
    let Some(widest) = predicates.width(term, 0).filter(|w| *w > 0) else {
        return term.clone();
    };
    predicates.free(term, &mut Vec::new());
    let mut quantified = false;
    term.walk(&mut |t| quantified |= predicates.is_quantifier(t));
    if !quantified {
        return term.clone();
    }
    if widest > 2 {
        predicates.things = 2;
    }
    if predicates.places.len() > predicates.things as usize {
        return term.clone();
    }
    match predicates.at(term) {
        Some(found) => {
            *atoms = predicates.atoms;
            found
        }
        None => term.clone(),
    }
}

struct Predicates<'a> {
    atoms: Atoms,
    vocabulary: &'a Vocabulary,
    /// How many things there are.
    things: u32,
    /// Which of them the letters are.
    places: BTreeMap<u32, u32>,
}

impl Predicates<'_> {
    fn is_quantifier(&self, term: &Term) -> bool {
        matches!(
            name(term, self.vocabulary),
            "forall" | "exists" | "existsunique"
        )
    }

    /// A predicate of letters: its name and they.
    fn atom<'t>(&self, term: &'t Term) -> Option<(u32, &'t [Term])> {
        let ("call", [head, args @ ..]) = (name(term, self.vocabulary), &*term.args) else {
            return None;
        };
        let head = head.op.as_symbol()?;
        let any = self.atoms.symbols.get(head as usize).is_some_and(is_any);
        let letters = args.iter().all(|a| a.op.as_symbol().is_some());
        (any && letters && !args.is_empty()).then_some((head, args))
    }

    /// Of how many letters the predicates of a statement are at most, 0 without any; `None` when it
    /// says something else.
    fn width(&self, term: &Term, depth: usize) -> Option<usize> {
        if let Some((_, args)) = self.atom(term) {
            return Some(args.len());
        }
        let kind = |op: Op| match op.head() {
            Head::Symbol(s) => self.atoms.symbols.get(s as usize).map(|s| s.kind),
            _ => None,
        };
        let parts = match (name(term, self.vocabulary), &*term.args) {
            ("forall" | "exists" | "existsunique", [declared @ .., body]) => {
                let names = declared.iter().all(|d| d.op.as_symbol().is_some());
                if !names || depth >= DEPTH || self.is_ambiguous(declared, body) {
                    return None;
                }
                return self.width(body, depth + declared.len());
            }
            (
                "and" | "or" | "not" | "implies" | "impliedby" | "iff" | "logequiv" | "xor",
                parts,
            ) => parts,
            _ if kind(term.op) == Some(Kind::Prop) => return Some(0),
            _ => return None,
        };
        let widths = parts.iter().map(|p| self.width(p, depth));
        widths.collect::<Option<Vec<_>>>()?.into_iter().max()
    }

    /// Whether a side of an implication says nothing of a letter that is bound before it: the scope of
    /// the quantifier may have ended, which would say something else.
    fn is_ambiguous(&self, declared: &[Term], body: &Term) -> bool {
        let connective = matches!(
            name(body, self.vocabulary),
            "implies" | "impliedby" | "iff" | "logequiv"
        );
        connective
            && declared.iter().any(|letter| {
                let speaks = |t: &Term| self.speaks(t, letter.op);
                !body.args.iter().all(speaks)
            })
    }

    /// Whether a letter occurs in a statement and no quantifier in it binds it.
    fn speaks(&self, term: &Term, letter: Op) -> bool {
        match &*term.args {
            [declared @ .., _]
                if self.is_quantifier(term) && declared.iter().any(|d| d.op == letter) =>
            {
                false
            }
            args => term.op == letter || args.iter().any(|a| self.speaks(a, letter)),
        }
    }

    /// The statement where letters are the things that they are.
    fn at(&mut self, term: &Term) -> Option<Term> {
        if let Some((head, args)) = self.atom(term) {
            let args: Vec<u32> = args.iter().filter_map(|a| a.op.as_symbol()).collect();
            return self.proposition(head, &args);
        }
        match (name(term, self.vocabulary), &*term.args) {
            ("existsunique", [declared, body]) => {
                let cases = self.cases(std::slice::from_ref(declared), body)?;
                let alone = |k: usize| {
                    let parts = cases.iter().enumerate().map(|(j, case)| match j == k {
                        true => case.clone(),
                        false => node("not", vec![case.clone()], self.vocabulary),
                    });
                    node("and", parts.collect(), self.vocabulary)
                };
                let alone = (0..cases.len()).map(alone).collect();
                Some(node("or", alone, self.vocabulary))
            }
            (sign @ ("forall" | "exists"), [declared @ .., body]) => {
                let cases = self.cases(declared, body)?;
                let join = if sign == "forall" { "and" } else { "or" };
                Some(node(join, cases, self.vocabulary))
            }
            _ => {
                let args = term.args.iter().map(|a| self.at(a));
                let args = args.collect::<Option<Vec<_>>>()?;
                Some(Term::new(term.op, args))
            }
        }
    }

    /// The body for all values of declared letters.
    fn cases(&mut self, declared: &[Term], body: &Term) -> Option<Vec<Term>> {
        let Some((first, rest)) = declared.split_first() else {
            return Some(vec![self.at(body)?]);
        };
        let letter = first.op.as_symbol()?;
        let before = self.places.get(&letter).copied();
        let mut found = Vec::new();
        for thing in 0..self.things {
            self.places.insert(letter, thing);
            found.extend(self.cases(rest, body)?);
        }
        match before {
            Some(before) => self.places.insert(letter, before),
            None => self.places.remove(&letter),
        };
        Some(found)
    }

    /// Letters that nothing binds are one thing each.
    fn free(&mut self, term: &Term, bound: &mut Vec<u32>) {
        if let Some((_, args)) = self.atom(term) {
            for letter in args.iter().filter_map(|a| a.op.as_symbol()) {
                if !bound.contains(&letter) {
                    let next = self.places.len() as u32;
                    self.places.entry(letter).or_insert(next);
                }
            }
            return;
        }
        let before = bound.len();
        let parts = match &*term.args {
            [declared @ .., body] if self.is_quantifier(term) => {
                bound.extend(declared.iter().filter_map(|d| d.op.as_symbol()));
                std::slice::from_ref(body)
            }
            parts => parts,
        };
        parts.iter().for_each(|p| self.free(p, bound));
        bound.truncate(before);
    }

    /// A predicate of things is a proposition.
    fn proposition(&mut self, head: u32, args: &[u32]) -> Option<Term> {
        let mut label = self.atoms.symbols.get(head as usize)?.name.clone();
        label.push('(');
        for (i, arg) in args.iter().enumerate() {
            let thing = *self.places.get(arg)?;
            label.push_str(if i == 0 { "" } else { ", " });
            label.push_str(&(thing + 1).to_string());
        }
        label.push(')');
        let known = self.atoms.symbols.iter().position(|s| s.name == label);
        let place = known.unwrap_or_else(|| {
            self.atoms.symbols.push(Symbol {
                name: label,
                kind: Kind::Prop,
                protected: false,
                shown: Shown::default(),
            });
            self.atoms.symbols.len() - 1
        });
        Some(Term::leaf(Op::symbol(u32::try_from(place).ok()?)))
    }
}
