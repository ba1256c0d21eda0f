//! The tokens of a rule file that may be half typed: brackets, strings, words, signs.

use super::scan::{Scan, length, raw};
use std::ops::Range;

/// A token and the bytes that it takes up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `(`, `[`, `{`.
    Open(char),
    /// `)`, `]`, `}`.
    Close(char),
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// A name, a number, or one character of anything else.
    Word,
    /// A string; the bytes between its quotes, and whether the second quote is there.
    Text(Range<usize>, bool),
}

/// The tokens of a text. Comments and blanks are none; a string without an end stops at the end
/// of its line.
pub(super) fn read(text: &str) -> Vec<Token> {
    let mut scan = Scan::new(text);
    let mut tokens = Vec::new();
    loop {
        scan.blank();
        let start = scan.at;
        let Some(c) = scan.rest().chars().next() else {
            return tokens;
        };
        let kind = match c {
            '(' | '[' | '{' => TokenKind::Open(c),
            ')' | ']' | '}' => TokenKind::Close(c),
            ',' => TokenKind::Comma,
            ':' => TokenKind::Colon,
            '"' => string(&mut scan, 0),
            'r' => match raw(scan.rest()) {
                Some(hashes) => {
                    scan.at += 1 + hashes;
                    string(&mut scan, 1 + hashes)
                }
                None => TokenKind::Word,
            },
            _ => TokenKind::Word,
        };
        match kind {
            TokenKind::Text(..) => {}
            TokenKind::Word => scan.word(c),
            _ => scan.at += c.len_utf8(),
        }
        let span = start..scan.at;
        tokens.push(Token { kind, span });
    }
}

/// Skips a string; `raw` is 0, or one more than the number of hashes before a raw string.
fn string(scan: &mut Scan<'_>, raw: usize) -> TokenKind {
    let whole = scan.rest();
    let inner = scan.at + 1;
    let line = whole.find('\n').unwrap_or(whole.len());
    if let Some(length) = length(whole, raw) {
        let end = 1 + length;
        // What closes a string several lines below may well open the next one.
        let after = whole[end..].trim_start().chars().next();
        if end <= line || after.is_none_or(|c| ",:)]}".contains(c)) {
            scan.at += end;
            return TokenKind::Text(inner..scan.at - raw.max(1), true);
        }
    }
    scan.at += whole[..line].trim_end().len().max(1);
    TokenKind::Text(inner..scan.at, false)
}
