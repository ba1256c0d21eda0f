//! Letters that are differentiated depend on what they are differentiated by: their derivatives at a
//! place are numbers of their own, or they are functions.

use super::fields::CONSTANTS;
use super::form::{name, node};
use super::termwise::differentiated;
use crate::atoms::{Atoms, Shown, Symbol};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// A derivative of a letter: the letter, and by what how often.
#[derive(PartialEq, Eq)]
struct Slope {
    letter: u32,
    by: BTreeMap<u32, u32>,
}

/// The derivative of what is written with one letter, `(\sin x)'`, is that by the letter.
pub(super) fn primed(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| {
        // `\frac{d^2 f}{dx^2}(x)`
        if let ("call", [slope, at]) = (name(&t, vocabulary), &*t.args)
            && let ("diff", [x, order, of]) = (name(slope, vocabulary), &*slope.args)
            && x == at
        {
            let value = Term::new(t.op, vec![of.clone(), at.clone()]);
            return Term::new(slope.op, vec![x.clone(), order.clone(), value]);
        }
        let ("prime", [of, order]) = (name(&t, vocabulary), &*t.args) else {
            return t;
        };
        let result = vocabulary
            .operator(of.op)
            .and_then(|o| o.signatures.first())
            .map(|s| s.result);
        let mut letters = BTreeSet::new();
        of.walk(&mut |l| letters.extend(l.op.as_symbol()));
        let number = |s: &u32| {
            let kind = atoms.symbols.get(*s as usize).map(|k| k.kind);
            matches!(kind, Some(Kind::Any | Kind::Num))
        };
        let mut letters = letters.into_iter();
        match (letters.next(), letters.next()) {
            (Some(only), None) if number(&only) && result == Some(Kind::Num) => {
                let by = Term::leaf(Op::symbol(only));
                node("diff", vec![by, order.clone(), of.clone()], vocabulary)
            }
            _ => t,
        }
    })
}

/// The term in which no letter that depends on others is differentiated as if it were a constant.
pub(super) fn applied(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let term = &differentiated(term, atoms, vocabulary);
    let (mut slopes, mut others) = (Vec::new(), false);
    collect(term, vocabulary, &mut slopes, &mut others);
    let called = heads(term, vocabulary);
    let named = |s: u32| atoms.symbols.get(s as usize);
    // What something is differentiated by is no constant.
    let variables: BTreeSet<u32> = slopes.iter().flat_map(|s| s.by.keys().copied()).collect();
    slopes.retain(|s| {
        named(s.letter).is_some_and(|k| {
            matches!(k.kind, Kind::Any | Kind::Num | Kind::Fn)
                && (variables.contains(&s.letter) || !CONSTANTS.contains(&k.name.as_str()))
        }) && !called.contains(&s.letter)
            && !s.by.contains_key(&s.letter)
    });
    if slopes.is_empty() {
        return term.clone();
    }
    let dependent: BTreeSet<u32> = slopes.iter().map(|s| s.letter).collect();
    let nested = slopes
        .iter()
        .any(|s| s.by.keys().any(|x| dependent.contains(x)));
    let single = vocabulary
        .operator(term.op)
        .is_some_and(|o| o.has_tag("relation") || o.name == "chain");
    if nested {
        return composed(term, &slopes, atoms, vocabulary);
    }
    // What another formula applies is a function here too.
    let function = |s: &u32| atoms.symbols[*s as usize].kind == Kind::Fn;
    if single && !others && !dependent.iter().any(function) {
        for letter in &dependent {
            atoms.symbols[*letter as usize].kind = Kind::Num;
        }
        return numbers(term, &dependent, atoms, vocabulary);
    }
    let by = |letter: u32| -> BTreeSet<u32> {
        let own = slopes.iter().filter(|s| s.letter == letter);
        own.flat_map(|s| s.by.keys().copied()).collect()
    };
    let places: BTreeMap<u32, BTreeSet<u32>> = dependent.iter().map(|s| (*s, by(*s))).collect();
    for letter in &dependent {
        atoms.symbols[*letter as usize].kind = Kind::Fn;
    }
    functions(term, &places, vocabulary)
}

