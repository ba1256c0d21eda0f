//! Words and formulas of chemistry in the braces of a command.

use crate::latex::commands::is_name;
use crate::latex::matter::is_unit;
use crate::latex::parse::of_prose;
use crate::latex::switch::{plain_words, upright_sign};
use crate::latex::table::Table;
use crate::latex::tidy::FUNCTIONS as COMMANDS;
use crate::latex::token::{Class, Gap, LONGEST_NAME, LONGEST_WORDS, Lexer};

/// Functions of which nobody speaks in words.
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan",
    "ln", "log", "exp", "erf", "erfc", "gcd", "lcm", "det", "rank",
];

/// Commands that begin nothing which a function is taken of.
const NO_ARGUMENTS: &[&str] = &[
    "right", "quad", "qquad", "cdot", "times", "le", "leq", "ge", "geq", "ne", "neq", "in", "to",
    "mid", "end",
];

/// Operators on fields.
const FIELDS: &[&str] = &["div", "curl", "grad", "rot"];

impl<'a> Lexer<'a> {
    /// A formula of chemistry in the braces here, which begins with an element or a number of molecules:
    /// `\ch{H2O}`, but `\ch{x}`.
    pub(super) fn reaction(&mut self, start: usize) -> bool {
        let before = self.pos;
        let inner = self.braced(LONGEST_WORDS).filter(|inner| {
            let formula = inner
                .trim()
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            formula.starts_with(|c: char| c.is_ascii_uppercase()) && inner.trim().len() > 1
        });
        match inner {
            Some(inner) => self.words(r"\ce", inner, start),
            None => self.pos = before,
        }
        inner.is_some()
    }

    /// The command of a function whose letters are set upright without it: `\mathrm{sin} x`,
    /// `\operatorname{max}(a, b)`. A script has a label of such letters, a
    /// number such units, and a name takes nothing.
    pub(in crate::latex) fn function(&mut self, font: &str, word: &str, start: usize) -> bool {
        let own = |command: &&&str| &command[1..] == word;
        let Some(command) = COMMANDS.iter().find(own) else {
            return false;
        };
        let rest = self.rest().trim_start();
        let taken = rest
            .bytes()
            .next()
            .filter(|_| !rest.starts_with("{}") && !rest.starts_with("{{}"));
        let unit = matches!(word, "min" | "sec" | "deg")
            && !font.starts_with(r"\operatorname")
            && !matches!(taken, Some(b'(' | b'_'));
        if matches!(
            taken,
            None | Some(b')' | b'}' | b']' | b'=' | b'+' | b'-' | b',')
        ) {
            // `\text{obs} - \text{exp}`
            return false;
        }
        let script = |key: &str| matches!(key, "^" | "_");
        let behind = rest.strip_prefix('\\').map(|after| {
            let length = after.bytes().take_while(u8::is_ascii_alphabetic).count();
            &after[..length]
        });
        if behind.is_some_and(|name| NO_ARGUMENTS.contains(&name)) {
            return false;
        }
        let labels = match self.out.as_slice() {
            [.., last] if script(&last.key) => true,
            [.., sign, last] => last.class == Class::Open && script(&sign.key),
            _ => false,
        };
        let free = |table: &&Table| !unit && !labels && !table.lists(font, word);
        let Some(table) = self.table.filter(free) else {
            return false;
        };
        self.named(command, table.command(command), Class::Sign, start);
        true
    }

    /// A millionth of a unit behind a number, all of it in one font: `5\,\mathrm{\mu s}`.
    pub(in crate::latex) fn millionth(&mut self, inner: &str, start: usize) -> bool {
        let Some(unit) = inner.strip_prefix(r"\mu") else {
            return false;
        };
        let unit = unit.replace(r"\,", "");
        let unit = unit.trim();
        let counted = self
            .out
            .last()
            .is_some_and(|t| matches!(t.class, Class::Digit | Class::Close));
        if !counted || unit.is_empty() || !unit.bytes().all(|b| b.is_ascii_alphabetic()) {
            return false;
        }
        self.push(r"\mu", Class::Letter, start);
        self.push(format!(r"\mathrm{{{unit}}}"), Class::Name, start);
        true
    }

