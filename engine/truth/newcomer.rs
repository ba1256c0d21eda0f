//! What is known of a symbol that only a candidate has: it is of the sort of what it stands in for.

use std::collections::BTreeMap;

use super::form::Form;
use super::nearness::{admits, real};
use super::verdict::Difference;
use crate::eval::{Domain, Numbers, exact};
use crate::term::{Head, Op, SlotSort};

/// A symbol of a candidate alone, and the symbol or the bound name that it stands in for.
pub type Newcomer = (u32, Op);

/// The domains of the newcomers of a candidate of `source`.
pub(super) fn domains(newcomers: &[Newcomer], source: &Form) -> BTreeMap<u32, Domain> {
    let of = |(symbol, like): &Newcomer| {
        let domain = match like.head() {
            Head::Symbol(known) => *source.domains.get(&known)?,
            Head::Slot(slot) => of_sort(slot.sort)?,
            _ => return None,
        };
        Some((*symbol, domain))
    };
    newcomers.iter().filter_map(of).collect()
}

fn of_sort(sort: SlotSort) -> Option<Domain> {
    let integers = Domain::of(Numbers::Integer);
    let from = |low: f64| Domain {
        low: Some((low, false)),
        ..integers
    };
    match sort {
        SlotSort::Positive => Some(from(1.0)),
        SlotSort::Natural => Some(from(0.0)),
        SlotSort::Integer => Some(integers),
        SlotSort::Real | SlotSort::Any | SlotSort::Prime => None,
    }
}

impl Form {
    /// Restricts symbols to domains, as their places would.
    pub(super) fn restrict(&mut self, domains: &BTreeMap<u32, Domain>) {
        for (symbol, domain) in domains {
            for known in [&mut self.places, &mut self.domains] {
                let entry = known.entry(*symbol).or_insert(*domain);
                *entry = entry.and(*domain);
            }
        }
    }
}

/// Whether a difference is shown at a point of these domains, over these names.
pub(super) fn keeps_to(
    found: &Difference,
    domains: &BTreeMap<u32, Domain>,
    name: impl Fn(u32) -> Option<String>,
) -> bool {
    domains.iter().all(|(symbol, domain)| {
        let named = name(*symbol);
        let mut known = found.witness.point.iter();
        let text = known.find(|(own, _)| Some(own) == named.as_ref());
        let value = text.and_then(|(_, text)| exact::read(text));
        let number = value.as_ref().and_then(real);
        number.is_none_or(|x| admits(*domain, x))
    })
}
