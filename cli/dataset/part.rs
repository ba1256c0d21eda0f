//! The rows of one unit of work, on their way into the files of a dataset.
//!
//! A part is a directory with one file for each file of the dataset that its unit has rows for;
//! it gets its name when all of them are written.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use zstd::stream::{Decoder, Encoder};

use crate::table::Cell;

/// The compression of parts, faster than it is small: they are written and read once.
const LEVEL: i32 = -3;
/// The base-2 logarithm of the bytes that a reader of a part looks back; many are read at once.
const WINDOW: u32 = 17;
/// Counts that begin so are the largest of all parts.
const MOST: &str = "most ";
/// The file that says what is in a part.
const SUMMARY: &str = "part.json";

/// What is in a part.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Rows by split and file.
    pub rows: Vec<Vec<u64>>,
    /// How often something happened, by name.
    pub counts: BTreeMap<String, u64>,
}

impl Summary {
    /// Adds the counts of this part to those of others.
    pub fn add_counts(&self, counts: &mut BTreeMap<String, u64>) {
        for (what, number) in &self.counts {
            let count = counts.entry(what.clone()).or_default();
            *count = if what.starts_with(MOST) {
                (*count).max(*number)
            } else {
                *count + number
            };
        }
    }
}

/// Bytes that are appended as slices, texts at once.
struct Bytes(Vec<u8>);

impl postcard::ser_flavors::Flavor for Bytes {
    type Output = Vec<u8>;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Vec<u8>> {
        Ok(self.0)
    }
}

/// A part that is being written; dropped before it is finished, it leaves nothing.
pub struct Spool {
    directory: PathBuf,
    temporary: PathBuf,
    files: Vec<Vec<Option<Encoder<'static, BufWriter<File>>>>>,
    summary: Summary,
    bytes: Vec<u8>,
}

impl Spool {
    /// Begins a part; `shards` are the numbers of files by split.
    ///
    /// # Errors
    /// When the directory cannot be made.
    pub fn create(directory: &Path, shards: &[usize]) -> Result<Self> {
        let temporary = temporary(directory)?;
        Ok(Self {
            directory: directory.to_owned(),
            temporary,
            files: shards
                .iter()
                .map(|n| (0..*n).map(|_| None).collect())
                .collect(),
            summary: Summary {
                rows: shards.iter().map(|n| vec![0; *n]).collect(),
                counts: BTreeMap::new(),
            },
            bytes: Vec::new(),
        })
    }

    /// Adds a row to a file of a split.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, split: usize, shard: usize, row: &[Cell<'_>]) -> Result<()> {
        let Self {
            temporary,
            files,
            bytes,
            ..
        } = self;
        bytes.clear();
        bytes.extend([0; 4]);
        let mut bytes = postcard::serialize_with_flavor(row, Bytes(std::mem::take(bytes)))?;
        let length = u32::try_from(bytes.len() - 4).context("a row is too long")?;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        let path = || temporary.join(file_name(split, shard));
        let file = match &mut files[split][shard] {
            Some(file) => file,
            none => {
                let place = || format!("cannot write {}", path().display());
                let file = BufWriter::new(File::create(path()).with_context(place)?);
                let mut encoder = Encoder::new(file, LEVEL).with_context(place)?;
                encoder.window_log(WINDOW).with_context(place)?;
                none.insert(encoder)
            }
        };
        file.write_all(&bytes)
            .with_context(|| format!("cannot write {}", path().display()))?;
        self.bytes = bytes;
        self.summary.rows[split][shard] += 1;
        Ok(())
    }

    /// Counts something that happened.
    pub fn count(&mut self, what: &str, number: u64) {
        if number > 0 {
            *self.summary.counts.entry(what.to_owned()).or_default() += number;
        }
    }

    /// Notes how large something became; the counts of parts with this beginning are not added up.
    pub fn most(&mut self, what: &str, number: u64) {
        let most = self
            .summary
            .counts
            .entry(format!("{MOST}{what}"))
            .or_default();
        *most = number.max(*most);
    }

    /// Writes what is held back and gives the part its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<Summary> {
        let place = || format!("cannot write {}", self.temporary.display());
        for file in self.files.iter_mut().flatten().filter_map(Option::take) {
            let written = file.finish().with_context(place)?;
            let file = written
                .into_inner()
                .map_err(|e| e.into_error())
                .with_context(place)?;
            file.sync_all().with_context(place)?;
        }
        let summary = self.temporary.join(SUMMARY);
        fs::write(&summary, serde_json::to_vec(&self.summary)?)
            .with_context(|| format!("cannot write {}", summary.display()))?;
        if let Err(error) = fs::rename(&self.temporary, &self.directory) {
            // Another process may have made the same part, of the same bytes.
            read_summary(&self.directory)
                .map_err(|_| error)
                .with_context(place)?;
        }
        Ok(std::mem::take(&mut self.summary))
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        self.files.clear();
        // What is half written is of no use; when it cannot be removed, the end of the job does it.
        let _ = fs::remove_dir_all(&self.temporary);
    }
}

/// A new directory beside one that is to be made. Processes on other machines may have the same
/// number, and make the same one.
///
/// # Errors
/// When it cannot be made.
pub(super) fn temporary(directory: &Path) -> Result<PathBuf> {
    let name = directory
        .file_name()
        .with_context(|| format!("{} is not a name", directory.display()))?;
    let mut nth = 0_u32;
    loop {
        let mut name = name.to_owned();
        name.push(format!(".{}-{nth}.tmp", std::process::id()));
        let temporary = directory.with_file_name(name);
        match fs::create_dir(&temporary) {
            Ok(()) => return Ok(temporary),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => nth += 1,
            Err(error) => {
                let cannot = || format!("cannot write {}", temporary.display());
                return Err(error).with_context(cannot);
            }
        }
    }
}

/// What is in a finished part.
///
/// # Errors
/// When there is none.
pub fn read_summary(directory: &Path) -> Result<Summary> {
    let path = directory.join(SUMMARY);
    let place = || format!("cannot read {}", path.display());
    let text = fs::read_to_string(&path).with_context(place)?;
    serde_json::from_str(&text).with_context(place)
}

fn file_name(split: usize, shard: usize) -> String {
    format!("{split}-{shard:05}")
}

/// The rows of a part for one file.
pub struct Rows {
    path: PathBuf,
    reader: Decoder<'static, BufReader<File>>,
    bytes: Vec<u8>,
    left: u64,
}

impl Rows {
    /// Opens the rows for a file of a split, of which there are some.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn open(directory: &Path, split: usize, shard: usize, rows: u64) -> Result<Self> {
        let path = directory.join(file_name(split, shard));
        let place = || format!("cannot read {}", path.display());
        let reader = Decoder::new(File::open(&path).with_context(place)?).with_context(place)?;
        Ok(Self {
            path,
            reader,
            bytes: Vec::new(),
            left: rows,
        })
    }

    /// The next row, which lasts until the one after it.
    ///
    /// # Errors
    /// When it cannot be read, or the part has other rows than it says.
    pub fn next_row(&mut self) -> Result<Option<Vec<Cell<'_>>>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let place = || format!("cannot read {}", self.path.display());
        let mut length = [0; 4];
        self.reader.read_exact(&mut length).with_context(place)?;
        self.bytes.resize(u32::from_le_bytes(length) as usize, 0);
        self.reader
            .read_exact(&mut self.bytes)
            .with_context(place)?;
        let (row, rest) = postcard::take_from_bytes(&self.bytes).with_context(place)?;
        ensure!(rest.is_empty(), "{} is damaged", self.path.display());
        Ok(Some(row))
    }
}
