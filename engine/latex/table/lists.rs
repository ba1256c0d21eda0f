//! The spellings that begin with one token, and what they may be.

use super::Known;
use crate::latex::role::{Role, Roles};
use crate::latex::token::{Class, Gap, Token};

/// A spelling after its first token.
pub(super) struct Entry {
    pub(super) rest: Vec<String>,
    pub(super) role: Role,
    /// Whether it is a word of bare letters, which no blank may interrupt.
    pub(super) word: bool,
}

impl Entry {
    #[inline]
    pub(super) fn fits(&self, run: &[Token<'_>]) -> bool {
        self.rest.is_empty() || self.goes_on(run)
    }

    fn goes_on(&self, run: &[Token<'_>]) -> bool {
        run.len() > self.rest.len()
            && self.rest.iter().zip(&run[1..]).all(|(key, token)| {
                *key == token.key && !(self.word && token.gap > Gap::Back)
            })
            // `fRep_{red}` has no real part.
            && !(self.word && self.rest.len() == 1 && run[0].key.starts_with(|c: char| c.is_ascii_uppercase()) && run.get(2).is_some_and(|next| {
                next.class == Class::Letter && run[1].end == next.start
            }))
            // `+\blue{-3}` is no `\pm 3`.
            && !(matches!(run[0].key.as_ref(), "+" | "-")
                && run[..=self.rest.len()].windows(2).any(|pair| pair[0].end != pair[1].start))
    }
}

/// The spellings with one first token.
pub(super) struct List {
    /// Longest first.
    pub(super) entries: Vec<Entry>,
    /// How many have more than one token.
    pub(super) long: usize,
    /// The bytes, modulo 64, that the second tokens of those begin with.
    pub(super) second: u64,
    pub(super) roles: Roles,
}

impl List {
    pub(super) const EMPTY: Self = Self {
        entries: Vec::new(),
        long: 0,
        second: 0,
        roles: Roles::NONE,
    };

    /// Puts the entries in order.
    pub(super) fn sort(&mut self, known: &Known) {
        self.entries
            .sort_by_key(|e| std::cmp::Reverse(e.rest.len()));
        for entry in &self.entries {
            self.roles = Roles(self.roles.0 | Roles::of(&entry.role, known).0);
            if let Some(second) = entry.rest.first() {
                self.long += 1;
                self.second |= bit(second);
            }
        }
    }
}

/// The bit of the byte that a spelling begins with.
#[inline]
pub(super) fn bit(key: &str) -> u64 {
    key.as_bytes().first().map_or(0, |b| 1 << (b & 63))
}
