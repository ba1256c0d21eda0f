//! Scores without a model.

use std::collections::BTreeMap;

use anyhow::Result;
use mamut_engine::choice::Key;

use super::args::Baseline;
use super::bags::{Bag, Collection, Terms};
use crate::dataset::{Directory, Split};
use crate::export::{Example, Roles};

/// So many true versions of an identity say how it looks.
const LEARNT: usize = 256;

/// Scores rows one by one.
pub enum Scorer {
    /// By a draw for each row.
    Random(Key),
    /// By terms that a row shares with what is asked for.
    Terms(Box<Shared>),
}

/// What terms are compared with.
pub struct Shared {
    terms: Terms,
    collection: Collection,
    /// For each identity the mean of its true versions.
    profiles: BTreeMap<String, Bag>,
}

impl Scorer {
    /// Looks at the rows that are to be scored, for how rare terms are, and at the true ones of
    /// `train`, for what names do not say.
    ///
    /// # Errors
    /// When rows cannot be read.
    pub fn new(
        baseline: Baseline,
        seed: u64,
        directory: &Directory,
        roles: &Roles,
        split: &Split,
        train: Option<&Split>,
    ) -> Result<Self> {
        let terms = match baseline {
            Baseline::Random => return Ok(Self::Random(Key::seed(seed).named("random"))),
            Baseline::Bm25 => Terms::Tokens,
            Baseline::Ngram => Terms::Grams,
        };
        let mut collection = Collection::default();
        for example in roles.read(directory, split) {
            collection.add(&terms.bag(&example?.text));
        }
        let mut learnt: BTreeMap<String, (usize, Bag)> = BTreeMap::new();
        for example in train
            .into_iter()
            .flat_map(|train| roles.read(directory, train))
        {
            let example = example?;
            let (count, bag) = learnt.entry(example.identity).or_default();
            if example.label && *count < LEARNT {
                *count += 1;
                for (term, often) in terms.bag(&example.text) {
                    *bag.entry(term).or_default() += often;
                }
            }
        }
        let mean = |(identity, (count, mut bag)): (String, (usize, Bag))| {
            bag.values_mut()
                .for_each(|often| *often /= count.max(1) as f64);
            (identity, bag)
        };
        Ok(Self::Terms(Box::new(Shared {
            terms,
            collection,
            profiles: learnt.into_iter().map(mean).collect(),
        })))
    }

    /// The score of a row, the `number`th.
    pub fn score(&self, example: &Example, number: u64) -> f64 {
        match self {
            Self::Random(key) => key.at(number).unit(),
            Self::Terms(shared) => shared.score(example),
        }
    }
}

impl Shared {
    fn score(&self, example: &Example) -> f64 {
        let document = self.terms.bag(&example.text);
        let asked = match self.profiles.get(&example.identity) {
            Some(profile) => profile,
            None => &self.terms.bag(&example.anchor),
        };
        match self.terms {
            Terms::Tokens => self.collection.bm25(asked, &document),
            Terms::Grams => self.collection.cosine(asked, &document),
        }
    }
}
