//! Errors of the RON notation itself, located in the file and with the nearest known name.

use super::scalar::ESCAPES;
use super::scan;
use super::source::{Report, SourceFile};
use crate::diagnostic::Label;
use ron::error::{Error, Position, SpannedError};
use ron::extensions::Extensions;
use serde::Deserialize;

/// Parses a slice of a rule file.
///
/// Complaints are added to the report; the result is then `None`.
pub(super) fn parse<'s, T: Deserialize<'s>>(
    text: &'s str,
    report: &mut Report<'_, '_>,
) -> Option<T> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    match options.from_str(text) {
        Ok(value) => Some(value),
        Err(error) => {
            complain(text, &error, report);
            None
        }
    }
}

fn complain(text: &str, error: &SpannedError, report: &mut Report<'_, '_>) {
    let start = offset(text, error.span.start);
    let end = offset(text, error.span.end).max(start);
    let (id, message, help) = words(&error.code);
    let at = match id {
        "raw-string" => scan::string_at(text, start).unwrap_or(&text[start..end]),
        _ => token(text, start, end),
    };
    let source: &SourceFile = report.source;
    let diagnostic = report.error(id, at, message, "");
    diagnostic.help = help;
    if let Error::MissingStructField { .. } = error.code {
        let head = text.find('(').map_or(text, |i| &text[i..=i]);
        diagnostic.labels.push(Label {
            span: source.span(head),
            message: "in this entry".into(),
        });
    }
}

/// What an error is about: the text between two places without blanks, or else what follows.
fn token(text: &str, start: usize, end: usize) -> &str {
    let between = text[start..end].trim();
    if !between.is_empty() {
        return between;
    }
    let rest = text[end..].trim_start();
    let word = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let one = rest.chars().next().map_or(0, char::len_utf8);
    &rest[..word.max(one)]
}

fn words(error: &Error) -> (&'static str, String, Option<String>) {
    let near = |found: &str, expected: &'static [&'static str]| {
        let near = crate::diagnostic::nearest(found, expected.iter().copied());
        Some(near.map_or_else(
            || {
                format!(
                    "one of {}",
                    expected
                        .iter()
                        .map(|e| format!("`{e}`"))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            },
            |n| format!("did you mean `{n}`?"),
        ))
    };
    match error {
        Error::Message(m) if m == ESCAPES => escapes(),
        Error::InvalidEscape(_) => escapes(),
        Error::NoSuchStructField {
            expected, found, ..
        } => (
            "ron",
            format!("there is no field `{found}` here"),
            near(found, expected),
        ),
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => (
            "ron",
            format!("`{found}` is not known here"),
            near(found, expected),
        ),
        Error::MissingStructField { field, .. } => {
            ("ron", format!("the field `{field}` is missing"), None)
        }
        Error::DuplicateStructField { field, .. } => {
            ("ron", format!("the field `{field}` occurs twice"), None)
        }
        Error::ExpectedComma => (
            "ron",
            "a comma is missing".into(),
            Some("is a quote or a bracket missing above?".into()),
        ),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => (
            "ron",
            "`(` is expected here".into(),
            Some("an entry stands in brackets, as a pair does: `(…)`".into()),
        ),
        Error::ExpectedArray => (
            "ron",
            "a list is expected here".into(),
            Some("`[…]`, also around one thing".into()),
        ),
        Error::ExpectedString => (
            "ron",
            "a text in quotation marks is expected here".into(),
            Some("`\"…\"`, or `r\"…\"` where there is LaTeX in it".into()),
        ),
        Error::ExpectedIdentifier => (
            "ron",
            "a word without quotation marks is expected here".into(),
            Some("`mamut-rw rules new KIND ID` and the guide have the words of each field".into()),
        ),
        Error::ExceededRecursionLimit => ("ron", "too deeply nested".into(), None),
        other => {
            let words = other.to_string();
            let rest = words.chars().skip(1);
            (
                "ron",
                words
                    .chars()
                    .take(1)
                    .flat_map(char::to_lowercase)
                    .chain(rest)
                    .collect(),
                None,
            )
        }
    }
}

fn escapes() -> (&'static str, String, Option<String>) {
    (
        "raw-string",
        ESCAPES.into(),
        Some("write a raw string: r\"…\"".into()),
    )
}

/// The byte at which a position (lines and columns from 1, columns in characters) stands.
fn offset(text: &str, position: Position) -> usize {
    let line_start = match position.line {
        0 | 1 => 0,
        line => text
            .match_indices('\n')
            .nth(line - 2)
            .map_or(text.len(), |(i, _)| i + 1),
    };
    let line = &text[line_start..];
    line.char_indices()
        .nth(position.col.saturating_sub(1))
        .map_or(text.len(), |(i, _)| line_start + i)
}
