//! Numbers of copies behind a sign in a superscript, `I^{\otimes N - 1}`: the sign is of all of it.

use super::signs::Signs;
use super::token::{Token, braces_end, put_in};

/// A number of copies has no more tokens.
const LONG: usize = 40;

/// Puts braces around a sum behind a sign of products in a superscript.
pub(super) fn grouped(tokens: &mut Vec<Token<'_>>, signs: Signs) {
    if !signs.has(b'^') || !(signs.has(b'-') || signs.has(b'+')) {
        return;
    }
    let mut added = Vec::new();
    for at in 0..tokens.len().saturating_sub(4) {
        let copies = tokens[at].key == "^"
            && tokens[at + 1].key == "{"
            && matches!(
                tokens[at + 2].key.as_ref(),
                r"\otimes" | r"\oplus" | r"\odot" | r"\times" | "⊗" | "⊕"
            );
        if !copies {
            continue;
        }
        let Some(end) = braces_end(tokens, at + 1, LONG) else {
            continue;
        };
        let inside = &tokens[at + 3..end - 1];
        let signed = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
        let (mut depth, mut sum) = (0_usize, false);
        for token in inside {
            match token.key.as_ref() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth = depth.saturating_sub(1),
                "," => return,
                _ => sum |= depth == 0 && signed(token),
            }
        }
        if sum && !inside.first().is_some_and(signed) && !inside.last().is_some_and(signed) {
            added.push((at + 3, tokens[at + 1].clone()));
            added.push((end - 1, tokens[end - 1].clone()));
        }
    }
    put_in(tokens, added);
}
