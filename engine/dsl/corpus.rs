//! Corpus files: named identities with their versions.

use super::layers::{self, Entry};
use super::scalar::{Doc, ESCAPES, Many, Src};
use super::source::{Lines, Report, SourceFile};
use super::syntax::RuleFile;
use crate::corpus::{Corpus, Identity, Place, Replace, Version};
use crate::diagnostic::Diagnostic;
use serde::de::{self, Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, de::value::MapAccessDeserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct IdentitySyntax<'s> {
    id: Src<'s>,
    names: Many<'s>,
    #[serde(default)]
    aliases: Option<Many<'s>>,
    #[serde(default)]
    doc: Doc,
    #[serde(default)]
    declare: Option<Src<'s>>,
    #[serde(default)]
    fixed: Option<Src<'s>>,
    #[serde(default = "Vec::new")]
    formulas: Vec<Stated<'s>>,
    #[serde(default = "Vec::new")]
    texts: Vec<Stated<'s>>,
    #[serde(default = "Vec::new")]
    false_versions: Vec<Stated<'s>>,
    #[serde(default = "Vec::new")]
    false_texts: Vec<Stated<'s>>,
    #[serde(default)]
    similar: Option<Many<'s>>,
    #[serde(default = "Vec::new")]
    replace: Vec<ReplaceSyntax<'s>>,
    #[serde(default = "Vec::new")]
    falsify: Vec<ReplaceSyntax<'s>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct ReplaceSyntax<'s> {
    from: Src<'s>,
    to: Many<'s>,
    #[serde(default)]
    place: Place,
    #[serde(default)]
    because: Doc,
}

/// A version: a string, or one with what holds for it alone.
struct Stated<'s>(VersionSyntax<'s>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct VersionSyntax<'s> {
    tex: Src<'s>,
    #[serde(default)]
    declare: Option<Src<'s>>,
    #[serde(default)]
    fixed: Option<Src<'s>>,
    #[serde(default)]
    main: Option<usize>,
    #[serde(default)]
    undecided: Doc,
}

impl<'de: 's, 's> Deserialize<'de> for Stated<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<'s>(PhantomData<&'s ()>);
        impl<'de: 's, 's> Visitor<'de> for Either<'s> {
            type Value = Stated<'s>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, or `(tex: r\"…\", declare: \"…\")`")
            }
            fn visit_borrowed_str<E: Error>(self, s: &'de str) -> Result<Stated<'s>, E> {
                Ok(Stated(VersionSyntax {
                    tex: Src(s),
                    declare: None,
                    fixed: None,
                    main: None,
                    undecided: Doc::default(),
                }))
            }
            fn visit_str<E: Error>(self, _: &str) -> Result<Stated<'s>, E> {
                Err(E::custom(ESCAPES))
            }
            fn visit_unit<E: Error>(self) -> Result<Stated<'s>, E> {
                Err(E::missing_field("tex"))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Stated<'s>, A::Error> {
                de::Deserialize::deserialize(MapAccessDeserializer::new(map)).map(Stated)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}

/// Lowers all corpus files. Identities are sorted by id.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    out: &mut Vec<Diagnostic>,
) -> Corpus {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Corpus { identities, .. } => identities.clone(),
        _ => Vec::new(),
    };
    let fields: BTreeMap<&str, &str> = files
        .iter()
        .filter_map(|(source, file)| match file {
            RuleFile::Corpus { field, .. } => {
                let name = field.map_or(source.stem(), |f| f.0);
                Some((source.name.as_str(), name))
            }
            _ => None,
        })
        .collect();
    let entries = layers::entries(files, list, |i: &IdentitySyntax<'s>| i.id.0, false, out);
    let entries = layers::resolve(entries, "identity", out);
    let known: Vec<&str> = entries.iter().map(|e| e.id).collect();
    let mut identities = Vec::new();
    for entry in &entries {
        let field = fields.get(entry.source.name.as_str());
        let mut report = Report::new(entry.source, out);
        let lowered = identity(
            entry,
            field.copied().unwrap_or_default(),
            &known,
            &mut report,
        );
        identities.extend(lowered);
    }
    Corpus { identities }
}

