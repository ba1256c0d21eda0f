//! Reads the rows of a table one by one.

use std::fs::File;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};
use std::vec;

use anyhow::{Context, Result, bail};

use crate::csv::{Record, Records};
use crate::packed::unpacked;

use super::assemble::Assembler;
use super::json::Json;
use super::schema::{Column, Format, Kind, Schema};
use super::value::Value;
use super::{cells, jsonl};

/// How many objects of JSON Lines are looked at to guess what the columns hold.
const LOOKED_AT: usize = 1000;

/// The rows of a table; the format is told by the name of the file, see [`Format::of`].
///
/// Parquet says itself what its columns hold. JSON Lines without a schema have the columns of their
/// first 1000 objects, and comma-separated values hold texts.
pub struct Reader {
    path: PathBuf,
    schema: Schema,
    from: From,
}

enum From {
    Parquet(Box<Assembler>),
    Jsonl {
        /// Objects that were read to guess the columns.
        first: vec::IntoIter<(usize, Json)>,
        lines: Lines,
    },
    Csv {
        records: Records<Box<dyn BufRead + Send>>,
        /// Where each column stands in a record.
        places: Vec<usize>,
        /// How many fields a record has.
        width: usize,
    },
}

/// Which columns are read.
enum Choice<'c> {
    All,
    Names(&'c [&'c str]),
    Typed(&'c Schema),
}

impl Reader {
    /// Opens a table, to read all its columns.
    ///
    /// # Errors
    /// When it cannot be opened, or a column holds what is no [`Value`].
    pub fn open(path: &Path) -> Result<Self> {
        Self::new(path, &Choice::All)
    }

    /// Opens a table, to read the columns of these names, in this order.
    ///
    /// # Errors
    /// As [`Reader::open`], and when there is no column of a name.
    pub fn select(path: &Path, names: &[&str]) -> Result<Self> {
        Self::new(path, &Choice::Names(names))
    }

    /// Opens a table, to read the columns of a schema as the schema says. What it lacks is null
    /// where that is allowed.
    ///
    /// # Errors
    /// As [`Reader::select`], and when a column of Parquet holds something else.
    pub fn typed(path: &Path, schema: &Schema) -> Result<Self> {
        Self::new(path, &Choice::Typed(schema))
    }

    fn new(path: &Path, choice: &Choice<'_>) -> Result<Self> {
        let read = || format!("cannot read {}", path.display());
        let format = Format::of(path)?;
        let file = File::open(path).with_context(read)?;
        let (schema, from) = match format {
            Format::Parquet => parquet(file, choice),
            Format::Jsonl => json_lines(unpacked(path, file)?, choice),
            Format::Csv => records(unpacked(path, file)?, separator(path), choice),
        }
        .with_context(read)?;
        Ok(Self {
            path: path.to_owned(),
            schema,
            from,
        })
    }

