//! Phrases of symbol files: words of prose by what they tell.

use super::layers::{self, Entry};
use super::scalar::{Doc, Src};
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use crate::diagnostic::Diagnostic;
use crate::phrases::{Lexicon, Tells};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct PhrasesSyntax<'s> {
    id: Src<'s>,
    #[serde(default)]
    #[expect(dead_code, reason = "for readers of the file")]
    doc: Doc,
    tells: Tells,
    words: Src<'s>,
}

/// Lowers the phrases of all symbol files.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    out: &mut Vec<Diagnostic>,
) -> Lexicon {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Symbols { phrases, .. } => phrases.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |p: &PhrasesSyntax<'s>| p.id.0, false, out);
    let mut lexicon = Lexicon::default();
    for entry in layers::resolve(entries, "list of phrases", out) {
        let mut report = Report::new(entry.source, out);
        lexicon.add(entry.rule.tells, phrases(&entry, &mut report));
    }
    lexicon
}

/// The phrases between `|`, in lower case; `~` at an end is a blank. Those without words are complained of.
fn phrases(entry: &Entry<'_, PhrasesSyntax<'_>>, report: &mut Report<'_, '_>) -> Vec<String> {
    let words = entry.rule.words.0;
    let lower = words.to_lowercase();
    let phrase = |text: &str| {
        let text = text.trim();
        let (before, behind) = (text.starts_with('~'), text.ends_with('~'));
        let inner = text.trim_matches('~');
        let blank = |at_end: bool| if at_end { " " } else { "" };
        (!inner.is_empty()).then(|| match inner.contains(char::is_whitespace) {
            true => {
                let all: Vec<&str> = inner.split_whitespace().collect();
                format!("{}{}{}", blank(before), all.join(" "), blank(behind))
            }
            false => [blank(before), inner, blank(behind)].concat(),
        })
    };
    let all: Vec<Option<String>> = lower.split('|').map(phrase).collect();
    if all.iter().any(Option::is_none) {
        let message = format!("the list `{}` has an empty phrase", entry.id);
        report.error("pattern", words, message, "phrases stand between `|`");
    }
    all.into_iter().flatten().collect()
}
