//! Words that stand in formulas, with mathematics, space or commands of size among them.

use super::super::token::{Class, Gap, LONGEST_WORDS, Lexer};

/// Commands in words that say nothing.
const SILENT: &[&str] = &[
    r"\boldmath",
    r"\unboldmath",
    r"\rm",
    r"\bf",
    r"\it",
    r"\sf",
    r"\tt",
    r"\sl",
    r"\em",
    r"\quad",
    r"\qquad",
    r"\displaystyle",
    r"\textstyle",
    r"\scriptsize",
    r"\footnotesize",
    r"\small",
    r"\tiny",
    r"\large",
    r"\Large",
    r"\normalsize",
    r"\noindent",
    r"\hfill",
];

impl<'a> Lexer<'a> {
    /// Words with mathematics in them: `\text{for $p > 0$}`. The mathematics is read like all other.
    pub(in crate::latex) fn mixed_words(&mut self, inner: &'a str) -> bool {
        // What comes first may hold the other in words of its own.
        let (dollar, round) = (inner.find('$'), inner.find(r"\("));
        let (opening, closing) = match (dollar, round) {
            (Some(dollar), round)
                if round.is_none_or(|round| dollar < round) && inner.matches('$').count() > 1 =>
            {
                ("$", "$")
            }
            (_, Some(_)) if inner.contains(r"\)") => (r"\(", r"\)"),
            _ => return false,
        };
        // `p_\text{$<$ 40}`: the script is all of it.
        let script = matches!(self.out.last(), Some(t) if matches!(t.key.as_ref(), "_" | "^"));
        if script {
            self.push("{", Class::Open, self.pos);
        }
        let after = self.pos;
        let mut at = inner.as_ptr() as usize - self.source.as_ptr() as usize;
        let end = at + inner.len();
        let around = (self.font, std::mem::take(&mut self.groups));
        loop {
            let open = self.source[at..end].find(opening).map(|n| at + n);
            let words = &self.source[at..open.unwrap_or(end)];
            self.font = words.contains(r"\boldmath").then_some(r"\boldsymbol");
            self.pos = open.unwrap_or(end);
            self.said(words, at);
            let Some(open) = open.map(|open| open + opening.len()) else {
                break;
            };
            let close = self.source[open..end].find(closing);
            let close = close.map_or(end, |n| open + n);
            // `\text{$n - k$ failures}`: the words are said of all of it.
            let said = &self.source[(close + closing.len()).min(end)..end];
            let held = is_sum(&self.source[open..close])
                && said.trim_start().starts_with(char::is_alphabetic);
            self.pos = open;
            if held {
                self.push("{", Class::Open, open);
            }
            while self.pos < close && self.step() {}
            if held {
                self.push("}", Class::Close, close);
            }
            if close >= end {
                break;
            }
            at = (close + closing.len()).max(self.pos).min(end);
        }
        (self.font, self.groups) = around;
        self.pos = after.max(self.pos);
        if script {
            self.push("}", Class::Close, self.pos);
        }
        true
    }

    /// The condition in a row of `\cases`, which plain TeX sets as words with mathematics between
    /// dollars: `\cases{ x & if $x > 0$ \cr }`.
    pub(in crate::latex) fn worded_cell(&mut self) {
        let group = self.groups.last().and_then(|group| group.environment);
        if group != Some("cases") {
            return;
        }
        let rest = self.rest();
        let Some(cell) = cell_end(rest).map(|end| &rest[..end]) else {
            return;
        };
        if cell.matches('$').count() < 2 {
            return;
        }
        self.pos += cell.len();
        let stopped = |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';');
        self.mixed_words(cell.trim_end_matches(stopped));
    }

    /// A run of words.
    fn said(&mut self, words: &str, start: usize) {
        if words.starts_with([' ', '~']) {
            self.gap = self.gap.max(Gap::Thin);
        }
        let words = plain_words(words);
        if words.is_empty() {
            self.gap = self.gap.max(Gap::Thin);
        } else if let Some(sign) = upright_sign(&words).filter(|sign| *sign == "=") {
            // A line between formulas is a hyphen.
            self.push(sign, Class::Sign, start);
        } else if matches!(words.as_str(), "," | ";" | ".") {
            // `\text{for $x > 0$,}`
            self.push(words, Class::Sign, start);
        } else {
            self.push(format!(r"\text{{{words}}}"), Class::Words, start);
        }
    }
}

