//! How many falsehoods a source has for its versions: as many as variety wants and time allows.

use crate::rules::Fnv;

/// No source of many has fewer falsehoods than this, if it has so many and they are not very dear.
const LEAST: u64 = 8;
/// What all falsehoods of an identity's sources may cost in a dataset, about in microseconds:
/// so much, those of one source no more than this, and as much again for every version.
const START: u64 = 300_000;
const MOST: u64 = 75_000;
const RATE: u64 = 2;
/// As many versions of a falsehood follow each other where there are many.
const BATCH: u32 = 12;
/// As many falsehoods of an identity are kept at a time: 60 to 200 kB each.
const KEPT: usize = 1024;

/// When falsehoods are made, and how long they are kept. Costs are counted in steps, about a
/// microsecond each: the time itself would make other rows on other machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// As many the first round has; later rounds add fewer and fewer.
    pub first: u32,
    /// So many versions in a row are written of each once there are many: the first round writes
    /// one, each round after it twice as many as the last. Falsehoods that take turns one by one are
    /// fetched from far away in memory for every version.
    pub batch: u32,
    /// No more are kept at a time: the oldest make room.
    pub pool: usize,
    /// They are made while they cost no more than this and…
    pub start: u64,
    /// … as much again for every version.
    pub rate: u64,
    /// No source has fewer than this, if it has so many, unless these cost more than…
    pub fewest: u64,
    /// … this, …
    pub dear: u64,
    /// … and none has fewer than this, unless these cost more than…
    pub least: u64,
    /// … this.
    pub dearest: u64,
}

impl Default for Supply {
    fn default() -> Self {
        Self {
            first: 64,
            batch: 8,
            pool: 128,
            start: 30_000,
            rate: 6,
            fewest: 24,
            dear: 750_000,
            least: 12,
            dearest: u64::MAX,
        }
    }
}

impl Supply {
    /// For each of `sources` of an identity of which so many false versions are wanted in all: a
    /// few versions do with a few falsehoods, and many sources share memory and time.
    pub fn shared(versions: u64, sources: u64) -> Self {
        let usual = Self::default();
        let sources = sources.max(1);
        let first = 2 * (versions / sources).isqrt().max(1);
        let first = first.clamp(LEAST, u64::from(usual.first));
        let fewest = usual.fewest.min(first);
        let start = (START / sources).min(MOST);
        Self {
            first: first as u32,
            batch: BATCH.min(first as u32 / 4),
            pool: (KEPT / sources as usize).clamp(2 * LEAST as usize, usual.pool),
            start,
            rate: RATE,
            fewest,
            dear: 10 * start,
            least: LEAST,
            dearest: 40 * start,
        }
    }

    /// Whether one more is not too dear, after so many that cost so much, for so many versions.
    pub const fn affords(&self, made: u64, cost: u64, versions: u64) -> bool {
        made < self.least && cost < self.dearest
            || made < self.fewest && cost < self.dear
            || cost < self.start + self.rate * versions
    }

    /// A hash: versions are other versions under another supply.
    pub fn hash(&self) -> u64 {
        let Self {
            first,
            batch,
            pool,
            start,
            rate,
            fewest,
            dear,
            least,
            dearest,
        } = *self;
        let mut hash = Fnv::default();
        let many = [first, batch].map(u64::from);
        for number in
            many.into_iter()
                .chain([pool as u64, start, rate, fewest, dear, least, dearest])
        {
            hash.add(&number.to_le_bytes());
        }
        hash.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_versions_do_with_few_falsehoods() {
        let (few, many) = (Supply::shared(1_600, 20), Supply::shared(320_000, 20));
        assert!(few.first < many.first, "{few:?} {many:?}");
        assert!(20 * many.pool <= KEPT, "{many:?}");
        // The first ones are made when they are dear, others are not.
        assert!(few.affords(LEAST - 1, 2 * few.dear, 0));
        assert!(!few.affords(LEAST, 2 * few.dear, 0));
        assert!(!few.affords(0, 4 * few.dear, 0));
        let cost = many.start + 100;
        assert!(!many.affords(many.fewest, cost, 0) && many.affords(many.fewest, cost, 1_000));
    }
}
