//! The tokens of TeX in a text, with blanks and comments, so that nothing of it is lost.

use std::sync::Arc;

/// A token, a run of blanks, or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: Arc<str>,
    /// Bytes of the formula as it was written: of this piece, or of the call it comes from.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it stands in the formula itself.
    pub(super) own: bool,
    /// The call it comes from: an index into the calls; 0 is none.
    pub(super) call: usize,
    /// Whether it is never replaced.
    pub(super) fixed: bool,
}

impl Piece {
    pub(super) fn is_blank(&self) -> bool {
        self.text.starts_with([' ', '\t', '\n', '\r', '%'])
    }

    /// Whether it is `\` and letters.
    pub(super) fn is_word(&self) -> bool {
        self.text.len() > 1
            && self.text.starts_with('\\')
            && self.text[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '@')
    }

    /// The number of an argument: `#1`.
    pub(super) fn argument(&self) -> Option<usize> {
        let digit = self.text.strip_prefix('#')?.parse::<usize>().ok()?;
        digit.checked_sub(1)
    }
}

/// Splits a text.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            '\\' => {
                let letter = |c: char| c.is_ascii_alphabetic() || c == '@';
                let word: usize = rest[1..].chars().take_while(|c| letter(*c)).count();
                let sign = rest[1..].chars().next().map_or(0, char::len_utf8);
                1 + if word > 0 { word } else { sign }
            }
            '%' => rest.find('\n').map_or(rest.len(), |n| n + 1),
            '#' => {
                let next = rest[1..].chars().next();
                1 + usize::from(next.is_some_and(|c| c == '#' || c.is_ascii_digit()))
            }
            _ if blank(c) => rest.find(|c| !blank(c)).unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        found.push(Piece {
            text: Arc::from(&rest[..length]),
            start: at,
            end: at + length,
            own: true,
            call: 0,
            fixed: false,
        });
        at += length;
    }
    found
}

fn blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// What is still to come, the next piece last.
pub(super) struct Stack {
    pub(super) pieces: Vec<Piece>,
}

impl Stack {
    pub(super) fn of(text: &str) -> Self {
        let mut pieces = pieces(text);
        pieces.reverse();
        Self { pieces }
    }

    pub(super) fn pop(&mut self) -> Option<Piece> {
        self.pieces.pop()
    }

    /// The next piece that is no blank, which is passed over.
    pub(super) fn peek(&mut self) -> Option<&Piece> {
        while self.pieces.last().is_some_and(Piece::is_blank) {
            self.pieces.pop();
        }
        self.pieces.last()
    }

    /// Takes this piece, when it is the next one.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.peek().is_some_and(|p| &*p.text == text);
        if found {
            self.pieces.pop();
        }
        found
    }

    /// What stands between the bracket that was taken and its partner.
    pub(super) fn group(&mut self, open: &str, close: &str) -> Option<Vec<Piece>> {
        let mut inside = Vec::new();
        let (mut depth, mut braces) = (0usize, 0usize);
        while let Some(piece) = self.pop() {
            let text = &*piece.text;
            if text == close && depth == 0 && braces == 0 {
                return Some(inside);
            }
            if open == "{" {
                depth += usize::from(text == "{");
                depth -= usize::from(text == "}");
            } else {
                braces += usize::from(text == "{");
                braces = braces.saturating_sub(usize::from(text == "}"));
            }
            inside.push(piece);
        }
        None
    }

    /// An argument: a group without its braces, or one piece.
    pub(super) fn argument(&mut self) -> Option<Vec<Piece>> {
        match &*self.peek()?.text {
            "}" => None,
            "{" => {
                self.pop();
                self.group("{", "}")
            }
            _ => Some(vec![self.pop()?]),
        }
    }
}
