//! The sentence in which a formula of a text stands.

use mamut_engine::text::{Document, Part};

/// What stands for a formula of a sentence.
pub(super) const FORMULA: char = '#';

/// The prose of a sentence before a formula of it and behind it, in lower case.
pub(super) struct Sentence {
    /// What stands before it.
    pub before: String,
    /// What stands behind it.
    pub behind: String,
    /// Where it begins in the text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Sentence {
    /// The sentence around a passage of a text.
    pub(super) fn around(document: &Document, passage: usize) -> Option<Self> {
        let span = document.passages.get(passage)?.span.clone();
        let mut prose = document.source.to_lowercase().into_bytes();
        // Letters that grow in lower case would move what follows.
        if prose.len() != document.source.len() {
            prose = document.source.clone().into_bytes();
        }
        for segment in &document.segments {
            if matches!(segment.part, Part::Formula(_)) {
                prose[segment.span.clone()].fill(b' ');
                if let Some(first) = prose.get_mut(segment.inner.start) {
                    *first = FORMULA as u8;
                }
            }
        }
        let prose = String::from_utf8_lossy(&prose);
        let (before, behind) = (prose.get(..span.start)?, prose.get(span.end..)?);
        let ends = [". ", ".\n", "? ", "! ", "\n\n"];
        let start = ends
            .iter()
            .filter_map(|end| before.rfind(end).map(|at| at + end.len()))
            .max();
        let start = start.unwrap_or(0);
        let end = ends.iter().filter_map(|end| behind.find(end)).min();
        let end = end.unwrap_or(behind.len());
        // The formula itself may begin where its delimiters end.
        let before = before[start..].trim_end_matches(FORMULA);
        Some(Self {
            before: before.to_owned(),
            behind: behind[..end].to_owned(),
            start,
            end: span.end + end,
        })
    }
}

/// The words of a piece of prose, formulas and signs between words among them.
pub(super) fn words(prose: &str) -> impl Iterator<Item = &str> {
    let apart = |c: char| matches!(c, ',' | ';' | ':') || c == FORMULA;
    prose
        .split_whitespace()
        .flat_map(move |word| word.split_inclusive(apart))
        .flat_map(move |word| {
            let sign = word.char_indices().next_back().filter(|(_, c)| apart(*c));
            let (word, sign) = word.split_at(sign.map_or(word.len(), |(at, _)| at));
            [word, sign]
        })
        .map(move |word| word.trim_matches(|c: char| !c.is_alphanumeric() && !apart(c)))
        .filter(|word| !word.is_empty())
}
