//! What TeX says of room and rows, in a formula's own commands: lengths, rules, distances.

use super::looks::hollow;
use super::token::{Class, Gap, LONGEST_NAME, Lexer};

/// The longest delimiter, with the brace behind it: `\lbrace}`.
const LONGEST_DELIMITER: usize = 12;

/// Points to a unit of length.
const POINTS: &[(&str, f64)] = &[
    ("pt", 1.0),
    ("em", 10.0),
    ("ex", 4.3),
    ("mu", 10.0 / 18.0),
    ("pc", 12.0),
    ("mm", 2.845),
    ("cm", 28.45),
    ("in", 72.27),
];

/// The gap that a length makes: one as wide as `\quad` from an em on, narrow where the length is not
/// understood.
pub(super) fn room(length: &str) -> Gap {
    let length = length.trim();
    let points = POINTS.iter().find_map(|(unit, points)| {
        let number = length.strip_suffix(unit)?.trim();
        number.parse::<f64>().ok().map(|number| number * points)
    });
    match points {
        Some(points) if points >= 10.0 => Gap::Wide,
        _ => Gap::Thin,
    }
}

impl<'a> Lexer<'a> {
    /// The length after `\kern` and the like, which is left out.
    pub(super) fn length(&mut self) {
        let rest = self.rest().trim_start();
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "+-. ".contains(c));
        if let Some(unit) = ["mu", "em", "ex", "pt", "cm", "mm", "in", "pc"]
            .iter()
            .find(|u| number.starts_with(**u))
        {
            self.pos = self.source.len() - number.len() + unit.len();
        }
        let written = &rest[..rest.len().saturating_sub(self.rest().len())];
        self.gap = self.gap.max(room(written));
    }

    /// The letter, digit or command after `\phantom` that no braces hold, which is left out.
    pub(super) fn phantom(&mut self, name: &str) -> bool {
        if !name.ends_with("phantom") {
            return false;
        }
        let rest = self.rest().trim_start();
        let length = match rest.strip_prefix('\\') {
            Some(word) => 1 + word.bytes().take_while(u8::is_ascii_alphabetic).count(),
            None => match rest.chars().next() {
                Some(c) if c.is_alphanumeric() => c.len_utf8(),
                _ => 0,
            },
        };
        self.pos = self.source.len() - rest.len() + length;
        length > 1 || length == 1 && !rest.starts_with('\\')
    }

    /// `\verb|…|`: words between two signs that are alike.
    pub(super) fn verbatim(&mut self, start: usize) -> bool {
        let rest = self.rest();
        let words = rest.strip_prefix('*').unwrap_or(rest);
        let mut chars = words.chars();
        let Some(sign) = chars.next().filter(|c| !c.is_alphanumeric() && *c != '*') else {
            return false;
        };
        let inside = chars.as_str();
        let Some(length) = inside.find(sign).filter(|l| *l < LONGEST_NAME) else {
            return false;
        };
        self.pos = self.source.len() - inside.len() + length + sign.len_utf8();
        let special = ['{', '}', '\\', '&', '%', '#', '$', '_', '^', '~'];
        let words = inside[..length].split(|c: char| special.contains(&c) || c.is_whitespace());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let said = words.join(" ");
        self.push(format!(r"\text{{{said}}}"), Class::Words, start);
        true
    }

    /// A rule: a blank to be filled in, or a strut of little width, which is left out.
    pub(super) fn rule(&mut self, start: usize) {
        let rest = self.rest();
        if rest.starts_with('[')
            && let Some(length) = rest.bytes().take(LONGEST_NAME).position(|b| b == b']')
        {
            self.pos += length + 1;
        }
        let width = self.braced(LONGEST_NAME);
        let height = self.braced(LONGEST_NAME);
        let measures = |of: Option<&str>, units: [&str; 3]| {
            of.is_some_and(|of| units.iter().any(|unit| of.ends_with(unit)))
        };
        let some = width.is_some_and(|width| width.contains(|c: char| matches!(c, '1'..='9')));
        let line =
            some && measures(width, ["cm", "em", "in"]) && measures(height, ["pt", "mm", "px"]);
        match line {
            true => self.push(r"\_", Class::Sign, start),
            false => self.gap = self.gap.max(Gap::Thin),
        }
    }

    /// A box, or a line below, with nothing but room in it: a blank to be filled in.
    pub(super) fn fill_in(&mut self, name: &str, start: usize) -> bool {
        if !matches!(name, r"\underline" | r"\boxed" | r"\fbox" | r"\framebox") {
            return false;
        }
        let before = self.pos;
        let inner = self.braced(LONGEST_NAME);
        let empty = inner.is_some_and(|inner| inner.trim().is_empty() || hollow(inner));
        match empty {
            true => self.push(r"\_", Class::Sign, start),
            false => self.pos = before,
        }
        empty
    }

    /// `\\`, with its optional distance.
    pub(super) fn row(&mut self, start: usize) {
        self.reset_font();
        let rest = self.rest();
        if let Some(inside) = rest.strip_prefix('[')
            && let Some(length) = inside.bytes().take(LONGEST_NAME).position(|b| b == b']')
        {
            let unit = |u| inside[..length].trim_end().ends_with(u);
            if ["pt", "em", "ex", "mm", "cm", "in"].into_iter().any(unit) {
                self.pos += length + 2;
            }
        }
        self.push(r"\\", Class::Row, start);
    }

    /// A character as HTML writes it: `&lt;`.
    pub(super) fn entity(&mut self, start: usize) -> bool {
        let rest = &self.source[start..];
        let entities = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&amp;", "&"),
            ("&nbsp;", ""),
            ("&#39;", "'"),
            ("&#x27;", "'"),
            ("&prime;", "'"),
            ("&minus;", "-"),
        ];
        let Some((entity, key)) = entities.iter().find(|(e, _)| rest.starts_with(e)) else {
            return false;
        };
        self.pos = start + entity.len();
        match *key {
            "" => self.gap = self.gap.max(Gap::Thin),
            "&" => {
                self.reset_font();
                self.push("&", Class::Cell, start);
            }
            key => self.push(key, Class::Sign, start),
        }
        true
    }

    pub(super) fn delimiter_follows(&self) -> bool {
        let rest = self.rest().trim_start();
        let mut chars = rest.chars();
        match chars.next() {
            Some('\\') => !chars.next().is_none_or(|c| "!,;:> ".contains(c)),
            Some(c) => "()[]|/.<>⟨⟩⌊⌋⌈⌉‖".contains(c),
            None => false,
        }
    }

    /// Where the one delimiter in the braces here begins, and the place after these: `{(}`, `{\vert}`.
    pub(super) fn braced_delimiter(&self) -> Option<(usize, usize)> {
        let rest = self.rest();
        let inside = rest.trim_start().strip_prefix('{')?.trim_start();
        let close = inside
            .bytes()
            .take(LONGEST_DELIMITER)
            .skip(1)
            .position(|b| b == b'}')?
            + 1;
        let delimiter = inside[..close].trim_end();
        let command = |name: &str| {
            matches!(
                name,
                "|" | "{"
                    | "vert"
                    | "Vert"
                    | "lvert"
                    | "rvert"
                    | "lVert"
                    | "rVert"
                    | "langle"
                    | "rangle"
                    | "lbrace"
                    | "rbrace"
                    | "lfloor"
                    | "rfloor"
                    | "lceil"
                    | "rceil"
            )
        };
        // `\Big{\}}`
        if delimiter == r"\" && inside[close + 1..].starts_with('}') {
            let start = self.source.len() - inside.len();
            return Some((start, start + close + 2));
        }
        let single = matches!(delimiter, "(" | ")" | "[" | "]" | "|" | "/");
        let fits = single || delimiter.strip_prefix('\\').is_some_and(command);
        let start = self.source.len() - inside.len();
        fits.then_some((start, start + close + 1))
    }

    /// The text between the braces that follow, when they balance within `longest`
    /// characters; nothing is consumed otherwise.
    pub(super) fn braced(&mut self, longest: usize) -> Option<&'a str> {
        let rest = self.rest();
        let trimmed = rest.trim_start();
        if !trimmed.starts_with('{') {
            return None;
        }
        let open = self.pos + rest.len() - trimmed.len() + 1;
        let mut depth = 1usize;
        let mut escaped = false;
        for (i, c) in self.source[open..].char_indices().take(longest) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '{' => depth += 1,
                '}' if depth == 1 => {
                    self.pos = open + i + 1;
                    return Some(&self.source[open..open + i]);
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
        None
    }
}
