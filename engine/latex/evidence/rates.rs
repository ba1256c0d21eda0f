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

/// Whether the bracket that ends here is divided by the quantum of action, as an energy times the time
/// in it is: `e^{-iH(t - t_0)/\hbar}`, `e^{-\frac{i}{\hbar}H(t - t_0)}`.
pub(super) fn divided_by_action(tokens: &[Token<'_>], letter: usize, close: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let over = |end: usize| {
        end > 2 && key(end - 1) == "}" && key(end - 2) == r"\hbar" && key(end - 3) == "{"
    };
    let accented = letter.checked_sub(1).is_some_and(|at| key(at) == r"\hat");
    if over(letter - usize::from(accented)) {
        return true;
    }
    match key(close + 1) {
        "/" => key(close + 2) == r"\hbar",
        "}" => key(close + 2) == "{" && key(close + 3) == r"\hbar",
        _ => false,
    }
}
