//! Lines and columns of the protocol, which counts units of UTF-16, and bytes.

use std::ops::Range;

use lsp_types::{Position, Range as Places};

/// The beginnings of the lines of a text.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// A line ends with `\n`, `\r\n` or `\r`.
    pub(super) fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|&(i, &b)| b == b'\n' || b == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain(ends.map(|(i, _)| i + 1)).collect();
        Self { text, starts }
    }

    /// The place of a byte; of one in the middle of a character, that of the character.
    pub(super) fn position(&self, at: usize) -> Position {
        let at = floor(self.text, at);
        let line = self.starts.partition_point(|&start| start <= at) - 1;
        let before = &self.text[self.starts[line]..at];
        Position {
            line: line as u32,
            character: before.encode_utf16().count() as u32,
        }
    }

    /// The places of a span.
    pub(super) fn places(&self, span: &Range<usize>) -> Places {
        Places {
            start: self.position(span.start),
            end: self.position(span.end.max(span.start)),
        }
    }

    /// The byte of a place. Behind the end of a line it is the end of the line, behind the last
    /// line that of the text, between the halves of a character the character.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else {
            return self.text.len();
        };
        let end = self.starts.get(line + 1).copied();
        let line = self.text[start..end.unwrap_or(self.text.len())].trim_end_matches(['\r', '\n']);
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            if left < c.len_utf16() {
                return start + at;
            }
            left -= c.len_utf16();
        }
        start + line.len()
    }
}

/// The last boundary of characters at or before a byte.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut boundaries = (0..=at.min(text.len())).rev();
    boundaries.find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_bytes_agree() {
        let text = "α = \"𝔸ℝ\"\r\nβ\rx\n\n𝔹";
        let lines = Lines::new(text);
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let position = lines.position(at);
            // Between `\r` and `\n` there is no place.
            if text[at..].starts_with('\n') && text[..at].ends_with('\r') {
                continue;
            }
            assert_eq!(lines.offset(position), at, "{position:?}");
        }
        assert_eq!(lines.position(text.find('ℝ').unwrap()), Position::new(0, 7));
        assert_eq!(lines.position(text.len()), Position::new(4, 2));
    }

    #[test]
    fn places_that_are_none_are_moved() {
        let text = "a𝔸b\ncd";
        let lines = Lines::new(text);
        assert_eq!(lines.offset(Position::new(0, 2)), 1);
        assert_eq!(lines.offset(Position::new(0, 99)), 6);
        assert_eq!(lines.offset(Position::new(9, 0)), text.len());
        assert_eq!(lines.offset(Position::new(u32::MAX, u32::MAX)), text.len());
        assert_eq!(lines.position(3), Position::new(0, 1));
        assert_eq!(lines.position(999), Position::new(1, 2));
    }
}
