//! Alternatives and conjunctions with an ellipsis: `x \in A_1 \lor \dots \lor x \in A_n` says that one of so many
//! statements holds.

use super::extension::integer;
use super::form::{name, node};
use super::generic::fresh;
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers};
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeMap;

/// The statement in which such are quantified, and what is known of the numbers that they end with.
pub(super) fn quantified(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeMap<u32, Domain>) {
    let mut ends = BTreeMap::new();
    let term = term.map(&mut |t| match all(&t, atoms, vocabulary) {
        Some((said, end)) => {
            ends.extend(end);
            said
        }
        None => t,
    });
    (term, ends)
}

/// One of them with a counter in it, from the first to the last.
fn all(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> Option<(Term, Option<(u32, Domain)>)> {
    let (quantifier, joint) = match name(term, vocabulary) {
        "or" | "orseq" => ("exists", "and"),
        "and" | "andseq" => ("forall", "implies"),
        _ => return None,
    };
    let is_dots = |t: &Term| {
        let mut found = false;
        t.walk(&mut |t| found |= name(t, vocabulary) == "dots");
        found
    };
    let at = term.args.iter().position(is_dots)?;
    let (shown, [last]) = (&term.args[..at], &term.args[at + 1..]) else {
        return None;
    };
    let mut ends = None;
    let first = shown.first()?;
    (pair(first, last, &mut ends, vocabulary)).then_some(())?;
    let (low, high) = ends?;
    let number = integer(&low, vocabulary)?;
    // Those between are what the counter makes of them.
    let counter = Term::leaf(Op::symbol(atoms.symbols.len() as u32));
    let body = counted(first, last, (&high, &counter));
    let follows = |(k, part): (usize, &Term)| {
        let mut ends = None;
        let next = pair(part, last, &mut ends, vocabulary);
        let own = ends.and_then(|(low, own)| (own == high).then(|| integer(&low, vocabulary))?);
        next && own == Some(number + k as i64)
    };
    shown.iter().enumerate().all(follows).then_some(())?;
    fresh(atoms, "k".to_owned(), Kind::Num);
    let within = [
        node("le", vec![low, counter.clone()], vocabulary),
        node("le", vec![counter.clone(), high.clone()], vocabulary),
    ];
    let end = high.op.as_symbol().filter(|_| high.args.is_empty());
    let domain = Domain {
        low: Some((number as f64, false)),
        ..Domain::of(Numbers::Integer)
    };
    let within = node("and", within.to_vec(), vocabulary);
    let said = node(joint, vec![within, body], vocabulary);
    let said = node(quantifier, vec![counter, said], vocabulary);
    Some((said, end.map(|end| (end, domain))))
}

/// Whether two terms are the same but for a number in the first and what stands for it in the second.
fn pair(
    first: &Term,
    last: &Term,
    ends: &mut Option<(Term, Term)>,
    vocabulary: &Vocabulary,
) -> bool {
    if first == last {
        return true;
    }
    let same = first.op == last.op && first.args.len() == last.args.len();
    if same && !first.args.is_empty() {
        let mut parts = first.args.iter().zip(last.args.iter());
        return parts.all(|(a, b)| pair(a, b, ends, vocabulary));
    }
    if integer(first, vocabulary).is_none() {
        return false;
    }
    match ends {
        Some((low, high)) => low == first && high == last,
        None => {
            *ends = Some((first.clone(), last.clone()));
            true
        }
    }
}

/// The last of them with the counter for the number that it ends with, where the first has another.
fn counted(first: &Term, last: &Term, (high, counter): (&Term, &Term)) -> Term {
    if first == last {
        return last.clone();
    }
    if last == high {
        return counter.clone();
    }
    let parts = first.args.iter().zip(last.args.iter());
    let parts = parts.map(|(a, b)| counted(a, b, (high, counter)));
    Term::new(last.op, parts.collect::<Vec<_>>())
}
