//! Files in UTF-8, of which bytes that are none are marked, and lines counted.

use std::io::{self, BufRead, Read};

/// What stands for a byte that is no UTF-8: the control character of that name, which no text has.
pub(super) const SUBSTITUTE: char = '\u{1a}';
/// As much is looked at at a time.
const CHUNK: usize = 1 << 16;

/// A file whose bytes are UTF-8 whatever is in it.
pub(super) struct Utf8<R = Box<dyn BufRead + Send>> {
    inner: R,
    /// What was read; up to `good` it is UTF-8, behind it a character may be cut.
    buffer: Vec<u8>,
    at: usize,
    good: usize,
    line: usize,
}

impl<R: Read> Utf8<R> {
    pub(super) fn new(inner: R) -> Self {
        Self {
            inner,
            buffer: Vec::new(),
            at: 0,
            good: 0,
            line: 1,
        }
    }

    /// The line of what is read next, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Reads a chunk behind what is left and marks what is no UTF-8.
    fn more(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.at);
        let left = self.buffer.len();
        self.buffer.resize(left + CHUNK, 0);
        let read = loop {
            match self.inner.read(&mut self.buffer[left..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.buffer.truncate(left + read);
        (self.at, self.good) = (0, 0);
        while let Err(error) = std::str::from_utf8(&self.buffer[self.good..]) {
            self.good += error.valid_up_to();
            let bad = match error.error_len() {
                Some(bad) => bad,
                // A character that the next chunk may complete.
                None if read > 0 => return Ok(()),
                None => self.buffer.len() - self.good,
            };
            self.buffer[self.good..self.good + bad].fill(SUBSTITUTE as u8);
            self.good += bad;
        }
        self.good = self.buffer.len();
        Ok(())
    }
}

impl<R: Read> BufRead for Utf8<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        // A chunk may hold less than one character.
        let mut cut = usize::MAX;
        while self.at == self.good && self.buffer.len() - self.good != cut {
            cut = self.buffer.len() - self.good;
            self.more()?;
        }
        Ok(&self.buffer[self.at..self.good])
    }

    fn consume(&mut self, amount: usize) {
        let taken = &self.buffer[self.at..self.at + amount];
        self.line += taken.iter().filter(|b| **b == b'\n').count();
        self.at += amount;
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives so many bytes at a time.
    struct Drip<'b>(&'b [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(into.len()).min(self.0.len());
            self.0.read(&mut into[..most])
        }
    }

    #[test]
    fn bytes_that_are_no_utf8_are_marked() {
        for (bytes, wanted) in [
            (&b"plain\ntext"[..], "plain\ntext"),
            ("zwölf €𝔸".as_bytes(), "zwölf €𝔸"),
            (b"a\xe4b\n\xff\xfec", "a\u{1a}b\n\u{1a}\u{1a}c"),
            (b"cut \xe2\x82", "cut \u{1a}\u{1a}"),
            (b"", ""),
        ] {
            for step in 1..=4 {
                let mut file = Utf8::new(Drip(bytes, step));
                let mut text = String::new();
                file.read_to_string(&mut text).expect("UTF-8");
                assert_eq!(text, wanted, "{step} bytes at a time");
                assert_eq!(file.line(), 1 + text.matches('\n').count());
            }
        }
    }
}
