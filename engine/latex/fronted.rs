//! Signs in front of derivatives, `F = \frac{-dU}{dx}`: the sign is that of the whole fraction.

use super::token::{Class, Token};

/// Tokens above the line, at most.
const NEAR: usize = 24;

/// Moves such a sign before its fraction, where a sign may stand.
pub(super) fn signed(tokens: &mut [Token<'_>]) {
    for at in 0..tokens.len().saturating_sub(4) {
        let [fraction, brace, sign, above] = [0, 1, 2, 3].map(|n| tokens[at + n].key.as_ref());
        if sign != "-" || brace != "{" || !fraction.ends_with("frac") || !differential(above) {
            continue;
        }
        let mut near = tokens[at..].iter().take(NEAR);
        let close = near.position(|t| t.class == Class::Close);
        let below = close.and_then(|close| tokens.get(at + close + 1..at + close + 3));
        let derivative = below.is_some_and(|t| t[0].key == "{" && t[1].key == tokens[at + 3].key);
        if derivative && may_begin(tokens, at) {
            tokens[at..at + 3].rotate_right(1);
            let [first, second, _] = &mut tokens[at..at + 3] else {
                continue;
            };
            (first.gap, second.gap) = (second.gap, first.gap);
            (first.start, first.end) = (second.start, second.start);
        }
    }
}

fn differential(key: &str) -> bool {
    matches!(key, "d" | r"\partial" | r"\mathrm{d}")
}

/// Whether nothing stands before that a sign would join to what follows.
fn may_begin(tokens: &[Token<'_>], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| {
        matches!(
            tokens[before].key.as_ref(),
            "=" | "<" | ">" | "(" | "[" | "," | r"\le" | r"\leq" | r"\ge" | r"\geq" | r"\approx"
        ) || matches!(tokens[before].class, Class::Cell | Class::Row)
    })
}
