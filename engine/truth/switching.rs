//! Sums and products of letters and their complements: `(A+B)(\overline{A}+\overline{B})` is
//! `A\overline{B} + \overline{A}B` for those who mean circuits.

use super::form::name;
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;

/// More letters than these are no small circuit.
const LETTERS: usize = 5;

/// Whether two statements, or two terms, of complements are the same of what is either on or off, whatever
/// the letters of the second are called; or the second is no statement of circuits beside one that is.
pub(super) fn agree(first: &Term, second: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let barred = |term: &Term| {
        let symbols = occurs(term).into_iter();
        symbols.filter_map(|s| barred(s, atoms)).next().is_some()
    };
    let circuit = Circuit { atoms, vocabulary };
    if !barred(first) || !circuit.speaks_of(first) {
        return false;
    }
    if !circuit.speaks_of(second) {
        return circuit.is_plain(first);
    }
    let [ours, theirs] = [first, second].map(|term| circuit.letters(term));
    if ours.len() != theirs.len() || ours.len() > LETTERS {
        return false;
    }
    let places = |letters: &[String], order: &[usize]| -> BTreeMap<String, usize> {
        letters.iter().cloned().zip(order.iter().copied()).collect()
    };
    let plain: Vec<usize> = (0..ours.len()).collect();
    let own = places(&ours, &plain);
    let table = circuit.table(first, &own);
    let mut order = plain;
    loop {
        if circuit.table(second, &places(&theirs, &order)) == table {
            return true;
        }
        if !advance(&mut order) {
            return false;
        }
    }
}

/// The letter under the bar of a symbol.
fn barred(symbol: u32, atoms: &Atoms) -> Option<String> {
    let name = &atoms.symbols.get(symbol as usize)?.name;
    let marks = [r"\overline{", r"\bar{"];
    let inner = marks.iter().find_map(|mark| name.strip_prefix(mark))?;
    Some(inner.strip_suffix('}')?.to_owned())
}

/// The next order of places; whether there was one.
fn advance(order: &mut [usize]) -> bool {
    let Some(at) = order.windows(2).rposition(|two| two[0] < two[1]) else {
        return false;
    };
    if let Some(to) = order.iter().rposition(|place| *place > order[at]) {
        order.swap(at, to);
    }
    order[at + 1..].reverse();
    true
}

struct Circuit<'a> {
    atoms: &'a Atoms,
    vocabulary: &'a Vocabulary,
}

impl Circuit<'_> {
    fn speaks_of(&self, term: &Term) -> bool {
        let mut only = true;
        term.walk(&mut |t| {
            only &= match t.op.head() {
                Head::Symbol(_) => t.args.is_empty(),
                Head::Integer(n) => n <= 1,
                _ => matches!(name(t, self.vocabulary), "add" | "mul" | "conj" | "eq"),
            };
        });
        only
    }

    /// Whether a term has capital letters alone, one of them with a bar and without.
    fn is_plain(&self, term: &Term) -> bool {
        let symbols = occurs(term);
        let letters: Vec<(String, bool)> = symbols.iter().map(|s| self.letter(*s)).collect();
        let capital = |(name, _): &(String, bool)| matches!(*name.as_bytes(), [first] if first.is_ascii_uppercase());
        let both = |(name, plain): &(String, bool)| letters.contains(&(name.clone(), !plain));
        letters.iter().all(capital) && letters.iter().any(both)
    }

    fn letter(&self, symbol: u32) -> (String, bool) {
        match barred(symbol, self.atoms) {
            Some(letter) => (letter, false),
            None => {
                let known = self.atoms.symbols.get(symbol as usize);
                (known.map_or_else(String::new, |s| s.name.clone()), true)
            }
        }
    }

    fn letters(&self, term: &Term) -> Vec<String> {
        let mut letters: Vec<String> = occurs(term).iter().map(|s| self.letter(*s).0).collect();
        letters.sort();
        letters.dedup();
        letters
    }

    /// What a term is wherever its letters are on or off.
    fn table(&self, term: &Term, places: &BTreeMap<String, usize>) -> Vec<bool> {
        let all = 0..1_usize << places.len();
        all.map(|on| self.value(term, places, on)).collect()
    }

    fn value(&self, term: &Term, places: &BTreeMap<String, usize>, on: usize) -> bool {
        let of = |t: &Term| self.value(t, places, on);
        match (term.op.head(), name(term, self.vocabulary), &*term.args) {
            (Head::Symbol(symbol), ..) => {
                let (letter, plain) = self.letter(symbol);
                places
                    .get(&letter)
                    .is_some_and(|at| (on >> at & 1 == 1) == plain)
            }
            (Head::Integer(n), ..) => n == 1,
            (_, "add", parts) => parts.iter().any(of),
            (_, "mul", parts) => parts.iter().all(of),
            (_, "conj", [inner]) => !of(inner),
            (_, "eq", [a, b]) => of(a) == of(b),
            _ => false,
        }
    }
}
