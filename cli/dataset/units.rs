//! The units of a job on their way: each made whole or not at all, on some threads.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use mamut_engine::choice::Key;

use super::job::{Job, Share};
use super::part::{self, Spool};
use super::progress::Bar;
use crate::table::Cell;
use crate::{interrupt, parallel};

/// Where the rows of one unit go.
pub struct Rows<'j> {
    spool: Spool,
    job: &'j Job,
    bar: &'j Bar,
}

impl Rows<'_> {
    /// Adds a row to a split; the key decides the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, split: usize, key: u64, row: &[Cell<'_>]) -> Result<()> {
        let shards = self.job.splits[split].1 as u128;
        let shard = ((u128::from(Key::of_code(key).bits()) * shards) >> 64) as usize;
        self.bar.rows(1);
        self.spool.push(split, shard, row)
    }

    /// Counts something that happened, for the manifest.
    pub fn count(&mut self, what: &str, number: u64) {
        self.spool.count(what, number);
    }

    /// Notes how large something became, for the manifest.
    pub fn most(&mut self, what: &str, number: u64) {
        self.spool.most(what, number);
    }
}

impl Job {
    /// Makes the units of a share that are not there yet, on some threads; whether all were made.
    /// After Ctrl-C none is begun, and those that were begun are dropped.
    ///
    /// # Errors
    /// The first error of a unit. What was finished stays.
    pub fn make(
        &self,
        directory: &Path,
        share: Share,
        jobs: usize,
        bar: &Bar,
        make: impl Fn(usize, &mut Rows<'_>) -> Result<()> + Sync,
    ) -> Result<bool> {
        let mine = self.share(share);
        let mut missing = Vec::new();
        for at in mine {
            let part = self.part(directory, &self.units[at]);
            match part::read_summary(&part) {
                Ok(summary) if part.exists() => {
                    bar.found(summary.rows.iter().flatten().sum());
                }
                _ => missing.push(at),
            }
        }
        let failed = AtomicBool::new(false);
        let mut done = 0;
        let total = missing.len();
        parallel::ordered(
            missing.into_iter(),
            jobs,
            |at, send| {
                if interrupt::asked() || failed.load(Ordering::Relaxed) {
                    return;
                }
                let made = self.write(directory, at, bar, |rows| make(at, rows));
                failed.fetch_or(made.is_err(), Ordering::Relaxed);
                send(made);
            },
            |made: Result<bool>| {
                done += usize::from(made?);
                Ok(())
            },
        )?;
        Ok(done == total)
    }

    /// Makes one unit; false after Ctrl-C.
    ///
    /// # Errors
    /// Those of `make`, and of writing.
    pub fn write(
        &self,
        directory: &Path,
        at: usize,
        bar: &Bar,
        make: impl FnOnce(&mut Rows<'_>) -> Result<()>,
    ) -> Result<bool> {
        let shards: Vec<usize> = self.splits.iter().map(|(_, n)| *n).collect();
        let unit = &self.units[at];
        let place = || format!("`{unit}` of `{}`", self.config);
        let spool = Spool::create(&self.part(directory, unit), &shards).with_context(place)?;
        let mut rows = Rows {
            spool,
            job: self,
            bar,
        };
        make(&mut rows).with_context(place)?;
        // A unit that was cut short is not whole.
        if interrupt::asked() {
            return Ok(false);
        }
        rows.spool.finish().with_context(place)?;
        bar.unit();
        Ok(true)
    }
}
