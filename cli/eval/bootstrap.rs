//! Intervals of measures, from samples of the queries.

use mamut_engine::choice::Key;

use super::measures::NAMES;
use super::summary::{CLASSES, Confusion, Query};

/// The intervals of 95 % of the measures of ranking, then of those of classes: the percentiles over
/// samples of as many queries as there are, with replacement.
pub fn intervals(queries: &[Query], classes: bool, samples: u32, seed: u64) -> Vec<(f64, f64)> {
    let count = NAMES.len() + if classes { CLASSES.len() } else { 0 };
    let mut found = vec![Vec::with_capacity(samples as usize); count];
    let key = Key::seed(seed).named("bootstrap");
    for sample in 0..samples {
        let mut draws = key.at(u64::from(sample)).draws();
        let mut sums = [0.0; NAMES.len()];
        let mut whole = Confusion::default();
        for _ in 0..queries.len() {
            let query = &queries[draws.below(queries.len())];
            for (sum, value) in sums.iter_mut().zip(query.measures) {
                *sum += value;
            }
            whole.hits += query.confusion.hits;
            whole.alarms += query.confusion.alarms;
            whole.misses += query.confusion.misses;
            whole.rejections += query.confusion.rejections;
        }
        let means = sums.map(|sum| sum / queries.len() as f64);
        let values = means.into_iter().chain(whole.measures());
        for (found, value) in found.iter_mut().zip(values) {
            found.push(value);
        }
    }
    found
        .into_iter()
        .filter(|values| !values.is_empty())
        .map(interval)
        .collect()
}

fn interval(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    (at(0.025), at(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_mean_and_shrink_with_queries() {
        let query = |n: usize| Query {
            measures: [(n % 2) as f64; 5],
            random: [0.0; 5],
            confusion: Confusion::default(),
        };
        let width = |count| {
            let queries: Vec<_> = (0..count).map(query).collect();
            let (low, high) = intervals(&queries, false, 400, 0)[0];
            assert!(low < 0.5 && 0.5 < high, "{low} {high}");
            high - low
        };
        let (few, many) = (width(40), width(4000));
        // A share of one half has an interval of 3.92 · 0.5 / √n.
        assert!(
            (few / 0.31 - 1.0).abs() < 0.2 && (many / 0.031 - 1.0).abs() < 0.2,
            "{few} {many}"
        );
    }
}
