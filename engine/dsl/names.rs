//! Names of several letters in symbol files.

use super::layers::{self, Entry};
use super::scalar::{Doc, Src};
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use crate::diagnostic::Diagnostic;
use crate::rules::{NameList, Where};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct NamesSyntax<'s> {
    id: Src<'s>,
    #[serde(default)]
    #[expect(dead_code, reason = "for readers of the file")]
    doc: Doc,
    place: Where,
    names: Src<'s>,
}

/// Lowers the names of all symbol files, sorted by id.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    out: &mut Vec<Diagnostic>,
) -> Vec<NameList> {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Symbols { names, .. } => names.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |n: &NamesSyntax<'s>| n.id.0, false, out);
    let mut lists = Vec::new();
    for entry in layers::resolve(entries, "list of names", out) {
        lists.extend(names(&entry, &mut Report::new(entry.source, out)));
    }
    lists
}

fn names(entry: &Entry<'_, NamesSyntax<'_>>, report: &mut Report<'_, '_>) -> Option<NameList> {
    let text = entry.rule.names.0;
    for name in text.split_whitespace() {
        if !name.bytes().all(|b| b.is_ascii_alphabetic()) {
            let message = format!("`{name}` is no name of letters");
            let label = "names are letters from a to z, with blanks between names";
            report.error("pattern", name, message, label);
        }
    }
    (report.errors == 0).then(|| NameList {
        id: entry.id.to_owned(),
        place: entry.rule.place,
        names: text.split_whitespace().map(str::to_owned).collect(),
    })
}
