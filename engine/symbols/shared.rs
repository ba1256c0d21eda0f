//! Letters that a source writes for a bound name and for a free symbol: `\int_0^2 x^2\,dx =
//! \left[\frac{x^3}{3}\right]_0^2`. They stay one letter where no form brings the symbol into the scope.

use std::collections::{BTreeMap, BTreeSet};

use crate::atoms::Atoms;
use crate::forest::{ClassId, Forest};
use crate::term::{Head, Slot};
use crate::vocabulary::Vocabulary;

/// More symbols are kept apart without a look.
const MOST: usize = 128;

/// The bound names of these that may share the name of the free symbol that the source calls alike.
pub(super) fn shared(
    slots: &[Slot],
    atoms: &Atoms,
    forest: &Forest,
    vocabulary: &Vocabulary,
) -> Vec<(Slot, u32)> {
    let alike = |slot: &Slot| {
        let (_, name) = atoms.slot_names.iter().find(|(s, _)| s == slot)?;
        let symbol = atoms.symbols.iter().position(|s| s.name == *name)?;
        Some((*slot, symbol as u32))
    };
    let alike: Vec<(Slot, u32)> = slots.iter().filter_map(alike).collect();
    if alike.is_empty() || atoms.symbols.len() > MOST {
        return Vec::new();
    }
    let bound: Vec<Slot> = alike.iter().map(|(slot, _)| *slot).collect();
    let within = within_scopes(forest, &bound, vocabulary);
    let apart = |(slot, symbol): &(Slot, u32)| {
        let scope = within.get(slot);
        scope.is_some_and(|scope| scope.said && scope.symbols >> symbol & 1 == 0)
    };
    let mut found: Vec<(Slot, u32)> = alike.into_iter().filter(apart).collect();
    // Two bound names of one letter, one inside the other, are two letters.
    let levels: BTreeSet<(u32, u8)> = found.iter().map(|(s, symbol)| (*symbol, s.level)).collect();
    found.retain(|(_, symbol)| levels.iter().filter(|(of, _)| of == symbol).count() == 1);
    found
}

/// What stands in the scopes of a bound name, in any form.
struct Scope {
    /// The symbols: one bit each.
    symbols: u128,
    /// Whether the name itself stands in each: what is integrated by a letter that it has not may be read
    /// as an integral by a function.
    said: bool,
}

/// The scopes of these bound names.
fn within_scopes(
    forest: &Forest,
    bound: &[Slot],
    vocabulary: &Vocabulary,
) -> BTreeMap<Slot, Scope> {
    let bit = |slot: Slot| {
        let at = bound.iter().position(|s| *s == slot);
        at.filter(|at| *at < 64).map_or(0, |at| 1_u64 << at)
    };
    let mut held = vec![(0_u128, 0_u64); forest.classes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, class) in forest.classes.iter().enumerate() {
            let (mut symbols, mut slots) = held[at];
            for node in &class.nodes {
                match node.op.head() {
                    Head::Symbol(symbol) => symbols |= 1 << symbol,
                    Head::Slot(slot) => slots |= bit(slot),
                    _ => {}
                }
                for arg in &node.args {
                    let (below, bound) = held[*arg as usize];
                    (symbols, slots) = (symbols | below, slots | bound);
                }
            }
            changed |= (symbols, slots) != held[at];
            held[at] = (symbols, slots);
        }
    }
    let slot_of = |class: ClassId| {
        let mut nodes = forest.classes[class as usize].nodes.iter();
        nodes.find_map(|node| match node.op.head() {
            Head::Slot(slot) => Some(slot),
            _ => None,
        })
    };
    let mut within: BTreeMap<Slot, Scope> = BTreeMap::new();
    for node in forest.classes.iter().flat_map(|class| &class.nodes) {
        let Some(binder) = vocabulary.operator(node.op).and_then(|o| o.binds.as_ref()) else {
            continue;
        };
        let Some(slot) = node.args.get(binder.var).and_then(|class| slot_of(*class)) else {
            continue;
        };
        let parts = binder.scope.iter().filter_map(|at| node.args.get(*at));
        let (symbols, slots) = parts.fold((0, 0), |(symbols, slots), class| {
            let (below, bound) = held[*class as usize];
            (symbols | below, slots | bound)
        });
        let scope = within.entry(slot).or_insert(Scope {
            symbols: 0,
            said: true,
        });
        scope.symbols |= symbols;
        scope.said &= slots & bit(slot) != 0;
    }
    within
}
