//! Integers that are listed with an ellipsis, and numbers at equal distances.

use crate::term::{Head, Op, Term};
use crate::truth::form::{name, node};
use crate::vocabulary::Vocabulary;

/// Integers that are listed with an ellipsis, `2, 4, \dots, 2n`: the first one, how far it is to the next, and
/// the last one, where there is one.
fn listed<'t>(parts: &'t [Term], vocabulary: &Vocabulary) -> Option<(i64, i64, Option<&'t Term>)> {
    let dots = |t: &Term| name(t, vocabulary) == "dots";
    let at = parts.iter().position(dots)?;
    let shown: Option<Vec<i64>> = parts[..at].iter().map(|t| integer(t, vocabulary)).collect();
    let last = match &parts[at + 1..] {
        [] => None,
        [last] => Some(last),
        _ => return None,
    };
    let (first, step) = match shown?[..] {
        [first] if last.is_some() => (first, 1),
        [first, next] => (first, next - first),
        [first, next, after] if after - next == next - first => (first, next - first),
        _ => return None,
    };
    (step > 0 && !last.is_some_and(dots)).then_some((first, step, last))
}

/// The number that is written, with a sign or none.
pub(in crate::truth) fn integer(term: &Term, vocabulary: &Vocabulary) -> Option<i64> {
    match (term.op.head(), name(term, vocabulary), &*term.args) {
        (Head::Integer(n), ..) => Some(i64::from(n)),
        (_, "neg", [inner]) => Some(-integer(inner, vocabulary)?),
        _ => None,
    }
}

fn constant(number: i64, vocabulary: &Vocabulary) -> Option<Term> {
    let size = Term::leaf(Op::integer(u32::try_from(number.unsigned_abs()).ok()?));
    Some(match number < 0 {
        true => node("neg", vec![size], vocabulary),
        false => size,
    })
}

/// How many steps it is from the first of listed integers to a number.
fn steps(number: &Term, (first, step): (i64, i64), vocabulary: &Vocabulary) -> Option<Term> {
    let away = constant(-first, vocabulary)?;
    let away = node("add", vec![number.clone(), away], vocabulary);
    Some(match step {
        1 => away,
        _ => node("div", vec![away, constant(step, vocabulary)?], vocabulary),
    })
}

/// That a number is among listed integers.
pub(super) fn in_listed(number: &Term, parts: &[Term], vocabulary: &Vocabulary) -> Option<Term> {
    let (first, step, last) = listed(parts, vocabulary)?;
    let integers = node("ZZ", Vec::new(), vocabulary);
    let whole = steps(number, (first, step), vocabulary)?;
    let least = constant(first, vocabulary)?;
    let mut said = vec![
        node("in", vec![whole, integers], vocabulary),
        node("le", vec![least, number.clone()], vocabulary),
    ];
    said.extend(last.map(|last| node("le", vec![number.clone(), last.clone()], vocabulary)));
    Some(node("and", said, vocabulary))
}

/// How many listed integers there are.
pub(super) fn number_of(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let ("card", [set]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let ("setseq", parts) = (name(set, vocabulary), &*set.args) else {
        return None;
    };
    let (first, step, last) = listed(parts, vocabulary)?;
    let one = Term::leaf(Op::integer(1));
    Some(node(
        "add",
        vec![steps(last?, (first, step), vocabulary)?, one],
        vocabulary,
    ))
}

/// Whether a set is one of numbers at equal distances, or has one among its parts.
pub(super) fn has_progression(set: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(set, vocabulary), &*set.args) {
        ("imageset", [slot, element, condition]) => {
            let whole = |t: &Term| matches!(name(t, vocabulary), "ZZ");
            let counted = matches!((name(condition, vocabulary), &*condition.args), ("in", [which, base]) if which == slot && whole(base));
            counted && is_affine(element, slot, vocabulary)
        }
        ("union", parts) => parts.iter().any(|part| has_progression(part, vocabulary)),
        _ => false,
    }
}

/// That a number is one of `{a + bk | k ∈ ℤ}`: how often the distance fits is a whole number, at
/// which the sine of so many half turns vanishes.
pub(super) fn in_progression(number: &Term, set: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let ([slot, element, _], true) = (&*set.args, has_progression(set, vocabulary)) else {
        return None;
    };
    let at = |value: u32| {
        let value = Term::leaf(Op::integer(value));
        element.map(&mut |t| if t.op == slot.op { value.clone() } else { t })
    };
    let less = |a: Term, b: Term| {
        let negated = node("neg", vec![b], vocabulary);
        node("add", vec![a, negated], vocabulary)
    };
    let times = node(
        "div",
        vec![less(number.clone(), at(0)), less(at(1), at(0))],
        vocabulary,
    );
    let half_turn = node("pi", Vec::new(), vocabulary);
    let angle = node("mul", vec![half_turn, times], vocabulary);
    let zero = Term::leaf(Op::integer(0));
    let sine = node("sin", vec![angle], vocabulary);
    Some(node("eq", vec![sine, zero], vocabulary))
}

/// Whether a term is of degree one at most in a bound name.
fn is_affine(term: &Term, slot: &Term, vocabulary: &Vocabulary) -> bool {
    let mut without = true;
    term.walk(&mut |t| without &= t.op != slot.op);
    if without || term == slot {
        return true;
    }
    let affine = |t: &Term| is_affine(t, slot, vocabulary);
    match (name(term, vocabulary), &*term.args) {
        ("add" | "neg", parts) => parts.iter().all(affine),
        ("mul", parts) => {
            let with = |t: &&Term| {
                let mut found = false;
                t.walk(&mut |u| found |= u.op == slot.op);
                found
            };
            parts.iter().filter(with).count() == 1 && parts.iter().all(affine)
        }
        ("div", [above, below]) => {
            let mut constant = true;
            below.walk(&mut |t| constant &= t.op != slot.op);
            constant && affine(above)
        }
        _ => false,
    }
}
