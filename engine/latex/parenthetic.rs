//! Brackets that words open and a sign closes: `x = 2 \text{ (dividing by } 3)`, also where the sign is
//! drawn as high as one that is not written, `\left. x = 2 \text{ (dividing by } 3 \right)`.

use super::conditions;
use super::parse::{is_text, said};
use super::signs::Signs;
use super::token::{Class, Gap, Side, Token, leave_out};
use crate::phrases::Lexicon;

/// As many tokens after the words, and before them, are looked through for the other bracket.
const NEAR: usize = 60;

/// A note has no more tokens.
const NOTE: usize = 8;

/// Makes words of the signs that close such brackets, and leaves out what is not written.
pub(super) fn closed(tokens: &mut Vec<Token<'_>>, signs: Signs, lexicon: &Lexicon) {
    let worded = signs.holds(Class::Words);
    if !signs.has(b')') || !worded && !signs.holds(Class::Name) {
        return;
    }
    noted(tokens, lexicon);
    if !worded {
        return;
    }
    let mut unwritten = Vec::new();
    for at in 0..tokens.len() {
        if !opens(&tokens[at]) {
            continue;
        }
        let Some(close) = close_after(tokens, at) else {
            continue;
        };
        match opening_before(tokens, at, tokens[close].side) {
            Opening::None => {}
            Opening::Unwritten(left) => unwritten.push(left..left + 1),
            Opening::Written => continue,
        }
        let token = &mut tokens[close];
        token.respell(r"\text{)}");
        (token.class, token.side) = (Class::Words, Side::None);
    }
    unwritten.sort_by_key(|place| place.start);
    leave_out(tokens, unwritten);
}

/// Makes words of the sides of a bracket that is a note after a gap, where a formula or a line ends:
/// `Ax = b \quad (\text{if there is one})`, `x = 3.14 \; (\text{to } 2 \text{ places})`.
fn noted(tokens: &mut Vec<Token<'_>>, lexicon: &Lexicon) {
    let mut rest = Vec::new();
    for at in 1..tokens.len().saturating_sub(2) {
        let Some(close) = note(tokens, at, lexicon) else {
            continue;
        };
        let braced = tokens[at - 1].class == Class::Open;
        if braced {
            rest.extend([at - 1..at, close + 1..close + 2]);
        }
        if close == at + 2 {
            let (key, end) = (
                format!(r"\text{{({})}}", said(&tokens[at + 1])),
                tokens[close].end,
            );
            let token = &mut tokens[at];
            token.respell("");
            (token.key, token.class) = (key.into(), Class::Words);
            (token.gap, token.end) = (Gap::Wide, end);
            rest.push(at + 1..at + 3);
            continue;
        }
        side(tokens, at, &mut rest);
        side(tokens, close, &mut rest);
    }
    rest.sort_by_key(|place| place.start);
    leave_out(tokens, rest);
}

/// Where the bracket closes that opens here and is a note.
fn note(tokens: &[Token<'_>], open: usize, lexicon: &Lexicon) -> Option<usize> {
    let bracket = &tokens[open];
    if bracket.key != "(" || bracket.side != Side::None {
        return None;
    }
    // `{\scriptstyle (\text{nearest } 50 \text{ digits})}`
    let braced = tokens[open - 1].class == Class::Open;
    let gap = match braced {
        true => bracket.gap.max(tokens[open - 1].gap),
        false => bracket.gap,
    };
    if gap < Gap::Thin {
        return None;
    }
    let close = closing(tokens, open)?;
    let after = close + 1 + usize::from(braced);
    let whole = !braced
        || tokens
            .get(close + 1)
            .is_some_and(|t| t.class == Class::Close);
    let ends = whole
        && tokens.get(after).is_none_or(|t| {
            matches!(t.class, Class::Row | Class::End) || matches!(t.key.as_ref(), "," | ".")
        });
    let inside = &tokens[open + 1..close];
    (ends && notes(inside, gap, lexicon)).then_some(close)
}

/// The bracket that closes what opens here, near and on the same line, if anything is between them.
fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open).take(NOTE + 1) {
        match token.key.as_ref() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ if matches!(token.class, Class::Row | Class::Cell | Class::End) => return None,
            _ => {}
        }
        if depth == 0 {
            return (at > open + 1).then_some(at);
        }
    }
    None
}

