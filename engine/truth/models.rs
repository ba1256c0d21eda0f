//! What functions, sequences and matrices of a comparison are meant to be, where it does not hold for all of them:
//! measures of sets, `\mu(A \cup B) \le \mu(A) + \mu(B)`; matrices that are never below zero, whose trace is one,
//! `\operatorname{Tr} \rho^2 \le 1`; and such that it holds at all places, `f'(x) \ge 0`, `x_n \le x_{n+1}`.

use super::form::{name, node};
use super::newcomer::Newcomer;
use super::refute::{Refutation, Refuter};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

impl Refuter<'_> {
    /// What becomes of a candidate that is said of functions at all places, at other ones, where it is not refuted
    /// there.
    pub(super) fn at_other_places(
        &self,
        term: &Term,
        atoms: &Atoms,
        newcomers: &[Newcomer],
    ) -> Option<Refutation> {
        let mut others = moved(term, atoms, self.vocabulary)
            .into_iter()
            .map(|moved| self.looked_at(&moved, atoms, newcomers));
        others.find(|found| !matches!(found, Refutation::Refuted(_)))
    }
}

/// A statement whose functions of sets are numbers of members; none where it has no such function, or others.
pub(super) fn measures(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let set = |t: &Term| match t.op.head() {
        Head::Symbol(s) => kind(s, atoms) == Some(Kind::Set),
        _ => matches!(name(t, vocabulary), "union" | "inter" | "setminus"),
    };
    let mut functions = BTreeSet::new();
    let mut plain = true;
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("call", [of, place]) if matches!(of.op.head(), Head::Symbol(_)) && set(place) => {
            functions.insert(of.op);
        }
        ("call", _) => plain = false,
        _ => {}
    });
    (plain && functions.len() == 1).then(|| {
        term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
            ("call", [_, place]) => node("card", vec![place.clone()], vocabulary),
            _ => t,
        })
    })
}

/// A statement whose matrices are never below zero and have one as their trace; none where it has none.
pub(super) fn densities(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let matrix = |s: &u32| kind(*s, atoms) == Some(Kind::Mat);
    occurs(term).iter().any(matrix).then_some(())?;
    Some(term.map(&mut |t| match t.op.head() {
        Head::Symbol(s) if t.args.is_empty() && matrix(&s) => {
            let turned = node("transpose", vec![t.clone()], vocabulary);
            let square = node("matmul", vec![turned, t], vocabulary);
            let trace = node("tr", vec![square.clone()], vocabulary);
            let one = Term::leaf(Op::integer(1));
            let share = node("div", vec![one, trace], vocabulary);
            node("scale", vec![share, square], vocabulary)
        }
        _ => t,
    }))
}

/// A statement for all numbers that its functions and sequences stand at; none where it has none of either.
pub(super) fn everywhere(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let mut letters = BTreeSet::new();
    term.walk(&mut |t| {
        if let ("call" | "idx", [of, place]) = (name(t, vocabulary), &*t.args)
            && function(of, atoms, vocabulary)
        {
            letters.extend(occurs(place));
        }
    });
    let number = |s: &u32| matches!(kind(*s, atoms), Some(Kind::Num | Kind::Any));
    (!letters.is_empty() && letters.iter().all(number)).then_some(())?;
    let said = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("idx", [of, place]) if function(of, atoms, vocabulary) && !occurs(place).is_empty() => {
            node("call", vec![of.clone(), place.clone()], vocabulary)
        }
        _ => t,
    });
    let mut parts: Vec<Term> = letters.iter().map(|s| Term::leaf(Op::symbol(*s))).collect();
    parts.push(said);
    Some(node("forall", parts, vocabulary))
}

/// A statement of functions at all places, at other places: where one of them is at `x - T` or `-x`, `x` is called
/// `x + T` or `-x`. It says the same.
fn moved(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Vec<Term> {
    let mut moves: Vec<(u32, Term)> = Vec::new();
    term.walk(&mut |t| {
        if let ("call", [of, place]) = (name(t, vocabulary), &*t.args)
            && function(of, atoms, vocabulary)
        {
            moves.extend(back(place, vocabulary));
        }
    });
    moves.dedup();
    let number = |s: u32| matches!(kind(s, atoms), Some(Kind::Num | Kind::Any));
    let named = |s: u32| {
        let mut named = false;
        term.walk(&mut |t| {
            named |= matches!((name(t, vocabulary), &*t.args), ("diff" | "pdiff" | "int", [x, ..])
                if x.op.as_symbol() == Some(s));
        });
        named
    };
    // What is bound is nothing elsewhere, and what something is differentiated by is a letter.
    let bound = |by: &Term| {
        let mut bound = false;
        by.walk(&mut |t| bound |= matches!(t.op.head(), Head::Slot(_)));
        bound
    };
    moves.retain(|(letter, by)| number(*letter) && !bound(by) && !named(*letter));
    let moved = moves.into_iter().take(MOVES).map(|(letter, by)| {
        term.map(&mut |t| match t.op.as_symbol() {
            Some(s) if s == letter && t.args.is_empty() => by.clone(),
            _ => t,
        })
    });
    moved.collect()
}

/// As many places are looked at from elsewhere.
const MOVES: usize = 4;

/// Letters with what they are to be called so that a place is a letter.
fn back(place: &Term, vocabulary: &Vocabulary) -> Vec<(u32, Term)> {
    let letter = |t: &Term| t.op.as_symbol().filter(|_| t.args.is_empty());
    let negative = |t: Term| node("neg", vec![t], vocabulary);
    match (name(place, vocabulary), &*place.args) {
        ("neg", [x]) => {
            let turned = letter(x).map(|s| (s, negative(x.clone())));
            turned.into_iter().collect()
        }
        ("add", parts) => {
            let own = parts.iter().enumerate().filter_map(|(at, part)| {
                let (x, turned) = match (name(part, vocabulary), &*part.args) {
                    ("neg", [x]) => (x, true),
                    _ => (part, false),
                };
                let symbol = letter(x)?;
                let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
                let others: Vec<Term> = others.map(|(_, other)| other.clone()).collect();
                let free = others.iter().all(|other| !occurs(other).contains(&symbol));
                free.then_some(())?;
                // `c - x` is `x` where `x` is `c - x`, and `x + c` where it is `x - c`.
                let mut sum: Vec<Term> = match turned {
                    true => others,
                    false => others.into_iter().map(negative).collect(),
                };
                sum.push(if turned {
                    negative(x.clone())
                } else {
                    x.clone()
                });
                Some((symbol, node("add", sum, vocabulary)))
            });
            own.collect()
        }
        ("mul", [by, x]) | ("div", [x, by]) if matches!(by.op.head(), Head::Integer(1..)) => {
            let inverse = match name(place, vocabulary) {
                "mul" => node("div", vec![x.clone(), by.clone()], vocabulary),
                _ => node("mul", vec![by.clone(), x.clone()], vocabulary),
            };
            letter(x).map(|s| (s, inverse)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether something is a function or sequence that may be any, or a derivative of one.
fn function(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    match (term.op.head(), name(term, vocabulary), &*term.args) {
        (Head::Symbol(s), ..) => atoms
            .symbols
            .get(s as usize)
            .is_some_and(|s| !s.protected && matches!(s.kind, Kind::Fn | Kind::Any | Kind::Num)),
        (_, "prime", [of, _]) => function(of, atoms, vocabulary),
        _ => false,
    }
}

fn kind(symbol: u32, atoms: &Atoms) -> Option<Kind> {
    Some(atoms.symbols.get(symbol as usize)?.kind)
}
