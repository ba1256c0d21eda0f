//! What moves: a name, or several related names together.

use crate::term::Slot;

/// Where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A symbol: an index into the symbols of the formula.
    Symbol(u32),
    /// A bound name.
    Slot(Slot),
}

/// Places that share one name.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Where it stands; bound names of disjoint scopes may share a name.
    pub(super) places: Vec<Place>,
    /// What the source writes there.
    pub(super) source: String,
    /// The name it has when nothing is substituted: the source's, unless that would be ambiguous.
    pub(super) own: String,
    /// The names it may get, `own` among them, each once.
    pub(super) candidates: Vec<Candidate>,
}

/// One part, or the members of a family that occur together.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// The parts, in order of appearance.
    pub(super) parts: Vec<Part>,
    /// Whether it is drawn with the functions.
    pub(super) function: bool,
    /// Whether it may become `t_1`.
    pub(super) indexable: bool,
    /// For several parts: the names they may get together, their own ones first.
    pub(super) rows: Vec<Vec<String>>,
}

/// A name that a part may get.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// The name.
    pub(super) name: String,
    /// Why it is one.
    pub(super) how: How,
}

/// Why a name is a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum How {
    /// A member of a group of the symbol.
    Member,
    /// Its own name, or one that is always a candidate.
    Other,
    /// A stray letter; at most one a formula.
    Stray,
}

impl Unit {
    /// The one part of a unit that is not a family.
    pub(super) fn single(&self) -> Option<&Part> {
        match &self.parts[..] {
            [part] => Some(part),
            _ => None,
        }
    }
}
