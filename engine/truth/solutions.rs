//! Differential equations with their solutions, `y' + y = 0 \Rightarrow y = Ce^{-x}`: what is said to follow solves
//! the equation.

use super::form::{name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;

/// Letters that functions without an argument depend on, the likeliest first.
const VARIABLES: [&str; 3] = ["x", "t", "s"];

/// The equation with the function that is said to solve it; the term itself where it says nothing of the kind.
pub(super) fn meant(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    solved(term, atoms, vocabulary).unwrap_or_else(|| term.clone())
}

fn solved(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let ("implies", [equation, solution]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let ("eq", "eq", [a, b]) = (
        name(equation, vocabulary),
        name(solution, vocabulary),
        &*solution.args,
    ) else {
        return None;
    };
    let solves = |sides| solving(equation, sides, atoms, vocabulary);
    solves((a, b)).or_else(|| solves((b, a)))
}

/// The equation with a value in the place of the function that stands on the other side.
fn solving(
    equation: &Term,
    (left, value): (&Term, &Term),
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let (function, place) = match (name(left, vocabulary), &*left.args) {
        ("call", [function, place]) => (function, Some(place)),
        _ => (left, None),
    };
    let mut slopes = Slopes::of(equation, function, vocabulary);
    // Of a function that is applied there is more to know than one value.
    let letter = function.op.as_symbol().is_some() && function.args.is_empty();
    let plain = letter && slopes.any && !slopes.elsewhere;
    if !plain || stands(value, function, vocabulary) {
        return None;
    }
    let letter = |name: &&str| {
        let symbol = occurs(value).into_iter().find(|s| {
            let known = atoms.symbols.get(*s as usize);
            known.is_some_and(|known| known.name == **name)
        });
        symbol.map(|s| Term::leaf(Op::symbol(s)))
    };
    let by = slopes.by.take().or_else(|| place.cloned());
    let by = by.or_else(|| VARIABLES.iter().find_map(letter))?;
    Some(
        equation.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
            ("prime", [of, order]) if of == value => node(
                "diff",
                vec![by.clone(), order.clone(), value.clone()],
                vocabulary,
            ),
            _ if t == *function => value.clone(),
            _ => t,
        }),
    )
}

/// How an equation speaks of a function.
#[derive(Default)]
struct Slopes {
    /// It has a derivative of it.
    any: bool,
    /// It is applied to something, or a letter with an index is called like it.
    elsewhere: bool,
    /// What it is differentiated by.
    by: Option<Term>,
}

impl Slopes {
    fn of(equation: &Term, function: &Term, vocabulary: &Vocabulary) -> Self {
        let mut found = Self::default();
        equation.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
            ("prime", [of, _]) if of == function => found.any = true,
            ("diff", [by, _, of]) if of == function => {
                (found.any, found.by) = (true, Some(by.clone()));
            }
            ("call" | "idx", [head, ..]) => {
                found.elsewhere |= head == function
                    || name(head, vocabulary) == "prime" && head.args[0] == *function;
            }
            _ => {}
        });
        found
    }
}

/// Whether a function stands in a term; a letter with an index that is called like it, `N_0`, is another one.
fn stands(term: &Term, function: &Term, vocabulary: &Vocabulary) -> bool {
    let args = match name(term, vocabulary) {
        "idx" => &term.args[1..],
        _ => &term.args[..],
    };
    term == function || args.iter().any(|t| stands(t, function, vocabulary))
}
