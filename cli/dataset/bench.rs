//! How fast the stages of making a dataset are, on one core.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::columns::{Columns, First, Pair};
use super::groups::Plan;
use super::identities::Chosen;
use super::job::Job;
use super::lane::Made;
use super::merge::Parts;
use super::progress::Bar;
use crate::interrupt;
use crate::stopwatch::Stopwatch;

/// The time of one stage.
#[derive(Clone, Debug, Serialize)]
pub struct Stage {
    /// What is done.
    pub stage: &'static str,
    /// Rows it was done for.
    pub rows: u64,
    /// Seconds of one core.
    pub seconds: f64,
}

impl Stage {
    /// Rows a second of one core.
    pub fn rate(&self) -> f64 {
        self.rows as f64 / self.seconds.max(1e-9)
    }
}

/// Makes about `most` rows of each identity and measures it; the dataset is written below
/// `directory`, which must not be there yet and is removed.
///
/// # Errors
/// When files cannot be written.
pub fn measure(
    plan: &Plan<'_>,
    columns: &Columns<'_>,
    job: &Job,
    most: u64,
    directory: &Path,
) -> Result<Vec<Stage>> {
    let removed = Removed(directory.to_owned());
    let stage = |stage| Stage {
        stage,
        rows: 0,
        seconds: 0.0,
    };
    let mut stages = [
        "read, saturate, compile",
        "true versions",
        "false versions",
        "columns",
        "parts",
        "files",
    ]
    .map(stage);
    let mut timed = |at: usize, rows: u64, watch: Stopwatch| {
        stages[at].rows += rows;
        stages[at].seconds += watch.seconds();
    };
    let mut all: Vec<(&Chosen<'_>, Vec<Made>)> = Vec::new();
    for chosen in &plan.identities.chosen {
        if interrupt::asked() {
            break;
        }
        let watch = Stopwatch::start();
        let subjects = plan.subjects(chosen);
        let mut lanes = plan.lanes(chosen, &subjects, &mut Default::default());
        timed(0, most, watch);
        let wanted = (most / (plan.negatives as u64 + 1)).div_ceil(lanes.len().max(1) as u64);
        let mut made: Vec<Made> = Vec::new();
        for (at, label, each) in [
            (1, true, wanted),
            (2, false, wanted * plan.negatives as u64),
        ] {
            let (before, watch) = (made.len(), Stopwatch::start());
            for lane in &mut lanes {
                made.extend((0..each).map_while(|_| lane.next(label, None)));
            }
            timed(at, (made.len() - before) as u64, watch);
        }
        all.push((chosen, made));
    }
    let rows = all.iter().map(|(_, made)| made.len()).sum::<usize>() as u64;
    let watch = Stopwatch::start();
    let mut units = Vec::new();
    for (chosen, made) in &all {
        let row = |made| {
            columns.row(Pair {
                identity: chosen.identity,
                first: First::Name(&chosen.identity.names[0]),
                second: made,
                epoch: None,
            })
        };
        units.push(made.iter().map(row).collect::<Vec<_>>());
    }
    timed(3, rows, watch);
    let bar = Bar::new("measuring", 0, true);
    job.begin(directory, false)?;
    // One thread, whose time is measured.
    let mut seconds = 0.0;
    for (at, unit) in units.iter().enumerate() {
        let watch = Stopwatch::start();
        job.write(directory, at, &bar, |rows| {
            unit.iter()
                .enumerate()
                .try_for_each(|(key, row)| rows.push(0, key as u64, row))
        })?;
        seconds += watch.seconds();
    }
    stages[4].rows = rows;
    stages[4].seconds = seconds;
    let watch = Stopwatch::start();
    Parts::find(job, directory, &[])?.shard(0, 0, &bar)?;
    stages[5].rows = rows;
    stages[5].seconds = watch.seconds();
    drop(removed);
    Ok(stages.into())
}

/// A directory that is removed in the end.
struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        // What stays is a temporary directory.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
