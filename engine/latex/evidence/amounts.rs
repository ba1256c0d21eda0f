//! Amounts that a bracket multiplies: `U_1(1 - R_1)`, `R(T + \ln x)`.

use super::{AROUND, NEAR};
use crate::latex::kinds::capital;
use crate::latex::token::{Class, Gap, Token};
use std::ops::Range;

/// Whether 1 and a sign begin the bracket after a capital letter with an index, and another capital letter
/// in it has this index: it multiplies the share that is left, `U_1(1 - R_1)`.
pub(super) fn share(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let [low, index] = scripts else {
        return false;
    };
    let begins = matches!(inside, [one, sign, ..]
        if one.key == "1" && matches!(sign.key.as_ref(), "-" | "+"));
    let alike = |w: &[Token<'_>]| {
        w[0].class == Class::Letter
            && capital(&w[0].key)
            && w[0].key != letter.key
            && w[1].key == "_"
            && w[2].key == index.key
    };
    low.key == "_"
        && capital(&letter.key)
        && begins
        && inside.len() < NEAR
        && inside.windows(3).any(alike)
}

/// Whether a power of Euler's number is taken from 1, or 1 from it, in the bracket after a capital letter
/// with an index, which is the amount at last: `V_S(1 - e^{-t/\tau})`, `I_S(e^{qV/kT} - 1)`.
/// Where the letter alone is applied to something, it is left to that.
pub(super) fn saturates(
    tokens: &[Token<'_>],
    i: usize,
    after: usize,
    inside: &[Token<'_>],
) -> bool {
    let near = &tokens[i.saturating_sub(AROUND)..tokens.len().min(i + AROUND)];
    let applied = |w: &[Token<'_>]| w[0].key == tokens[i].key && w[1].key == "(";
    let power = |rest: &[Token<'_>]| match rest {
        [e, up, open, .., close] => {
            matches!(e.key.as_ref(), "e" | r"\mathrm{e}")
                && up.key == "^"
                && (open.key.as_ref(), close.key.as_ref()) == ("{", "}")
        }
        _ => false,
    };
    capital(&tokens[i].key)
        && after > i + 1
        && tokens[i + 1].key == "_"
        && inside.len() < NEAR
        && !near.windows(2).any(applied)
        && match inside {
            [one, sign, rest @ ..] if one.key == "1" => {
                matches!(sign.key.as_ref(), "-" | "+") && power(rest)
            }
            [rest @ .., sign, one] if one.key == "1" => {
                matches!(sign.key.as_ref(), "-" | "+") && power(rest)
            }
            _ => false,
        }
}

/// Whether the difference of two heights is all that stands in the bracket after the `g` of what falls:
/// `g(z_2 - z_1)`.
pub(super) fn falls(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let [one, low, _, minus, other, below, _] = inside else {
        return false;
    };
    letter.key == "g"
        && scripts.is_empty()
        && matches!(one.key.as_ref(), "z" | "h")
        && one.key == other.key
        && (low.key.as_ref(), minus.key.as_ref(), below.key.as_ref()) == ("_", "-", "_")
}

/// Whether the letter and its index have a dot elsewhere, as an amount that grows: `\dot{N}_i = N_i(r_i -
/// \sum_j a_{ij} N_j)`.
pub(super) fn grows(tokens: &[Token<'_>], i: usize, after: usize, inside: &[Token<'_>]) -> bool {
    let [low, index] = &tokens[i + 1..after] else {
        return false;
    };
    let sum = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
    let dotted = |w: &[Token<'_>]| {
        let braced = w[1].key == "{";
        let end = if braced { 4 } else { 2 };
        w[0].key == r"\dot"
            && w[if braced { 2 } else { 1 }].key == tokens[i].key
            && w[end].key == "_"
            && w[end + 1].key == index.key
    };
    low.key == "_"
        && inside.len() < NEAR
        && inside.iter().any(sum)
        && tokens[i.saturating_sub(AROUND)..after]
            .windows(6)
            .any(dotted)
}

/// Whether 1 and a sign begin the bracket behind a Greek letter of rates, and another sum in brackets follows:
/// `\phi (1 - s)(a - b)`.
pub(super) fn left_over(
    tokens: &[Token<'_>],
    letter: &Token<'_>,
    inside: &[Token<'_>],
    close: usize,
) -> bool {
    let rate = matches!(
        letter.key.as_ref(),
        r"\phi" | r"\rho" | r"\gamma" | r"\lambda" | r"\eta" | r"\theta"
    );
    let sign = |t: &Token<'_>| matches!(t.key.as_ref(), "-" | "+");
    let begins = matches!(inside, [one, minus, ..] if one.key == "1" && sign(minus));
    rate && begins
        && inside.len() < NEAR
        && tokens.get(close + 1).is_some_and(|t| t.key == "(")
        && tokens[close + 1..]
            .iter()
            .take(NEAR)
            .take_while(|t| t.key != ")")
            .any(sign)
}

/// Whether a product of vectors with a dot is all that stands in a bracket that is set apart from the letter
/// before it: `\psi \, (\hat{n} \cdot \vec{u})`.
pub(super) fn flows(gap: Gap, inside: &[Token<'_>]) -> bool {
    let vector = |t: &Token<'_>| {
        matches!(t.key.as_ref(), r"\vec" | r"\hat")
            || t.class == Class::Name && crate::latex::bold::directed(&t.key)
    };
    let plain = |t: &Token<'_>| !matches!(t.key.as_ref(), "+" | "-" | "," | "=");
    gap >= Gap::Thin
        && inside.len() < NEAR
        && inside.first().is_some_and(vector)
        && inside.iter().any(|t| t.key == r"\cdot")
        && inside.iter().all(plain)
}

/// Whether an adjoint is a factor in a sum in the bracket, and its index stands below the letter before
/// that: `g_{ij}(b_i^\dagger b_j + b_j^\dagger b_i)`, which says how strongly the two are coupled.
pub(super) fn couples(scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let dagger = |t: &Token<'_>| matches!(t.key.as_ref(), r"\dagger" | r"\dag" | "†");
    let below = |t: &Token<'_>| {
        t.class == Class::Letter && scripts.iter().skip(1).any(|own| own.key == t.key)
    };
    let indexed = |w: &[Token<'_>]| w[0].key == "_" && (below(&w[1]) || below(&w[2]));
    scripts.first().is_some_and(|t| t.key == "_")
        && inside.len() < NEAR
        && inside.iter().any(dagger)
        && inside.iter().any(|t| matches!(t.key.as_ref(), "+" | "-"))
        && inside.windows(3).any(indexed)
}

/// Whether a logarithm is a term or a factor of a term of the sum in the bracket after `R` or `RT`,
/// which the constant of gases multiplies.
pub(super) fn of_gas(
    tokens: &[Token<'_>],
    at: usize,
    scripts: &[Token<'_>],
    inside: &[Token<'_>],
) -> bool {
    let constant = match tokens[at].key.as_ref() {
        "R" => true,
        "T" => at > 0 && tokens[at - 1].key == "R",
        _ => false,
    };
    if !constant || !scripts.is_empty() || inside.len() >= NEAR {
        return false;
    }
    let mut depth = 0_usize;
    let (mut sum, mut logarithm) = (false, false);
    for token in inside {
        match token.key.as_ref() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            "," => return false,
            "+" | "-" => sum |= depth == 0,
            r"\ln" => logarithm |= depth == 0,
            _ => {}
        }
    }
    sum && logarithm
}

/// Whether a small letter of coefficients stands elsewhere right before the letter that the bracket begins
/// with, which it multiplies there and here: `q(x)` beside `qx`.
pub(super) fn beside(tokens: &[Token<'_>], i: usize, after: usize, inside: &[Token<'_>]) -> bool {
    let coefficient = matches!(
        tokens[i].key.as_ref(),
        "a" | "b" | "c" | "m" | "p" | "q" | "r" | "s"
    );
    let Some(first) = inside.first().filter(|t| t.class == Class::Letter) else {
        return false;
    };
    // `q(x^2)`
    let power = inside.len() == 1
        || inside.len() == 3 && inside[1].key == "^" && inside[2].class == Class::Digit;
    if !coefficient || after != i + 1 || !power {
        return false;
    }
    let near = &tokens[i.saturating_sub(AROUND)..tokens.len().min(i + AROUND)];
    near.windows(2).any(|w| {
        w[0].key == tokens[i].key
            && w[1].key == first.key
            && w[1].class == Class::Letter
            && w[1].gap == Gap::None
    })
}

/// As many tokens around a letter are looked through for powers of it.
const POWERS: usize = 60;

/// Whether a power of a letter is a summand or a factor of one near by, `\Theta^2 + \Theta(a + b)`, and
/// nothing is in a bracket behind it.
pub(super) fn powers(tokens: &[Token<'_>], i: usize) -> bool {
    let near = i.saturating_sub(POWERS)..tokens.len().min(i + POWERS);
    tokens[near].windows(4).any(|w| {
        w[0].key == tokens[i].key
            && w[1].key == "^"
            && w[2].class == Class::Digit
            && !matches!(w[3].key.as_ref(), "(" | r"\left")
    })
}

/// Whether the index of the letter stands below letters that are added up in the bracket: an amount of each,
/// `P_i \left(\frac{x_i}{V} - \frac{y_i}{W}\right)`.
pub(super) fn shares_index(scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let [low, index] = scripts else {
        return false;
    };
    let below = |pair: &[Token<'_>]| pair[0].key == "_" && pair[1].key == index.key;
    low.key == "_"
        && index.class == Class::Letter
        && inside.len() < super::NEAR
        && inside.iter().any(|t| matches!(t.key.as_ref(), "+" | "-"))
        && inside.windows(2).any(below)
}

/// Whether a power of the letter stands before a power of the bracket, `R^2(T_c)^2`: nobody raises a
/// function so and its value again.
pub(super) fn both_raised(tokens: &[Token<'_>], scripts: &[Token<'_>], close: usize) -> bool {
    let number = |t: Option<&Token<'_>>| t.is_some_and(|t| t.class == Class::Digit);
    let raised = |of: &[Token<'_>]| {
        of.first().is_some_and(|t| t.key == "^")
            && number(of.get(1 + usize::from(of.get(1).is_some_and(|t| t.key == "{"))))
    };
    matches!(scripts.len(), 2 | 4) && raised(scripts) && tokens.get(close + 1..).is_some_and(raised)
}

/// Whether the bracket is raised to the index of the letter before it, which is a coefficient of a series:
/// `a_n(2x)^n`, `L_{ij}(x - 1)^j`.
pub(super) fn coefficient(tokens: &[Token<'_>], scripts: Range<usize>, close: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let indices = match &tokens[scripts] {
        [low, index] if low.key == "_" => std::slice::from_ref(index),
        [low, open, indices @ .., close]
            if low.key == "_" && open.key == "{" && close.key == "}" && indices.len() < 4 =>
        {
            indices
        }
        _ => return false,
    };
    let braced = key(close + 2) == "{" && key(close + 4) == "}";
    let above = key(close + 2 + usize::from(braced));
    key(close + 1) == "^"
        && indices
            .iter()
            .all(|t| t.class == Class::Letter || t.key == ",")
        && indices.iter().any(|t| t.key == above)
}

/// Whether a `g` behind a mass or a density multiplies the sum in the bracket: `mg(h_1 - h_2)`,
/// `\rho g(z + h)`.
pub(super) fn weighs(tokens: &[Token<'_>], i: usize, inside: &[Token<'_>]) -> bool {
    let mass = |t: &Token<'_>| matches!(t.key.as_ref(), "m" | "M" | r"\rho");
    tokens[i].key == "g"
        && i.checked_sub(1).is_some_and(|before| mass(&tokens[before]))
        && inside.len() < NEAR
        && inside.iter().any(|t| matches!(t.key.as_ref(), "+" | "-"))
        && !inside.iter().any(|t| t.key == ",")
}

/// Whether the difference of two reciprocals is all that stands in the bracket behind a capital letter,
/// a constant that multiplies it: `R\left(\frac{1}{n_1^2} - \frac{1}{n_2^2}\right)`.
pub(super) fn between_levels(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
    let fraction = |t: &Token<'_>| t.key == r"\frac";
    let reciprocal = |part: &[Token<'_>]| match part {
        [sign, one, ..] if one.key == "1" => fraction(sign),
        [sign, open, one, close, ..] => {
            fraction(sign) && open.key == "{" && one.key == "1" && close.key == "}"
        }
        _ => false,
    };
    letter.short()
        && letter.key.starts_with(|c: char| c.is_ascii_uppercase())
        && inside.len() < NEAR
        && reciprocal(inside)
        && inside.iter().filter(|t| fraction(t)).count() == 2
        && inside
            .iter()
            .position(|t| t.key == "-")
            .is_some_and(|minus| reciprocal(&inside[minus + 1..]))
}
