//! Which formulas speak of operators of quantum mechanics.

use crate::latex::signs::{Signs, Sorts};
use crate::latex::token::{Class, Token};

/// What may be an operator, or stand beside one.
pub(in crate::latex) const QUANTUM: &[&str] = &[
    r"\hat",
    r"\widehat",
    r"\ast",
    r"\partial",
    r"\nabla",
    r"\Box",
    r"\gamma",
    r"\Gamma",
    r"\sigma",
    r"\not",
    r"\slashed",
    r"\{",
    "∂",
    "∇",
    r"\frac",
    r"\delta",
    r"\mathcal{D}",
];

/// What makes operators of all letters with hats.
pub(in crate::latex) const STATES: &[&str] = &[
    r"\dagger", r"\dag", r"\hbar", r"\rangle", r"\langle", r"\ket", r"\bra",
];

/// Whether something in a formula may be an operator, and whether every hat makes one.
pub(in crate::latex) fn operators(tokens: &[Token<'_>], signs: Signs) -> (bool, bool) {
    // Environments lose tokens, the bars between columns.
    if signs.sure() && !signs.holds(Class::Begin) {
        let hatted = signs.may(Sorts::STATES);
        let quantum = signs.may(Sorts::QUANTUM) || b"*D[|".iter().any(|b| signs.has(*b));
        return (quantum || hatted, hatted);
    }
    let (mut quantum, mut hatted) = (false, false);
    for token in tokens {
        match token.key.as_ref() {
            key if token.short() => quantum |= matches!(key, "*" | "D" | "[" | "|"),
            key if STATES.contains(&key) => (quantum, hatted) = (true, true),
            key => quantum |= QUANTUM.contains(&key) || crate::latex::shapes::opens(key),
        }
    }
    (quantum, hatted)
}
