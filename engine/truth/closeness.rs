//! Limits that are written out: `\forall \varepsilon > 0\, \exists \delta > 0\, \forall x: |x - a| < \delta
//! \Rightarrow |f(x) - L| < \varepsilon`, `\forall \varepsilon > 0\, \exists N\, \forall n \ge N: |a_n - L| <
//! \varepsilon`. No search goes through all that these speak of.

use super::form::{name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The level of the name bound here, above those that are read and those of functions of number theory.
const LEVEL: u8 = 250;

/// The limit that a statement says there is; none when it says something else.
pub(super) fn limit(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let (error, rest) = positive(term, "forall", vocabulary)?;
    let ("exists", [declared, rest]) = (name(rest, vocabulary), &*rest.args) else {
        return None;
    };
    if let Some(near) = above_zero(declared, vocabulary) {
        let (letter, rest) = for_all(rest, vocabulary);
        let (given, said) = parts(rest, "implies", vocabulary)?;
        let ends = nearby(given, near, vocabulary)?;
        let moves = |(x, _): &(u32, Term)| match letter {
            Some(letter) => letter == *x,
            None => is_variable(*x, atoms),
        };
        let place = ends.iter().position(moves).unwrap_or(0);
        let (x, at) = ends.into_iter().nth(place)?;
        let fits = letter.is_none_or(|letter| letter == x) && number(x, atoms);
        fits.then_some(())?;
        return close((x, at, SlotSort::Real), said, error, vocabulary);
    }
    let from = match (name(declared, vocabulary), &*declared.args) {
        ("in", [from, set]) if name(set, vocabulary) == "NN" => from.op.as_symbol(),
        (_, []) => declared.op.as_symbol(),
        _ => None,
    }?;
    let (given, said) = match for_all(rest, vocabulary) {
        (None, rest) => parts(rest, "forall", vocabulary).or(parts(rest, "implies", vocabulary))?,
        (Some(_), rest) => parts(rest, "implies", vocabulary)?,
    };
    let ("ge" | "gt", [n, low]) = (name(given, vocabulary), &*given.args) else {
        return None;
    };
    let n = n.op.as_symbol().filter(|_| n.args.is_empty())?;
    let infinity = node("infty", Vec::new(), vocabulary);
    let fits = low.op.as_symbol() == Some(from) && low.args.is_empty() && number(n, atoms);
    let place = (n, infinity, SlotSort::Positive);
    close(place, said, error, vocabulary).filter(|_| fits)
}

/// That something is as close as one likes to what it tends to: the limit.
fn close(
    (x, at, sort): (u32, Term, SlotSort),
    said: &Term,
    error: u32,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let distance = below(said, error, vocabulary)?;
    let own: Vec<&Term> = match name(distance, vocabulary) {
        "add" => distance.args.iter().collect(),
        _ => vec![distance],
    };
    let (moving, fixed): (Vec<&Term>, Vec<&Term>) =
        own.into_iter().partition(|part| occurs(part).contains(&x));
    let [moving] = moving[..] else {
        return None;
    };
    let negative = |part: &Term| match (name(part, vocabulary), &*part.args) {
        ("neg", [inner]) => inner.clone(),
        _ => node("neg", vec![part.clone()], vocabulary),
    };
    // `L - f(x)` is as close to zero as `f(x) - L`.
    let turned = name(moving, vocabulary) == "neg";
    let value = if turned {
        negative(moving)
    } else {
        moving.clone()
    };
    let towards = fixed.into_iter().map(|part| match turned {
        true => part.clone(),
        false => negative(part),
    });
    let towards = match &*towards.collect::<Vec<_>>() {
        [] => Term::leaf(Op::integer(0)),
        [only] => only.clone(),
        several => node("add", several.to_vec(), vocabulary),
    };
    let alone = |t: &Term| !occurs(t).contains(&error);
    (alone(&value) && alone(&towards) && alone(&at)).then_some(())?;
    let slot = Term::leaf(Op::slot(Slot { sort, level: LEVEL }));
    let body = value.map(&mut |t| match t.op.head() {
        Head::Symbol(s) if s == x && t.args.is_empty() => slot.clone(),
        _ => t,
    });
    let limit = node("lim", vec![slot.clone(), at, body], vocabulary);
    Some(node("eq", vec![limit, towards], vocabulary))
}

/// A letter that is near a place, and the place: `|x - a| < \delta`, `0 < |x - a| < \delta`; of two letters either
/// one, that without a sign first.
fn nearby(given: &Term, near: u32, vocabulary: &Vocabulary) -> Option<Vec<(u32, Term)>> {
    let distance = match (name(given, vocabulary), &*given.args) {
        ("chain", [zero, first, distance, second, end])
            if zero.op.head() == Head::Integer(0)
                && name(first, vocabulary) == "rel-lt"
                && matches!(name(second, vocabulary), "rel-lt" | "rel-le")
                && end.op.as_symbol() == Some(near) =>
        {
            inner(distance, vocabulary)?
        }
        _ => below(given, near, vocabulary)?,
    };
    let letter = |t: &Term| t.op.as_symbol().filter(|_| t.args.is_empty());
    match (name(distance, vocabulary), &*distance.args) {
        ("add", [a, b]) => {
            let turned = |t: &Term| match (name(t, vocabulary), &*t.args) {
                ("neg", [of]) => Some(of.clone()),
                _ => None,
            };
            let (plain, turned) = match (turned(a), turned(b)) {
                (None, Some(b)) => (a.clone(), b),
                (Some(a), None) => (b.clone(), a),
                _ => return None,
            };
            let ends = [(&plain, &turned), (&turned, &plain)].into_iter();
            let ends = ends.filter_map(|(x, at)| {
                let x = letter(x).filter(|x| !occurs(at).contains(x))?;
                Some((x, at.clone()))
            });
            Some(ends.collect())
        }
        _ => Some(vec![(letter(distance)?, Term::leaf(Op::integer(0)))]),
    }
}

/// What has a size below a letter.
fn below<'t>(term: &'t Term, bound: u32, vocabulary: &Vocabulary) -> Option<&'t Term> {
    match (name(term, vocabulary), &*term.args) {
        ("lt" | "le", [size, end]) if end.op.as_symbol() == Some(bound) && end.args.is_empty() => {
            inner(size, vocabulary)
        }
        _ => None,
    }
}

