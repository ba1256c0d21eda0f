//! The last step of making a dataset: the rows of all parts in their files, well mixed; then
//! manifest, card and metadata.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use mamut_printer::Seen;

use super::job::{Job, write_whole};
use super::manifest::{CARD, Config, MANIFEST, METADATA, Manifest, Shard, Split};
use super::mixed::Mixed;
use super::part::{self, Summary};
use super::progress::Bar;
use super::{card, croissant};
use crate::table::{Cell, Writer};
use crate::{interrupt, parallel};

/// Where it is written which files are whole.
const SHARDS: &str = "shards";

/// The parts of all units, in the order of the units.
pub struct Parts<'j> {
    job: &'j Job,
    directory: &'j Path,
    /// Where the part of each unit is, and what is in it.
    parts: Vec<(PathBuf, Summary)>,
}

impl<'j> Parts<'j> {
    /// Looks for the parts of a job: in its directory, then in others.
    ///
    /// # Errors
    /// When parts are missing.
    pub fn find(job: &'j Job, directory: &'j Path, others: &[PathBuf]) -> Result<Self> {
        let mut parts = Vec::new();
        let mut missing = Vec::new();
        for unit in &job.units {
            let mut places = std::iter::once(directory).chain(others.iter().map(PathBuf::as_path));
            let found = places.find_map(|place| {
                let part = job.part(place, unit);
                part::read_summary(&part)
                    .ok()
                    .map(|summary| (part, summary))
            });
            match found {
                Some(found) => parts.push(found),
                None => missing.push(unit.as_str()),
            }
        }
        let named = &missing[..missing.len().min(3)];
        ensure!(
            missing.is_empty(),
            "{} of {} parts of `{}` are not made yet: {}{}",
            missing.len(),
            job.units.len(),
            job.config,
            named.join(", "),
            if missing.len() > named.len() {
                "…"
            } else {
                ""
            }
        );
        Ok(Self {
            job,
            directory,
            parts,
        })
    }

