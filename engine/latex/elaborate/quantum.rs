//! Which formulas speak of operators of quantum mechanics.

use super::Elaborator;
use crate::latex::signs::{Signs, Sorts};
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

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

impl Elaborator<'_> {
    /// What stands between two states, or what a trace is taken of, with its factors in order:
    /// `\langle \psi | x p | \psi \rangle`, `\operatorname{Tr} \rho \ln \rho`.
    pub(super) fn of_operators(&mut self, tree: &Tree, kind: Kind) -> Option<Vec<Term>> {
        match tree.args.as_slice() {
            [bra, middle, ket] => {
                let middle = self.in_order(middle);
                let parts = [bra, &middle, ket];
                Some(parts.map(|part| self.term(part, Kind::Any)).into())
            }
            [only] if matches!(only.head, Head::Product(_)) => {
                let quotient = |t: &Tree| matches!(t.head, Head::Apply(op) if op == self.table.div);
                if kind == Kind::Mat && !only.args.iter().any(|t| self.valued(t) && !quotient(t)) {
                    return None;
                }
                let inside = self.in_order(only);
                Some(vec![self.term(&inside, Kind::Any)])
            }
            // `\operatorname{Tr} \sqrt{\sqrt{\rho} \sigma \sqrt{\rho}}`
            [root]
                if matches!(root.head, Head::Apply(op) if Some(op) == self.table.root)
                    && root
                        .args
                        .first()
                        .is_some_and(|t| matches!(t.head, Head::Product(_))) =>
            {
                let mut inside = root.clone();
                inside.args[0] = self.in_order(&root.args[0]);
                Some(vec![self.term(&inside, Kind::Any)])
            }
            _ => None,
        }
    }
}
