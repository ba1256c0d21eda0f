//! What a source is worth, and the points that show it.

use super::SEED;
use crate::choice::Key;
use crate::truth::check::judge;
use crate::truth::form::Form;
use crate::truth::gather::{Seen, gather};
use crate::truth::sample::{Sampler, Truth};
use crate::truth::verdict::{Reason, Verdict};
use crate::vocabulary::Vocabulary;

/// Points of the source that are kept.
const KEPT: usize = 24;

/// Steps that it may cost to look a second time at the points of a source.
const CONFIRMING: u64 = 4_000_000;

/// What the source is worth.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Class {
    /// It holds wherever its hypotheses do: what does not is something else.
    Valid,
    /// It holds at some points.
    Contingent,
    /// An expression, or a statement that holds nowhere.
    Other,
    /// Nothing is known of it, so nothing can be told apart from it.
    Unknown(Reason),
}

impl Class {
    /// What a statement is worth, and points at which it holds.
    pub(super) fn of(form: &Form, vocabulary: &Vocabulary) -> (Self, Vec<Seen>) {
        let sampler = Sampler::new(form, vocabulary, Key::seed(0).named(SEED));
        let seen = gather(&sampler, 64);
        let class = match judge(&sampler, &seen) {
            Verdict::Valid { .. } => Self::Valid,
            Verdict::Contingent { .. } => Self::Contingent,
            Verdict::Undecided(reason) => Self::Unknown(reason),
            Verdict::Invalid { .. } | Verdict::NoStatement => Self::Other,
        };
        let held = kept(&sampler, seen, class == Self::Valid);
        (class, held)
    }

    /// Whether a statement holds at some points and not at others.
    pub(super) const fn is_contingent(&self) -> bool {
        matches!(self, Self::Contingent)
    }

    /// Whether a statement is not known to hold anywhere.
    pub(super) const fn is_nowhere(&self) -> bool {
        matches!(self, Self::Other | Self::Unknown(_))
    }
}

/// The points at which a source is true. One that holds everywhere is looked at a second time while
/// that is cheap; of one that does not, points count that the second way confirms.
pub(in crate::truth) fn kept(sampler: &Sampler<'_>, mut seen: Vec<Seen>, valid: bool) -> Vec<Seen> {
    seen.retain(|s| s.relevant && s.truth == Truth::True);
    // Points without errors alone show what they show.
    seen.sort_by_key(|s| !s.exact);
    seen.truncate(if sampler.form.symbols.is_empty() {
        1
    } else {
        KEPT
    });
    let before = sampler.effort();
    let mut open = Vec::new();
    let mut sure = Vec::new();
    for one in seen {
        let dear = valid && sampler.effort() - before > CONFIRMING;
        if !dear && sampler.confirms(&sampler.form.body, Truth::True, &one) {
            sure.push(one);
        } else if valid {
            open.push(one);
        }
    }
    sure.append(&mut open);
    sure
}
