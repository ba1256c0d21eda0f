//! Complaints as the protocol has them.

use lsp_types::{
    CodeDescription, Diagnostic as Told, DiagnosticRelatedInformation as Related,
    DiagnosticSeverity, Location, NumberOrString, Uri,
};
use mamut_engine::diagnostic::{Diagnostic, Severity};

use super::checked::Checked;
use super::index::Sort;
use super::places::Lines;
use super::server::Server;

/// The complaints about a file.
pub(super) fn diagnostics(server: &Server, checked: &Checked, name: &str, uri: &Uri) -> Vec<Told> {
    let Some(file) = checked.file(name) else {
        return Vec::new();
    };
    let lines = Lines::new(&file.text);
    let about = checked.diagnostics.iter().filter(|d| d.file == name);
    about
        .map(|d| told(server, checked, d, &lines, uri))
        .collect()
}

fn told(server: &Server, checked: &Checked, d: &Diagnostic, lines: &Lines<'_>, uri: &Uri) -> Told {
    let span = d.labels.first().map_or(0..0, |label| label.span.clone());
    let mut message = d.message.clone();
    if let Some(label) = d.labels.first().filter(|label| !label.message.is_empty()) {
        message += &format!("\n{}", label.message);
    }
    if let Some(help) = &d.help {
        message += &format!("\nhelp: {help}");
    }
    let mut related: Vec<Related> = d
        .labels
        .iter()
        .skip(1)
        .map(|label| Related {
            location: Location::new(uri.clone(), lines.places(&label.span)),
            message: label.message.clone(),
        })
        .collect();
    if d.id == "duplicate-id" && related.is_empty() {
        related.extend(elsewhere(server, checked, d));
    }
    Told {
        range: lines.places(&span),
        severity: Some(match d.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(d.id.to_owned())),
        code_description: server
            .built_in
            .page(d.id)
            .map(|href| CodeDescription { href }),
        source: Some("mamut-rw".to_owned()),
        message,
        related_information: Some(related).filter(|related| !related.is_empty()),
        ..Told::default()
    }
}

/// Where else in the layer the id of a complaint is defined.
fn elsewhere(server: &Server, checked: &Checked, d: &Diagnostic) -> Vec<Related> {
    let sorts = [
        Sort::Operator,
        Sort::Equivalence,
        Sort::Notation,
        Sort::Style,
        Sort::Group,
        Sort::Noun,
    ];
    let Some(file) = checked.file(&d.file) else {
        return Vec::new();
    };
    let Some(span) = d.labels.first().map(|label| label.span.clone()) else {
        return Vec::new();
    };
    let id = file.text.get(span.clone()).unwrap_or("");
    let defined = |sort: Sort| {
        let all = checked.index.find(sort, id);
        let here = all.iter().any(|a| a.file == d.file && a.place == span);
        all.iter().filter(move |_| here)
    };
    sorts
        .into_iter()
        .flat_map(defined)
        .filter(|a| a.layer == file.layer && a.file != d.file)
        .filter_map(|a| {
            Some(Related {
                location: server.location(checked.file(&a.file)?, &a.place)?,
                message: "also here".to_owned(),
            })
        })
        .collect()
}
