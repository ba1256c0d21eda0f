//! Statements that hold of the sets that are tried and of no others: these have few members.

use super::form::name;
use super::sample::Sampler;
use super::solve::occurs;
use crate::eval::{UNIVERSE, Value};
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};

/// What a term asks of sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    /// The supremum or infimum of a set that is not listed.
    bound: bool,
    /// The largest or least member of one, or whether such a bound is a member.
    member: bool,
}

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
        }
    }
    /// Whether sets with few members do not tell: every one of them has a largest member.
    pub(super) fn is_finite(self) -> bool {
        self.bound && self.member
    }
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
