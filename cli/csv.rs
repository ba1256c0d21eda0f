//! Comma-separated values after RFC 4180: records in, fields out.

use std::io::{self, BufRead};

/// Records longer than this are given up: a quote that never closes would take the whole file.
const LONGEST: usize = 64 << 20;

/// A record and where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line of its first character, from 1.
    pub line: usize,
    /// Its fields, without quotes.
    pub fields: Vec<String>,
    /// Why its fields are not what the file means.
    pub fault: Option<Fault>,
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A quote opens that never closes.
    Open,
    /// Bytes that are no UTF-8.
    Encoding,
}

impl Fault {
    /// The id of the complaint about it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Open => "bad-csv",
            Self::Encoding => "bad-encoding",
        }
    }

    /// What the complaint says.
    pub const fn said(self) -> &'static str {
        match self {
            Self::Open => "a quote opens in this record and never closes",
            Self::Encoding => "this record is no UTF-8",
        }
    }
}

/// Reads records one by one.
#[derive(Debug)]
pub struct Records<R> {
    reader: R,
    separator: u8,
    line: usize,
}

impl<R: BufRead> Records<R> {
    /// Starts at the first line.
    pub fn new(reader: R, separator: u8) -> Self {
        Self {
            reader,
            separator,
            line: 0,
        }
    }

    /// The next record; blank lines are none.
    ///
    /// # Errors
    /// As the system reports them.
    pub fn next_record(&mut self) -> io::Result<Option<Record>> {
        let mut bytes = Vec::new();
        loop {
            let start = self.line + 1;
            bytes.clear();
            let mut quotes = 0;
            // A line break within quotes belongs to the field.
            loop {
                let from = bytes.len();
                if self.reader.read_until(b'\n', &mut bytes)? == 0 {
                    break;
                }
                self.line += 1;
                quotes += bytes[from..].iter().filter(|b| **b == b'"').count();
                if quotes % 2 == 0 || bytes.len() > LONGEST {
                    break;
                }
            }
            if bytes.is_empty() {
                return Ok(None);
            }
            let text = String::from_utf8_lossy(&bytes);
            let mark = text.strip_prefix('\u{feff}').filter(|_| start == 1);
            let text = mark.unwrap_or(&text);
            let text = text.strip_suffix('\n').unwrap_or(text);
            let text = text.strip_suffix('\r').unwrap_or(text);
            if !text.is_empty() {
                let fault = match std::str::from_utf8(&bytes) {
                    _ if quotes % 2 == 1 => Some(Fault::Open),
                    Ok(_) => None,
                    Err(_) => Some(Fault::Encoding),
                };
                return Ok(Some(Record {
                    line: start,
                    fields: split(text, char::from(self.separator)),
                    fault,
                }));
            }
        }
    }
}

fn split(text: &str, separator: char) -> Vec<String> {
    let mut fields = Vec::new();
    let mut field = String::new();
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            _ if c == separator && !quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(c),
        }
    }
    fields.push(field);
    fields
}

/// Writes a record, with quotes where they are needed.
pub fn write<'f>(fields: impl IntoIterator<Item = &'f str>, out: &mut Vec<u8>) {
    let start = out.len();
    for (n, field) in fields.into_iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        if field.contains(['"', ',', '\n', '\r']) {
            out.push(b'"');
            out.extend_from_slice(field.replace('"', "\"\"").as_bytes());
            out.push(b'"');
        } else {
            out.extend_from_slice(field.as_bytes());
        }
    }
    if out.len() == start {
        // One empty field would be a blank line, which is no record.
        out.extend_from_slice(b"\"\"");
    }
    out.extend_from_slice(b"\r\n");
}

/// A record as text.
pub fn line<'f>(fields: impl IntoIterator<Item = &'f str>) -> String {
    let mut out = Vec::new();
    write(fields, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &[u8]) -> Vec<Record> {
        let mut records = Records::new(text, b',');
        std::iter::from_fn(|| records.next_record().expect("readable")).collect()
    }

    #[test]
    fn reads_quotes_breaks_and_ends() {
        let found = records(b"\xef\xbb\xbfid,latex\r\n1,\"a,\"\"b\"\"\nc\"\r\n\r\n2,x");
        let fields: Vec<_> = found.iter().map(|r| (r.line, r.fields.clone())).collect();
        let wanted = [
            (1, vec!["id", "latex"]),
            (2, vec!["1", "a,\"b\"\nc"]),
            (5, vec!["2", "x"]),
        ];
        assert_eq!(
            fields,
            wanted.map(|(n, f)| (n, f.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>()))
        );
        assert!(records(b"").is_empty() && records(b"a,\"b")[0].fault == Some(Fault::Open));
        assert_eq!(records(b"a\na\xe4")[1].fault, Some(Fault::Encoding));
    }

    #[test]
    fn reads_back_what_it_writes() {
        let fields = ["a", "", "x\"y", "1,2", "two\nlines", " blank "];
        for fields in [&fields[..], &[""], &["\u{feff}"]] {
            let mut out = Vec::new();
            write(["names"], &mut out);
            write(fields.iter().copied(), &mut out);
            assert_eq!(records(&out)[1].fields, fields);
        }
    }
}
