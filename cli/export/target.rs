//! The directory that an export makes.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::args::Export;
use crate::dataset::manifest::{CARD, MANIFEST, METADATA};
use crate::dataset::{Config, Manifest, Shard, Split, card, croissant, job};
use crate::table::{Schema, Writer};

/// A new directory and the tables in it.
pub struct Target {
    path: PathBuf,
    manifest: Manifest,
    command: String,
}

impl Target {
    /// Makes the directory.
    ///
    /// # Errors
    /// When it holds something, or cannot be made.
    pub fn new(args: &Export) -> Result<Self> {
        let path = args.output.clone();
        let made = || format!("cannot make {}", path.display());
        std::fs::create_dir_all(&path).with_context(made)?;
        let empty = std::fs::read_dir(&path)
            .with_context(made)?
            .next()
            .is_none();
        ensure!(
            empty,
            "{} is not empty: name a new directory",
            path.display()
        );
        let mut command = format!("mamut-rw export {}", args.directory.display());
        command += &format!(" --to {} --seed {}", args.to.name(), args.seed);
        Ok(Self {
            path,
            manifest: Manifest::default(),
            command,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Starts a table.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn table(
        &self,
        args: &Export,
        config: &str,
        split: &str,
        schema: &Schema,
    ) -> Result<Table> {
        let relative = format!(
            "{config}/{split}-00000-of-00001.{}",
            args.format.extension()
        );
        let path = self.path.join(&relative);
        std::fs::create_dir_all(self.path.join(config))
            .with_context(|| format!("cannot make {}", self.path.join(config).display()))?;
        Ok(Table {
            config: config.to_owned(),
            split: split.to_owned(),
            relative,
            writer: Writer::create(&path, schema, args.format, &[])?,
        })
    }

    /// Ends a table, of which the card says `about`.
    ///
    /// # Errors
    /// As the system reports them.
    pub fn add(&mut self, args: &Export, table: Table, about: &str) -> Result<()> {
        let schema = table.writer.schema().clone();
        let written = table.writer.finish()?;
        let config = self.manifest.configs.entry(table.config);
        let config = config.or_insert_with(|| Config {
            about: about.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: self.command.clone(),
            settings: serde_json::Map::new(),
            format: args.format,
            schema,
            splits: Vec::new(),
            counts: std::collections::BTreeMap::new(),
        });
        config.splits.push(Split {
            name: table.split,
            rows: written.rows,
            bytes: written.bytes,
            shards: vec![Shard {
                path: table.relative,
                rows: written.rows,
                bytes: written.bytes,
                sha256: written.sha256,
            }],
        });
        Ok(())
    }

    /// Writes manifest, metadata and card, the card last.
    ///
    /// # Errors
    /// As the system reports them.
    pub fn finish(self) -> Result<()> {
        let json = |value| serde_json::to_vec_pretty(&value);
        let manifest = json(serde_json::to_value(&self.manifest)?)?;
        job::write_whole(&self.path.join(MANIFEST), &manifest)?;
        let metadata = json(croissant::of(&self.manifest))?;
        job::write_whole(&self.path.join(METADATA), &metadata)?;
        job::write_whole(&self.path.join(CARD), card::of(&self.manifest).as_bytes())
    }
}

/// A table that is being written.
pub struct Table {
    config: String,
    split: String,
    relative: String,
    /// Its rows.
    pub writer: Writer,
}
