//! Rows of datasets of texts: the source of a text is a row of the dataset, too.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use serde_json::{Map, Value};

use super::files;
use super::recorded::{first, row};
use crate::row::Row;

/// What names a text: its collection and its key there.
type Key = (String, String);

/// The texts that rows of some files are versions of.
#[derive(Debug, Default)]
pub struct Originals(HashMap<Key, Source>);

#[derive(Debug)]
enum Source {
    One(Arc<str>),
    /// Records of different texts have the same key.
    Several,
}

impl Originals {
    /// Looks through files of rows; stdin, which can be read once, is passed over.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn find(paths: &[PathBuf]) -> Result<Self> {
        let mut found = Self::default();
        for path in paths.iter().filter(|path| *path != Path::new("-")) {
            for line in files::rows(path)? {
                found.add(&line?);
            }
        }
        Ok(found)
    }

    fn add(&mut self, line: &str) {
        // Other rows are many, and long.
        if !line.contains("\"original\"") {
            return;
        }
        let Some((object, key)) = parsed(line) else {
            return;
        };
        let Some(text) = first(&object, &["text"]) else {
            return;
        };
        let is = |name: &str| object.get(name).and_then(Value::as_bool) == Some(true);
        if !(is("original") && is("is_text")) {
            return;
        }
        let source = self
            .0
            .entry(key)
            .or_insert_with(|| Source::One(text.into()));
        if !matches!(source, Source::One(known) if **known == *text) {
            *source = Source::Several;
        }
    }

    /// Reads a row of a text, with its source; none when it is another row.
    ///
    /// # Errors
    /// Why its source is not known.
    pub fn row(&self, line: &str) -> Option<Result<Row, String>> {
        let (object, key) = parsed(line)?;
        let row = row(&object, first(&object, &["text"])?)?;
        if !row.is_text {
            return None;
        }
        Some(match self.0.get(&key) {
            Some(Source::One(source)) => Ok(Row {
                source: source.clone(),
                ..row
            }),
            Some(Source::Several) => Err("several texts have its key".to_owned()),
            None => Err("its source is in none of these files".to_owned()),
        })
    }
}

fn parsed(line: &str) -> Option<(Map<String, Value>, Key)> {
    let object: Map<String, Value> = serde_json::from_str(line).ok()?;
    let part = |name: &str| Some(first(&object, &[name])?.to_owned());
    let key = (part("source")?, part("key")?);
    Some((object, key))
}
