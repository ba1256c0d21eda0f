//! Solutions as sets.

use super::solution::{Piece, Set, Solution};
use super::words::Words;
use crate::atoms::Atoms;
use crate::normal;
use crate::term::{Head, Op, SlotSort, Term};
use crate::vocabulary::Vocabulary;

/// That the unknown lies in the set of its values.
pub(super) fn of(solution: &Solution, vocabulary: &Vocabulary) -> (Term, Atoms) {
    let mut atoms = solution.atoms.clone();
    let words = &Words::new(vocabulary);
    let constant = |name: &str| words.named(name, Vec::new());
    let mut unknowns = solution.unknowns.clone();
    let set = match &solution.set {
        Set::Empty => constant("emptyset"),
        Set::All => constant("RR"),
        Set::Points(values) => words.named("set", values.clone()),
        Set::Families(values, integer) => {
            let name = Op::symbol(*integer);
            let each = values.iter().map(|value| {
                let whole = words.named("in", vec![Term::leaf(name), constant("ZZ")]);
                let parts = vec![Term::leaf(name), value.clone(), whole];
                let op = vocabulary.op("imageset");
                normal::bind(vocabulary, op, parts, name, SlotSort::Any)
            });
            union(words, each.collect())
        }
        Set::Intervals(pieces) => {
            let each = pieces.iter().map(|piece| interval(words, piece));
            union(words, each.collect())
        }
        Set::Tuple(values) => words.named("set", vec![words.named("tuple", values.clone())]),
        Set::Tuples(tuples) => {
            let each = tuples
                .iter()
                .map(|values| words.named("tuple", values.clone()));
            words.named("set", each.collect())
        }
    };
    let member = match unknowns.pop() {
        Some(only) if unknowns.is_empty() => only,
        last => {
            unknowns.extend(last);
            words.named("tuple", unknowns)
        }
    };
    if let Set::Families(_, integer) = solution.set {
        // What is bound is no symbol any more: integers stand behind the symbols of the relation.
        let name = atoms.symbols[integer as usize].name.clone();
        set.walk(&mut |t| {
            if let Head::Slot(slot) = t.op.head()
                && !atoms.slot_names.contains(&(slot, name.clone()))
            {
                atoms.slot_names.push((slot, name.clone()));
            }
        });
        atoms.symbols.truncate(solution.given);
    }
    (words.named("in", vec![member, set]), atoms)
}

fn union(words: &Words<'_>, sets: Vec<Term>) -> Term {
    words.named("union", sets)
}

fn interval(words: &Words<'_>, piece: &Piece) -> Term {
    let infinity = words.named("infty", Vec::new());
    let (low, a) = match &piece.low {
        Some((end, closed)) => (end.clone(), *closed),
        None => (words.negative(infinity.clone()), false),
    };
    let (high, b) = match &piece.high {
        Some((end, closed)) => (end.clone(), *closed),
        None => (infinity, false),
    };
    if low == high {
        return words.named("set", vec![low]);
    }
    let name = match (a, b) {
        (true, true) => "interval-cc",
        (true, false) => "interval-co",
        (false, true) => "interval-oc",
        (false, false) => "interval-oo",
    };
    words.named(name, vec![low, high])
}
