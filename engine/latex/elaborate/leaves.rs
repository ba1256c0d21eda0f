//! Where symbols, numbers and opaque pieces stand among the leaves: by hash, once there are many.

use super::Elaborator;
use crate::atoms::{Literal, Opaque, Symbol};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Shorter lists are looked through.
const FEW: usize = 12;

/// The first places of the keys of a list that only grows.
pub(in crate::latex) struct Places<K>(FxHashMap<K, usize>, usize);

impl<K> Default for Places<K> {
    fn default() -> Self {
        Self(FxHashMap::default(), 0)
    }
}

impl<K: Hash + Eq + Clone> Places<K> {
    fn find<T>(&mut self, list: &[T], key: fn(&T) -> &K, wanted: &K) -> Option<usize> {
        for (place, item) in list.iter().enumerate().skip(self.1) {
            self.0.entry(key(item).clone()).or_insert(place);
        }
        self.1 = list.len();
        self.0.get(wanted).copied()
    }
}

/// The places of all leaves.
#[derive(Default)]
pub(in crate::latex) struct Leaves {
    symbols: Places<String>,
    literals: Places<String>,
    opaques: Places<Vec<String>>,
}

impl Elaborator<'_> {
    /// The index of the symbol of this name, which is added when it is new.
    pub(super) fn symbol_index(&mut self, name: &str) -> u32 {
        if self.atoms.symbols.len() <= FEW {
            return self.atoms.symbol(name);
        }
        let (symbols, wanted) = (&self.atoms.symbols, name.to_owned());
        let known = self
            .leaves
            .symbols
            .find(symbols, |s: &Symbol| &s.name, &wanted);
        match known {
            Some(place) => place as u32,
            None => self.atoms.add_symbol(&wanted),
        }
    }

    /// The index of the number with this spelling.
    pub(super) fn literal_index(&mut self, spelling: &str) -> Option<usize> {
        let literals = &self.atoms.literals;
        if literals.len() <= FEW {
            return literals.iter().position(|l| l.spelling == spelling);
        }
        let wanted = spelling.to_owned();
        self.leaves
            .literals
            .find(literals, |l: &Literal| &l.spelling, &wanted)
    }

    /// The index of the opaque piece of this text.
    pub(super) fn opaque_index(&mut self, pieces: &Vec<String>) -> Option<usize> {
        let opaques = &self.atoms.opaques;
        if opaques.len() <= FEW {
            return opaques.iter().position(|o| o.pieces == *pieces);
        }
        self.leaves
            .opaques
            .find(opaques, |o: &Opaque| &o.pieces, pieces)
    }
}
