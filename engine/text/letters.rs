//! Formulas in which only letters are replaced: where the symbols stand, when that is sure.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::atoms::Atoms;
use crate::latex;
use crate::term::{Head, Slot, Term};

/// Where symbols stand in some LaTeX, and the symbols that must keep their names because not every
/// occurrence is sure to be one.
struct Letters {
    /// Places and names, in order.
    places: Vec<(Range<usize>, String)>,
    /// Names to be kept.
    unsure: Vec<String>,
}

/// The letters of a formula, each with its symbol, where they are to be replaced; those that are not
/// sure are `taken`.
pub(super) fn replaced(
    latex: &str,
    (term, slot_names): (&Term, &[(Slot, String)]),
    atoms: &mut Atoms,
    taken: &mut BTreeSet<String>,
) -> Vec<(Range<usize>, u32)> {
    let found = letters(latex, term, atoms, slot_names);
    taken.extend(found.unsure);
    let places = found.places.into_iter();
    places
        .map(|(range, name)| (range, atoms.symbol(&name)))
        .collect()
}

/// Finds the symbols and bound names of a term in the LaTeX it was read from: each must stand there
/// as often as it does in the term.
fn letters(latex: &str, term: &Term, atoms: &Atoms, slot_names: &[(Slot, String)]) -> Letters {
    let mut expected: BTreeMap<&str, usize> = BTreeMap::new();
    let mut unnamed = false;
    term.walk(&mut |node| match node.op.head() {
        Head::Symbol(index) => {
            *expected
                .entry(&atoms.symbols[index as usize].name)
                .or_default() += 1;
        }
        Head::Slot(slot) => match slot_names.iter().find(|(s, _)| *s == slot) {
            Some((_, name)) => *expected.entry(name).or_default() += 1,
            None => unnamed = true,
        },
        _ => {}
    });
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let mut places = Vec::new();
    for (key, range) in latex::letters(latex) {
        if let Some((name, _)) = expected.get_key_value(key.as_str()) {
            *found.entry(name).or_default() += 1;
            places.push((range, key));
        }
    }
    let sure = |name: &str| !unnamed && expected.get(name) == found.get(name);
    let unsure = expected
        .keys()
        .filter(|name| !sure(name))
        .map(|name| (*name).to_owned())
        .collect();
    places.retain(|(_, name)| sure(name));
    Letters { places, unsure }
}
