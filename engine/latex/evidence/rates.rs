//! Letters that say how far or how fast something goes: `a + t(b - a)`, `s_0 + v(t - t_0)`.

use super::{NEAR, POINT};
use crate::latex::token::{Class, Token};

/// Whether a letter says how far to go from one thing to another: `a + t(b - a)`.
pub(super) fn interpolates(tokens: &[Token<'_>], i: usize, open: usize, partner: usize) -> bool {
    let inside = &tokens[open + 1..partner];
    let before = &tokens[..i];
    if inside.len() >= NEAR || before.last().is_none_or(|t| t.key != "+") {
        return false;
    }
    let Some(minus) = inside.iter().position(|t| t.key == "-") else {
        return false;
    };
    let start = &inside[minus + 1..];
    let from = before.len().checked_sub(start.len() + 1);
    let same = |from: usize| {
        before[from..]
            .iter()
            .zip(start)
            .all(|(a, b)| a.key == b.key)
    };
    (1..=POINT).contains(&start.len()) && from.is_some_and(same)
}

/// Whether a letter is the rate of what begins at a value with an index and goes on with the difference
/// of a letter and the same with an index: `s = s_0 + v(t - t_0)`.
pub(super) fn proceeds(tokens: &[Token<'_>], i: usize, inside: &[Token<'_>]) -> bool {
    let [to, minus, from, low, ..] = inside else {
        return false;
    };
    let [.., base, below, index, sign] = &tokens[..i] else {
        return false;
    };
    let difference =
        minus.key == "-" && to.key == from.key && low.key == "_" && inside.len() < POINT;
    let value = base.class == Class::Letter && below.key == "_" && index.class == Class::Digit;
    let rate = tokens[i].key.len() == 1
        && !matches!(
            tokens[i].key.as_ref(),
            "f" | "g" | "h" | "u" | "F" | "G" | "H"
        );
    difference && value && rate && matches!(sign.key.as_ref(), "+" | "-")
}

/// Whether a letter multiplies a difference that begins with the letter that has a prime on the other side:
/// `x' = \gamma(x - vt)`, `T' = -k(T - T_a)`.
pub(super) fn changes(tokens: &[Token<'_>], i: usize, inside: &[Token<'_>]) -> bool {
    let factor = matches!(
        tokens[i].key.as_ref(),
        r"\gamma"
            | r"\alpha"
            | r"\beta"
            | r"\kappa"
            | r"\lambda"
            | r"\mu"
            | "k"
            | "r"
            | "a"
            | "b"
            | "c"
    );
    let before = match &tokens[..i] {
        [rest @ .., sign] if sign.key == "-" => rest,
        rest => rest,
    };
    let [.., changed, prime, equals] = before else {
        return false;
    };
    let [same, minus, ..] = inside else {
        return false;
    };
    factor
        && equals.key == "="
        && prime.key == "'"
        && same.key == changed.key
        && minus.key == "-"
        && changed.class == Class::Letter
}

/// Whether the letter is the rate at which space grows, before what is thinned out three times as fast:
/// `\dot\rho + 3H(\rho + p) = 0`, `3H(1 + w)\rho`.
pub(super) fn expands(tokens: &[Token<'_>], i: usize, inside: &[Token<'_>]) -> bool {
    let thinned = |t: &Token<'_>| matches!(t.key.as_ref(), r"\rho" | "w");
    tokens[i].key == "H"
        && i.checked_sub(1).is_some_and(|at| tokens[at].key == "3")
        && inside.len() < NEAR
        && inside.iter().any(|t| t.key == "+")
        && inside.iter().any(thinned)
}

/// Whether an energy stands before a time that has passed, and both are divided by the quantum of
/// action: `e^{-iH(t - t_0)/\hbar}`, `e^{-\frac{i}{\hbar}H(t - t_0)}`; an action `S(x)/\hbar` is a value.
pub(super) fn times_passed(tokens: &[Token<'_>], letter: usize, open: usize, close: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    // `H`, `\hat H`, `\hat{H}`
    let (name, start) = match key(letter) {
        "}" => (letter.saturating_sub(1), letter.saturating_sub(3)),
        _ if letter > 0 && key(letter - 1) == r"\hat" => (letter, letter - 1),
        _ => (letter, letter),
    };
    let passed = key(open + 1) == "t"
        && close < open + NEAR
        && tokens[open..close].iter().any(|t| t.key == "-");
    if !passed || !matches!(key(name), "H" | "E") {
        return false;
    }
    let over = |end: usize| {
        end > 2 && key(end - 1) == "}" && key(end - 2) == r"\hbar" && key(end - 3) == "{"
    };
    let under = match key(close + 1) {
        "/" => key(close + 2),
        "}" if key(close + 2) == "{" => key(close + 3),
        _ => "",
    };
    under == r"\hbar" || over(start)
}
