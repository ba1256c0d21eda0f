//! Lines over the names of functions that make sets, which are over their values:
//! `\overline{\operatorname{span}}\{e_n\}` is `\overline{\operatorname{span}\{e_n\}}`.

use super::token::{Class, Token};

/// Names of what has a closure.
const HULLS: &[&str] = &["span", "Span", "conv", "co", "lin", "sp", "cone", "aff"];

/// What is applied to has no more tokens.
const ARGUMENT: usize = 60;

/// Puts what the functions are applied to below the line.
pub(super) fn closed(tokens: &mut [Token<'_>]) {
    let mut at = 0;
    while at + 4 < tokens.len() {
        let hull = tokens[at].key == r"\overline"
            && tokens[at + 1].class == Class::Open
            && tokens[at + 3].class == Class::Close
            && HULLS.contains(&super::parse::said(&tokens[at + 2]));
        if hull && let Some(end) = argument_end(tokens, at + 4) {
            let last = tokens[end - 1].end;
            (tokens[at + 3].start, tokens[at + 3].end) = (last, last);
            tokens[at + 3..end].rotate_left(1);
        }
        at += 1;
    }
}

/// The place after the bracket that opens here.
fn argument_end(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let (open, close) = match tokens.get(at)?.key.as_ref() {
        r"\{" | r"\lbrace" => ([r"\{", r"\lbrace"], [r"\}", r"\rbrace"]),
        "(" => (["(", "("], [")", ")"]),
        _ => return None,
    };
    let mut depth = 0usize;
    let last = tokens[at..].iter().take(ARGUMENT).position(|t| {
        match t.key.as_ref() {
            key if open.contains(&key) => depth += 1,
            key if close.contains(&key) => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some(at + last + 1)
}
