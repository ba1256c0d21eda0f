//! How often each of many small numbers occurs.

use std::collections::BTreeMap;

use serde::Serialize;

/// Numbers above this are counted as this one; a bound on memory.
const MOST: u32 = 1 << 14;

/// Counts by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Distribution(pub BTreeMap<u32, u64>);

impl Distribution {
    /// Counts a number once.
    pub fn add(&mut self, number: usize) {
        let number = u32::try_from(number).map_or(MOST, |n| n.min(MOST));
        *self.0.entry(number).or_default() += 1;
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        for (number, count) in &other.0 {
            *self.0.entry(*number).or_default() += count;
        }
    }

    /// How many numbers were counted.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Their mean; 0 of none.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().map(|(n, c)| f64::from(*n) * *c as f64).sum();
        sum / self.total().max(1) as f64
    }

    /// The least number that at least this share of all does not exceed; 0 of none.
    pub fn quantile(&self, share: f64) -> u32 {
        let wanted = (share * self.total() as f64).ceil().max(1.0) as u64;
        let mut passed = 0;
        let mut reaches = self.0.iter().filter(|(_, count)| {
            passed += **count;
            passed >= wanted
        });
        reaches.next().map_or(0, |(number, _)| *number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_numbers_that_occur() {
        let mut all = Distribution::default();
        (1..=10).for_each(|n| all.add(n * n));
        let found = [0.0, 0.1, 0.5, 0.51, 0.9, 1.0].map(|share| all.quantile(share));
        assert_eq!(found, [1, 1, 25, 36, 81, 100]);
        assert!((all.mean() - 38.5).abs() < 1e-9);
        assert_eq!(Distribution::default().quantile(0.5), 0);
    }

    #[test]
    fn what_is_huge_is_counted_within_bounds() {
        let mut all = Distribution::default();
        all.add(usize::MAX);
        let mut twice = all.clone();
        twice.merge(&all);
        assert_eq!(twice.0, BTreeMap::from([(MOST, 2)]));
    }
}
