//! The making of one dataset: units of work, made in any order and by any number of processes,
//! each once.
//!
//! `DIR/.mamut/CONFIG/job.json` says what is made, `parts/` holds the units that are done. A part
//! and every other file appears by renaming alone, so what is there is whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use mamut_engine::choice::{Key, name_hash};
use serde::{Deserialize, Serialize};

use super::manifest::{CARD, MANIFEST, METADATA, Manifest, Settings};
use crate::table::{Format, Schema};

/// The directory of what is not finished.
pub const WORK: &str = ".mamut";
const JOB: &str = "job.json";
const PARTS: &str = "parts";

/// What is made, where.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Job {
    /// The name of the dataset: `nmf`.
    pub config: String,
    /// What it is, in one sentence.
    pub about: String,
    /// The version of the program.
    pub version: String,
    /// The command that makes all of it, without directory, threads and shards.
    pub command: String,
    /// All that decides its rows.
    pub settings: Settings,
    /// The columns.
    pub schema: Schema,
    /// The column whose strings must all differ, where units may make the same one; its fingerprint
    /// is the key of a row.
    #[serde(default)]
    pub distinct: Option<usize>,
    /// How files are written.
    pub format: Format,
    /// The splits in the order of use, with how many files each has.
    pub splits: Vec<(String, usize)>,
    /// The keys of the units, sorted; each names a directory.
    pub units: Vec<String>,
}

/// Which units a process makes: those whose rank in a shuffled order leaves `index` divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// From 0.
    pub index: usize,
    /// How many shares there are.
    pub of: usize,
}

impl Share {
    /// Everything.
    pub const ALL: Self = Self { index: 0, of: 1 };

    /// Reads `I/N`, with I from 0 to N - 1.
    ///
    /// # Errors
    /// What is expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wanted = "I/N with I from 0 to N - 1, such as 0/8";
        let (index, of) = text.split_once('/').ok_or(wanted)?;
        let number = |text: &str| text.trim().parse::<usize>().ok();
        match (number(index), number(of)) {
            (Some(index), Some(of)) if index < of => Ok(Self { index, of }),
            _ => Err(wanted.to_owned()),
        }
    }
}

impl Job {
    /// The directory of its unfinished work.
    pub fn work(&self, directory: &Path) -> PathBuf {
        directory.join(WORK).join(&self.config)
    }

    /// The part of a unit.
    pub fn part(&self, directory: &Path, unit: &str) -> PathBuf {
        self.work(directory).join(PARTS).join(unit)
    }

