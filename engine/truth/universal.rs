//! Definitions that say for what they hold: `\forall x > 0: f(x) = x^2`. Two of them differ where the values
//! at one place do, as a function may have any values at all places.

use super::form::{name, node};
use super::solve::occurs;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// A definition for all places, of one of them.
pub(super) fn at_one_place(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let ("forall", [declared, body]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    if let Some(inner) = at_one_place(body, vocabulary) {
        return under(declared, inner, vocabulary);
    }
    let ("eq" | "defines", [a, b]) = (name(body, vocabulary), &*body.args) else {
        return None;
    };
    let defines = |side: &Term, other: &Term| {
        let ("call" | "idx", [head, places @ ..]) = (name(side, vocabulary), &*side.args) else {
            return false;
        };
        let letter = |t: &Term| t.op.as_symbol().filter(|_| t.args.is_empty());
        let Some(head) = letter(head) else {
            return false;
        };
        let mut known = Vec::new();
        let distinct = places.iter().all(|place| {
            let new = letter(place).filter(|symbol| !known.contains(symbol));
            known.extend(new);
            new.is_some()
        });
        distinct && !occurs(other).contains(&head) && !occurs(declared).contains(&head)
    };
    let definition = defines(a, b) || defines(b, a);
    definition.then(|| under(declared, body.clone(), vocabulary))?
}

/// What is said of what is declared.
fn under(declared: &Term, body: Term, vocabulary: &Vocabulary) -> Option<Term> {
    match (name(declared, vocabulary), &*declared.args) {
        (_, []) => Some(body),
        ("list" | "comma", names) if names.iter().all(|n| n.args.is_empty()) => Some(body),
        _ => Some(node("when", vec![body, declared.clone()], vocabulary)),
    }
}
