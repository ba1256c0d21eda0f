//! Tokens of LaTeX mathematics, with their places.
//!
//! What means nothing to a reader (sizes, styles, spacing, comments) is dropped here; blanks and
//! spacing commands are kept as the gap before the next token.

use super::bytes::{SORTS, Sort};
use super::commands::*;
use super::name::single;
use super::room::{Room, recycled};
use super::signs::Signs;
use super::table::{Command, Roles, Table};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

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

    /// Whether it stands for what is left out.
    pub(super) fn is_ellipsis(&self) -> bool {
        matches!(
            self.key.as_ref(),
            r"\dots"
                | r"\cdots"
                | r"\ldots"
                | r"\dotsb"
                | r"\dotsc"
                | r"\dotsm"
                | r"\dotso"
                | "…"
                | "⋯"
        )
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

/// The place after the braces that open here, when they close among so many tokens.
pub(super) fn braces_end(tokens: &[Token<'_>], at: usize, within: usize) -> Option<usize> {
    if tokens.get(at)?.class != Class::Open {
        return None;
    }
    let mut depth = 0usize;
    let close = tokens[at..].iter().take(within).position(|token| {
        match token.class {
            Class::Open => depth += 1,
            Class::Close => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    close.map(|close| at + close + 1)
}

/// What a formula has elsewhere is looked for so many tokens before and after a place: reading takes
/// linear time.
const AROUND: usize = 300;

/// The places around one, in which is looked for what tells the meaning of something there.
pub(super) fn around(tokens: &[Token<'_>], at: usize) -> Range<usize> {
    let to = tokens.len().min(at + AROUND);
    at.saturating_sub(AROUND).min(to)..to
}

/// The innermost brace that is open after these tokens, among so many at their end: where one closes
/// next, the one that opens its group.
pub(super) fn open_brace(tokens: &[Token<'_>], within: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().rev().take(within) {
        match token.class {
            Class::Close => depth += 1,
            Class::Open if depth == 0 => return Some(at),
            Class::Open => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Takes tokens out, from places in order.
pub(super) fn leave_out(tokens: &mut Vec<Token<'_>>, places: Vec<Range<usize>>) {
    if places.is_empty() {
        return;
    }
    let (mut at, mut next) = (0, places.into_iter().peekable());
    tokens.retain(|_| {
        while next.peek().is_some_and(|place| place.end <= at) {
            next.next();
        }
        let out = next.peek().is_some_and(|place| place.contains(&at));
        at += 1;
        !out
    });
}

/// Puts tokens in, each before the token at its place; the places are in order.
pub(super) fn put_in<'t>(tokens: &mut Vec<Token<'t>>, added: Vec<(usize, Token<'t>)>) {
    if added.is_empty() {
        return;
    }
    let all = Vec::with_capacity(tokens.len() + added.len());
    let mut next = added.into_iter().peekable();
    for (at, token) in std::mem::replace(tokens, all).into_iter().enumerate() {
        while let Some((_, put)) = next.next_if(|(place, _)| *place <= at) {
            tokens.push(put);
        }
        tokens.push(token);
    }
    tokens.extend(next.map(|(_, put)| put));
}

/// The longest name in a font and the longest words, in characters; it keeps scanning linear.
pub(super) const LONGEST_NAME: usize = 100;
pub(super) const LONGEST_WORDS: usize = 4000;

/// So many spacing commands in a row are as wide as `\quad`.
const MANY: u8 = 4;

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
        spaces: 0,
        side: Side::None,
        font: None,
        groups: std::mem::take(&mut room.groups),
        escaped: table.is_some_and(|table| super::escaped::all(source, table)),
        represents: OnceCell::new(),
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
    pub(super) table: Option<&'a Table>,
    signs: Signs,
    pub(super) pos: usize,
    pub(super) gap: Gap,
    /// How many spacing commands stand here in a row.
    spaces: u8,
    pub(super) side: Side,
    /// The font that letters are in, by a switch.
    pub(super) font: Option<&'static str>,
    pub(super) groups: Vec<super::switch::Group>,
    /// Whether all backslashes before names are written twice.
    pub(super) escaped: bool,
    /// Whether signs stand somewhere that join representations; looked for when it is asked first.
    pub(super) represents: OnceCell<bool>,
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
    pub(super) fn named(&mut self, name: &'a str, command: Command, class: Class, start: usize) {
        self.signs.note_sorts(command.sorts, class);
        let key = Cow::Borrowed(name);
        self.add(key, class, start, command.entry, command.roles);
    }

    #[inline]
    pub(super) fn add(
        &mut self,
        key: Cow<'a, str>,
        class: Class,
        start: usize,
        entry: Entry,
        roles: Roles,
    ) {
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
        self.spaces = 0;
        self.side = Side::None;
    }

    /// Leaves the room of a blank, of which there is none right behind a step back.
    #[inline(always)]
    fn blank(&mut self) {
        if self.gap == Gap::None {
            self.gap = Gap::Blank;
        }
    }

    /// Leaves the room of a spacing command; many of them are as wide as `\quad`.
    pub(super) fn space(&mut self, gap: Gap) {
        self.spaces = self.spaces.saturating_add(u8::from(gap == Gap::Thin));
        let gap = match self.spaces {
            MANY.. => Gap::Wide,
            _ => gap,
        };
        self.gap = match (self.gap, gap) {
            (Gap::Blank, Gap::Back) => Gap::Back,
            (before, gap) => before.max(gap),
        };
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
            Sort::Sign if byte == b'/' && self.side != Side::None => return self.slash(start),
            Sort::Sign => Class::Sign,
            Sort::Blank => {
                self.pos += 1;
                self.blank();
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

    /// A slash as a delimiter: `\left. a \right/ b` is a quotient, and so is `a \left/ b \right.`.
    #[inline(never)]
    pub(super) fn slash(&mut self, start: usize) -> bool {
        let side = std::mem::replace(&mut self.side, Side::None);
        if side == Side::Right {
            self.side = Side::Right;
            self.byte(b')', Class::Sign, start);
        }
        self.byte(b'/', Class::Sign, start);
        if side == Side::Left {
            self.side = Side::Left;
            self.byte(b'(', Class::Sign, start);
        }
        true
    }

    /// Reads a token that does not show at its first byte.
    #[inline(never)]
    pub(super) fn other(&mut self, start: usize) -> bool {
        let Some(c) = self.rest().chars().next() else {
            return false;
        };
        if c.is_whitespace() {
            self.pos += c.len_utf8();
            self.blank();
        } else if c == '%' {
            let rest = self.rest();
            self.pos += match rest.find('\n') {
                Some(n) => n + 1,
                // `\int% \limits_0^1`: the end of the line was lost, which the comment was for.
                None if rest.contains(['\\', '{', '}', '^', '_', '=']) => 1,
                None => rest.len(),
            };
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
                    self.space(Gap::Thin);
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
                    if !self.prose(c, start) {
                        self.letter(start);
                    }
                    return true;
                }
                _ => Class::Sign,
            };
            self.push(key, class, start);
            if class == Class::Cell {
                self.worded_cell();
            }
        }
        true
    }
}
