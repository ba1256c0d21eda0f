//! Complaints as text, with the place and a caret under it.

use std::collections::BTreeMap;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use mamut_engine::diagnostic::{Diagnostic, Severity};

use crate::args::Global;
use crate::input::Place;
use crate::rules::Loaded;

/// Draws a complaint about a formula; spans are bytes of the formula.
pub fn of_formula(diagnostic: &Diagnostic, place: &Place) -> String {
    let name = if place.file.is_empty() {
        "<argument>"
    } else {
        &place.file
    };
    draw(
        diagnostic,
        Some((name, &place.text, place.line, place.start)),
    )
}

/// Complaints about one formula beyond these are counted only.
const SHOWN: usize = 20;

/// Shows on stderr what is wrong with a formula, as far as errors, or anything, are to be shown.
pub fn show<'d>(
    complaints: impl IntoIterator<Item = &'d Diagnostic>,
    place: &Place,
    global: &Global,
) {
    let wanted = |complaint: &&Diagnostic| match complaint.severity {
        Severity::Error => global.quiet < 2,
        _ => global.quiet == 0,
    };
    let mut wanted = complaints.into_iter().filter(wanted);
    for complaint in wanted.by_ref().take(SHOWN) {
        anstream::eprintln!("{}", of_formula(complaint, place));
    }
    let more = wanted.count();
    if more > 0 {
        anstream::eprintln!("… and {more} more in this formula");
    }
}

/// Draws a complaint about a rule file.
pub fn of_rules(diagnostic: &Diagnostic, loaded: &Loaded) -> String {
    let source = loaded
        .text(&diagnostic.file)
        .map(|text| (diagnostic.file.as_str(), text, 1, 0));
    draw(diagnostic, source)
}

fn draw(diagnostic: &Diagnostic, source: Option<(&str, &str, usize, usize)>) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(plain(&diagnostic.message))
        .id(diagnostic.id);
    let mut group = Group::with_title(title);
    if let Some((name, text, line, start)) = source {
        let mut snippet = Snippet::source(text).path(name).line_start(line);
        for (n, label) in diagnostic.labels.iter().enumerate() {
            let kind = if n == 0 {
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            let from = floor(text, label.span.start + start);
            let to = ceil(text, (label.span.end + start).max(from));
            let annotation = kind.span(from..to);
            let labelled = !label.message.is_empty();
            snippet = snippet.annotation(if labelled {
                annotation.label(plain(&label.message))
            } else {
                annotation
            });
        }
        group = group.element(snippet);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(plain(help)));
    }
    Renderer::styled().render(&[group])
}

/// Keeps control characters of the input out of the terminal.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|i| text.is_char_boundary(*i))
        .unwrap_or(0)
}

fn ceil(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len())
        .find(|i| text.is_char_boundary(*i))
        .unwrap_or(text.len())
}

/// A number and what there is so often: `1 error`, `2 errors`, `3 queries`.
pub fn count(number: usize, thing: &str) -> String {
    match thing.strip_suffix('y') {
        _ if number == 1 => format!("1 {thing}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {thing}s"),
    }
}

/// Says why formulas were skipped, the most frequent reason first.
pub fn skipped(reasons: &BTreeMap<String, u64>, all: u64) -> Option<String> {
    let total: u64 = reasons.values().sum();
    if total == 0 {
        return None;
    }
    let mut sorted: Vec<_> = reasons.iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let mut said: Vec<String> = sorted
        .iter()
        .take(5)
        .map(|(reason, n)| format!("{n} × {reason}"))
        .collect();
    if sorted.len() > 5 {
        said.push(format!("{} other reasons", sorted.len() - 5));
    }
    Some(format!(
        "{total} of {all} {} skipped: {}",
        formulas(all),
        said.join(", ")
    ))
}

fn formulas(n: u64) -> &'static str {
    if n == 1 { "formula" } else { "formulas" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_at_the_place_in_the_line() {
        let place = Place {
            file: "f.txt".to_owned(),
            line: 12,
            text: "  é\\sen x".to_owned(),
            start: 2,
        };
        let complaint = Diagnostic::error(
            "unknown-command",
            "`\\sen` is not known here",
            2..6,
            "kept as it stands",
        )
        .with_help("did you mean `\\sin`?");
        let drawn = anstream::adapter::strip_str(&of_formula(&complaint, &place)).to_string();
        assert!(
            drawn.contains("error[unknown-command]: `\\sen` is not known here"),
            "{drawn}"
        );
        assert!(drawn.contains("f.txt:12:4"), "{drawn}");
        assert!(
            drawn.contains("^^^^ kept as it stands") && drawn.contains("help: did you mean"),
            "{drawn}"
        );
    }

    #[test]
    fn spans_outside_the_text_do_no_harm() {
        let place = Place {
            file: String::new(),
            line: 1,
            text: "é".to_owned(),
            start: 0,
        };
        for span in [0..1, 1..1, 1..9, 7..8] {
            of_formula(&Diagnostic::error("x", "a\u{7}b", span, ""), &place);
        }
    }

    #[test]
    fn says_how_many_and_why() {
        let reasons = BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 3)]);
        assert_eq!(
            skipped(&reasons, 9).as_deref(),
            Some("4 of 9 formulas skipped: 3 × b, 1 × a")
        );
        assert_eq!(skipped(&BTreeMap::new(), 9), None);
    }
}
