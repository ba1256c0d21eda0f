//! What a source says of a function all along a line or everywhere, where a candidate says it of other places: conditions
//! at a boundary, `u(0, t) = 0`, and derivatives that are nothing, `f'(z) = 0`.

use super::customs::times;
use super::extension::integer;
use super::form::name;
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// Letters of places that may be any.
const PLACES: [&str; 5] = ["x", "y", "z", "t", "w"];

/// A candidate with the letters of its source in the places where it has them moved or stretched, `u(0, t + 1) = 0`, where
/// that says of a function of several numbers what it is as one of them runs, and that does not depend on it.
pub(super) fn bounding(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let sides: Vec<&Term> = match name(source, vocabulary) {
        "eq" => source.args.iter().collect(),
        "chain" => source.args.iter().step_by(2).collect(),
        _ => return None,
    };
    let is_value = |t: &Term| name(t, vocabulary) == "call" && t.args.len() > 2;
    let (values, others): (Vec<&Term>, Vec<&Term>) = sides.into_iter().partition(|t| is_value(t));
    let letter = |t: &&Term| t.op.as_symbol().is_some();
    let first = values.first()?;
    let mut places = 1..first.args.len();
    let place = places.find(|at| {
        let running = &first.args[*at];
        let here =
            |value: &&Term| value.args.get(*at) == Some(running) && times(value, running) == 1;
        let fixed = |t: &&Term| times(t, running) == 0;
        letter(&running) && values.iter().all(here) && others.iter().all(fixed)
    })?;
    let running = &first.args[place];
    if others.is_empty() || others.iter().any(|t| !occurs(t).is_empty()) {
        return None;
    }
    let own = running.op.as_symbol()?;
    let known = occurs(source);
    // A letter that the source has nowhere runs as well.
    let runs = |at: &Term| occurs(at).iter().any(|s| *s == own || !known.contains(s));
    let plain = term.map(&mut |t| {
        let moved = is_value(&t) && t.args.get(place).is_some_and(runs);
        if !moved {
            return t;
        }
        let mut args = t.args.to_vec();
        args[place] = running.clone();
        Term::new(t.op, args)
    });
    (plain != *term).then_some(plain)
}

/// The source, where that says of a derivative that it is zero at a place that may be any, and a candidate says so of it
/// elsewhere or of a higher one: `f'(z^2) = 0` and `f''(z) = 0` in place of `f'(z) = 0`.
pub(super) fn vanishing(
    source: &Term,
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let ((function, least, place), (other, order, _)) = (
        derivative(source, vocabulary)?,
        derivative(term, vocabulary)?,
    );
    let known = atoms.symbols.get(place.op.as_symbol()? as usize)?;
    let anywhere = PLACES.contains(&known.name.as_str());
    (anywhere && function == other && order >= least && source != term).then(|| source.clone())
}

/// The function of which a derivative is said to be zero, which it is, and where.
fn derivative<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<(&'t Term, i64, &'t Term)> {
    let zero = |t: &Term| t.op.head() == Head::Integer(0);
    let value = match (name(term, vocabulary), &*term.args) {
        ("eq", [value, right]) if zero(right) => value,
        ("eq", [left, value]) if zero(left) => value,
        _ => return None,
    };
    let ("call", [head, place]) = (name(value, vocabulary), &*value.args) else {
        return None;
    };
    match (name(head, vocabulary), &*head.args) {
        ("prime", [function, order]) => Some((function, integer(order, vocabulary)?, place)),
        _ => None,
    }
}
