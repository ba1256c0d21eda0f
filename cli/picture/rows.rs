//! Reading rows for pictures: each counted once, some kept.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};

use super::census::Census;
use super::facts::Facts;
use super::sample::{EQUIVALENT, Sample};
use crate::interrupt;
use crate::picture_args::Rows;
use crate::row::Row;

/// What is read, and what is kept of it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Where the rows are.
    pub input: &'a Rows,
    /// Only rows of this identity.
    pub identity: Option<&'a str>,
    /// How many rows of each strategy are kept.
    pub sample: usize,
    /// What draws them.
    pub seed: u64,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// What the rows are called.
    pub title: String,
    /// What is known of their making: names and values.
    pub making: Vec<(String, String)>,
    /// The counts.
    pub census: Census,
    /// The rows that are kept.
    pub sample: Sample,
    /// What was left out when they were made, and how often.
    pub left_out: Vec<(String, u64)>,
}

/// Reads all rows.
///
/// # Errors
/// When they cannot be read, with the place.
pub fn gather(wanted: &Wanted<'_>) -> Result<Gathered> {
    let path = &wanted.input.path;
    interrupt::listen();
    let mut gathered = Gathered {
        title: path.display().to_string(),
        ..Gathered::default()
    };
    let heap = of_lines(path, wanted)?;
    (gathered.census, gathered.sample) = (heap.census, heap.sample);
    Ok(gathered)
}

/// Counts and rows of some file.
#[derive(Clone, Debug, Default)]
struct Heap {
    census: Census,
    sample: Sample,
}

impl Heap {
    fn new(wanted: &Wanted<'_>) -> Self {
        Self {
            census: Census::default(),
            sample: Sample::new(wanted.seed, wanted.sample),
        }
    }

    /// Counts a row of the identity that is wanted.
    fn add(&mut self, facts: &Facts<'_>, wanted: &Wanted<'_>, row: impl Fn() -> Row) {
        if wanted
            .identity
            .is_some_and(|identity| facts.identity != identity)
        {
            return;
        }
        self.census.add(facts);
        if wanted.sample > 0 {
            let groups = facts.strategies.iter().copied();
            let equivalent = facts.label.then_some(EQUIVALENT);
            self.sample.offer(groups.chain(equivalent), facts.text, row);
        }
    }
}

/// The rows of a file of JSON Lines.
fn of_lines(path: &Path, wanted: &Wanted<'_>) -> Result<Heap> {
    let place = || format!("cannot read {}", path.display());
    let mut reader = BufReader::new(File::open(path).with_context(place)?);
    let mut heap = Heap::new(wanted);
    let mut line = String::new();
    let mut number = 0;
    while reader.read_line(&mut line).with_context(place)? > 0 && !interrupt::asked() {
        number += 1;
        let row: Row = serde_json::from_str(&line).with_context(|| {
            format!(
                "{}:{number} is no row of `generate` or `falsify`",
                path.display()
            )
        })?;
        heap.add(&Facts::of(&row), wanted, || row.clone());
        line.clear();
    }
    Ok(heap)
}
