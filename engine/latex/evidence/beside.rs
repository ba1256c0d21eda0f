//! What stands beside a bracket and makes a factor or an operator of the letter before it.

use super::NEAR;
use crate::latex::kinds::{capital, transposes};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};

/// Whether the parentheses before a letter with its scripts and after it hold the same, one of them
/// transposed or the letter inverted: a form of a vector, `(x - \mu)^T V^{-1} (x - \mu)`.
pub(super) fn between_equals(tokens: &[Token<'_>], i: usize, open: usize, close: usize) -> bool {
    let length = close - open;
    if length < 3 || !capital(&tokens[i].key) {
        return false;
    }
    let behind = |n: &usize| {
        let at = i.checked_sub(n + 1);
        at.is_some_and(|at| tokens[at].key == ")")
    };
    let Some(end) = (0..=TRANSPOSED).find(behind).map(|n| i - n - 1) else {
        return false;
    };
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let transposing = |at: usize| {
        matches!(key(at), "t" | "H" | "*" | r"\prime" | r"\dagger") || transposes(key(at))
    };
    let signed = |at: usize| match key(at) {
        "'" | r"\prime" | "′" => true,
        "^" => transposing(at + 1) || key(at + 1) == "{" && transposing(at + 2),
        _ => false,
    };
    let inverted = (key(i + 1), key(i + 2), key(i + 3)) == ("^", "{", "-");
    let transposed = signed(end + 1) || signed(close + 1);
    let adjacent = end + 1 == i || signed(end + 1);
    let same = |from: usize| (0..length).all(|n| tokens[from + n].key == tokens[open + n].key);
    // `J(x)^{-1} F(x)`
    let applied = |from: usize| {
        let before = from.checked_sub(1).map(|at| tokens[at].class);
        matches!(before, Some(Class::Letter | Class::Name))
    };
    (transposed || inverted)
        && adjacent
        && end
            .checked_sub(length)
            .is_some_and(|from| same(from) && !applied(from))
}

/// The sign of what is transposed has no more tokens: `^{\mathrm{T}}`.
const TRANSPOSED: usize = 5;

/// Whether this is the sign of products ordered in time, beside states: `T\{\phi(x)\phi(y)\}`.
pub(in crate::latex) fn in_time(tokens: &[Token<'_>], at: usize) -> bool {
    let near = at.saturating_sub(NEAR)..tokens.len().min(at + NEAR);
    matches!(
        tokens[at].key.as_ref(),
        "T" | r"\mathcal{T}" | r"\mathrm{T}"
    ) && tokens[near]
        .iter()
        .any(|t| matches!(t.key.as_ref(), r"\rangle" | "⟩"))
}

/// Whether a product of vectors stands in a bracket, which a number before it multiplies:
/// `I (\mathbf{l} \times \mathbf{B})`.
pub(super) fn of_vectors(inside: &[Token<'_>]) -> bool {
    let vector = |t: &Token<'_>| {
        matches!(t.key.as_ref(), r"\vec" | r"\overrightarrow")
            || t.class == Class::Name && crate::latex::bold::directed(&t.key)
    };
    inside.len() < NEAR
        && inside
            .iter()
            .any(|t| matches!(t.key.as_ref(), r"\times" | "×"))
        && inside.iter().any(vector)
}

/// Whether a bracket with numbers stands between the capital letter that ends here and a ket, the
/// operator of what is in the bracket: `D(-\alpha)|0\rangle`.
pub(super) fn before_state(
    tokens: &[Token<'_>],
    marks: &[Mark],
    at: usize,
    open: usize,
    close: usize,
) -> bool {
    // `\hat{D}`
    let letter = match (tokens[at].key.as_ref(), at) {
        ("}", 1..) => &tokens[at - 1],
        _ => &tokens[at],
    };
    let command = |t: &Token<'_>| {
        matches!(t.class, Class::Letter | Class::Name)
            && t.key.starts_with('\\')
            && !t.key.contains('{')
    };
    let ket = matches!(marks.get(close + 1), Some(Mark::Open { partner, .. })
        if matches!(tokens[*partner].key.as_ref(), r"\rangle" | "⟩"));
    let bar = || matches!(tokens[close + 1].key.as_ref(), "|" | r"\vert" | r"\lvert");
    let number = |t: &Token<'_>| match t.class {
        _ if command(t) => true,
        Class::Letter => matches!(
            t.key.as_ref(),
            "x" | "y" | "z" | "t" | "s" | "u" | "v" | "r"
        ),
        Class::Digit => true,
        _ => matches!(t.key.as_ref(), "+" | "-" | "_"),
    };
    ket && bar()
        && letter.key.len() == 1
        && letter.key.starts_with(char::is_uppercase)
        && close < open + NEAR
        && tokens[open + 1..close].iter().all(number)
        && tokens[open + 1..close].iter().any(command)
}