    /// Reads the unfinished job of a directory; none when there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(directory: &Path, config: &str) -> Result<Option<Self>> {
        let path = directory.join(WORK).join(config).join(JOB);
        if !path.exists() {
            return Ok(None);
        }
        let place = || format!("cannot read {}", path.display());
        let text = fs::read_to_string(&path).with_context(place)?;
        serde_json::from_str(&text).map(Some).with_context(place)
    }

    /// The names of the unfinished jobs of a directory.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn unfinished(directory: &Path) -> Result<Vec<String>> {
        let work = directory.join(WORK);
        if !work.exists() {
            return Ok(Vec::new());
        }
        let place = || format!("cannot read {}", work.display());
        let mut names = Vec::new();
        for entry in fs::read_dir(&work).with_context(place)? {
            let name = entry
                .with_context(place)?
                .file_name()
                .to_string_lossy()
                .into_owned();
            if work.join(&name).join(JOB).exists() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Begins the job in a directory, or goes on with it; whether there is anything to do.
    ///
    /// # Errors
    /// When the directory holds the dataset of other settings, or work that nobody asked to go on
    /// with.
    pub fn begin(&self, directory: &Path, resume: bool) -> Result<bool> {
        let at = directory.display();
        let manifest = directory.join(MANIFEST);
        if manifest.exists() {
            let known = manifest_of(&manifest)?;
            self.share_format(
                known
                    .configs
                    .iter()
                    .map(|(name, c)| (name.as_str(), c.format)),
                directory,
            )?;
            if let Some(found) = known.configs.get(&self.config) {
                self.agree(&found.settings, directory)?;
                ensure!(
                    resume,
                    "{at} holds a finished `{}` of these settings already",
                    self.config
                );
                // A process may have been killed while it cleared up.
                self.clear(directory)?;
                return Ok(false);
            }
        }
        if let Some(found) = Self::read(directory, &self.config)? {
            self.agree(&found.settings, directory)?;
            ensure!(
                found.version == self.version && found.schema == self.schema,
                "{at} was begun by version {} of mamut-rw, this is {}: name another directory",
                found.version,
                self.version
            );
            ensure!(
                resume,
                "{at} holds an unfinished `{}` of these settings: go on with --resume",
                self.config
            );
            return Ok(true);
        }
        for name in Self::unfinished(directory)? {
            let other = Self::read(directory, &name)?.map(|job| (name.as_str(), job.format));
            self.share_format(other.into_iter(), directory)?;
        }
        if !manifest.exists() && !directory.join(WORK).exists() {
            for name in [CARD, METADATA, self.config.as_str()] {
                ensure!(
                    !directory.join(name).exists(),
                    "{at} holds no dataset of mamut-rw but has `{name}`, which would be overwritten: name another directory"
                );
            }
        }
        let parts = self.work(directory).join(PARTS);
        fs::create_dir_all(&parts).with_context(|| format!("cannot write {}", parts.display()))?;
        write_whole(
            &self.work(directory).join(JOB),
            &serde_json::to_vec_pretty(self)?,
        )?;
        Ok(true)
    }

    /// Whether the datasets beside this one are written as it is: what loads a directory takes all
    /// of its files for those of one format.
    fn share_format<'n>(
        &self,
        mut others: impl Iterator<Item = (&'n str, Format)>,
        directory: &Path,
    ) -> Result<()> {
        let other = others.find(|(name, format)| *name != self.config && *format != self.format);
        if let Some((name, format)) = other {
            bail!(
                "{} holds `{name}` in the format {}, and a directory is loaded in one format: say --format {} or name another directory",
                directory.display(),
                format.extension(),
                format.extension()
            );
        }
        Ok(())
    }

    /// Whether a directory holds the finished dataset of these settings.
    pub fn is_done(&self, directory: &Path) -> bool {
        let known = manifest_of(&directory.join(MANIFEST)).ok();
        let found = known.and_then(|mut known| known.configs.remove(&self.config));
        found.is_some_and(|found| found.settings == self.settings)
    }

    /// Removes what was needed to come to the end.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn clear(&self, directory: &Path) -> Result<()> {
        let work = self.work(directory);
        if work.exists() {
            fs::remove_dir_all(&work)
                .with_context(|| format!("cannot remove {}", work.display()))?;
        }
        // Other datasets may still be in the making.
        let _ = fs::remove_dir(directory.join(WORK));
        Ok(())
    }

    /// Whether settings are these; the first that differs is named.
    fn agree(&self, found: &Settings, directory: &Path) -> Result<()> {
        let names: BTreeMap<&String, ()> = self
            .settings
            .keys()
            .chain(found.keys())
            .map(|name| (name, ()))
            .collect();
        for name in names.keys() {
            let (ours, theirs) = (self.settings.get(*name), found.get(*name));
            if ours != theirs {
                let said = |value: Option<&serde_json::Value>| {
                    value.map_or_else(|| "nothing".to_owned(), ToString::to_string)
                };
                bail!(
                    "{} holds `{}` with other settings: `{name}` is {} there and {} here; name another directory",
                    directory.display(),
                    self.config,
                    said(theirs),
                    said(ours)
                );
            }
        }
        Ok(())
    }

    /// The units of a share.
    pub fn share(&self, share: Share) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.units.len()).collect();
        order.sort_by_key(|at| Key::of_code(name_hash(&self.units[*at])).bits());
        let mine = order.into_iter().enumerate();
        mine.filter(|(rank, _)| rank % share.of == share.index)
            .map(|(_, at)| at)
            .collect()
    }
}

fn manifest_of(path: &Path) -> Result<Manifest> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not a manifest", path.display()))
}

/// Writes a file that appears when it is whole.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut output = crate::output::Output::new(Some(path))?;
    output
        .write(bytes)
        .with_context(|| format!("cannot write {}", path.display()))?;
    output.finish()
}
