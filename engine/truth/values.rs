//! Values of which nothing else is said, as letters of their own: those of functions that are matrices, the
//! derivatives of curves, what is assigned.

use std::collections::BTreeSet;

use super::form::{name, node};
use super::solve::once;
use super::whole::{is_bold, label};
use crate::atoms::Atoms;
use crate::scope::is_closed;
use crate::term::{Op, Term};
use crate::vectors::is_vector;
use crate::vocabulary::{Kind, Vocabulary};

/// The term with letters for the derivatives of curves of which nothing else is said, `\vec{r}\,'(t)`, and the
/// names of these.
pub(super) fn of_curves(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let once = once(term);
    let mut names = BTreeSet::new();
    let vector = |t: &Term, atoms: &Atoms| {
        is_vector(t, vocabulary, &|t| {
            matches!(name(t, vocabulary), "tuple" | "angled") || is_bold(t, atoms, vocabulary)
        })
    };
    let mut slope = |t: &Term, atoms: &mut Atoms| {
        let curve = match (name(t, vocabulary), &*t.args) {
            ("call", [head, _]) if name(head, vocabulary) == "prime" => &head.args[0],
            _ => return None,
        };
        let label = free(t, curve, &once, atoms, vocabulary)?;
        let symbol = atoms.called(&label, Kind::Vec);
        names.insert(label);
        Some(Term::leaf(Op::symbol(symbol)))
    };
    let term = term.map(&mut |t| {
        let (a, b) = match (name(&t, vocabulary), &*t.args) {
            ("eq", [a, b]) => (a, b),
            _ => return t,
        };
        let sides = match (vector(a, atoms), vector(b, atoms)) {
            (false, true) => slope(a, atoms).map(|a| vec![a, b.clone()]),
            (true, false) => slope(b, atoms).map(|b| vec![a.clone(), b]),
            _ => None,
        };
        sides.map_or(t.clone(), |sides| Term::new(t.op, sides))
    });
    (term, names)
}

/// The term with letters for the values of functions that matrices are, `R(\theta) = \begin{pmatrix} …`, or of
/// several vectors, `d(a, b) = \|a - b\|`, of which nothing else is said, and the names of these.
pub(super) fn of_maps(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let once = once(term);
    let mut names = BTreeSet::new();
    let linear = |t: &Term, atoms: &Atoms| match vocabulary.kind(t, atoms) {
        kind @ (Kind::Mat | Kind::Vec) => Some(kind),
        _ => is_bold(t, atoms, vocabulary).then_some(Kind::Vec),
    };
    let mut found = |t: &Term, other: Kind, atoms: &mut Atoms| {
        let (head, args) = match (name(t, vocabulary), &*t.args) {
            ("call" | "idx", [head, args @ ..]) => (head, args),
            _ => return None,
        };
        let vectors = args.len() > 1 && args.iter().all(|a| linear(a, atoms).is_some());
        let kind = match other {
            Kind::Mat => Kind::Mat,
            Kind::Num if vectors => Kind::Num,
            _ => return None,
        };
        let label = free(t, head, &once, atoms, vocabulary)?;
        let symbol = atoms.called(&label, kind);
        names.insert(label);
        Some(Term::leaf(Op::symbol(symbol)))
    };
    let mut value = |t: &Term, other: &Term, atoms: &mut Atoms| {
        let kind = match vocabulary.kind(other, atoms) {
            Kind::Mat if !is_table(other, vocabulary) => return None,
            kind => kind,
        };
        within(t, vocabulary, &mut |t| found(t, kind, atoms))
    };
    let term = term.map(&mut |t| {
        let (a, b) = match (name(&t, vocabulary), &*t.args) {
            ("eq", [a, b]) => (a, b),
            _ => return t,
        };
        let found = match value(a, b, atoms) {
            Some(a) => vec![a, b.clone()],
            None => match value(b, a, atoms) {
                Some(b) => vec![a.clone(), b],
                None => return t,
            },
        };
        Term::new(t.op, found)
    });
    (term, names)
}

/// The name of a value of a function that stands nowhere else and may be any.
fn free(
    value: &Term,
    function: &Term,
    once: &BTreeSet<u32>,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<String> {
    let alone = function.op.as_symbol().filter(|s| once.contains(s))?;
    let any = !atoms.symbols.get(alone as usize)?.protected;
    let free = any && is_closed(value, vocabulary);
    free.then(|| label(value, atoms, vocabulary)).flatten()
}

/// Whether a matrix with several columns is written out, or what is made of it.
fn is_table(term: &Term, vocabulary: &Vocabulary) -> bool {
    match name(term, vocabulary) {
        "matrix" => term.args.iter().all(|row| row.args.len() > 1),
        "scale" | "neg" | "add" | "transpose" | "adjoint" | "matinv" => {
            term.args.iter().any(|t| is_table(t, vocabulary))
        }
        _ => false,
    }
}

/// A term with the first of its parts for which something stands changed, where it is one itself or a
/// multiple, a sum, a product or a transpose of it.
fn within(
    term: &Term,
    vocabulary: &Vocabulary,
    change: &mut impl FnMut(&Term) -> Option<Term>,
) -> Option<Term> {
    if let Some(changed) = change(term) {
        return Some(changed);
    }
    let passes = matches!(
        name(term, vocabulary),
        "scale" | "neg" | "add" | "mul" | "matmul" | "transpose" | "adjoint" | "matinv" | "div"
    );
    let mut args = term.args.to_vec();
    let place = args.iter().enumerate().filter(|_| passes);
    let (place, changed) = place
        .map(|(place, arg)| (place, within(arg, vocabulary, change)))
        .find_map(|(place, changed)| Some((place, changed?)))?;
    args[place] = changed;
    Some(Term::new(term.op, args))
}

/// The term with equations for assignments, of whose targets only the new values are told:
/// `w \leftarrow w - \eta g`; and the names of these.
pub(super) fn of_assigned(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let mut names = BTreeSet::new();
    let term = term.map(&mut |t| {
        let ("gets", [target, value]) = (name(&t, vocabulary), &*t.args) else {
            return t;
        };
        let named = target.args.is_empty() && target.op.as_symbol().is_some();
        let placed = matches!(name(target, vocabulary), "idx" | "numbered" | "call");
        let told = (named || placed) && is_closed(target, vocabulary);
        let Some(label) = label(target, atoms, vocabulary).filter(|_| told) else {
            return t;
        };
        let kind = match vocabulary.kind(value, atoms) {
            kind @ (Kind::Mat | Kind::Vec) => kind,
            _ => Kind::Num,
        };
        let label = format!(r"{label} \gets");
        let symbol = Term::leaf(Op::symbol(atoms.called(&label, kind)));
        names.insert(label);
        node("eq", vec![symbol, value.clone()], vocabulary)
    });
    (term, names)
}
