//! Statements that hold of the sets and functions that are tried and of no others: the sets have few
//! members, the functions have limits.

use super::form::name;
use super::sample::Sampler;
use super::solve::occurs;
use super::verdict::Reason;
use crate::eval::{UNIVERSE, Value};
use crate::term::{Head, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// What a term asks of sets, and of functions that are not known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    /// The supremum or infimum of a set that is not listed.
    bound: bool,
    /// The largest or least member of one, or whether such a bound is a member.
    member: bool,
    /// Limits: from both sides, from the right, from the left.
    limits: [bool; 3],
}

const LIMITS: [&str; 3] = ["lim", "limright", "limleft"];

impl Asked {
    pub(super) fn of(term: &Term, vocabulary: &Vocabulary) -> Self {
        let mut asked = Self::default();
        let bounds = |t: &Term| {
            let mut found = false;
            t.walk(&mut |part| found |= is(part, &BOUNDS, vocabulary));
            found
        };
        asked.bound = bounds(term);
        term.walk(&mut |t| {
            if let Some(way) = LIMITS.iter().position(|way| *way == name(t, vocabulary)) {
                asked.limits[way] |= calls_unknown(t, vocabulary);
            }
            asked.member |= is(t, &MEMBERS, vocabulary);
            if let ("in" | "notin", [member, _]) = (name(t, vocabulary), &*t.args) {
                asked.member |= bounds(member);
            }
        });
        asked
    }
    /// Together with what another term asks.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            bound: self.bound || other.bound,
            member: self.member || other.member,
            limits: [0, 1, 2].map(|way| self.limits[way] || other.limits[way]),
        }
    }
    /// Why what is tried does not tell: every finite set has a largest member, and functions that
    /// are drawn have the same limit from all sides.
    pub(super) fn beyond(self) -> Option<Reason> {
        let ways = self.limits.iter().filter(|way| **way).count();
        if self.bound && self.member {
            Some(Reason::plain("small-sets"))
        } else {
            (ways == 2).then(|| Reason::plain("one-sided"))
        }
    }
}

/// Whether a function that is a symbol is applied.
fn calls_unknown(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| {
        found |= name(t, vocabulary) == "call"
            && t.args
                .first()
                .is_some_and(|f| matches!(f.op.head(), Head::Symbol(_)));
    });
    found
}

const BOUNDS: [&str; 2] = ["sup", "inf"];
const MEMBERS: [&str; 2] = ["max", "min"];

/// Whether this is one of some operators over a set that is not listed: `\sup A`,
/// `\sup_{x \in A} f(x)`.
fn is(term: &Term, operators: &[&str], vocabulary: &Vocabulary) -> bool {
    let operator = name(term, vocabulary);
    let (operator, set) = match (operator.strip_suffix("in"), &*term.args) {
        (Some(operator), [_, set, _]) => (operator, set),
        (_, [set]) => (operator, set),
        _ => return false,
    };
    operators.contains(&operator) && name(set, vocabulary) != "set" && !occurs(set).is_empty()
}

/// Whether how many members sets have is compared with a number that no set tried here is larger than.
pub(super) fn is_bounded(sampler: &Sampler<'_>) -> bool {
    let point = sampler.draw(0);
    let is_set = |t: &Term| {
        let kind = |s: &u32| point.kinds.get(*s as usize) == Some(&Kind::Set);
        occurs(t).iter().any(kind)
    };
    let mut found = false;
    sampler.form.body.walk(&mut |t| {
        let order = ["lt", "le", "gt", "ge", "ne", "chain"];
        if !order.contains(&name(t, sampler.vocabulary)) {
            return;
        }
        let (mut counts, mut large) = (false, false);
        t.walk(&mut |part| {
            counts |= matches!(name(part, sampler.vocabulary), "card" | "abs") && is_set(part);
            large |= occurs(part).is_empty()
                && matches!(sampler.value(part, &point), Value::Number(n)
                    if n.near().abs() + n.error() >= UNIVERSE as f64);
        });
        found |= counts && large;
    });
    found
}
