//! User macros: definitions become a table, calls are replaced before a formula is read.
//!
//! Replacement works on the tokens of TeX, without registers or conditions, and remembers for each
//! piece of the result where the formula as it was written calls for it.

mod define;
mod expand;
mod pieces;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
pub(super) use expand::expand;
use pieces::{Piece, Stack};

/// Commands that define others.
const DEFINING: &[&str] = &[
    r"\newcommand",
    r"\renewcommand",
    r"\providecommand",
    r"\DeclareRobustCommand",
    r"\def",
    r"\gdef",
    r"\edef",
    r"\xdef",
    r"\let",
    r"\DeclareMathOperator",
    r"\DeclarePairedDelimiter",
    r"\NewDocumentCommand",
    r"\RenewDocumentCommand",
    r"\ProvideDocumentCommand",
    r"\DeclareDocumentCommand",
];

/// What may stand before `\def`.
const PREFIXES: &[&str] = &[r"\global", r"\long", r"\protected", r"\outer"];

/// What a call takes between the name and the end.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Param {
    /// An argument: a group, or one token; with a default, in square brackets or left out.
    One(Option<Arc<[Piece]>>),
    /// An argument between these, which may be left out: that of `o`, `d()` and `g`.
    Perhaps(Arc<str>, Arc<str>),
    /// A star, which may be left out.
    Star,
    /// Everything up to this, as in `\def\f(#1){…}`.
    Until(Arc<[Arc<str>]>),
    /// Exactly this.
    Text(Arc<str>),
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Macro {
    params: Vec<Param>,
    /// Arguments are pieces `#1` to `#9`.
    body: Arc<[Piece]>,
    /// Made by `\let` of a command that is no macro: the body is not replaced again.
    alias: bool,
}

/// The macros that formulas may use.
#[derive(Clone, Debug, Default)]
pub struct Macros {
    /// Readers lend theirs to every text.
    table: Arc<FxHashMap<Arc<str>, Macro>>,
    /// Most commands of a formula are no macros, and need not be looked for.
    beginnings: Beginnings,
}

impl PartialEq for Macros {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
    }
}

impl Eq for Macros {}

/// How names of commands begin, with their first two letters: those of macros, or of some that were.
#[derive(Clone, Debug, Default)]
struct Beginnings([u32; 32]);

impl Beginnings {
    fn add(&mut self, name: &str) {
        if let [b'\\', first, rest @ ..] = name.as_bytes() {
            self.0[usize::from(first & 31)] |= match rest {
                [second, ..] => 1 << (second & 31),
                // Anything may come after it.
                [] => u32::MAX,
            };
        }
    }

    fn join(&mut self, others: &Self) {
        for (own, other) in self.0.iter_mut().zip(others.0) {
            *own |= other;
        }
    }

    /// Whether a name with the backslash at `at` may be one of these.
    fn may(&self, bytes: &[u8], at: usize) -> bool {
        let Some(first) = bytes.get(at + 1) else {
            return false;
        };
        let second = bytes.get(at + 2).map_or(0, |second| second & 31);
        self.0[usize::from(first & 31)] >> second & 1 != 0
    }
}

impl Macros {
    /// The commands of widely used packages, without those that are `known` otherwise.
    pub(super) fn of_packages(known: impl Fn(&str) -> bool) -> Self {
        static ALL: LazyLock<Macros> = LazyLock::new(|| {
            let mut all = Macros::default();
            all.collect(include_str!("packages.tex"));
            all
        });
        let own = ALL.table.iter().filter(|(name, _)| !known(name));
        let mut macros = Self::default();
        for (name, made) in own {
            macros.insert(Arc::clone(name), made.clone());
        }
        macros
    }

    /// Adds others, which come before those there are.
    pub(super) fn extend(&mut self, others: Self) {
        self.beginnings.join(&others.beginnings);
        let others = Arc::unwrap_or_clone(others.table);
        Arc::make_mut(&mut self.table).extend(others);
    }

    fn insert(&mut self, name: Arc<str>, made: Macro) {
        self.beginnings.add(&name);
        Arc::make_mut(&mut self.table).insert(name, made);
    }

    /// Whether a formula calls one of these.
    fn called(&self, latex: &str) -> bool {
        let bytes = latex.as_bytes();
        if !any_backslash(bytes, |at| self.beginnings.may(bytes, at)) {
            return false;
        }
        let mut rest = latex;
        while let Some(at) = rest.bytes().position(|b| b == b'\\') {
            let word = rest[at + 1..].bytes().take_while(u8::is_ascii_alphabetic);
            let length = match word.count() {
                0 => rest[at + 1..].chars().next().map_or(0, char::len_utf8),
                length => length,
            };
            let end = at + 1 + length;
            if self.table.contains_key(&rest[at..end]) {
                return true;
            }
            rest = &rest[end..];
        }
        false
    }

