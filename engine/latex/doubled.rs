//! Signs that are written with two characters: `AB // CD`, `x**2`, `\%\Delta Q`, `[\![ e ]\!]`, `1..n`,
//! `a != b`.

use super::respell::factor;
use super::table::Table;
use super::token::{Class, Gap, Side, Token, leave_out, put_in};

/// Exponents in brackets have no more tokens.
const NEAR: usize = 64;

/// Exponents stand no higher.
const HIGHEST: usize = 8;

/// Makes parallels of two slashes between lines and planes: `AB // CD`, `l // \alpha`, and between
/// letters where nothing is reckoned with and the rules know no sign of two slashes; those between
/// numbers divide.
pub(super) fn parallels(tokens: &mut Vec<Token<'_>>, table: &Table) {
    let slash = |at: usize| tokens.get(at).is_some_and(|t| t.key == "/");
    let letter = |at: usize| tokens.get(at).is_some_and(|t| t.class == Class::Letter);
    let plane = |at: usize| letter(at) && tokens[at].key.starts_with('\\');
    let corners = |from: usize| super::figures::run(tokens, from, false) >= 2;
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    // `(P)`, `(ABC)`: a plane by its name, or by points in it.
    let named = |at: usize| {
        let points = super::figures::run(tokens, at + 1, false);
        let capital = letter(at + 1) && key(at + 1).starts_with(char::is_uppercase);
        key(at) == "("
            && (capital && key(at + 2) == ")" || points > 2 && key(at + 1 + points) == ")")
    };
    let reckons = tokens
        .iter()
        .any(|t| t.class == Class::Digit || matches!(&*t.key, "+" | "-" | "*" | "=" | "%"));
    let lines = |at: &usize| {
        let at = *at;
        if at == 0 || !slash(at) || !slash(at + 1) || tokens[at + 1].gap > Gap::Back {
            return false;
        }
        let before = at > 1 && corners(at - 2);
        let after = corners(at + 2) || plane(at + 2) || named(at + 2);
        let reckons = || reckons || table.lookup(&tokens[at..]).any(|(_, width)| width == 2);
        let (line, behind) = (letter(at - 1), at > 2 && named(at - 3));
        (before || behind) && after
            || line && (plane(at + 2) || named(at + 2) || letter(at + 2) && !reckons())
            || plane(at - 1) && letter(at + 2)
            || behind && letter(at + 2)
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

/// Makes one sign of an exclamation mark apart from what is before it and an equality sign right after
/// it, as in programs: `a != b`. Where there are others, they are factorials: `n != n (n - 1)!`.
pub(super) fn unequal(tokens: &mut Vec<Token<'_>>) {
    let is = |at: usize| {
        let apart = |at: usize| tokens.get(at).is_none_or(|t| t.gap >= Gap::Blank);
        tokens[at].gap >= Gap::Blank
            && tokens
                .get(at + 1)
                .is_some_and(|t| t.key == "=" && t.gap == Gap::None)
            && apart(at + 2)
    };
    let marks = || (0..tokens.len()).filter(|at| tokens[*at].key == "!");
    if !marks().all(is) {
        return;
    }
    let places: Vec<usize> = marks().collect();
    for at in &places {
        tokens[*at].respell(r"\ne");
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

/// Makes lists with an ellipsis of ranges as programs have them, `\{1..n\}`, `a_{i..j}`, `k = 1..n`, and
/// intervals of integers of those between square brackets: `x \in [1..n]`.
pub(super) fn ranges(tokens: &mut Vec<Token<'_>>) {
    let places: Vec<(usize, [usize; 2])> = (1..tokens.len().saturating_sub(2))
        .filter_map(|at| Some((at, range(tokens, at)?)))
        .collect();
    let mut added = Vec::with_capacity(places.len());
    let mut second = Vec::new();
    for (at, [open, close]) in places {
        let behind = open.checked_sub(1).is_some_and(|n| factor(&tokens[n]));
        tokens[at].respell(",");
        if tokens[open].key == "[" && !behind {
            tokens[open].respell(r"\llbracket");
            tokens[close].respell(r"\rrbracket");
            second.push(at + 1);
            continue;
        }
        tokens[at + 1].respell(r"\dots");
        let mut comma = tokens[at + 1].clone();
        comma.respell(",");
        (comma.gap, comma.start) = (Gap::None, comma.end);
        added.push((at + 2, comma));
    }
    // Where a comma is put in before it, a token comes to stand further on.
    let further = |at: usize| at + added.partition_point(|(place, _)| *place <= at);
    let second = second
        .into_iter()
        .map(further)
        .map(|at| at..at + 1)
        .collect();
    put_in(tokens, added);
    leave_out(tokens, second);
}

/// The brackets, or the places on both sides, of a range with its two dots here.
fn range(tokens: &[Token<'_>], dots: usize) -> Option<[usize; 2]> {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let dot = |at: usize| {
        key(at) == "." && tokens[at].side == Side::None && tokens[at].class == Class::Sign
    };
    let two = dot(dots) && dot(dots + 1) && tokens[dots + 1].gap == Gap::None;
    if !two || dot(dots - 1) || dot(dots + 2) || !ends(&tokens[dots - 1]) {
        return None;
    }
    let open = dots.checked_sub(1 + value(tokens[..dots].iter().rev(), true))?;
    let close = dots + 2 + value(tokens[dots + 2..].iter(), false);
    let fits = match (key(open), key(close)) {
        ("[", "]") | (r"\{", r"\}") => true,
        ("{", "}") => open > 0 && key(open - 1) == "_",
        ("=" | r"\in", "" | "," | ";" | ")" | "." | "}" | "]") => true,
        _ => false,
    };
    (fits && close > dots + 2).then_some([open, close])
}

/// How many of these tokens are of a short sum or product; backwards, closing brackets come first.
fn value<'a, 't: 'a>(tokens: impl Iterator<Item = &'a Token<'t>>, backwards: bool) -> usize {
    let mut depth = 0_usize;
    let inside = |t: &&Token<'_>| {
        let open = t.class == Class::Open || t.key == "(";
        let close = t.class == Class::Close || t.key == ")";
        match (open || close, open == backwards) {
            (false, _) => ends(t) || matches!(t.key.as_ref(), "+" | "-" | "/" | "_" | "^"),
            (true, true) => match depth.checked_sub(1) {
                Some(outer) => {
                    depth = outer;
                    true
                }
                None => false,
            },
            (true, false) => {
                depth += 1;
                true
            }
        }
    };
    tokens.take(NEAR).take_while(inside).count()
}

/// Whether a value may end with it.
fn ends(token: &Token<'_>) -> bool {
    matches!(
        token.class,
        Class::Letter | Class::Digit | Class::Name | Class::Close
    ) || token.key == ")"
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
