//! Derivatives in one notation: `y' = ky` and `\dot y = ky` beside `\frac{dy}{dx} = ky`, which says by
//! what is differentiated.

use super::depends;
use super::form::{name, node};
use super::generic::fresh;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// Accents that stand for derivatives, by their order.
const DOTS: [&str; 3] = [r"\dot", r"\ddot", r"\dddot"];

/// How often a name says that something is differentiated, and what: `\ddot{x}`.
pub(super) fn dotted(name: &str) -> Option<(u32, &str)> {
    let (order, rest) = (1..).zip(DOTS).find_map(|(n, dot)| {
        let rest = name.strip_prefix(dot)?;
        (!rest.starts_with(|c: char| c.is_ascii_alphabetic())).then_some((n, rest))
    })?;
    let inner = rest.trim();
    let inner = inner
        .strip_prefix('{')
        .and_then(|i| i.strip_suffix('}'))
        .unwrap_or(inner);
    Some((order, inner))
}

/// A formula that writes derivatives with primes or dots, with the letter that another one
/// differentiates by; `None` when they do not differ in this.
pub(super) fn written_out(
    (term, atoms): (&Term, &Atoms),
    (other, others): (&Term, &Atoms),
    vocabulary: &Vocabulary,
) -> Option<(Term, Atoms)> {
    let by = others
        .symbols
        .get(depends::only_variable(other, vocabulary)? as usize)?;
    if depends::only_variable(term, vocabulary).is_some() {
        return None;
    }
    let mut atoms = atoms.clone();
    let known = atoms.symbols.iter().position(|s| s.name == by.name);
    let variable = known.map_or_else(
        || fresh(&mut atoms, by.name.clone(), Kind::Num),
        |place| place as u32,
    );
    let mut applied: BTreeSet<Op> = BTreeSet::new();
    term.walk(&mut |t| {
        if let ("call", [head, ..]) = (name(t, vocabulary), &*t.args) {
            head.walk(&mut |h| {
                applied.insert(h.op);
            });
        }
    });
    let mut found = false;
    let symbols = atoms.symbols.clone();
    let written = term.map(&mut |t| {
        let (letter, order) = match (name(&t, vocabulary), &*t.args, t.op.head()) {
            ("prime", [letter, order], _)
                if matches!(letter.op.head(), Head::Symbol(s) if s != variable)
                    && !applied.contains(&letter.op) =>
            {
                (letter.clone(), order.clone())
            }
            (_, [], Head::Symbol(s)) => {
                let dots = symbols.get(s as usize).and_then(|s| dotted(&s.name));
                let Some((order, letter)) = dots else {
                    return t;
                };
                let known = symbols.iter().position(|s| s.name == letter);
                let letter = known.map_or_else(
                    || fresh(&mut atoms, letter.to_owned(), Kind::Num),
                    |place| place as u32,
                );
                let order = Term::leaf(Op::integer(order));
                (Term::leaf(Op::symbol(letter)), order)
            }
            _ => return t,
        };
        // Written out, the letter is a number that depends on the variable.
        if let Some(known) = letter.op.as_symbol()
            && let Some(known) = atoms.symbols.get_mut(known as usize)
            && known.kind == Kind::Fn
        {
            known.kind = Kind::Num;
        }
        found = true;
        let variable = Term::leaf(Op::symbol(variable));
        node("diff", vec![variable, order, letter], vocabulary)
    });
    found.then_some((written, atoms))
}
