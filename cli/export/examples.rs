//! The rows of NMF and MFR as examples: something asked for, a text, and whether it answers.

use anyhow::{Context, Result};

use crate::dataset::{Directory, Split};
use crate::table::{Column, Kind, Reader, Schema, Value};

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The name or formula that is asked for.
    pub anchor: String,
    /// The version.
    pub text: String,
    /// Whether the version is one of what is asked for.
    pub label: bool,
    /// The identity that is asked for.
    pub identity: String,
    /// The id of the row.
    pub id: String,
    /// How it was falsified.
    pub strategies: Vec<String>,
    /// Whether it states another identity.
    pub other: bool,
    /// The version of the corpus it was made from.
    pub template: String,
    /// Whether it is a text with formulas in it.
    pub is_text: bool,
    /// Whether symbols were renamed.
    pub substituted: bool,
}

/// Which columns of a dataset play which part.
#[derive(Clone, Debug)]
pub struct Roles {
    /// What is read: the columns below, in the order of the dataset.
    pub schema: Schema,
    anchor: usize,
    text: usize,
    label: usize,
    identity: usize,
    id: Option<usize>,
    strategies: Option<usize>,
    /// Columns of the original that say whether a strategy was used.
    flags: Vec<(usize, String)>,
    template: Option<usize>,
    is_text: Option<usize>,
    substitutions: Option<usize>,
}

const FLAG: &str = "strategy_";

impl Roles {
    /// The parts of columns.
    ///
    /// # Errors
    /// When they are those of neither NMF nor MFR.
    pub fn of(schema: &Schema) -> Result<Self> {
        let known = [
            "name",
            "formula",
            "formula1",
            "formula2",
            "label",
            "identity",
            "identity1",
            "formula_name_id",
            "formula1_name_id",
            "id",
            "strategies",
            "template",
            "template2",
            "is_text",
            "substitutions",
            "substituted",
        ];
        let flag = |c: &Column| c.name.starts_with(FLAG) && c.kind == Kind::Bool;
        let columns = schema.columns.iter();
        let wanted = columns.filter(|c| known.contains(&c.name.as_str()) || flag(c));
        let schema = Schema {
            columns: wanted.cloned().collect(),
        };
        let first = |names: &[&str]| names.iter().find_map(|name| schema.find(name));
        let need = |names: &[&str]| {
            first(names).with_context(|| {
                format!(
                    "this dataset has no column `{}`: NMF (name, formula, label, identity) and MFR \
                     (formula1, formula2, label, identity1) are read",
                    names.join("` or `")
                )
            })
        };
        let flags = schema.columns.iter().enumerate().filter(|(_, c)| flag(c));
        let flags = flags.map(|(n, c)| {
            let name = c.name.trim_start_matches(FLAG);
            (n, name.replace("random_formula", "random"))
        });
        Ok(Self {
            anchor: need(&["formula1", "name"])?,
            text: need(&["formula2", "formula"])?,
            label: need(&["label"])?,
            identity: need(&[
                "identity1",
                "identity",
                "formula1_name_id",
                "formula_name_id",
            ])?,
            id: first(&["id"]),
            strategies: first(&["strategies"]),
            flags: flags.collect(),
            template: first(&["template2", "template"]),
            is_text: first(&["is_text"]),
            substitutions: first(&["substitutions", "substituted"]),
            schema,
        })
    }

    /// The example of a row.
    ///
    /// # Errors
    /// When a value is missing.
    pub fn example(&self, row: &[Value], number: u64) -> Result<Example> {
        let text = |n: usize| {
            let name = &self.schema.columns[n].name;
            let text = row[n].as_text().map(str::to_owned);
            text.with_context(|| format!("row {number} has no `{name}`"))
        };
        let names = self
            .strategies
            .map(|n| (&self.schema.columns[n].kind, &row[n]));
        let mut strategies: Vec<String> = match names {
            Some((Kind::List(of), Value::List(parts))) => parts
                .iter()
                .filter_map(|part| part.name(of).map(str::to_owned))
                .collect(),
            _ => Vec::new(),
        };
        let flags = self
            .flags
            .iter()
            .filter(|(n, _)| row[*n].as_bool() == Some(true));
        strategies.extend(flags.map(|(_, name)| name.clone()));
        let label = row[self.label].as_bool();
        Ok(Example {
            anchor: text(self.anchor)?,
            text: text(self.text)?,
            label: label.with_context(|| format!("row {number} has no label"))?,
            identity: text(self.identity)?,
            id: self.id.map_or_else(|| Ok(number.to_string()), text)?,
            other: strategies.iter().any(|name| name == "random"),
            strategies,
            template: self.template.and_then(|n| text(n).ok()).unwrap_or_default(),
            is_text: self.is_text.is_some_and(|n| row[n].as_bool() == Some(true)),
            substituted: self.substitutions.is_some_and(|n| match &row[n] {
                Value::List(parts) => !parts.is_empty(),
                value => value.as_bool() == Some(true),
            }),
        })
    }

    /// The examples of a split, in the order of its files.
    pub fn read<'d>(
        &'d self,
        directory: &'d Directory,
        split: &'d Split,
    ) -> impl Iterator<Item = Result<Example>> + 'd {
        let rows = split.shards.iter().flat_map(|shard| {
            let reader = Reader::typed(&directory.path.join(&shard.path), &self.schema);
            let (rows, error) = match reader {
                Ok(rows) => (Some(rows), None),
                Err(error) => (None, Some(Err(error))),
            };
            rows.into_iter().flatten().chain(error)
        });
        rows.enumerate()
            .map(|(n, row)| self.example(&row?, n as u64))
    }
}
