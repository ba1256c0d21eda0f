//! Candidates of which no point says anything: those that hold whatever their symbols are, and those
//! that differ from their source in what nothing is known of.

use super::form::{Form, hypothesis, name};
use crate::normal::canonical;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// Whether a statement relates something with itself, so that it holds wherever it has a meaning.
pub(super) fn is_reflexive(form: &Form, vocabulary: &Vocabulary) -> bool {
    let said = match hypothesis(&form.body, vocabulary) {
        Some(_) => form.body.args.last().unwrap_or(&form.body),
        None => &form.body,
    };
    let reflexive = |sign: &str| {
        matches!(
            sign,
            "eq" | "equiv"
                | "iff"
                | "implies"
                | "le"
                | "ge"
                | "subseteq"
                | "supseteq"
                | "congruent"
        )
    };
    let same = |a: &Term, b: &Term| a == b || canonical(vocabulary, a) == canonical(vocabulary, b);
    match (name(said, vocabulary), &*said.args) {
        ("chain", sides) => {
            let sign = |t: &Term| reflexive(name(t, vocabulary).trim_start_matches("rel-"));
            sides.iter().skip(1).step_by(2).all(sign)
                && sides.iter().step_by(2).all(|side| same(side, &sides[0]))
        }
        (sign, [a, b, ..]) => reflexive(sign) && same(a, b),
        _ => false,
    }
}

/// Whether two statements say different things of membership in sets of which nothing is known:
/// `f \in L^2(\mathbb{R})` and `2f \in L^2(\mathbb{R})` may mean the same. A set that is drawn in
/// its place tells them apart, and shows nothing.
pub(super) fn differs_in_unknown(a: &Term, b: &Term, vocabulary: &Vocabulary) -> bool {
    memberships(a, vocabulary) != memberships(b, vocabulary)
}

/// What is said of membership in such sets, in one order.
fn memberships(term: &Term, vocabulary: &Vocabulary) -> Vec<Term> {
    let mut found = Vec::new();
    term.walk(&mut |t| {
        if let ("in" | "notin", [_, set]) = (name(t, vocabulary), &*t.args)
            && is_unknown(set, vocabulary)
        {
            found.push(canonical(vocabulary, t));
        }
    });
    found.sort();
    found
}

/// Whether a set is a letter with or without a power that is applied to something.
fn is_unknown(set: &Term, vocabulary: &Vocabulary) -> bool {
    let ("call", [head, _, ..]) = (name(set, vocabulary), &*set.args) else {
        return false;
    };
    let mut base = head;
    while let (true, [inner, ..]) = (
        matches!(name(base, vocabulary), "fpow" | "idx"),
        &*base.args,
    ) {
        base = inner;
    }
    matches!(base.op.head(), Head::Symbol(_))
}
