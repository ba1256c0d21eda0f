//! Signs that stand anywhere in the formula.

use crate::latex::token::{Class, Token};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Whether signs stand anywhere in the formula, looked for once.
#[derive(Default)]
pub(in crate::latex) struct Signs {
    integrals: OnceCell<bool>,
    either: OnceCell<bool>,
    entries: OnceCell<BTreeSet<String>>,
    gradients: OnceCell<bool>,
    composes: OnceCell<bool>,
    derives: OnceCell<bool>,
    judges: OnceCell<bool>,
    spaces: OnceCell<bool>,
}

impl Signs {
    /// A sign of integration.
    pub(super) fn integrates(&self, tokens: &[Token<'_>]) -> bool {
        let sign = |t: &Token<'_>| matches!(t.key.as_ref(), r"\int" | r"\iint" | r"\oint" | "∫");
        *self.integrals.get_or_init(|| tokens.iter().any(sign))
    }

    /// The letters of which an entry of the first row of a matrix stands somewhere, `a_{1n}`: those of
    /// the others have two indices as well.
    pub(super) fn has_entries(&self, tokens: &[Token<'_>], name: &str) -> bool {
        let entry = |w: &[Token<'_>]| {
            let keys = [1, 2, 3, 5].map(|i| w[i].key.as_ref());
            let first = keys == ["_", "{", "1", "}"] && w[4].class == Class::Letter;
            first.then(|| w[0].key.to_string())
        };
        let find = || tokens.windows(6).filter_map(entry).collect();
        self.entries.get_or_init(find).contains(name)
    }

    /// A sign that something is differentiated.
    pub(super) fn derives(&self, tokens: &[Token<'_>]) -> bool {
        let sign = |t: &Token<'_>| {
            let key = t.key.as_ref();
            matches!(
                key,
                "'" | r"\prime" | r"\dot" | r"\ddot" | r"\partial" | "D"
            ) || crate::latex::parse::is_differential(key)
        };
        *self.derives.get_or_init(|| tokens.iter().any(sign))
    }

    /// A sign that functions are composed, or of maps.
    pub(super) fn composes(&self, tokens: &[Token<'_>]) -> bool {
        let sign = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                r"\circ" | "∘" | r"\to" | r"\rightarrow" | "→" | r"\mapsto" | r"\colon"
            )
        };
        *self.composes.get_or_init(|| tokens.iter().any(sign))
    }

    /// A sign between premises and what follows from them.
    pub(super) fn judges(&self, tokens: &[Token<'_>]) -> bool {
        let sign = |t: &Token<'_>| matches!(t.key.as_ref(), r"\vdash" | r"\models" | "⊢" | "⊨");
        *self.judges.get_or_init(|| tokens.iter().any(sign))
    }

    /// Signs of gradients, and no `T` that stands for something.
    pub(super) fn gradients(&self, tokens: &[Token<'_>]) -> bool {
        *self
            .gradients
            .get_or_init(|| super::layers::gradients(tokens))
    }

    /// Signs between spaces.
    pub(super) fn spaces(&self, tokens: &[Token<'_>]) -> bool {
        *self
            .spaces
            .get_or_init(|| crate::latex::pointed::of_spaces(tokens))
    }

    /// A sign of two values.
    pub(super) fn either(&self, tokens: &[Token<'_>]) -> bool {
        let sign = |t: &Token<'_>| matches!(t.key.as_ref(), r"\pm" | r"\mp" | "±" | "∓");
        *self.either.get_or_init(|| tokens.iter().any(sign))
    }
}
