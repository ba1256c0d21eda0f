//! What a parenthesis after a letter says: whether the letter is applied to it.

use super::matching::Mark;
use super::token::{Class, Gap, Token};

/// As many tokens are looked through.
const NEAR: usize = 60;

/// What stands after a letter and its scripts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// The place of the parenthesis, when there is one.
    pub(super) open: Option<usize>,
    /// It is written as an argument: `f\!(x)`, `f{(x)}`, `f(x)` with a single letter, or several
    /// arguments that are no components.
    pub(super) certain: bool,
}

/// Looks at what stands at `after`, where the scripts of the letter at `i` end.
pub(super) fn evidence(tokens: &[Token<'_>], marks: &[Mark], i: usize, after: usize) -> Evidence {
    let Some(token) = tokens.get(after) else {
        return Evidence::default();
    };
    let braced = braced(tokens, marks, after);
    let open = if braced { after + 1 } else { after };
    let Mark::Open { partner, width: 1 } = marks[open] else {
        return Evidence::default();
    };
    if tokens[open].key != "(" || tokens[partner].key != ")" {
        return Evidence::default();
    }
    let inside = &tokens[open + 1..partner];
    let letter = &tokens[i];
    let single = matches!(inside, [only] if only.class == Class::Letter || greek(only))
        && single_means_applied(letter, i, after);
    let certain = braced
        || doubled(tokens, marks, open, partner)
        || token.gap == Gap::Back
        || single
        || listed(tokens, marks, open, partner) && !scales(tokens, marks, i, after);
    Evidence {
        open: Some(open),
        certain,
    }
}

/// Whether all that stands in the parenthesis is an interval, a set or a list: `\gamma([a, b])`.
/// Nobody doubles the brackets of a factor.
fn doubled(tokens: &[Token<'_>], marks: &[Mark], open: usize, close: usize) -> bool {
    let inner = open + 1;
    matches!(
        tokens.get(inner).map(|t| t.key.as_ref()),
        Some("[" | r"\{" | r"\lbrace")
    ) && matches!(marks[inner], Mark::Open { partner, width } if partner + width == close)
        && listed(tokens, marks, inner, close - 1)
}

/// Whether a parenthesis stands alone in braces here: `f{\left(x\right)}`.
pub(super) fn braced(tokens: &[Token<'_>], marks: &[Mark], at: usize) -> bool {
    let Some(Mark::Open { partner, .. }) = marks.get(at).copied() else {
        return false;
    };
    let base = tokens
        .get(partner + 1)
        .is_some_and(|t| matches!(t.key.as_ref(), "^" | "_"));
    tokens[at].class == Class::Open
        && !base
        && tokens[at].key == "{"
        && tokens.get(at + 1).is_some_and(|t| t.key == "(")
        && matches!(marks.get(at + 1), Some(Mark::Open { partner: inner, .. }) if inner + 1 == partner)
}

fn greek(token: &Token<'_>) -> bool {
    token.class == Class::Name && token.key.starts_with('\\') && !token.key.contains('{')
}

/// Nobody writes a product with brackets around a single letter; but `i(t)` is left open.
fn single_means_applied(letter: &Token<'_>, i: usize, after: usize) -> bool {
    letter.key != "i" && letter.key != "e" && letter.key != "d" && after <= i + 6
}

/// Whether commas stand directly inside the brackets.
fn listed(tokens: &[Token<'_>], marks: &[Mark], open: usize, close: usize) -> bool {
    let mut at = open + 1;
    let end = close.min(open + NEAR);
    while at < end {
        match marks[at] {
            Mark::Open { partner, width } => at = partner + width,
            _ if matches!(tokens[at].key.as_ref(), "," | ";") => return true,
            _ => at += 1,
        }
    }
    false
}

/// Whether the letter at `i` may be a number before components: `t(1, 2)`, `\lambda(x, y)`.
fn scales(tokens: &[Token<'_>], marks: &[Mark], i: usize, after: usize) -> bool {
    let scalar = after == i + 1
        && matches!(
            tokens[i].key.as_ref(),
            "a" | "b"
                | "c"
                | "k"
                | "m"
                | "n"
                | "r"
                | "s"
                | "t"
                | "x"
                | "y"
                | "z"
                | r"\lambda"
                | r"\mu"
                | r"\alpha"
                | r"\beta"
                | r"\nu"
        );
    // Components stand elsewhere too.
    scalar && {
        let from = i.saturating_sub(NEAR);
        let to = (after + NEAR).min(tokens.len());
        (from..to).any(|at| at != after && components(tokens, marks, at))
    }
}

/// Whether a tuple or a column opens here that nothing is applied to.
fn components(tokens: &[Token<'_>], marks: &[Mark], at: usize) -> bool {
    let token = &tokens[at];
    if token.class == Class::Begin {
        return true;
    }
    let Mark::Open { partner, width: 1 } = marks[at] else {
        return false;
    };
    let free = at.checked_sub(1).is_none_or(|before| {
        let before = &tokens[before];
        matches!(before.key.as_ref(), "=" | "+" | "-" | "(" | "," | ")")
            || before.class == Class::Digit
    });
    token.key == "(" && free && listed(tokens, marks, at, partner)
}
