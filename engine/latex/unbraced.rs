//! Braces within a fraction of differentials, which group nothing: `\frac{{d^2}x}{{dt^2}}`.

use super::signs::Signs;
use super::token::{Class, Token};

/// As many tokens of a numerator or denominator are looked through.
const LONGEST: usize = 100;

/// Leaves out the braces in quotients of differentials that are no arguments of anything.
pub(super) fn derivatives<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    if !signs.holds(Class::Open) || !tokens.windows(2).any(|w| grouped(&w[0], &w[1])) {
        return tokens;
    }
    let mut drop = vec![false; tokens.len()];
    for at in 0..tokens.len() {
        if !matches!(
            tokens[at].key.as_ref(),
            r"\frac" | r"\dfrac" | r"\tfrac" | r"\cfrac"
        ) {
            continue;
        }
        let Some(above) = group(&tokens, at + 1) else {
            continue;
        };
        let Some(below) = group(&tokens, above + 1) else {
            continue;
        };
        let sort = |from: usize| {
            let first = tokens[from + 1..].iter().find(|t| t.class != Class::Open);
            first.and_then(differential)
        };
        if sort(at + 1).is_none() || sort(at + 1) != sort(above + 1) {
            continue;
        }
        mark(&tokens, (at + 2, above), &mut drop);
        mark(&tokens, (above + 2, below), &mut drop);
    }
    if !drop.contains(&true) {
        return tokens;
    }
    let mut drop = drop.into_iter();
    let mut tokens = tokens;
    tokens.retain(|_| !drop.next().unwrap_or(false));
    tokens
}

/// Whether braces stand right in braces, or right behind the sign of a differential.
fn grouped(first: &Token<'_>, second: &Token<'_>) -> bool {
    second.class == Class::Open && (first.class == Class::Open || differential(first).is_some())
}

/// The sort of a differential that this sign makes.
fn differential(token: &Token<'_>) -> Option<u8> {
    match token.key.as_ref() {
        "d" | r"\mathrm{d}" | r"\text{d}" | r"\operatorname{d}" => Some(0),
        r"\partial" | "∂" => Some(1),
        r"\delta" => Some(2),
        _ => None,
    }
}

/// The end of the group that opens here.
fn group(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    if tokens.get(open)?.class != Class::Open {
        return None;
    }
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(open).take(LONGEST) {
        match token.class {
            Class::Open => depth += 1,
            Class::Close => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// Marks the braces between two places that are no arguments: they stand first, or behind a letter,
/// a number, or the sign of a differential.
fn mark(tokens: &[Token<'_>], (from, to): (usize, usize), drop: &mut [bool]) {
    for at in from..to {
        if tokens[at].class != Class::Open {
            continue;
        }
        let before = &tokens[at - 1];
        let free = at == from
            || match before.class {
                Class::Letter | Class::Digit | Class::Open => true,
                Class::Name => differential(before).is_some(),
                Class::Close => drop[at - 1],
                _ => differential(before).is_some(),
            };
        // `{d z}^r` is one differential.
        let raised = |end: usize| tokens.get(end + 1).is_some_and(|t| t.key == "^");
        if let Some(end) = group(tokens, at).filter(|end| free && *end < to) {
            let single = end == at + 2;
            if single || !raised(end) {
                (drop[at], drop[end]) = (true, true);
            }
        }
    }
}
