//! Definitions that say for what they hold: `\forall x > 0: f(x) = x^2`. Two of them differ where the values
//! at one place do, as a function may have any values at all places.

use std::collections::BTreeSet;

use super::form::{name, node};
use super::solve::occurs;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// A definition for all places, of one of them.
pub(super) fn at_one_place(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    within(term, &BTreeSet::new(), vocabulary)
}

/// The same below the declarations of these letters.
fn within(term: &Term, outer: &BTreeSet<u32>, vocabulary: &Vocabulary) -> Option<Term> {
    let ("forall", [declared, body]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let letters = outer | &occurs(declared);
    let said = within(body, &letters, vocabulary)
        .or_else(|| defines(body, &letters, vocabulary).then(|| body.clone()))?;
    under(declared, said, vocabulary)
}

/// Whether an equation says what a function is at places that are such letters, all that stand in it.
fn defines(body: &Term, letters: &BTreeSet<u32>, vocabulary: &Vocabulary) -> bool {
    let ("eq" | "defines", [a, b]) = (name(body, vocabulary), &*body.args) else {
        return false;
    };
    let letter = |t: &Term| t.op.as_symbol().filter(|_| t.args.is_empty());
    [(a, b), (b, a)].into_iter().any(|(side, other)| {
        let ("call" | "idx", [head, places @ ..]) = (name(side, vocabulary), &*side.args) else {
            return false;
        };
        let at: BTreeSet<u32> = places.iter().filter_map(letter).collect();
        let own = letter(head).filter(|head| !letters.contains(head));
        let value = occurs(other);
        own.is_some_and(|head| !value.contains(&head))
            && at.len() == places.len()
            && at.is_subset(letters)
            && (&value & letters).is_subset(&at)
    })
}

/// What is said of what is declared.
fn under(declared: &Term, body: Term, vocabulary: &Vocabulary) -> Option<Term> {
    match (name(declared, vocabulary), &*declared.args) {
        (_, []) => Some(body),
        ("list" | "comma", names) if names.iter().all(|n| n.args.is_empty()) => Some(body),
        _ => Some(node("when", vec![body, declared.clone()], vocabulary)),
    }
}
