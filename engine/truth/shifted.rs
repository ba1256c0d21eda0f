//! Sequences by their first members: `x_{n+1} = c` and `x_n = c` say the same of sequences that may be any, as
//! `A_2 \cup \dots \cup A_{n+1}` is what `A_1 \cup \dots \cup A_n` is.

use super::extension::integer;
use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// The term in which sequences begin with their first member, or are spoken of from the same place on; none
/// where they are so already.
pub(super) fn settled(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let counted = counted(term, vocabulary);
    let freed = freed(&counted, atoms, vocabulary);
    let shifted = shifted(&freed, atoms, vocabulary);
    shifted.or_else(|| (freed != *term).then_some(freed))
}

/// The term with sums that are counted from one, where what is added are members of sequences alone:
/// `\sum_{k=0}^{n-1} x_k` is `\sum_{k=1}^n x_{k-1}`.
fn counted(term: &Term, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| {
        let ("sum" | "prod" | "bigunion" | "biginter", [counter, low, high, body]) =
            (name(&t, vocabulary), &*t.args)
        else {
            return t;
        };
        let Some(by) = integer(low, vocabulary)
            .map(|low| low - 1)
            .filter(|by| *by != 0)
        else {
            return t;
        };
        // Where it is counted, and how often as the number of a member.
        let counts = |index: &Term| {
            let (rest, _) = apart(index, vocabulary);
            rest.is_some_and(|rest| rest.args.is_empty() && rest.op == counter.op)
        };
        let (mut times, mut members) = (0, 0);
        body.walk(&mut |part| {
            times += usize::from(part.op == counter.op);
            members += usize::from(member(part, vocabulary).is_some_and(|(_, i)| counts(i)));
        });
        if members == 0 || times != members {
            return t;
        }
        let body = body.map(&mut |part| match member(&part, vocabulary) {
            Some((_, index)) if counts(index) => {
                let index = less(index, -by, vocabulary);
                Term::new(part.op, vec![part.args[0].clone(), index])
            }
            _ => part,
        });
        let high = match name(high, vocabulary) {
            "infty" => high.clone(),
            _ => less(high, by, vocabulary),
        };
        // A name that begins with one is another name than one that begins elsewhere.
        let own = match counter.op.head() {
            Head::Slot(slot) => Op::slot(Slot {
                sort: SlotSort::Positive,
                ..slot
            }),
            _ => counter.op,
        };
        let body = body.map(&mut |part| Term {
            op: if part.op == counter.op { own } else { part.op },
            args: part.args,
        });
        let one = Term::leaf(Op::integer(1));
        Term::new(t.op, vec![Term::leaf(own), one, high, body])
    })
}

/// The term without letters that are added to the number of every member of a sequence and stand nowhere else,
/// `x_{i+1} + \dots + x_{i+n}`: the sequence begins where they say.
fn freed(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let added = |index: &Term| -> BTreeSet<Op> {
        let letters = match name(index, vocabulary) {
            "add" => index.args.iter(),
            _ => [].iter(),
        };
        letters
            .filter(|part| part.op.as_symbol().is_some())
            .map(|part| part.op)
            .collect()
    };
    let mut times: BTreeMap<Op, usize> = BTreeMap::new();
    let mut inside: BTreeMap<Op, usize> = BTreeMap::new();
    // What is added to the number of every member, and how often that is a member.
    let mut shared: BTreeMap<u32, BTreeSet<Op>> = BTreeMap::new();
    term.walk(&mut |t| {
        if t.op.as_symbol().is_some() {
            *times.entry(t.op).or_default() += 1;
        }
        if let Some((head, index)) = member(t, vocabulary) {
            let own = added(index);
            for letter in &own {
                *inside.entry(*letter).or_default() += 1;
            }
            let known = shared.entry(head).or_insert_with(|| own.clone());
            *known = &*known & &own;
        }
    });
    let any = |letter: &Op| {
        let known = letter
            .as_symbol()
            .and_then(|s| atoms.symbols.get(s as usize));
        known.is_some_and(|s| !s.protected) && times.get(letter) == inside.get(letter)
    };
    // One of several letters that are added stays.
    let free: BTreeMap<u32, Op> = shared
        .iter()
        .filter_map(|(head, letters)| Some((*head, *letters.iter().rfind(|l| any(l))?)))
        .collect();
    // No other sequence has it.
    let own = |letter: Op| {
        let has = |t: &Term| member(t, vocabulary).map(|(h, i)| (h, added(i).contains(&letter)));
        let mut alone = true;
        term.walk(&mut |t| {
            if let Some((head, true)) = has(t) {
                alone &= free.get(&head) == Some(&letter);
            }
        });
        alone
    };
    let free: BTreeMap<u32, Op> = free
        .iter()
        .filter(|(_, l)| own(**l))
        .map(|(h, l)| (*h, *l))
        .collect();
    if free.is_empty() {
        return term.clone();
    }
    term.map(&mut |t| {
        let letter = member(&t, vocabulary).and_then(|(head, _)| free.get(&head));
        let Some(letter) = letter else {
            return t;
        };
        let left = t.args[1].args.iter().filter(|part| part.op != *letter);
        let mut left: Vec<Term> = left.cloned().collect();
        let index = match left.len() {
            1 => left.remove(0),
            _ => Term::new(t.args[1].op, left),
        };
        Term::new(t.op, vec![t.args[0].clone(), index])
    })
}

/// The term with its sequences moved.
fn shifted(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
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
