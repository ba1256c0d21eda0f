//! Sequences that are counted from another number: for all `n`, `a_n = a_{n-1} + n - 1` says what
//! `a_{n+1} = a_n + n` does, and `a_n = a_1 + (n-1)d` what `a_n = a_0 + nd` does.

use super::extension::integer;
use super::form::{name, node};
use super::shifted::{self, member};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::normal;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// A sum of letters with whole factors and a number; those without any letter are numbers.
type Linear = (BTreeMap<u32, i64>, i64);

/// Two formulas in the ways in which they may be counted otherwise: with the first member of a sequence, or
/// the letter that runs, somewhere else, and with names of their own for members from which a sequence
/// begins wherever that is.
pub(super) fn looks(
    formulas: [(&Term, &Atoms); 2],
    vocabulary: &Vocabulary,
) -> Vec<[(Term, Atoms); 2]> {
    if !formulas.iter().all(|(term, _)| runs(term, vocabulary)) {
        return Vec::new();
    }
    let counted = formulas.map(|(term, atoms)| {
        let begun = has_start(term, vocabulary);
        let settled = shifted::settled(term, atoms, vocabulary).filter(|_| begun);
        let settled = settled.as_ref().unwrap_or(term);
        (advanced(settled, atoms, vocabulary), atoms.clone())
    });
    let mut looks = vec![counted];
    let starts = formulas.map(|(term, atoms)| own_starts(term, atoms, vocabulary));
    if starts.iter().any(|starts| !starts.is_empty()) {
        let mut own = [0, 1].map(|i| {
            let (term, atoms) = formulas[i];
            with_names(term, atoms, &starts[i], vocabulary)
        });
        for (term, atoms) in &mut own {
            *term = advanced(term, atoms, vocabulary);
        }
        looks.push(own);
    }
    looks
}

/// Whether a sequence, or a function, has a letter in a place of it. Where an ellipsis ends at one, as many are
/// meant as it says.
fn runs(term: &Term, vocabulary: &Vocabulary) -> bool {
    let (mut found, mut ends) = (false, false);
    term.walk(&mut |t| {
        found |= indices(t, vocabulary).iter().any(|i| !occurs(i).is_empty());
        ends |= name(t, vocabulary) == "dots";
    });
    found && !ends
}

/// Whether a sequence has a member with a number and one with a letter.
fn has_start(term: &Term, vocabulary: &Vocabulary) -> bool {
    let (mut fixed, mut varied) = (BTreeSet::new(), BTreeSet::new());
    term.walk(&mut |t| {
        if let Some((head, index)) = member(t, vocabulary) {
            match integer(index, vocabulary) {
                Some(_) => drop(fixed.insert(head)),
                None => drop(varied.insert(head)),
            }
        }
    });
    !fixed.is_disjoint(&varied)
}

/// The term in which every letter that runs is the least index that it is part of.
fn advanced(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let mut term = folded(term, vocabulary);
    for letter in running(&term, atoms, vocabulary) {
        let mut least: Option<Linear> = None;
        term.walk(&mut |t| {
            for index in indices(t, vocabulary) {
                if let Some(mut at) = linear(index, vocabulary)
                    && at.0.remove(&letter).is_some()
                    && least.as_ref().is_none_or(|known| is_below(&at, known))
                {
                    least = Some(at);
                }
            }
        });
        let Some((others, number)) = least.filter(|(o, n)| !o.is_empty() || *n != 0) else {
            continue;
        };
        let mut back: Linear = (others.iter().map(|(s, by)| (*s, -by)).collect(), -number);
        back.0.insert(letter, 1);
        let there = written(&back, Vec::new(), vocabulary);
        let moved = term.map(&mut |t| match t.op.as_symbol() {
            Some(symbol) if symbol == letter && t.args.is_empty() => there.clone(),
            _ => t,
        });
        term = folded(&moved, vocabulary);
    }
    term
}

/// The indices of a letter, or what a function is applied to.
fn indices<'t>(term: &'t Term, vocabulary: &Vocabulary) -> &'t [Term] {
    match name(term, vocabulary) {
        "idx" | "call" => &term.args[1..],
        _ => &[],
    }
}

