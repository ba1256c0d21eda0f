//! Markdown and HTML in prose: code, links, tags and comments, which nobody rewrites.

use std::collections::BTreeMap;

/// Finds what is kept in one text; remembers what it looked for in vain.
pub(super) struct Markup<'a> {
    source: &'a str,
    /// For a run of backticks of some length, or a tag: nothing closes it before this place.
    none_before: BTreeMap<Opened, usize>,
    /// Whether indented paragraphs may be code.
    indented: bool,
}

/// What may be looked for in vain.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Opened {
    Ticks(usize),
    Element(&'static str),
    Comment,
}

/// Elements whose content is code.
const CODE: &[&str] = &["code", "pre", "script", "style", "kbd", "samp", "textarea"];

/// Names of tags; anything else after `<` is a comparison.
const TAGS: &[&str] = &[
    "a",
    "abbr",
    "article",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "li",
    "link",
    "main",
    "math",
    "meta",
    "nav",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "script",
    "section",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "textarea",
    "th",
    "thead",
    "title",
    "tr",
    "u",
    "ul",
    "var",
];

/// A tag has at most this many bytes, and an address.
const LONGEST: usize = 4096;

impl<'a> Markup<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        let latex = [r"\begin{", r"\item", r"\section", r"\footnote"];
        Self {
            source,
            none_before: BTreeMap::new(),
            indented: !latex.iter().any(|mark| source.contains(mark)),
        }
    }

    /// The end of what is kept and begins here.
    pub(super) fn kept(&mut self, at: usize) -> Option<usize> {
        let rest = &self.source[at..];
        let length = match rest.as_bytes()[0] {
            b'`' | b'~' => self.code(at)?,
            b'<' => self.tag(at)?,
            b'h' | b'H' => self.address(at)?,
            b']' => link(rest)?,
            b' ' | b'\t' => self.indented(at)?,
            _ => return None,
        };
        Some(at + length)
    }

    /// Whether a line begins here, indented by at most three blanks.
    fn line_start(&self, at: usize) -> bool {
        let before = self.source[..at].trim_end_matches(' ');
        at - before.len() < 4 && (before.is_empty() || before.ends_with('\n'))
    }

    fn code(&mut self, at: usize) -> Option<usize> {
        let rest = &self.source[at..];
        let mark = rest.as_bytes()[0];
        let run = rest.bytes().take_while(|b| *b == mark).count();
        if run > 2 && self.line_start(at) {
            return Some(fenced(rest, mark, run));
        }
        if mark == b'~' {
            return None;
        }
        if self.source[..at].ends_with(['`', '\\']) {
            return None;
        }
        let key = Opened::Ticks(run);
        if self.none_before.get(&key).is_some_and(|end| at < *end) {
            return None;
        }
        let blank = |(at, _): &(usize, &str)| super::dollar::blank_line(&rest.as_bytes()[*at..]);
        let paragraph = rest.match_indices('\n').find(blank);
        let paragraph = paragraph.map_or(rest.len(), |(at, _)| at);
        let mut from = run;
        while let Some(next) = rest[from..paragraph].find('`') {
            let close = from + next;
            let length = rest[close..].bytes().take_while(|b| *b == b'`').count();
            if length == run {
                // ``Words'' in quotation marks of TeX, and `words'.
                let quoted = is_quotation(&rest[run..close], run);
                return (!quoted).then_some(close + run);
            }
            from = close + length;
        }
        self.none_before.insert(key, at + paragraph);
        None
    }

    fn tag(&mut self, at: usize) -> Option<usize> {
        let rest = &self.source[at..];
        if rest.starts_with("<!--") {
            return self.until(at, Opened::Comment, "-->");
        }
        let name = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
        let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let lower = name[..length].to_ascii_lowercase();
        let known = TAGS.iter().find(|tag| **tag == lower)?;
        let end = tag_end(rest)?;
        let opens = !rest.starts_with("</") && !rest[..end].ends_with("/>");
        if opens && let Some(code) = CODE.iter().find(|c| c == &known) {
            let close = format!("</{code}>");
            return self.until(at, Opened::Element(code), &close).or(Some(end));
        }
        Some(end)
    }

    /// The length up to the end of `close`, which is in lower case.
    fn until(&mut self, at: usize, key: Opened, close: &str) -> Option<usize> {
        if self.none_before.get(&key).is_some_and(|end| at < *end) {
            return None;
        }
        let rest = &self.source.as_bytes()[at..];
        let found = rest
            .windows(close.len())
            .position(|w| w.eq_ignore_ascii_case(close.as_bytes()));
        if found.is_none() {
            self.none_before.insert(key, self.source.len());
        }
        found.map(|n| n + close.len())
    }

    /// `https://…`
    fn address(&self, at: usize) -> Option<usize> {
        let rest = &self.source[at..];
        let scheme = ["https://", "http://"].iter().find(|s| {
            rest.len() > s.len() && rest.as_bytes()[..s.len()].eq_ignore_ascii_case(s.as_bytes())
        })?;
        if self.source[..at].ends_with(|c: char| c.is_alphanumeric()) {
            return None;
        }
        let mut open = 0usize;
        let mut end = rest.len();
        for (n, c) in rest.char_indices().skip(scheme.len()) {
            let stop = match c {
                '(' => {
                    open += 1;
                    false
                }
                ')' if open > 0 => {
                    open -= 1;
                    false
                }
                c => c.is_whitespace() || matches!(c, ')' | ']' | '<' | '>' | '"' | '\\' | '}'),
            };
            if stop || n > LONGEST {
                end = n;
                break;
            }
        }
        let address = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?']);
        Some(address.len())
    }

    /// Lines of code, indented by four blanks or a tab after an empty line.
    fn indented(&self, at: usize) -> Option<usize> {
        if !self.indented || !starts_paragraph(near(&self.source[..at])) {
            return None;
        }
        let rest = &self.source[at..];
        let code = |line: &str| line.starts_with("    ") || line.starts_with('\t');
        let mut end = 0;
        for line in rest.split_inclusive('\n') {
            if !code(line) || line.trim().is_empty() {
                break;
            }
            // Formulas are not set in code, but code has variables of a shell.
            if has_formula(line) || line.contains(r"\(") || line.contains(r"\[") {
                return None;
            }
            end += line.len();
        }
        (end > 0).then_some(end)
    }
}

