//! Sequences by their first members: `x_{n+1} = c` and `x_n = c` say the same of sequences that may be any, as
//! `A_2 \cup \dots \cup A_{n+1}` is what `A_1 \cup \dots \cup A_n` is.

use super::extension::integer;
use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// The term in which sequences begin with their first member, or are spoken of from the same place on; none
/// where they are so already.
pub(super) fn settled(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let mut found = Found {
        places: BTreeMap::new(),
        others: BTreeSet::new(),
        counters: Vec::new(),
        vocabulary,
    };
    found.look(term);
    let any = |head: &u32| {
        let known = atoms.symbols.get(*head as usize);
        !found.others.contains(head)
            && known.is_some_and(|s| {
                let kinds = matches!(s.kind, Kind::Num | Kind::Any | Kind::Set | Kind::Event);
                kinds && !s.protected
            })
    };
    let heads = found.places.iter().filter(|(head, _)| any(head));
    let shifts: BTreeMap<u32, i64> = heads
        .filter_map(|(head, places)| Some((*head, places.beyond()?)))
        .filter(|(_, by)| *by != 0)
        .collect();
    if shifts.is_empty() {
        return None;
    }
    let moved = term.map(&mut |t| {
        let by = member(&t, vocabulary).and_then(|(head, _)| shifts.get(&head));
        let Some(by) = by else {
            return t;
        };
        let index = less(&t.args[1], *by, vocabulary);
        Term::new(t.op, vec![t.args[0].clone(), index])
    });
    Some(moved)
}

/// Where the members of a sequence stand.
#[derive(Default)]
struct Places {
    /// The least number of a member that is written, or counted from a number on.
    first: Option<i64>,
    /// The least number that is added to a letter.
    added: Option<i64>,
    /// Whether there is an index that is no number.
    varies: bool,
}

impl Places {
    /// How far the members are from where they would begin.
    fn beyond(&self) -> Option<i64> {
        if !self.varies {
            return None;
        }
        self.first.map(|first| first - 1).or(self.added)
    }
}

struct Found<'v> {
    places: BTreeMap<u32, Places>,
    /// Letters that stand alone, or have several indices.
    others: BTreeSet<u32>,
    /// The counters of the sums around, and where they begin.
    counters: Vec<(Op, i64)>,
    vocabulary: &'v Vocabulary,
}

impl Found<'_> {
    fn look(&mut self, term: &Term) {
        if let Some((head, index)) = member(term, self.vocabulary) {
            let (rest, by) = apart(index, self.vocabulary);
            let counter = rest.as_ref().and_then(|rest| {
                let mut known = self.counters.iter().rev();
                known.find(|(op, _)| *op == rest.op && rest.args.is_empty())
            });
            let first = match (&rest, counter) {
                (None, _) => Some(by),
                (Some(_), Some((_, low))) => Some(low + by),
                (Some(_), None) => None,
            };
            let places = self.places.entry(head).or_default();
            places.varies |= rest.is_some();
            let least = |known: Option<i64>, new: i64| Some(known.map_or(new, |k| k.min(new)));
            match first {
                Some(first) => places.first = least(places.first, first),
                None => places.added = least(places.added, by),
            }
            self.look(index);
            return;
        }
        match (name(term, self.vocabulary), &*term.args) {
            ("idx", [head, ..]) => {
                self.others.extend(head.op.as_symbol());
                term.args.iter().for_each(|arg| self.look(arg));
            }
            ("sum" | "prod" | "bigunion" | "biginter", [counter, low, high, body]) => {
                [low, high].into_iter().for_each(|end| self.look(end));
                let known = self.counters.len();
                if let Some(low) = integer(low, self.vocabulary) {
                    self.counters.push((counter.op, low));
                }
                self.look(body);
                self.counters.truncate(known);
            }
            (_, []) => self.others.extend(term.op.as_symbol()),
            (_, args) => args.iter().for_each(|arg| self.look(arg)),
        }
    }
}

/// The letter of a sequence and the one index that a member of it has.
pub(super) fn member<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<(u32, &'t Term)> {
    match (name(term, vocabulary), &*term.args) {
        ("idx", [head, index]) if head.args.is_empty() => Some((head.op.as_symbol()?, index)),
        _ => None,
    }
}

/// An index without the number that is added to it, and that number.
pub(super) fn apart(index: &Term, vocabulary: &Vocabulary) -> (Option<Term>, i64) {
    if let Some(number) = integer(index, vocabulary) {
        return (None, number);
    }
    if name(index, vocabulary) != "add" {
        return (Some(index.clone()), 0);
    }
    let (mut rest, mut by) = (Vec::new(), 0);
    for part in index.args.iter() {
        match integer(part, vocabulary) {
            Some(number) => by += number,
            None => rest.push(part.clone()),
        }
    }
    let rest = match rest.len() {
        0 => None,
        1 => rest.pop(),
        _ => Some(Term::new(index.op, rest)),
    };
    (rest, by)
}

/// An index less a number.
pub(super) fn less(index: &Term, by: i64, vocabulary: &Vocabulary) -> Term {
    let (rest, added) = apart(index, vocabulary);
    let left = added - by;
    let size = Term::leaf(Op::integer(left.unsigned_abs() as u32));
    let number = match left < 0 {
        true => node("neg", vec![size], vocabulary),
        false => size,
    };
    match rest {
        None => number,
        Some(rest) if left == 0 => rest,
        Some(rest) if name(&rest, vocabulary) == "add" => {
            let mut parts = rest.args.to_vec();
            parts.push(number);
            Term::new(rest.op, parts)
        }
        Some(rest) => node("add", vec![rest, number], vocabulary),
    }
}
