//! What a sentence says of something that exists: "for every $\varepsilon > 0$ there is an $N$ such that
//! $|a_n - a| < \varepsilon$ for all $n \ge N$". A formula in it is true of some things and not of others, whatever is
//! changed in it: at a point it tells nothing of the sentence.

use mamut_engine::text::{Document, Part};

/// Phrases that say that something exists, in what they are said before.
const BEFORE: &[&str] = &[
    "there is ",
    "there are ",
    "there exist",
    "exists ",
    "exist ",
    "can find ",
    "can choose ",
    "may choose ",
    "es gibt ",
    "existier",
    "il existe ",
];

/// Phrases that may follow what they are said of.
const BEHIND: &[&str] = &["for some ", "for a suitable ", "for suitable "];

/// Whether a formula of a text stands in what is said of something that exists.
pub(super) fn is_of_existing(document: &Document, passage: usize) -> bool {
    let Some(span) = document.passages.get(passage).map(|p| p.span.clone()) else {
        return false;
    };
    let mut prose = document.source.to_lowercase().into_bytes();
    // Letters that grow in lower case would move what follows.
    if prose.len() != document.source.len() {
        prose = document.source.clone().into_bytes();
    }
    for segment in &document.segments {
        if matches!(segment.part, Part::Formula(_)) {
            prose[segment.span.clone()].fill(b' ');
        }
    }
    let prose = String::from_utf8_lossy(&prose);
    let (Some(before), Some(behind)) = (prose.get(..span.start), prose.get(span.end..)) else {
        return false;
    };
    let ends = [". ", ".\n", "? ", "! ", "\n\n"];
    let start = ends.iter().filter_map(|end| before.rfind(end)).max();
    let end = ends.iter().filter_map(|end| behind.find(end)).min();
    let before = &before[start.unwrap_or(0)..];
    let behind = &behind[..end.unwrap_or(behind.len())];
    let says = |text: &str, phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    says(before, BEFORE) || says(before, BEHIND) || says(behind, BEHIND)
}
