//! Formulas in which blanks stand between all tokens, `{ \cal L } = \frac { 1 } { 1 2 } S U ( 2 )`, as
//! programs write them: blanks say nothing there.

use super::token::{Class, Gap, Token};

/// Fewer tokens may be apart by chance.
const FEWEST: usize = 8;

/// Leaves such blanks out.
pub(super) fn closed(tokens: &mut [Token<'_>]) {
    let apart = tokens.len() >= FEWEST && tokens[1..].iter().all(|t| t.gap >= Gap::Blank);
    if !apart || !tokens.iter().any(|t| t.class == Class::Open) {
        return;
    }
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].gap == Gap::Blank {
            tokens[at].gap = Gap::None;
        }
        // `(1 2 3)` is a permutation.
        at += match tokens[at].key.as_ref() {
            "(" => 1 + permuted(&tokens[at + 1..]),
            _ => 1,
        };
    }
}

/// The number of digits that stand here alone before a parenthesis closes.
fn permuted(tokens: &[Token<'_>]) -> usize {
    let digits = tokens
        .iter()
        .take_while(|t| t.class == Class::Digit)
        .count();
    match tokens.get(digits).is_some_and(|t| t.key == ")") {
        true => digits,
        false => 0,
    }
}
