//! What colons stand between.

use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap, Token};
use crate::term::Op;

/// The value of a letter in front of a colon has no more tokens, with the sign before it.
const VALUE: usize = 6;

impl Parser<'_> {
    /// Whether nothing is said to be equal between the colon here and the arrow after it.
    pub(in crate::latex::parse) fn goes_to_arrow(&self) -> bool {
        self.before_arrow()
            .all(|t| !matches!(t.key.as_ref(), "=" | "<" | ">"))
    }

    /// What stands between the colon here and the arrow after it.
    pub(in crate::latex::parse) fn before_arrow(&self) -> impl Iterator<Item = &Token<'_>> {
        let arrow = |key: &str| {
            matches!(
                key,
                r"\to" | r"\rightarrow" | r"\mapsto" | r"\longrightarrow" | "→"
            )
        };
        let after = self.tokens[self.pos + 1..self.end].iter().take(16);
        after.take_while(move |t| !arrow(&t.key))
    }

    /// Whether the colon here stands behind the value of a letter or behind what is zero, for which
    /// something is said next, and nothing is divided: `t = 0: x = x_0`, `n = k + 1: S_{k+1} = S_k + a`,
    /// `\sum F = 0: N - mg = 0`.
    pub(super) fn value_before(&self) -> bool {
        let near = self.pos.saturating_sub(VALUE);
        let Some(sign) = (near..self.pos).rfind(|at| self.key_at(*at) == "=") else {
            return false;
        };
        let value = &self.tokens[sign + 1..self.pos];
        let Some(last) = value.last().filter(|t| t.class == Class::Digit) else {
            return false;
        };
        let plain = value.iter().all(|t| {
            matches!(t.class, Class::Digit | Class::Letter) || matches!(&*t.key, "+" | "-")
        });
        let begins = |at: usize| {
            at == 0
                || matches!(self.key_at(at - 1), "," | ";")
                || self.tokens[at].gap == Gap::Wide
                || matches!(self.tokens[at - 1].class, Class::Row | Class::Words)
        };
        let letter = sign > 0 && self.tokens[sign - 1].class == Class::Letter;
        let zero = last.key == "0" && value.len() == 1;
        plain && (zero || letter && begins(sign - 1))
    }

    /// Whether a sign that joins may as well separate what is declared from what is said of it: a
    /// colon, whatever operator it is read as.
    pub(super) fn colon(&self, op: Op) -> bool {
        Some(op) == self.table.ratio || matches!(self.key_at(self.pos), ":" | r"\colon")
    }
}
