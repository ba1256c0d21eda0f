//! Falsified versions in a row: many falsehoods, each written in several ways.

use std::collections::HashSet;

use mamut_engine::choice::Key;
use mamut_engine::symbols::Names;
use mamut_printer::{Trace, fingerprint};

use super::base::Base;
use super::source::Source;
use crate::pipeline::Pipeline;

/// As many falsehoods are made at once.
const BATCH: usize = 64;
/// In the first batches each is written once, later twice, four times… and no more often than this.
const REUSED: u32 = 32;
/// How often a form that is there already is drawn again before a falsehood is passed over.
const TRIES: u32 = 24;

/// One falsified version.
pub struct False<'v> {
    /// What it is a form of.
    pub base: &'v Base,
    /// The LaTeX.
    pub text: &'v str,
    /// The names used.
    pub names: &'v Names,
    /// What it is made of.
    pub trace: &'v Trace,
}

/// The falsified versions of a formula, in an order that depends on formula, rules, settings and
/// seed alone.
pub struct Stream<'c, 'r> {
    pipeline: &'c Pipeline<'r>,
    candidates: Source<'c, 'r>,
    nearest: bool,
    key: Key,
    seen: HashSet<u64>,
    bases: Vec<Base>,
    /// Of the batch: which comes next, in which round of how many.
    at: usize,
    round: u32,
    rounds: u32,
    batch: u64,
    /// How many versions there were when the batch was begun.
    begun: usize,
    /// Whether candidates were made a second time in this batch.
    restarted: bool,
}

impl<'c, 'r> Stream<'c, 'r> {
    /// Starts a stream.
    pub fn new(
        pipeline: &'c Pipeline<'r>,
        candidates: Source<'c, 'r>,
        nearest: bool,
        source: &str,
    ) -> Self {
        Self {
            pipeline,
            candidates,
            nearest,
            key: Key::seed(pipeline.seed).named("false").named(source),
            seen: HashSet::new(),
            bases: Vec::new(),
            at: 0,
            round: 0,
            rounds: 0,
            batch: 0,
            begun: 0,
            restarted: false,
        }
    }

    /// What became of the candidates so far.
    pub fn stats(&self) -> super::stats::Stats {
        self.candidates.stats()
    }

    /// Gives the next version to `take`; false when there are no more.
    pub fn next(&mut self, take: impl FnOnce(&False<'_>)) -> bool {
        loop {
            if self.at >= self.bases.len() && !(self.round == 0 && self.grow()) {
                self.at = 0;
                self.round += 1;
                if self.round >= self.rounds && !self.begin() {
                    return false;
                }
                continue;
            }
            let base = &self.bases[self.at];
            let place = self.key.at(self.batch).at(self.at as u64);
            self.at += 1;
            let key = place.at(u64::from(self.round));
            let mut versions = base.body.versions(self.pipeline, key);
            for _ in 0..TRIES {
                let Some(version) = versions.next_version() else {
                    break;
                };
                if !self.seen.insert(fingerprint(version.text.as_bytes())) {
                    continue;
                }
                take(&False {
                    base,
                    text: version.text,
                    names: version.names,
                    trace: version.trace,
                });
                return true;
            }
        }
    }

    /// Begins the next batch; false when the last one gave nothing new.
    fn begin(&mut self) -> bool {
        if self.batch > 0 && self.seen.len() == self.begun {
            return false;
        }
        self.begun = self.seen.len();
        self.bases.clear();
        self.rounds = 1 << self.batch.min(u64::from(REUSED.trailing_zeros()));
        self.batch += 1;
        self.at = 0;
        self.round = 0;
        self.restarted = self.batch == 1;
        if self.nearest {
            while self.grow() {}
            self.bases.sort_by_key(|base| base.distance);
        }
        true
    }

    /// Adds a falsehood to the batch; false when it is full or there are no more.
    fn grow(&mut self) -> bool {
        if self.bases.len() >= BATCH || self.batch == 0 {
            return false;
        }
        let mut found = self.candidates.next_base();
        // Small formulas have few falsehoods: these are written in more ways.
        if found.is_none() && !self.restarted {
            self.restarted = true;
            self.candidates.again();
            found = self.candidates.next_base();
        }
        self.bases.extend(found);
        self.bases.len() > self.at
    }
}
