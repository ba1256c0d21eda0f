//! Writes a table as a file that appears when it is complete.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::output::Output;

use super::schema::{Format, Schema};
use super::shred::Shredder;
use super::value::Cell;
use super::{cells, features, jsonl};

/// A table that is being written.
///
/// Rows go to a temporary file in the same directory, which gets its name in [`Writer::finish`];
/// without that, it is removed. The bytes depend on the schema, the metadata and the rows alone.
pub struct Writer {
    path: PathBuf,
    schema: Schema,
    rows: u64,
    to: To,
}

enum To {
    Parquet(Box<Shredder<Hashed>>),
    Jsonl(Hashed),
    Csv(Hashed),
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of rows.
    pub rows: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The hash of the file, in hexadecimal.
    pub sha256: String,
}

impl Writer {
    /// Starts a table. A file of Parquet holds the features of the schema and `metadata` besides;
    /// the other formats have no place for metadata.
    ///
    /// # Errors
    /// When the schema has no or equal columns, or the temporary file cannot be made.
    pub fn create(
        path: &Path,
        schema: &Schema,
        format: Format,
        metadata: &[(String, String)],
    ) -> Result<Self> {
        let schema = Schema::new(schema.columns.clone())?;
        let file = Hashed {
            output: Output::new(Some(path))?,
            hash: Sha256::new(),
            bytes: 0,
        };
        let to = match format {
            Format::Parquet => {
                let features = (features::KEY.to_owned(), features::metadata(&schema));
                let pairs = [features].into_iter().chain(metadata.iter().cloned());
                To::Parquet(Box::new(Shredder::new(file, &schema, pairs.collect())?))
            }
            Format::Jsonl => To::Jsonl(file),
            Format::Csv => {
                let (mut file, mut names) = (file, Vec::new());
                cells::names(&schema.columns, &mut names);
                file.write_all(&names)?;
                To::Csv(file)
            }
        };
        Ok(Self {
            path: path.to_owned(),
            schema,
            rows: 0,
            to,
        })
    }

    /// The columns.
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Adds a row: a value for each column.
    ///
    /// # Errors
    /// When a value does not fit its column, or the system cannot write.
    pub fn push(&mut self, row: &[Cell<'_>]) -> Result<()> {
        let columns = &self.schema.columns;
        if row.len() != columns.len() {
            bail!(
                "{}: {} values for {} columns",
                self.path.display(),
                row.len(),
                columns.len()
            );
        }
        if let Some((column, value)) = columns.iter().zip(row).find(|(c, v)| !v.fits(c)) {
            let (path, noun) = (self.path.display(), column.kind.noun());
            bail!(
                "{path}: the column `{}` holds {noun}, not {value:?}",
                column.name
            );
        }
        let mut line = Vec::new();
        let written = match &mut self.to {
            To::Parquet(shredder) => shredder.push(row),
            To::Jsonl(file) => {
                jsonl::write(columns, row, &mut line).and_then(|()| Ok(file.write_all(&line)?))
            }
            To::Csv(file) => {
                cells::write(columns, row, &mut line).and_then(|()| Ok(file.write_all(&line)?))
            }
        };
        self.rows += 1;
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Ends the file, brings it to the disk and gives it its name.
    ///
    /// # Errors
    /// As the system reports them.
    pub fn finish(self) -> Result<Written> {
        let file = match self.to {
            To::Parquet(shredder) => shredder
                .finish()
                .with_context(|| format!("cannot write {}", self.path.display()))?,
            To::Jsonl(file) | To::Csv(file) => file,
        };
        file.output.finish()?;
        let mut sha256 = String::new();
        for byte in file.hash.finalize() {
            write!(sha256, "{byte:02x}")?;
        }
        Ok(Written {
            rows: self.rows,
            bytes: file.bytes,
            sha256,
        })
    }
}

/// A file with the hash of what is written to it.
struct Hashed {
    output: Output,
    hash: Sha256,
    bytes: u64,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
