//! Joining TeX tokens: the space in `\sin x`, the braces in `x^{10}`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mamut_engine::target::{Apart, Target};

use crate::grammar::Text;
use crate::scripts::{doubled, is_token};

/// Text under construction, joined as tokens.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// What is written so far.
    pub text: String,
    word_end: bool,
    /// Where the words of a text end that were written last.
    said: usize,
    /// Where the script that is being written begins.
    script: usize,
    /// The syntax, when it is not LaTeX, and the spelling of names in it.
    target: Option<Arc<Target>>,
    names: BTreeMap<String, String>,
    /// Names of several letters that are written like products.
    words: Arc<BTreeSet<String>>,
}

/// How words in a formula begin.
const TEXT: &str = r"\text{";

/// Whether what stands in a text is words.
fn is_said(inside: &str) -> bool {
    // `\text{NO}_2` is no word.
    let first = |b: u8| b.is_ascii_lowercase() || b.is_ascii_alphabetic() && inside.contains(' ');
    inside.len() > 2 && inside.bytes().next().is_some_and(first) && inside.ends_with('}')
}

/// Whether words begin with the ending of an ordinal: `n\text{th term}`.
fn is_ending(words: &str) -> bool {
    let first = words.split([' ', '}']).next();
    first.is_some_and(|word| matches!(word, "th" | "st" | "nd" | "rd"))
}

/// Whether a letter, a figure or something in brackets was written last.
fn ends_with_operand(text: &str) -> bool {
    let text = text.trim_end();
    match text.bytes().next_back() {
        Some(b')' | b']') => !text.ends_with(r"\]") && !text.ends_with(r"\)"),
        Some(b'0'..=b'9') => true,
        Some(b'}') => {
            let command = text.rfind('{').map_or(text, |open| &text[..open]);
            !command.ends_with(r"\begin") && !command.ends_with(r"\text")
        }
        Some(b) if b.is_ascii_alphabetic() => !text
            .trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .ends_with('\\'),
        _ => false,
    }
}

