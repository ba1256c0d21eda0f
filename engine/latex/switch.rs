//! Fonts that hold for a group, mathematics inside words, and the matrices of plain TeX.

mod compound;
mod worded;

use super::commands::{is_letter, is_letter_command, is_name};
use super::looks::{figures, formulaic};
use super::token::{Class, Gap, LONGEST_NAME, Lexer};
use compound::{hyphened, is_compound};
use worded::{is_phrase, operator_in_words, squeezed};
pub(in crate::latex) use worded::{plain_words, upright_sign};

/// What an open brace has set aside.
pub(super) struct Group {
    /// The font around the group.
    font: Option<&'static str>,
    /// The environment that the group is: `\matrix{…}`.
    environment: Option<&'static str>,
}

/// No label below a letter is longer.
const LONGEST_LABEL: usize = 20;

/// Commands that switch the font up to the end of the group, with the command for one letter.
pub(super) const SWITCHES: &[(&str, &str)] = &[
    (r"\rm", r"\mathrm"),
    (r"\rmfamily", r"\mathrm"),
    (r"\bf", r"\mathbf"),
    (r"\bfseries", r"\mathbf"),
    (r"\cal", r"\mathcal"),
    (r"\it", r"\mathit"),
    (r"\sl", r"\mathit"),
    (r"\em", r"\mathit"),
    (r"\sf", r"\mathsf"),
    (r"\tt", r"\mathtt"),
    (r"\scr", r"\mathscr"),
    (r"\boldmath", r"\boldsymbol"),
    (r"\mit", ""),
    (r"\unboldmath", ""),
];

/// Fonts of one argument, which letters in a group keep as they keep those of a switch.
const LETTERS: &[&str] = &[r"\mathbb", r"\mathfrak", r"\bm"];

/// Environments of plain TeX that are written as commands.
pub(super) const PLAIN: &[(&str, &str)] = &[
    (r"\matrix", "matrix"),
    (r"\pmatrix", "pmatrix"),
    (r"\bordermatrix", "pmatrix"),
    (r"\cases", "cases"),
    (r"\eqalign", "aligned"),
    (r"\eqalignno", "aligned"),
    (r"\displaylines", "gathered"),
];

/// The command that sets one letter in the font that this one switches to or sets.
pub(super) fn letter_font(name: &str) -> &str {
    SWITCHES
        .iter()
        .find(|(switch, letter)| *switch == name && !letter.is_empty())
        .map_or(name, |(_, letter)| letter)
}

impl<'a> Lexer<'a> {
    /// `{`: a group of a switch and one name is that name.
    #[inline(never)]
    pub(super) fn open(&mut self, start: usize) {
        if let Some((font, name, end)) = self.switched_name() {
            self.pos = end;
            let key = if font == r"\mathit" && name.chars().count() == 1 || font.is_empty() {
                return self.push(name, Class::Letter, start);
            } else {
                format!("{font}{{{name}}}")
            };
            return self.push(key, Class::Name, start);
        }
        self.groups.push(Group {
            font: self.font,
            environment: None,
        });
        self.byte(b'{', Class::Open, start);
    }

    /// `}`.
    #[inline(never)]
    pub(super) fn close(&mut self, start: usize) {
        let group = self.groups.pop();
        self.font = group.as_ref().and_then(|g| g.font);
        match group.and_then(|g| g.environment) {
            Some(name) => self.push(name, Class::End, start),
            None => self.byte(b'}', Class::Close, start),
        }
    }

    /// The end of a cell or row ends what a switch says.
    pub(super) fn reset_font(&mut self) {
        self.font = self.groups.last().and_then(|g| g.font);
    }

    /// The switch, the name and the place after the brace of `\rm max}`.
    fn switched_name(&mut self) -> Option<(&'static str, &'a str, usize)> {
        let next = self.source.as_bytes().get(self.pos);
        if next.is_some_and(|b| b.is_ascii_graphic() && *b != b'\\') {
            return None;
        }
        let trimmed = self.rest().trim_start();
        if !trimmed.starts_with('\\') {
            return None;
        }
        let from = self.pos + self.rest().len() - trimmed.len();
        let letters = trimmed[1..]
            .bytes()
            .take_while(u8::is_ascii_alphabetic)
            .count();
        let name = &trimmed[..=letters];
        let (_, font) = SWITCHES.iter().find(|(switch, _)| *switch == name)?;
        let inside = &self.source[from + 1 + letters..];
        let length = inside.bytes().take(100).position(|b| b == b'}')?;
        let word = inside[..length].trim();
        let single = matches!(
            *font,
            r"\mathbf" | r"\mathcal" | r"\mathscr" | "" | r"\boldsymbol"
        );
        let count = word.chars().count();
        // `{\bf \sigma}` is set light by TeX, and meant.
        let bold = *font == r"\mathbf" && is_letter_command(word);
        let named = word.chars().all(is_letter) && (count == 1 || !single);
        let fits = !word.is_empty() && (named || bold);
        fits.then_some((*font, word, from + 1 + letters + length + 1))
    }

