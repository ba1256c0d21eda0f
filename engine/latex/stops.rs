//! Full stops that multiply, `\vec a.\vec b`, `x.(y + z)`, and points of decimals before letters.

use super::bold;
use super::signs::Signs;
use super::token::{Class, Gap, Side, Token, braces_end};

/// The index of a digit has no more tokens.
const INDEX: usize = 12;

/// Makes points of products of the full stops right between letters or vectors. After a quantifier or
/// an abstraction a full stop begins what is said, and in `s.t.` it abbreviates.
pub(super) fn multiplied(tokens: &mut [Token<'_>], signs: Signs) -> bool {
    if !signs.has(b'.') || (0..tokens.len()).any(|at| binds(tokens, at)) {
        return false;
    }
    let values = |w: &[Token<'_>]| {
        w[0].key == ")"
            && w[1].key == "."
            && w[2].class == Class::Letter
            && w[1..].iter().all(|t| t.gap == Gap::None)
            && matches!(w[3].key.as_ref(), "(" | "_")
    };
    let related = signs.has(b'=')
        || tokens.iter().any(vector)
        || signs.has(b')') && {
            // Gates keep their order: `U_1(\theta).R_X(\phi)` stays a list where one is not known.
            let mut letters = tokens.windows(4).filter(|w| values(w)).map(|w| &w[2].key);
            let first = letters.next();
            let plain = |key: &str| key == "R" || key.starts_with(char::is_lowercase);
            first.is_some_and(|key| plain(key)) && letters.all(|key| plain(key))
        };
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
        // `s.t.` abbreviates, `\frac{1}{3}.S.h` is a product.
        let said = || tokens[at - 1].class == Class::Letter || tokens[at + 1].key == "s";
        let abbreviates = || stop(at + 2) && said() || at > 1 && stop(at - 2);
        if between && !abbreviates() && !repeats() && !digits_follow(tokens, at) {
            tokens[at].respell(r"\cdot");
            found = true;
        }
    }
    found
}

/// Whether the full stop here is a decimal point with letters for the digits behind it, which have
/// numbers: `0.a_1a_2a_3\ldots`.
pub(super) fn digits_follow(tokens: &[Token<'_>], stop: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let first = stop + 1;
    let number = stop > 0
        && matches!(key(stop - 1), "0" | "1")
        && !(stop > 1
            && (matches!(key(stop - 2), "_" | "^") || tokens[stop - 2].class == Class::Digit));
    let letter = tokens
        .get(first)
        .is_some_and(|t| t.class == Class::Letter && t.gap == Gap::None);
    if !number || !letter || key(first + 1) != "_" {
        return false;
    }
    let after = match key(first + 2) {
        "{" => match braces_end(tokens, first + 2, INDEX) {
            Some(end) => end,
            None => return false,
        },
        _ => first + 3,
    };
    match tokens.get(after) {
        Some(next) => {
            next.key == tokens[first].key && key(after + 1) == "_"
                || next.is_ellipsis()
                || next.class == Class::Close && key(stop - 1) == "0"
        }
        None => key(stop - 1) == "0",
    }
}

/// Whether what begins here is set as vectors are.
pub(super) fn vector(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), r"\vec" | r"\overrightarrow")
        || token.class == Class::Name && bold::directed(&token.key)
}

/// Whether a full stop may separate what is bound here from what is said of it.
fn binds(tokens: &[Token<'_>], at: usize) -> bool {
    let letter = || tokens.get(at + 1).is_some_and(|t| t.class == Class::Letter);
    match tokens[at].key.as_ref() {
        r"\forall" | r"\exists" | "∀" | "∃" => true,
        r"\lambda" | r"\Lambda" | r"\mu" | r"\nu" | "λ" => letter(),
        _ => false,
    }
}
