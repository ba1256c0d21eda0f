//! Scored candidates of queries, with what is known of them.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::args::Ties;

/// A candidate.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its query.
    pub query: u32,
    /// Its score.
    pub score: f64,
    /// How relevant it is, 0 for not.
    pub gain: u32,
    /// Its place among the candidates in the order of their ids.
    pub place: u32,
    /// What it is, where that is known.
    pub facets: Option<Box<Facets>>,
}

impl Candidate {
    /// By query, the best first, equal scores in falling order of the ids.
    pub fn order(&self, other: &Self) -> Ordering {
        let scores = other.score.total_cmp(&self.score);
        self.query
            .cmp(&other.query)
            .then(scores)
            .then(other.place.cmp(&self.place))
    }
}

/// What is known of a row of a dataset; names are numbers of [`Names`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// How it was falsified.
    pub strategies: Vec<u32>,
    /// Whether symbols were renamed.
    pub substituted: bool,
    /// Whether it is a text.
    pub is_text: bool,
    /// The identity asked for.
    pub identity: u32,
    /// The version of the corpus it was made from.
    pub template: u32,
}

/// Names, each with a number in order of appearance.
#[derive(Clone, Debug, Default)]
pub struct Names {
    numbers: BTreeMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    /// The number of a name.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of a name that is known.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// The name of a number.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", String::as_str)
    }
}

/// All candidates, those of a query together and the best first.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// In order.
    pub all: Vec<Candidate>,
    /// For queries that have some, the gains of relevant documents that are no candidates.
    pub missing: BTreeMap<u32, Vec<u32>>,
    /// The queries.
    pub queries: Names,
    /// The ids of candidates that have no place yet.
    pub(super) ids: Vec<String>,
    /// The strategies, identities and templates.
    pub strategies: Names,
    /// See above.
    pub identities: Names,
    /// See above.
    pub templates: Names,
}

impl Candidates {
    /// How many queries with relevant documents have no candidate.
    pub fn unranked(&self) -> u64 {
        let ranked: BTreeSet<u32> = self.all.iter().map(|c| c.query).collect();
        let lost =
            |(query, gains): &(&u32, &Vec<u32>)| !gains.is_empty() && !ranked.contains(query);
        self.missing.iter().filter(lost).count() as u64
    }

    /// Puts the candidates in order. `trec_eval` takes equal scores in falling order of the ids,
    /// and keeps 32 bits of a score.
    pub fn sort(&mut self, ties: Ties) {
        if ties == Ties::Trec {
            for candidate in &mut self.all {
                candidate.score = f64::from(candidate.score as f32);
            }
        }
        self.all.sort_by(Candidate::order);
    }
}
