//! What brackets behind a letter hold, and their powers, which tell whether it is applied.

use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};

/// As many tokens of a point are looked at.
const NEAR: usize = 12;

/// Whether a power of a multiple of pi in brackets stands here, which is a factor: `V(2\pi)^{-3}`.
pub(in crate::latex) fn constant_power(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    let pi = |t: &Token<'_>| matches!(t.key.as_ref(), r"\pi" | "π");
    let inside = &tokens[open + 1..partner];
    // What ends early comes first: brackets may be long, and nested.
    inside.iter().all(|t| pi(t) || t.class == Class::Digit)
        && inside.iter().any(pi)
        && tokens.get(partner + 1).is_some_and(|t| t.key == "^")
}

/// Whether a power that is no whole number is taken of the brackets here, as of a factor rather than of
/// a value: `G(1 - x)^{1/3}`, `E(a + b)^{0.5}`.
pub(in crate::latex) fn broken_power(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, .. }) = marks.get(open).copied() else {
        return false;
    };
    let raised =
        (partner + 1..partner + 3).find(|at| tokens.get(*at).is_some_and(|t| t.key == "^"));
    let Some([brace, whole, sign, part, ..]) = raised.and_then(|at| tokens.get(at + 1..)) else {
        return false;
    };
    brace.class == Class::Open
        && whole.class == Class::Digit
        && matches!(sign.key.as_ref(), "." | "/")
        && part.class == Class::Digit
}

pub(in crate::latex) fn simple_argument(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Mark::Open { partner, .. } = marks[open] else {
        return false;
    };
    partner <= open + 8
        && tokens[open + 1..partner].iter().all(|t| {
            matches!(
                t.class,
                Class::Letter | Class::Digit | Class::Name | Class::Open | Class::Close
            ) || matches!(
                t.key.as_ref(),
                "," | "_"
                    | r"\infty"
                    | "'"
                    | r"\prime"
                    | r"\hat"
                    | r"\tilde"
                    | r"\bar"
                    | r"\vec"
                    | r"\dot"
            )
        })
        && tokens[open + 1..partner]
            .iter()
            .filter(|t| t.class == Class::Letter)
            .count()
            <= 1 + (open + 1..partner)
                .filter(|&at| {
                    // A number below a letter brings no letter with it.
                    let digit = tokens[at + 1].class == Class::Digit;
                    tokens[at].key == "," || tokens[at].key == "_" && !digit
                })
                .count()
}

/// Whether several letters with commas between them stand in the parenthesis that opens here.
pub(in crate::latex) fn point_at(tokens: &[Token<'_>], open: usize) -> bool {
    let near = tokens[open + 1..].iter().take(NEAR);
    let inside = || near.clone().take_while(|t| t.key != ")");
    inside().any(|t| t.key == ",") && inside().all(|t| t.class == Class::Letter || t.key == ",")
}
