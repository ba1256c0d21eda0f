//! Texts and formulas of published collections, read as streams in bounded memory.
//!
//! A collection is read record by record (`khan`, `posts`, `columns`, …). A record becomes an entry
//! with a key of its own, is rejected by a filter, or is broken and complained about while the others
//! go on. What is common to all texts is decided in `filter`, over all collections, in the order of
//! reading; `report` counts.

pub mod arguments;
mod chapters;
mod columns;
mod files;
pub mod filter;
mod formulas;
mod html;
mod khan;
mod mathematica;
mod posts;
pub mod report;
mod similar;
mod skips;
pub mod statements;
mod utf8;
mod votes;
mod xml;

use std::path::{Path, PathBuf};

use anyhow::Result;
use mamut_engine::diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};

pub use arguments::{Format, Sources};
pub use columns::KEY;
pub use filter::{Filter, filtered};
pub use skips::Skips;
pub use statements::statements;

use crate::input::Place;

/// A text or a formula of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Entry {
    /// Which record it is, whatever stands before it in its file: `khan/504/1607900679.json`, `78575`.
    pub key: String,
    /// What it belongs to: a thread, an exercise, a file. Entries of one group are much alike.
    pub group: String,
    /// The text, with formulas between delimiters; or the LaTeX of one formula.
    pub text: String,
    /// Whether it is one formula, without delimiters.
    pub is_formula: bool,
    /// The file.
    pub file: String,
    /// The line that the record is on, from 1.
    pub line: usize,
}

impl Entry {
    /// Where it stands, for complaints about its text.
    pub fn place(&self) -> Place {
        Place {
            file: self.file.clone(),
            line: self.line,
            text: self.text.clone(),
            start: 0,
        }
    }
}

/// What became of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// It is of use.
    Entry(Entry),
    /// It is left out.
    Rejected(Filter),
    /// It cannot be read.
    Broken(Place, Diagnostic),
}

/// Records of a collection, read as they are asked for; an error is one of the world.
pub type Records = Box<dyn Iterator<Item = Result<Found>> + Send>;

/// What is asked of records.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Up-votes that an answer has at least.
    pub votes: u8,
    /// Up-votes that a question has at least.
    pub question_votes: u8,
    /// The votes of Stack Exchange, when they are not beside the posts.
    pub votes_file: Option<PathBuf>,
    /// The column of texts.
    pub text_column: String,
    /// The column of keys, where one is named.
    pub key_column: Option<String>,
    /// Exercises and marks of exercises that are left out.
    pub skips: Skips,
}

/// The records of one path.
///
/// # Errors
/// When there is no such file, or it is none of this format.
pub fn open(format: Format, path: &Path, settings: &Settings) -> Result<Records> {
    match format {
        Format::Amps => Ok(Box::new(khan::records(path, settings)?)),
        Format::Arqmath | Format::Stackexchange => posts::records(path, settings),
        Format::Formulas => formulas::records(path),
        Format::Tex | Format::Markdown => Ok(Box::new(chapters::records(format, path)?)),
        Format::Jsonl | Format::Csv | Format::Tsv | Format::Parquet => {
            columns::records(format, path, settings)
        }
    }
}
