//! HTML entities in formulas, read as what they stand for, and signs of quotation before their lines, left
//! out; with the places of everything.

/// A formula as it is read, and where its bytes come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Decoded {
    /// What is read.
    pub(super) text: String,
    /// For each entity: its place in what is read, and how many bytes of the source come before
    /// and up to its end.
    jumps: Vec<(usize, usize)>,
}

const ENTITIES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&apos;", "'"),
    ("&nbsp;", " "),
    ("&#160;", " "),
    ("&minus;", "-"),
    ("&#92;", "\\"),
];

/// Whether some formula text holds an entity.
pub(super) fn encoded(text: &str) -> bool {
    text.contains('&') && ENTITIES.iter().any(|(name, _)| text.contains(name))
}

/// Whether a formula that stands here begins in a line that is quoted, and goes on in such lines:
/// `> $$ x\n> = y $$`.
pub(super) fn quoted(before: &str, formula: &str) -> bool {
    let Some((_, more)) = formula.split_once('\n') else {
        return false;
    };
    let line = &before[before.rfind('\n').map_or(0, |n| n + 1)..];
    line.trim_start().starts_with('>')
        && more
            .split('\n')
            .all(|line| line.trim_start().starts_with('>'))
}

/// Takes some LaTeX without the signs of quotation before its lines.
pub(super) fn unquoted(source: &str) -> Decoded {
    let mut decoded = Decoded::default();
    let mut read = 0;
    for (n, line) in source.split_inclusive('\n').enumerate() {
        let own = match n {
            0 => line,
            _ => line.trim_start().strip_prefix('>').unwrap_or(line),
        };
        if own.len() < line.len() {
            let skipped = read + line.len() - own.len();
            decoded.jumps.push((decoded.text.len(), skipped));
        }
        decoded.text.push_str(own);
        read += line.len();
    }
    decoded
}

/// Takes some LaTeX as it is.
pub(super) fn plain(source: &str) -> Decoded {
    Decoded {
        text: source.to_owned(),
        jumps: Vec::new(),
    }
}

/// Replaces entities.
pub(super) fn decode(source: &str) -> Decoded {
    let mut decoded = Decoded::default();
    let mut rest = source;
    while let Some(at) = rest.find('&') {
        decoded.text.push_str(&rest[..at]);
        rest = &rest[at..];
        match ENTITIES.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, meaning)) => {
                decoded.text.push_str(meaning);
                rest = &rest[name.len()..];
                decoded
                    .jumps
                    .push((decoded.text.len(), source.len() - rest.len()));
            }
            None => {
                decoded.text.push('&');
                rest = &rest[1..];
            }
        }
    }
    decoded.text.push_str(rest);
    decoded
}

impl Decoded {
    /// The place in the source of a place in what is read.
    pub(super) fn place(&self, at: usize) -> usize {
        let known = self.jumps.partition_point(|(read, _)| *read <= at);
        match known.checked_sub(1).map(|n| self.jumps[n]) {
            Some((read, source)) => source + (at - read),
            None => at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_lines_have_no_sign() {
        let source = "a\n> = b\n>\n >c";
        assert!(quoted("x\n> $$", source) && !quoted("x\n$$", source) && !quoted("> $", "a"));
        let decoded = unquoted(source);
        assert_eq!(decoded.text, "a\n = b\n\nc");
        for (read, c) in decoded.text.char_indices() {
            assert!(source[decoded.place(read)..].starts_with(c));
        }
    }

    #[test]
    fn places_are_those_of_the_source() {
        let source = "a &lt; b &amp;= c & d";
        let decoded = decode(source);
        assert_eq!(decoded.text, "a < b &= c & d");
        for (read, c) in decoded
            .text
            .char_indices()
            .filter(|(_, c)| c.is_alphabetic())
        {
            assert!(source[decoded.place(read)..].starts_with(c));
        }
        assert!(encoded(source) && !encoded("a & b"));
    }
}
