//! What a part of a formula stands for, where its operators alone do not say it: products with
//! vectors, values of curves.

use crate::atoms::Atoms;
use crate::latex::is_bold;
use crate::term::{Head, Term};
use crate::vectors::is_vector;
use crate::vocabulary::{Kind, Vocabulary};

/// The kind of a term; that of a vector also where it is one by what stands in it.
pub(super) fn kind(vocabulary: &Vocabulary, term: &Term, atoms: &Atoms) -> Kind {
    match vocabulary.kind(term, atoms) {
        Kind::Any => {
            let known = |t: &Term| is_known(vocabulary, t, atoms);
            match is_vector(term, vocabulary, &known) {
                true => Kind::Vec,
                false => Kind::Any,
            }
        }
        kind => kind,
    }
}

/// Whether a term is a vector by its kind or by the letter that it begins with.
fn is_known(vocabulary: &Vocabulary, term: &Term, atoms: &Atoms) -> bool {
    let named = vocabulary.operator(term.op).map(|o| o.name.as_str());
    match (named.unwrap_or_default(), &*term.args) {
        ("call", [head, ..]) => is_curve(vocabulary, head, atoms),
        // The entries of a letter that is not bold are numbers.
        ("idx" | "numbered", [base, ..]) => match base.op.head() {
            Head::Symbol(symbol) => atoms
                .symbols
                .get(symbol as usize)
                .is_some_and(|s| s.kind == Kind::Vec && is_bold(&s.name)),
            _ => false,
        },
        _ => vocabulary.kind(term, atoms) == Kind::Vec,
    }
}

/// Whether what is applied is written as a vector: `\vec{r}(t)`, `\vec{r}'(t)`.
fn is_curve(vocabulary: &Vocabulary, head: &Term, atoms: &Atoms) -> bool {
    match head.op.head() {
        Head::Symbol(symbol) => atoms
            .symbols
            .get(symbol as usize)
            .is_some_and(|s| is_bold(&s.name)),
        _ => {
            let derived = vocabulary
                .operator(head.op)
                .is_some_and(|o| o.name == "prime");
            derived
                && head
                    .args
                    .first()
                    .is_some_and(|f| is_curve(vocabulary, f, atoms))
        }
    }
}