    /// How often something happened while they were made, by name.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for (_, summary) in &self.parts {
            summary.add_counts(&mut counts);
        }
        counts
    }

    /// The units without a row.
    pub fn empty(&self) -> Vec<&'j str> {
        let units = self.job.units.iter().zip(&self.parts);
        let empty = units.filter(|(_, (_, s))| s.rows.iter().flatten().all(|n| *n == 0));
        empty.map(|(unit, _)| unit.as_str()).collect()
    }

    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        let all = self.parts.iter().flat_map(|(_, s)| s.rows.iter().flatten());
        all.sum()
    }

    /// Writes all files on some threads, then what describes them; none after Ctrl-C.
    ///
    /// # Errors
    /// When something cannot be read or written. Files that are whole stay.
    pub fn merge(&self, jobs: usize, bar: &Bar) -> Result<Option<Config>> {
        let job = self.job;
        let work = job.work(self.directory);
        let target = self.directory.join(&job.config);
        let files = job.splits.iter().enumerate();
        let files: Vec<(usize, usize)> = files
            .flat_map(|(split, (_, shards))| (0..*shards).map(move |shard| (split, shard)))
            .filter(|(split, _)| {
                self.parts
                    .iter()
                    .any(|(_, s)| s.rows[*split].iter().any(|n| *n > 0))
            })
            .collect();
        let mut splits: Vec<Split> = Vec::new();
        parallel::ordered(
            files.into_iter(),
            jobs,
            |(split, shard), send| {
                send((split, self.shard(split, shard, bar)));
            },
            |(split, shard): (usize, Result<Option<Shard>>)| {
                let name = &job.splits[split].0;
                if splits.last().is_none_or(|last| last.name != *name) {
                    splits.push(Split {
                        name: name.clone(),
                        rows: 0,
                        bytes: 0,
                        shards: Vec::new(),
                    });
                }
                if let (Some(last), Some(shard)) = (splits.last_mut(), shard?) {
                    last.rows += shard.rows;
                    last.bytes += shard.bytes;
                    last.shards.push(shard);
                }
                Ok(())
            },
        )?;
        if interrupt::asked() {
            return Ok(None);
        }
        let mut counts = self.counts();
        let written: u64 = splits.iter().map(|split| split.rows).sum();
        if let Some(repeated) = self.rows().checked_sub(written).filter(|n| *n > 0) {
            counts.insert("repeated strings left out".to_owned(), repeated);
        }
        let config = Config {
            about: job.about.clone(),
            version: job.version.clone(),
            command: job.command.clone(),
            settings: job.settings.clone(),
            format: job.format,
            schema: job.schema.clone(),
            splits,
            counts,
        };
        describe(self.directory, &work, &job.config, config.clone())?;
        sweep(&target)?;
        job.clear(self.directory)?;
        Ok(Some(config))
    }

    /// The strings of later splits that may be in a file, too: they stay there.
    fn later(&self, split: usize, shard: usize) -> Result<Seen> {
        let mut seen = Seen::default();
        let Some(column) = self.job.distinct else {
            return Ok(seen);
        };
        let own = self.job.splits[split].1;
        for (later, (_, of)) in self.job.splits.iter().enumerate().skip(split + 1) {
            // Files hold equal shares of all keys, in order.
            let overlaps =
                |file: usize| file * own < (shard + 1) * of && shard * of < (file + 1) * own;
            for file in (0..*of).filter(|file| overlaps(*file)) {
                let mut mixed = Mixed::open(&self.parts, later, file)?;
                while let Some(row) = mixed.next_row()? {
                    is_new(&row, column, &mut seen);
                }
            }
        }
        Ok(seen)
    }

    /// Writes one file, or finds it written; none after Ctrl-C.
    ///
    /// # Errors
    /// When something cannot be read or written.
    pub fn shard(&self, split: usize, shard: usize, bar: &Bar) -> Result<Option<Shard>> {
        let job = self.job;
        let (name, of) = &job.splits[split];
        let extension = job.format.extension();
        let file = format!("{name}-{shard:05}-of-{of:05}.{extension}");
        let record = job
            .work(self.directory)
            .join(SHARDS)
            .join(format!("{file}.json"));
        let path = self.directory.join(&job.config).join(&file);
        for place in [&record, &path]
            .map(|path| path.parent())
            .into_iter()
            .flatten()
        {
            fs::create_dir_all(place)
                .with_context(|| format!("cannot write {}", place.display()))?;
        }
        if let Some(known) = known(&record, &path) {
            bar.found(known.rows);
            return Ok(Some(known));
        }
        let place = || format!("cannot write {}", path.display());
        let metadata = [("mamut".to_owned(), serde_json::to_string(job)?)];
        let mut writer =
            Writer::create(&path, &job.schema, job.format, &metadata).with_context(place)?;
        let mut mixed = Mixed::open(&self.parts, split, shard)?;
        let mut seen = self.later(split, shard)?;
        while let Some(row) = mixed.next_row()? {
            if job.distinct.is_some_and(|at| !is_new(&row, at, &mut seen)) {
                continue;
            }
            writer.push(&row).with_context(place)?;
            bar.rows(1);
            if interrupt::asked() {
                return Ok(None);
            }
        }
        let written = writer.finish().with_context(place)?;
        let shard = Shard {
            path: format!("{}/{file}", job.config),
            rows: written.rows,
            bytes: written.bytes,
            sha256: written.sha256,
        };
        write_whole(&record, &serde_json::to_vec(&shard)?)?;
        Ok(Some(shard))
    }
}

/// Removes what a killed process left of files.
fn sweep(directory: &Path) -> Result<()> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Ok(());
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "part")
        {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Whether a string was not there before.
fn is_new(row: &[Cell<'_>], column: usize, seen: &mut Seen) -> bool {
    let text = row.get(column).and_then(Cell::as_text);
    text.is_none_or(|text| seen.insert(text))
}

/// A file that was written before.
fn known(record: &Path, path: &Path) -> Option<Shard> {
    let text = fs::read_to_string(record).ok()?;
    let shard: Shard = serde_json::from_str(&text).ok()?;
    let size = fs::metadata(path).ok()?.len();
    (size == shard.bytes).then_some(shard)
}

/// Writes manifest, card and metadata of a directory, with one dataset more. They are written where
/// the unfinished work is: what a killed process leaves goes with it.
fn describe(directory: &Path, work: &Path, name: &str, config: Config) -> Result<()> {
    let write = |name: &str, bytes: &[u8]| {
        let (from, to) = (work.join(name), directory.join(name));
        write_whole(&from, bytes)?;
        fs::rename(&from, &to).with_context(|| format!("cannot write {}", to.display()))
    };
    let path = directory.join(MANIFEST);
    let mut manifest = if path.exists() {
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text)
            .with_context(|| format!("{} is not a manifest", path.display()))?
    } else {
        Manifest::default()
    };
    manifest.configs.insert(name.to_owned(), config);
    let croissant = serde_json::to_vec_pretty(&croissant::of(&manifest))?;
    write(METADATA, &croissant)?;
    write(CARD, card::of(&manifest).as_bytes())?;
    // The manifest says that all else is there.
    write(MANIFEST, &serde_json::to_vec_pretty(&manifest)?)
}
