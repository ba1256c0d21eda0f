//! Two formulas in one notation: `\Delta u` beside `\nabla^2 u`, and `u_{xx}` beside
//! `\partial_x^2 u`.

use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
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

/// Two formulas of which one has letters beside each other for the ends of a line, `AB = c`, and the other has no
/// such letters: they are multiplied there too.
pub(super) fn as_products(
    formulas: [(&Term, &Atoms); 2],
    vocabulary: &Vocabulary,
) -> Option<[(Term, Atoms); 2]> {
    let point = |atoms: &Atoms, t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        known.is_some_and(|s| s.kind == Kind::Point)
    };
    let ends = |(term, atoms): (&Term, &Atoms)| {
        let (mut inside, mut all) = (0, 0);
        term.walk(&mut |t| {
            all += usize::from(point(atoms, t));
            if name(t, vocabulary) == "points" {
                inside += t.args.iter().filter(|t| point(atoms, t)).count();
            }
        });
        (inside, all)
    };
    let plain = |(term, atoms): (&Term, &Atoms)| {
        let product = term.map(&mut |t| match name(&t, vocabulary) {
            "points" => node("mul", t.args.to_vec(), vocabulary),
            _ => t,
        });
        let mut atoms = atoms.clone();
        let points = atoms.symbols.iter_mut().filter(|s| s.kind == Kind::Point);
        points.for_each(|symbol| symbol.kind = Kind::Num);
        (product, atoms)
    };
    let found = formulas.map(ends);
    let lines = |(inside, all): (usize, usize)| inside > 0 && inside == all;
    match found.map(lines) {
        [true, false] if found[1].1 == 0 => {}
        [false, true] if found[0].1 == 0 => {}
        _ => return None,
    }
    Some(formulas.map(plain))
}

/// A letter differentiated by others in turn.
fn differentiated(letter: &Term, by: &[Term], vocabulary: &Vocabulary) -> Term {
    let runs = by.chunk_by(|a, b| a == b);
    runs.fold(letter.clone(), |of, run| {
        let order = Term::leaf(Op::integer(run.len() as u32));
        node("pdiff", vec![run[0].clone(), order, of], vocabulary)
    })
}
