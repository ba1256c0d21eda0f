//! Rows as records of comma-separated values: lists and structs as JSON, null as nothing.

use anyhow::{Context, Result, bail};

use crate::csv;

use super::jsonl;
use super::schema::{Column, Kind};
use super::value::{Cell, Value};

/// The record of names.
pub(super) fn names(columns: &[Column], out: &mut Vec<u8>) {
    csv::write(columns.iter().map(|column| column.name.as_str()), out);
}

/// Adds a row as a record.
pub(super) fn write(columns: &[Column], row: &[Cell<'_>], out: &mut Vec<u8>) -> Result<()> {
    let cells = columns
        .iter()
        .zip(row)
        .map(|(column, value)| cell(value, &column.kind));
    let cells = cells.collect::<Result<Vec<_>>>()?;
    csv::write(cells.iter().map(String::as_str), out);
    Ok(())
}

fn cell(value: &Cell<'_>, kind: &Kind) -> Result<String> {
    Ok(match (value, kind) {
        (Cell::Null, _) => String::new(),
        (Cell::Text(text), _) => text.clone().into_owned(),
        (Cell::Float(x), _) => x.to_string(),
        (Cell::Class(n), Kind::Class(names)) => {
            names.get(*n as usize).context("no such class")?.clone()
        }
        _ => {
            let mut json = Vec::new();
            jsonl::value(value, kind, &mut json)?;
            String::from_utf8(json)?
        }
    })
}

/// The value of a cell; an empty one is null where that is allowed.
pub(super) fn read(cell: String, column: &Column) -> Result<Value> {
    if cell.is_empty() && column.optional {
        return Ok(Value::Null);
    }
    let wrong = || format!("expected {}, found `{cell}`", column.kind.noun());
    Ok(match &column.kind {
        Kind::Text => Value::text(cell),
        Kind::Bool => match cell.as_str() {
            "true" | "True" | "1" => Value::Bool(true),
            "false" | "False" | "0" => Value::Bool(false),
            _ => bail!(wrong()),
        },
        Kind::Int => Value::Int(cell.parse().with_context(wrong)?),
        Kind::Float => Value::Float(cell.parse().with_context(wrong)?),
        Kind::Class(names) => jsonl::class(&cell, names)?,
        Kind::List(_) | Kind::Struct(_) => jsonl::of_json(
            serde_json::from_str(&cell).with_context(wrong)?,
            &column.kind,
        )?,
    })
}
