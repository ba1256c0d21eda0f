//! Matches: what the variables of rules stand for.

use super::snapshot::Dense;
use crate::pattern::Var;

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Binding {
    /// Nothing yet.
    #[default]
    Free,
    /// A class.
    Class(Dense),
    /// A rest variable's classes: a range of a list of classes.
    List(u32, u32),
    /// A computed integer.
    Int(i64),
}

/// Matches of all rules of one round.
#[derive(Default)]
pub(crate) struct Matches {
    pub found: Vec<Match>,
    pub bindings: Vec<Binding>,
    pub lists: Vec<Dense>,
}

/// A match: its bindings start at `first`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub entry: u32,
    pub node: u32,
    pub first: u32,
}

/// Variables and the lists that rest variables point into.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    pub bindings: &'a [Binding],
    pub lists: &'a [Dense],
}

impl<'a> Bound<'a> {
    pub(crate) fn of(&self, var: Var) -> Binding {
        self.bindings
            .get(usize::from(var))
            .copied()
            .unwrap_or_default()
    }
    /// The classes that a variable stands for, one unless it is a rest variable.
    pub(crate) fn classes(&self, var: Var) -> impl Iterator<Item = Dense> + 'a {
        let (one, many): (Option<Dense>, &'a [Dense]) = match self.of(var) {
            Binding::Class(c) => (Some(c), &[]),
            Binding::List(start, len) => {
                (None, &self.lists[start as usize..(start + len) as usize])
            }
            Binding::Free | Binding::Int(_) => (None, &[]),
        };
        one.into_iter().chain(many.iter().copied())
    }
}

impl Matches {
    pub(crate) fn clear(&mut self) {
        self.found.clear();
        self.bindings.clear();
        self.lists.clear();
    }
    /// The bindings of a match of a rule with this many variables.
    pub(crate) fn bound(&self, found: Match, vars: usize) -> Bound<'_> {
        let first = found.first as usize;
        Bound {
            bindings: &self.bindings[first..first + vars],
            lists: &self.lists,
        }
    }
}
