//! Lines that are parallel or perpendicular, told by their slopes: `l \parallel m` says that these
//! are equal, `l \perp m` that their product is -1. What holds for lines in a plane and not for
//! others is no falsehood here. Of vectors `u \perp v` says that their product is zero.

use std::collections::BTreeSet;

use super::extension::integer;
use super::form::{name, node};
use super::solve::occurs;
use super::whole::label;
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The slopes of more lines between points depend on each other: where two sides of a triangle are parallel, the third
/// is so too.
const BETWEEN_POINTS: usize = 2;

/// A letter, perhaps with a number below, or the points that a line goes through, in one order.
fn line<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<Vec<&'t Term>> {
    let letter = |t: &Term| t.args.is_empty() && t.op.as_symbol().is_some();
    match (name(term, vocabulary), &*term.args) {
        ("points" | "segment", [a, b]) if a != b && letter(a) && letter(b) => {
            Some(vec![a.min(b), a.max(b)])
        }
        ("idx", [base, index]) => {
            let numbered = letter(base) && integer(index, vocabulary).is_some();
            numbered.then(|| vec![term])
        }
        _ => letter(term).then(|| vec![term]),
    }
}

/// The lines of which it is said that they are parallel or perpendicular.
fn related<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<Vec<&'t Term>> {
    let parallel = |link: &Term| name(link, vocabulary) == "rel-parallel";
    match (name(term, vocabulary), &*term.args) {
        ("parallel" | "notparallel" | "perpendicular", sides) => Some(sides.iter().collect()),
        ("chain", parts) => {
            let all = parts.iter().skip(1).step_by(2).all(parallel);
            all.then(|| parts.iter().step_by(2).collect())
        }
        _ => None,
    }
}

/// The term with equations between slopes, and the names of these; as it is where something else is said of the lines,
/// too.
pub(super) fn told(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let term = &of_vectors(term, atoms, vocabulary);
    let (mut lines, mut elsewhere) = (Some(BTreeSet::new()), BTreeSet::new());
    look(term, vocabulary, &mut lines, &mut elsewhere);
    let lines = lines.unwrap_or_default();
    let between = lines.iter().filter(|line| line.len() > 1).count();
    let mixed = between > 0 && between < lines.len();
    let own = lines.iter().flatten().flat_map(|t| occurs(t));
    let apart = own.collect::<BTreeSet<u32>>().is_disjoint(&elsewhere);
    let mut names = BTreeSet::new();
    if lines.is_empty() || between > BETWEEN_POINTS || mixed || !apart {
        return (term.clone(), names);
    }
    let mut slope = |line: &Term| {
        let parts = self::line(line, vocabulary)?;
        let called = parts.iter().map(|t| label(t, atoms, vocabulary));
        let label = format!("slope of {}", called.collect::<Option<String>>()?);
        let symbol = atoms.called(&label, Kind::Num);
        names.insert(label);
        Some(Term::leaf(Op::symbol(symbol)))
    };
    let told = term.map(&mut |t| {
        let Some(lines) = related(&t, vocabulary) else {
            return t;
        };
        let slopes: Option<Vec<Term>> = lines.into_iter().map(&mut slope).collect();
        let Some(slopes) = slopes else { return t };
        match name(&t, vocabulary) {
            "parallel" => node("eq", slopes, vocabulary),
            "notparallel" => node("ne", slopes, vocabulary),
            "perpendicular" => {
                let one = Term::leaf(Op::integer(1));
                let turned = node("neg", vec![one], vocabulary);
                let product = node("mul", slopes, vocabulary);
                node("eq", vec![product, turned], vocabulary)
            }
            _ => {
                let link = node("rel-eq", Vec::new(), vocabulary);
                let mut parts: Vec<Term> = Vec::new();
                for slope in slopes {
                    parts.extend((!parts.is_empty()).then(|| link.clone()));
                    parts.push(slope);
                }
                Term::new(t.op, parts)
            }
        }
    });
    (told, names)
}

/// The term with an equation for each pair of perpendicular vectors.
fn of_vectors(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let vector = |t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        t.args.is_empty() && known.is_some_and(|s| s.kind == Kind::Vec)
    };
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("perpendicular", sides) if sides.iter().all(vector) => {
            let product = node("dot", sides.to_vec(), vocabulary);
            let zero = Term::leaf(Op::integer(0));
            node("eq", vec![product, zero], vocabulary)
        }
        _ => t,
    })
}

/// Collects the lines of a term, none where one is neither a letter nor between points, and the symbols elsewhere.
fn look<'t>(
    term: &'t Term,
    vocabulary: &Vocabulary,
    lines: &mut Option<BTreeSet<Vec<&'t Term>>>,
    elsewhere: &mut BTreeSet<u32>,
) {
    if let Some(sides) = related(term, vocabulary) {
        for side in sides {
            match (line(side, vocabulary), &mut *lines) {
                (Some(line), Some(known)) => {
                    known.insert(line);
                }
                _ => *lines = None,
            }
        }
        return;
    }
    elsewhere.extend(term.op.as_symbol());
    for arg in term.args.iter() {
        look(arg, vocabulary, lines, elsewhere);
    }
}
