//! Products and sums of families of types with capital Greek letters for signs, `\Pi_{x : A} B(x)`:
//! the signs are those of big operators.

use super::signs::Signs;
use super::token::{Class, Token, braces_end};

/// As many tokens are looked at below a sign.
const BELOW: usize = 24;

/// Gives such letters the spelling of the operators.
pub(super) fn families(tokens: &mut [Token<'_>], signs: Signs) {
    if !signs.has(b':') || !signs.has(b'_') || !signs.holds(Class::Open) {
        return;
    }
    for at in 0..tokens.len().saturating_sub(3) {
        let sign = match tokens[at].key.as_ref() {
            r"\Pi" => r"\prod",
            r"\Sigma" => r"\sum",
            _ => continue,
        };
        let below = (tokens[at + 1].key == "_")
            .then(|| braces_end(tokens, at + 2, BELOW))
            .flatten();
        let typed = below.is_some_and(|end| tokens[at + 3..end].iter().any(|t| t.key == ":"));
        if typed {
            tokens[at].respell(sign);
            tokens[at].class = Class::Sign;
        }
    }
}
