//! Names in texts: what the prose fixes, and bound names that prose and formulas speak of freely.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::same_look;
use super::inventory::Inventory;
use super::plan::UNITS;
use super::sound::begins_with_vowel;
use super::unit::{How, Place, Unit};
use crate::atoms::Atoms;
use crate::term::Slot;

/// What is known of the names of a text beside its formulas.
#[derive(Clone, Copy, Debug)]
pub struct TextNames<'a> {
    /// Names that the prose, or what was not understood, has: nothing gets them, and bound names
    /// keep them.
    pub taken: &'a BTreeSet<String>,
    /// Bound names that stand beside a free symbol of the same name in one formula.
    pub apart: &'a BTreeSet<Slot>,
    /// Names that stand right after an article, and whether they begin with a vowel: so do those
    /// they may get.
    pub spoken: &'a BTreeMap<String, bool>,
}

impl TextNames<'_> {
    /// Fixes the symbols beyond those that can vary together.
    pub(super) fn fix(&self, stock: &mut Inventory) {
        let bound: BTreeSet<Slot> = stock.slots.iter().copied().collect();
        let mut left = UNITS.saturating_sub(bound.len()).max(UNITS / 2);
        for entry in stock.symbols.iter_mut().filter(|entry| !entry.fixed) {
            if left == 0 {
                entry.fixed = true;
            }
            left = left.saturating_sub(1);
        }
        let symbols = stock.symbols.iter().filter(|entry| !entry.fixed).count();
        self.limit(stock, UNITS - symbols.min(UNITS));
    }

    /// Keeps the first bound names; what is not listed is named like those of derived forms.
    fn limit(&self, stock: &mut Inventory, most: usize) {
        let mut levels: Vec<u8> = Vec::new();
        stock.slots.retain(|slot| {
            if !levels.contains(&slot.level) {
                levels.push(slot.level);
            }
            levels.iter().position(|l| *l == slot.level) < Some(most)
        });
    }

    /// A bound name that is also the name of a free symbol of the text is renamed with it, unless
    /// one formula has both; one that the prose has keeps its name.
    pub(super) fn tie(&self, units: &mut Vec<Unit>, atoms: &Atoms) {
        let is_slot = |unit: &Unit| matches!(unit.parts[0].places[0], Place::Slot(_));
        for unit in units.iter_mut() {
            for part in &mut unit.parts {
                if let Some(vowel) = self.spoken.get(&part.source) {
                    let own = part.own.clone();
                    part.candidates
                        .retain(|c| c.name == own || begins_with_vowel(&c.name) == Some(*vowel));
                    unit.indexable = false;
                }
            }
        }
        for unit in units.iter_mut().flat_map(|unit| &mut unit.parts) {
            let own = unit.own.clone();
            // Letters of whole numbers stay among themselves.
            let counts = own.len() == 1 && own.chars().all(|c| ('i'..='n').contains(&c));
            unit.candidates.retain(|c| {
                c.name == own || c.how == How::Member || !counts && same_look(&own, &c.name)
            });
        }
        let mut at = 0;
        while at < units.len() {
            let unit = &units[at];
            let source = unit.parts[0].source.clone();
            let places = unit.parts[0].places.clone();
            let apart = places
                .iter()
                .any(|p| matches!(p, Place::Slot(slot) if self.apart.contains(slot)));
            if !is_slot(unit) || apart {
                at += 1;
                continue;
            }
            let symbol = units
                .iter()
                .position(|u| !is_slot(u) && u.parts.len() == 1 && u.parts[0].source == source);
            if let Some(symbol) = symbol {
                let bound = units.remove(at);
                let symbol = if symbol > at { symbol - 1 } else { symbol };
                let part = &mut units[symbol].parts[0];
                part.places.extend(places);
                part.candidates.retain(|c| {
                    c.name == part.own || bound.parts[0].candidates.iter().any(|b| b.name == c.name)
                });
                units[symbol].indexable = false;
                continue;
            }
            let fixed = atoms.symbols.iter().any(|s| s.name == source);
            if fixed || self.taken.contains(&source) {
                let part = &mut units[at].parts[0];
                part.own.clone_from(&source);
                part.candidates.retain(|c| c.name == source);
                if part.candidates.is_empty() {
                    part.candidates.push(super::unit::Candidate {
                        name: source,
                        how: How::Other,
                    });
                }
            }
            at += 1;
        }
    }
}