/// Whether letters with indices are differentiated, or something is by them: each is a letter of its own.
pub(super) fn on_indexed(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| {
        if let ("diff" | "pdiff", [x, _, of]) = (name(t, vocabulary), &*t.args) {
            found |= [x, of].iter().any(|l| name(l, vocabulary) == "idx");
        }
    });
    found
}

/// The letters that are differentiated.
pub(super) fn sloped(term: &Term, vocabulary: &Vocabulary) -> BTreeSet<u32> {
    let mut slopes = Vec::new();
    collect(term, vocabulary, &mut slopes, &mut false);
    slopes.into_iter().map(|s| s.letter).collect()
}

/// What all letters that are differentiated depend on, when it is one variable.
pub(super) fn only_variable(term: &Term, vocabulary: &Vocabulary) -> Option<u32> {
    let mut slopes = Vec::new();
    collect(term, vocabulary, &mut slopes, &mut false);
    let by: BTreeSet<u32> = slopes.iter().flat_map(|s| s.by.keys().copied()).collect();
    let mut by = by.into_iter();
    by.next().filter(|_| by.next().is_none())
}

/// The derivatives of letters, and whether there are derivatives or integrals of something else.
fn collect(term: &Term, vocabulary: &Vocabulary, found: &mut Vec<Slope>, others: &mut bool) {
    match slope(term, vocabulary) {
        Some(one) => {
            if !found.contains(&one) {
                found.push(one);
            }
        }
        None => {
            *others |= matches!(
                name(term, vocabulary),
                "diff" | "pdiff" | "int" | "dint" | "intto" | "prime"
            );
            for arg in term.args.iter() {
                collect(arg, vocabulary, found, others);
            }
        }
    }
}

