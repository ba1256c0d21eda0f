//! A falsehood: a changed statement with its evidence, ready to be written.

use std::collections::{BTreeMap, BTreeSet};

use mamut_engine::symbols::Names;
use mamut_engine::term::Head;
use mamut_engine::truth::Difference;

use super::body::Body;
use super::witness;
use crate::row::Strategy;

/// How it is known that a version is false.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A point refutes it; whether the point has to be written in full.
    Refuted(Box<Difference>, bool),
    /// It could not be decided.
    Unknown,
    /// An author of the corpus says so.
    Authored,
    /// It states another identity.
    Other,
}

/// A falsehood.
pub struct Base {
    /// All its forms and names.
    pub body: Body,
    /// What was done.
    pub strategies: Vec<Strategy>,
    /// How it is known.
    pub evidence: Evidence,
    /// The distance in tokens from the source, both in the usual notation.
    pub distance: u32,
    /// The share of tokens that it has in common with the source.
    pub shared: f64,
}

impl Base {
    /// Its verdict in a row.
    pub const fn verdict(&self) -> &'static str {
        match self.evidence {
            Evidence::Refuted(..) => "refuted",
            Evidence::Unknown => "unknown",
            Evidence::Authored => "authored",
            Evidence::Other => "other",
        }
    }

    /// The witness under the names of a version.
    pub fn witness(&self, names: &Names) -> Option<BTreeMap<String, String>> {
        let Evidence::Refuted(found, open) = &self.evidence else {
            return None;
        };
        let atoms = self.body.atoms();
        let symbols: Vec<String> = atoms.symbols.iter().map(|s| s.name.clone()).collect();
        let occurring = match &self.body {
            Body::Formula(prepared) => {
                let mut occurring = BTreeSet::new();
                prepared.formula.term.walk(&mut |t| {
                    if let Head::Symbol(i) = t.op.head() {
                        occurring.insert(i as usize);
                    }
                });
                occurring
            }
            Body::Text(_) => (0..symbols.len()).collect(),
        };
        let own = |place: usize| occurring.contains(&place);
        Some(witness::of(found, &symbols, own, *open, names))
    }
}
