//! Rows of a dump of Stack Exchange: `<row Id="1" … />` in a file of any length.

use std::io::{self, BufRead};

use anyhow::{Context, Result, bail};
use mamut_engine::diagnostic::Diagnostic;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::utf8::{SUBSTITUTE, Utf8};

/// The name of the elements.
const ROW: &str = "row";
/// Rows are shown up to this length when something is wrong with them.
const SHOWN: usize = 120;

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Row {
    /// The attributes that were asked for.
    Fields(Fields),
    /// Something that cannot be read.
    Broken {
        line: usize,
        text: String,
        complaint: Diagnostic,
    },
}

/// Attributes of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fields {
    /// The line that the row ends on, from 1.
    pub line: usize,
    /// The values, in the order of the names that were asked for.
    pub values: Vec<Option<String>>,
}

/// Reads rows one by one.
pub(super) struct Rows {
    reader: quick_xml::Reader<Utf8>,
    name: String,
    buffer: Vec<u8>,
    /// Whether the outermost element is open.
    open: u32,
    done: bool,
}

impl Rows {
    /// Starts at the beginning of a file.
    ///
    /// # Errors
    /// When the file cannot be read, or is in UTF-16.
    pub(super) fn new(mut inner: Box<dyn BufRead + Send>, name: &str) -> Result<Self> {
        let cannot = || format!("cannot read {name}");
        let start = inner.fill_buf().with_context(cannot)?;
        if start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
            bail!("{name} is in UTF-16; make it UTF-8 first: iconv -f UTF-16 -t UTF-8 {name}");
        }
        let mut reader = quick_xml::Reader::from_reader(Utf8::new(inner));
        reader.config_mut().check_end_names = false;
        Ok(Self {
            reader,
            name: name.to_owned(),
            buffer: Vec::new(),
            open: 0,
            done: false,
        })
    }

    /// The next row with these attributes; none at the end. After a place where the file is no XML
    /// there are no more rows.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn next_row(&mut self, names: &[&str]) -> Result<Option<Row>> {
        while !self.done {
            self.buffer.clear();
            let event = self.reader.read_event_into(&mut self.buffer);
            let line = self.reader.get_ref().line();
            match event {
                Ok(Event::Empty(row)) if row.name().0 == ROW => {
                    return Ok(Some(fields(&row, names, line)));
                }
                Ok(Event::Start(row)) => {
                    self.open += 1;
                    if row.name().0 == ROW {
                        return Ok(Some(fields(&row, names, line)));
                    }
                }
                Ok(Event::End(_)) => self.open = self.open.saturating_sub(1),
                Ok(Event::Eof) => {
                    self.done = true;
                    if self.open > 0 {
                        return Ok(Some(self.cut(line, "nothing closes the outermost element")));
                    }
                }
                Ok(_) => {}
                Err(quick_xml::Error::Io(error)) => {
                    return Err(io::Error::new(error.kind(), error.to_string()))
                        .with_context(|| format!("cannot read {}", self.name));
                }
                Err(error) => {
                    self.done = true;
                    let said = error.to_string();
                    return Ok(Some(self.cut(line, &said)));
                }
            }
        }
        Ok(None)
    }

    fn cut(&self, line: usize, why: &str) -> Row {
        let at = self.reader.buffer_position();
        let said = format!("the file is cut off or no XML at byte {at}: {why}");
        let complaint = Diagnostic::error("bad-xml", said, 0..0, "")
            .with_help("the rows before this place are used; fetch or unpack the file again");
        Row::Broken {
            line,
            text: String::new(),
            complaint,
        }
    }
}

/// The attributes of a row, by name.
fn fields(row: &BytesStart<'_>, names: &[&str], line: usize) -> Row {
    if row.contains(SUBSTITUTE) {
        return broken(row, line, ("bad-encoding", "this row is not in UTF-8"));
    }
    let mut values = vec![None; names.len()];
    for attribute in row.attributes() {
        let attribute = match attribute {
            Ok(attribute) => attribute,
            Err(error) => return broken(row, line, ("bad-xml", &error.to_string())),
        };
        let Some(at) = names.iter().position(|name| *name == attribute.key.0) else {
            continue;
        };
        match attribute.normalized_value(XmlVersion::Explicit1_0) {
            Ok(value) => values[at] = Some(value.into_owned()),
            Err(error) => {
                let said = format!("`{}` cannot be read: {error}", names[at]);
                return broken(row, line, ("bad-xml", &said));
            }
        }
    }
    Row::Fields(Fields { line, values })
}

fn broken(row: &BytesStart<'_>, line: usize, (id, said): (&'static str, &str)) -> Row {
    let place = row.find(SUBSTITUTE).unwrap_or(0);
    let start = row[..place].char_indices().rev().nth(SHOWN / 2);
    let rest = &row[start.map_or(0, |(at, _)| at)..];
    let text: String = rest.chars().take(SHOWN).collect();
    let text = text.replace(SUBSTITUTE, "\u{fffd}");
    let complaint = Diagnostic::error(id, said, 0..text.len(), "left out");
    Row::Broken {
        line,
        text,
        complaint,
    }
}
