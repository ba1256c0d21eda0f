//! Full stops that multiply: `\vec a.\vec b`, `x.(y + z)`.

use super::bold;
use super::signs::Signs;
use super::token::{Class, Gap, Side, Token};

/// Makes points of products of the full stops right between letters or vectors. After a quantifier or
/// an abstraction a full stop begins what is said, and in `s.t.` it abbreviates.
pub(super) fn multiplied(tokens: &mut [Token<'_>], signs: Signs) -> bool {
    if !signs.has(b'.') || tokens.iter().any(binds) {
        return false;
    }
    let related = signs.has(b'=') || tokens.iter().any(vector);
    if !related {
        return false;
    }
    let mut found = false;
    for at in 1..tokens.len().saturating_sub(1) {
        let stop = |at: usize| tokens.get(at).is_some_and(|t| t.key == ".");
        let ends = |t: &Token<'_>| {
            matches!(t.class, Class::Letter | Class::Digit | Class::Close)
                || t.key == ")"
                || vector(t)
        };
        let begins = |t: &Token<'_>| {
            t.class == Class::Letter && t.short() || matches!(t.key.as_ref(), "(") || vector(t)
        };
        let between = stop(at)
            && tokens[at].gap == Gap::None
            && tokens[at].side == Side::None
            && tokens[at + 1].gap == Gap::None
            && tokens[at + 1].side == Side::None
            && ends(&tokens[at - 1])
            && begins(&tokens[at + 1]);
        // `0.(142857)` repeats.
        let repeats = || {
            let rest = &tokens[at + 1..];
            tokens[at - 1].class == Class::Digit
                && rest[0].key == "("
                && rest[1..]
                    .iter()
                    .find(|t| t.class != Class::Digit)
                    .is_some_and(|t| t.key == ")")
        };
        let abbreviates = || stop(at + 2) || at > 1 && stop(at - 2);
        if between && !abbreviates() && !repeats() {
            tokens[at].respell(r"\cdot");
            found = true;
        }
    }
    found
}

fn vector(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), r"\vec" | r"\overrightarrow")
        || token.class == Class::Name && bold::directed(&token.key)
}

/// Whether a full stop may separate what this binds from what is said of it.
fn binds(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        r"\lambda" | r"\Lambda" | r"\forall" | r"\exists" | r"\mu" | r"\nu" | "λ" | "∀" | "∃"
    )
}
