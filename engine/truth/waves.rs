//! Waves with an amplitude and a phase that nothing else speaks of, `x(t) = A\cos(\omega t + \varphi)`: what is added to
//! the phase, a sign before either and the sine in the place of the cosine make other constants of them.

use super::customs::{is_number, stripped, times, unscaled};
use super::form::name;
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// A wave as a source writes it.
struct Wave {
    /// Its sine or cosine.
    function: Op,
    amplitude: Term,
    phase: Term,
    /// The phase as a term of the argument, with its sign.
    member: Term,
    /// What the wave is a function of, where that is written.
    time: Option<Term>,
}

/// A candidate with the constants of the wave that its source is for what can be said by others of them.
pub(super) fn meant(
    source: &Term,
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let wave = wave(source, atoms, vocabulary)?;
    let known = occurs(source);
    let plain = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("sin" | "cos", [of]) if times(of, &wave.phase) == 1 => {
            let of = wave.argument(of, &known, vocabulary);
            Term::new(wave.function, vec![of])
        }
        _ => {
            let lone = |t: &Term| {
                let symbol = t.op.as_symbol().filter(|_| t.args.is_empty());
                symbol.is_some_and(|s| !known.contains(&s)) && times(term, t) == 1
            };
            stripped(&t, &wave.amplitude, &lone, vocabulary).unwrap_or(t)
        }
    });
    let constants = std::slice::from_ref(&wave.amplitude);
    let plain = unscaled(&plain, constants, vocabulary).unwrap_or(plain);
    (plain != *term).then_some(plain)
}

/// The wave that a source says something to be.
fn wave(source: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Wave> {
    let ("eq", [a, b]) = (name(source, vocabulary), &*source.args) else {
        return None;
    };
    let product = |t: &Term| {
        name(t, vocabulary) == "mul"
            && t.args
                .iter()
                .any(|f| matches!(name(f, vocabulary), "sin" | "cos"))
    };
    let (value, side) = match (product(a), product(b)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return None,
    };
    let time = match (name(value, vocabulary), &*value.args) {
        ("call", [_, .., at]) => Some(at.clone()),
        _ => value.op.as_symbol().map(|_| None)?,
    };
    let letter = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("idx", [head, index]) => {
            head.op.as_symbol().is_some() && matches!(index.op.head(), Head::Integer(_))
        }
        _ => {
            t.args.is_empty()
                && t.op
                    .as_symbol()
                    .is_some_and(|s| (s as usize) < atoms.symbols.len())
        }
    };
    let free = |t: &Term| letter(t) && times(source, t) == 1;
    let mut waves = side
        .args
        .iter()
        .filter(|f| matches!(name(f, vocabulary), "sin" | "cos"));
    let (wave, None) = (waves.next()?, waves.next()) else {
        return None;
    };
    let argument = wave.args.first().filter(|t| name(t, vocabulary) == "add")?;
    let phase = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("neg", [of]) if free(of) => Some(of.clone()),
        _ => free(t).then(|| t.clone()),
    };
    let mut phases = argument
        .args
        .iter()
        .filter(|t| time.as_ref() != Some(t))
        .filter_map(|t| Some((phase(t)?, t.clone())));
    let (Some((phase, member)), None) = (phases.next(), phases.next()) else {
        return None;
    };
    let amplitude = side.args.iter().find(|f| free(f))?.clone();
    Some(Wave {
        function: wave.op,
        amplitude,
        phase,
        member,
        time,
    })
}

impl Wave {
    /// An argument without what is a constant beside the phase.
    fn argument(&self, of: &Term, known: &BTreeSet<u32>, vocabulary: &Vocabulary) -> Term {
        let constant = |t: &Term| match &self.time {
            Some(time) => times(t, time) == 0,
            None => is_number(t, vocabulary) || occurs(t).is_disjoint(known),
        };
        let parts = match name(of, vocabulary) {
            "add" => &*of.args,
            _ => std::slice::from_ref(of),
        };
        // `2(\omega t + \varphi)` is another wave.
        let own = occurs(&self.phase);
        let apart = |part: &Term| match &self.time {
            Some(_) => constant(part),
            None => occurs(part).intersection(known).all(|s| own.contains(s)),
        };
        let mut holding = parts.iter().filter(|part| times(part, &self.phase) == 1);
        if !holding.all(apart) {
            return of.clone();
        }
        // `\omega(t - 2)` is `\omega t` and a constant.
        let moved = |t: &Term| {
            t.map(&mut |t| match name(&t, vocabulary) {
                "add" => {
                    let kept: Vec<Term> = t.args.iter().filter(|t| !constant(t)).cloned().collect();
                    match kept.len() {
                        1 => kept.into_iter().next().unwrap_or(t),
                        _ => t,
                    }
                }
                _ => t,
            })
        };
        let mut kept: Vec<Term> = Vec::new();
        for part in parts {
            if times(part, &self.phase) == 1 {
                kept.push(self.member.clone());
            } else if !constant(part) {
                kept.push(moved(part));
            }
        }
        match kept.len() {
            1 => self.member.clone(),
            _ => Term::new(of.op, kept),
        }
    }
}
