//! Signs that stand anywhere in the formula.

use crate::latex::token::Token;
use std::cell::OnceCell;

/// Whether signs stand anywhere in the formula, looked for once.
#[derive(Default)]
pub(in crate::latex) struct Signs {
    integrals: OnceCell<bool>,
    either: OnceCell<bool>,
}

impl Signs {
    /// A sign of integration.
    pub(super) fn integrates(&self, tokens: &[Token<'_>]) -> bool {
        let sign = |t: &Token<'_>| matches!(t.key.as_ref(), r"\int" | r"\iint" | r"\oint" | "∫");
        *self.integrals.get_or_init(|| tokens.iter().any(sign))
    }

    /// A sign of two values.
    pub(super) fn either(&self, tokens: &[Token<'_>]) -> bool {
        let sign = |t: &Token<'_>| matches!(t.key.as_ref(), r"\pm" | r"\mp" | "±" | "∓");
        *self.either.get_or_init(|| tokens.iter().any(sign))
    }
}
