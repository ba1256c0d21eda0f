//! Two formulas in one notation: `\Delta u` beside `\nabla^2 u`, and `u_{xx}` beside
//! `\partial_x^2 u`.

use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// A formula in the notation that another one makes plain; `None` when they do not differ in this.
pub(super) fn shared(
    (term, atoms): (&Term, &Atoms),
    (other, others): (&Term, &Atoms),
    vocabulary: &Vocabulary,
) -> Option<(Term, Atoms)> {
    let label = |atoms: &Atoms, t: &Term| {
        let known = atoms.symbols.get(t.op.as_symbol()? as usize)?;
        t.args.is_empty().then(|| known.name.clone())
    };
    let (mut laplacian, mut variables, mut letters) = (false, BTreeSet::new(), BTreeSet::new());
    other.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("laplacian", _) => laplacian = true,
        ("pdiff", [x, _, of]) => {
            variables.extend(label(others, x));
            letters.extend(label(others, of));
        }
        _ => {}
    });
    let within = |found: &BTreeSet<String>, t: &Term| {
        label(atoms, t).is_some_and(|name| found.contains(&name))
    };
    let mut found = false;
    let term = term.map(&mut |t| {
        let written = match (name(&t, vocabulary), &*t.args) {
            ("change", [sign, of])
                if laplacian && label(atoms, sign).is_some_and(|s| s == r"\Delta") =>
            {
                Some(node("laplacian", vec![of.clone()], vocabulary))
            }
            ("idx", [letter, by @ ..])
                if within(&letters, letter) && by.iter().all(|x| within(&variables, x)) =>
            {
                Some(differentiated(letter, by, vocabulary))
            }
            _ => None,
        };
        found |= written.is_some();
        written.unwrap_or(t)
    });
    found.then(|| (term, atoms.clone()))
}

/// A letter differentiated by others in turn.
fn differentiated(letter: &Term, by: &[Term], vocabulary: &Vocabulary) -> Term {
    let runs = by.chunk_by(|a, b| a == b);
    runs.fold(letter.clone(), |of, run| {
        let order = Term::leaf(Op::integer(run.len() as u32));
        node("pdiff", vec![run[0].clone(), order, of], vocabulary)
    })
}
