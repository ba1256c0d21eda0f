//! Words in upright letters between formulas, `{\rm for}\ n > 0`, `x \quad \mathrm{if}\ x \in A`: they
//! are words, and no names that something is multiplied by.

use super::signs::Signs;
use super::token::{Class, Token, leave_out};
use crate::phrases::{Lexicon, Tells};
use std::borrow::Cow;

/// So many words are one piece.
const LONGEST: usize = 12;

/// Makes words of them, and says whether there are any.
pub(super) fn worded(tokens: &mut Vec<Token<'_>>, signs: Signs, lexicon: &Lexicon) -> bool {
    if !signs.holds(Class::Name) {
        return false;
    }
    let mut any = false;
    let mut parts = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(first) = upright(&tokens[at])
            && (begins(tokens, at, first, lexicon) || goes_on(tokens, at, first))
        {
            let rest = tokens[at + 1..].iter().take(LONGEST);
            let words = 1 + rest.take_while(|t| upright(t).is_some()).count();
            let said: Vec<&str> = tokens[at..at + words].iter().filter_map(upright).collect();
            let key = format!(r"\text{{{}}}", said.join(" "));
            let end = tokens[at + words - 1].end;
            let next = at + words;
            let token = &mut tokens[at];
            token.respell("");
            (token.key, token.class, token.end) = (Cow::Owned(key), Class::Words, end);
            // The braces around a font.
            let braced = at > 0
                && tokens[at - 1].class == Class::Open
                && tokens.get(next).is_some_and(|t| t.class == Class::Close);
            if braced {
                tokens[at].gap = tokens[at].gap.max(tokens[at - 1].gap);
                parts.push(at - 1..at);
            }
            parts.push(at + 1..next + usize::from(braced));
            at = next - 1;
            any = true;
        }
        at += 1;
    }
    leave_out(tokens, parts);
    any
}

/// The small letters of a word in upright letters. `\text{in}` would be the sign of membership.
fn upright<'a>(token: &'a Token<'_>) -> Option<&'a str> {
    if token.class != Class::Name {
        return None;
    }
    let inside = || {
        token
            .key
            .strip_prefix(r"\text{")
            .filter(|word| *word == "in}")
    };
    let word = token.key.strip_prefix(r"\mathrm{").or_else(inside)?;
    let word = word.strip_suffix('}')?;
    (word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase())).then_some(word)
}

/// Whether words begin here that are no conjunction of what stands on both sides, `{\rm and\ others}`, or one
/// stands behind a comma.
fn goes_on(tokens: &[Token<'_>], at: usize, word: &str) -> bool {
    let comma = at > 0 && tokens[at - 1].key == ",";
    let follows = |t: &Token<'_>| match upright(t) {
        Some(next) => matches!(next, "others" | "other" | "so" | "all" | "else"),
        None => comma && !matches!(t.class, Class::Close | Class::End | Class::Row),
    };
    matches!(word, "and" | "or") && tokens.get(at + 1).is_some_and(follows)
}

/// Whether a word here begins something that is said: it stands on the line, with something behind it
/// unless nothing can be.
fn begins(tokens: &[Token<'_>], at: usize, word: &str, lexicon: &Lexicon) -> bool {
    let script = |t: &Token<'_>| matches!(t.key.as_ref(), "_" | "^");
    let before = |n: usize| at.checked_sub(n).map(|at| &tokens[at]);
    let opened = before(1).is_some_and(|t| t.class == Class::Open);
    let lowered = before(1).is_some_and(script) || opened && before(2).is_some_and(script);
    if lowered {
        return false;
    }
    // Behind the words there are a brace and one more token.
    let near = tokens[at + 1..].iter().take(LONGEST + 2);
    let mut next = near.skip_while(|t| upright(t).is_some());
    let next = match next.next() {
        Some(t) if opened && t.class == Class::Close => next.next(),
        next => next,
    };
    let ends = |t: &Token<'_>| {
        matches!(t.class, Class::Close | Class::End | Class::Row)
            || matches!(
                t.key.as_ref(),
                "_" | "^" | "(" | ")" | "=" | "," | "." | "'"
            )
    };
    let followed = next.is_some_and(|t| !ends(t));
    match word {
        "otherwise" | "else" => next.is_none_or(|t| !script(t)),
        _ if lexicon[Tells::Begins].has(word) => followed,
        _ => {
            // `12\,\mathrm{in}` is a length, `\Delta u = 0\;\mathrm{in}\;\Omega` none.
            let zero = |t: &Token<'_>| t.key == "0" && before(2).is_some_and(|t| t.key == "=");
            followed
                && lexicon[Tells::Places].has(word)
                && before(1).is_some_and(|t| t.class != Class::Digit || zero(t))
                && tokens[at].gap > super::token::Gap::None
        }
    }
}
