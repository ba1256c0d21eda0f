//! A finished dataset directory, open for reading.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::manifest::{Config, MANIFEST, Manifest, Shard, Split};
use crate::table::{Reader, Schema, Value};

/// A directory with a manifest; the files are opened when they are read.
#[derive(Clone, Debug)]
pub struct Directory {
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub manifest: Manifest,
}

impl Directory {
    /// Reads the manifest of a directory.
    ///
    /// # Errors
    /// When there is none, or it is not one.
    pub fn open(path: &Path) -> Result<Self> {
        let file = path.join(MANIFEST);
        if !file.exists() {
            let unfinished = path.join(super::job::WORK).exists();
            ensure!(path.exists(), "{} does not exist", path.display());
            ensure!(
                !unfinished,
                "{} is unfinished: run its command again with --resume, or `mamut-rw dataset finish {}` when all shards are done",
                path.display(),
                path.display()
            );
            bail!(
                "{} holds no dataset: there is no {MANIFEST}",
                path.display()
            );
        }
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        let manifest = serde_json::from_str(&text)
            .with_context(|| format!("{} is not a manifest", file.display()))?;
        Ok(Self {
            path: path.to_owned(),
            manifest,
        })
    }

    /// A dataset of the directory by its name; the only one when no name is given.
    ///
    /// # Errors
    /// When there is none of this name, or several and none is named.
    pub fn config(&self, name: Option<&str>) -> Result<(&str, &Config)> {
        let configs = &self.manifest.configs;
        let names = || {
            configs
                .keys()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let found = match name {
            Some(name) => configs.get_key_value(name),
            None if configs.len() < 2 => configs.first_key_value(),
            None => bail!(
                "{} holds {}: name one with --config",
                self.path.display(),
                names()
            ),
        };
        let (name, config) = found.with_context(|| {
            format!(
                "{} holds no such dataset, but {}",
                self.path.display(),
                names()
            )
        })?;
        Ok((name, config))
    }

    /// Opens a file of rows; all columns, or those named, in this order.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn shard(&self, shard: &Shard, columns: Option<&[&str]>) -> Result<Reader> {
        let path = self.path.join(&shard.path);
        let name = shard.path.split('/').next().unwrap_or_default();
        let (_, config) = self.config(Some(name))?;
        let schema = match columns {
            None => config.schema.clone(),
            Some(columns) => {
                let places = config.schema.places(columns)?;
                let columns = places.iter().map(|at| config.schema.columns[*at].clone());
                Schema {
                    columns: columns.collect(),
                }
            }
        };
        Reader::typed(&path, &schema)
    }

    /// The rows of a split, file after file.
    pub fn rows<'d>(
        &'d self,
        split: &'d Split,
        columns: Option<&'d [&'d str]>,
    ) -> impl Iterator<Item = Result<Vec<Value>>> + 'd {
        split.shards.iter().flat_map(move |shard| {
            let (rows, error) = match self.shard(shard, columns) {
                Ok(reader) => (Some(reader), None),
                Err(error) => (None, Some(Err(error))),
            };
            rows.into_iter().flatten().chain(error)
        })
    }
}

impl Config {
    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.splits.iter().map(|split| split.rows).sum()
    }

    /// A split by its name.
    pub fn split(&self, name: &str) -> Option<&Split> {
        self.splits.iter().find(|split| split.name == name)
    }
}
