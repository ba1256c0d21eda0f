//! Taking a text apart: prose, what is kept as it stands (code, links, tags), and formulas.
//!
//! Every byte belongs to exactly one segment, in order, so that the segments put together are the
//! text. The time is linear in the text: every search ends at the first thing that forbids what
//! is looked for, and a search that failed is not made again.

use std::ops::Range;

use super::dollar;
use super::environment::{self, Environment};
use super::markup::Markup;
use crate::diagnostic::Diagnostic;

/// What a piece of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Prose,
    /// Code, a link, a tag or a comment: nobody looks for formulas there.
    Kept,
    /// A formula between delimiters.
    Formula(Delimiter),
}

/// How a formula is set off from the prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// `$…$`
    Dollar,
    /// `$$…$$`
    Dollars,
    /// `\(…\)`
    Parenthesis,
    /// `\[…\]`
    Bracket,
    /// `\begin{equation}…\end{equation}` and the like.
    Environment,
}

/// A piece of a text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// What it is.
    pub part: Part,
    /// All of it, delimiters included.
    pub span: Range<usize>,
    /// A formula without its delimiters; otherwise all of it.
    pub inner: Range<usize>,
}

/// Takes a text apart. Complaints are about delimiters that never close: they are prose.
pub fn segments(source: &str) -> (Vec<Segment>, Vec<Diagnostic>) {
    let mut splitter = Splitter {
        source,
        at: 0,
        prose: 0,
        found: Vec::new(),
        complaints: Vec::new(),
        wasted: 0,
        markup: Markup::new(source),
    };
    while splitter.at < source.len() {
        splitter.step();
    }
    splitter.flush(source.len());
    (splitter.found, splitter.complaints)
}

struct Splitter<'a> {
    source: &'a str,
    at: usize,
    /// Where the prose that is not written down yet begins.
    prose: usize,
    found: Vec<Segment>,
    complaints: Vec<Diagnostic>,
    /// Bytes looked through in vain for the end of a formula.
    wasted: usize,
    markup: Markup<'a>,
}

impl<'a> Splitter<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn flush(&mut self, to: usize) {
        if self.prose < to {
            self.found.push(Segment {
                part: Part::Prose,
                span: self.prose..to,
                inner: self.prose..to,
            });
        }
        self.prose = to;
    }

    fn take(&mut self, part: Part, inner: Range<usize>, end: usize) {
        self.flush(self.at);
        self.found.push(Segment {
            part,
            span: self.at..end,
            inner,
        });
        self.at = end;
        self.prose = end;
    }

    fn unclosed(&mut self, length: usize, what: &str) {
        let opening = &self.source[self.at..self.at + length];
        self.complaints.push(Diagnostic::warning(
            "unclosed-formula",
            format!("nothing closes `{opening}`"),
            self.at..self.at + length,
            what,
        ));
        self.at += length;
    }

    fn step(&mut self) {
        let (at, rest) = (self.at, self.rest());
        if let Some(end) = self.markup.kept(at) {
            self.take(Part::Kept, at..end, end);
            return;
        }
        match rest.as_bytes()[0] {
            b'$' => self.dollar(),
            b'\\' => self.backslash(),
            _ => self.at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }

    fn dollar(&mut self) {
        let (at, rest) = (self.at, self.rest());
        if let Some(inner) = rest.strip_prefix("$$") {
            match dollar::display(inner) {
                Some(length) => self.take(
                    Part::Formula(Delimiter::Dollars),
                    at + 2..at + 2 + length,
                    at + length + 4,
                ),
                None => self.unclosed(2, "taken for prose"),
            }
            return;
        }
        match dollar::inline(&rest[1..], &mut self.wasted) {
            dollar::Inline::Formula(length) => self.take(
                Part::Formula(Delimiter::Dollar),
                at + 1..at + 1 + length,
                at + length + 2,
            ),
            dollar::Inline::Currency => self.at += 1,
            dollar::Inline::Open => self.unclosed(1, "taken for prose"),
        }
    }

    fn backslash(&mut self) {
        let (at, rest) = (self.at, self.rest());
        let bracketed = match rest.as_bytes().get(1) {
            Some(b'(') => Some((Delimiter::Parenthesis, r"\)", r"\(")),
            Some(b'[') => Some((Delimiter::Bracket, r"\]", r"\[")),
            _ => None,
        };
        if let Some((delimiter, close, open)) = bracketed {
            let inline = delimiter == Delimiter::Parenthesis;
            match environment::closing(&rest[2..], close, open, inline) {
                Some(length) => self.take(
                    Part::Formula(delimiter),
                    at + 2..at + 2 + length,
                    at + length + 4,
                ),
                None => self.unclosed(2, "taken for prose"),
            }
            return;
        }
        match environment::begin(rest) {
            Some(Environment::Display { inner, end }) => {
                let inner = at + inner.start..at + inner.end;
                self.take(Part::Formula(Delimiter::Environment), inner, at + end);
            }
            Some(Environment::Verbatim { end }) => self.take(Part::Kept, at..at + end, at + end),
            Some(Environment::Open { length }) => self.unclosed(length, "taken for prose"),
            None => {
                // A pair: `\$` is a dollar sign, `\\[` a line break.
                let pair = rest.chars().take(2).map(char::len_utf8).sum::<usize>();
                self.at += if rest.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic) {
                    1
                } else {
                    pair
                };
            }
        }
    }
}