/// A sign of a formula that stands for words: the `=` of `\text{where $I$ = $[1, 3]$}`.
pub(in crate::latex) fn upright_sign(words: &str) -> Option<&'static str> {
    match words {
        "-" | "−" | "–" => Some("-"),
        "+" => Some("+"),
        "=" => Some("="),
        _ => None,
    }
}

/// Where a cell of a table of plain TeX ends.
fn cell_end(rest: &str) -> Option<usize> {
    let (mut depth, mut at) = (0usize, 0);
    for _ in 0..LONGEST_WORDS {
        match rest.as_bytes().get(at..)? {
            [b'\\', b'\\', ..] | [b'\\', b'c', b'r', ..] | [b'&', ..] if depth == 0 => {
                return Some(at);
            }
            [b'}', ..] if depth == 0 => return Some(at),
            [b'\\', ..] => at += 1,
            [b'{', ..] => depth += 1,
            [b'}', ..] => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether this is a plain sum or difference.
fn is_sum(formula: &str) -> bool {
    let signed = |pair: &[u8]| pair[0].is_ascii_alphanumeric() && matches!(pair[1], b'+' | b'-');
    let packed: Vec<u8> = formula.bytes().filter(|b| *b != b' ').collect();
    packed.windows(2).any(signed) && !formula.contains(['=', '<', '>', '\\', '{', '(', ','])
}

/// Whether these are words with space between them, and no operator.
pub(super) fn is_phrase(font: &str, inner: &str) -> bool {
    let spaced = inner.contains('~') || inner.contains(r"\ ") || inner.contains(r"\,");
    let word = |w: &str| w.len() > 2 && w.bytes().all(|b| b.is_ascii_alphabetic());
    spaced && !font.starts_with(r"\operatorname") && {
        let words = plain_words(inner);
        words.contains(' ') && words.split(' ').all(word)
    }
}

/// Words without commands for space and size, single blanks between them.
pub(in crate::latex) fn plain_words(words: &str) -> String {
    let mut clean = words.replace(['~'], " ");
    if clean.contains('\\') {
        clean = clean.replace(r"\\", " ").replace(r"\AA", "Å");
        for space in [r"\ ", r"\,", r"\;", r"\:", r"\!"] {
            clean = clean.replace(space, " ");
        }
        let mut bared = false;
        for silent in SILENT {
            while let Some(at) = clean.find(silent) {
                let after = at + silent.len();
                if clean[after..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                    break;
                }
                // `A\small{RIMA}`, `A{\small RIMA}`: small capitals of one word.
                let braced = clean[..at].ends_with('{') || clean[after..].starts_with('{');
                bared |= braced;
                let blanks = clean[after..].len() - clean[after..].trim_start().len();
                match braced {
                    true => clean.replace_range(at..after + blanks, ""),
                    false => clean.replace_range(at..after, " "),
                }
            }
        }
        if bared && !clean.contains('\\') {
            clean.retain(|c| !matches!(c, '{' | '}'));
        }
    }
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The letters without the room between them: `arg\,max`.
pub(super) fn squeezed(inner: &str) -> String {
    let mut letters = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(c) = rest.chars().next() {
        let room = [r"\,", r"\;", r"\:", r"\!", r"\ ", "~"];
        if let Some(after) = room.iter().find_map(|room| rest.strip_prefix(room)) {
            rest = after;
            continue;
        }
        letters.extend((!c.is_whitespace()).then_some(c));
        rest = &rest[c.len_utf8()..];
    }
    letters
}

/// The operator that two upright words with a space between them name: `\mathop{\rm lim\,inf}`.
pub(super) fn operator_in_words(words: &str) -> Option<(&'static str, Class)> {
    match words {
        "lim inf" => Some((r"\liminf", Class::Sign)),
        "lim sup" => Some((r"\limsup", Class::Sign)),
        "ess sup" => Some((r"\operatorname{esssup}", Class::Name)),
        "arg max" => Some((r"\operatorname{argmax}", Class::Name)),
        "arg min" => Some((r"\operatorname{argmin}", Class::Name)),
        "ess inf" => Some((r"\operatorname{essinf}", Class::Name)),
        _ => None,
    }
}
