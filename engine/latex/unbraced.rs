//! Braces around differentials, which group nothing: `\frac{{d^2}x}{{dt^2}}`, `{\partial_x} f`,
//! `{dx}^\mu`, `\int {\frac{dk}{2\pi}} f(k)`; around a letter with an accent; and those that were forgotten below limits: `\lim_n \to
//! \infty`.

use super::signs::Signs;
use super::token::{Class, Gap, Token, braces_end, open_brace, put_in};
use std::borrow::Cow;

/// As many tokens of a numerator or denominator are looked through.
const LONGEST: usize = 100;

/// Leaves out the braces in quotients of differentials that are no arguments of anything.
pub(super) fn derivatives<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    if !signs.holds(Class::Open) || !tokens.windows(2).any(|w| grouped(&w[0], &w[1])) {
        return tokens;
    }
    let mut drop = vec![false; tokens.len()];
    for at in 0..tokens.len() {
        let opened = at.checked_sub(1).is_some_and(|before| drop[before]);
        if let Some(close) = alone(&tokens, at).or_else(|| element(&tokens, at, opened)) {
            (drop[at], drop[close]) = (true, true);
        }
        if tokens[at].key != r"\frac" {
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

/// The tokens with braces around what is below a limit, where a letter alone is and an arrow follows it.
pub(super) fn limits(tokens: &mut Vec<Token<'_>>) {
    let mut added = Vec::new();
    for at in 0..tokens.len().saturating_sub(4) {
        let [sign, low, letter, arrow, to] = &tokens[at..at + 5] else {
            continue;
        };
        let forgotten = sign.key == r"\lim"
            && low.key == "_"
            && letter.class == Class::Letter
            && matches!(arrow.key.as_ref(), r"\to" | r"\rightarrow" | "→");
        if !forgotten {
            continue;
        }
        let signed = usize::from(matches!(to.key.as_ref(), "-" | "+"));
        let digits = tokens[at + 4 + signed..]
            .iter()
            .enumerate()
            .take_while(|(n, t)| t.class == Class::Digit && (*n == 0 || t.gap == Gap::None));
        let end = at + 4 + signed + digits.count().max(1);
        let one = tokens
            .get(end - 1)
            .is_some_and(|t| matches!(t.class, Class::Letter | Class::Digit) || t.key == r"\infty");
        if !one {
            continue;
        }
        let brace = |key: &'static str, class: Class, place: usize| Token {
            key: Cow::Borrowed(key),
            class,
            gap: Gap::None,
            start: place,
            end: place,
            ..low.clone()
        };
        added.push((at + 2, brace("{", Class::Open, letter.start)));
        added.push((end, brace("}", Class::Close, tokens[end - 1].end)));
    }
    put_in(tokens, added);
}

/// Whether braces stand right in braces, or right before or behind the sign of a differential.
fn grouped(first: &Token<'_>, second: &Token<'_>) -> bool {
    let sign = || {
        differential(second).is_some_and(|sort| sort < 2)
            || super::parse::ACCENTS.contains(&second.key.as_ref())
    };
    second.class == Class::Open && (first.class == Class::Open || differential(first).is_some())
        || first.class == Class::Open && (sign() || second.key == r"\frac")
}

/// The end of braces around nothing but a fraction with a differential first, right behind the sign of an
/// integral, its limits or other such braces: `\int {\frac{d^4 k}{(2\pi)^4}} {\frac{1}{k^2}}`.
fn element(tokens: &[Token<'_>], open: usize, opened: bool) -> Option<usize> {
    let [brace, fraction, above, sign, ..] = &tokens[open..] else {
        return None;
    };
    let begins = brace.class == Class::Open
        && fraction.key == r"\frac"
        && above.class == Class::Open
        && differential(sign) == Some(0);
    if !begins {
        return None;
    }
    let before = open.checked_sub(1)?;
    let script = |at: Option<usize>| at.is_some_and(|at| matches!(&*tokens[at].key, "_" | "^"));
    let behind = opened
        || match tokens[before].class {
            Class::Close => accented(tokens, before),
            Class::Letter | Class::Digit => script(before.checked_sub(1)),
            _ => matches!(&*tokens[before].key, r"\int" | r"\oint" | r"\iint"),
        };
    let close = group(tokens, group(tokens, open + 2)? + 1)? + 1;
    let raised = script((close + 1 < tokens.len()).then_some(close + 1));
    (behind && !raised && tokens.get(close)?.class == Class::Close).then_some(close)
}

/// The end of braces around nothing but the sign of a derivative with its index, before what it
/// derives, around one differential with a component above, or a letter with an accent before its
/// index: `{\partial_x} f`, `{dx}^\mu`, `{\hat{f}}_h(x)`.
fn alone(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let [brace, sign, next, ..] = &tokens[open..] else {
        return None;
    };
    let before = open.checked_sub(1).map(|before| &tokens[before]);
    let command = open.checked_sub(2).map_or("", |at| tokens[at].key.as_ref());
    let free = |t: &Token<'_>| match t.class {
        Class::Letter | Class::Digit | Class::Name => !command.ends_with("frac"),
        Class::Open => true,
        Class::Close => accented(tokens, open - 1),
        _ => matches!(
            t.key.as_ref(),
            "=" | "+" | "-" | "(" | ")" | r"\wedge" | r"\otimes"
        ),
    };
    if brace.class != Class::Open || !before.is_none_or(free) {
        return None;
    }
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    if super::parse::ACCENTS.contains(&sign.key.as_ref()) {
        let (letter, close) = match next.class {
            Class::Open => (open + 3, open + 5),
            _ => (open + 2, open + 3),
        };
        let single = tokens.get(letter)?.class == Class::Letter
            && tokens.get(close)?.class == Class::Close
            && tokens[close - 1].class
                == if close > letter + 1 {
                    Class::Close
                } else {
                    Class::Letter
                };
        return (single && key(close + 1) == "_").then_some(close);
    }
    match differential(sign)? {
        0 if next.class == Class::Letter => {
            let close = open + 3;
            let index = close + 2 + usize::from(key(close + 2) == "{");
            let above = key(close + 1) == "^";
            let component = above
                && matches!(
                    key(index),
                    r"\mu" | r"\nu" | r"\rho" | r"\sigma" | r"\lambda"
                );
            (tokens.get(close)?.class == Class::Close && component).then_some(close)
        }
        1 if next.key == "_" => {
            let index = open + 3;
            let close = match tokens.get(index)?.class {
                Class::Open => group(tokens, index)? + 1,
                _ => index + 1,
            };
            let derives = !matches!(key(close + 1), "" | "^" | "_" | "}" | ")" | "&");
            (tokens.get(close)?.class == Class::Close && derives).then_some(close)
        }
        _ => None,
    }
}

/// Whether the group that ends here is one below an accent, or a script.
fn accented(tokens: &[Token<'_>], close: usize) -> bool {
    let before = open_brace(&tokens[..close], LONGEST).and_then(|open| open.checked_sub(1));
    before.is_some_and(|at| {
        let key = tokens[at].key.as_ref();
        matches!(key, "_" | "^") || super::parse::ACCENTS.contains(&key)
    })
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
    braces_end(tokens, open, LONGEST).map(|after| after - 1)
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
