//! Formulas and texts from arguments, files and stdin, with their ids and places.
//!
//! Files are lines, JSON Lines, comma- or tab-separated values, told by their extension. A row that
//! cannot be used is an item with a complaint, and the others go on.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use mamut_engine::diagnostic::{Diagnostic, nearest};
use serde_json::Value;

use mamut_engine::text;

use crate::args::{self, InputFormat};
use crate::csv::Records;
use crate::packed::{plain, unpacked};

/// Where a formula stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file; empty for an argument.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The whole line, or the whole field of a record.
    pub text: String,
    /// Where the formula starts in it, in bytes.
    pub start: usize,
}

/// A formula and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The LaTeX, trimmed.
    pub latex: String,
    /// Its id: as the record gives it, else the number of its line or argument.
    pub id: Value,
    /// Whether the record gives it.
    pub named: bool,
    /// Where it was.
    pub place: Place,
    /// Why there is no formula; a complaint about the text of the place.
    pub broken: Option<Diagnostic>,
}

/// The ids of complaints about rows that hold no formula.
pub const BROKEN: [&str; 7] = [
    "bad-csv",
    "bad-encoding",
    "bad-field",
    "bad-json",
    "bad-xml",
    "cut-off",
    "missing-field",
];

/// The bytes that some programs put before UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

type Items = Box<dyn Iterator<Item = Result<Item>> + Send>;

/// All formulas that the arguments name, read as they are asked for.
///
/// # Errors
/// When there are none, or a file cannot be opened; later, when it cannot be read.
pub fn open(input: &args::Input) -> Result<Items> {
    let mut sources: Vec<Items> = Vec::new();
    for (n, formula) in input.formulas.iter().enumerate() {
        if formula == "-" {
            sources.push(source(input, None, BufReader::new(stdin()))?);
        } else {
            let line = if input.text || text::is_text(formula) {
                formula.clone()
            } else {
                formula.replace(['\n', '\r'], " ")
            };
            let item = item(String::new(), n + 1, line).map(|item| Item {
                place: Place {
                    line: 1,
                    ..item.place
                },
                ..item
            });
            sources.push(Box::new(item.into_iter().map(Ok)));
        }
    }
    for path in &input.file {
        if path.as_os_str() == "-" {
            sources.push(source(input, None, BufReader::new(stdin()))?);
        } else {
            let file =
                File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
            sources.push(source(input, Some(path), unpacked(path, file)?)?);
        }
    }
    if sources.is_empty() {
        bail!("no formula given: name one, or a file with --file, or - for stdin");
    }
    Ok(Box::new(sources.into_iter().flatten()))
}

/// The formulas of one file or of stdin.
fn source(
    input: &args::Input,
    path: Option<&Path>,
    reader: impl BufRead + Send + 'static,
) -> Result<Items> {
    let name = path.map_or_else(|| "<stdin>".to_owned(), |path| path.display().to_string());
    let extension = path.and_then(|path| plain(path).extension()?.to_str());
    let format = match (input.input_format, extension) {
        (Some(format), _) => format,
        (None, Some("jsonl" | "ndjson")) => InputFormat::Jsonl,
        (None, Some("csv")) => InputFormat::Csv,
        (None, Some("tsv" | "tab")) => InputFormat::Tsv,
        (None, Some("json" | "parquet" | "xlsx")) => {
            bail!(
                "{name}: not read; give JSON Lines, CSV, TSV or lines, or name one with --input-format"
            )
        }
        _ if input.text => InputFormat::Text,
        _ => InputFormat::Lines,
    };
    let columns = Columns {
        field: input.field.clone(),
        key: input.key.clone(),
        keyed: input.keyed,
        option: input.field_option.unwrap_or("--field"),
    };
    Ok(match format {
        InputFormat::Lines => Box::new(lines(name, reader)),
        InputFormat::Text => Box::new(std::iter::once_with(move || whole(name, reader))),
        InputFormat::Jsonl => Box::new(objects(name, reader, columns)),
        InputFormat::Csv => records(name, Records::new(reader, b','), columns)?,
        InputFormat::Tsv => records(name, Records::new(reader, b'\t'), columns)?,
    })
}

/// The text of bytes; where they are no UTF-8, with what stands for them and the complaint.
fn decoded(bytes: &[u8]) -> (Cow<'_, str>, Option<Diagnostic>) {
    let text = String::from_utf8_lossy(bytes);
    let complaint = std::str::from_utf8(bytes).err().map(|error| {
        let at = error.valid_up_to();
        let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
        let said = "this is no UTF-8 from here on";
        Diagnostic::error("bad-encoding", said, at..end, "left out")
            .with_help("iconv -f LATIN1 -t UTF-8 rewrites a file that is in Latin-1")
    });
    (text, complaint)
}

