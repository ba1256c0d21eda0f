//! Conditions behind a statement: `\sqrt{x} < x, \quad x > 1` says that the first holds where the
//! second does.

use super::form::{is_name, name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// The statement under the conditions behind it; none when there are none, or nothing but conditions.
///
/// Whether it is meant so depends on what it says: `x^2 = 4, \quad x > 0` lets nothing follow from
/// the condition, and both are to hold.
pub fn under_conditions(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    stated(term, vocabulary).map(|stated| split(term, stated, vocabulary))
}

/// A version of a statement with conditions behind it, under those that it has in their places: in
/// `\sin y < x, \quad x > 3` each part might be a condition.
pub fn under_conditions_of(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let alike = term.op == source.op && term.args.len() == source.args.len();
    match stated(source, vocabulary).filter(|_| alike) {
        Some(stated) => Some(split(term, stated, vocabulary)),
        None => under_conditions(term, vocabulary),
    }
}

/// How many parts stand before the conditions behind a statement; none when there are no conditions, or
/// nothing else.
fn stated(term: &Term, vocabulary: &Vocabulary) -> Option<usize> {
    if name(term, vocabulary) != "comma" {
        return None;
    }
    let behind = term.args.iter().rev();
    let count = behind.take_while(|p| is_condition(p, vocabulary)).count();
    let stated = term.args.len() - count;
    (count > 0 && stated > 0).then_some(stated)
}

/// The first parts under the others.
fn split(term: &Term, stated: usize, vocabulary: &Vocabulary) -> Term {
    let joined = |parts: &[Term]| match parts {
        [only] => only.clone(),
        several => Term::new(term.op, several.to_vec()),
    };
    let (said, given) = term.args.split_at(stated);
    node("when", vec![joined(said), joined(given)], vocabulary)
}

/// Two formulas of which one has conditions behind it and the other has its own in brackets, or behind a word:
/// both are meant in the same way.
pub(super) fn beside(
    formulas: [(&Term, &Atoms); 2],
    vocabulary: &Vocabulary,
) -> Option<[(Term, Atoms); 2]> {
    let theorems = formulas.map(|(term, _)| under_conditions(term, vocabulary));
    let conditional = formulas.map(|(term, _)| name(term, vocabulary) == "when");
    let meant = match (theorems, conditional) {
        ([Some(theorem), None], [_, true]) => [Some(theorem), None],
        ([None, Some(theorem)], [true, _]) => [None, Some(theorem)],
        _ => return None,
    };
    let [first, second] = meant;
    let [a, b] = formulas.map(|(term, atoms)| (term.clone(), atoms.clone()));
    Some([(first.unwrap_or(a.0), a.1), (second.unwrap_or(b.0), b.1)])
}

/// Whether a statement says no more than of which numbers something is told: a comparison of names,
/// or of their sizes, with anything, or what they are members of.
fn is_condition(term: &Term, vocabulary: &Vocabulary) -> bool {
    let about = |t: &Term| {
        is_name(t, vocabulary)
            || matches!((name(t, vocabulary), &*t.args), ("abs" | "norm", [inner]) if is_name(inner, vocabulary))
    };
    // `\sqrt{x} < x` is no condition on x.
    let bounds = |t: &Term, other: &Term| about(t) && occurs(t).is_disjoint(&occurs(other));
    let signs = ["rel-lt", "rel-le", "rel-gt", "rel-ge", "rel-ne", "rel-in"];
    match (name(term, vocabulary), &*term.args) {
        ("in", [member, _]) => is_name(member, vocabulary),
        ("lt" | "le" | "gt" | "ge" | "ne", [a, b]) => bounds(a, b) || bounds(b, a),
        ("chain", parts) => {
            let compares = |sign: &Term| signs.contains(&name(sign, vocabulary));
            parts.iter().skip(1).step_by(2).all(compares) && parts.iter().step_by(2).any(about)
        }
        _ => false,
    }
}
