//! Special functions, which are told by their letter and by what they are taken of.

use crate::latex::evidence::NEAR;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use std::ops::Range;

/// Whether a product with a root is all that stands in the parenthesis after the letter of a function of
/// Bessel with its order: `I_k(2\sqrt{ab})`.
pub(in crate::latex::evidence) fn of_root(
    letter: &Token<'_>,
    scripts: &[Token<'_>],
    inside: &[Token<'_>],
) -> bool {
    let bessel = matches!(letter.key.as_ref(), "I" | "J" | "K" | "Y" | "H" | "N");
    let order = matches!(scripts, [low, order] if low.key == "_"
        && (order.class == Class::Digit || matches!(order.key.as_ref(), "k" | "n" | "m" | r"\nu" | r"\alpha" | "p")));
    let mut depth = 0_usize;
    let mut product = || {
        inside.iter().all(|t| match t.key.as_ref() {
            "{" | "(" | "[" => {
                depth += 1;
                true
            }
            "}" | ")" | "]" => {
                depth = depth.saturating_sub(1);
                true
            }
            "+" | "-" | "," | "=" => depth > 0,
            _ => true,
        })
    };
    bessel
        && order
        && inside.len() < crate::latex::evidence::NEAR
        && inside.iter().any(|t| t.key == r"\sqrt")
        && product()
}

/// Whether one fraction is all that stands in the bracket behind a letter of functions, which does without
/// brackets in a product: `f\left(\frac{a + b}{2}\right)`.
pub(in crate::latex::evidence) fn of_fraction(
    tokens: &[Token<'_>],
    marks: &[Mark],
    i: usize,
    bracket: std::ops::Range<usize>,
) -> bool {
    let group = |at: usize| match marks.get(at) {
        Some(Mark::Open { partner, width: 1 }) if tokens[at].key == "{" => Some(*partner + 1),
        _ => None,
    };
    let fraction = matches!(
        tokens.get(bracket.start + 1).map(|t| t.key.as_ref()),
        Some(r"\frac")
    );
    fraction
        && matches!(tokens[i].key.as_ref(), "f" | "g" | "h" | "F")
        && group(bracket.start + 2).and_then(group) == Some(bracket.end)
}

/// Whether all that stands below a letter is `p`: `\nu_p(n!)` is how often a prime divides.
pub(in crate::latex::evidence) fn of_prime(scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let [low, rest @ ..] = scripts else {
        return false;
    };
    // `\nu_2(3^n - 1)`, `v_5(n!)`
    let counted = || {
        let letter = |t: &Token<'_>| t.class == Class::Letter;
        inside.len() < NEAR
            && inside.windows(2).any(|w| {
                w[0].key == "^" && (letter(&w[1]) || w[1].class == Class::Open)
                    || letter(&w[0]) && w[1].key == "!"
            })
    };
    let prime = |t: &Token<'_>| match t.key.as_ref() {
        "p" => true,
        "2" | "3" | "5" | "7" => counted(),
        _ => false,
    };
    let named = match rest {
        [only] => prime(only),
        [open, only, close] => open.key == "{" && prime(only) && close.key == "}",
        _ => false,
    };
    low.key == "_" && named
}

/// Whether a number in a bracket is the argument of one of several polynomials, which is not raised:
/// `E_n\left(\frac{1}{2}\right)`.
pub(in crate::latex::evidence) fn of_ratio(
    tokens: &[Token<'_>],
    i: usize,
    after: usize,
    bracket: Range<usize>,
) -> bool {
    let inside = &tokens[bracket.start + 1..bracket.end];
    let polynomial = matches!(
        tokens[i].key.as_ref(),
        "B" | "C" | "E" | "H" | "L" | "P" | "T" | "U"
    ) && matches!(&tokens[i + 1..after], [low, index] if low.key == "_"
        && matches!(index.key.as_bytes(), [b'k'..=b'n']));
    let number = |t: &Token<'_>| {
        t.class == Class::Digit
            || matches!(t.class, Class::Open | Class::Close)
            || matches!(t.key.as_ref(), "/" | r"\frac")
    };
    let raised = tokens.get(bracket.end + 1).is_some_and(|t| t.key == "^");
    polynomial && !raised && inside.len() < NEAR && inside.len() > 1 && inside.iter().all(number)
}

/// Whether a spherical Bessel function, whose order is below it, is taken at a product of letters:
/// `j_\ell(kr)`.
pub(in crate::latex::evidence) fn of_bessel(
    letter: &Token<'_>,
    scripts: &[Token<'_>],
    inside: &[Token<'_>],
) -> bool {
    let order = |t: &Token<'_>| {
        matches!(t.key.as_ref(), r"\ell" | "l" | "n" | r"\nu") || t.class == Class::Digit
    };
    let index = match scripts {
        [low, index] | [low, _, index, _] if low.key == "_" => Some(index),
        _ => None,
    };
    // `K_{\nu - 1/2}(ar)`
    let compound = || match (letter.key.as_ref(), scripts) {
        ("J" | "Y" | "K" | "I", [low, _, index @ .., _]) => {
            low.key == "_"
                && index.len() > 1
                && index.iter().any(|t| matches!(&*t.key, "+" | "-" | "/"))
        }
        _ => false,
    };
    let bessel = letter.key == "j" && index.is_some_and(order);
    (bessel || compound())
        && matches!(inside.len(), 1..=3)
        && inside
            .iter()
            .all(|t| matches!(t.class, Class::Letter | Class::Digit))
}

/// Whether this is the name of the distribution of squares, `\chi^2(k - 1)`, with its degrees of freedom
/// in the bracket.
pub(in crate::latex::evidence) fn of_freedom(letter: &Token<'_>, scripts: &[Token<'_>]) -> bool {
    letter.key == r"\chi"
        && scripts
            .windows(2)
            .any(|w| w[0].key == "^" && w[1].key == "2")
}

/// Whether the cosine of an angle is all that stands in the parenthesis after a capital letter with an
/// index and an order, a special function: `P_\ell^m(\cos\theta)`.
pub(in crate::latex::evidence) fn of_angle(
    tokens: &[Token<'_>],
    i: usize,
    after: usize,
    inside: &[Token<'_>],
) -> bool {
    let scripts = &tokens[i + 1..after.max(i + 1)];
    let has = |key: &str| scripts.iter().any(|t| t.key == key);
    // `L_n^{m-n}(|\alpha|^2)`
    if tokens[i].key == "L" && has("_") && has("^") {
        return true;
    }
    let special = matches!(
        tokens[i].key.as_ref(),
        "P" | "Q"
            | "T"
            | "U"
            | "C"
            | "J"
            | "Y"
            | r"\mathrm{Q}"
            | r"\mathrm{Y}"
            | r"\mathsf{P}"
            | r"\mathsf{Q}"
    );
    let cosine = |t: &Token<'_>| matches!(t.key.as_ref(), r"\cos" | r"\sin" | r"\cosh");
    let taken = match inside {
        [of, angle] => cosine(of) && angle.class == Class::Letter,
        [of, open, _, close] => cosine(of) && open.key == "(" && close.key == ")",
        _ => false,
    };
    special && has("_") && has("^") && taken
}
