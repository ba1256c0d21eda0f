//! How many falsehoods a source has: some at once, more as its versions pay for them.

use super::supply::Supply;

/// What a falsehood costs, about in microseconds: a production of its grammar, and as many steps of
/// evaluation for one. The time itself would make other rows on other machines.
const PRODUCTION: u64 = 5;
const STEPS_FOR_ONE: u64 = 24;

/// The falsehoods of a source so far, and what they cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) supply: Supply,
    round: u32,
    /// How many more this round adds.
    room: u32,
    /// How many there have been.
    pub(super) made: u64,
    /// What they cost, about in microseconds, as it is reckoned.
    pub(super) cost: u64,
}

impl Pace {
    /// Before the first falsehood.
    pub(super) const fn new(supply: Supply) -> Self {
        Self {
            supply,
            round: 0,
            room: supply.first,
            made: 0,
            cost: 0,
        }
    }

    /// Whether there are few yet, so that variety matters more than shares.
    pub(super) const fn is_young(&self) -> bool {
        self.made < self.supply.first as u64
    }

    /// Whether another one may be looked for in this round: it is not too dear for the versions
    /// there are, or, when there is nothing left to write, needed whatever it costs.
    pub(super) const fn allows(&self, versions: u64, starved: bool) -> bool {
        self.room > 0 && (starved || self.supply.affords(self.made, self.cost, versions))
    }

    /// How many versions of a falsehood are written in a row in this round.
    pub(super) fn batch(&self) -> u32 {
        let grown = 1u32.checked_shl(self.round).unwrap_or(u32::MAX);
        grown.min(self.supply.batch)
    }

    /// Counts that one was looked for with so many steps of evaluation, and, when it was found, how
    /// many productions it has.
    pub(super) const fn count(&mut self, steps: u64, productions: Option<usize>) {
        self.room -= 1;
        self.cost += steps / STEPS_FOR_ONE;
        if let Some(productions) = productions {
            self.made += 1;
            self.cost += PRODUCTION * productions as u64;
        }
    }

    /// Begins the next round with so many falsehoods at hand; how many of them, the oldest, make
    /// room for others. Rounds add fewer and fewer, so that the number of falsehoods grows about as
    /// the root of the number of versions.
    pub(super) fn begin(&mut self, pool: usize) -> usize {
        self.round += 1;
        self.room = (f64::from(self.supply.first) / f64::from(self.round + 1).sqrt()).ceil() as u32;
        (pool + self.room as usize).saturating_sub(self.supply.pool)
    }
}
