//! Members of a sequence that are outside the range of a sum, `b_0 + \sum_{i=1}^k b_i x_i`, and those that are
//! shown before an ellipsis goes on: numbers of their own, which may be called otherwise.

use super::continued::SEQUENCES;
use super::extension::integer;
use super::form::name;
use super::shifted::{self, member};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Two formulas with symbols of their own for members that nothing else is, of sequences that begin with their
/// first members; none where neither has any others.
pub(super) fn apart(
    formulas: [(&Term, &Atoms); 2],
    vocabulary: &Vocabulary,
) -> Option<[(Term, Atoms); 2]> {
    let found = formulas.map(|(term, atoms)| match named(term, atoms, vocabulary) {
        Some((term, atoms)) => {
            let settled = shifted::settled(&term, &atoms, vocabulary);
            Some((settled.unwrap_or(term), atoms))
        }
        None => Some((shifted::settled(term, atoms, vocabulary)?, atoms.clone())),
    });
    if found.iter().all(Option::is_none) {
        return None;
    }
    let [first, second] = found;
    let [a, b] = formulas.map(|(term, atoms)| (term.clone(), atoms.clone()));
    Some([first.unwrap_or(a), second.unwrap_or(b)])
}

/// Whether a term has letters with an index.
pub(super) fn has_members(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= name(t, vocabulary) == "idx");
    found
}

/// Whether two terms have as many parts: others are not the same under other names.
pub(super) fn is_as_large(first: &Term, second: &Term, vocabulary: &Vocabulary) -> bool {
    size(first, vocabulary) == size(second, vocabulary)
}

/// How many parts a term has; a letter is one with its index and without.
fn size(term: &Term, vocabulary: &Vocabulary) -> usize {
    match name(term, vocabulary) {
        "idx" => 1,
        _ => 1 + term.args.iter().map(|t| size(t, vocabulary)).sum::<usize>(),
    }
}

fn named(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<(Term, Atoms)> {
    let mut found = Found {
        uses: BTreeMap::new(),
        ranges: Vec::new(),
        vocabulary,
    };
    found.look(term);
    let mut atoms = atoms.clone();
    let renamed: BTreeMap<(u32, i64), Op> = found
        .uses
        .iter()
        .filter(|(_, uses)| !uses.other && (uses.shown || !uses.ranges.is_empty()))
        .flat_map(|(head, uses)| {
            let alone = uses.fixed.iter().filter(|at| !uses.covers(**at));
            alone.map(|at| (*head, *at))
        })
        .filter_map(|(head, at)| {
            let known = atoms.symbols.get(head as usize)?.clone();
            // The entries of vectors and matrices are those of the letter.
            let whole = matches!(known.kind, Kind::Num | Kind::Any | Kind::Set | Kind::Event);
            (whole && !known.protected).then_some(())?;
            let label = match at {
                0..=9 => format!("{}_{at}", known.name),
                _ => format!("{}_{{{at}}}", known.name),
            };
            Some(((head, at), Op::symbol(atoms.called(&label, known.kind))))
        })
        .collect();
    if renamed.is_empty() {
        return None;
    }
    let named = term.map(&mut |t| match member(&t, vocabulary) {
        Some((head, index)) => {
            let at = integer(index, vocabulary).and_then(|at| renamed.get(&(head, at)));
            at.map_or(t, |own| Term::leaf(*own))
        }
        None => t,
    });
    Some((named, atoms))
}

/// Where the members of one sequence stand.
#[derive(Default)]
struct Uses {
    /// Those with a number for their index.
    fixed: BTreeSet<i64>,
    /// From where to where an index runs.
    ranges: Vec<(i64, Option<i64>)>,
    /// Whether one of them stands beside an ellipsis that is none of the sequence.
    shown: bool,
    /// Whether there are others.
    other: bool,
}

impl Uses {
    fn covers(&self, at: i64) -> bool {
        let within = |(low, high): &(i64, Option<i64>)| *low <= at && high.is_none_or(|h| at <= h);
        self.ranges.iter().any(within)
    }
}

struct Found<'v> {
    uses: BTreeMap<u32, Uses>,
    /// The counters of the sums around, and from where to where they run.
    ranges: Vec<(Op, i64, Option<i64>)>,
    vocabulary: &'v Vocabulary,
}

