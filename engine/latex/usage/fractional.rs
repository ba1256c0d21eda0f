//! Braces that hold the fractional part of a number, as they are added, divided and compared with one.

use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};

/// The longest number in such braces, in tokens, and the most of them in a sum.
const LONGEST: usize = 12;
const MOST: usize = 8;

/// Plain letters of transformations and of the mean.
pub(in crate::latex) const TRANSFORMATIONS: [&str; 4] = ["L", "Z", "F", "E"];

/// Whether the braces that open here hold one term, and they, or a sum of several such, are compared
/// with a number, or a fraction: `\{x\} < 1`, `\{2x\} + \{3x\} = 1`, `\frac{\{x\}}{x^2}`. Nobody groups
/// one term, and no set is a number.
pub(super) fn fractional(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    // `L\{x\} = 1`
    let transforms = |name| open > 0 && key(open - 1) == name;
    if tokens[open].gap == Gap::None && TRANSFORMATIONS.into_iter().any(transforms) {
        return false;
    }
    let Some(mut after) = single(tokens, marks, open) else {
        return false;
    };
    let above = open > 1 && key(open - 1) == "{" && key(after) == "}" && fraction(key(open - 2));
    if above {
        return true;
    }
    let mut several = false;
    for _ in 0..MOST {
        let Some(next) = (matches!(key(after), "+" | "-"))
            .then(|| single(tokens, marks, after + 1))
            .flatten()
        else {
            break;
        };
        (after, several) = (next, true);
    }
    let small = |at: usize| match key(at) {
        "0" => true,
        "1" => tokens.get(at + 1).is_none_or(|t| t.class != Class::Digit),
        sign if fraction(sign) => tokens
            .get(at + 1 + usize::from(key(at + 1) == "{"))
            .is_some_and(|t| t.class == Class::Digit),
        _ => several && tokens.get(at).is_some_and(|t| t.class == Class::Digit),
    };
    let before = open.checked_sub(2).is_some_and(|at| {
        compares(key(open - 1)) && small(at) && (at == 0 || compares(key(at - 1)))
    });
    before || compares(key(after)) && small(after + 1)
}

fn fraction(key: &str) -> bool {
    key == r"\frac"
}

fn compares(key: &str) -> bool {
    matches!(
        key,
        "=" | "<" | ">" | r"\le" | r"\leq" | r"\ge" | r"\geq" | r"\ne" | r"\neq" | "≤" | "≥"
    )
}

/// The place after braces that hold one term with a letter and nothing else.
fn single(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> Option<usize> {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return None;
    };
    let inside = tokens.get(open + 1..partner)?;
    let inside = match inside {
        [sign, term @ ..] if sign.key == "-" => term,
        _ => inside,
    };
    let term = |t: &Token<'_>| {
        matches!(
            t.class,
            Class::Letter | Class::Digit | Class::Open | Class::Close
        ) || matches!(
            t.key.as_ref(),
            "^" | "_" | r"\sqrt" | r"\frac" | r"\cdot" | r"\times" | "*" | r"\pi"
        )
    };
    let letter = |t: &Token<'_>| t.class == Class::Letter || t.key == r"\sqrt";
    let fits = tokens[open].key == r"\{"
        && inside.len() <= LONGEST
        && inside.iter().all(term)
        && inside.iter().any(letter);
    fits.then_some(partner + 1)
}