impl Writer {
    /// An empty writer of a syntax, of LaTeX when there is none, in which these words are names.
    pub fn of(target: Option<Arc<Target>>, words: Arc<BTreeSet<String>>) -> Self {
        Self {
            target,
            words,
            ..Self::default()
        }
    }
    /// Empties the writer; the buffer is kept.
    pub fn clear(&mut self) {
        self.text.clear();
        (self.script, self.said) = (0, 0);
        self.word_end = false;
    }
    pub(crate) fn text(&mut self, text: &Text) {
        if text.text.is_empty() {
            return;
        }
        if let Some(target) = &self.target {
            let apart = target.apart;
            return self.put(&text.text, apart);
        }
        let dots = match text.text.as_bytes() {
            [mark @ (b'_' | b'^'), ..] => {
                if let Some(start) = doubled(&self.text[self.script..], *mark) {
                    self.text.insert(self.script + start, '{');
                    self.text.push('}');
                }
                false
            }
            [b',', ..] => lower_dots(&mut self.text),
            _ => RAISED.contains(&&*text.text) && self.text.trim_end().ends_with(','),
        };
        if dots && RAISED.contains(&&*text.text) {
            self.copy(LOWERED);
            self.word_end = true;
            return;
        }
        if text.text.as_bytes()[0].is_ascii_alphanumeric() {
            self.after_words();
        }
        let letter = text.text.len() == 1 && text.letter_start;
        let long = || long_run(&self.text) || !self.word_end && proper_run(&self.text);
        let joined = self.word_end && text.letter_start || letter && long();
        if joined || groups(&self.text, &text.text) {
            self.text.push(' ');
        }
        self.copy(&text.text);
        self.word_end = text.word_end;
    }
    /// Appends a string; one byte, the most frequent length, without a call.
    #[inline]
    fn copy(&mut self, text: &str) {
        match *text.as_bytes() {
            [byte] => self.text.push(char::from(byte)),
            _ => self.text.push_str(text),
        }
    }
    /// Writes a point of a figure; many of them side by side are no word.
    pub(crate) fn point(&mut self, name: &str) {
        match *name.as_bytes() {
            [byte] if self.target.is_none() && !self.word_end && byte.is_ascii_uppercase() => {
                self.copy(name);
            }
            _ => self.name(name),
        }
    }
    /// Writes a name or a run of tokens that was not prepared.
    pub(crate) fn name(&mut self, name: &str) {
        if let Some(target) = self.target.clone() {
            let spelled = self.spelled(name, &target);
            return self.put(&spelled, target.apart);
        }
        if self.word_end && name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
            self.text.push(' ');
        }
        self.after_words();
        if let Some(words) = name.strip_prefix(TEXT).filter(|words| is_said(words)) {
            let beside = ends_with_operand(&self.text) && !is_ending(words);
            self.copy(TEXT);
            if beside {
                self.text.push(' ');
            }
            self.copy(words);
            (self.said, self.word_end) = (self.text.len(), false);
            return;
        }
        let letter = matches!(name.as_bytes(), [b] | [b, b'_', ..] if b.is_ascii_lowercase());
        let capital = matches!(name.as_bytes(), [b] | [b, b'_', ..] if b.is_ascii_uppercase());
        let long =
            || letter && long_run(&self.text) || (letter || capital) && proper_run(&self.text);
        let known = || (letter || capital) && self.completes_name(name);
        if completes_word(&self.text, name) || !self.word_end && (long() || known()) {
            self.text.push(' ');
        }
        self.copy(name);
        self.word_end = name.len() > 1 && ends_with_word(name);
    }
    /// Sets what follows apart from the words of a text right before it.
    #[inline]
    fn after_words(&mut self) {
        if self.said > 0 && self.text.trim_end().len() == self.said {
            let end = self.said - 1;
            if !self.text[..end].ends_with(' ') {
                self.text.insert(end, ' ');
            }
        }
    }
    /// Whether a letter right behind those that are written would make a name of them: `GM`, `M`.
    fn completes_name(&self, name: &str) -> bool {
        let letters = self.text.bytes().rev().take_while(u8::is_ascii_alphabetic);
        let run = letters.take(LONGEST_RUN).count();
        if run == 0 || run >= LONGEST_RUN || self.words.is_empty() {
            return false;
        }
        let (before, run) = self.text.split_at(self.text.len() - run);
        let word = format!("{run}{}", &name[..1]);
        self.words.contains(&word)
            || before.ends_with(BELOW) && self.words.contains(&format!("{BELOW}{word}"))
    }
    /// Writes what needs no space before or after it.
    pub(crate) fn mark(&mut self, mark: &str) {
        self.copy(mark);
        self.word_end = false;
    }
    /// Writes `body` as a script: braces are kept unless it is one token.
    pub(crate) fn script(&mut self, body: impl FnOnce(&mut Self)) {
        let start = self.text.len();
        self.word_end = false;
        let around = std::mem::replace(&mut self.script, start);
        body(self);
        self.script = around;
        if let Some(target) = self.target.clone() {
            return self.raise(start, &target);
        }
        if !is_token(&self.text[start..]) {
            self.text.insert(start, '{');
            self.mark("}");
        }
    }
    /// Writes a name where one token is wanted.
    pub(crate) fn token(&mut self, name: &str) {
        if self.target.is_some() {
            return self.script(|writer| writer.name(name));
        }
        if is_token(name) {
            self.name(name);
        } else {
            self.mark("{");
            self.name(name);
            self.mark("}");
        }
    }
    /// Writes the sign between two terms of a sum.
    pub(crate) fn plus(&mut self) {
        match self.target.clone() {
            Some(target) => self.mark(&target.plus),
            None => self.mark(" + "),
        }
    }
    /// Writes the blank beside the sign of a product; other syntaxes have it in the sign.
    pub(crate) fn blank(&mut self) {
        if self.target.is_none() {
            self.mark(" ");
        }
    }
    /// Writes what stands on both sides of a sign.
    pub(crate) fn gap(&mut self) {
        match self.target.clone() {
            Some(target) => self.mark(&target.gap),
            None => self.mark(" "),
        }
    }
    /// Writes what stands between factors without a sign.
    pub(crate) fn beside(&mut self) {
        if let Some(target) = self.target.clone()
            && let Some(between) = &target.juxtapose
        {
            self.put(between, target.apart);
        }
    }

    fn spelled(&mut self, name: &str, target: &Target) -> String {
        if let Some(spelled) = self.names.get(name) {
            return spelled.clone();
        }
        let spelled = target.spell(name);
        self.names.insert(name.to_owned(), spelled.clone());
        spelled
    }
    /// Appends a piece, after a space where it would run into what is written.
    fn put(&mut self, piece: &str, apart: Apart) {
        let (last, first) = (self.text.chars().next_back(), piece.chars().next());
        let meets = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let space = meets(last)
            && meets(first)
            && match apart {
                Apart::Nothing => false,
                Apart::Alphanumerics => true,
                Apart::Words => self.word_end || is_word(piece.chars()),
            };
        if space {
            self.text.push(' ');
        }
        self.copy(piece);
        if !piece.is_empty() {
            self.word_end = is_word(piece.chars().rev());
        }
    }
    /// Makes a script of what is written from `start`: of characters that are scripts themselves,
    /// or within brackets unless it is one token.
    fn raise(&mut self, start: usize, target: &Target) {
        let mark = self.text[..start].chars().next_back();
        let raised = mark.and_then(|mark| Some((mark, target.raised.get(&mark)?)));
        if let Some((mark, raised)) = raised {
            let body = self.text[start..].chars().filter(|c| *c != ' ');
            if let Some(body) = body.map(|c| raised.get(&c)).collect::<Option<String>>()
                && !body.is_empty()
            {
                self.text.truncate(start - mark.len_utf8());
                self.mark(&body);
                return;
            }
        }
        if !is_token(&self.text[start..]) {
            self.text.insert_str(start, &target.script.0);
            self.mark(&target.script.1);
        }
    }
}

