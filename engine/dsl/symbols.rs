//! Symbol files: which letters may stand in for which.

use super::layers::{self, Entry};
use super::scalar::{Doc, Pairs, Src};
use super::source::{Report, SourceFile};
use super::synonyms;
use super::syntax::{RuleFile, SymbolSettings};
use crate::diagnostic::Diagnostic;
use crate::rules::{Role, SymbolGroup, SymbolTable};
use crate::symbols::spoken_for;
use crate::vocabulary::Vocabulary;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct GroupSyntax<'s> {
    id: Src<'s>,
    #[serde(default)]
    #[expect(dead_code, reason = "for readers of the file")]
    doc: Doc,
    role: Role,
    members: Src<'s>,
    #[serde(default)]
    closed: bool,
}

/// How likely a stray letter is, and which letters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) struct StraySyntax<'s> {
    probability: f64,
    from: Src<'s>,
}

/// How likely numbered symbols are, and how many at most.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IndexedSyntax {
    probability: f64,
    up_to: usize,
}

/// What several symbols have to do with each.
type Rows = Vec<(String, Vec<String>)>;

/// What files say beside their groups. Letters of a higher layer come to those of lower ones, as
/// a file that reserves one more letter means to set no other free; what it says of a letter and
/// single values replace what lower layers say.
#[derive(Default)]
struct Settings {
    layer: u32,
    always: Vec<String>,
    stray: Option<(u32, (f64, Vec<String>))>,
    extra: Layered<(String, Vec<String>)>,
    reserved: Vec<String>,
    labels: Vec<String>,
    excluded: Layered<(String, Vec<String>)>,
    families: Layered<Vec<String>>,
    indexed: Option<(u32, (f64, usize))>,
    functions: Vec<String>,
}

/// Things of layers, the lowest first.
type Layered<T> = Vec<(u32, T)>;

/// Lowers all symbol files.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    vocabulary: &Vocabulary,
    out: &mut Vec<Diagnostic>,
) -> SymbolTable {
    let mut settings = Settings::default();
    for (source, file) in files {
        if let RuleFile::Symbols {
            settings: given, ..
        } = file
        {
            settings.layer = source.layer;
            settings.read(given, vocabulary, &mut Report::new(source, out));
        }
    }
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Symbols { groups, .. } => groups.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |g: &GroupSyntax<'s>| g.id.0, false, out);
    let mut groups = Vec::new();
    for entry in layers::resolve(entries, "group", out) {
        groups.extend(group(&entry, &mut Report::new(entry.source, out)));
    }
    SymbolTable {
        groups,
        nouns: super::nouns::lower(files, vocabulary, out),
        names: super::names::lower(files, out),
        lexicon: super::phrases::lower(files, out),
        always: settings.always,
        stray: value(settings.stray),
        extra: highest(settings.extra, |a, b| a.0 == b.0),
        spoken: spoken_for(vocabulary),
        reserved: settings.reserved,
        labels: settings.labels,
        excluded: highest(settings.excluded, |a, b| a.0 == b.0),
        families: highest(settings.families, |a, b| a.iter().any(|l| b.contains(l))),
        indexed: value(settings.indexed),
        functions: settings.functions,
    }
}

