//! What the columns of a table are called and what they hold.

use std::path::Path;

use anyhow::{Result, bail};
use mamut_engine::diagnostic::nearest;

/// The columns of a table, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Schema {
    /// No two have the same name.
    pub columns: Vec<Column>,
}

/// A column of a table or a field of a struct.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
    /// Whether a value may be [`Value::Null`](super::Value::Null).
    pub optional: bool,
}

/// What values are.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Kind {
    /// Text in UTF-8.
    Text,
    /// True or false.
    Bool,
    /// An integer of 64 bits.
    Int,
    /// A floating-point number of 64 bits.
    Float,
    /// One of these names. Parquet holds its number and the names as metadata, the other formats
    /// hold the name.
    Class(Vec<String>),
    /// Any number of values of one kind, none of them null.
    List(Box<Kind>),
    /// One value for each field.
    Struct(Vec<Column>),
}

/// How a table is written.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Serialize, serde::Deserialize,
)]
pub enum Format {
    /// Columns, compressed with zstd
    Parquet,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a record of names; lists and structs in them are JSON
    Csv,
}

impl Format {
    /// The extension of its files, without a dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
        }
    }

    /// The format that the name of a file tells, with or without `.gz` or `.zst` after it.
    ///
    /// # Errors
    /// When the name tells none.
    pub fn of(path: &Path) -> Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst"));
        let extension = plain.unwrap_or(&name).rsplit_once('.').map(|(_, e)| e);
        Ok(match extension {
            Some("parquet") if plain.is_none() => Self::Parquet,
            Some("jsonl" | "ndjson") => Self::Jsonl,
            Some("csv" | "tsv" | "tab") => Self::Csv,
            _ => bail!(
                "{}: not a table by its name; .parquet, .jsonl and .csv are read, the latter two \
                 also as .gz and .zst",
                path.display()
            ),
        })
    }
}

impl Column {
    /// A column that always has a value.
    pub fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            optional: false,
        }
    }

    /// A column whose values may be null.
    pub fn optional(name: &str, kind: Kind) -> Self {
        Self {
            optional: true,
            ..Self::new(name, kind)
        }
    }
}

impl Kind {
    /// A class of these names.
    pub fn class(names: &[&str]) -> Self {
        Self::Class(names.iter().map(|&name| name.to_owned()).collect())
    }

    /// A list of values of this kind.
    pub fn list(of: Self) -> Self {
        Self::List(Box::new(of))
    }
}

impl Schema {
    /// A schema of these columns.
    ///
    /// # Errors
    /// When there is none, or two have the same name.
    pub fn new(columns: Vec<Column>) -> Result<Self> {
        distinct(&columns)?;
        Ok(Self { columns })
    }

    /// The place of a column.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The places of columns.
    ///
    /// # Errors
    /// When there is none of a name: which there are.
    pub fn places(&self, names: &[&str]) -> Result<Vec<usize>> {
        let place = |&name: &&str| {
            let Some(place) = self.find(name) else {
                let all: Vec<_> = self.columns.iter().map(|c| c.name.as_str()).collect();
                let near = nearest(name, all.iter().copied());
                let meant =
                    near.map_or_else(String::new, |near| format!("; did you mean `{near}`"));
                bail!(
                    "there is no column `{name}`{meant}; there are `{}`",
                    all.join("`, `")
                );
            };
            Ok(place)
        };
        names.iter().map(place).collect()
    }
}

fn distinct(columns: &[Column]) -> Result<()> {
    if columns.is_empty() {
        bail!("a table or a struct needs a column");
    }
    for (n, column) in columns.iter().enumerate() {
        if columns[..n].iter().any(|c| c.name == column.name) {
            bail!("two columns are called `{}`", column.name);
        }
        let mut kind = &column.kind;
        while let Kind::List(inner) = kind {
            kind = inner;
        }
        if let Kind::Struct(fields) = kind {
            distinct(fields)?;
        }
    }
    Ok(())
}
