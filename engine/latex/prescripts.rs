//! Scripts before a letter right behind something else: `\frac{a}{b}{}_2F_1(a, b; c; z)`,
//! `x{}^nC_k`. They are set apart from what is before them, whose scripts they would be.

use super::signs::Signs;
use super::token::{Class, Gap, Token};

/// Sets the gap before such scripts.
pub(super) fn apart(tokens: &mut [Token<'_>], signs: Signs) {
    if !signs.has(b'_') || !signs.holds(Class::Open) {
        return;
    }
    for at in 1..tokens.len().saturating_sub(5) {
        if tokens[at].class == Class::Open
            && tokens[at + 1].class == Class::Close
            && tokens[at].gap < Gap::Thin
            && before_letter(&tokens[at + 2..])
        {
            tokens[at].gap = Gap::Thin;
        }
    }
}

/// Whether a script of one token stands here before a letter that has such: of a hypergeometric
/// function `_2F_1`, of a number of choices `^nC_k`.
fn before_letter(tokens: &[Token<'_>]) -> bool {
    let braced = usize::from(tokens.get(1).is_some_and(|t| t.class == Class::Open));
    let after = 2 + 2 * braced;
    let (Some(script), Some(letter), Some(sign)) = (
        tokens.get(1 + braced),
        tokens.get(after),
        tokens.get(after + 1),
    ) else {
        return false;
    };
    let closed = braced == 0 || tokens[3].class == Class::Close;
    let single = matches!(script.class, Class::Digit | Class::Letter);
    let letter = match tokens[0].key.as_ref() {
        "_" => {
            let number = script.class == Class::Digit || matches!(script.key.as_ref(), "p" | "r");
            number
                && matches!(
                    letter.key.as_ref(),
                    "F" | r"\Phi" | r"\phi" | r"\psi" | "C" | "P"
                )
                || matches!(letter.key.as_ref(), "C" | "P") && script.key == "n"
        }
        "^" => {
            let number =
                script.class == Class::Digit || matches!(script.key.as_ref(), "n" | "m" | "N");
            let braced = usize::from(
                tokens
                    .get(after + 2)
                    .is_some_and(|t| t.class == Class::Open),
            );
            let below = tokens.get(after + 2 + braced);
            number
                && below.is_some_and(|t| t.key != script.key)
                && (braced == 0
                    || tokens
                        .get(after + 4)
                        .is_some_and(|t| t.class == Class::Close))
                && matches!(
                    letter.key.as_ref(),
                    "C" | "P" | r"\mathrm{C}" | r"\mathrm{P}"
                )
        }
        _ => false,
    };
    closed && single && letter && sign.key == "_"
}