    /// The columns that are read.
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// How many rows there are, where the format says it.
    pub fn rows(&self) -> Option<u64> {
        match &self.from {
            From::Parquet(assembler) => Some(assembler.rows()),
            From::Jsonl { .. } | From::Csv { .. } => None,
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Vec<Value>>;

    fn next(&mut self) -> Option<Self::Item> {
        let path = self.path.display();
        let columns = &self.schema.columns;
        match &mut self.from {
            From::Parquet(assembler) => {
                let row = assembler
                    .row()
                    .with_context(|| format!("cannot read {path}"));
                row.transpose()
            }
            From::Jsonl { first, lines } => {
                let object = first
                    .next()
                    .map(Ok)
                    .or_else(|| lines.next_object().transpose());
                let row = object?.and_then(|(line, object)| {
                    jsonl::row(columns, object).with_context(|| format!("line {line}"))
                });
                Some(row.with_context(|| format!("cannot read {path}")))
            }
            From::Csv {
                records,
                places,
                width,
            } => {
                let record = records
                    .next_record()
                    .map_err(anyhow::Error::from)
                    .transpose()?;
                let row = record.and_then(|record| {
                    let line = record.line;
                    of_record(record, columns, places, *width)
                        .with_context(|| format!("line {line}"))
                });
                Some(row.with_context(|| format!("cannot read {path}")))
            }
        }
    }
}

fn parquet(file: File, choice: &Choice<'_>) -> Result<(Schema, From)> {
    let assembler = Assembler::open(file, |available| {
        let Choice::Typed(schema) = choice else {
            return Ok(match choice {
                Choice::Names(names) => available.select(names)?.columns,
                _ => available.schema()?.columns,
            });
        };
        let names: Vec<_> = schema.columns.iter().map(|c| c.name.as_str()).collect();
        let found = available.select(&names)?.columns;
        for (found, wanted) in found.iter().zip(&schema.columns) {
            if plain(&found.kind) != plain(&wanted.kind) || found.optional && !wanted.optional {
                bail!(
                    "the column `{}` holds {found:?}, not {wanted:?}",
                    found.name
                );
            }
        }
        Ok(schema.columns.clone())
    })?;
    let columns = assembler.columns().cloned().collect();
    Ok((Schema { columns }, From::Parquet(Box::new(assembler))))
}

/// A kind as Parquet stores it, where classes are integers.
fn plain(kind: &Kind) -> Kind {
    match kind {
        Kind::Class(_) => Kind::Int,
        Kind::List(of) => Kind::list(plain(of)),
        Kind::Struct(fields) => {
            let field = |field: &Column| Column {
                kind: plain(&field.kind),
                ..field.clone()
            };
            Kind::Struct(fields.iter().map(field).collect())
        }
        kind => kind.clone(),
    }
}

/// The lines of JSON Lines.
struct Lines {
    reader: Box<dyn BufRead + Send>,
    number: usize,
}

/// Lines longer than this are given up.
const LONGEST: u64 = 256 << 20;

impl Lines {
    /// The next object and its line; blank lines are none.
    fn next_object(&mut self) -> Result<Option<(usize, Json)>> {
        loop {
            let mut line = Vec::new();
            let read = self
                .reader
                .by_ref()
                .take(LONGEST)
                .read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            let line = line
                .strip_prefix("\u{feff}".as_bytes())
                .unwrap_or(&line)
                .trim_ascii();
            if !line.is_empty() {
                let object = serde_json::from_slice(line);
                let object = object.with_context(|| format!("line {}", self.number))?;
                return Ok(Some((self.number, object)));
            }
        }
    }
}

fn json_lines(reader: Box<dyn BufRead + Send>, choice: &Choice<'_>) -> Result<(Schema, From)> {
    let mut lines = Lines { reader, number: 0 };
    let mut first = Vec::new();
    if !matches!(choice, Choice::Typed(_)) {
        while first.len() < LOOKED_AT
            && let Some(object) = lines.next_object()?
        {
            first.push(object);
        }
    }
    let guess = || {
        let objects: Vec<_> = first.iter().map(|(_, object)| object).collect();
        jsonl::guess(&objects)
    };
    let schema = match choice {
        Choice::All => guess()?,
        Choice::Names(names) => chosen(guess()?, names)?,
        Choice::Typed(schema) => (*schema).clone(),
    };
    let first = first.into_iter();
    Ok((schema, From::Jsonl { first, lines }))
}

fn chosen(schema: Schema, names: &[&str]) -> Result<Schema> {
    let places = schema.places(names)?;
    Ok(Schema {
        columns: places
            .into_iter()
            .map(|n| schema.columns[n].clone())
            .collect(),
    })
}

fn separator(path: &Path) -> u8 {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match name.contains(".tsv") || name.contains(".tab") {
        true => b'\t',
        false => b',',
    }
}

fn records(
    reader: Box<dyn BufRead + Send>,
    separator: u8,
    choice: &Choice<'_>,
) -> Result<(Schema, From)> {
    let mut records = Records::new(reader, separator);
    let names = records
        .next_record()?
        .map_or_else(Vec::new, |record| record.fields);
    let all = Schema {
        columns: names
            .iter()
            .map(|name| Column::new(name, Kind::Text))
            .collect(),
    };
    let schema = match choice {
        Choice::All => all.clone(),
        Choice::Names(names) => chosen(all.clone(), names)?,
        Choice::Typed(schema) => (*schema).clone(),
    };
    let wanted: Vec<_> = schema.columns.iter().map(|c| c.name.as_str()).collect();
    let places = all.places(&wanted)?;
    let width = names.len();
    let from = From::Csv {
        records,
        places,
        width,
    };
    Ok((schema, from))
}

fn of_record(
    mut record: Record,
    columns: &[Column],
    places: &[usize],
    width: usize,
) -> Result<Vec<Value>> {
    if let Some(fault) = record.fault {
        bail!("{}", fault.said());
    }
    if record.fields.len() != width {
        bail!(
            "this record has {} instead of {width} fields",
            record.fields.len()
        );
    }
    let value = |(column, &place): (&Column, &usize)| {
        let cell = std::mem::take(&mut record.fields[place]);
        cells::read(cell, column).with_context(|| format!("the column `{}`", column.name))
    };
    columns.iter().zip(places).map(value).collect()
}
