//! Orthogonal matrices, as those are that are called `Q`, `U` or `V` where one of them stands transposed: their
//! inverses are their transposes, and these are orthogonal, too.

use super::form::{name, node};
use crate::atoms::Atoms;
use crate::normal::canonical;
use crate::term::Term;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// Letters of orthogonal matrices.
const ORTHOGONAL: [&str; 6] = ["O", "Q", "R", "U", "V", "W"];

/// What a candidate may say by either.
pub(super) fn meant(
    source: &Term,
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> [Option<Term>; 2] {
    [
        transposed(source, term, atoms, vocabulary),
        turned(source, term, atoms, vocabulary),
    ]
}

/// A candidate in which the inverses of orthogonal matrices of its source are written as they are there,
/// transposed.
fn transposed(source: &Term, term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let called = |t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        known.is_some_and(|s| ORTHOGONAL.contains(&&*s.name))
    };
    let of = |t: &Term, sign: &str| match (name(t, vocabulary), &*t.args) {
        (own, [matrix]) if own == sign && called(matrix) => Some(matrix.clone()),
        _ => None,
    };
    let mut known = Vec::new();
    source.walk(&mut |t| known.extend(of(t, "transpose")));
    if known.is_empty() {
        return None;
    }
    let mut found = false;
    let written = term.map(&mut |t| match of(&t, "matinv") {
        Some(matrix) if known.contains(&matrix) => {
            found = true;
            node("transpose", vec![matrix], vocabulary)
        }
        _ => t,
    });
    found.then_some(written)
}

/// The source itself, where a candidate has the transpose of an orthogonal matrix in the place of the matrix, all
/// through: that is orthogonal, too.
fn turned(source: &Term, term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let called = |t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        t.args.is_empty() && known.is_some_and(|s| ORTHOGONAL.contains(&&*s.name))
    };
    let mut known = BTreeSet::new();
    let mut transposed = false;
    source.walk(&mut |t| {
        known.extend(t.op.as_symbol().filter(|_| called(t)));
        transposed |= name(t, vocabulary) == "transpose" && called(&t.args[0]);
    });
    if !transposed {
        return None;
    }
    let plain = canonical(vocabulary, source);
    let turns = |matrix: u32| {
        let turned = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
            ("transpose", [of]) if name(of, vocabulary) == "transpose" => of.args[0].clone(),
            _ if t.args.is_empty() && t.op.as_symbol() == Some(matrix) => {
                node("transpose", vec![t], vocabulary)
            }
            _ => t,
        });
        canonical(vocabulary, &turned) == plain
    };
    known.into_iter().any(turns).then(|| source.clone())
}
