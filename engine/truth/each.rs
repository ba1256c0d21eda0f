//! Alternatives and conjunctions with an ellipsis: `x \in A_1 \lor \dots \lor x \in A_n` says that one of so many
//! statements holds.

use super::extension::integer;
use super::form::{name, node};
use super::generic::fresh;
use super::shifted::{apart, less, member};
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers};
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeMap;

/// What the counter is called: no letter, as the statement may have any.
const WHICH: &str = "which one";

/// The statement in which such are quantified, and what is known of the numbers that they end with.
pub(super) fn quantified(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeMap<u32, Domain>) {
    let mut ends = BTreeMap::new();
    let whole = times(term);
    let term = term.map(&mut |t| {
        let listed = listed(&t, vocabulary);
        let there = || times(&t);
        match all(
            listed.as_ref().unwrap_or(&t),
            (&whole, &there),
            atoms,
            vocabulary,
        ) {
            Some((said, end)) => {
                ends.extend(end);
                match name(&t, vocabulary) {
                    "notin" => node("not", vec![said], vocabulary),
                    _ => said,
                }
            }
            None => t,
        }
    });
    (term, ends)
}

/// That something is one of several members of a sequence, `x \in \{s_1, \dots, s_k\}`, as alternatives.
fn listed(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let ("in" | "notin", [one, set]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let ("setseq", members @ [first, ..]) = (name(set, vocabulary), &*set.args) else {
        return None;
    };
    (name(first, vocabulary) == "idx").then_some(())?;
    let equal = |member: &Term| match name(member, vocabulary) {
        "dots" => member.clone(),
        _ => node("eq", vec![one.clone(), member.clone()], vocabulary),
    };
    Some(node("or", members.iter().map(equal).collect(), vocabulary))
}

/// One of them with a counter in it, from the first to the last.
fn all(
    term: &Term,
    (whole, there): (&BTreeMap<u32, usize>, &dyn Fn() -> BTreeMap<u32, usize>),
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> Option<(Term, Option<(u32, Domain)>)> {
    // That all hold says that none fails: nobody declares the counter.
    let all = match name(term, vocabulary) {
        "or" | "orseq" => false,
        "and" | "andseq" => true,
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
    let there = there();
    let alone = |s: u32| whole.get(&s) == there.get(&s);
    let once = |s: u32| whole.get(&s) == Some(&1);
    let moved = settled(&body, &counter, (&alone, &once), vocabulary);
    let (number, low, high, body) = match moved {
        Some(body) => {
            let one = Term::leaf(Op::integer(1));
            (1, one, less(&high, number - 1, vocabulary), body)
        }
        None => (number, low, high, body),
    };
    fresh(atoms, WHICH.to_owned(), Kind::Num);
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
    let not = |said: Term| match all {
        true => node("not", vec![said], vocabulary),
        false => said,
    };
    let said = node("and", vec![within, not(body)], vocabulary);
    let integers = node("ZZ", Vec::new(), vocabulary);
    let counter = node("in", vec![counter, integers], vocabulary);
    let said = not(node("exists", vec![counter, said], vocabulary));
    Some((said, end.map(|end| (end, domain))))
}

/// How often each symbol stands in a term.
fn times(term: &Term) -> BTreeMap<u32, usize> {
    let mut times = BTreeMap::new();
    term.walk(&mut |t| {
        if let Some(symbol) = t.op.as_symbol() {
            *times.entry(symbol).or_default() += 1;
        }
    });
    times
}

/// What is said of each member of sequences of which nothing else is said: they may be counted from any
/// number. A letter that stands alone is another thing.
fn settled(
    body: &Term,
    counter: &Term,
    (alone, once): (&dyn Fn(u32) -> bool, &dyn Fn(u32) -> bool),
    vocabulary: &Vocabulary,
) -> Option<Term> {
    // A letter of which nothing else is said stands for any number.
    let free = |index: &Term| {
        let (letter, _) = apart(index, vocabulary);
        letter.filter(|t| t.args.is_empty() && t.op.as_symbol().is_some_and(once))
    };
    let counts = |t: &Term| {
        let mut found = false;
        t.walk(&mut |t| found |= t == counter);
        found
    };
    let mut places: BTreeMap<u32, Term> = BTreeMap::new();
    let (mut counted, mut plain) = (0, true);
    body.walk(&mut |t| {
        counted += usize::from(t == counter);
        let Some((head, index)) = member(t, vocabulary).filter(|(_, index)| counts(index)) else {
            return;
        };
        let added = match (name(index, vocabulary), &*index.args) {
            ("add", parts) => parts.iter().filter(|p| counts(p)).all(|p| p == counter),
            _ => index == counter,
        };
        let known = places.entry(head).or_insert_with(|| index.clone());
        plain &= added && known == index && alone(head);
    });
    // Each of them stands at such places alone, and so does the counter.
    let (mut heads, mut inside) = (0, 0);
    body.walk(&mut |t| {
        let place = member(t, vocabulary);
        let bound =
            |(head, index): (u32, &Term)| places.contains_key(&head) && free(index).is_none();
        heads += usize::from(place.is_some_and(bound));
        inside += usize::from(place.is_some_and(|(_, index)| counts(index)));
    });
    (plain && inside > 0 && counted == inside && heads == inside).then(|| {
        body.map(&mut |t| match member(&t, vocabulary) {
            Some((_, index)) if counts(index) => {
                Term::new(t.op, vec![t.args[0].clone(), counter.clone()])
            }
            Some((head, index)) if places.contains_key(&head) => match free(index) {
                Some(letter) => Term::new(t.op, vec![t.args[0].clone(), letter]),
                None => t,
            },
            _ => t,
        })
    })
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