    /// Takes the definitions out of a text, a file of macros, say, or a preamble; what else stands
    /// there is passed over. Complaints are about definitions that cannot be used, among them
    /// those that lead back to themselves, which are left out.
    pub fn collect(&mut self, text: &str) -> Vec<Diagnostic> {
        let mut complaints = Vec::new();
        let mut places = BTreeMap::new();
        let mut stack = Stack::of(text);
        while let Some(piece) = stack.pop() {
            if !DEFINING.contains(&&*piece.text) {
                continue;
            }
            match define::definition(&piece, &mut stack, self) {
                Ok(names) => {
                    places.extend(
                        names
                            .into_iter()
                            .map(|name| (name, (piece.start, piece.end))),
                    );
                }
                Err(complaint) => complaints.push(complaint),
            }
        }
        let looping = |name: &Arc<str>| self.way_back(name).map(|way| (Arc::clone(name), way));
        let looping: Vec<_> = places.keys().filter_map(looping).collect();
        for (name, way) in looping {
            let (start, end) = places[&name];
            Arc::make_mut(&mut self.table).remove(&name);
            let said = format!("`{name}` leads back to itself: {way}");
            let done = "this macro is left out";
            complaints.push(Diagnostic::error("macro-recursion", said, start..end, done));
        }
        complaints.sort_by_key(|c| c.labels.first().map_or(0, |l| l.span.start));
        complaints
    }

    /// A formula without calls of these macros; none when there are no calls in it.
    pub fn expand(&self, latex: &str) -> Option<String> {
        expand::expand(latex, self).map(|expanded| expanded.text)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// The calls from a macro back to itself.
    fn way_back(&self, name: &Arc<str>) -> Option<String> {
        let mut from: BTreeMap<&str, &str> = BTreeMap::new();
        let mut next = vec![&**name];
        while let Some(here) = next.pop() {
            let Some(found) = self.table.get(here).filter(|m| !m.alias) else {
                continue;
            };
            for called in found.body.iter().filter(|p| !p.fixed).map(|p| &*p.text) {
                if called == &**name {
                    let mut way = vec![called, here];
                    while let Some(before) = from.get(way[way.len() - 1]) {
                        way.push(before);
                    }
                    way.reverse();
                    return Some(way.join(" → "));
                }
                if called.starts_with('\\') && !from.contains_key(called) {
                    from.insert(called, here);
                    next.push(called);
                }
            }
        }
        None
    }
}

/// Whether a formula defines something.
pub(super) fn defines(latex: &str) -> bool {
    let bytes = latex.as_bytes();
    any_backslash(bytes, |at| begins(bytes, at))
}

/// Whether this holds of some backslash, by its place.
fn any_backslash(bytes: &[u8], wanted: impl Fn(usize) -> bool) -> bool {
    let mut at = 0;
    for eight in bytes.as_chunks::<8>().0 {
        let other = u64::from_le_bytes(*eight) ^ BACKSLASHES;
        // A byte that is zero here is a backslash; what is found after it may be none.
        let mut found = other.wrapping_sub(ONES) & !other & (ONES << 7);
        while found != 0 {
            let place = at + found.trailing_zeros() as usize / 8;
            if bytes[place] == b'\\' && wanted(place) {
                return true;
            }
            found &= found - 1;
        }
        at += 8;
    }
    (at..bytes.len()).any(|at| bytes[at] == b'\\' && wanted(at))
}

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const BACKSLASHES: u64 = ONES * b'\\' as u64;

/// Whether a command that defines something stands here.
fn begins(bytes: &[u8], at: usize) -> bool {
    let word = match &bytes[at..] {
        [b'\\', word @ ..] => word,
        _ => return false,
    };
    let defines = matches!(
        word,
        [
            b'd' | b'D' | b'n' | b'N' | b'r' | b'R' | b'g' | b'x' | b'l',
            b'e',
            _,
            ..
        ] | [b'p' | b'P', b'r', _, ..]
            | [b'g' | b'e' | b'x', b'd', _, ..]
    );
    if !defines {
        return false;
    }
    let length = word.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    DEFINING.iter().any(|d| d.as_bytes()[1..] == word[..length])
}
