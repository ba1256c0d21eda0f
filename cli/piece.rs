//! Rows on their way out, in one of the formats.

use serde_json::json;

use crate::args::Format;
use crate::csv;
use crate::row::Row;

/// Rows are passed on in pieces of about this many bytes.
const PIECE: usize = 1 << 16;

/// Rows that are held until they are many enough.
pub struct Piece<'p> {
    format: Format,
    bytes: Vec<u8>,
    held: u64,
    /// How many rows there have been.
    pub all: u64,
    /// Whether some have gone out.
    sent: bool,
    /// What there was before the rows that go out together, while these are not complete.
    before: Option<(usize, u64, u64)>,
    /// Takes bytes and how many rows they are; false when nobody wants more.
    send: &'p mut dyn FnMut(Vec<u8>, u64) -> bool,
}

impl<'p> Piece<'p> {
    /// Rows of a format for somebody.
    pub fn new(format: Format, send: &'p mut dyn FnMut(Vec<u8>, u64) -> bool) -> Self {
        Self {
            format,
            bytes: Vec::new(),
            held: 0,
            all: 0,
            sent: false,
            before: None,
            send,
        }
    }

    /// Adds a row; false when nobody wants more.
    pub fn add(&mut self, text: &str, row: impl FnOnce() -> Row) -> bool {
        match self.format {
            Format::Text => {
                self.bytes.extend_from_slice(text.as_bytes());
                self.bytes.push(b'\n');
            }
            Format::Csv => row().csv(&mut self.bytes),
            Format::Jsonl | Format::Json => {
                if self.format == Format::Json && self.held > 0 {
                    self.bytes.extend_from_slice(b",\n");
                }
                // Writing plain data to memory cannot fail.
                let _ = serde_json::to_writer(&mut self.bytes, &row());
                if self.format == Format::Jsonl {
                    self.bytes.push(b'\n');
                }
            }
        }
        self.held += 1;
        self.all += 1;
        // The first row goes out at once.
        let full = self.bytes.len() > PIECE || !self.sent;
        !full || self.before.is_some() || self.flush()
    }

    /// Begins rows that go out together or not at all.
    pub const fn begin(&mut self) {
        self.before = Some((self.bytes.len(), self.held, self.all));
    }

    /// Ends them; false when nobody wants more.
    pub fn end(&mut self) -> bool {
        self.before = None;
        let full = self.bytes.len() > PIECE || !self.sent;
        !full || self.flush()
    }

    /// Takes back those that are not complete.
    pub fn take_back(&mut self) {
        if let Some((bytes, held, all)) = self.before.take() {
            self.bytes.truncate(bytes);
            (self.held, self.all) = (held, all);
        }
    }

    /// Adds what a source has instead of rows: how many versions there are.
    pub fn count(&mut self, source: &str, count: &str) -> bool {
        // A number that JSON readers keep exactly is a string here.
        let object = || json!({"source": source, "count": count}).to_string();
        let line = match self.format {
            Format::Text => format!("{count}\n"),
            Format::Jsonl => object() + "\n",
            Format::Csv => csv::line([source, count]),
            Format::Json => object(),
        };
        self.bytes.extend_from_slice(line.as_bytes());
        (self.held, self.all) = (1, 1);
        self.flush()
    }

    /// Sends what is held; false when nobody wants more.
    pub fn flush(&mut self) -> bool {
        if self.held == 0 {
            return true;
        }
        let (bytes, rows) = (std::mem::take(&mut self.bytes), self.held);
        self.held = 0;
        self.sent = true;
        (self.send)(bytes, rows)
    }
}