/// The letter that is differentiated, once or again.
fn slope(term: &Term, vocabulary: &Vocabulary) -> Option<Slope> {
    let ("diff" | "pdiff", [x, order, of]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let (Head::Symbol(x), Head::Integer(order @ 1..=9)) = (x.op.head(), order.op.head()) else {
        return None;
    };
    let mut found = match of.op.head() {
        Head::Symbol(letter) if of.args.is_empty() => Slope {
            letter,
            by: BTreeMap::new(),
        },
        _ => slope(of, vocabulary)?,
    };
    *found.by.entry(x).or_insert(0) += order;
    Some(found)
}

/// At a place a function may have any derivatives: each is a value of its own, which the place and the
/// function there settle.
fn numbers(
    term: &Term,
    dependent: &BTreeSet<u32>,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> Term {
    if let Some(found) = slope(term, vocabulary).filter(|s| dependent.contains(&s.letter)) {
        let label = |s: u32| atoms.symbols[s as usize].name.clone();
        let by: Vec<String> = found
            .by
            .iter()
            .map(|(x, n)| format!("d{}^{n}", label(*x)))
            .collect();
        let order: u32 = found.by.values().sum();
        let label = format!("d^{order}{}/{}", label(found.letter), by.join(" "));
        let places = found.by.keys().chain([&found.letter]);
        let mut args = vec![Term::leaf(Op::symbol(fresh(atoms, label, Kind::Fn)))];
        args.extend(places.map(|s| Term::leaf(Op::symbol(*s))));
        return node("call", args, vocabulary);
    }
    let args = term.args.iter();
    let args: Vec<Term> = args
        .map(|a| numbers(a, dependent, atoms, vocabulary))
        .collect();
    Term::new(term.op, args)
}

/// Every letter as a function of what it is differentiated by.
fn functions(term: &Term, places: &BTreeMap<u32, BTreeSet<u32>>, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| match t.op.head() {
        Head::Symbol(s) if t.args.is_empty() && places.contains_key(&s) => {
            let mut args = vec![t.clone()];
            args.extend(places[&s].iter().map(|x| Term::leaf(Op::symbol(*x))));
            node("call", args, vocabulary)
        }
        _ => t,
    })
}

/// `y` depends on `u` and `u` on `x`: the chain rule. What depends on each other has no meaning here.
fn composed(term: &Term, slopes: &[Slope], atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let dependent: BTreeSet<u32> = slopes.iter().map(|s| s.letter).collect();
    // The place of a letter: another letter that depends, or a free one.
    let place = |letter: u32| -> Option<u32> {
        let own = slopes.iter().filter(|s| s.letter == letter);
        let by: BTreeSet<u32> = own.flat_map(|s| s.by.keys().copied()).collect();
        let inner: Vec<u32> = by
            .iter()
            .copied()
            .filter(|x| dependent.contains(x))
            .collect();
        match (&inner[..], by.len()) {
            ([one], _) => Some(*one),
            ([], 1) => by.first().copied(),
            _ => None,
        }
    };
    let mut at: BTreeMap<u32, Term> = BTreeMap::new();
    for letter in &dependent {
        let mut chain = vec![*letter];
        while let Some(next) = chain.last().and_then(|l| place(*l)) {
            if chain.contains(&next) {
                break;
            }
            chain.push(next);
            if !dependent.contains(&next) {
                break;
            }
        }
        let Some((free, letters)) = chain.split_last().filter(|(f, _)| !dependent.contains(f))
        else {
            return unknown(term, &dependent, vocabulary);
        };
        let leaf = |s: u32| Term::leaf(Op::symbol(s));
        let value = letters.iter().rev().fold(leaf(*free), |inner, letter| {
            node("call", vec![leaf(*letter), inner], vocabulary)
        });
        at.insert(*letter, value);
    }
    for letter in &dependent {
        atoms.symbols[*letter as usize].kind = Kind::Fn;
    }
    along(term, &at, vocabulary)
}

/// The term in which letters have these values; a derivative by a letter that has one is that of the
/// function there.
fn along(term: &Term, at: &BTreeMap<u32, Term>, vocabulary: &Vocabulary) -> Term {
    if let Head::Symbol(s) = term.op.head()
        && let Some(value) = at.get(&s)
    {
        return value.clone();
    }
    if let ("diff" | "pdiff", [x, order, of]) = (name(term, vocabulary), &*term.args) {
        if let (Head::Symbol(u), Head::Symbol(y)) = (x.op.head(), of.op.head())
            && let (Some(place), Some(_)) = (at.get(&u), at.get(&y))
        {
            let head = node("prime", vec![of.clone(), order.clone()], vocabulary);
            return node("call", vec![head, place.clone()], vocabulary);
        }
        let of = along(of, at, vocabulary);
        return Term::new(term.op, vec![x.clone(), order.clone(), of]);
    }
    let args = term.args.iter().map(|a| along(a, at, vocabulary));
    Term::new(term.op, args.collect::<Vec<_>>())
}

/// The term in which the derivatives of these letters say nothing.
fn unknown(term: &Term, letters: &BTreeSet<u32>, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| match slope(&t, vocabulary) {
        Some(found) if letters.contains(&found.letter) => {
            let letter = Term::leaf(Op::symbol(found.letter));
            node(
                "prime",
                vec![letter, Term::leaf(Op::integer(1))],
                vocabulary,
            )
        }
        _ => t,
    })
}

/// The letters that are applied to something, differentiated before or not, or have indices.
fn heads(term: &Term, vocabulary: &Vocabulary) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    term.walk(&mut |t| {
        if let ("call" | "idx" | "compose", [head, ..]) = (name(t, vocabulary), &*t.args) {
            head.walk(&mut |h| found.extend(h.op.as_symbol()));
        }
    });
    found
}

fn fresh(atoms: &mut Atoms, name: String, kind: Kind) -> u32 {
    let known = atoms.symbols.iter().position(|s| s.name == name);
    let place = known.unwrap_or_else(|| {
        atoms.symbols.push(Symbol {
            name,
            kind,
            protected: false,
            shown: Shown::default(),
        });
        atoms.symbols.len() - 1
    });
    place as u32
}
