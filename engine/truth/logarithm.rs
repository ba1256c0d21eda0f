//! Logarithms without a base, by which some mean the natural one.

use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;

/// A candidate with the logarithm of the source, where one has that without a base and the other the natural
/// one: many mean the natural one by both.
pub(super) fn of_source(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let [plain, natural] = ["log", "ln"].map(|name| vocabulary.find(name));
    let (plain, natural) = (plain?, natural?);
    let has = |term: &Term, op: Op| {
        let mut found = false;
        term.walk(&mut |t| found |= t.op == op);
        found
    };
    let (own, other) = match (has(source, plain), has(source, natural)) {
        (true, false) => (plain, natural),
        (false, true) => (natural, plain),
        _ => return None,
    };
    has(term, other).then(|| {
        term.map(&mut |t| match t.op == other {
            true => Term { op: own, ..t },
            false => t,
        })
    })
}
