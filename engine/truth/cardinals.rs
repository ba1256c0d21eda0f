//! Infinite numbers of members: `|\mathbb{N}| = \aleph_0`, `2^{\aleph_0} = \mathfrak{c}`, by how often a power set was taken
//! of a countable set.

use super::extension::integer;
use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;

/// How many members something has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    /// So many.
    Finite(u32),
    /// As many as a countable set has subsets, subsets of subsets, …
    Beth(u32),
}

/// Whether an infinite number may stand in a term.
pub(super) fn may_be_infinite(atoms: &Atoms) -> bool {
    let known = |name: &str| name == "\\aleph" || is_continuum(name);
    atoms.symbols.iter().any(|s| known(&s.name))
}

fn is_continuum(name: &str) -> bool {
    matches!(name, "\\mathfrak{c}" | "\\mathfrak c")
}

/// The term with comparisons of levels in the place of those of infinite numbers: finite ones are below all of them.
/// As it is where all are finite, and without a meaning where something else is reckoned with them.
pub(super) fn meant(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let mut compared = Vec::new();
    term.walk(&mut |t| {
        let sides: Vec<&Term> = match (name(t, vocabulary), &*t.args) {
            ("eq" | "ne" | "lt" | "le" | "gt" | "ge", sides) => sides.iter().collect(),
            ("chain", sides) => sides.iter().step_by(2).collect(),
            _ => return,
        };
        if sides
            .iter()
            .any(|side| is_infinite(side, atoms, vocabulary))
        {
            let sizes = sides.iter().map(|side| size(side, atoms, vocabulary));
            compared.push((t.clone(), sizes.collect::<Option<Vec<Size>>>()));
        }
    });
    term.map(&mut |t| {
        let Some((_, sizes)) = compared.iter().find(|(known, _)| *known == t) else {
            return t;
        };
        let finite = |sizes: &&Vec<Size>| {
            let finite = sizes.iter().filter(|s| matches!(s, Size::Finite(_)));
            finite.count() < 2
        };
        let Some(sizes) = sizes.as_ref().filter(finite) else {
            // What else is reckoned with infinite numbers has no meaning.
            let order = node("bigo", vec![t.args[1].clone()], vocabulary);
            return node("order", vec![t.args[0].clone(), order], vocabulary);
        };
        let level = |size: &Size| match size {
            Size::Finite(_) => 0,
            Size::Beth(level) => level + 1,
        };
        let mut levels = sizes.iter().map(|s| Term::leaf(Op::integer(level(s))));
        let chained = name(&t, vocabulary) == "chain";
        let args = t
            .args
            .iter()
            .enumerate()
            .map(|(at, arg)| match chained && at % 2 == 1 {
                true => arg.clone(),
                false => levels.next().unwrap_or_else(|| arg.clone()),
            });
        Term::new(t.op, args.collect())
    })
}

/// Whether an infinite number stands in a term.
fn is_infinite(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= matches!(size(t, atoms, vocabulary), Some(Size::Beth(_))));
    found
}

/// How many members are meant; none where that is not known.
fn size(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Size> {
    let of = |t: &Term| size(t, atoms, vocabulary);
    let letter = |t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        known.map(|s| s.name.as_str())
    };
    match (name(term, vocabulary), &*term.args) {
        (_, []) => match term.op.head() {
            Head::Integer(n) => Some(Size::Finite(n)),
            _ => letter(term)
                .filter(|name| is_continuum(name))
                .map(|_| Size::Beth(1)),
        },
        ("idx", [head, index]) if letter(head) == Some("\\aleph") => {
            (integer(index, vocabulary)? == 0).then_some(Size::Beth(0))
        }
        ("card", [set]) => members(set, vocabulary).map(Size::Beth),
        ("add", parts) => {
            parts
                .iter()
                .map(of)
                .try_fold(Size::Finite(0), |sum, part| match (sum, part?) {
                    (Size::Finite(a), Size::Finite(b)) => Some(Size::Finite(a.checked_add(b)?)),
                    (a, b) => Some(a.max(b)),
                })
        }
        ("mul", parts) => parts
            .iter()
            .map(of)
            .try_fold(Size::Finite(1), |product, part| match (product, part?) {
                (Size::Finite(0), _) | (_, Size::Finite(0)) => Some(Size::Finite(0)),
                (Size::Finite(a), Size::Finite(b)) => Some(Size::Finite(a.checked_mul(b)?)),
                (a, b) => Some(a.max(b)),
            }),
        ("pow", [base, exponent]) => match (of(base)?, of(exponent)?) {
            (Size::Beth(level), Size::Finite(n)) if n > 0 => Some(Size::Beth(level)),
            (Size::Finite(n), Size::Beth(level)) if n > 1 => Some(Size::Beth(level + 1)),
            (Size::Beth(base), Size::Beth(exponent)) => Some(Size::Beth(base.max(exponent + 1))),
            (Size::Finite(1), Size::Beth(_)) => Some(Size::Finite(1)),
            _ => None,
        },
        _ => None,
    }
}

/// How often a power set of a countable set was taken.
fn members(set: &Term, vocabulary: &Vocabulary) -> Option<u32> {
    match (name(set, vocabulary), &*set.args) {
        ("NN" | "ZZ" | "QQ", []) => Some(0),
        ("RR" | "CC", []) => Some(1),
        ("powerset", [of]) => Some(members(of, vocabulary)? + 1),
        ("cross", parts) => {
            let levels: Option<Vec<u32>> = parts.iter().map(|p| members(p, vocabulary)).collect();
            levels?.into_iter().max()
        }
        ("setpow", [of, n]) => {
            let finite = integer(n, vocabulary)? > 0;
            members(of, vocabulary).filter(|_| finite)
        }
        _ => None,
    }
}
