//! Candidates beside a source that holds at some points: for every renaming a solution of the source
//! that is none of the candidate.

use super::form::Form;
use super::gather::{Seen, gather};
use super::nearness::within;
use super::pairing::{Map, pairings, pairings_but};
use super::refute::{Refuter, SEED, kept, take};
use super::sample::{Sampler, Truth};
use super::verdict::{Bijection, Difference};
use super::world::{World, renamed, sides, suits, witness_beside};
use crate::choice::Key;
use crate::eval::{Domain, Numbers};
use std::cell::{OnceCell, RefCell};

/// More renamings than this are left to the general comparison.
const MAPS: usize = 720;
/// Where there are more than these, it is asked first which symbols can be called like which.
const FEW: usize = 24;
/// Points at which the sides of a candidate are compared with those of its source, and at how many
/// these must have values.
const LOOKS: u64 = 16;
const ENOUGH: u32 = 8;
/// About how many points of a candidate are looked at for solutions of it that are none of its
/// source, one stage after the other.
const OWN: [usize; 2] = [12, 48];

/// Symbols with domains that are narrower than their own.
type Narrower = Vec<(u32, Domain)>;

impl Refuter<'_> {
    /// For every renaming a solution of the source that is none of the candidate; the one for the
    /// likeliest renaming. None when some renaming is left.
    pub(super) fn excludes(&self, form: &Form) -> Option<Difference> {
        let key = Key::seed(0).named(SEED);
        let own = self.over(form)?;
        let host = World::new(Sampler::new(&own, self.vocabulary, key), 0);
        let mut guest = World::new(Sampler::new(form, self.vocabulary, key), 0);
        guest.sampler.bounded = true;
        let mut pairs = pairings(&host, &guest);
        let first = pairs.maps.first()?.clone();
        if !pairs.complete || pairs.maps.len() > FEW {
            let forbidden = self.forbidden(&guest.sampler);
            if !forbidden.is_empty() {
                pairs = pairings_but(&host, &guest, &forbidden);
            }
        }
        if !pairs.complete || pairs.maps.len() > MAPS {
            return None;
        }
        let held: Vec<Seen> = self.widened(&guest.sampler).collect();
        let first = &first;
        let mut others = pairs.maps.iter().filter(|map| *map != first);
        let shown = excluding(&guest.sampler, &held, first, &[])?;
        let solutions: [OnceCell<Vec<Seen>>; OWN.len()] = Default::default();
        let counting: RefCell<Vec<(Narrower, Vec<Seen>)>> = RefCell::default();
        let apart = |map: &Map| {
            let free = alone(form, map);
            if excluding(&guest.sampler, &held, map, &free).is_some() {
                return true;
            }
            // Other functions need not be such as are asked for.
            if self.functional {
                return false;
            }
            // Where the other has numbers that count, few points of the source have any.
            let narrower = narrower(&own, form, map);
            if !narrower.is_empty() {
                let mut known = counting.borrow_mut();
                let at = known.iter().position(|(domains, _)| *domains == narrower);
                let at = at.unwrap_or_else(|| {
                    let mut own = own.clone();
                    own.domains.extend(narrower.iter().copied());
                    let sampler = Sampler::new(&own, self.vocabulary, key);
                    let seen = kept(&sampler, gather(&sampler, OWN[1]), false);
                    known.push((narrower, seen));
                    known.len() - 1
                });
                if excluding(&guest.sampler, &known[at].1, map, &free).is_some() {
                    return true;
                }
            }
            let back: Map = map.iter().map(|(b, a)| (*a, *b)).collect();
            let free = alone(&own, &back);
            OWN.iter().zip(&solutions).any(|(count, theirs)| {
                let theirs = theirs
                    .get_or_init(|| kept(&guest.sampler, gather(&guest.sampler, *count), false));
                excluding(&host.sampler, theirs, &back, &free).is_some()
            })
        };
        if !others.all(apart) {
            return None;
        }
        let brought = renamed(&form.term, first);
        Some(Difference {
            witness: witness_beside(&host.sampler, &shown.point, &own.body, &brought),
            first: "true".to_owned(),
            second: "false".to_owned(),
            second_sides: sides(&host.sampler, &shown.point, &brought),
            of_first: true,
            bijection: named(form, first),
            excluded: pairs.maps.len(),
            ..Difference::default()
        })
    }

    /// Whether a candidate relates what the source relates, written in another way: the sides have
    /// the same values wherever they are looked at.
    pub(super) fn has_sides_of(&self, form: &Form) -> bool {
        let (ours, theirs) = (&self.form.body, &form.body);
        let [a, b] = &*ours.args else {
            return false;
        };
        let Some(own) = self.over(form).filter(|_| ours.op == theirs.op) else {
            return false;
        };
        let [x, y] = &*theirs.args else {
            return false;
        };
        if own.premises != form.premises {
            return false;
        }
        let key = Key::seed(0).named(SEED);
        let [own, sampler] = [&own, form].map(|form| Sampler::new(form, self.vocabulary, key));
        let mut seen = 0;
        for number in 0..LOOKS {
            let point = sampler.draw(number);
            let values = [a, b].map(|side| own.value(side, &point));
            let others = [x, y].map(|side| sampler.value(side, &point));
            if values.iter().chain(&others).any(|v| !v.is_known()) {
                continue;
            }
            if !values.iter().zip(&others).all(|(v, w)| within(v, w)) {
                return false;
            }
            seen += 1;
        }
        seen >= ENOUGH
    }
}

/// A solution of one statement that is certainly none of another under a renaming: one without
/// errors, or one of two. Symbols of the other that are `free` have values of their own.
fn excluding<'s>(
    guest: &Sampler<'_>,
    held: &'s [Seen],
    map: &Map,
    free: &[u32],
) -> Option<&'s Seen> {
    let mut loose = None;
    for (number, seen) in (0..).zip(held) {
        let mut there = Seen {
            point: seen.point.renamed(map),
            ..*seen
        };
        if !free.is_empty() {
            there.exact &= take(&mut there.point, &guest.draw(number), free);
        }
        if !suits(&there.point, guest.form, Some)
            || guest.bounded_truth(&guest.form.term, &there) != Truth::False
        {
            continue;
        }
        match loose {
            _ if there.exact => return Some(seen),
            Some(first) => return Some(first),
            None => loose = Some(seen),
        }
    }
    None
}

/// The symbols of the source that stand for numbers that count in a candidate under a renaming, and not in
/// the source.
fn narrower(own: &Form, form: &Form, map: &Map) -> Narrower {
    let counts = |domain: &&Domain| domain.numbers <= Numbers::Integer;
    let narrower = map.iter().filter_map(|(from, to)| {
        let theirs = form.domains.get(from).filter(counts)?;
        let known = own.domains.get(to).filter(counts).is_some();
        (!known).then_some((*to, *theirs))
    });
    narrower.collect()
}

/// The symbols of a form that a renaming leaves alone: they stand for anything.
fn alone(form: &Form, map: &Map) -> Vec<u32> {
    let renamed = |symbol: &u32| map.iter().any(|(from, _)| from == symbol);
    let symbols = form.symbols.iter().copied();
    symbols.filter(|s| !renamed(s)).collect()
}

/// The names of the symbols of a renaming.
fn named(form: &Form, map: &Map) -> Bijection {
    let name = |index: u32| {
        let known = form.atoms.symbols.get(index as usize);
        known.map_or_else(String::new, |s| s.name.clone())
    };
    map.iter().map(|(b, a)| (name(*b), name(*a))).collect()
}