fn value<T: Default>(setting: Option<(u32, T)>) -> T {
    setting.map_or_else(T::default, |(_, value)| value)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn group(entry: &Entry<'_, GroupSyntax<'_>>, report: &mut Report<'_, '_>) -> Option<SymbolGroup> {
    let text = entry.rule.members.0;
    let mut members: Vec<&str> = Vec::new();
    for member in text.split_whitespace() {
        if members.contains(&member) {
            report.error(
                "duplicate-id",
                member,
                format!("`{member}` occurs twice in the group `{}`", entry.id),
                "again here",
            );
        }
        if report.errors == 0
            && let Some(stray) = member.find([',', ';', '|'])
        {
            let message = format!("`{member}` is no letter");
            let label = "letters stand with blanks between";
            report.error("pattern", &member[stray..=stray], message, label);
        }
        if report.errors == 0 && member.starts_with(|c: char| c.is_ascii_digit()) {
            let message = format!("`{member}` is no letter");
            report.error("pattern", member, message, "a number stays what it is");
        }
        members.push(member);
    }
    if members.is_empty() {
        report.error(
            "pattern",
            text,
            format!("the group `{}` has no members", entry.id),
            "",
        );
    }
    let members = words(text);
    (report.errors == 0).then(|| SymbolGroup {
        id: entry.id.to_owned(),
        role: entry.rule.role,
        members,
        closed: entry.rule.closed,
    })
}

/// Leaves out what a higher layer says anew.
fn highest<T>(all: Layered<T>, same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let holds: Vec<bool> = all
        .iter()
        .map(|(layer, one)| !all.iter().any(|(of, other)| of > layer && same(one, other)))
        .collect();
    all.into_iter()
        .zip(holds)
        .filter_map(|((_, one), holds)| holds.then_some(one))
        .collect()
}

/// Sets what may be given once a layer.
fn set<T>(setting: &mut Option<(u32, T)>, layer: u32, value: T) -> bool {
    let first = setting.as_ref().is_none_or(|(of, _)| *of != layer);
    if first {
        *setting = Some((layer, value));
    }
    first
}

impl Settings {
    fn read(
        &mut self,
        given: &SymbolSettings<'_>,
        vocabulary: &Vocabulary,
        report: &mut Report<'_, '_>,
    ) {
        let layer = self.layer;
        let SymbolSettings {
            always,
            stray,
            extra,
            reserved,
            labels,
            excluded,
            families,
            indexed,
            functions,
        } = given;
        let list = |text: &Option<Src<'_>>| text.map_or_else(Vec::new, |t| words(t.0));
        self.always.extend(list(always));
        self.reserved.extend(list(reserved));
        self.labels.extend(list(labels));
        self.functions.extend(list(functions));
        let families = families.iter().map(|f| (layer, words(f.0)));
        self.families.extend(families);
        let extra = extra.0.iter();
        let extra = extra.map(|(symbol, more)| (layer, (symbol.0.to_owned(), words(more.0))));
        self.extra.extend(extra);
        let excluded = operators(excluded, vocabulary, report).into_iter();
        self.excluded.extend(excluded.map(|row| (layer, row)));
        if let Some(stray) = stray {
            check_probability(stray.probability, stray.from.0, report);
            if !set(
                &mut self.stray,
                layer,
                (stray.probability, words(stray.from.0)),
            ) {
                report.error(
                    "duplicate-id",
                    stray.from.0,
                    "`stray` is given twice",
                    "again here",
                );
            }
        }
        if let Some((at, indexed)) = indexed {
            check_probability(indexed.probability, at, report);
            if !set(
                &mut self.indexed,
                layer,
                (indexed.probability, indexed.up_to),
            ) {
                report.error("duplicate-id", at, "`indexed` is given twice", "again here");
            }
        }
    }
}

fn check_probability(probability: f64, at: &str, report: &mut Report<'_, '_>) {
    if !(0.0..=1.0).contains(&probability) {
        report.error(
            "bad-weight",
            at,
            format!("{probability} is no probability"),
            "probabilities are from 0 to 1",
        );
    }
}

fn operators(
    excluded: &Pairs<'_, Vec<Src<'_>>>,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Rows {
    let mut rows = Vec::new();
    for (symbol, operators) in &excluded.0 {
        for name in operators {
            if vocabulary.find(name.0).is_none() {
                synonyms::unknown(name.0, vocabulary, report);
            }
        }
        rows.push((
            symbol.0.to_owned(),
            operators.iter().map(|o| o.0.to_owned()).collect(),
        ));
    }
    rows
}
