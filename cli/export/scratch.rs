//! Rows put aside by identity, so that those of one are together without all being in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use mamut_engine::choice::name_hash;

use super::examples::Example;
use crate::interrupt;
use crate::table::{Column, Format, Kind, Reader, Schema, Value, Writer};

/// Among how many files identities are divided.
const FILES: u64 = 256;

/// Files of rows that are gone when this is dropped.
pub struct Scratch {
    directory: PathBuf,
}

impl Scratch {
    /// A new directory in another one.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(within: &Path) -> Result<Self> {
        let directory = within.join(format!(".scratch.{}", std::process::id()));
        std::fs::create_dir_all(&directory)
            .with_context(|| format!("cannot make {}", directory.display()))?;
        Ok(Self { directory })
    }

    /// A file of rows.
    pub fn path(&self, name: &str, number: u64) -> PathBuf {
        self.directory.join(format!("{name}-{number}.jsonl"))
    }

    /// Divides examples by identity: files whose examples are wholly in each.
    ///
    /// # Errors
    /// As the system reports them, those of the examples, and after Ctrl-C.
    pub fn divide(&self, examples: impl Iterator<Item = Result<Example>>) -> Result<Vec<Reader>> {
        let schema = schema();
        let mut files: BTreeMap<u64, Writer> = BTreeMap::new();
        for example in examples {
            if interrupt::asked() {
                bail!("interrupted");
            }
            let example = example?;
            let number = name_hash(&example.identity) % FILES;
            let file = match files.entry(number) {
                std::collections::btree_map::Entry::Occupied(found) => found.into_mut(),
                std::collections::btree_map::Entry::Vacant(place) => {
                    let path = self.path("examples", number);
                    place.insert(Writer::create(&path, &schema, Format::Jsonl, &[])?)
                }
            };
            file.push(&values(example))?;
        }
        let close = |(number, file): (u64, Writer)| {
            file.finish()?;
            Reader::typed(&self.path("examples", number), &schema)
        };
        files.into_iter().map(close).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is named by its process and of no further use.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// The examples of a file by identity.
///
/// # Errors
/// As the system reports them.
pub fn identities(file: Reader) -> Result<BTreeMap<String, Vec<Example>>> {
    let mut found: BTreeMap<String, Vec<Example>> = BTreeMap::new();
    for row in file {
        let example = example(&row?).context("a row of a scratch file is broken")?;
        found
            .entry(example.identity.clone())
            .or_default()
            .push(example);
    }
    Ok(found)
}

fn schema() -> Schema {
    let text = |name: &str| Column::new(name, Kind::Text);
    let mut columns = ["anchor", "text", "identity", "id"].map(text).to_vec();
    columns.push(Column::new("label", Kind::Bool));
    columns.push(Column::new("strategies", Kind::list(Kind::Text)));
    Schema { columns }
}

fn values(example: Example) -> [Value; 6] {
    let strategies = example.strategies.into_iter().map(Value::text);
    [
        Value::text(example.anchor),
        Value::text(example.text),
        Value::text(example.identity),
        Value::text(example.id),
        Value::Bool(example.label),
        Value::List(strategies.collect()),
    ]
}

fn example(row: &[Value]) -> Option<Example> {
    let text = |n: usize| Some(row.get(n)?.as_text()?.to_owned());
    let strategies = row.get(5)?.as_parts()?.iter();
    let strategies: Vec<String> = strategies
        .filter_map(|s| Some(s.as_text()?.to_owned()))
        .collect();
    Some(Example {
        anchor: text(0)?,
        text: text(1)?,
        identity: text(2)?,
        id: text(3)?,
        label: row.get(4)?.as_bool()?,
        other: strategies.iter().any(|name| name == "random"),
        strategies,
        template: String::new(),
        is_text: false,
        substituted: false,
    })
}
