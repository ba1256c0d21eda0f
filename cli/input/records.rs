//! Formulas in records: objects in JSON Lines, rows of separated values.

use std::io::BufRead;

use anyhow::{Context, Result, anyhow};
use mamut_engine::diagnostic::{Diagnostic, nearest};
use serde_json::Value;

use super::{Item, Items, Place, numbered, unusable};
use crate::csv::Records;

/// The names of the columns that are read.
pub(super) struct Columns {
    pub(super) field: String,
    pub(super) key: String,
    /// Whether every record has to have the key.
    pub(super) keyed: bool,
    /// What names the field on the command line.
    pub(super) option: &'static str,
}

/// What names the key on the command line.
const KEY_OPTION: &str = "--key-column";

/// The formulas of JSON Lines: objects with the formula in a field.
pub(super) fn objects(
    name: String,
    reader: impl BufRead + Send,
    columns: Columns,
) -> impl Iterator<Item = Result<Item>> + Send {
    numbered(name.clone(), reader).filter_map(move |line| match line {
        Ok(line) if line.broken.is_none() && line.text.trim().is_empty() => None,
        Ok(line) => Some(Ok(match line.broken {
            Some(complaint) => unusable(&name, line.number, &line.text, complaint),
            None => object(&name, line.number, &line.text, &columns),
        })),
        Err(error) => Some(Err(error)),
    })
}

fn object(file: &str, line: usize, text: &str, columns: &Columns) -> Item {
    let Columns {
        field, key, keyed, ..
    } = columns;
    let all = 0..text.len();
    let broken = |complaint: Diagnostic| unusable(file, line, text, complaint);
    let row = match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(row)) => row,
        Ok(_) => {
            let said = "this line is no JSON object";
            return broken(Diagnostic::error("bad-json", said, all, "expected `{…}`"));
        }
        Err(error) => {
            let at = error.column().saturating_sub(1).min(text.len());
            let said = error.to_string();
            let said = said.split(" at line ").next().unwrap_or(&said).to_owned();
            let said = format!("this line is no JSON: {said}");
            return broken(Diagnostic::error("bad-json", said, at..at + 1, "left out"));
        }
    };
    let id = row.get(key).cloned();
    let names = row.keys().map(String::as_str);
    if *keyed && id.is_none() {
        return broken(missing(key, KEY_OPTION, names, all));
    }
    match row.get(field.as_str()) {
        // Null is what programs write for a key that is not there.
        Some(Value::String(latex)) => of_record(file, line, latex, id.filter(|id| !id.is_null())),
        Some(_) => broken(Diagnostic::error(
            "bad-field",
            format!("the field `{field}` is no string"),
            all,
            "left out",
        )),
        None => broken(missing(field, columns.option, names, all)),
    }
}

/// The complaint about a field that a record does not have.
fn missing<'n>(
    field: &str,
    option: &str,
    names: impl Iterator<Item = &'n str> + Clone,
    span: std::ops::Range<usize>,
) -> Diagnostic {
    let said = format!("there is no field `{field}`");
    let complaint = Diagnostic::error("missing-field", said, span, "left out");
    let list: Vec<String> = names.clone().take(12).map(|n| format!("`{n}`")).collect();
    let near = nearest(field, names).map(|n| format!("did you mean `{n}`? "));
    complaint.with_help(format!(
        "{}{option} names the one to read; there are {}",
        near.unwrap_or_default(),
        list.join(", ")
    ))
}