fn identity(
    entry: &Entry<'_, IdentitySyntax<'_>>,
    field: &str,
    known: &[&str],
    report: &mut Report<'_, '_>,
) -> Option<Identity> {
    let rule = &entry.rule;
    let mut lines = Lines::new(entry.source);
    let names = called(&rule.names, report);
    if names.is_empty() {
        report.error(
            "no-name",
            entry.id,
            format!("the identity `{}` has no name", entry.id),
            "at least one is needed",
        );
    }
    let aliases = rule
        .aliases
        .as_ref()
        .map_or_else(Vec::new, |a| called(a, report));
    if rule.formulas.is_empty() && rule.texts.is_empty() {
        report.error(
            "no-version",
            entry.id,
            format!("the identity `{}` is stated nowhere", entry.id),
            "give `formulas` or `texts`",
        );
    }
    let mut similar = Vec::new();
    for other in rule.similar.iter().flat_map(|many| &many.0) {
        if other.0 == entry.id || !known.contains(&other.0) {
            let message = match other.0 == entry.id {
                true => "an identity is not similar to itself".to_owned(),
                false => format!("there is no identity `{}`", other.0),
            };
            report.unknown("unknown-identity", other.0, message, known.iter().copied());
        }
        similar.push(other.0.to_owned());
    }
    let mut lists = [
        &rule.formulas,
        &rule.texts,
        &rule.false_versions,
        &rule.false_texts,
    ]
    .map(|list| list.as_slice())
    .into_iter()
    .zip([("f", false), ("t", true), ("n", false), ("m", true)])
    .map(|(list, (letter, is_text))| {
        let numbered = list.iter().zip(1..);
        let all = numbered.map(|(stated, number)| {
            let id = format!("{}/{letter}{number}", entry.id);
            version(&stated.0, rule, id, is_text, &mut lines, report)
        });
        all.collect::<Vec<Version>>()
    });
    let mut next = || lists.next().unwrap_or_default();
    let (formulas, texts, formulas_false, texts_false) = (next(), next(), next(), next());
    drop(lists);
    let replace = replaced(&rule.replace, &mut lines, report);
    let falsify = replaced(&rule.falsify, &mut lines, report);
    (report.errors == 0).then(|| Identity {
        id: entry.id.to_owned(),
        names,
        aliases,
        field: field.to_owned(),
        doc: rule.doc.0.clone(),
        versions: formulas.into_iter().chain(texts).collect(),
        false_versions: formulas_false.into_iter().chain(texts_false).collect(),
        similar,
        replace,
        falsify,
        origin: entry.origin(),
    })
}

fn called(names: &Many<'_>, report: &mut Report<'_, '_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in &names.0 {
        if name.0.trim().is_empty() {
            report.error("no-name", name.0, "a name is empty", "");
        } else if found.iter().any(|known| known == name.0) {
            let message = format!("the name `{}` is given twice", name.0);
            report.error("duplicate-id", name.0, message, "again here");
        }
        found.push(name.0.to_owned());
    }
    found
}

fn version(
    syntax: &VersionSyntax<'_>,
    identity: &IdentitySyntax<'_>,
    id: String,
    is_text: bool,
    lines: &mut Lines<'_>,
    report: &mut Report<'_, '_>,
) -> Version {
    let tex = syntax.tex.0;
    if tex.trim().is_empty() {
        report.error(
            "no-version",
            tex,
            format!("the version `{id}` is empty"),
            "",
        );
    } else if is_text && !tex.contains(['$', '\\']) {
        let message = format!("the text `{id}` has no formula");
        report.error("no-version", tex, message, "formulas stand between `$…$`");
    } else if !is_text && tex.contains('$') {
        let message = format!("the formula `{id}` has dollar signs in it");
        report
            .error("no-version", tex, message, "LaTeX alone is wanted here")
            .help = Some("prose with `$…$` belongs to `texts`".to_owned());
    }
    let fixed = syntax.fixed.or(identity.fixed).map_or("", |f| f.0);
    Version {
        id,
        source: tex.to_owned(),
        is_text,
        declare: syntax
            .declare
            .or(identity.declare)
            .map_or("", |d| d.0)
            .to_owned(),
        fixed: fixed.split_whitespace().map(str::to_owned).collect(),
        main: syntax.main,
        undecided: syntax.undecided.0.clone(),
        origin: lines.origin(tex),
    }
}

fn replaced(
    list: &[ReplaceSyntax<'_>],
    lines: &mut Lines<'_>,
    report: &mut Report<'_, '_>,
) -> Vec<Replace> {
    let mut all = Vec::new();
    for syntax in list {
        let from = syntax.from.0;
        if from.is_empty() {
            report.error(
                "no-effect",
                from,
                "nothing is replaced by something",
                "empty",
            );
        }
        for to in &syntax.to.0 {
            if to.0 == from {
                let message = format!("`{from}` is replaced by itself");
                report.error("no-effect", to.0, message, "the same");
            }
        }
        all.push(Replace {
            from: from.to_owned(),
            to: syntax.to.0.iter().map(|t| t.0.to_owned()).collect(),
            place: syntax.place,
            because: syntax.because.0.clone(),
            origin: lines.origin(from),
        });
    }
    all
}
