//! Reading back: whether what is written of a formula says what the formula says.

use crate::atoms::{Atoms, Symbol, Topic};
use crate::forest::Forest;
use crate::latex::{Formula, Reader};
use crate::member::contains;
use crate::symbols::{Names, resolve};
use crate::term::{Slot, Term};
use crate::vocabulary::Vocabulary;

/// A formula that versions are read back beside.
#[derive(Clone, Copy)]
pub struct Original<'f> {
    /// All that may be written of it.
    pub forest: &'f Forest,
    /// Its leaves.
    pub atoms: &'f Atoms,
    /// What it says itself, when its equations must not become those of one side with itself.
    pub term: Option<&'f Term>,
}

impl Original<'_> {
    /// Whether a version under these names reads as a member of the root class, by a reader who
    /// knows the kinds of the symbols.
    pub fn is_said_by(
        &self,
        version: &str,
        names: &Names,
        reader: &Reader<'_>,
        vocabulary: &Vocabulary,
    ) -> bool {
        let read = reader.read_with(version, under(self.atoms, names));
        self.is_meant_by(&read, names, vocabulary)
    }

    /// Whether a version under these names that was read says a member of the root class.
    pub fn is_meant_by(&self, read: &Formula, names: &Names, vocabulary: &Vocabulary) -> bool {
        let mut both = self.atoms.clone();
        let term = resolve(&read.term, &read.atoms, names, &mut both, vocabulary);
        let kept = |source| !empties(&term, source, vocabulary);
        self.term.is_none_or(kept) && contains(self.forest, &term, vocabulary)
    }
}

/// Whether a term has an equation that relates something with itself, and its source has none.
pub fn empties(term: &Term, source: &Term, vocabulary: &Vocabulary) -> bool {
    is_idle(term, vocabulary) && !is_idle(source, vocabulary)
}

/// Whether an equation relates something with itself: nothing is left of what it said.
fn is_idle(term: &Term, vocabulary: &Vocabulary) -> bool {
    let relation = vocabulary
        .operator(term.op)
        .is_some_and(|o| o.tags.iter().any(|tag| tag == "relation"));
    match (relation, &*term.args) {
        (true, [a, b]) => a == b,
        (true, _) => false,
        (false, args) => args.iter().any(|arg| is_idle(arg, vocabulary)),
    }
}

/// What is known of symbols, under the names of a version.
pub fn under(atoms: &Atoms, names: &Names) -> Atoms {
    let named = names.symbols.iter().zip(&atoms.symbols);
    let among = |listed: [&[String]; 2]| -> Vec<String> {
        let is_listed = |symbol: &Symbol| listed.iter().any(|l| l.contains(&symbol.name));
        let some = named.clone().filter(|(_, symbol)| is_listed(symbol));
        let some = some.map(|(name, _)| name.clone());
        let own = |slot: &Slot| atoms.slot_names.iter().find(|(own, _)| own == slot);
        let bound = names.slots.iter().filter(|(slot, _)| {
            own(slot).is_some_and(|(_, name)| listed.iter().any(|l| l.contains(name)))
        });
        some.chain(bound.map(|(_, name)| name.clone())).collect()
    };
    let told = |(slot, name): &(Slot, String)| {
        let own = atoms.slot_names.iter().filter(|(own, _)| own == slot);
        let mut kinds = own.filter_map(|(_, own)| atoms.bound.iter().find(|(n, _)| n == own));
        kinds.next().map(|(_, kind)| (name.clone(), *kind))
    };
    Atoms {
        bound: names.slots.iter().filter_map(told).collect(),
        ordered: among([&atoms.ordered, &atoms.apart]),
        iterates: atoms.iterates,
        raises: atoms.raises,
        tends: atoms.tends,
        applied: atoms.applied.clone(),
        stars: atoms.stars,
        means: atoms.means,
        sizes: atoms.sizes,
        settled: atoms.noted,
        // Blanks that are printed say something.
        topic: Topic {
            joined: false,
            ..atoms.topic
        },
        symbols: named
            .map(|(name, symbol)| Symbol {
                name: name.clone(),
                ..symbol.clone()
            })
            .collect(),
        ..Atoms::default()
    }
}
