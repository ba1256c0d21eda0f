//! One thing in a bracket: a letter with its accents, scripts and primes, or a value of a function.

use super::{NEAR, greek};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};

/// Whether one letter with its accents, scripts and primes stands between these places and nothing
/// else, or the value of a function at such a thing: `x_1`, `\hat{x}`, `x'`, `f(x_0)`.
pub(in crate::latex) fn thing(
    tokens: &[Token<'_>],
    marks: &[Mark],
    from: usize,
    to: usize,
    depth: usize,
) -> bool {
    if let (Some(Mark::Open { partner, .. }), true) = (marks.get(from).copied(), depth < DEEP)
        && tokens[from].key == "{"
        && partner + 1 == to
    {
        return thing(tokens, marks, from + 1, partner, depth + 1);
    }
    let mut at = from;
    while at < to && crate::latex::parse::ACCENTS.contains(&tokens[at].key.as_ref()) {
        if let Some(Mark::Open { partner, .. }) = marks.get(at + 1).copied() {
            let inner = depth < DEEP && thing(tokens, marks, at + 2, partner, depth + 1);
            return inner && ends(tokens, marks, partner + 1, to, depth);
        }
        at += 1;
    }
    let letter = tokens.get(at).filter(|_| at < to);
    letter.is_some_and(|t| {
        t.class == Class::Letter && !matches!(t.key.as_ref(), "e" | "i") || greek(t) || decorated(t)
    }) && ends(tokens, marks, at + 1, to, depth)
}

/// Whether nothing but scripts, and then the argument of a function, is left.
fn ends(tokens: &[Token<'_>], marks: &[Mark], from: usize, to: usize, depth: usize) -> bool {
    let (after, _, _) = crate::latex::around::skip_scripts(tokens, marks, from);
    if after == to {
        return true;
    }
    let Some(Mark::Open { partner, width: 1 }) = marks.get(after).copied() else {
        return false;
    };
    // `x_2^k(\xi, \eta)`
    let mut arguments = tokens[after + 1..partner.min(after + NEAR)]
        .split(|t| t.key == ",")
        .scan(after + 1, |from, part| {
            let first = *from;
            *from += part.len() + 1;
            Some((first, first + part.len()))
        });
    depth < DEEP
        && tokens[after].key == "("
        && partner + 1 == to
        && partner < after + NEAR
        && arguments.all(|(from, to)| {
            // `T(j\omega)`: the place of a frequency.
            let unit = matches!(tokens[from].key.as_ref(), "i" | "j");
            let from = from + usize::from(unit && to == from + 2);
            thing(tokens, marks, from, to, depth + 1)
        })
}

/// Functions of functions are looked into this deep.
const DEEP: usize = 3;

/// A letter in a font, as one token: `\mathbf{x}`.
fn decorated(token: &Token<'_>) -> bool {
    let fonts = [
        r"\mathbf{",
        r"\mathcal{",
        r"\boldsymbol{",
        r"\pmb{",
        r"\bm{",
        r"\mathscr{",
        r"\mathfrak{",
    ];
    token.class == Class::Name && fonts.iter().any(|font| token.key.starts_with(font))
}
