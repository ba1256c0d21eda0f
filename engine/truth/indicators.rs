//! Indicators of sets and events, `1_A`, `\chi_A`, `\mathbf{1}_{X > 0}`: by outcome one or zero.

use super::form::{is_prop, name};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The term in which a one stands for the letters that indicators are written with.
pub(super) fn meant(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let one = |s: u32| {
        let known = atoms.symbols.get(s as usize).map(|s| &*s.name);
        known.is_some_and(|name| {
            matches!(
                name,
                r"\chi" | r"\mathbf{1}" | r"\mathbb{1}" | r"\mathbbm{1}" | r"\mathds{1}"
            )
        })
    };
    let set = |t: &Term| {
        let letter = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        let known = letter.is_some_and(|s| {
            matches!(s.kind, Kind::Set | Kind::Event)
                || s.kind == Kind::Any && s.name.starts_with(char::is_uppercase)
        });
        known
            || is_prop(t, vocabulary)
            || matches!(
                name(t, vocabulary),
                "union" | "inter" | "setminus" | "compl" | "symdiff" | "emptyset"
            )
    };
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("idx", [head, of])
            if head.args.is_empty() && head.op.as_symbol().is_some_and(one) && set(of) =>
        {
            Term::new(t.op, vec![Term::leaf(Op::integer(1)), of.clone()])
        }
        _ => t,
    })
}
