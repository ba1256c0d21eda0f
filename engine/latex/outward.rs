//! Indices that stand in braces with their letters, or in braces of their own: `\hat{y_i}` is `\hat{y}_i`,
//! and `s_{_{d}}` is `s_d` in smaller print.

use super::bold::spatial;
use super::signs::{Signs, Sorts};
use super::token::{Class, Token, braces_end};

/// As many tokens of an index are looked through.
const LONGEST: usize = 40;

/// Accents that tell one letter from another, with an index or without.
const ACCENTS: &[&str] = &[
    r"\hat",
    r"\widehat",
    r"\tilde",
    r"\widetilde",
    r"\vec",
    r"\overrightarrow",
    r"\dot",
    r"\ddot",
    r"\check",
    r"\breve",
    r"\acute",
    r"\grave",
    r"\mathring",
];

/// Moves indices out of accents, and out of braces that hold nothing but an index.
pub(super) fn indices(mut tokens: Vec<Token<'_>>, signs: Signs) -> Vec<Token<'_>> {
    if !signs.has(b'_') || !signs.holds(Class::Open) {
        return tokens;
    }
    if signs.may(Sorts::ACCENT) {
        for at in 0..tokens.len().saturating_sub(5) {
            if let Some(close) = accented(&tokens, at) {
                tokens[at + 3..=close].rotate_right(1);
                let end = tokens[at + 2].end;
                (tokens[at + 3].start, tokens[at + 3].end) = (end, end);
            }
        }
    }
    let bare = |w: &[Token<'_>]| w[0].key == "_" && w[1].class == Class::Open && w[2].key == "_";
    if !tokens.windows(3).any(bare) {
        return tokens;
    }
    let mut drop = vec![false; tokens.len()];
    for at in 0..tokens.len() - 2 {
        if !bare(&tokens[at..at + 3]) {
            continue;
        }
        let end = index_end(&tokens, at + 3);
        if let Some(end) =
            end.filter(|end| tokens.get(*end).is_some_and(|t| t.class == Class::Close))
        {
            (drop[at + 1], drop[at + 2], drop[end]) = (true, true, true);
        }
    }
    let mut drop = drop.into_iter();
    tokens.retain(|_| !drop.next().unwrap_or(false));
    tokens
}

/// Where the braces below an accent end, when they hold a letter and its index.
fn accented(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let [accent, open, letter, sign, ..] = &tokens[at..] else {
        return None;
    };
    let accented = open.class == Class::Open
        && (letter.class == Class::Letter || spatial(letter.key.as_ref()))
        && sign.key == "_"
        && (ACCENTS.contains(&accent.key.as_ref()) || accent.key == r"\bar" && is_mean(letter));
    let close = index_end(tokens, at + 4).filter(|_| accented)?;
    (tokens.get(close)?.class == Class::Close).then_some(close)
}

/// Whether a line over a letter is a mean: over others it may be a complement or a conjugate.
fn is_mean(letter: &Token<'_>) -> bool {
    let key = letter.key.as_ref();
    matches!(key, "X" | "Y")
        || key.len() == 1 && key.starts_with(|c: char| c.is_ascii_lowercase() && !"zw".contains(c))
}

/// The place after an index: one token, or what stands in braces.
fn index_end(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    match tokens.get(at)?.class {
        Class::Open => braces_end(tokens, at, LONGEST),
        Class::Close => None,
        _ => Some(at + 1),
    }
}