/// Whether two dollar signs of a line set a formula: nothing but the formula is next to them.
fn has_formula(line: &str) -> bool {
    let parts: Vec<&str> = line.split('$').collect();
    let tight = |inner: &str| !inner.is_empty() && inner.trim() == inner;
    let free = |after: &str| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    parts.windows(2).skip(1).any(|p| tight(p[0]) && free(p[1]))
}

/// As much of what comes before as is looked at.
fn near(before: &str) -> &str {
    let from = before.len().saturating_sub(NEAR);
    let from = (from..=before.len()).find(|at| before.is_char_boundary(*at));
    &before[from.unwrap_or(0)..]
}

const NEAR: usize = 400;

/// Whether the next line begins a paragraph that is no item of a list.
fn starts_paragraph(before: &str) -> bool {
    let Some(line) = before.strip_suffix('\n') else {
        return false;
    };
    let line = line.trim_end_matches([' ', '\t', '\r']);
    let Some(last) = line.strip_suffix('\n') else {
        return line.is_empty();
    };
    let last = last.trim_end();
    let line = &last[last.rfind('\n').map_or(0, |n| n + 1)..];
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    !(line.starts_with(['-', '*', '+', '('])
        || digits > 0 && line[digits..].starts_with(['.', ')']))
}

/// The length of a block between fences; all of the rest when nothing closes it.
fn fenced(rest: &str, mark: u8, run: usize) -> usize {
    let mut length = 0;
    for (n, line) in rest.split_inclusive('\n').enumerate() {
        length += line.len();
        let inner = line.trim();
        if n > 0 && inner.len() >= run && inner.bytes().all(|b| b == mark) {
            return length;
        }
    }
    length
}

/// Whether backticks open a quotation of TeX, closed by as many apostrophes.
fn is_quotation(inner: &str, run: usize) -> bool {
    let close = "'".repeat(run);
    inner.match_indices(&close).any(|(at, _)| {
        let (before, after) = (&inner[..at], &inner[at + run..]);
        let ends = before.ends_with(|c: char| !c.is_whitespace() && !matches!(c, '(' | '=' | ','));
        // ``the function $f$\ ''
        (ends || before.ends_with("\\ ")) && !after.starts_with(char::is_alphanumeric)
    })
}

/// The length of a tag: attributes may hold `>` in quotation marks.
fn tag_end(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (n, b) in rest.bytes().enumerate().skip(1).take(LONGEST) {
        match (quote, b) {
            (Some(q), b) if q == b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(b),
            (None, b'>') => return Some(n + 1),
            (None, b'<') => return None,
            _ => {}
        }
    }
    None
}

/// `](address)`
fn link(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix("](")?;
    let stop = |b: u8| b.is_ascii_whitespace() || matches!(b, b')' | b'(' | b'\\');
    let end = inner.bytes().take(LONGEST).position(stop)?;
    let address = &inner[..end];
    let looks = address.contains("://") || address.starts_with(['/', '#', '.']) && end > 1;
    (looks && inner.as_bytes()[end] == b')').then_some(end + 3)
}
