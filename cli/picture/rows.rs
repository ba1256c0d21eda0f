//! Reading rows for pictures: each counted once, some kept.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::census::Census;
use super::columns::Columns;
use super::facts::Facts;
use super::sample::{EQUIVALENT, Sample};
use super::svg::grouped;
use crate::dataset::{Config, Directory, Split};
use crate::picture_args::Rows;
use crate::row::Row;
use crate::table::Reader;
use crate::{corpus, interrupt, parallel};

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

impl Wanted<'_> {
    fn restricted(&self) -> String {
        let identity = self.identity.map(|id| format!(" of the identity `{id}`"));
        let split = self
            .input
            .split
            .as_ref()
            .map(|split| format!(" in the split `{split}`"));
        identity.unwrap_or_default() + &split.unwrap_or_default()
    }
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
    let heap = if path.is_dir() {
        of_directory(&mut gathered, wanted)?
    } else {
        ensure!(path.exists(), "{} does not exist", path.display());
        of_lines(path, wanted)?
    };
    (gathered.census, gathered.sample) = (heap.census, heap.sample);
    let none = gathered.census.identities.is_empty();
    ensure!(
        !none,
        "{} holds no rows{}",
        path.display(),
        wanted.restricted()
    );
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

/// The rows of a dataset, and what is known of it.
fn of_directory(gathered: &mut Gathered, wanted: &Wanted<'_>) -> Result<Heap> {
    let input = wanted.input;
    let directory = Directory::open(&input.path)?;
    let (name, config) = directory.config(input.config.as_deref())?;
    let splits: Vec<&Split> = match &input.split {
        None => config.splits.iter().collect(),
        Some(split) => vec![config.split(split).with_context(|| {
            let names: Vec<&str> = config.splits.iter().map(|s| s.name.as_str()).collect();
            format!(
                "{} has no split `{split}`, but {}",
                input.path.display(),
                names.join(", ")
            )
        })?],
    };
    describe(gathered, name, config);
    let identities = corpus::load(&input.corpus)?;
    corpus::complain(&identities);
    let versions = identities
        .corpus
        .identities
        .iter()
        .flat_map(|i| &i.versions);
    let sources: BTreeMap<&str, &str> = versions
        .map(|v| (v.id.as_str(), v.source.as_str()))
        .collect();
    let columns = Columns::of(&config.schema, wanted.sample > 0).with_context(|| {
        format!(
            "there are no pictures of `{name}` in {}",
            input.path.display()
        )
    })?;
    let mut heap = Heap::new(wanted);
    parallel::ordered(
        splits.iter().flat_map(|split| &split.shards),
        parallel::jobs(input.jobs),
        |shard, send| {
            send(of_table(
                &directory.path.join(&shard.path),
                &columns,
                &sources,
                wanted,
            ));
        },
        |part: Result<Heap>| {
            let part = part?;
            heap.census.merge(&part.census);
            heap.sample.merge(part.sample);
            Ok(())
        },
    )?;
    Ok(heap)
}

/// What the manifest says of the making.
fn describe(gathered: &mut Gathered, name: &str, config: &Config) {
    gathered.title = format!("{name} in {}", gathered.title);
    let splits: Vec<String> = config
        .splits
        .iter()
        .map(|split| format!("{} {}", split.name, grouped(split.rows)))
        .collect();
    let making = [
        ("what", config.about.clone()),
        ("command", config.command.clone()),
        ("version", config.version.clone()),
        ("splits", splits.join(", ")),
    ];
    gathered
        .making
        .extend(making.map(|(name, value)| (name.to_owned(), value)));
    let counts = config.counts.iter();
    gathered
        .left_out
        .extend(counts.map(|(what, number)| (what.clone(), *number)));
}

/// The rows of a file of a dataset.
fn of_table(
    path: &Path,
    columns: &Columns,
    sources: &BTreeMap<&str, &str>,
    wanted: &Wanted<'_>,
) -> Result<Heap> {
    let mut heap = Heap::new(wanted);
    for values in Reader::typed(path, &columns.schema)? {
        let values = values?;
        heap.add(&columns.facts(&values), wanted, || {
            columns.row(&values, sources)
        });
        if interrupt::asked() {
            break;
        }
    }
    Ok(heap)
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
