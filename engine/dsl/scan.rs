//! Steps through the text of a rule file: blanks, brackets, strings and comments.

use super::source::Report;
use crate::diagnostic::{Diagnostic, Label};

/// How deep brackets may nest.
const DEPTH: usize = 100;

/// A place in a text.
pub(super) struct Scan<'s> {
    text: &'s str,
    pub(super) at: usize,
    /// The first ordinary string with a line break, which may lack its closing quote.
    long: Option<&'s str>,
}

impl<'s> Scan<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self {
            text,
            at: 0,
            long: None,
        }
    }

    pub(super) fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Skips white space and comments.
    pub(super) fn blank(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                self.at += comment(trimmed);
            } else {
                return;
            }
        }
    }

    /// Skips `#![type = "…"]` and the like.
    pub(super) fn attributes(&mut self, report: &mut Report<'_, '_>) -> Option<()> {
        self.blank();
        while self.rest().starts_with("#!") {
            self.at += 2;
            self.expect('[', report)?;
            while !self.eat(']') {
                self.value(report)?;
                if !self.eat(',') && !self.rest().starts_with(']') {
                    self.complain("`]` is missing", report);
                    return None;
                }
            }
            self.blank();
        }
        Some(())
    }

    pub(super) fn name(&mut self, what: &str, report: &mut Report<'_, '_>) -> Option<&'s str> {
        self.blank();
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        if length == 0 {
            self.complain(&format!("{what} is expected here"), report);
            return None;
        }
        self.at += length;
        Some(&rest[..length])
    }

    pub(super) fn expect(&mut self, c: char, report: &mut Report<'_, '_>) -> Option<()> {
        self.blank();
        if self.eat(c) {
            return Some(());
        }
        self.complain(&format!("`{c}` is missing"), report);
        None
    }

    pub(super) fn complain<'r>(
        &self,
        message: &str,
        report: &'r mut Report<'_, '_>,
    ) -> &'r mut Diagnostic {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        self.complain_at(&self.rest()[..length], message, report)
    }

    fn complain_at<'r>(
        &self,
        at: &str,
        message: &str,
        report: &'r mut Report<'_, '_>,
    ) -> &'r mut Diagnostic {
        let span = self.long.map(|long| report.source.span(&long[..1]));
        let diagnostic = report.error("ron", at, message, "");
        if let Some(span) = span {
            diagnostic.labels.push(Label {
                span,
                message: "does this string end where it should?".into(),
            });
        }
        diagnostic
    }

    /// Skips a value: everything up to a comma or closing bracket outside of its own brackets.
    pub(super) fn value(&mut self, report: &mut Report<'_, '_>) -> Option<&'s str> {
        self.blank();
        let start = self.at;
        let mut end = start;
        let mut open: Vec<usize> = Vec::new();
        loop {
            self.blank();
            let Some(c) = self.rest().chars().next() else {
                let Some(&opening) = open.last() else { break };
                self.complain_at(
                    &self.text[opening..=opening],
                    "this bracket is never closed",
                    report,
                );
                return None;
            };
            match c {
                ',' | ')' | ']' | '}' if open.is_empty() => break,
                '(' | '[' | '{' => {
                    if open.len() == DEPTH {
                        self.complain("too deeply nested", report);
                        return None;
                    }
                    open.push(self.at);
                    self.at += 1;
                }
                ')' | ']' | '}' => {
                    self.close(open.pop(), c, report)?;
                }
                '"' => self.string(0, report)?,
                'r' if raw(self.rest()).is_some() => {
                    let hashes = raw(self.rest()).unwrap_or(0);
                    self.at += 1 + hashes;
                    self.string(1 + hashes, report)?;
                }
                c => self.word(c),
            }
            end = self.at;
            if open.is_empty()
                && (matches!(c, ')' | ']' | '}' | '"') || self.text[start..end].ends_with('"'))
            {
                break;
            }
        }
        Some(&self.text[start..end])
    }

    /// Skips a word, or one character that is in none.
    pub(super) fn word(&mut self, first: char) {
        let rest = self.rest();
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        self.at += word.max(first.len_utf8());
    }

    fn close(
        &mut self,
        opening: Option<usize>,
        c: char,
        report: &mut Report<'_, '_>,
    ) -> Option<()> {
        let opening = opening?;
        let fits = matches!(
            (&self.text[opening..=opening], c),
            ("(", ')') | ("[", ']') | ("{", '}')
        );
        if !fits {
            let message = format!("`{c}` does not close `{}`", &self.text[opening..=opening]);
            let span = report.source.span(&self.text[opening..=opening]);
            self.complain(&message, report).labels.push(Label {
                span,
                message: "opened here".into(),
            });
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// Skips a string; `raw` is 0, or one more than the number of hashes before a raw string.
    fn string(&mut self, raw: usize, report: &mut Report<'_, '_>) -> Option<()> {
        let whole = self.rest();
        let body = &whole[1..];
        let length = length(whole, raw);
        let Some(length) = length else {
            self.complain_at(&whole[..1], "this string is never closed", report);
            return None;
        };
        if self.long.is_none() && body[..length].contains('\n') {
            self.long = Some(whole);
        }
        self.at += 1 + length;
        Some(())
    }
}

/// The length of a string after its first quote, with which the text begins.
pub(super) fn length(text: &str, raw: usize) -> Option<usize> {
    let body = &text[1..];
    if raw > 0 {
        let closing = format!("\"{}", "#".repeat(raw - 1));
        return body.find(&closing).map(|i| i + closing.len());
    }
    let mut escaped = false;
    let mut quotes = body.char_indices().filter(|&(_, c)| {
        let closing = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closing
    });
    quotes.next().map(|(i, _)| i + 1)
}

/// The number of hashes when a raw string begins here.
pub(super) fn raw(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let quoted = after.trim_start_matches('#');
    quoted
        .starts_with('"')
        .then_some(after.len() - quoted.len())
}

/// The length of the comment at the start of the text; comments nest.
fn comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += c.len_utf8();
        }
    }
    at
}

/// The string in whose quotes a place is, quotes included.
pub(super) fn string_at(text: &str, place: usize) -> Option<&str> {
    let mut scan = Scan::new(text);
    while scan.at <= place {
        scan.blank();
        let start = scan.at;
        let rest = scan.rest();
        let c = rest.chars().next()?;
        let string = if c == '"' {
            Some(0)
        } else {
            raw(rest).map(|hashes| 1 + hashes)
        };
        match string {
            Some(raw) => {
                scan.at += raw;
                scan.at += 1 + length(scan.rest(), raw)?;
                if place < scan.at {
                    return Some(&text[start..scan.at]);
                }
            }
            None => scan.word(c),
        }
    }
    None
}