    /// Whether the command is a switch, which is then obeyed.
    pub(super) fn switch(&mut self, name: &str) -> bool {
        let Some((_, font)) = SWITCHES.iter().find(|(switch, _)| *switch == name) else {
            return false;
        };
        self.font = Some(*font).filter(|f| !f.is_empty());
        self.gap = self.gap.max(Gap::Blank);
        true
    }

    /// A font command over letters becomes one token; over anything else it is dropped and its
    /// argument stays.
    pub(super) fn font(&mut self, name: &'a str, start: usize) -> bool {
        let before = self.pos;
        if let Some(inner) = self.braced(LONGEST_NAME) {
            let written = &self.source[start..self.pos];
            let upright = name.starts_with(r"\operatorname") || letter_font(name) == r"\mathrm";
            if upright && self.function(name, inner.trim(), start) {
                return true;
            }
            let whole = written.len() == name.len() + inner.len() + 2;
            if whole
                && is_name(inner)
                && !figures(inner)
                && letter_font(name) == name
                && !name.ends_with('*')
            {
                self.push(written, Class::Name, start);
                return true;
            }
            let inner = inner.trim();
            if letter_font(name) == r"\mathrm"
                && (self.millionth(inner, start) || self.abbreviation(inner, start))
            {
                return true;
            }
            if is_phrase(name, inner) {
                // `\mathrm{Kinetic\ Energy}`
                let words = plain_words(inner);
                match operator_in_words(&words) {
                    Some((sign, class)) => self.push(sign, class, start),
                    None => self.push(format!(r"\text{{{words}}}"), Class::Words, start),
                }
                return true;
            }
            if is_compound(name, inner) {
                let font = letter_font(name).trim_end_matches('*');
                self.push(format!("{font}{{{inner}}}"), Class::Name, start);
                return true;
            }
            if inner.contains("-}")
                && let Some(name) = hyphened(name, inner)
            {
                self.push(name, Class::Name, start);
                return true;
            }
            if let Some((algebra, index)) = indexed_algebra(name, inner) {
                let class = match index.as_bytes()[0].is_ascii_digit() {
                    true => Class::Digit,
                    false => Class::Letter,
                };
                self.push(format!("{name}{{{algebra}}}"), Class::Name, start);
                self.push("_", Class::Sign, start);
                self.push(index, class, start);
                return true;
            }
            if letter_font(name) == r"\mathrm" && self.units_raised(r"\mathrm", inner, start) {
                return true;
            }
            let squeezed = squeezed(inner);
            let number = figures(&squeezed)
                && (matches!(name, r"\mathrm" | r"\mathit" | r"\mathsf")
                    || self.result(name, &squeezed));
            if is_name(&squeezed) && !number {
                let font = letter_font(name).trim_end_matches('*');
                self.push(format!("{font}{{{squeezed}}}"), Class::Name, start);
            } else if number && squeezed.len() < inner.len() {
                // `\mathbf{8 2 0}`
                self.push("{", Class::Open, start);
                for c in squeezed.chars() {
                    let class = if c.is_ascii_digit() {
                        Class::Digit
                    } else {
                        Class::Sign
                    };
                    self.push(c.to_string(), class, start);
                }
                self.push("}", Class::Close, start);
            } else if waits(inner) {
                let (after, close) = (self.pos, self.pos - 1);
                self.pos = before + 1;
                while self.pos < close && self.step() {}
                self.pos = after;
            } else {
                self.pos = before;
                self.gap = self.gap.max(Gap::Blank);
                self.font_group(name);
            }
            return true;
        }
        let rest = self.rest();
        let trimmed = rest.trim_start();
        let skipped = rest.len() - trimmed.len();
        match trimmed.chars().next() {
            Some(c) if self.result(name, &trimmed[..c.len_utf8()]) => {
                self.pos += skipped + c.len_utf8();
                let digit = &trimmed[..c.len_utf8()];
                self.push(digit, Class::Digit, start);
                true
            }
            Some(c) if c.is_alphanumeric() && letter_font(name) == name => {
                self.pos += skipped + c.len_utf8();
                self.push(format!("{name}{{{c}}}"), Class::Name, start);
                true
            }
            Some('\\') if letter_font(name) == name => {
                self.pos += skipped;
                let inner = self.name();
                if is_letter_command(inner) {
                    self.push(format!("{name}{{{inner}}}"), Class::Name, start);
                } else {
                    self.pos = before;
                    self.gap = self.gap.max(Gap::Blank);
                }
                true
            }
            _ => false,
        }
    }

    /// The group after a font command, as a group with a switch.
    pub(super) fn font_group(&mut self, name: &str) {
        let rest = self.rest();
        let blanks = rest.len() - rest.trim_start().len();
        let start = self.pos + blanks;
        self.pos = start + 1;
        self.groups.push(Group {
            font: self.font,
            environment: None,
        });
        self.push("{", Class::Open, start);
        let switched = SWITCHES.iter().map(|(_, letter)| *letter);
        self.font = switched
            .chain(LETTERS.iter().copied())
            .find(|letter| *letter == letter_font(name))
            .or(self.font);
    }

