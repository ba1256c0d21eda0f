//! Terms that are vectors because of what stands in them.

use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Whether a term is a vector; `known` says so of terms of which more is known than their operators
/// say: names, calls, lists of numbers.
pub(crate) fn is_vector(
    term: &Term,
    vocabulary: &Vocabulary,
    known: &impl Fn(&Term) -> bool,
) -> bool {
    let vector = |t: &Term| is_vector(t, vocabulary, known);
    let name = |t: &Term| vocabulary.name(t.op);
    known(term)
        || match (name(term), &*term.args) {
            // A row times a column is a number.
            ("matmul", [first, .., last]) => {
                vector(last) && !(name(first) == "transpose" && first.args.iter().any(vector))
            }
            ("scale", [_, inner]) | ("neg" | "bracketed", [inner]) | ("div", [inner, _]) => {
                vector(inner)
            }
            ("add", terms) => terms.iter().any(vector),
            _ => false,
        }
}
