//! Signs that are written with two characters: `AB // CD`, `x**2`, `\%\Delta Q`, `[\![ e ]\!]`.

use super::respell::factor;
use super::token::{Class, Gap, Token, leave_out, put_in};

/// Exponents in brackets have no more tokens.
const NEAR: usize = 64;

/// Exponents stand no higher.
const HIGHEST: usize = 8;

/// Makes parallels of two slashes between lines and planes: `AB // CD`, `l // \alpha`; those between
/// numbers divide.
pub(super) fn parallels(tokens: &mut Vec<Token<'_>>) {
    let slash = |at: usize| tokens.get(at).is_some_and(|t| t.key == "/");
    let letter = |at: usize| tokens.get(at).is_some_and(|t| t.class == Class::Letter);
    let plane = |at: usize| letter(at) && tokens[at].key.starts_with('\\');
    let corners = |from: usize| super::figures::run(tokens, from, false) >= 2;
    let lines = |at: &usize| {
        let at = *at;
        if at == 0 || !slash(at) || !slash(at + 1) || tokens[at + 1].gap > Gap::Back {
            return false;
        }
        let before = at > 1 && corners(at - 2);
        let after = corners(at + 2) || plane(at + 2);
        before && after || letter(at - 1) && plane(at + 2) || plane(at - 1) && letter(at + 2)
    };
    let places: Vec<usize> = (0..tokens.len()).filter(lines).collect();
    for at in &places {
        tokens[*at].respell(r"\parallel");
        tokens[*at].end = tokens[at + 1].end;
    }
    leave_out(
        tokens,
        places.into_iter().map(|at| at + 1..at + 2).collect(),
    );
}

/// Makes exponents of what stands behind two stars, as in programs: `(x - y)**2`, `n**(1/4)`,
/// `x**-1`; stars that mark a letter, `V^{**}`, are none.
pub(super) fn powers(tokens: &mut Vec<Token<'_>>) {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let mut found = Vec::new();
    for at in 1..tokens.len().saturating_sub(2) {
        let stars = key(at) == "*" && key(at + 1) == "*" && tokens[at + 1].gap == Gap::None;
        let marks = matches!(key(at - 1), "^" | "*" | "{" | "(" | ",");
        let sign = usize::from(key(at + 2) == "-");
        if !stars || marks || key(at + 2) == "*" {
            continue;
        }
        let from = at + 2 + sign;
        let Some(to) = tower(tokens, from) else {
            continue;
        };
        found.push((at, to));
    }
    let mut closed = Vec::with_capacity(found.len());
    for (at, to) in found {
        tokens[at].respell("^");
        tokens[at + 1].respell("{");
        tokens[at + 1].class = Class::Open;
        let last = &tokens[to - 1];
        let mut close = last.clone();
        close.respell("}");
        (close.class, close.gap, close.start) = (Class::Close, Gap::None, last.end);
        closed.push((to, close));
    }
    closed.sort_by_key(|(to, _)| *to);
    put_in(tokens, closed);
}

/// Where an exponent in programs ends, with the exponents of its own: `a**b**c` is `a**(b**c)`.
fn tower(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let mut to = exponent(tokens, from)?;
    for _ in 0..HIGHEST {
        let stars = |at: usize| tokens.get(at).is_some_and(|t| t.key == "*");
        let raised = stars(to) && stars(to + 1);
        match exponent(tokens, to + 2).filter(|_| raised) {
            Some(next) => to = next,
            None => break,
        }
    }
    Some(to)
}

/// Where the number, the letter or the group ends that is an exponent in programs.
fn exponent(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let first = tokens.get(from)?;
    match first.class {
        // `x**n_1`
        Class::Letter | Class::Name => match tokens.get(from + 1..from + 3) {
            Some([sign, index]) if sign.key == "_" && index.class != Class::Open => Some(from + 3),
            Some([sign, _]) if sign.key == "_" => None,
            _ => Some(from + 1),
        },
        // `x**0.5`
        Class::Digit => {
            let digit = |at: usize| tokens.get(at).is_some_and(|t| t.class == Class::Digit);
            let more = |at: usize| {
                let token = tokens.get(at).filter(|t| t.gap == Gap::None);
                digit(at) && token.is_some() || token.is_some_and(|t| t.key == ".") && digit(at + 1)
            };
            (from + 1..=tokens.len()).find(|at| !more(*at))
        }
        _ if first.key == "(" => {
            let mut open = 0_usize;
            let near = tokens.iter().enumerate().skip(from).take(NEAR);
            for (at, token) in near {
                match token.key.as_ref() {
                    "(" => open += 1,
                    ")" => open -= 1,
                    _ => {}
                }
                if open == 0 {
                    return Some(at + 1);
                }
            }
            None
        }
        _ => None,
    }
}

/// Makes one sign of a change and the percent sign before it, behind no number: `\%\Delta Q`.
pub(super) fn hundredths(tokens: &mut Vec<Token<'_>>) {
    let sign = |at: usize| {
        let delta = tokens.get(at + 1).is_some_and(|t| t.key == r"\Delta");
        let behind = at
            .checked_sub(1)
            .is_some_and(|before| factor(&tokens[before]));
        tokens[at].key == r"\%" && delta && !behind
    };
    let places: Vec<usize> = (0..tokens.len()).filter(|at| sign(*at)).collect();
    for at in &places {
        tokens[*at].respell(r"\%\Delta");
        tokens[*at].class = Class::Letter;
        tokens[*at].end = tokens[at + 1].end;
    }
    leave_out(
        tokens,
        places.into_iter().map(|at| at + 1..at + 2).collect(),
    );
}

/// Makes double square brackets of single ones that are pushed together: `[\![ e ]\!]`.
pub(super) fn brackets(tokens: &mut Vec<Token<'_>>) {
    let twice = |at: usize, key: &str| {
        let pushed = tokens.get(at + 1).is_some_and(|t| t.gap == Gap::Back);
        tokens[at].key == key && pushed && tokens[at + 1].key == key
    };
    let places = |key: &str| -> Vec<usize> {
        let found = (0..tokens.len()).filter(|at| twice(*at, key));
        found.collect()
    };
    let (opened, closed) = (places("["), places("]"));
    if opened.is_empty() || opened.len() != closed.len() {
        return;
    }
    for (places, command) in [(&opened, r"\llbracket"), (&closed, r"\rrbracket")] {
        for at in places {
            tokens[*at].respell(command);
            tokens[*at].end = tokens[at + 1].end;
        }
    }
    let mut second: Vec<_> = opened.into_iter().chain(closed).collect();
    second.sort_unstable();
    leave_out(
        tokens,
        second.into_iter().map(|at| at + 1..at + 2).collect(),
    );
}
