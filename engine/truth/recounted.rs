//! Sums and products of as many terms as a letter says that stands nowhere else: `P(B) = \sum_{i=1}^{n+1} P(B \mid
//! A_i) P(A_i)` says what is said of `n` terms. So do unions of sets that nothing else is said of, from where they may
//! be counted: `X = \bigcup_{i=1}^n U_i`.

use super::form::name;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;

/// A candidate with letters alone for the ends up to which something is counted, where the source has these and they
/// stand nowhere else; none where nothing is counted otherwise.
pub(super) fn plain(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let mut found = false;
    let plain = term.map(
        &mut |t| match end(&t, vocabulary).and_then(|end| shifted(end, vocabulary)) {
            Some(letter) if times(letter, term) == 1 && times(letter, source) == 1 => {
                let ends =
                    |t: &Term| end(t, vocabulary).is_some_and(|end| *end == Term::leaf(letter));
                let mut ended = false;
                source.walk(&mut |t| ended |= ends(t));
                if !ended {
                    return t;
                }
                found = true;
                let mut args = t.args.to_vec();
                args[2] = Term::leaf(letter);
                Term::new(t.op, args)
            }
            _ => t,
        },
    );
    found.then_some(plain)
}

/// A candidate whose unions of families that stand nowhere else are counted from where those of the source are; none
/// where no union is counted from elsewhere.
pub(super) fn begun(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let joins = |t: &Term| matches!(name(t, vocabulary), "bigunion" | "biginter");
    let mut unions = Vec::new();
    source.walk(&mut |t| {
        if joins(t) {
            unions.push(t.clone());
        }
    });
    if unions.is_empty() {
        return None;
    }
    let mut found = false;
    let plain = term.map(&mut |t| {
        let apart = |union: &&Term| {
            union.op == t.op
                && union.args.len() == 4
                && union.args[1] != t.args[1]
                && [0, 2, 3].iter().all(|at| union.args[*at] == t.args[*at])
        };
        match unions.iter().find(apart) {
            Some(union) if joins(&t) && is_of_own_families(&t, term, vocabulary) => {
                found = true;
                union.clone()
            }
            _ => t,
        }
    });
    found.then_some(plain)
}

/// Whether what is joined is made of members of families that stand nowhere else.
fn is_of_own_families(union: &Term, term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut families = Vec::new();
    union.args[3].walk(&mut |t| {
        if let ("idx", [family, at]) = (name(t, vocabulary), &*t.args)
            && at.op == union.args[0].op
        {
            families.push(family.op);
        }
    });
    !families.is_empty() && families.iter().all(|f| times(*f, union) == times(*f, term))
}

/// The end of what is counted, `n` of `\sum_{i=1}^n a_i`.
fn end<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<&'t Term> {
    match (name(term, vocabulary), &*term.args) {
        ("sum" | "prod" | "bigunion" | "biginter", [_, _, end, _]) => Some(end),
        _ => None,
    }
}

/// The letter to which an end adds a number.
fn shifted(end: &Term, vocabulary: &Vocabulary) -> Option<Op> {
    (name(end, vocabulary) == "add").then_some(())?;
    let number = |t: &Term| {
        let mut closed = true;
        t.walk(&mut |t| closed &= !matches!(t.op.head(), Head::Symbol(_) | Head::Slot(_)));
        closed
    };
    let mut letters = end.args.iter().filter(|t| !number(t));
    let letter = letters.next()?;
    (letters.next().is_none() && letter.op.as_symbol().is_some()).then_some(letter.op)
}

/// How often a letter stands in a term.
fn times(letter: Op, term: &Term) -> usize {
    let mut times = 0;
    term.walk(&mut |t| times += usize::from(t.op == letter));
    times
}