/// A line of a file without its end, and what is wrong with its bytes.
struct Line {
    number: usize,
    text: String,
    broken: Option<Diagnostic>,
}

/// The lines of a file.
fn numbered(
    name: String,
    mut reader: impl BufRead + Send,
) -> impl Iterator<Item = Result<Line>> + Send {
    let (mut number, mut cut_off) = (0, false);
    std::iter::from_fn(move || {
        if cut_off {
            return None;
        }
        let mut line = Vec::new();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) => return None,
            Ok(_) => number += 1,
            // What was read of a file that ends too early or is damaged is kept.
            Err(error) if number > 0 => {
                cut_off = true;
                let said = format!("the file cannot be read from here on: {error}");
                let complaint = Diagnostic::error("cut-off", said, 0..0, "the rest is left out");
                return Some(Ok(Line {
                    number: number + 1,
                    text: String::new(),
                    broken: Some(complaint),
                }));
            }
            Err(error) => return Some(Err(error).with_context(|| format!("cannot read {name}"))),
        }
        let line = line.strip_prefix(MARK).unwrap_or(&line);
        let (text, broken) = decoded(line);
        let text = text.trim_end_matches(['\n', '\r']).to_owned();
        Some(Ok(Line {
            number,
            text,
            broken,
        }))
    })
}

fn lines(name: String, reader: impl BufRead + Send) -> impl Iterator<Item = Result<Item>> + Send {
    numbered(name.clone(), reader).filter_map(move |line| match line {
        Ok(line) => match line.broken {
            Some(complaint) => Some(Ok(unusable(&name, line.number, &line.text, complaint))),
            None => item(name.clone(), line.number, line.text).map(Ok),
        },
        Err(error) => Some(Err(error)),
    })
}

/// A file that is one text.
fn whole(name: String, mut reader: impl BufRead) -> Result<Item> {
    let mut bytes = Vec::new();
    reader
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    let (text, broken) = decoded(bytes.strip_prefix(MARK).unwrap_or(&bytes));
    if let Some(complaint) = broken {
        return Ok(unusable(&name, 1, &text, complaint));
    }
    Ok(Item {
        latex: text.trim().to_owned(),
        id: Value::from(1),
        named: false,
        place: Place {
            file: name,
            line: 1,
            start: text.len() - text.trim_start().len(),
            text: text.into_owned(),
        },
        broken: None,
    })
}

/// The formula of a line, unless the line is empty or a comment.
fn item(file: String, line: usize, text: String) -> Option<Item> {
    let latex = text.trim();
    if !file.is_empty() && (latex.is_empty() || latex.starts_with('%')) {
        return None;
    }
    let start = text.len() - text.trim_start().len();
    Some(Item {
        latex: latex.to_owned(),
        id: Value::from(line),
        named: false,
        place: Place {
            file,
            line,
            start,
            text: text.clone(),
        },
        broken: None,
    })
}

/// The names of the columns that are read.
struct Columns {
    field: String,
    key: String,
    /// Whether every record has to have the key.
    keyed: bool,
    /// What names the field on the command line.
    option: &'static str,
}

/// What names the key on the command line.
const KEY_OPTION: &str = "--key-column";

/// The formulas of JSON Lines: objects with the formula in a field.
fn objects(
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
fn records(
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

fn unusable(file: &str, line: usize, text: &str, complaint: Diagnostic) -> Item {
    Item {
        latex: String::new(),
        id: Value::Null,
        named: false,
        place: Place {
            file: file.to_owned(),
            line,
            start: 0,
            text: text.to_owned(),
        },
        broken: Some(complaint),
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
    fn keeps_places() {
        let read: Vec<Item> = lines("f".to_owned(), &b"\xef\xbb\xbf% no\r\n\n  a+b \r\nc"[..])
            .map(|i| i.expect("readable"))
            .collect();
        let found: Vec<_> = read
            .iter()
            .map(|i| (i.latex.as_str(), i.place.line, i.place.start))
            .collect();
        assert_eq!(found, [("a+b", 3, 2), ("c", 4, 0)]);
    }

    #[test]
    fn an_empty_argument_is_a_formula_that_cannot_be_read() {
        let input = args::Input {
            formulas: vec![String::new()],
            ..args::Input::default()
        };
        assert_eq!(open(&input).expect("one formula").count(), 1);
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