impl Found<'_> {
    fn look(&mut self, term: &Term) {
        if let Some((head, index)) = member(term, self.vocabulary) {
            let range = self.range(index);
            let at = integer(index, self.vocabulary);
            let uses = self.uses.entry(head).or_default();
            match (at, range) {
                (Some(at), _) => drop(uses.fixed.insert(at)),
                (None, Some(range)) => uses.ranges.push(range),
                (None, None) => uses.other = true,
            }
            return;
        }
        match (name(term, self.vocabulary), &*term.args) {
            ("idx", [head, indices @ ..]) => {
                if let Some(symbol) = head.op.as_symbol() {
                    self.uses.entry(symbol).or_default().other = true;
                }
                indices.iter().for_each(|index| self.look(index));
            }
            ("sum" | "prod", [counter, low, high, body]) => {
                [low, high].into_iter().for_each(|end| self.look(end));
                let known = self.ranges.len();
                if let Some(from) = integer(low, self.vocabulary) {
                    let to = integer(high, self.vocabulary);
                    self.ranges.push((counter.op, from, to));
                }
                self.look(body);
                self.ranges.truncate(known);
            }
            (sequence, parts) if SEQUENCES.contains(&sequence) => self.sequence(parts),
            (_, args) => args.iter().for_each(|arg| self.look(arg)),
        }
    }

    /// From where to where an index runs that is a counter, or is at a distance from one.
    fn range(&self, index: &Term) -> Option<(i64, Option<i64>)> {
        let of = |counter: &Term| {
            let mut known = self.ranges.iter().rev();
            let (_, low, high) = known.find(|(op, ..)| *op == counter.op)?;
            counter.args.is_empty().then_some((*low, *high))
        };
        match (name(index, self.vocabulary), &*index.args) {
            ("add", [a, b]) => {
                let (counter, by) = match (integer(a, self.vocabulary), integer(b, self.vocabulary))
                {
                    (None, Some(by)) => (a, by),
                    (Some(by), None) => (b, by),
                    _ => return None,
                };
                let (low, high) = of(counter)?;
                Some((low + by, high.map(|h| h + by)))
            }
            _ => of(index),
        }
    }

    /// Terms with an ellipsis among them, whose numbers grow away from one end.
    fn sequence(&mut self, parts: &[Term]) {
        let is_dots = |t: &Term| {
            let mut found = false;
            t.walk(&mut |t| found |= name(t, self.vocabulary) == "dots");
            found
        };
        let Some(at) = parts.iter().position(is_dots) else {
            parts.iter().for_each(|part| self.look(part));
            return;
        };
        let (before, after) = (&parts[..at], &parts[at + 1..]);
        let mut members: BTreeMap<u32, Vec<(usize, Vec<Term>)>> = BTreeMap::new();
        let mut several = Vec::new();
        for (place, part) in before.iter().chain(after).enumerate() {
            part.walk(&mut |t| {
                let Some((head, index)) = member(t, self.vocabulary) else {
                    if let ("idx", Some(head)) = (name(t, self.vocabulary), t.args.first()) {
                        several.extend(head.op.as_symbol());
                    }
                    return;
                };
                let places = members.entry(head).or_default();
                match places.last_mut() {
                    Some((last, indices)) if *last == place => indices.push(index.clone()),
                    _ => places.push((place, vec![index.clone()])),
                }
            });
        }
        for head in several {
            self.uses.entry(head).or_default().other = true;
        }
        for (head, places) in members {
            let range = self.grows(&places, before.len());
            let uses = self.uses.entry(head).or_default();
            match range {
                Some((shown, low)) => {
                    uses.fixed.extend(shown);
                    uses.shown |= low.is_none();
                    uses.ranges.extend(low.map(|low| (low, None)));
                }
                None => uses.other = true,
            }
        }
    }

    /// The members of a sequence with an ellipsis that are shown before the last such one, and the number of
    /// that: an ellipsis goes on from there.
    fn grows(
        &self,
        places: &[(usize, Vec<Term>)],
        before: usize,
    ) -> Option<(Vec<i64>, Option<i64>)> {
        let single = |(_, indices): &(usize, Vec<Term>)| match &**indices {
            [one] => Some(integer(one, self.vocabulary)),
            _ => None,
        };
        let numbers: Vec<Option<i64>> = places.iter().map(single).collect::<Option<_>>()?;
        if let [Some(only)] = numbers[..] {
            return Some((vec![only], None));
        }
        let split = places.iter().take_while(|(place, _)| *place < before);
        let (left, right) = numbers.split_at(split.count());
        let (near, far): (Vec<Option<i64>>, &[Option<i64>]) = match left.first() {
            Some(Some(_)) => (left.to_vec(), right),
            _ => (right.iter().rev().copied().collect(), left),
        };
        let mut shown: Vec<i64> = near.into_iter().collect::<Option<_>>()?;
        let grow = shown.windows(2).all(|two| two[0] < two[1]);
        let last = shown.pop()?;
        let beyond = far.iter().flatten().all(|n| *n > last);
        (grow && beyond).then_some((shown, Some(last)))
    }
}
