//! Colours and boxes: commands that say nothing, whose braces group nothing.

use super::signs::{Signs, Sorts};
use super::token::{Class, Token};

/// Commands for boxes and colours, and names of colours that serve as commands: `\blue{x}`, with
/// or without a shade (`\blueD{x}`).
pub(super) const SHOWN: &[&str] = &[
    r"\color",
    r"\textcolor",
    r"\boxed",
    r"\fbox",
    r"\framebox",
    r"\colorbox",
    r"\blue",
    r"\red",
    r"\green",
    r"\purple",
    r"\pink",
    r"\orange",
    r"\gray",
    r"\grey",
    r"\teal",
    r"\gold",
    r"\maroon",
    r"\mint",
    r"\black",
    r"\white",
    r"\brown",
    r"\cyan",
    r"\magenta",
    r"\yellow",
    r"\violet",
    r"\kaBlue",
    r"\kaGreen",
];

/// How many of them take no shade.
const BOXES: usize = 6;

/// Commands after which braces are an argument that must stay one.
const TAKING: &[&str] = &[
    r"\frac",
    r"\sqrt",
    r"\binom",
    r"\overline",
    r"\bar",
    r"\vec",
    r"\hat",
    r"\tilde",
    r"\underbrace",
    r"\overbrace",
    r"\overset",
    r"\underset",
    r"\stackrel",
    r"\pmod",
    r"\cancel",
    r"\xrightarrow",
];

/// Leaves out colours, boxes and the braces that only belong to them.
pub(super) fn plain<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    if !signs.may(Sorts::SHOWN) || !tokens.iter().any(|t| shown(&t.key)) {
        return tokens;
    }
    let mut kept: Vec<Token<'t>> = Vec::with_capacity(tokens.len());
    // For every brace that is open: whether it goes.
    let mut open: Vec<bool> = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    let mut gap = super::token::Gap::None;
    while let Some(mut token) = rest.next() {
        token.gap = token.gap.max(gap);
        gap = super::token::Gap::None;
        if shown(&token.key) {
            gap = token.gap;
            if rest.peek().is_some_and(|t| t.class == Class::Open) {
                let needed = kept.last().is_some_and(|t| {
                    matches!(t.key.as_ref(), "^" | "_") || TAKING.contains(&t.key.as_ref())
                });
                open.push(!needed);
                if let Some(mut brace) = rest.next() {
                    gap = brace.gap.max(gap);
                    brace.gap = gap;
                    if needed {
                        kept.push(brace);
                    }
                }
            }
            continue;
        }
        match token.class {
            Class::Open => open.push(false),
            Class::Close if open.pop() == Some(true) => {
                gap = token.gap;
                continue;
            }
            _ => {}
        }
        kept.push(token);
    }
    kept
}

/// Whether the command only colours or frames.
fn shown(key: &str) -> bool {
    if !key.starts_with('\\') {
        return false;
    }
    let bare = key
        .strip_suffix(|c: char| ('A'..='I').contains(&c))
        .unwrap_or(key);
    SHOWN[..BOXES].contains(&key) || SHOWN[BOXES..].contains(&bare)
}

/// Whether the words are a number.
pub(super) fn figures(words: &str) -> bool {
    let words = words.trim().trim_end_matches(r"\%");
    let words = words.strip_prefix(r"\$").unwrap_or(words);
    words.starts_with(|c: char| c.is_ascii_digit())
        && words
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','))
}

/// Whether words are a formula: letters with signs between them, `f(x,u)`.
pub(super) fn formulaic(words: &str) -> bool {
    let letter = |b: &u8| b.is_ascii_alphabetic();
    let bytes = words.trim().as_bytes();
    let signs = |b: &u8| matches!(b, b'(' | b')' | b',' | b'=' | b'+' | b' ' | b'[' | b']');
    bytes.first().is_some_and(letter)
        && bytes.iter().all(|b| letter(b) || signs(b))
        && bytes.iter().any(|b| matches!(b, b'(' | b'=' | b'+'))
        && !bytes.windows(2).any(|pair| pair.iter().all(letter))
}

/// Whether there is nothing but room in a group.
pub(super) fn hollow(inner: &str) -> bool {
    let mut rest = inner.trim();
    let said = !rest.is_empty();
    while !rest.is_empty() {
        let space = [r"\quad", r"\qquad", r"\ ", r"\,", r"\;", r"\:", "~"];
        let hidden = [r"\hspace{", r"\phantom{", r"\hphantom{"];
        if let Some(after) = space.iter().find_map(|s| rest.strip_prefix(s)) {
            rest = after.trim_start();
        } else if let Some(after) = hidden.iter().find_map(|s| rest.strip_prefix(s)) {
            let Some((_, after)) = after.split_once('}') else {
                return false;
            };
            rest = after.trim_start();
        } else {
            return false;
        }
    }
    said
}