    /// Units side by side of which only the last is raised: `\text{km s}^{-1}`.
    pub(super) fn units_raised(&mut self, font: &str, inner: &str, start: usize) -> bool {
        if !self.rest().starts_with('^') || !inner.contains([' ', '~', ',']) {
            return false;
        }
        let words = plain_words(inner);
        let units = || words.split_whitespace();
        if units().count() < 2 || !units().all(super::matter::is_unit) {
            return false;
        }
        for unit in units() {
            self.push(format!("{font}{{{unit}}}"), Class::Name, start);
            self.gap = Gap::Thin;
        }
        self.gap = Gap::None;
        true
    }

    /// Bold words that are a letter or a formula, as of vectors; `before` is the place before them.
    pub(super) fn bold_words(&mut self, inner: &str, before: usize, start: usize) -> bool {
        let inside = inner.trim();
        if self.result(r"\textbf", inside) {
            return false;
        }
        if inside.chars().count() == 1 && is_name(inside) {
            self.push(format!(r"\mathbf{{{inside}}}"), Class::Name, start);
            return true;
        }
        if !formulaic(inner) {
            return false;
        }
        self.pos = before;
        self.font_group(r"\mathbf");
        true
    }

    /// A letter in the font of the group; adjacent upright letters are one name.
    pub(super) fn letter(&mut self, start: usize) {
        let first = &self.source[start..self.pos];
        let Some(font) = self.font else {
            return self.push(first, Class::Letter, start);
        };
        // `\mathcal{V_s}`: such fonts have no small letters.
        let scripted = matches!(font, r"\mathcal" | r"\mathscr");
        let index = self.out.last().is_some_and(|t| t.key == "_");
        if scripted && index && first.bytes().all(|b| b.is_ascii_lowercase()) {
            return self.push(first, Class::Letter, start);
        }
        // `\mathbf{C_{old}}`
        let below = matches!(self.out.as_slice(), [.., sign, open]
            if sign.key == "_" && open.class == Class::Open);
        if below && let Some(label) = self.word_in_braces(start) {
            self.pos = start + label.len();
            return self.push(format!(r"\mathrm{{{label}}}"), Class::Name, start);
        }
        let word = matches!(font, r"\mathrm" | r"\mathsf" | r"\mathtt" | r"\mathit");
        if word {
            let rest = self.rest();
            let more = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
            self.pos += more;
        }
        let name = &self.source[start..self.pos];
        if font == r"\mathit" && name.chars().count() == 1 {
            return self.push(name, Class::Letter, start);
        }
        if font == r"\mathrm" && self.function(font, name, start) {
            return;
        }
        self.push(format!("{font}{{{name}}}"), Class::Name, start);
    }

    /// The small letters from a place to the brace that closes, when they are enough for a word.
    fn word_in_braces(&self, start: usize) -> Option<&'a str> {
        let rest = &self.source[start..];
        let letters = rest.bytes().take(LONGEST_LABEL);
        let length = letters.take_while(u8::is_ascii_lowercase).count();
        let closed = rest.as_bytes().get(length) == Some(&b'}');
        (closed && length > 2).then(|| &rest[..length])
    }

    /// `\matrix{` and the like open an environment that the closing brace ends.
    pub(super) fn plain(&mut self, name: &str, start: usize) -> bool {
        let Some((_, environment)) = PLAIN.iter().find(|(plain, _)| *plain == name) else {
            return false;
        };
        let rest = self.rest();
        let trimmed = rest.trim_start();
        if !trimmed.starts_with('{') {
            return false;
        }
        self.pos += rest.len() - trimmed.len() + 1;
        self.groups.push(Group {
            font: self.font,
            environment: Some(environment),
        });
        self.push(*environment, Class::Begin, start);
        true
    }
}

/// Whether these are signs that want something behind them, so that they are no group: the `\nabla \cdot`
/// of `\mathbf{\nabla \cdot} F`.
fn waits(inner: &str) -> bool {
    inner
        .strip_prefix(r"\nabla")
        .is_some_and(|rest| matches!(rest.trim(), r"\cdot" | r"\times" | r"\bullet"))
}

/// The name of a Lie algebra and its index in one pair of braces: `\mathfrak{gl_n}`.
fn indexed_algebra<'a>(font: &str, inner: &'a str) -> Option<(&'a str, &'a str)> {
    let (algebra, index) = inner.split_once('_').filter(|_| font == r"\mathfrak")?;
    let small = algebra.len() > 1 && algebra.bytes().all(|b| b.is_ascii_lowercase());
    let one = index.len() == 1 && index.as_bytes()[0].is_ascii_alphanumeric();
    (small && one).then_some((algebra, index))
}
