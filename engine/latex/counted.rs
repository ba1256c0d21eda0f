//! Words before the number that tells one from another: `\text{row } 2`, `\text{Case } 1: x > 0`.

use super::signs::Signs;
use super::token::{Class, Gap, Token, leave_out};
use crate::phrases::{Lexicon, Tells};

/// Makes one name of a word for something counted and the figure behind it.
pub(super) fn joined(tokens: &mut Vec<Token<'_>>, signs: Signs, lexicon: &Lexicon) {
    if !signs.holds(Class::Words) || !signs.holds(Class::Digit) {
        return;
    }
    let mut dropped = Vec::new();
    for at in 0..tokens.len() {
        let Some((words, end)) = counted(tokens, at, lexicon) else {
            continue;
        };
        let begins = at == 0 || matches!(tokens[at - 1].class, Class::Row | Class::Begin);
        let heads = begins && tokens.get(end).is_some_and(|t| t.key == ":");
        let figure: String = tokens[at + 1..end].iter().map(|t| t.key.as_ref()).collect();
        let (colon, end) = if heads { (":", end + 1) } else { ("", end) };
        let name = format!(r"\text{{{words} {figure}{colon}}}");
        let last = tokens[end - 1].end;
        let token = &mut tokens[at];
        token.respell("");
        token.key = name.into();
        token.end = last;
        dropped.push(at + 1..end);
    }
    leave_out(tokens, dropped);
}

/// The words that stand here and the place behind their number, where nothing goes on with it.
fn counted(tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<(String, usize)> {
    let token = &tokens[at];
    let words = (token.class == Class::Words)
        .then(|| token.key.strip_prefix(r"\text{")?.strip_suffix('}'))
        .flatten()?;
    let last = words.rsplit(' ').next().unwrap_or(words);
    if !lexicon[Tells::BeforeNumber].has(&last.trim_end_matches('.').to_lowercase()) {
        return None;
    }
    let figures = tokens[at + 1..].iter().enumerate();
    let length = figures
        .take_while(|(n, t)| t.class == Class::Digit && (*n == 0 || t.gap == Gap::None))
        .count();
    let end = at + 1 + length;
    let apart = |t: &Token<'_>| {
        matches!(
            t.class,
            Class::Close | Class::Cell | Class::Row | Class::End
        ) || matches!(
            t.key.as_ref(),
            ":" | "=" | "+" | "-" | "," | ";" | ")" | "]" | "|" | r"\to" | r"\cap" | r"\cup"
        )
    };
    (length > 0 && tokens.get(end).is_none_or(apart)).then(|| (words.to_owned(), end))
}