fn inner<'t>(size: &'t Term, vocabulary: &Vocabulary) -> Option<&'t Term> {
    match (name(size, vocabulary), &*size.args) {
        ("abs", [of]) => Some(of),
        _ => None,
    }
}

/// A letter that is positive, and what is said of it under a quantifier.
fn positive<'t>(
    term: &'t Term,
    quantifier: &str,
    vocabulary: &Vocabulary,
) -> Option<(u32, &'t Term)> {
    let (declared, rest) = parts(term, quantifier, vocabulary)?;
    Some((above_zero(declared, vocabulary)?, rest))
}

fn above_zero(declared: &Term, vocabulary: &Vocabulary) -> Option<u32> {
    match (name(declared, vocabulary), &*declared.args) {
        ("gt", [letter, zero]) if zero.op.head() == Head::Integer(0) => {
            letter.op.as_symbol().filter(|_| letter.args.is_empty())
        }
        _ => None,
    }
}

/// A letter of which something is said for all its values, and what; the term itself where there is none.
fn for_all<'t>(term: &'t Term, vocabulary: &Vocabulary) -> (Option<u32>, &'t Term) {
    let Some((declared, rest)) = parts(term, "forall", vocabulary) else {
        return (None, term);
    };
    let letter = match (name(declared, vocabulary), &*declared.args) {
        ("in", [letter, _]) => letter.op.as_symbol(),
        (_, []) => declared.op.as_symbol(),
        _ => None,
    };
    match letter {
        Some(letter) => (Some(letter), rest),
        None => (None, term),
    }
}

fn parts<'t>(term: &'t Term, sign: &str, vocabulary: &Vocabulary) -> Option<(&'t Term, &'t Term)> {
    match &*term.args {
        [first, second] if name(term, vocabulary) == sign => Some((first, second)),
        _ => None,
    }
}

/// Whether a letter moves by custom.
fn is_variable(symbol: u32, atoms: &Atoms) -> bool {
    let known = atoms.symbols.get(symbol as usize);
    known.is_some_and(|s| matches!(s.name.as_str(), "x" | "y" | "z" | "t" | "s" | "u" | "w"))
}

fn number(symbol: u32, atoms: &Atoms) -> bool {
    let known = atoms.symbols.get(symbol as usize);
    known.is_some_and(|s| matches!(s.kind, Kind::Num | Kind::Any))
}