/// The formulas of separated values: a record of names, then records with the formula in one.
pub(super) fn records(
    name: String,
    mut records: Records<impl BufRead + Send + 'static>,
    columns: Columns,
) -> Result<Items> {
    let cannot = |name: &str| format!("cannot read {name}");
    let Some(head) = records.next_record().with_context(|| cannot(&name))? else {
        return Ok(Box::new(std::iter::empty()));
    };
    let place = |wanted: &str| head.fields.iter().position(|f| f.trim() == wanted);
    let lacking = |wanted: &str, option: &str| {
        let complaint = missing(wanted, option, head.fields.iter().map(|f| f.trim()), 0..0);
        let help = complaint.help.unwrap_or_default();
        anyhow!("{name}:1: {}; {help}", complaint.message)
    };
    let Columns { field, key, .. } = &columns;
    let column = place(field).ok_or_else(|| lacking(field, columns.option))?;
    let (id, width) = (place(key), head.fields.len());
    if columns.keyed && id.is_none() {
        return Err(lacking(key, KEY_OPTION));
    }
    Ok(Box::new(std::iter::from_fn(move || {
        let record = match records.next_record() {
            Ok(record) => record?,
            Err(error) => return Some(Err(error).with_context(|| cannot(&name))),
        };
        let line = record.line;
        let (fault, said) = if let Some(fault) = record.fault {
            (fault.id(), fault.said().to_owned())
        } else if record.fields.len() != width {
            let found = record.fields.len();
            let said = format!("this record has {found} instead of {width} fields");
            ("bad-csv", said)
        } else {
            let id = id.map(|id| Value::from(record.fields[id].as_str()));
            return Some(Ok(of_record(&name, line, &record.fields[column], id)));
        };
        let text = record.fields.join(",");
        let complaint = Diagnostic::error(fault, said, 0..text.len(), "left out");
        Some(Ok(unusable(&name, line, &text, complaint)))
    })))
}

/// The formula of a record, which may give it an id.
fn of_record(file: &str, line: usize, latex: &str, id: Option<Value>) -> Item {
    Item {
        latex: latex.trim().to_owned(),
        named: id.is_some(),
        id: id.unwrap_or_else(|| Value::from(line)),
        place: Place {
            file: file.to_owned(),
            line,
            start: latex.len() - latex.trim_start().len(),
            text: latex.to_owned(),
        },
        broken: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latex() -> Columns {
        Columns {
            field: "latex".to_owned(),
            key: "id".to_owned(),
            keyed: false,
            option: "--field",
        }
    }

    #[test]
    fn objects_have_ids_and_complaints() {
        let text = "\u{feff}{\"latex\": \" x\", \"id\": [1]}\r\n\n{\"latex\": 3}\n[]\n{\"tex\": \"y\"}\n{\"latex\": \"\u{0}\"}\n{\"latex\": \"\\u0000y\"}";
        let found: Vec<_> = objects("f".to_owned(), text.as_bytes(), latex())
            .map(|i| i.expect("readable"))
            .map(|i| {
                (
                    i.id.to_string(),
                    i.latex,
                    i.place.line,
                    i.broken.map(|b| b.id),
                )
            })
            .collect();
        let wanted = [
            ("[1]", "x", 1, None),
            ("null", "", 3, Some("bad-field")),
            ("null", "", 4, Some("bad-json")),
            ("null", "", 5, Some("missing-field")),
            ("null", "", 6, Some("bad-json")),
            ("7", "\0y", 7, None),
        ];
        assert_eq!(
            found,
            wanted.map(|(id, latex, line, broken)| (id.to_owned(), latex.to_owned(), line, broken))
        );
    }

    #[test]
    fn ids_that_a_record_gives_are_told_from_numbers_of_lines() {
        let text =
            "{\"latex\": \"x\", \"id\": 1}\n{\"latex\": \"y\", \"id\": null}\n{\"latex\": \"z\"}";
        let found: Vec<_> = objects("f".to_owned(), text.as_bytes(), latex())
            .map(|i| i.expect("readable"))
            .map(|i| (i.id, i.named))
            .collect();
        let wanted = [(1, true), (2, false), (3, false)];
        assert_eq!(found, wanted.map(|(id, named)| (Value::from(id), named)));
        let keyed = Columns {
            keyed: true,
            ..latex()
        };
        let last = objects("f".to_owned(), text.as_bytes(), keyed).last();
        let broken = last.and_then(Result::ok).and_then(|item| item.broken);
        assert_eq!(broken.map(|b| b.id), Some("missing-field"));
    }

    #[test]
    fn records_are_checked() {
        let text = "id,latex\na,x\nb\n\"c\",\"y\nz\"\n";
        let found: Vec<_> = records("f".to_owned(), Records::new(text.as_bytes(), b','), latex())
            .expect("a field of that name")
            .map(|i| i.expect("readable"))
            .map(|i| (i.id, i.latex, i.place.line, i.broken.is_some()))
            .collect();
        assert_eq!(
            found,
            [
                (Value::from("a"), "x".to_owned(), 2, false),
                (Value::Null, String::new(), 3, true),
                (Value::from("c"), "y\nz".to_owned(), 4, false),
            ]
        );
    }
}
