//! Several things in a parenthesis: arguments, components that a number before it multiplies, indices, what a
//! norm is taken of.

use super::NEAR;
use crate::latex::matching::Mark;
use crate::latex::rows::begins_table;
use crate::latex::token::{Class, Token};

/// Whether commas stand directly inside the brackets.
pub(super) fn listed(tokens: &[Token<'_>], marks: &[Mark], open: usize, close: usize) -> bool {
    let mut at = open + 1;
    let end = close.min(open + NEAR);
    while at < end {
        match marks[at] {
            Mark::Open { partner, width } => at = partner + width,
            // `q^n (a; q)_n` is a product.
            _ if tokens[at].key == ";" => {
                return tokens.get(close + 1).is_none_or(|t| t.key != "_");
            }
            _ if tokens[at].key == "," => return true,
            _ => at += 1,
        }
    }
    false
}

/// Whether the letter at `i` may be a number before components: `t(1, 2)`, `\lambda(x, y)`.
pub(super) fn scales(tokens: &[Token<'_>], marks: &[Mark], i: usize, after: usize) -> bool {
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
        (from..to).any(|at| {
            at != after && components(tokens, marks, at) && !pairs(tokens, marks, after, at)
        })
    }
}

/// Whether two tuples of letters end alike, as a form and what it is equal to are tested with the same:
/// `a(u, v) = (f, v)`.
pub(super) fn pairs(tokens: &[Token<'_>], marks: &[Mark], one: usize, other: usize) -> bool {
    let last = |at: usize| {
        let Mark::Open { partner, .. } = marks[at] else {
            return None;
        };
        let inside = &tokens[at + 1..partner];
        let comma = inside.iter().rposition(|t| t.key == ",")?;
        Some(&inside[comma + 1..])
    };
    let letter = |t: &Token<'_>| t.class == Class::Letter;
    let same = |(a, b): (&Token<'_>, &Token<'_>)| a.key == b.key;
    matches!((last(one), last(other)), (Some(a), Some(b))
        if a.len() == b.len() && a.first().is_some_and(letter) && a.iter().zip(b).all(same))
}

/// Whether a tuple or a column opens here that nothing is applied to.
pub(super) fn components(tokens: &[Token<'_>], marks: &[Mark], at: usize) -> bool {
    let token = &tokens[at];
    if begins_table(token) {
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

/// Whether nothing but indices of the letter is added up in the bracket, which weighs an entry by its
/// place: `a_{ij}(i - j)^2`.
pub(super) fn of_indices(scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let index = |t: &Token<'_>| t.class == Class::Letter && scripts.iter().any(|s| s.key == t.key);
    scripts.first().is_some_and(|t| t.key == "_")
        && scripts.iter().filter(|t| t.class == Class::Letter).count() > 1
        && matches!(inside, [one, sign, other]
            if index(one) && index(other) && matches!(sign.key.as_ref(), "+" | "-"))
}

/// Whether a norm or a trace is taken of all that stands in the parenthesis, which is a side of its
/// own: `N(a+bi) = a^2+b^2`, `N(a+b\sqrt d)`.
pub(super) fn of_quadratic(tokens: &[Token<'_>], i: usize, open: usize, partner: usize) -> bool {
    let named = matches!(
        tokens[i].key.as_ref(),
        "N" | "T" | r"\mathrm{N}" | r"\mathrm{T}" | r"\mathrm{Tr}"
    );
    let inside = &tokens[open + 1..partner];
    if !named || inside.len() >= NEAR {
        return false;
    }
    let sum = inside
        .iter()
        .position(|t| matches!(t.key.as_ref(), "+" | "-"));
    let alone = |at: Option<&Token<'_>>| {
        at.is_none_or(|t| {
            matches!(t.key.as_ref(), "=" | "," | "&")
                || matches!(t.class, Class::Row | Class::Begin | Class::End)
        })
    };
    let last = sum.is_some_and(|sum| {
        inside[sum..]
            .iter()
            .any(|t| matches!(t.key.as_ref(), "i" | r"\sqrt" | r"\omega"))
    });
    last && alone(i.checked_sub(1).and_then(|at| tokens.get(at)))
        && alone(tokens.get(partner + 1))
        && tokens.iter().any(|t| t.key == "=")
}
