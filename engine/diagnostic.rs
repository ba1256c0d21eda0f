//! Complaints as plain data; only the command line renders them.

use std::ops::Range;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A choice among several readings.
    Note,
    /// Something was kept or guessed.
    Warning,
    /// Something was not done.
    Error,
}

/// A place and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Label {
    /// Bytes of the source.
    pub span: Range<usize>,
    /// What is said there; may be empty.
    pub message: String,
}

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Diagnostic {
    /// A stable id: `unknown-command`, `arity` …
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// The name of the source; empty when there is only one.
    pub file: String,
    /// Places, the first one the main one.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(
        id: &'static str,
        message: impl Into<String>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            id,
            severity: Severity::Error,
            message: message.into(),
            file: String::new(),
            labels: vec![Label {
                span,
                message: label.into(),
            }],
            help: None,
        }
    }
    /// A warning at a place.
    pub fn warning(
        id: &'static str,
        message: impl Into<String>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(id, message, span, label)
        }
    }
    /// A note at a place.
    pub fn note(
        id: &'static str,
        message: impl Into<String>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Note,
            ..Self::error(id, message, span, label)
        }
    }
    /// The same with a help text.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

fn starts_alike(a: &str, b: &str) -> bool {
    let first = |s: &str| s.chars().find(|&c| c != '\\');
    first(a) == first(b)
}

/// The bytes of a name as a set, a bit for several bytes each.
fn letter_set(name: &str) -> u64 {
    name.bytes().fold(0, |set, b| set | 1 << (b & 63))
}

/// The nearest of some names, when one is near enough for "did you mean"; of equally near ones
/// the one that starts alike.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let limit = 1 + length / 4;
    let letters = letter_set(name);
    // A change touches at most two letters: names that differ in more are not compared at length.
    let close = |k: &&str| {
        let bytes = if name.is_ascii() && k.is_ascii() {
            1
        } else {
            4
        };
        k.len() <= bytes * (length + limit)
            && length <= k.len() + limit
            && (letter_set(k) ^ letters).count_ones() as usize <= 2 * bytes * limit
    };
    known
        .into_iter()
        .filter(close)
        .map(|k| (strsim::damerau_levenshtein(name, k), k))
        .filter(|&(d, k)| d <= limit && (d < k.chars().count() || k.eq_ignore_ascii_case(name)))
        .min_by_key(|&(d, k)| (d, !starts_alike(name, k), k))
        .map(|(_, k)| k)
}
