//! The texts in a column of a dataset or a table, and where the formulas in them are.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use mamut_engine::text::{self, Part};

use crate::dataset::Directory;
use crate::table::Reader;

/// Which texts are read.
#[derive(Args, Clone, Debug)]
pub struct Passages {
    /// A dataset, or a table: .parquet, .jsonl or .csv, the latter two also as .gz and .zst
    #[arg(value_name = "DIR|FILE")]
    pub from: PathBuf,
    /// Which dataset of the directory; needed where it holds several
    #[arg(long, value_name = "NAME")]
    pub config: Option<String>,
    /// Which split of the dataset
    #[arg(long, value_name = "NAME", default_value = "train")]
    pub split: String,
    /// The column; by default `text`, `formula` or `formula2`
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
}

/// What holds texts where no column is named.
const COLUMNS: [&str; 4] = ["text", "formula", "formula2", "latex"];

impl Passages {
    /// The texts, one by one.
    ///
    /// # Errors
    /// When there is no such dataset, split or column; later, when a row cannot be read.
    pub fn read(&self) -> Result<impl Iterator<Item = Result<String>> + use<>> {
        let files = match self.from.is_dir() {
            true => self.files()?,
            false => vec![self.from.clone()],
        };
        let first = files.first().context("the split has no file")?;
        let column = self.column(first)?;
        let texts = files.into_iter().flat_map(move |path| {
            let (rows, error) = match Reader::select(&path, &[&column]) {
                Ok(reader) => (Some(reader), None),
                Err(error) => (None, Some(Err(error))),
            };
            rows.into_iter().flatten().chain(error)
        });
        Ok(texts.enumerate().filter_map(|(n, row)| match row {
            Ok(row) if matches!(row[0], crate::table::Value::Null) => None,
            Ok(row) => Some(match row[0].as_text() {
                Some(text) => Ok(text.to_owned()),
                None => Err(anyhow::anyhow!("row {}: the column holds no text", n + 1)),
            }),
            Err(error) => Some(Err(error)),
        }))
    }

    fn files(&self) -> Result<Vec<PathBuf>> {
        let directory = Directory::open(&self.from)?;
        let (_, config) = directory.config(self.config.as_deref())?;
        let split = config.split(&self.split).with_context(|| {
            let all: Vec<_> = config.splits.iter().map(|s| s.name.as_str()).collect();
            format!("there is no split `{}`, but {}", self.split, all.join(", "))
        })?;
        let files = split.shards.iter().map(|shard| self.from.join(&shard.path));
        Ok(files.collect())
    }

    fn column(&self, file: &Path) -> Result<String> {
        if let Some(name) = &self.column {
            return Ok(name.clone());
        }
        let schema = Reader::open(file)?.schema().clone();
        let found = COLUMNS.iter().find(|name| schema.find(name).is_some());
        match found {
            Some(name) => Ok((*name).to_owned()),
            None => bail!(
                "{}: there is no column `{}`: name one with --column",
                file.display(),
                COLUMNS.join("`, `")
            ),
        }
    }
}

/// Where the formulas of a text are; what has no delimiters is a formula as a whole.
pub fn formulas(source: &str) -> Vec<Range<usize>> {
    if !text::is_text(source) {
        return std::iter::once(0..source.len()).collect();
    }
    let (segments, _) = text::segments(source);
    let formulas = segments
        .into_iter()
        .filter(|s| matches!(s.part, Part::Formula(_)));
    formulas.map(|segment| segment.inner).collect()
}
