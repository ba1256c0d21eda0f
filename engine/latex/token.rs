//! Tokens of LaTeX mathematics, with their places.
//!
//! What means nothing to a reader (sizes, styles, spacing, comments) is dropped here; blanks and
//! spacing commands are kept as the gap before the next token.

use super::bytes::{SORTS, Sort};
use super::commands::*;
use super::looks::{figures, hollow};
use super::name::single;
use super::room::{Room, recycled};
use super::signs::Signs;
use super::switch::plain_words;
use super::table::{Command, Roles, Table};
use std::borrow::Cow;

/// What sort of token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A single letter of any alphabet, or a command that stands for one (`\alpha`).
    Letter,
    /// One digit.
    Digit,
    /// Letters in a font: `\mathrm{Cov}`, `\operatorname{sin}`.
    Name,
    /// `\text{…}`: words, with blanks inside.
    Words,
    /// `{`.
    Open,
    /// `}`.
    Close,
    /// `\begin{…}`.
    Begin,
    /// `\end{…}`.
    End,
    /// `&`.
    Cell,
    /// `\\`.
    Row,
    /// Any other command or character.
    Sign,
}

/// How much room the source leaves before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// None.
    None,
    /// A step back: `\!`.
    Back,
    /// Blanks.
    Blank,
    /// A spacing command such as `\,`.
    Thin,
    /// `\quad` or more.
    Wide,
}

/// What `\left`, `\right`, `\middle` say of a delimiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Nothing is said.
    None,
    /// It opens.
    Left,
    /// It closes.
    Right,
    /// It separates.
    Middle,
}

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'a> {
    /// Normalised spelling: `\mathbb{R}` for `\mathbb R`.
    pub(super) key: Cow<'a, str>,
    pub(super) class: Class,
    pub(super) side: Side,
    pub(super) gap: Gap,
    /// Bytes of the source.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where the table lists its roles, once it has been looked up there.
    pub(super) entry: Entry,
    /// The roles that may be listed.
    pub(super) roles: Roles,
}

impl<'a> Token<'a> {
    /// Gives it another spelling, which has not been looked up.
    pub(super) fn respell(&mut self, key: &'a str) {
        self.key = Cow::Borrowed(key);
        (self.entry, self.roles) = (Entry::Unknown, Roles::ALL);
    }

    /// One upright name, or words where the font is `\text`, made of letters side by side.
    pub(super) fn joined(letters: &[Self], font: &str) -> Self {
        let word: String = letters.iter().map(|t| t.key.as_ref()).collect();
        let mut token = letters[0].clone();
        token.respell("");
        token.class = match font {
            r"\text" => Class::Words,
            _ => Class::Name,
        };
        token.key = Cow::Owned(format!("{font}{{{word}}}"));
        token.end = letters[letters.len() - 1].end;
        token
    }

    /// Whether it is one byte: nothing that is spelled as a command, and no sign of Unicode.
    #[inline]
    pub(super) fn short(&self) -> bool {
        self.key.len() == 1
    }
}

/// The place of a token's roles in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// It has not been looked up.
    Unknown,
    /// The list of this number.
    Listed(u32),
}

/// The longest name in a font and the longest words, in characters; it keeps scanning linear.
pub(super) const LONGEST_NAME: usize = 100;
const LONGEST_WORDS: usize = 4000;

/// There is room for so many tokens at least.
const FEWEST: usize = 64;

/// Splits LaTeX into tokens. Never fails: any character is a token.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    split(source, None, &mut Room::default()).0
}

/// The tokens of LaTeX, in memory that is there, and which signs there are; those that the table
/// lists are looked up in it.
pub(super) fn split<'a>(
    source: &'a str,
    table: Option<&'a Table>,
    room: &mut Room,
) -> (Vec<Token<'a>>, Signs) {
    let mut out: Vec<Token<'a>> = recycled(std::mem::take(&mut room.tokens));
    out.reserve((source.len() / 2 + 4).max(FEWEST));
    let mut lexer = Lexer {
        source,
        table,
        signs: Signs::default(),
        pos: 0,
        gap: Gap::None,
        side: Side::None,
        font: None,
        groups: std::mem::take(&mut room.groups),
        out,
    };
    while lexer.step() {}
    lexer.groups.clear();
    room.groups = lexer.groups;
    (lexer.out, lexer.signs)
}

/// What has been split so far.
pub(super) struct Lexer<'a> {
    pub(super) source: &'a str,
    table: Option<&'a Table>,
    signs: Signs,
    pub(super) pos: usize,
    pub(super) gap: Gap,
    side: Side,
    /// The font that letters are in, by a switch.
    pub(super) font: Option<&'static str>,
    pub(super) groups: Vec<super::switch::Group>,
    pub(super) out: Vec<Token<'a>>,
}