    /// Words that are cut short, in upright letters between formulas: `\mathrm{~s.t.~}`.
    pub(in crate::latex) fn abbreviation(&mut self, inner: &str, start: usize) -> bool {
        let words = inner.trim_matches('~');
        let known = matches!(words, "s.t." | "i.e." | "e.g." | "w.r.t.");
        if known {
            self.push(format!(r"\text{{{words}}}"), Class::Words, start);
        }
        known
    }

    /// Letters side by side of a script that formulas have no letters of: a word, after its first letter.
    pub(in crate::latex) fn prose(&mut self, first: char, start: usize) -> bool {
        let rest = &self.source[self.pos..];
        let length = rest.find(|c| !of_prose(c)).unwrap_or(rest.len());
        let prose = length > 0 && of_prose(first);
        if prose {
            self.pos += length;
            self.words(r"\text", &self.source[start..self.pos], start);
        }
        prose
    }

    /// A sign of a formula that is set as words, so that no room is left around it: `\text{-}3`. Beside
    /// words it is a hyphen.
    fn lone_sign(&self, inner: &str) -> Option<&'static str> {
        let sign = upright_sign(inner)?;
        let last = self.out.last();
        let worded = last.is_some_and(|t| matches!(t.class, Class::Words | Class::Name));
        let next = self.source[self.pos..].trim_start();
        (!worded && !next.starts_with(r"\text")).then_some(sign)
    }

    /// The upright word right behind a hyphen, with what it is joined to right before that:
    /// `R\text{-}\mathrm{Mod}`.
    fn hyphened_word(&mut self) -> Option<&'a str> {
        let joined = self.gap == Gap::None
            && self
                .out
                .last()
                .is_some_and(|t| matches!(t.class, Class::Letter | Class::Name));
        let font = [r"\mathrm", r"\mathsf", r"\mathbf"]
            .into_iter()
            .find(|font| joined && self.rest().starts_with(font))?;
        let before = self.pos;
        self.pos += font.len();
        let word = self
            .braced(LONGEST_NAME)
            .filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphabetic()));
        if word.is_none() {
            self.pos = before;
        }
        word
    }

    /// `\text{…}`; one word without blanks around it is a name.
    pub(super) fn words(&mut self, name: &'a str, inner: &'a str, start: usize) {
        if self.mixed_words(inner) {
            return;
        }
        if self.units_raised(r"\text", inner, start) {
            return;
        }
        // `5\text{ cm, } b = 3`: the comma is none of the unit.
        if let Some(unit) = inner.trim_end().strip_suffix(',').map(str::trim)
            && is_unit(unit)
            && self.out.last().is_some_and(|t| t.class == Class::Digit)
        {
            self.push(format!(r"\text{{{unit}}}"), Class::Name, start);
            return self.push(",", Class::Sign, start);
        }
        if self.function(name, inner, start) {
            return;
        }
        let joined = plain_words(inner);
        if joined.is_empty() {
            self.gap = self.gap.max(Gap::Blank);
            return;
        }
        if inner == "-"
            && let Some(word) = self.hyphened_word()
        {
            return self.push(format!(r"\text{{-{word}}}"), Class::Words, start);
        }
        if let Some(sign) = self.lone_sign(inner) {
            self.push(sign, Class::Sign, start);
            return;
        }
        // `\text { erf } x`: blanks make no word of the name of a function, nor one behind it of that
        // of an operator on fields. `\text{ div }` stands between numbers.
        let function = |word: &str| {
            FUNCTIONS.contains(&word) || FIELDS.contains(&word) && !inner.starts_with(' ')
        };
        let named = is_name(inner) && !(name == r"\ce" && inner.starts_with('\\'));
        let class = if named || function(&joined) {
            Class::Name
        } else {
            Class::Words
        };
        let name = if class == Class::Words && name != r"\ce" {
            r"\text"
        } else {
            name
        };
        self.push(format!("{name}{{{joined}}}"), class, start);
    }
}