/// The letters that all members of sequences have in an index that is no number, alone or with something added.
fn running(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Vec<u32> {
    let mut shared: Option<BTreeSet<u32>> = None;
    let mut barred = BTreeSet::new();
    term.walk(&mut |t| {
        let own: BTreeSet<u32> = indices(t, vocabulary).iter().flat_map(occurs).collect();
        if own.is_empty() {
            return;
        }
        barred.extend(t.args[0].op.as_symbol());
        for index in indices(t, vocabulary) {
            let found = linear(index, vocabulary);
            let plain = |s: &u32| found.as_ref().is_some_and(|(of, _)| of.get(s) == Some(&1));
            barred.extend(occurs(index).into_iter().filter(|s| !plain(s)));
        }
        shared = Some(match shared.take() {
            Some(known) => &known & &own,
            None => own,
        });
    });
    let known = |s: &u32| atoms.symbols.get(*s as usize).is_some_and(|s| !s.protected);
    let letters = shared.unwrap_or_default().into_iter();
    letters
        .filter(|s| !barred.contains(s) && known(s))
        .collect()
}

/// An order of what is added to a letter that another number for the letter leaves as it is.
fn is_below(one: &Linear, other: &Linear) -> bool {
    let letters: BTreeSet<u32> = one.0.keys().chain(other.0.keys()).copied().collect();
    let of = |sum: &Linear, letter: u32| sum.0.get(&letter).copied().unwrap_or(0);
    let differs = letters.into_iter().map(|s| (of(one, s), of(other, s)));
    let differs = differs.chain([(one.1, other.1)]);
    let mut differs = differs.filter(|(a, b)| a != b);
    differs.next().is_some_and(|(a, b)| a < b)
}

fn linear(term: &Term, vocabulary: &Vocabulary) -> Option<Linear> {
    if let Some(number) = integer(term, vocabulary) {
        return Some((BTreeMap::new(), number));
    }
    if let (Some(symbol), []) = (term.op.as_symbol(), &*term.args) {
        return Some((BTreeMap::from([(symbol, 1)]), 0));
    }
    let times = |sum: Linear, by: i64| {
        let scaled = sum.0.into_iter().map(|(s, n)| (s, by * n));
        (scaled.collect(), by * sum.1)
    };
    match (name(term, vocabulary), &*term.args) {
        ("neg", [inner]) => Some(times(linear(inner, vocabulary)?, -1)),
        ("mul", [a, b]) => match (integer(a, vocabulary), integer(b, vocabulary)) {
            (Some(by), None) => Some(times(linear(b, vocabulary)?, by)),
            (None, Some(by)) => Some(times(linear(a, vocabulary)?, by)),
            _ => None,
        },
        ("add", parts) => {
            let mut sum = Linear::default();
            for part in parts {
                let (letters, number) = linear(part, vocabulary)?;
                for (symbol, by) in letters {
                    *sum.0.entry(symbol).or_default() += by;
                }
                sum.1 += number;
            }
            sum.0.retain(|_, by| *by != 0);
            Some(sum)
        }
        _ => None,
    }
}

/// A sum with its letters, its number and what else is added.
fn written(sum: &Linear, others: Vec<Term>, vocabulary: &Vocabulary) -> Term {
    let number = |n: i64| {
        let size = Term::leaf(Op::integer(n.unsigned_abs() as u32));
        match n < 0 {
            true => node("neg", vec![size], vocabulary),
            false => size,
        }
    };
    let mut parts: Vec<Term> = Vec::new();
    for (symbol, by) in sum.0.iter().filter(|(_, by)| **by != 0) {
        let letter = Term::leaf(Op::symbol(*symbol));
        let size = match by.unsigned_abs() {
            1 => letter,
            more => node("mul", vec![number(more as i64), letter], vocabulary),
        };
        parts.push(match *by < 0 {
            true => node("neg", vec![size], vocabulary),
            false => size,
        });
    }
    if sum.1 != 0 {
        parts.push(number(sum.1));
    }
    parts.extend(others);
    match parts.pop() {
        None => number(0),
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            node("add", parts, vocabulary)
        }
    }
}