impl<'a> Lexer<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.source[self.pos..]
    }

    pub(super) fn push(&mut self, key: impl Into<Cow<'a, str>>, class: Class, start: usize) {
        let key = key.into();
        self.signs.note(&key, class);
        let (entry, roles) = match (key.as_bytes(), self.table) {
            ([byte], Some(table)) => table.byte(*byte),
            _ => (Entry::Unknown, Roles::ALL),
        };
        self.add(key, class, start, entry, roles);
    }

    /// Adds a token of one byte.
    #[inline]
    pub(super) fn byte(&mut self, byte: u8, class: Class, start: usize) {
        let (entry, roles) = match self.table {
            Some(table) => table.byte(byte),
            None => (Entry::Unknown, Roles::ALL),
        };
        self.signs.note_byte(byte, class);
        self.pos = start + 1;
        self.add(Cow::Borrowed(single(byte)), class, start, entry, roles);
    }

    /// Adds a command that has been looked up.
    fn named(&mut self, name: &'a str, command: Command, class: Class, start: usize) {
        self.signs.note_sorts(command.sorts, class);
        let key = Cow::Borrowed(name);
        self.add(key, class, start, command.entry, command.roles);
    }

    #[inline]
    fn add(&mut self, key: Cow<'a, str>, class: Class, start: usize, entry: Entry, roles: Roles) {
        let (gap, side) = (self.gap, self.side);
        self.out.push(Token {
            key,
            class,
            side,
            gap,
            start,
            end: self.pos,
            entry,
            roles,
        });
        self.gap = Gap::None;
        self.side = Side::None;
    }

    /// Reads a token; false at the end.
    #[inline]
    pub(super) fn step(&mut self) -> bool {
        let start = self.pos;
        let Some(&byte) = self.source.as_bytes().get(start) else {
            return false;
        };
        let class = match SORTS[usize::from(byte)] {
            Sort::Letter if self.font.is_none() => Class::Letter,
            Sort::Low if self.font.is_none() => Class::Digit,
            Sort::Digit => Class::Digit,
            Sort::Sign => Class::Sign,
            Sort::Blank => {
                self.pos += 1;
                self.gap = self.gap.max(Gap::Blank);
                return true;
            }
            Sort::Command => {
                self.command(start);
                return true;
            }
            Sort::Open => {
                self.pos += 1;
                self.open(start);
                return true;
            }
            Sort::Close => {
                self.pos += 1;
                self.close(start);
                return true;
            }
            Sort::Letter | Sort::Low | Sort::Other => return self.other(start),
        };
        self.byte(byte, class, start);
        true
    }

    /// Reads a token that does not show at its first byte.
    #[inline(never)]
    fn other(&mut self, start: usize) -> bool {
        let Some(c) = self.rest().chars().next() else {
            return false;
        };
        if c.is_whitespace() {
            self.pos += c.len_utf8();
            self.gap = self.gap.max(Gap::Blank);
        } else if c == '%' {
            self.pos += self.rest().find('\n').map_or(self.rest().len(), |n| n + 1);
        } else if c.is_ascii() || !self.compound(c, start) {
            self.pos += c.len_utf8();
            let key = &self.source[start..self.pos];
            let class = match c {
                '&' if self.entity(start) => return true,
                '&' => {
                    self.reset_font();
                    Class::Cell
                }
                '~' => {
                    self.gap = self.gap.max(Gap::Thin);
                    return true;
                }
                '0' | '1'
                    if matches!(self.font, Some(r"\mathbf" | r"\boldsymbol"))
                        && !self
                            .rest()
                            .starts_with(|c: char| c.is_ascii_digit() || c == '.') =>
                {
                    // The zero vector.
                    return self.bold_digit(key, start);
                }
                _ if c.is_ascii_digit() => Class::Digit,
                _ if is_letter(c) => {
                    self.letter(start);
                    return true;
                }
                _ => Class::Sign,
            };
            self.push(key, class, start);
        }
        true
    }

    /// The control sequence at the current place.
    pub(super) fn name(&mut self) -> &'a str {
        let start = self.pos;
        let bytes = self.source.as_bytes();
        let mut end = start + 1;
        while bytes.get(end).is_some_and(u8::is_ascii_alphabetic) {
            end += 1;
        }
        let starred = end > start + 1 && bytes.get(end) == Some(&b'*');
        if end == start + 1 {
            end += self.source[end..].chars().next().map_or(0, char::len_utf8);
        }
        self.pos = end;
        let word = &self.source[start..end];
        if starred && matches!(word, r"\operatorname" | r"\hspace" | r"\vspace" | r"\tag") {
            self.pos += 1;
        }
        &self.source[start..self.pos]
    }

    /// The one command in the braces here, which are read with it.
    fn sole_command(&mut self) -> Option<&'a str> {
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

    #[inline(never)]
    fn command(&mut self, start: usize) {
        let mut name = self.name();
        if name == r"\mathop"
            && let Some(inner) = self.sole_command()
        {
            // `\mathop{\lim}\limits_{…}`
            name = inner;
        }
        let command = match self.table {
            Some(table) => table.command(name),
            None => Command::unlisted(name, meaning(name)),
        };
        let Some(meaning) = command.meaning else {
            return self.named(name, command, Class::Sign, start);
        };
        if let Some(side) = meaning.size {
            if self.delimiter_follows() {
                self.side = side;
            }
            return;
        }
        if let Some(gap) = meaning.space {
            self.gap = self.gap.max(gap);
            return;
        }
        if meaning.font && self.font(name, start) {
            return;
        }
        if meaning.words {
            let before = self.pos;
            match self.braced(LONGEST_WORDS) {
                Some(inner) if name == r"\textbf" && formula(inner) => {
                    // `\textbf{f(x, u)}`
                    self.pos = before;
                    return self.font_group(r"\mathbf");
                }
                Some(inner) if !figures(inner) => return self.words(name, inner, start),
                Some(_) => {
                    // `\text{12}`: the braces stay, around a number.
                    self.pos = before;
                    return;
                }
                None if self.font(name, start) => return,
                None => {}
            }
        }
        if name == r"\rule" {
            self.rule();
            return;
        }
        if meaning.coloured {
            if self.rest().trim_start().starts_with('[')
                && let Some(length) = self
                    .rest()
                    .bytes()
                    .take(LONGEST_NAME)
                    .position(|b| b == b']')
            {
                self.pos += length + 1;
            }
            self.braced(LONGEST_NAME);
            return self.named(name, command, Class::Sign, start);
        }
        if self.plain(name, start) {
            return;
        }
        if name == r"\underline" {
            let before = self.pos;
            let inner = self.braced(LONGEST_NAME);
            if inner.is_some_and(hollow) {
                return self.push(r"\_", Class::Sign, start);
            }
            self.pos = before;
            let last = self.out.len();
            let power = last > 1 && self.out[last - 1].key == "{" && self.out[last - 2].key == "^";
            let limit = |inner: &str| {
                inner.trim() == r"\lim" || inner.trim_start_matches(['{', ' ']).starts_with(r"\int")
            };
            if power || inner.is_some_and(limit) {
                // `x^{\underline{n}}` is a falling power, `\underline{\lim}` a limit from below,
                // `\underline{\int_a^b}` an integral from below.
                return self.push(name, Class::Sign, start);
            }
        }
        if meaning.hidden && self.braced(LONGEST_WORDS).is_some() {
            self.gap = self.gap.max(Gap::Thin);
            return;
        }
        if self.switch(name) {
            return;
        }
        if meaning.ignored {
            self.gap = self.gap.max(Gap::Blank);
            return;
        }
        if (name == r"\begin" || name == r"\end")
            && let Some(inner) = self.braced(LONGEST_NAME)
        {
            let class = if name == r"\begin" {
                Class::Begin
            } else {
                Class::End
            };
            return self.push(inner.trim().trim_end_matches('*'), class, start);
        }
        let class = match name {
            r"\\" | r"\newline" | r"\tabularnewline" | r"\atop" | r"\cr" => return self.row(start),
            r"\sb" => return self.push("_", Class::Sign, start),
            r"\sp" => return self.push("^", Class::Sign, start),
            r"\hskip" | r"\kern" | r"\mkern" | r"\mskip" => return self.length(),
            _ if meaning.letter && self.font == Some(r"\boldsymbol") => {
                return self.push(format!(r"\boldsymbol{{{name}}}"), Class::Name, start);
            }
            _ if meaning.letter => Class::Letter,
            _ => Class::Sign,
        };
        self.named(name, command, class, start);
    }

    fn bold_digit(&mut self, digit: &str, start: usize) -> bool {
        let joined = self
            .out
            .last()
            .is_some_and(|t| self.gap == Gap::None && (t.class == Class::Digit || t.key == "."));
        if joined {
            self.push(digit.to_owned(), Class::Digit, start);
        } else {
            self.push(format!(r"\mathbf{{{digit}}}"), Class::Name, start);
        }
        true
    }

    /// `\text{…}`; one word without blanks around it is a name.
    fn words(&mut self, name: &'a str, inner: &'a str, start: usize) {
        if self.mixed_words(inner) {
            return;
        }
        let joined = plain_words(inner);
        if joined.is_empty() {
            self.gap = self.gap.max(Gap::Blank);
            return;
        }
        let class = if is_name(inner) {
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

/// Whether what is set in bold are single letters with signs between them, and no words.
fn formula(inner: &str) -> bool {
    let letters = |pair: &[u8]| pair.iter().all(u8::is_ascii_alphabetic);
    let sign = |b: u8| matches!(b, b'(' | b'=' | b'+');
    inner.is_ascii()
        && inner.bytes().any(sign)
        && inner
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b" (),=+-".contains(&b))
        && !inner.as_bytes().windows(2).any(letters)
}
