//! Names that begin with a letter of a script font, as those of sheaves of morphisms do:
//! `\mathcal{H}om`, `\mathscr{E}\!xt`.

use super::signs::Signs;
use super::token::{Class, Gap, Token};
use std::borrow::Cow;

/// How such names end, by their first letters.
const NAMES: &[(&str, &str)] = &[
    ("H", "om"),
    ("E", "xt"),
    ("E", "nd"),
    ("T", "or"),
    ("A", "ut"),
    ("I", "som"),
    ("D", "er"),
    ("S", "pec"),
    ("P", "roj"),
    ("P", "ic"),
    ("Q", "uot"),
];

/// The tokens with each of them as one.
pub(super) fn joined<'t>(mut tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    if !signs.holds(Class::Name) {
        return tokens;
    }
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some((word, length)) = word(&tokens, at) {
            let key = format!(r"{}\mathit{{{word}}}", tokens[at].key);
            tokens[at].respell("");
            tokens[at].key = Cow::Owned(key);
            tokens[at].end = tokens[at + length].end;
            out.push(at + 1..at + 1 + length);
            at += length;
        }
        at += 1;
    }
    super::token::leave_out(&mut tokens, out);
    tokens
}

/// The end of the name that begins here, and its number of tokens.
fn word(tokens: &[Token<'_>], at: usize) -> Option<(&'static str, usize)> {
    if tokens[at].class != Class::Name {
        return None;
    }
    let capital = tokens[at]
        .key
        .strip_prefix(r"\mathcal{")
        .or_else(|| tokens[at].key.strip_prefix(r"\mathscr{"))?
        .strip_suffix('}')?;
    let next = tokens.get(at + 1).filter(|t| t.gap <= Gap::Back)?;
    NAMES.iter().find_map(|(first, rest)| {
        if *first != capital {
            return None;
        }
        if next.class == Class::Letter {
            let letters = tokens[at + 1..].iter().take(rest.len());
            let spelled = letters
                .clone()
                .zip(rest.chars())
                .all(|(t, c)| t.short() && t.key.starts_with(c));
            let ends = tokens
                .get(at + 1 + rest.len())
                .is_none_or(|t| t.class != Class::Letter || t.gap > Gap::None);
            return (letters.len() == rest.len() && spelled && ends).then_some((*rest, rest.len()));
        }
        let upright = next.key.split_once('{')?.1.strip_suffix('}')?;
        (upright == *rest).then_some((*rest, 1))
    })
}
