//! Complaints that follow from others: what rests on an operator whose declaration has an error.

use super::sketch::{self, Entry};
use super::source::SourceFile;
use crate::diagnostic::{Diagnostic, Severity};

/// What a complaint about an unknown name looks for: a list, and the fields that give names.
fn declared_in(id: &str) -> Option<(&'static str, &'static [&'static str])> {
    match id {
        // Of an operator that is not loaded, another one of the name may be.
        "unknown-operator" | "arity" => Some(("operators", &["name"])),
        "unknown-style" => Some(("styles", &["id", "pair"])),
        "unknown-strategy" => Some(("strategies", &["id"])),
        _ => None,
    }
}

/// Leaves out complaints that a name is not known where its declaration has an error, which is told
/// by itself: it says then what rests on it.
pub(super) fn leave_out(files: &[&SourceFile], found: &mut Vec<Diagnostic>) {
    let errors: Vec<&Diagnostic> = found
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .collect();
    let lost: Vec<Lost<'_>> = files
        .iter()
        .filter(|file| errors.iter().any(|d| d.file == file.name))
        .map(|file| Lost {
            file,
            entries: sketch::sketch(&file.text).entries,
        })
        .collect();
    let cause = |d: &Diagnostic| -> Option<(usize, String)> {
        let (list, fields) = declared_in(d.id)?;
        let text = &files.iter().find(|f| f.name == d.file)?.text;
        let name = text.get(d.labels.first()?.span.clone())?;
        let name = name.trim_start_matches('(');
        let name = name.split([' ', ')']).next().unwrap_or(name);
        let causes = lost.iter().flat_map(|lost| lost.causes(list, fields, name));
        let at = causes
            .flat_map(|(file, entry)| blamed(found, file, entry))
            .find(|&at| found[at] != *d && rests_on(d, &found[at]))?;
        Some((at, name.to_owned()))
    };
    let causes: Vec<Option<(usize, String)>> = found.iter().map(cause).collect();
    for (at, name) in causes.iter().flatten() {
        let rests = format!("what rests on `{name}` is left out with it");
        let help = &mut found[*at].help;
        match help {
            Some(help) if help.contains(&rests) => {}
            Some(help) => *help = format!("{help}; {rests}"),
            None => *help = Some(rests),
        }
    }
    let mut causes = causes.iter();
    found.retain(|_| causes.next().is_some_and(Option::is_none));
}

/// Whether a complaint may follow from an error: one about arguments does where another operator of
/// the name is left in place of the one that is meant.
fn rests_on(complaint: &Diagnostic, error: &Diagnostic) -> bool {
    complaint.id != "arity" || error.id == "replaced-operator"
}

/// A file with errors.
struct Lost<'f> {
    file: &'f SourceFile,
    entries: Vec<Entry>,
}

impl Lost<'_> {
    /// The entries that declare a name.
    fn causes<'l>(
        &'l self,
        list: &'l str,
        fields: &'l [&'l str],
        name: &'l str,
    ) -> impl Iterator<Item = (&'l str, &'l Entry)> {
        let declares = move |entry: &&Entry| {
            let named = |field: &&str| entry.text(field, &self.file.text) == Some(name);
            entry.list == list && fields.iter().any(named)
        };
        let entries = self.entries.iter().filter(declares);
        entries.map(|entry| (self.file.name.as_str(), entry))
    }
}

/// The error because of which an entry is not loaded: one in it, or one outside of all names, as a
/// bracket that is missing.
fn blamed(found: &[Diagnostic], file: &str, entry: &Entry) -> Vec<usize> {
    let errors = |d: &Diagnostic| d.file == file && d.severity == Severity::Error;
    let start = |d: &Diagnostic| d.labels.first().map_or(0, |label| label.span.start);
    let all = found.iter().enumerate().filter(|(_, d)| errors(d));
    let inside = all.clone().find(|(_, d)| {
        entry.span.contains(&start(d)) && (declared_in(d.id).is_none() || d.id == "arity")
    });
    let unread = all.clone().find(|(_, d)| d.id == "ron");
    inside.or(unread).map(|(at, _)| at).into_iter().collect()
}
