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
    let first = shown.first()?;
    let counter = Term::leaf(Op::symbol(atoms.symbols.len() as u32));
    let mut joining = Joining {
        counter: &counter,
        ends: None,
        vocabulary,
    };
    let body = joining.joined(first, last)?;
    let (low, high) = joining.ends?;
    let number = integer(&low, vocabulary)?;
    // Those between are what the counter makes of them.
    let follows = |(k, part): (usize, &Term)| {
        let mut joining = Joining {
            counter: &counter,
            ends: None,
            vocabulary,
        };
        let next = joining.joined(part, last).is_some();
        let own = joining
            .ends
            .filter(|(_, own)| *own == high)
            .and_then(|(low, _)| integer(&low, vocabulary));
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

/// Two terms that are the same but for a number in the first and what stands for it in the second.
struct Joining<'j> {
    /// What stands for both in what they have in common.
    counter: &'j Term,
    ends: Option<(Term, Term)>,
    vocabulary: &'j Vocabulary,
}

impl Joining<'_> {
    /// What they have in common.
    fn joined(&mut self, first: &Term, last: &Term) -> Option<Term> {
        if first == last {
            return Some(last.clone());
        }
        let same = first.op == last.op && first.args.len() == last.args.len();
        if same && !first.args.is_empty() {
            if matches!(name(first, self.vocabulary), "add" | "mul") {
                return self.unordered(first, last);
            }
            let parts = first.args.iter().zip(last.args.iter());
            let parts: Option<Vec<Term>> = parts.map(|(a, b)| self.joined(a, b)).collect();
            return Some(Term::new(last.op, parts?));
        }
        integer(first, self.vocabulary)?;
        let known = self
            .ends
            .get_or_insert_with(|| (first.clone(), last.clone()));
        (known.0 == *first && known.1 == *last).then(|| self.counter.clone())
    }

    /// The same of terms or factors, which may stand in another order: at most one of them differs.
    fn unordered(&mut self, first: &Term, last: &Term) -> Option<Term> {
        let mut left: Vec<&Term> = last.args.iter().collect();
        let mut others = Vec::new();
        for part in first.args.iter() {
            match left.iter().position(|other| *other == part) {
                Some(place) => drop(left.remove(place)),
                None => others.push(part),
            }
        }
        let ([a], [b]) = (&others[..], &left[..]) else {
            let parts = first.args.iter().zip(last.args.iter());
            let parts: Option<Vec<Term>> = parts.map(|(a, b)| self.joined(a, b)).collect();
            return Some(Term::new(last.op, parts?));
        };
        let joint = self.joined(a, b)?;
        let parts = last.args.iter();
        let parts = parts.map(|part| {
            if part == *b {
                joint.clone()
            } else {
                part.clone()
            }
        });
        Some(Term::new(last.op, parts.collect::<Vec<_>>()))
    }
}
