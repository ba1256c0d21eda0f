//! Formulas and texts from arguments, files and stdin, with their ids and places.
//!
//! Files are lines, JSON Lines, comma- or tab-separated values, told by their extension. A row that
//! cannot be used is an item with a complaint, and the others go on.

mod records;

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;

use anyhow::{Context, Result, bail};
use mamut_engine::diagnostic::Diagnostic;
use serde_json::Value;

use mamut_engine::text;

use crate::args::{self, InputFormat};
use crate::csv::Records;
use crate::packed::{plain, unpacked};
use records::{Columns, objects, records};

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
}
