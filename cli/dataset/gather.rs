//! The texts of all collections, read once and put into buckets, which are the units of work.
//!
//! Texts with the same prose meet in one bucket, so that one set of strings for each bucket keeps
//! all strings of a dataset apart.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mamut_engine::choice::Key;
use mamut_engine::text::{Part, segments};
use mamut_printer::fingerprint;
use serde::{Deserialize, Serialize};

use super::job::write_whole;
use super::part;
use super::variants::form;
use crate::args::Global;
use crate::interrupt;
use crate::sources::report::Report;
use crate::sources::{Entry, Filter, Found};
use crate::tally::Tally;

/// How many buckets there are.
pub const BUCKETS: usize = 256;
/// The directory of texts in that of the unfinished work.
const TEXTS: &str = "texts";
/// What became of all records.
const REPORT: &str = "report.json";

/// A text in its bucket.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Gathered {
    /// The number of its collection.
    pub collection: usize,
    /// The text.
    pub entry: Entry,
    /// Whether a text before it is like it.
    pub again: bool,
}

/// The name of a bucket.
pub fn name(bucket: usize) -> String {
    format!("{bucket:03}")
}

/// The bucket of a text or a formula: texts with the same prose share one, and formulas that differ
/// by the names of symbols.
fn bucket(entry: &Entry) -> usize {
    if entry.is_formula {
        return Key::of_code(form(&entry.text)).bits() as usize % BUCKETS;
    }
    let mut prose = String::new();
    let mut done = 0;
    for segment in segments(&entry.text).0 {
        if matches!(segment.part, Part::Formula(_)) {
            prose.push_str(&entry.text[done..segment.inner.start]);
            done = segment.inner.end;
        }
    }
    prose.push_str(&entry.text[done..]);
    Key::of_code(fingerprint(prose.as_bytes())).bits() as usize % BUCKETS
}

/// Reads all records and counts what becomes of them; gives those of use to `take`. None after
/// Ctrl-C.
///
/// # Errors
/// When a collection cannot be read, and those of `take`.
pub fn read(
    records: impl Iterator<Item = (usize, Result<Found>, bool)>,
    names: Vec<String>,
    global: &Global,
    mut take: impl FnMut(Gathered) -> Result<()>,
) -> Result<Option<Report>> {
    let mut report = Report::new(names);
    let mut tally = Tally::new(global);
    for (collection, found, again) in records {
        if interrupt::asked() {
            return Ok(None);
        }
        let counts = &mut report.collections[collection];
        counts.read += 1;
        match found? {
            Found::Rejected(filter) => {
                let at = Filter::ALL.iter().position(|f| *f == filter);
                counts.rejected[at.unwrap_or(0)] += 1;
            }
            Found::Broken(place, complaint) => {
                counts.broken += 1;
                tally.formula(&place, &[complaint], None, None);
            }
            Found::Entry(entry) => {
                counts.kept += 1;
                tally.rows(1);
                take(Gathered {
                    collection,
                    entry,
                    again,
                })?;
            }
        }
    }
    tally.finish();
    Ok(Some(report))
}

/// Where the texts of a job are.
pub struct Texts {
    directory: PathBuf,
    /// What became of all records.
    pub report: Report,
}

impl Texts {
    /// The texts that were gathered in a directory of unfinished work; none when there are none.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn open(work: &Path) -> Result<Option<Self>> {
        let directory = work.join(TEXTS);
        let path = directory.join(REPORT);
        if !path.exists() {
            return Ok(None);
        }
        let place = || format!("cannot read {}", path.display());
        let report = fs::read_to_string(&path).with_context(place)?;
        let report = serde_json::from_str(&report).with_context(place)?;
        Ok(Some(Self { directory, report }))
    }

    /// Reads all records and writes those of use into buckets; none after Ctrl-C.
    ///
    /// # Errors
    /// When a collection cannot be read or a bucket cannot be written.
    pub fn gather(
        work: &Path,
        records: impl Iterator<Item = (usize, Result<Found>, bool)>,
        names: Vec<String>,
        global: &Global,
    ) -> Result<Option<Self>> {
        // Other processes may gather the same texts at the same time.
        let temporary = part::temporary(&work.join(TEXTS))?;
        let cannot = || format!("cannot write {}", temporary.display());
        let mut files: Vec<BufWriter<File>> = Vec::with_capacity(BUCKETS);
        for bucket in 0..BUCKETS {
            let file = File::create(temporary.join(name(bucket))).with_context(cannot)?;
            files.push(BufWriter::new(file));
        }
        let report = read(records, names, global, |gathered| {
            let file = &mut files[bucket(&gathered.entry)];
            serde_json::to_writer(&mut *file, &gathered)?;
            file.write_all(b"\n").with_context(cannot)
        })?;
        let Some(report) = report else {
            return Ok(None);
        };
        for mut file in files {
            file.flush().with_context(cannot)?;
        }
        write_whole(&temporary.join(REPORT), &serde_json::to_vec(&report)?)?;
        let directory = work.join(TEXTS);
        if let Err(error) = fs::rename(&temporary, &directory) {
            // Another process may have gathered them meanwhile.
            if !directory.join(REPORT).exists() {
                return Err(error).with_context(cannot);
            }
            fs::remove_dir_all(&temporary).with_context(cannot)?;
        }
        Ok(Some(Self { directory, report }))
    }

    /// The texts of a bucket, in the order of reading.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn bucket(&self, bucket: usize) -> Result<impl Iterator<Item = Result<Gathered>> + use<>> {
        let path = self.directory.join(name(bucket));
        let cannot = move || format!("cannot read {}", path.display());
        let file = File::open(self.directory.join(name(bucket))).with_context(&cannot)?;
        Ok(BufReader::new(file).lines().map(move |line| {
            let line = line.with_context(&cannot)?;
            serde_json::from_str(&line).with_context(&cannot)
        }))
    }
}
