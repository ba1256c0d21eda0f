//! Nouns of symbol files: what words in prose say of the symbols beside them.

use super::layers::{self, Entry};
use super::patterns::{Patterns, Side};
use super::scalar::{Doc, Src};
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use super::tree;
use crate::diagnostic::Diagnostic;
use crate::nouns::{Noun, Nouns};
use crate::vocabulary::{Kind, Vocabulary};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct NounSyntax<'s> {
    id: Src<'s>,
    #[serde(default)]
    #[expect(dead_code, reason = "for readers of the file")]
    doc: Doc,
    words: Src<'s>,
    #[serde(default)]
    kind: Kinds,
    #[serde(default)]
    assume: Vec<Src<'s>>,
    #[serde(default)]
    ordered: bool,
    #[serde(default)]
    fixed: bool,
    #[serde(default)]
    partial: bool,
    #[serde(default)]
    letters: Option<Src<'s>>,
}

/// `kind: Num`, or nothing for an adjective.
#[derive(Default, Deserialize)]
#[serde(from = "Kind")]
struct Kinds(Option<Kind>);

impl From<Kind> for Kinds {
    fn from(kind: Kind) -> Self {
        Self(Some(kind))
    }
}

/// Lowers the nouns of all symbol files, sorted by id.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    vocabulary: &Vocabulary,
    out: &mut Vec<Diagnostic>,
) -> Nouns {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Symbols { nouns, .. } => nouns.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |n: &NounSyntax<'s>| n.id.0, false, out);
    let mut nouns = Vec::new();
    for entry in layers::resolve(entries, "noun", out) {
        nouns.extend(noun(
            &entry,
            vocabulary,
            &mut Report::new(entry.source, out),
        ));
    }
    Nouns::new(nouns)
}

fn noun(
    entry: &Entry<'_, NounSyntax<'_>>,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Option<Noun> {
    let words = entry.rule.words.0;
    let phrases: Vec<Vec<String>> = words
        .split('|')
        .map(|phrase| phrase.split_whitespace().map(str::to_lowercase).collect())
        .collect();
    if phrases.iter().any(Vec::is_empty) {
        report.error(
            "pattern",
            words,
            format!("the noun `{}` has an empty phrase", entry.id),
            "phrases stand between `|`",
        );
    }
    if let Some(comma) = words.find([',', ';']) {
        let message = format!("a phrase of the noun `{}` has a comma", entry.id);
        let label = "phrases stand between `|`";
        report.error("pattern", &words[comma..=comma], message, label);
    }
    for assumed in &entry.rule.assume {
        statement(assumed.0, vocabulary, report);
    }
    (report.errors == 0).then(|| Noun {
        id: entry.id.to_owned(),
        phrases,
        kind: entry.rule.kind.0,
        assume: entry.rule.assume.iter().map(|a| a.0.to_owned()).collect(),
        ordered: entry.rule.ordered,
        fixed: entry.rule.fixed,
        partial: entry.rule.partial,
        letters: words_of(entry.rule.letters.as_ref()),
    })
}

/// The letters of a list with blanks between.
fn words_of(list: Option<&Src<'_>>) -> Vec<String> {
    let words = list.map_or("", |l| l.0).split_whitespace();
    words.map(str::to_owned).collect()
}

/// Checks a statement about `?x`.
fn statement(text: &str, vocabulary: &Vocabulary, report: &mut Report<'_, '_>) {
    let Some(tree) = tree::expression(text, report) else {
        return;
    };
    let mut names = Patterns::new(vocabulary);
    let Some(read) = names.read(&tree, Side::Left, report) else {
        return;
    };
    if names.vars.len() != 1 || names.find("?x").is_none() {
        report.error(
            "pattern",
            text,
            "this is no statement about `?x` alone",
            "such as `(gt ?x 0)`",
        );
    } else if names.check_kinds(&[&read], &[], report) && !names.may_be(&read, Kind::Prop) {
        let message = "what is assumed is a statement, which is true or false";
        let label = "such as `(gt ?x 0)`";
        report.error("kind-clash", text, message, label);
    }
}
