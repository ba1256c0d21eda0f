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
    let within = within_scopes(forest, vocabulary);
    let apart =
        |(slot, symbol): &(Slot, u32)| within.get(slot).is_some_and(|held| held >> symbol & 1 == 0);
    let mut found: Vec<(Slot, u32)> = alike.into_iter().filter(apart).collect();
    // Two bound names of one letter, one inside the other, are two letters.
    let levels: BTreeSet<(u32, u8)> = found.iter().map(|(s, symbol)| (*symbol, s.level)).collect();
    found.retain(|(_, symbol)| levels.iter().filter(|(of, _)| of == symbol).count() == 1);
    found
}

/// The symbols that stand in the scope of each bound name, in any form: one bit each.
fn within_scopes(forest: &Forest, vocabulary: &Vocabulary) -> BTreeMap<Slot, u128> {
    let mut held = vec![0_u128; forest.classes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, class) in forest.classes.iter().enumerate() {
            let mut all = held[at];
            for node in &class.nodes {
                if let Head::Symbol(symbol) = node.op.head() {
                    all |= 1 << symbol;
                }
                all |= node
                    .args
                    .iter()
                    .fold(0, |all, arg| all | held[*arg as usize]);
            }
            changed |= all != held[at];
            held[at] = all;
        }
    }
    let slot_of = |class: ClassId| {
        let mut nodes = forest.classes[class as usize].nodes.iter();
        nodes.find_map(|node| match node.op.head() {
            Head::Slot(slot) => Some(slot),
            _ => None,
        })
    };
    let mut within: BTreeMap<Slot, u128> = BTreeMap::new();
    for node in forest.classes.iter().flat_map(|class| &class.nodes) {
        let Some(binder) = vocabulary.operator(node.op).and_then(|o| o.binds.as_ref()) else {
            continue;
        };
        let Some(slot) = node.args.get(binder.var).and_then(|class| slot_of(*class)) else {
            continue;
        };
        let scope = binder.scope.iter().filter_map(|at| node.args.get(*at));
        let symbols = scope.fold(0, |all, class| all | held[*class as usize]);
        *within.entry(slot).or_default() |= symbols;
    }
    within
}
