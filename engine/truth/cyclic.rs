//! Sums over what letters become as they change places in a circle, `\sum_{cyc} \frac{a}{b+c}`, as the sums that they are.

use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// Numbers of letters of which such sums are written out.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=4;

/// The term with sums in the place of these; as it is where it is not plain which letters change places: those of one
/// letter in all of it that follow each other, `a`, `b`, `c`.
pub(super) fn written_out(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let is_sum = |t: &Term| body(t, atoms, vocabulary).is_some();
    let mut any = false;
    term.walk(&mut |t| any |= is_sum(t));
    if !any {
        return term.clone();
    }
    let mut letters = BTreeSet::new();
    term.walk(&mut |t| letters.extend(letter(t, atoms)));
    let follow = letters.iter().zip(letters.iter().skip(1));
    let follow = follow
        .map(|(one, other)| u32::from(other.0) - u32::from(one.0))
        .all(|step| step == 1);
    if !LETTERS.contains(&letters.len()) || !follow {
        return term.clone();
    }
    let circle: Vec<u32> = letters.into_iter().map(|(_, symbol)| symbol).collect();
    term.map(&mut |t| match body(&t, atoms, vocabulary) {
        Some(of) => {
            let turned = |by: usize| {
                of.map(&mut |t| {
                    let symbol = t.op.as_symbol().filter(|_| t.args.is_empty());
                    let place = symbol.and_then(|s| circle.iter().position(|c| *c == s));
                    match place {
                        Some(at) => Term::leaf(Op::symbol(circle[(at + by) % circle.len()])),
                        None => t,
                    }
                })
            };
            node("add", (0..circle.len()).map(turned).collect(), vocabulary)
        }
        None => t,
    })
}

/// What is summed where letters change places in a circle.
fn body<'t>(term: &'t Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<&'t Term> {
    let ("limited", [sign, how, _, of]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let called = |t: &Term| {
        let symbol = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        symbol.map_or("", |s| s.name.as_str())
    };
    let bare = called(how).rsplit('{').next().unwrap_or_default();
    (called(sign) == r"\sum" && bare.trim_end_matches('}') == "cyc").then_some(of)
}

/// The letter of a number, with its symbol.
fn letter(term: &Term, atoms: &Atoms) -> Option<(char, u32)> {
    let symbol = term.op.as_symbol().filter(|_| term.args.is_empty())?;
    let known = atoms.symbols.get(symbol as usize)?;
    let mut name = known.name.chars();
    let letter = name.next().filter(char::is_ascii_lowercase)?;
    let number = matches!(known.kind, Kind::Num | Kind::Any);
    (number && name.next().is_none()).then_some((letter, symbol))
}