/// Dots between operators, and between commas.
const RAISED: [&str; 2] = [r"\cdots", r"\dotsm"];
const LOWERED: &str = r"\ldots";

/// Lowers dots before a comma; returns whether there are any.
fn lower_dots(text: &mut String) -> bool {
    let length = text.trim_end().len();
    let raised = RAISED.iter().find(|dots| text[..length].ends_with(**dots));
    if let Some(dots) = raised {
        text.replace_range(length - dots.len()..length, LOWERED);
    }
    raised.is_some()
}

/// Whether some text begins with a word of several letters.
fn is_word(mut text: impl Iterator<Item = char>) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    letter(text.next()) && letter(text.next())
}

/// Whether so many letters stand side by side that one more would make a word of them.
fn long_run(text: &str) -> bool {
    let letters = text.as_bytes().iter().rev().take(LONGEST_RUN);
    text.len() >= LONGEST_RUN && letters.copied().all(|b| b.is_ascii_lowercase())
}

/// Whether so many letters, one of them a capital, stand side by side that one more would make a
/// name of them.
fn proper_run(text: &str) -> bool {
    let bytes = text.as_bytes();
    let last = &bytes[bytes.len().saturating_sub(LONGEST_RUN - 1)..];
    last.len() == LONGEST_RUN - 1
        && last.iter().all(u8::is_ascii_alphabetic)
        && last.iter().any(u8::is_ascii_uppercase)
}

/// Whether three digits would be a group of the number before the comma: `9,219`.
fn groups(before: &str, digits: &str) -> bool {
    let digit = |b: &u8| b.is_ascii_digit();
    digits.len() == 3
        && digits.as_bytes().iter().all(digit)
        && matches!(before.as_bytes(), [.., last, b','] if digit(last))
}

/// Before a word that is a name only where it is all that stands below a symbol.
pub(crate) const BELOW: &str = "_{";

/// Longer products of letters are read as words.
const LONGEST_RUN: usize = 4;

/// Whether a letter right behind what is written would make the name of a function: `l`, `n`.
fn completes_word(text: &str, name: &str) -> bool {
    let starts: &[&str] = match name {
        "n" => &["l", "si", "mi", "ta"],
        "g" => &["lo", "ar"],
        "p" => &["ex", "su"],
        "s" => &["co"],
        "t" => &["de", "co"],
        "x" => &["ma"],
        "c" => &["se", "cs"],
        "m" => &["li", "lc"],
        "f" => &["in"],
        "d" => &["gc"],
        _ => return false,
    };
    starts.iter().any(|start| text.ends_with(start))
}

/// Whether some LaTeX ends with a control word.
pub(crate) fn ends_with_word(text: &str) -> bool {
    let bytes = text.as_bytes();
    let letters = bytes
        .iter()
        .rev()
        .take_while(|b| b.is_ascii_alphabetic())
        .count();
    let head = &bytes[..bytes.len() - letters];
    letters > 0 && head.ends_with(b"\\") && !head.ends_with(b"\\\\")
}

impl Text {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            text: text.into(),
            word_end: ends_with_word(text),
            letter_start: text.starts_with(|c: char| c.is_ascii_alphabetic()),
            naked: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_tokens() {
        let mut w = Writer::default();
        for piece in [r"\sin", "x", r"\cdot", r"\alpha", "(", "y", ")", r"\\", "a"] {
            w.text(&Text::new(piece));
        }
        assert_eq!(w.text, r"\sin x\cdot\alpha(y)\\a");
    }

    #[test]
    fn scripts_are_braced_when_needed() {
        for (inner, expected) in [
            ("2", "2"),
            ("10", "{10}"),
            (r"\infty", r"\infty"),
            ("-1", "{-1}"),
            ("π", "π"),
            (r"\mathbb{R}", r"{\mathbb{R}}"),
        ] {
            let mut w = Writer::default();
            w.script(|w| w.name(inner));
            assert_eq!(w.text, expected);
        }
        let mut w = Writer::default();
        for _ in 0..2 {
            w.name("x");
            w.text(&Text::new("_"));
            w.script(|w| {
                w.name("a");
                w.text(&Text::new("_"));
                w.script(|w| w.name("1"));
            });
            w.text(&Text::new("_"));
            w.script(|w| w.name("i"));
        }
        assert_eq!(w.text, "{x_{a_1}}_i{x_{a_1}}_i");
        let mut w = Writer::default();
        w.script(|w| w.name(r"\infty"));
        w.name("x");
        assert_eq!(w.text, r"\infty x");
    }
}
