//! Reading back: whether what is written of a formula says what the formula says.

use crate::atoms::{Atoms, Symbol};
use crate::forest::Forest;
use crate::latex::{Formula, Reader};
use crate::member::contains;
use crate::symbols::{Names, resolve};
use crate::vocabulary::Vocabulary;

/// A formula that versions are read back beside.
#[derive(Clone, Copy)]
pub struct Original<'f> {
    /// All that may be written of it.
    pub forest: &'f Forest,
    /// Its leaves.
    pub atoms: &'f Atoms,
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
        contains(self.forest, &term, vocabulary)
    }
}

/// What is known of symbols, under the names of a version.
pub fn under(atoms: &Atoms, names: &Names) -> Atoms {
    let named = names.symbols.iter().zip(&atoms.symbols);
    Atoms {
        symbols: named
            .map(|(name, symbol)| Symbol {
                name: name.clone(),
                ..symbol.clone()
            })
            .collect(),
        ..Atoms::default()
    }
}
