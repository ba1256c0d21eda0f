//! Hypotheses that compare a function or a sequence with itself elsewhere hold everywhere:
//! `f(-x) = f(x) \Rightarrow \ldots` is about even functions, `a_n = 2a_{n-1} \Rightarrow \ldots` about
//! sequences, not about one place at which this happens to be so.

use super::form::{name, node};
use super::generic::fresh;
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// The implication with such hypotheses said of all places.
pub(super) fn meant(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let ("implies", [hypothesis, conclusion]) = (name(term, vocabulary), &*term.args) else {
        return term.clone();
    };
    let hypothesis = match name(hypothesis, vocabulary) {
        "comma" | "and" => {
            let parts = hypothesis.args.iter();
            let parts = parts.map(|p| everywhere(p, atoms, vocabulary)).collect();
            Term::new(hypothesis.op, parts)
        }
        _ => everywhere(hypothesis, atoms, vocabulary),
    };
    Term::new(term.op, vec![hypothesis, conclusion.clone()])
}

fn everywhere(part: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let relation = vocabulary.operator(part.op);
    if !relation.is_some_and(|o| o.has_tag("relation")) {
        return part.clone();
    }
    let mut places = Places::default();
    places.look(part, vocabulary);
    let mut said = part.clone();
    for (symbol, way) in places.running() {
        let Some(known) = atoms.symbols.get(symbol as usize).cloned() else {
            continue;
        };
        let running = Op::symbol(fresh(atoms, known.name, Kind::Num));
        said = said.map(&mut |t| Term {
            op: if t.op == Op::symbol(symbol) {
                running
            } else {
                t.op
            },
            args: t.args,
        });
        let letter = Term::leaf(running);
        let declared = match (way, vocabulary.find("NN")) {
            ("idx", Some(naturals)) => node("in", vec![letter, Term::leaf(naturals)], vocabulary),
            _ => letter,
        };
        said = node("forall", vec![declared, said], vocabulary);
    }
    said
}

/// Where functions and sequences are looked at: by the letter and how it is applied.
#[derive(Default)]
struct Places {
    seen: BTreeMap<(u32, &'static str), BTreeSet<Term>>,
}

impl Places {
    fn look(&mut self, term: &Term, vocabulary: &Vocabulary) {
        term.walk(&mut |t| {
            let way = match name(t, vocabulary) {
                "call" => "call",
                "idx" => "idx",
                _ => return,
            };
            let Some(head) = t.args.first() else {
                return;
            };
            let letter = match (name(head, vocabulary), &*head.args) {
                ("prime", [function, _]) => function.op,
                _ => head.op,
            };
            if let Head::Symbol(letter) = letter.head() {
                let places = self.seen.entry((letter, way)).or_default();
                places.insert(t.clone());
            }
        });
    }

    /// The symbols that stand in different places of one function, and how it is applied.
    fn running(&self) -> BTreeMap<u32, &'static str> {
        let mut found = BTreeMap::new();
        for ((_, way), places) in &self.seen {
            let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
            for place in places {
                let arguments = place.args.iter().skip(1).flat_map(occurs);
                for symbol in arguments.collect::<BTreeSet<u32>>() {
                    *counts.entry(symbol).or_default() += 1;
                }
            }
            let several = counts.into_iter().filter(|(_, n)| *n > 1);
            found.extend(several.map(|(symbol, _)| (symbol, *way)));
        }
        found
    }
}
