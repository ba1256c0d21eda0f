//! Spellings in the surface tree; the usual ones cost no memory of their own.

use super::commands::letter_command;
use super::token::Token;
use std::rc::Rc;

/// A spelling: cheap to make of one character or a letter's command, and cheap to copy.
#[derive(Clone, Debug)]
pub(super) enum Name {
    Known(&'static str),
    Made(Rc<str>),
}

/// The characters that can stand for themselves, each at its own place.
static ASCII: [&str; 128] = {
    let mut each = [""; 128];
    let mut rest = ALL;
    let mut at = 0;
    while at < 128 {
        (each[at], rest) = rest.split_at(1);
        at += 1;
    }
    each
};

/// A character of one byte by itself.
#[inline]
pub(super) fn single(byte: u8) -> &'static str {
    ASCII[usize::from(byte & 127)]
}

const ALL: &str = "\0\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\
\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRS\
TUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f";

/// A set of ASCII characters.
#[derive(Clone, Copy, Default)]
pub(super) struct Bytes([u64; 2]);

impl Bytes {
    /// These characters.
    pub(super) const fn of(bytes: &[u8]) -> Self {
        let (mut all, mut at) = ([0; 2], 0);
        while at < bytes.len() {
            all[(bytes[at] >> 6 & 1) as usize] |= 1 << (bytes[at] & 63);
            at += 1;
        }
        Self(all)
    }

    /// Whether this one is among them.
    #[inline]
    pub(super) const fn has(self, byte: u8) -> bool {
        byte < 128 && self.0[(byte >> 6) as usize] >> (byte & 63) & 1 != 0
    }
}

impl Name {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Known(name) => name,
            Self::Made(name) => name,
        }
    }

    /// The spelling of a token.
    pub(super) fn of(token: &Token<'_>) -> Self {
        token.key.as_ref().into()
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        let known = match name.as_bytes() {
            [b] => ASCII.get(usize::from(*b)).copied(),
            [b'\\', ..] => letter_command(name),
            _ => None,
        };
        known.map_or_else(|| Self::Made(name.into()), Self::Known)
    }
}

impl From<String> for Name {
    fn from(name: String) -> Self {
        name.as_str().into()
    }
}

impl std::ops::Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self)
    }
}