/// The term with letters and numbers of a sum taken together, without factors and powers that are nothing.
fn folded(term: &Term, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| {
        let t = match t.op.head() {
            Head::Operator(_) => normal::node(vocabulary, t.op, t.args.to_vec()),
            _ => t,
        };
        let zero = |t: &Term| integer(t, vocabulary) == Some(0);
        let one = |t: &Term| integer(t, vocabulary) == Some(1);
        match (name(&t, vocabulary), &*t.args) {
            ("add", parts) => {
                let (mut sum, mut others) = (Linear::default(), Vec::new());
                for part in parts {
                    match linear(part, vocabulary) {
                        Some((letters, number)) => {
                            for (symbol, by) in letters {
                                *sum.0.entry(symbol).or_default() += by;
                            }
                            sum.1 += number;
                        }
                        None => others.push(part.clone()),
                    }
                }
                written(&sum, others, vocabulary)
            }
            ("neg", [inner]) if zero(inner) => inner.clone(),
            ("mul", parts) if parts.iter().any(zero) => Term::leaf(Op::integer(0)),
            ("mul", parts) if parts.iter().any(one) => {
                let mut kept: Vec<Term> = parts.iter().filter(|p| !one(p)).cloned().collect();
                match kept.len() {
                    0 => Term::leaf(Op::integer(1)),
                    1 => kept.remove(0),
                    _ => Term::new(t.op, kept),
                }
            }
            ("pow", [_, exponent]) if zero(exponent) => Term::leaf(Op::integer(1)),
            ("pow", [base, exponent]) if one(exponent) => base.clone(),
            _ => t,
        }
    })
}

/// The members with a number from which a sequence begins whatever they are: `x_0` in `x_k = x_0 + kh`.
fn own_starts(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> BTreeSet<(u32, i64)> {
    if name(term, vocabulary) != "eq" || !has_start(term, vocabulary) {
        return BTreeSet::new();
    }
    let [letter] = running(term, atoms, vocabulary)[..] else {
        return BTreeSet::new();
    };
    let mut fixed = BTreeSet::new();
    term.walk(&mut |t| {
        let at = member(t, vocabulary).and_then(|(s, i)| Some((s, integer(i, vocabulary)?)));
        fixed.extend(at);
    });
    fixed.retain(|(_, at)| {
        let number = written(&(BTreeMap::new(), *at), Vec::new(), vocabulary);
        let there = term.map(&mut |t| match t.op.as_symbol() {
            Some(symbol) if symbol == letter && t.args.is_empty() => number.clone(),
            _ => t,
        });
        let there = normal::canonical(vocabulary, &folded(&there, vocabulary));
        matches!(&*there.args, [a, b] if a == b)
    });
    fixed
}

/// The formula with symbols of their own for starts of sequences, and for letters of which nothing but one
/// member with a number is there.
fn with_names(
    term: &Term,
    atoms: &Atoms,
    starts: &BTreeSet<(u32, i64)>,
    vocabulary: &Vocabulary,
) -> (Term, Atoms) {
    let mut atoms = atoms.clone();
    let mut fixed: BTreeMap<u32, BTreeSet<i64>> = BTreeMap::new();
    let mut others = BTreeSet::new();
    let mut look = |t: &Term| match member(t, vocabulary) {
        Some((head, index)) => match integer(index, vocabulary) {
            Some(at) => drop(fixed.entry(head).or_default().insert(at)),
            None => drop(others.insert(head)),
        },
        None if name(t, vocabulary) == "idx" => others.extend(t.args[0].op.as_symbol()),
        None => {}
    };
    term.walk(&mut look);
    let mut own: BTreeMap<(u32, i64), Op> = BTreeMap::new();
    for (head, places) in &fixed {
        let lone = places.len() == 1 && !others.contains(head);
        for at in places {
            let Some(known) = atoms.symbols.get(*head as usize).cloned() else {
                continue;
            };
            let number = matches!(known.kind, Kind::Num | Kind::Any) && !known.protected;
            if number && (lone || starts.contains(&(*head, *at))) {
                let label = format!("{}_{{{at}}}", known.name);
                own.insert((*head, *at), Op::symbol(atoms.called(&label, known.kind)));
            }
        }
    }
    let named = term.map(&mut |t| {
        let at = member(&t, vocabulary).and_then(|(s, i)| Some((s, integer(i, vocabulary)?)));
        at.and_then(|at| own.get(&at))
            .map_or(t, |op| Term::leaf(*op))
    });
    (named, atoms)
}
