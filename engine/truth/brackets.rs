//! Brackets that change their sign when their parts change places: `[x, p] = -i\hbar` says of `p` and `x` what
//! `[x, p] = i\hbar` says of `x` and `p`.

use super::form::{name, node};
use super::solve::occurs;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Commutators, and the braces of Poisson.
const TURNING: [&str; 2] = ["commutator", "anticommutator"];

/// A candidate in which the parts of a bracket of its source have the names of each other, with every bracket
/// as the source has it; none when it has none, or is none of two letters.
pub(super) fn turned(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let known = brackets(source, vocabulary);
    if known.is_empty() {
        return None;
    }
    let own = brackets(term, vocabulary);
    let mut pairs = own.iter().filter_map(|bracket| match &*bracket.args {
        [a, b] if a != b && is_letter(a, vocabulary) && is_letter(b, vocabulary) => Some((a, b)),
        _ => None,
    });
    let (a, b) = pairs.next()?;
    let swapped = term.map(&mut |t| match () {
        () if t == *a => b.clone(),
        () if t == *b => a.clone(),
        () => t,
    });
    let sign = |t: Term| match (name(&t, vocabulary), &*t.args) {
        ("neg", [inner]) => inner.clone(),
        _ => node("neg", vec![t], vocabulary),
    };
    let ordered = swapped.map(&mut |t| {
        let [p, q] = &*t.args else {
            return t;
        };
        if !TURNING.contains(&name(&t, vocabulary)) {
            return t;
        }
        let plain = |t: &Term| match (name(t, vocabulary), &*t.args) {
            ("neg", [inner]) => (inner.clone(), true),
            _ => (t.clone(), false),
        };
        let ((p, first), (q, second)) = (plain(p), plain(q));
        let there = Term::new(t.op, vec![p.clone(), q.clone()]);
        let back = Term::new(t.op, vec![q, p]);
        let turns = known.contains(&back) && !known.contains(&there);
        let bracket = if turns { back } else { there };
        match turns ^ first ^ second {
            true => sign(bracket),
            false => bracket,
        }
    });
    Some(ordered)
}

/// The brackets of a term, inner ones last.
fn brackets(term: &Term, vocabulary: &Vocabulary) -> Vec<Term> {
    let mut found = Vec::new();
    term.walk(&mut |t| {
        if t.args.len() == 2 && TURNING.contains(&name(t, vocabulary)) {
            found.push(t.clone());
        }
    });
    found
}

/// Whether a term is a letter, or a letter with an index.
fn is_letter(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("idx", [head, ..]) => head.args.is_empty(),
        (_, []) => !occurs(term).is_empty(),
        _ => false,
    }
}
