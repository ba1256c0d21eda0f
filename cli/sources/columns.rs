//! Tables with a text in each row: JSON Lines, CSV, TSV and Parquet, columns by name.

use std::path::Path;

use anyhow::Result;
use mamut_engine::diagnostic::Diagnostic;
use serde_json::Value;

use super::arguments::Format;
use super::files::{Named, broken, files};
use super::{Entry, Found, Records, Settings};
use crate::args::{Input, InputFormat};
use crate::input::{self, Item};
use crate::rules::Fnv;
use crate::table::{Reader, Value as Cell};

/// The column of keys that is taken where it is there and no other is named.
pub const KEY: &str = "id";

/// The rows of a file, or of all files of a directory with the extension of the format.
///
/// # Errors
/// When there is nothing at that path; later, when a file lacks the column.
pub(super) fn records(format: Format, path: &Path, settings: &Settings) -> Result<Records> {
    if format == Format::Parquet {
        return parquet(path, settings);
    }
    let (extensions, format): (&[&str], _) = match format {
        Format::Csv => (&["csv"], InputFormat::Csv),
        Format::Tsv => (&["tsv", "tab"], InputFormat::Tsv),
        _ => (&["jsonl", "ndjson"], InputFormat::Jsonl),
    };
    let (field, (key, keyed)) = (settings.text_column.clone(), key(settings));
    let rows = files(path, extensions)?.flat_map(move |file| {
        let opened = file.and_then(|file| {
            let input = Input {
                file: vec![file.path],
                field: field.clone(),
                field_option: Some("--text-column"),
                key: key.clone(),
                keyed,
                input_format: Some(format),
                ..Input::default()
            };
            Ok((input::open(&input)?, file.name))
        });
        let rows: Records = match opened {
            Ok((items, name)) => Box::new(items.map(move |item| Ok(of_item(item?, &name)))),
            Err(error) => Box::new(std::iter::once(Err(error))),
        };
        rows
    });
    Ok(Box::new(rows))
}

/// The column of keys, and whether somebody asks for it, so that it has to be there.
fn key(settings: &Settings) -> (String, bool) {
    let asked = settings.key_column.as_deref();
    (asked.unwrap_or(KEY).to_owned(), asked.is_some())
}

fn of_item(item: Item, name: &str) -> Found {
    if let Some(complaint) = item.broken {
        return Found::Broken(item.place, complaint);
    }
    let key = match &item.id {
        _ if !item.named => format!("{name}#{}", digest(&item.latex)),
        Value::String(id) => id.clone(),
        id => id.to_string(),
    };
    Found::Entry(Entry {
        group: key.clone(),
        key,
        is_formula: false,
        text: item.latex,
        file: item.place.file,
        line: item.place.line,
    })
}

/// The rows of Parquet files.
fn parquet(path: &Path, settings: &Settings) -> Result<Records> {
    let (field, (key, asked)) = (settings.text_column.clone(), key(settings));
    let rows = files(path, &["parquet"])?.flat_map(move |file| {
        let opened = file.and_then(|file| {
            let keyed = asked || Reader::open(&file.path)?.schema().find(&key).is_some();
            let names = [field.as_str(), key.as_str()];
            let names = if keyed { &names[..] } else { &names[..1] };
            Ok((Reader::select(&file.path, names)?, file))
        });
        let rows: Records = match opened {
            Ok((rows, file)) => Box::new(
                (1..)
                    .zip(rows)
                    .map(move |(n, row)| Ok(of_row(&row?, n, &file))),
            ),
            Err(error) => Box::new(std::iter::once(Err(error))),
        };
        rows
    });
    Ok(Box::new(rows))
}

fn of_row(row: &[Cell], number: usize, file: &Named) -> Found {
    let Some(text) = row.first().and_then(Cell::as_text) else {
        let said = "the text of this row is no string";
        let complaint = Diagnostic::error("bad-field", said, 0..0, "left out");
        return broken(&file.path, number, complaint);
    };
    let key = match row.get(1) {
        Some(Cell::Text(key)) => key.clone().into_owned(),
        Some(Cell::Int(key)) => key.to_string(),
        _ => format!("{}#{}", file.name, digest(text)),
    };
    Found::Entry(Entry {
        group: key.clone(),
        key,
        text: text.trim().to_owned(),
        is_formula: false,
        file: file.path.display().to_string(),
        line: number,
    })
}

/// A name for a text that has none: 64 bits of it.
pub(super) fn digest(text: &str) -> String {
    let mut hash = Fnv::default();
    hash.add(text.as_bytes());
    format!("{:016x}", hash.0)
}
