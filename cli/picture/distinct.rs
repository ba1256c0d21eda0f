//! How many different strings there are, in bounded memory.

use std::collections::BTreeSet;

/// So many hashes are kept: counts up to here are exact, others err by about 2 %.
const KEPT: usize = 2_048;

/// The smallest hashes seen (k minimum values: Bar-Yossef and others 2002). The order in which
/// strings come does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distinct(BTreeSet<u64>);

impl Distinct {
    /// Adds a string by its hash.
    pub fn add(&mut self, hash: u64) {
        // The printer's fingerprints end in well mixed bits, and begin with them after this.
        let hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if self.0.len() < KEPT || self.0.last().is_some_and(|most| hash < *most) {
            self.0.insert(hash);
            if self.0.len() > KEPT {
                self.0.pop_last();
            }
        }
    }

    /// Adds what another has seen.
    pub fn merge(&mut self, other: &Self) {
        self.0.extend(&other.0);
        while self.0.len() > KEPT {
            self.0.pop_last();
        }
    }

    /// How many there are, and whether that is exact.
    pub fn count(&self) -> (u64, bool) {
        match self.0.last() {
            Some(most) if self.0.len() == KEPT => {
                let share = (*most as f64 + 1.0) / (u64::MAX as f64 + 1.0);
                (((KEPT - 1) as f64 / share).round() as u64, false)
            }
            _ => (self.0.len() as u64, true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: std::ops::Range<u32>) -> Distinct {
        let mut all = Distinct::default();
        for n in numbers {
            all.add(mamut_printer::fingerprint(format!("a+{n}").as_bytes()));
        }
        all
    }

    #[test]
    fn few_are_counted_exactly_and_many_nearly() {
        assert_eq!(of(0..0).count(), (0, true));
        assert_eq!(of(0..1_500).count(), (1_500, true));
        let (many, exact) = of(0..200_000).count();
        assert!(!exact && many.abs_diff(200_000) < 14_000, "{many}");
    }

    #[test]
    fn halves_that_overlap_make_the_whole() {
        let mut both = of(0..60_000);
        both.merge(&of(40_000..100_000));
        assert_eq!(both, of(0..100_000));
    }
}
