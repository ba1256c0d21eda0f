//! What a command reads together with the braces after it: `\mathop{\arg\,\min}`.

use crate::latex::token::{LONGEST_NAME, Lexer};

/// Big operators with a prime, as `\mathop` takes them, and without it.
const PRIMED: &[(&str, &str)] = &[
    (r"{{\sum}'}", r"\sum"),
    (r"{\sum'}", r"\sum"),
    (r"{\sum\nolimits'}", r"\sum"),
    (r"{{\prod}'}", r"\prod"),
    (r"{\prod'}", r"\prod"),
    (r"{\prod\nolimits'}", r"\prod"),
];

/// A big operator with scripts beside it that say which terms are meant.
const BESIDE: &[(&str, &str)] = &[
    (r"{}{'}", "'"),
    (r"{}{^'}", "'"),
    (r"{}{^\prime}", "'"),
    (r"{}{^{\prime}}", "'"),
    (r"{}{^*}", "*"),
    (r"{}{^{*}}", "*"),
];

/// The places of extrema, and what is written behind `\arg` for them.
const PLACES: &[(&str, &str)] = &[
    (r"\argmin", r"\min"),
    (r"\argmin", r"\mathrm{min}"),
    (r"\argmin", r"\operatorname{min}"),
    (r"\argmin", r"{\rm min}"),
    (r"\argmax", r"\max"),
    (r"\argmax", r"\mathrm{max}"),
    (r"\argmax", r"\operatorname{max}"),
    (r"\argmax", r"{\rm max}"),
];

/// How letters of relations are set.
const LETTER_FONTS: &[&str] = &[
    r"\mathcal",
    r"\mathscr",
    r"\mathfrak",
    r"\mathsf",
    r"\mathrm",
    r"\mathbf",
    r"\cal",
    r"\RR",
];

impl<'a> Lexer<'a> {
    /// Whether `\mathrel` makes a relation of a letter: `x \mathrel{R} y`, `x \mathrel{\mathcal R} y`.
    pub(super) fn relating_letter(&self) -> bool {
        let rest = self.rest().trim_start();
        let (inside, braced) = match rest.strip_prefix('{') {
            Some(inside) => (inside.trim_start(), true),
            None => (rest, false),
        };
        let mut chars = inside.chars();
        match chars.next() {
            Some('\\') => LETTER_FONTS.iter().any(|font| inside.starts_with(font)),
            Some(c) => {
                c.is_ascii_alphabetic() && (!braced || chars.as_str().trim_start().starts_with('}'))
            }
            None => false,
        }
    }

    /// The one command in the braces here, which are read with it.
    pub(super) fn sole_command(&mut self) -> Option<&'a str> {
        let rest = &self.source[self.pos..];
        let open = rest.len() - rest.trim_start().len();
        let inside = rest[open..].strip_prefix('{')?;
        let close = inside.bytes().take(LONGEST_NAME).position(|b| b == b'}')?;
        let name = inside[..close].trim();
        let word = name.strip_prefix('\\')?;
        if word.is_empty() || !word.bytes().all(|b| b.is_ascii_alphabetic()) {
            return None;
        }
        self.pos += open + 1 + close + 1;
        Some(name)
    }

    /// The place of an extremum that the braces here hold as two commands: `\mathop{\arg\,\min}`.
    pub(super) fn place_of_extremum(&mut self) -> Option<&'static str> {
        let rest = self.rest().trim_start();
        let mut inside = rest.strip_prefix('{')?.trim_start();
        inside = [r"\arg", r"\mathrm{arg}", r"\operatorname{arg}"]
            .iter()
            .find_map(|arg| inside.strip_prefix(arg))?;
        let blanks = [" ", r"\,", r"\!", r"\ ", r"\;", r"\:", "~"];
        while let Some(after) = blanks.iter().find_map(|blank| inside.strip_prefix(blank)) {
            inside = after;
        }
        let (name, after) = PLACES
            .iter()
            .find_map(|(name, sign)| Some((*name, inside.strip_prefix(sign)?)))?;
        let after = after.trim_start().strip_prefix('}')?;
        self.pos = self.source.len() - after.len();
        Some(name)
    }

    /// The one word in upright letters in the braces here, which are read with it:
    /// `\mathop{\operatorname{zeros}\,}`.
    pub(super) fn sole_word(&mut self) -> Option<&'a str> {
        let rest = &self.source[self.pos..];
        let inside = rest.trim_start().strip_prefix('{')?;
        let word = inside.trim_start().strip_prefix(r"\operatorname")?;
        let word = word.strip_prefix('{')?;
        let close = word.bytes().take(LONGEST_NAME).position(|b| b == b'}')?;
        let (word, after) = (&word[..close], &word[close + 1..]);
        let after = after.trim_start();
        let after = after.strip_prefix(r"\,").unwrap_or(after).trim_start();
        let after = after.strip_prefix('}')?;
        if word.is_empty() || !word.bytes().all(|b| b.is_ascii_alphabetic()) {
            return None;
        }
        self.pos = self.source.len() - after.len();
        Some(word)
    }

    /// The big operator with a prime that the braces after `\mathop` hold, and where the prime stands:
    /// `\mathop{{\sum}'}_k`.
    pub(super) fn primed_operator(&mut self) -> Option<(&'static str, usize)> {
        let rest = self.rest();
        let (big, after) = PRIMED
            .iter()
            .find_map(|(spelled, big)| Some((*big, rest.strip_prefix(spelled)?)))?;
        self.pos = self.source.len() - after.len();
        Some((big, self.pos - 2))
    }

    /// The mark that `\sideset` sets beside the big operator after it, which is left to be read.
    pub(super) fn mark_beside(&mut self) -> Option<(&'static str, &'static str)> {
        let rest = self.rest();
        let (mark, after) = BESIDE
            .iter()
            .find_map(|(spelled, mark)| Some((*mark, rest.strip_prefix(spelled)?)))?;
        let after = after.trim_start();
        let big = [r"\sum", r"\prod"].into_iter().find(|big| {
            let next = after.strip_prefix(big);
            next.is_some_and(|n| !n.starts_with(|c: char| c.is_ascii_alphabetic()))
        })?;
        self.pos = self.source.len() - after.len() + big.len();
        Some((big, mark))
    }
}
