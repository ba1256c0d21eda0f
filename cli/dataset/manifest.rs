//! The manifest of a dataset directory: what made it, and the files that belong to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::table::{Format, Schema};

/// The file's name.
pub const MANIFEST: &str = "mamut.json";
/// The file that tells people and hubs of a dataset.
pub const CARD: &str = "README.md";
/// The file that tells programs of it.
pub const METADATA: &str = "croissant.json";

/// All that a directory holds.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Manifest {
    /// By name: `nmf`, `mfr`, `mf`, `mt`.
    pub configs: BTreeMap<String, Config>,
}

/// One dataset of a directory.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Config {
    /// What it is, in one sentence.
    pub about: String,
    /// The version of the program.
    pub version: String,
    /// The command that makes it again.
    pub command: String,
    /// All that decides its rows.
    pub settings: Settings,
    /// How files are written.
    pub format: Format,
    /// The columns.
    pub schema: Schema,
    /// How many rows, files and bytes there are of each split; in the order of use.
    pub splits: Vec<Split>,
    /// How often something happened while it was made: rows left out, by reason.
    pub counts: BTreeMap<String, u64>,
}

/// All that decides the rows of a dataset: another value, another dataset.
pub type Settings = serde_json::Map<String, serde_json::Value>;

/// A part of a dataset for one use: `train`, `validation`, `test`.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Split {
    /// Its name.
    pub name: String,
    /// How many rows it has.
    pub rows: u64,
    /// How many bytes its files have.
    pub bytes: u64,
    /// Its files, in order.
    pub shards: Vec<Shard>,
}

/// A file of rows.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Shard {
    /// Relative to the directory, with `/`: `nmf/train-00000-of-00008.parquet`.
    pub path: String,
    /// How many rows it has.
    pub rows: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}
