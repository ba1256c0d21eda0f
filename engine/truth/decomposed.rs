//! Matrices that are said to be products of others which nothing else tells, `A = PDP^{-1}`, `A = LU`: twice such a
//! product is one, too, as a factor takes the number.

use super::customs::{is_number, times};
use super::form::name;
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Letters of the diagonal, or nearly diagonal, matrix between two others.
const BETWEEN: [&str; 5] = ["D", "J", "S", "\\Lambda", "\\Sigma"];

/// Letters of two factors of which the second one takes a number.
const PAIRS: [(&str, &str); 4] = [("L", "U"), ("Q", "R"), ("L", "L"), ("R", "R")];

/// A candidate without the numbers before a product that takes them.
pub(super) fn meant(
    source: &Term,
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let ("eq", [a, b]) = (name(source, vocabulary), &*source.args) else {
        return None;
    };
    let letter = |t: &Term| {
        let symbol = t.op.as_symbol().filter(|_| t.args.is_empty())?;
        atoms.symbols.get(symbol as usize).map(|s| s.name.as_str())
    };
    let (product, whole) = match (name(a, vocabulary), name(b, vocabulary)) {
        ("matmul", _) => (a, b),
        (_, "matmul") => (b, a),
        _ => return None,
    };
    letter(whole).filter(|_| times(source, whole) == 1)?;
    let base = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("transpose" | "matinv" | "adjoint" | "conj", [of]) => letter(of),
        _ => letter(t),
    };
    let takes = match &*product.args {
        [_, between, _] => {
            letter(between).is_some_and(|name| BETWEEN.contains(&name))
                && times(source, between) == 1
        }
        [first, second] => base(first)
            .zip(base(second))
            .is_some_and(|names| PAIRS.contains(&names)),
        _ => false,
    };
    if !takes {
        return None;
    }
    let number = |t: &Term| is_number(t, vocabulary) && occurs(t).is_empty();
    let left = |t: &Term| -> Option<Term> {
        match (name(t, vocabulary), &*t.args) {
            ("neg", [of]) => Some(of.clone()),
            ("div", [of, by]) if number(by) => Some(of.clone()),
            ("scale" | "mul", [by, of]) if number(by) => Some(of.clone()),
            ("matmul", factors) if factors.iter().any(number) => {
                let kept: Vec<Term> = factors.iter().filter(|f| !number(f)).cloned().collect();
                (kept.len() > 1).then(|| Term::new(t.op, kept))
            }
            _ => None,
        }
    };
    let plain = term.map(&mut |t| left(&t).unwrap_or(t));
    (plain != *term).then_some(plain)
}
