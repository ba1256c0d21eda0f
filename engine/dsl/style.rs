//! Style files: named choices of spelling.

use super::equivalence::check_weight;
use super::layers::{self, Entry};
use super::scalar::{Doc, ESCAPES, Number, Src};
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use crate::diagnostic::Diagnostic;
use crate::rules::{Decide, Style};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct StyleSyntax<'s> {
    id: Src<'s>,
    #[serde(default)]
    doc: Doc,
    #[serde(default)]
    decide: Decide,
    pair: Option<Src<'s>>,
    along: Option<Src<'s>>,
    #[serde(default)]
    plain_beside: Vec<Src<'s>>,
    #[serde(default)]
    only_beside: Vec<Src<'s>>,
    #[serde(default)]
    no_product_of_sets: Vec<Src<'s>>,
    forms: Vec<(Number<'s>, Spelling<'s>)>,
}

/// One spelling, or the two halves of a pair.
enum Spelling<'s> {
    One(Src<'s>),
    Pair(Src<'s>, Src<'s>),
}

impl<'de: 's, 's> Deserialize<'de> for Spelling<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrTwo<'s>(PhantomData<&'s ()>);
        impl<'de: 's, 's> Visitor<'de> for OneOrTwo<'s> {
            type Value = Spelling<'s>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a pair of strings")
            }
            fn visit_borrowed_str<E: Error>(self, s: &'de str) -> Result<Spelling<'s>, E> {
                Ok(Spelling::One(Src(s)))
            }
            fn visit_str<E: Error>(self, _: &str) -> Result<Spelling<'s>, E> {
                Err(E::custom(ESCAPES))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Spelling<'s>, A::Error> {
                let half = || A::Error::custom("a pair has two halves");
                let open = seq.next_element()?.ok_or_else(half)?;
                let close = seq.next_element()?.ok_or_else(half)?;
                Ok(Spelling::Pair(open, close))
            }
        }
        deserializer.deserialize_any(OneOrTwo(PhantomData))
    }
}

/// Lowers all styles, sorted by id.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    out: &mut Vec<Diagnostic>,
) -> Vec<Style> {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Styles { styles } => styles.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |r: &StyleSyntax<'s>| r.id.0, true, out);
    let entries = layers::resolve(entries, "style", out);
    let ids: Vec<&str> = entries.iter().map(|e| e.id).collect();
    let mut closing: Vec<&str> = Vec::new();
    let mut styles = Vec::new();
    for entry in &entries {
        let mut report = Report::new(entry.source, out);
        if let Some(pair) = entry.rule.pair {
            layers::check_id(pair.0, true, &mut report);
            if ids.contains(&pair.0) || closing.contains(&pair.0) {
                report.error(
                    "duplicate-id",
                    pair.0,
                    format!("the style `{}` is defined twice", pair.0),
                    "",
                );
            }
            closing.push(pair.0);
        }
        let style = style(entry, &mut report);
        if let (Some(style), Some(along)) = (&style, entry.rule.along)
            && !together(style, &styles, along.0, &mut report)
        {
            continue;
        }
        styles.extend(style);
    }
    styles
}

/// Whether a style can be decided along with others; complains when it cannot.
fn together(style: &Style, others: &[Style], along: &str, report: &mut Report<'_, '_>) -> bool {
    let weights = |s: &Style| s.forms.iter().map(|f| f.0).collect::<Vec<_>>();
    let first = others.iter().find(|s| s.along == style.along);
    let message = match first {
        _ if style.decide != Decide::Formula => {
            "only what is decided once a formula is decided along with others".to_owned()
        }
        Some(first) if weights(first) != weights(style) => format!(
            "the forms of `{}` and `{}`, decided together, have different weights",
            style.id, first.id
        ),
        _ => return true,
    };
    report.error("along", along, message, "");
    false
}

fn style(entry: &Entry<'_, StyleSyntax<'_>>, report: &mut Report<'_, '_>) -> Option<Style> {
    let syntax = &entry.rule;
    if syntax.forms.is_empty() {
        report.error(
            "dead-form",
            entry.id,
            format!("the style `{}` has no forms", entry.id),
            "",
        );
    }
    let mut forms = Vec::new();
    for (weight, spelling) in &syntax.forms {
        let at = match spelling {
            Spelling::One(at) | Spelling::Pair(at, _) => at.0,
        };
        check_weight(*weight, report);
        match (spelling, syntax.pair) {
            (Spelling::One(one), None) => {
                forms.push((weight.value, one.0.to_owned(), String::new()))
            }
            (Spelling::Pair(open, close), Some(_)) => {
                forms.push((weight.value, open.0.to_owned(), close.0.to_owned()))
            }
            (Spelling::One(_), Some(pair)) => {
                let message = format!(
                    "a form of a pair has two halves, `{}` and `{}`",
                    entry.id, pair.0
                );
                report.error("style-pair", at, message, "one half");
            }
            (Spelling::Pair(..), None) => {
                let help = "name the closing half: `pair: \"rparen\"`";
                report
                    .error(
                        "style-pair",
                        at,
                        format!("the style `{}` is no pair", entry.id),
                        "two halves",
                    )
                    .help = Some(help.into());
            }
        }
    }
    (report.errors == 0).then(|| Style {
        id: entry.id.to_owned(),
        doc: syntax.doc.0.clone(),
        decide: syntax.decide,
        pair: syntax.pair.map(|p| p.0.to_owned()),
        along: syntax.along.map(|along| along.0.to_owned()),
        plain_beside: words(&syntax.plain_beside),
        only_beside: words(&syntax.only_beside),
        no_product_of_sets: words(&syntax.no_product_of_sets),
        forms,
        origin: entry.origin(),
    })
}

fn words(written: &[Src<'_>]) -> Vec<String> {
    written.iter().map(|word| word.0.to_owned()).collect()
}
