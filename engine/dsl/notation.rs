//! Notation files: how patterns are written.

use super::form::{Context, FormSyntax};
use super::layers::{self, Entry};
use super::patterns::{Patterns, Side};
use super::scalar::{Doc, Src};
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use super::{canonical, tree};
use crate::diagnostic::{Diagnostic, Label};
use crate::pattern::Pattern;
use crate::rules::{Decide, Notation, Style};
use crate::vocabulary::Vocabulary;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct NotationSyntax<'s> {
    id: Src<'s>,
    print: Src<'s>,
    #[serde(default)]
    doc: Doc,
    #[serde(default)]
    decide: Decide,
    along: Option<Src<'s>>,
    forms: Vec<FormSyntax<'s>>,
}

/// Lowers all notations, sorted by id.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    vocabulary: &Vocabulary,
    styles: &[Style],
    out: &mut Vec<Diagnostic>,
) -> Vec<Notation> {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Notations { notations } => notations.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |r: &NotationSyntax<'s>| r.id.0, true, out);
    let mut kept = Vec::new();
    for entry in layers::resolve(entries, "notation", out) {
        if let Some(notation) = notation(
            &entry,
            vocabulary,
            styles,
            &mut Report::new(entry.source, out),
        ) {
            kept.push((entry, notation));
        }
    }
    report_duplicates(&kept, vocabulary, out);
    drop_apart(&mut kept, out);
    kept.into_iter().map(|(_, notation)| notation).collect()
}

fn notation(
    entry: &Entry<'_, NotationSyntax<'_>>,
    vocabulary: &Vocabulary,
    styles: &[Style],
    report: &mut Report<'_, '_>,
) -> Option<Notation> {
    let syntax = &entry.rule;
    let tree = tree::expression(syntax.print.0, report)?;
    let mut patterns = Patterns::new(vocabulary);
    let read = patterns.read(&tree, Side::Left, report)?;
    if let Pattern::Var(_) = read.pattern {
        report.error(
            "pattern",
            syntax.print.0,
            "a notation is for an operator",
            "a variable alone",
        );
        return None;
    }
    patterns.check_kinds(&[&read], &[], report);
    if syntax.forms.is_empty() {
        report.error(
            "dead-form",
            entry.id,
            format!("the notation `{}` has no forms", entry.id),
            "",
        );
    }
    if let Some(along) = syntax.along
        && syntax.decide != Decide::Formula
    {
        report.error(
            "along",
            along.0,
            "only what is decided once a formula is decided along with others",
            "needs `decide: Formula`",
        );
    }
    let context = Context {
        patterns: &patterns,
        vocabulary,
        styles,
        at: entry.id,
    };
    let mut forms = Vec::new();
    for (n, form) in syntax.forms.iter().enumerate() {
        forms.extend(context.form(format!("{}/{n}", entry.id), form, report));
    }
    (report.errors == 0).then(|| Notation {
        id: entry.id.to_owned(),
        doc: syntax.doc.0.clone(),
        print: read.pattern,
        vars: patterns.vars,
        decide: syntax.decide,
        along: syntax.along.map(|along| along.0.to_owned()),
        forms,
        origin: entry.origin(),
    })
}

fn report_duplicates(
    kept: &[(Entry<'_, NotationSyntax<'_>>, Notation)],
    vocabulary: &Vocabulary,
    out: &mut Vec<Diagnostic>,
) {
    let mut seen: Vec<(String, usize)> = Vec::new();
    for (i, (_, notation)) in kept.iter().enumerate() {
        seen.push((
            canonical::fingerprint(&[&notation.print], &notation.vars, vocabulary).0,
            i,
        ));
    }
    seen.sort_by(|(one, a), (two, b)| {
        let order = |at: &usize| (kept[*at].0.source.layer, *at);
        one.cmp(two).then_with(|| order(a).cmp(&order(b)))
    });
    for pair in seen.windows(2) {
        let [(one, first), (two, second)] = pair else {
            continue;
        };
        if one == two {
            let ((first, _), (second, _)) = (&kept[*first], &kept[*second]);
            let message = format!(
                "the notations `{}` and `{}` are for the same pattern",
                first.id, second.id
            );
            let mut report = Report::new(second.source, out);
            let diagnostic = report.warning("duplicate-rule", second.rule.print.0, message, "");
            if std::ptr::eq(first.source, second.source) {
                diagnostic.labels.push(Label {
                    span: first.source.span(first.rule.print.0),
                    message: "the same".into(),
                });
            } else {
                let replaced = (first.source.layer < second.source.layer).then_some(first.id);
                let origin = first.source.origin(first.id);
                diagnostic.help = Some(layers::elsewhere(&origin, replaced));
            }
        }
    }
}

/// Drops notations whose choice cannot be that of the first one along with them.
fn drop_apart(
    kept: &mut Vec<(Entry<'_, NotationSyntax<'_>>, Notation)>,
    out: &mut Vec<Diagnostic>,
) {
    let weights = |n: &Notation| n.forms.iter().map(|f| f.weight).collect::<Vec<_>>();
    let mut firsts: Vec<(String, String, Vec<f64>)> = Vec::new();
    kept.retain(|(entry, notation)| {
        let Some(along) = &notation.along else {
            return true;
        };
        let Some((_, first, wanted)) = firsts.iter().find(|(name, ..)| name == along) else {
            firsts.push((along.clone(), notation.id.clone(), weights(notation)));
            return true;
        };
        let together = *wanted == weights(notation);
        if !together && let Some(at) = entry.rule.along {
            let message = format!(
                "the forms of `{}` and `{first}`, decided together, have different weights",
                notation.id
            );
            Report::new(entry.source, out)
                .error("along", at.0, message, "")
                .help = Some("give both as many forms, with the same weights".to_owned());
        }
        together
    });
}
