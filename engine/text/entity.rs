//! HTML entities in formulas: read as what they stand for, with the places of everything.

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
