//! Fractions that are one sign, as fractions of two numbers.

use crate::latex::table::Roles;
use crate::latex::token::{Class, Entry, Gap, Side, Token};
use std::borrow::Cow;

/// Fractions that are one character.
const FRACTIONS: &[(&str, &str, &str)] = &[
    ("½", "1", "2"),
    ("⅓", "1", "3"),
    ("⅔", "2", "3"),
    ("¼", "1", "4"),
    ("¾", "3", "4"),
    ("⅕", "1", "5"),
    ("⅖", "2", "5"),
    ("⅗", "3", "5"),
    ("⅘", "4", "5"),
    ("⅙", "1", "6"),
    ("⅚", "5", "6"),
    ("⅛", "1", "8"),
    ("⅜", "3", "8"),
    ("⅝", "5", "8"),
    ("⅞", "7", "8"),
];

pub(super) fn fraction(token: &Token<'_>) -> Option<(&'static str, &'static str)> {
    if token.short() {
        return None;
    }
    let found = FRACTIONS.iter().find(|(sign, ..)| *sign == token.key);
    found.map(|(_, above, below)| (*above, *below))
}

pub(super) fn fractions(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out = Vec::with_capacity(tokens.len() + 8);
    for token in tokens {
        let Some((above, below)) = fraction(&token) else {
            out.push(token);
            continue;
        };
        let (start, end) = (token.start, token.end);
        out.push(Token {
            key: Cow::Borrowed(r"\frac"),
            class: Class::Sign,
            ..token
        });
        out.push(digit(above, start, start));
        out.push(digit(below, start, end));
    }
    out
}

fn digit(key: &'static str, start: usize, end: usize) -> Token<'static> {
    Token {
        key: Cow::Borrowed(key),
        class: Class::Digit,
        side: Side::None,
        gap: Gap::None,
        start,
        end,
        entry: Entry::Unknown,
        roles: Roles::ALL,
    }
}
