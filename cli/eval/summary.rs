//! The measures of many queries.

use super::bootstrap;
use super::candidates::Candidate;
use super::measures::{self, Measures, NAMES};

/// True and false positives and negatives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confusion {
    /// Relevant and said to be.
    pub hits: u64,
    /// Not relevant and said to be.
    pub alarms: u64,
    /// Relevant and not said to be.
    pub misses: u64,
    /// Neither.
    pub rejections: u64,
}

/// The names of the measures of classification.
pub const CLASSES: [&str; 4] = ["accuracy", "precision", "recall", "F1"];

impl Confusion {
    /// Adds a row.
    pub fn add(&mut self, relevant: bool, said: bool) {
        match (relevant, said) {
            (true, true) => self.hits += 1,
            (false, true) => self.alarms += 1,
            (true, false) => self.misses += 1,
            (false, false) => self.rejections += 1,
        }
    }

    /// One value each of [`CLASSES`]; what nothing is divided by is 0.
    pub fn measures(&self) -> [f64; 4] {
        let share = |part: u64, whole: u64| {
            if whole == 0 {
                0.0
            } else {
                part as f64 / whole as f64
            }
        };
        let all = self.hits + self.alarms + self.misses + self.rejections;
        [
            share(self.hits + self.rejections, all),
            share(self.hits, self.hits + self.alarms),
            share(self.hits, self.hits + self.misses),
            share(2 * self.hits, 2 * self.hits + self.alarms + self.misses),
        ]
    }
}

/// One query.
#[derive(Clone, Debug)]
pub struct Query {
    /// How it is ranked.
    pub measures: Measures,
    /// How a random order would be.
    pub random: Measures,
    /// How its candidates are classified.
    pub confusion: Confusion,
}

/// Many queries.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Candidates.
    pub rows: u64,
    /// Those that are relevant.
    pub relevant: u64,
    /// Queries with a relevant document; measures of ranking are their means.
    pub queries: u64,
    /// Queries without one, which are left out.
    pub hopeless: u64,
    /// Candidates that share their score with one of the other sort.
    pub ties: u64,
    /// Of each [`NAMES`] the mean; none without queries.
    pub ranking: Option<Measures>,
    /// The same for random orders.
    pub random: Option<Measures>,
    /// Of each [`CLASSES`] over all rows, where there is a threshold.
    pub classes: Option<[f64; 4]>,
    /// The intervals of 95 % of ranking, then of classes.
    pub intervals: Vec<(f64, f64)>,
}

/// How candidates are measured.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Whether equal scores stand for all their orders.
    pub tied: bool,
    /// The least score that says true.
    pub threshold: Option<f64>,
}

/// Measures candidates in order; `missing` gives the gains of what a query lacks, and there are
/// `unranked` more queries that lack everything.
pub fn summarise<'m>(
    candidates: &[&Candidate],
    missing: impl Fn(u32) -> &'m [u32],
    unranked: u64,
    policy: Policy,
    bootstrap: Option<(u32, u64)>,
) -> Summary {
    let mut summary = Summary::default();
    let mut queries = Vec::new();
    let mut whole = Confusion::default();
    for group in candidates.chunk_by(|a, b| a.query == b.query) {
        let ranked: Vec<(f64, u32)> = group.iter().map(|c| (c.score, c.gain)).collect();
        let mut confusion = Confusion::default();
        for (score, gain) in &ranked {
            let said = policy.threshold.is_some_and(|least| *score >= least);
            confusion.add(*gain > 0, said);
            whole.add(*gain > 0, said);
        }
        summary.rows += ranked.len() as u64;
        summary.relevant += confusion.hits + confusion.misses;
        summary.ties += measures::ties(&ranked);
        let missing = missing(group[0].query);
        let level: Vec<(f64, u32)> = ranked.iter().map(|c| (0.0, c.1)).collect();
        let measured = measures::measure(&ranked, missing, policy.tied);
        match measured.zip(measures::measure(&level, missing, true)) {
            Some((measures, random)) => queries.push(Query {
                measures,
                random,
                confusion,
            }),
            None => summary.hopeless += 1,
        }
    }
    let nothing = Query {
        measures: [0.0; NAMES.len()],
        random: [0.0; NAMES.len()],
        confusion: Confusion::default(),
    };
    queries.extend((0..unranked).map(|_| nothing.clone()));
    summary.queries = queries.len() as u64;
    let means = |of: fn(&Query) -> &Measures| {
        let mean = |n: usize| queries.iter().map(|q| of(q)[n]).sum::<f64>() / queries.len() as f64;
        (!queries.is_empty()).then(|| std::array::from_fn(mean))
    };
    summary.ranking = means(|q| &q.measures);
    summary.random = means(|q| &q.random);
    summary.classes = policy.threshold.map(|_| whole.measures());
    if let Some((samples, seed)) = bootstrap.filter(|_| !queries.is_empty()) {
        summary.intervals =
            bootstrap::intervals(&queries, policy.threshold.is_some(), samples, seed);
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_query_there_is_no_mean() {
        let policy = Policy {
            tied: true,
            threshold: None,
        };
        let summary = summarise(&[], |_| &[], 0, policy, Some((10, 0)));
        assert_eq!((summary.ranking, summary.random), (None, None));
        let lost = summarise(&[], |_| &[], 1, policy, None);
        assert_eq!(lost.ranking, Some([0.0; NAMES.len()]));
    }
}
