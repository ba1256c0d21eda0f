//! Brackets that words open and a sign closes: `x = 2 \text{ (dividing by } 3)`, also where the sign is
//! drawn as high as one that is not written, `\left. x = 2 \text{ (dividing by } 3 \right)`.

use super::signs::Signs;
use super::token::{Class, Gap, Side, Token, leave_out};

/// As many tokens after the words, and before them, are looked through for the other bracket.
const NEAR: usize = 60;

/// Makes words of the signs that close such brackets, and leaves out what is not written.
pub(super) fn closed(tokens: &mut Vec<Token<'_>>, signs: Signs) {
    let worded = signs.holds(Class::Words);
    if !signs.has(b')') || !worded && !signs.holds(Class::Name) {
        return;
    }
    noted(tokens);
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

/// Makes words of a bracket that holds nothing but words after a gap, where a formula or a line ends:
/// `Ax = b \quad (\text{if there is one})`.
fn noted(tokens: &mut Vec<Token<'_>>) {
    let mut rest = Vec::new();
    for at in 1..tokens.len().saturating_sub(2) {
        let [open, words, close] = &tokens[at..at + 3] else {
            continue;
        };
        let bracket = open.key == "(" && close.key == ")" && open.side == Side::None;
        if !bracket || open.gap < Gap::Thin {
            continue;
        }
        let ends = tokens.get(at + 3).is_none_or(|t| {
            matches!(t.class, Class::Row | Class::End) || matches!(t.key.as_ref(), "," | ".")
        });
        let said = words.key.split_once('{').map(|(_, said)| said);
        let said = said.and_then(|said| said.strip_suffix('}'));
        let (Some(said), true) = (said, ends && super::parse::is_text(words)) else {
            continue;
        };
        let (key, end) = (format!(r"\text{{({said})}}"), close.end);
        let token = &mut tokens[at];
        token.respell("");
        (token.key, token.class) = (key.into(), Class::Words);
        (token.gap, token.end) = (Gap::Wide, end);
        rest.push(at + 1..at + 3);
    }
    leave_out(tokens, rest);
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
