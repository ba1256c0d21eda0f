//! Ids and what replaces what: a rule of a higher layer replaces one of the same id.

use super::shape;
use super::source::{Lines, Report, SourceFile};
use super::syntax::RuleFile;
use crate::diagnostic::{Diagnostic, Label};
use crate::rules::Origin;
use serde::Deserialize;
use std::collections::BTreeMap;

/// An entry of a rule file.
pub(super) struct Entry<'s, T> {
    pub(super) source: &'s SourceFile,
    pub(super) id: &'s str,
    pub(super) rule: T,
    origin: Origin,
}

impl<T> Entry<'_, T> {
    /// Where it was written.
    pub(super) fn origin(&self) -> Origin {
        self.origin.clone()
    }
}

/// Parses the entries of some list of all files, and checks their ids.
pub(super) fn entries<'s, T: Deserialize<'s>>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    list: impl Fn(&RuleFile<'s>) -> Vec<&'s str>,
    id: impl Fn(&T) -> &'s str,
    capitals: bool,
    out: &mut Vec<Diagnostic>,
) -> Vec<Entry<'s, T>> {
    let mut entries = Vec::new();
    for (source, file) in files {
        let mut lines = Lines::new(source);
        for text in list(file) {
            let mut report = Report::new(source, out);
            let Some(rule) = shape::parse::<T>(text, &mut report) else {
                continue;
            };
            let id = id(&rule);
            if check_id(id, capitals, &mut report) {
                entries.push(Entry {
                    source,
                    id,
                    origin: lines.origin(id),
                    rule,
                });
            }
        }
    }
    entries
}

/// Keeps the entries that hold, sorted by id. Two of one id in one layer are an error.
pub(super) fn resolve<'s, T>(
    entries: Vec<Entry<'s, T>>,
    what: &str,
    out: &mut Vec<Diagnostic>,
) -> Vec<Entry<'s, T>> {
    let mut kept: BTreeMap<&'s str, Entry<'s, T>> = BTreeMap::new();
    for entry in entries {
        if let Some(first) = kept.get(entry.id)
            && first.source.layer == entry.source.layer
        {
            let (id, source) = (first.id, first.source);
            duplicate(&entry, source, id, what, out);
        } else {
            kept.insert(entry.id, entry);
        }
    }
    kept.into_values().collect()
}

fn duplicate<T>(
    entry: &Entry<'_, T>,
    first: &SourceFile,
    id: &str,
    what: &str,
    out: &mut Vec<Diagnostic>,
) {
    let mut report = Report::new(entry.source, out);
    let message = format!("the {what} `{id}` is defined twice");
    let diagnostic = report.error("duplicate-id", entry.id, message, "again here");
    if std::ptr::eq(entry.source, first) {
        diagnostic.labels.push(Label {
            span: first.span(id),
            message: "first here".into(),
        });
    } else {
        let origin = first.origin(id);
        diagnostic.help = Some(format!(
            "the first one is at {}:{}",
            origin.file, origin.line
        ));
    }
}

/// Where the other one of two rules that say the same is, and how to replace it when it may be.
pub(super) fn elsewhere(origin: &Origin, replaced: Option<&str>) -> String {
    let place = format!("the other one is at {}:{}", origin.file, origin.line);
    match replaced {
        Some(id) => format!("{place}; with the id `{id}` this one replaces it"),
        None => place,
    }
}

/// Whether an id is words in letters and digits joined by hyphens; complains when it is not.
pub(super) fn check_id(id: &str, capitals: bool, report: &mut Report<'_, '_>) -> bool {
    let word = |w: &str| {
        !w.is_empty()
            && w.bytes().all(|b| {
                b.is_ascii_digit() || b.is_ascii_lowercase() || (capitals && b.is_ascii_uppercase())
            })
    };
    let good = id.split('-').all(word) && !id.starts_with(|c: char| c.is_ascii_digit());
    if !good {
        let label = if capitals {
            "not letters, digits and hyphens"
        } else {
            "not lower-case words joined by hyphens"
        };
        report
            .error("bad-id", id, format!("`{id}` is no id"), label)
            .help = Some("ids look like `sum-of-cubes`".into());
    }
    good
}
