//! What the bracket after a letter holds: a condition, an inequality, a frequency, an event.

use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use smallvec::SmallVec;

/// A condition in brackets is looked for within so many tokens.
const NEAR: usize = 40;

/// Whether what stands in the bracket has a condition behind a bar, `(a \mid s)`: a policy or a density
/// is before it, and no factor.
pub(in crate::latex) fn conditioned(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    let bar = |t: &Token<'_>| matches!(t.key.as_ref(), "|" | r"\mid" | r"\vert");
    if partner - open > NEAR {
        return false;
    }
    let inside = &tokens[(open + 1).min(partner)..partner];
    let mut bars = (0..inside.len()).filter(|at| bar(&inside[*at]));
    let (Some(at), None) = (bars.next(), bars.next()) else {
        return false;
    };
    let after = inside.get(at + 1);
    let number = open
        .checked_sub(2)
        .is_some_and(|n| tokens[n].class == Class::Digit);
    tokens[open].key == "(" && !number && at > 0 && after.is_some_and(|t| t.key != "_")
}

pub(in crate::latex) fn is_inequality(key: &str) -> bool {
    matches!(
        key,
        "<" | ">" | r"\lt" | r"\gt" | r"\le" | r"\leq" | r"\ge" | r"\geq" | "≤" | "≥"
    )
}

/// Whether what is in the brackets is an inequality, of which only the probability is taken: nobody
/// multiplies by a statement. Bars around it are those of absolute values.
pub(in crate::latex) fn compares(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    let mut at = open + 1;
    while at < partner.min(open + NEAR) {
        if is_inequality(&tokens[at].key) {
            return at > open + 1;
        }
        at = match marks[at] {
            Mark::Open { partner, width } => partner + width,
            _ => at + 1,
        };
    }
    false
}

/// The imaginary unit of a frequency in brackets, where that is all there is: `H(j\omega)`,
/// `X(e^{i\omega})`. Nobody multiplies so.
pub(in crate::latex) fn frequency<'t>(
    tokens: &'t [Token<'t>],
    marks: &[Mark],
    open: usize,
) -> Option<&'t str> {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return None;
    };
    // No frequency is longer.
    let keys: SmallVec<[&str; 12]> = tokens[open + 1..partner]
        .iter()
        .take(12)
        .map(|t| t.key.as_ref())
        .collect();
    let inside = match keys.as_slice() {
        ["e", "^", "{", inside @ .., "}"] => inside,
        inside => inside,
    };
    match inside.strip_prefix(&["-"]).unwrap_or(inside) {
        [
            unit @ ("i" | "j"),
            r"\omega" | r"\Omega" | "ω" | "Ω",
            rest @ ..,
        ] => (rest.is_empty() || rest[0] == "_").then_some(*unit),
        _ => None,
    }
}

/// Whether there are several things, with commas between them, in the bracket.
pub(in crate::latex) fn several_arguments(
    tokens: &[Token<'_>],
    marks: &[Mark],
    open: usize,
) -> bool {
    let Mark::Open { partner, .. } = marks[open] else {
        return false;
    };
    let mut at = open + 1;
    while at < partner {
        match marks[at] {
            Mark::Open { partner: end, .. } => at = end.max(at),
            _ if tokens[at].key == "," => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

pub(in crate::latex) fn event_argument(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Mark::Open { partner, .. } = marks[open] else {
        return false;
    };
    let capital = |t: &Token<'_>| t.class == Class::Letter && t.key.chars().all(char::is_uppercase);
    let inside = &tokens[open + 1..partner.min(open + 40)];
    // The edges of a graph; those of a subgraph are counted.
    let bar = |at: Option<usize>| at.and_then(|n| tokens.get(n)).is_some_and(|t| t.key == "|");
    let counted = || bar(open.checked_sub(2)) && bar(Some(partner + 1));
    let graph = open.checked_sub(1).is_some_and(|n| tokens[n].key == "E")
        && matches!(inside, [only] if only.key == "G" || only.key == "H" && counted());
    if graph {
        return false;
    }
    let line = |t: &Token<'_>| matches!(t.key.as_ref(), r"\overline" | r"\bar");
    let barred = inside.first().is_some_and(line)
        && inside
            .iter()
            .skip(1)
            .find(|t| t.class != Class::Open)
            .is_some_and(capital);
    // `P(1 - \frac{1}{|\varepsilon|})`: bars around a number that something is left of.
    let sign = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
    let rest = inside.first().is_some_and(|t| t.class == Class::Digit)
        && inside
            .iter()
            .find(|t| t.class != Class::Digit)
            .is_some_and(sign)
        && !inside.iter().any(capital);
    // `E((X - \mu)^2)`
    let first = inside.iter().find(|t| t.key != "(");
    barred
        || first.is_some_and(capital)
        || inside.iter().any(crate::latex::parse::is_text)
        || inside.iter().any(|t| {
            is_bar(t) && !rest
                || is_inequality(&t.key)
                || matches!(
                    t.key.as_ref(),
                    r"\mid"
                        | r"\cap"
                        | r"\cup"
                        | r"\bigcap"
                        | r"\bigcup"
                        | r"\limsup"
                        | r"\liminf"
                        | "="
                        | "∩"
                        | "∪"
                        | r"\in"
                        | "∈"
                )
        })
}
