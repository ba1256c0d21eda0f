//! What holds of products in any order of calculation, whatever is multiplied: `A(BC) = (AB)C`.

use super::form::{name, node};
use super::pointwise::canonical;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Whether the sides of an equation differ in nothing but where their products are grouped.
pub(super) fn is_associativity(body: &Term, vocabulary: &Vocabulary) -> bool {
    let plain = |side: &Term| canonical(&flat(side, vocabulary), vocabulary);
    match (name(body, vocabulary), &*body.args) {
        ("eq", [a, b]) => plain(a) == plain(b),
        _ => false,
    }
}

/// The term with products of products as one.
fn flat(term: &Term, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| {
        if name(&t, vocabulary) != "opmul" {
            return t;
        }
        let mut parts = Vec::new();
        for part in t.args.iter() {
            let inner = match (name(part, vocabulary), &*part.args) {
                ("grouped" | "bracketed", [inner]) => inner,
                _ => part,
            };
            match name(inner, vocabulary) {
                "opmul" => parts.extend(inner.args.iter().cloned()),
                _ => parts.push(part.clone()),
            }
        }
        node("opmul", parts, vocabulary)
    })
}
