//! Names of programs, with lines between their words: `y\_true`, `resid\_dev_i`, `\mathrm{max\_iter}`.
//! A line that stands alone is a blank to be filled in; one between a symbol and its index is the sign
//! of a subscript that was written for Markdown: `\mathbf{a}\_{L}`, `x\_1`.

use super::token::{Class, Gap, LONGEST_NAME, Token, leave_out};

/// Words that a line joins without a backslash have so many letters each: `radius_ratio`.
const WORD: usize = 3;

/// Gives the lines without a backslash between two words one: nobody lowers the first of several letters
/// below the last of several others.
pub(super) fn lined(tokens: &mut [Token<'_>]) -> bool {
    let small = |t: &Token<'_>| matches!(t.key.as_bytes(), [b] if b.is_ascii_lowercase());
    let mut found = false;
    for at in WORD..tokens.len().saturating_sub(WORD) {
        if tokens[at].key != "_" || tokens[at].gap != Gap::None {
            continue;
        }
        let joined = |t: &Token<'_>| small(t) && t.gap == Gap::None;
        let before = small(&tokens[at - WORD]) && tokens[at - WORD + 1..at].iter().all(joined);
        if before && tokens[at + 1..=at + WORD].iter().all(joined) {
            tokens[at].respell(r"\_");
            found = true;
        }
    }
    found
}

/// The tokens with such names as one each.
pub(super) fn joined(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let line = |t: &Token<'_>| t.key == r"\_";
    let tokens = unbraced(tokens);
    let mut kept: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let Some((token, after)) = rest.split_first() {
        let begins = line(token) && token.gap == Gap::None && words_meet(&kept, after);
        if !begins {
            kept.push(token.clone());
            if line(token) && lowers(token, &kept[..kept.len() - 1], after) {
                let last = kept.len() - 1;
                kept[last].respell("_");
            }
            rest = after;
            continue;
        }
        let from = kept.len() - word_before(&kept);
        let more = |t: &&Token<'_>| t.gap == Gap::None && (line(t) || part(t));
        let mut length = after.iter().take(LONGEST_NAME).take_while(more).count();
        // A line at the end is no part of the name.
        while length > 0 && line(&after[length - 1]) {
            length -= 1;
        }
        let word: Vec<Token<'_>> = kept.drain(from..).collect();
        let all = word.iter().chain([token]).chain(&after[..length]);
        let spelled: String = all.map(|t| letters(&t.key)).collect();
        let mut name = word[0].clone();
        name.respell("");
        name.class = Class::Words;
        name.key = format!(r"\text{{{spelled}}}").into();
        name.end = after[length - 1].end;
        kept.push(name);
        rest = &after[length..];
    }
    kept
}

/// Leaves out the braces around a word of several letters behind a line in a name: `l1\_{ratio}`.
fn unbraced(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut braces = Vec::new();
    for at in 1..tokens.len().saturating_sub(3) {
        if tokens[at].key != r"\_" || tokens[at + 1].key != "{" || !part(&tokens[at - 1]) {
            continue;
        }
        let inside = tokens[at + 2..].iter().take(LONGEST_NAME);
        let inside = inside.take_while(|t| part(t) && t.gap == Gap::None);
        let spelled = inside.clone().map(|t| letters(&t.key).len()).sum::<usize>();
        let close = at + 2 + inside.count();
        if spelled > 1 && tokens.get(close).is_some_and(|t| t.key == "}") {
            braces.extend([at + 1..at + 2, close..close + 1]);
        }
    }
    leave_out(&mut tokens, braces);
    tokens
}

/// Whether the line stands right between a symbol and what may be its index.
fn lowers(line: &Token<'_>, before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let symbol = before.last().is_some_and(|t| {
        matches!(t.class, Class::Letter | Class::Name | Class::Close)
            || matches!(t.key.as_ref(), ")" | "]" | r"\}")
    });
    let index = after.first().is_some_and(|t| {
        t.gap == Gap::None && matches!(t.class, Class::Letter | Class::Digit | Class::Open)
    });
    line.gap == Gap::None && symbol && index
}

/// Whether a word ends and another begins around a line, one of them of several letters.
fn words_meet(before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let next = |t: &&Token<'_>| t.gap == Gap::None && part(t);
    let following = after.iter().take(2).take_while(next);
    let long = |t: &Token<'_>| letters(&t.key).len() > 1;
    let (left, right) = (word_before(before), following.clone().count());
    let longer = left > 1 || right > 1;
    let named = before.last().is_some_and(long) || following.into_iter().any(long);
    left > 0 && right > 0 && (longer || named)
}

/// How many tokens the word at the end has: from a letter on.
fn word_before(tokens: &[Token<'_>]) -> usize {
    let mut length = 0;
    let near = tokens.iter().rev().take(LONGEST_NAME);
    for (n, token) in (1..).zip(near) {
        if !part(token) {
            break;
        }
        if token.class != Class::Digit {
            length = n;
        }
        if token.gap != Gap::None {
            break;
        }
    }
    length
}

/// Whether this may be a part of such a name.
fn part(token: &Token<'_>) -> bool {
    let plain = |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric());
    match token.class {
        Class::Letter | Class::Digit | Class::Name => plain(letters(&token.key)),
        _ => false,
    }
}

/// What is written of a name, without its font.
fn letters(key: &str) -> &str {
    let inside = key
        .split_once('{')
        .and_then(|(_, word)| word.strip_suffix('}'));
    inside.unwrap_or(key)
}