/// Whether what stands in a bracket after such a gap is a note, and no factor.
fn notes(inside: &[Token<'_>], gap: Gap, lexicon: &Lexicon) -> bool {
    let [first, .., last] = inside else {
        return is_text(&inside[0]);
    };
    // A statement is a condition.
    let states = |t: &Token<'_>| {
        conditions::relates(&t.key)
            || t.key.ends_with("arrow")
            || is_text(t) && conditions::property(&t.key, lexicon)
    };
    if inside.iter().any(states) {
        return false;
    }
    // `(\text{by } (1))`
    let leads = is_text(first) && conditions::leads(&first.key);
    leads || is_text(last) && (is_text(first) || gap == Gap::Wide)
}

/// Makes words of one side of a bracket, or a part of the words beside it.
fn side(tokens: &mut [Token<'_>], at: usize, rest: &mut Vec<std::ops::Range<usize>>) {
    let (opens, next) = match tokens[at].key == "(" {
        true => (true, at + 1),
        false => (false, at - 1),
    };
    let beside = &tokens[next];
    let words = match is_text(beside) {
        true => said(beside).to_owned(),
        false => String::new(),
    };
    let key = match opens {
        true => format!(r"\text{{({}}}", words.trim_start()),
        false => format!(r"\text{{{})}}", words.trim_end()),
    };
    if !words.is_empty() {
        rest.push(next..next + 1);
    }
    let gap = if opens { Gap::Wide } else { beside.gap };
    let token = &mut tokens[at];
    token.respell("");
    (token.key, token.class, token.gap) = (key.into(), Class::Words, gap);
}

/// Whether words open a bracket that they do not close.
fn opens(token: &Token<'_>) -> bool {
    // `5 \text{ (mod } 7)` has a reading of its own.
    let modulus = || token.key.trim_end_matches(['}', ' ']).ends_with("(mod");
    if token.class != Class::Words || !token.key.contains('(') || modulus() {
        return false;
    }
    let mut depth = 0i32;
    for byte in token.key.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    depth == 1
}

/// The sign behind the words that closes what is not opened behind them, on the same line.
fn close_after(tokens: &[Token<'_>], words: usize) -> Option<usize> {
    let (mut brackets, mut braces) = (0, 0);
    for (at, token) in tokens.iter().enumerate().skip(words + 1).take(NEAR) {
        match token.class {
            Class::Row | Class::End => return None,
            Class::Words if opens(token) => return None,
            Class::Open => braces += 1,
            Class::Close if braces == 0 => return None,
            Class::Close => braces -= 1,
            _ => match token.key.as_ref() {
                "(" => brackets += 1,
                ")" if brackets == 0 && braces == 0 => return Some(at),
                ")" => brackets -= 1,
                _ => {}
            },
        }
    }
    None
}

/// What a closing sign would belong to without the words.
enum Opening {
    /// Nothing.
    None,
    /// A delimiter that is not written.
    Unwritten(usize),
    /// A bracket before the words.
    Written,
}

/// What is open before the words.
fn opening_before(tokens: &[Token<'_>], words: usize, side: Side) -> Opening {
    let mut depth = 0;
    for (at, token) in tokens[..words].iter().enumerate().rev().take(NEAR) {
        if matches!(token.class, Class::Row | Class::Begin) {
            break;
        }
        let sided = side == Side::Right;
        let (left, right) = match sided {
            true => (token.side == Side::Left, token.side == Side::Right),
            false => (token.key == "(", token.key == ")"),
        };
        if right {
            depth += 1;
        } else if left && depth > 0 {
            depth -= 1;
        } else if left {
            return match sided && token.key == "." {
                true => Opening::Unwritten(at),
                false => Opening::Written,
            };
        }
    }
    match side == Side::Right {
        true => Opening::Written,
        false => Opening::None,
    }
}
