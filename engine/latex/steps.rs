//! What is done to both sides of an equation, noted after a bar at the end of its line:
//! `3x - 4 = 11 \quad | + 4`. It is said of the equation and is no part of it.

use super::table::Roles;
use super::token::{Class, Entry, Gap, Side, Token};
use std::borrow::Cow;

/// A note has no more tokens than these, its bar aside.
const LONGEST: usize = 12;

/// Makes words of such notes.
pub(super) fn noted(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let notes = notes(&tokens);
    if notes.is_empty() {
        return tokens;
    }
    let mut notes = notes.into_iter().peekable();
    let mut out = Vec::with_capacity(tokens.len());
    let mut left = 0;
    for (at, mut token) in tokens.into_iter().enumerate() {
        if left > 0 {
            left -= 1;
            continue;
        }
        if let Some(note) = notes.next_if(|note| note.at == at) {
            token.key = Cow::Owned(note.words);
            token.class = Class::Words;
            token.gap = Gap::Wide;
            token.end = note.end;
            token.entry = Entry::Unknown;
            token.roles = Roles::ALL;
            left = note.length;
        }
        out.push(token);
    }
    out
}

/// A note: where its bar stands, how many tokens follow that, and where the last one ends.
struct Note {
    at: usize,
    length: usize,
    end: usize,
    words: String,
}

fn notes(tokens: &[Token<'_>]) -> Vec<Note> {
    let mut found = Vec::new();
    let mut related = false;
    for (at, token) in tokens.iter().enumerate() {
        if token.class == Class::Row {
            related = false;
        }
        related |= matches!(token.key.as_ref(), "=" | "<" | ">" | r"\le" | r"\ge");
        let bar = token.key == "|" && token.side == Side::None && token.gap >= Gap::Thin;
        if related
            && bar
            && let Some((words, length)) = note(&tokens[at + 1..])
        {
            let end = tokens[at + length].end;
            found.push(Note {
                at,
                length,
                end,
                words,
            });
        }
    }
    found
}

/// The operation that these tokens begin with, as words, and its length; it ends its line.
fn note(rest: &[Token<'_>]) -> Option<(String, usize)> {
    let ends = |t: &Token<'_>| matches!(t.class, Class::Row | Class::Cell | Class::End);
    let length = rest
        .iter()
        .take(LONGEST + 1)
        .take_while(|t| !ends(t))
        .count();
    let line = &rest[..length];
    let operation = matches!(
        line.first()?.key.as_ref(),
        "+" | "-" | ":" | "/" | r"\cdot" | r"\div" | r"\times"
    );
    if !operation || !(2..=LONGEST).contains(&length) {
        return None;
    }
    let mut words = String::from(r"\text{| ");
    for token in line {
        words.push_str(match token.key.as_ref() {
            r"\cdot" => "·",
            r"\div" => "÷",
            r"\times" => "×",
            "=" | "|" | "," | ";" | "<" | ">" | "^" | "_" | "{" | "}" => return None,
            key if key.len() == 1 => key,
            _ => return None,
        });
    }
    words.push('}');
    Some((words, length))
}
