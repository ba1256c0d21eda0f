//! Target files: how another syntax than LaTeX is written.

use super::scalar::{Pairs, Src};
use super::source::{Report, SourceFile};
use super::synonyms;
use super::syntax::RuleFile;
use super::template::{self, PieceSyntax};
use crate::diagnostic::Diagnostic;
use crate::target::{Apart, Around, Call, Target};
use crate::term::Op;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The fields of a target file.
#[derive(Default)]
pub(super) struct TargetSyntax<'s> {
    pub(super) whole: Option<Src<'s>>,
    pub(super) apart: Apart,
    pub(super) juxtapose: Option<Src<'s>>,
    pub(super) plus: Option<Src<'s>>,
    pub(super) gap: Option<Src<'s>>,
    pub(super) signs: Pairs<'s, Src<'s>>,
    pub(super) script: Option<(Src<'s>, Src<'s>)>,
    pub(super) raised: Pairs<'s, Src<'s>>,
    pub(super) markup: Option<(Src<'s>, Src<'s>)>,
    pub(super) letter: Option<Src<'s>>,
    pub(super) word: Option<Src<'s>>,
    pub(super) number: Option<Src<'s>>,
    pub(super) identifiers: bool,
    pub(super) names: Pairs<'s, Src<'s>>,
    pub(super) fonts: Pairs<'s, Src<'s>>,
    pub(super) commands: Pairs<'s, Src<'s>>,
    pub(super) indexed: Option<Src<'s>>,
    pub(super) words: Pairs<'s, Src<'s>>,
    pub(super) call: Option<Src<'s>>,
    pub(super) other: Option<Src<'s>>,
    pub(super) statement: Option<Src<'s>>,
}

type Files<'f, 's> = [(&'s SourceFile, RuleFile<'s>)];

/// The layer of the target, the highest one that has a target file.
fn layer(files: &Files<'_, '_>) -> Option<u32> {
    let targets = files
        .iter()
        .filter(|(_, file)| matches!(file, RuleFile::Target(_)));
    targets.map(|(source, _)| source.layer).max()
}

/// The files whose styles and notations hold: where there is a target, those of its layer. Files
/// are sorted by layer.
pub(super) fn writing<'f, 's>(files: &'f Files<'f, 's>) -> &'f Files<'f, 's> {
    let Some(layer) = layer(files) else {
        return files;
    };
    let start = files.partition_point(|(source, _)| source.layer < layer);
    let end = files.partition_point(|(source, _)| source.layer <= layer);
    &files[start..end]
}

/// Lowers the target file of the highest layer that has one.
pub(super) fn lower(
    files: &Files<'_, '_>,
    vocabulary: &Vocabulary,
    out: &mut Vec<Diagnostic>,
) -> Option<Arc<Target>> {
    let layer = layer(files)?;
    let mut found = None;
    for (source, file) in files {
        let RuleFile::Target(syntax) = file else {
            continue;
        };
        if source.layer != layer {
            continue;
        }
        let mut report = Report::new(source, out);
        if found.is_some() {
            let message = "a directory has one target file";
            report.error("duplicate-id", &source.text, message, "");
            continue;
        }
        found = Some(Arc::new(target(syntax, source, vocabulary, &mut report)));
    }
    found
}

fn target(
    syntax: &TargetSyntax<'_>,
    source: &SourceFile,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Target {
    let text = |src: &Option<Src<'_>>, usual: &str| src.map_or(usual, |s| s.0).to_owned();
    unspelled(syntax, source, vocabulary, report);
    let mut directories = source.path().rsplit('/').skip(1);
    let [mut whole, mut letter, mut word, mut number] = [(); 4].map(|()| Around::default());
    for (field, into) in [
        (syntax.whole, &mut whole),
        (syntax.letter, &mut letter),
        (syntax.word, &mut word),
        (syntax.number, &mut number),
    ] {
        if let Some(written) = field {
            *into = around(written.0, report).unwrap_or_default();
        }
    }
    Target {
        name: directories.next().unwrap_or(source.stem()).to_owned(),
        whole,
        apart: syntax.apart,
        juxtapose: syntax.juxtapose.map(|s| s.0.to_owned()),
        plus: text(&syntax.plus, " + "),
        gap: text(&syntax.gap, " "),
        signs: operators(&syntax.signs, vocabulary, report).collect(),
        script: syntax
            .script
            .map(|(open, close)| (open.0.to_owned(), close.0.to_owned()))
            .unwrap_or_default(),
        raised: syntax
            .raised
            .0
            .iter()
            .filter_map(|(mark, pairs)| Some((one(mark.0, report)?, characters(pairs.0, report)?)))
            .collect(),
        markup: syntax
            .markup
            .and_then(|(open, close)| Some((one(open.0, report)?, one(close.0, report)?))),
        letter,
        word,
        number,
        identifiers: syntax.identifiers,
        names: syntax
            .names
            .0
            .iter()
            .map(|(name, spelling)| (name.0.to_owned(), spelling.0.to_owned()))
            .collect(),
        fonts: syntax
            .fonts
            .0
            .iter()
            .filter_map(|(command, pairs)| {
                Some((command.0.to_owned(), characters(pairs.0, report)?))
            })
            .collect(),
        commands: syntax
            .commands
            .0
            .iter()
            .filter_map(|(command, written)| {
                Some((command.0.to_owned(), around(written.0, report)?))
            })
            .collect(),
        indexed: indexed(syntax.indexed.map_or("#_#", |s| s.0), report).unwrap_or_default(),
        words: operators(&syntax.words, vocabulary, report).collect(),
        call: syntax.call.and_then(|written| call(written.0, report)),
        other: syntax.other.and_then(|written| call(written.0, report)),
        statement: syntax.statement.and_then(|written| call(written.0, report)),
    }
}

/// Complains of what a target leaves out without which next to nothing is written.
fn unspelled(
    syntax: &TargetSyntax<'_>,
    source: &SourceFile,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) {
    let fields = [
        ("letter", syntax.letter),
        ("word", syntax.word),
        ("number", syntax.number),
    ];
    let missing = fields.iter().filter(|(_, given)| given.is_none());
    let missing: Vec<String> = missing
        .map(|(name, _)| format!("`{name}: \"#\"`"))
        .collect();
    if !missing.is_empty() {
        let message = "not all names and numbers are written";
        report.warning("target", source.line(1), message, "").help =
            Some(format!("say how: {}", missing.join(", ")));
    }
    let applied = |name: &&Src<'_>| {
        let operator = vocabulary
            .find(name.0)
            .and_then(|op| vocabulary.operator(op));
        operator.is_some_and(|o| !o.signatures.iter().any(|s| s.takes(0)))
    };
    let mut names = syntax.words.0.iter().map(|(name, _)| name);
    if syntax.call.is_none()
        && let Some(name) = names.find(applied)
    {
        let message = format!("nothing says how the arguments of `{}` are written", name.0);
        report.error("target", name.0, message, "").help =
            Some("add `call: \"#name(#{args|, })\"`".to_owned());
    }
}

/// What stands before and after the one `#`.
fn around(text: &str, report: &mut Report<'_, '_>) -> Option<Around> {
    let parts: Vec<&str> = text.split('#').collect();
    if let [before, after] = parts[..] {
        return Some(Around {
            before: before.to_owned(),
            after: after.to_owned(),
        });
    }
    let message = "one `#` says where the name or number stands";
    report.error("target", text, message, "");
    None
}

/// What stands around the two `#`, for a name and its index.
fn indexed(text: &str, report: &mut Report<'_, '_>) -> Option<(String, String, String)> {
    let parts: Vec<String> = text.split('#').map(str::to_owned).collect();
    if let Ok([before, between, after]) = <[String; 3]>::try_from(parts) {
        return Some((before, between, after));
    }
    let message = "two `#` say where the name and its index stand";
    report.error("target", text, message, "");
    None
}

fn one(text: &str, report: &mut Report<'_, '_>) -> Option<char> {
    let mut all = text.chars();
    match (all.next(), all.next()) {
        (Some(c), None) => Some(c),
        _ => {
            report.error("target", text, "one character is wanted here", "");
            None
        }
    }
}

/// Reads `a𝐚`, `A-Z𝐀`: characters, or ranges of them, and what stands for the first one.
fn characters(text: &str, report: &mut Report<'_, '_>) -> Option<BTreeMap<char, char>> {
    let mut found = BTreeMap::new();
    for word in text.split_whitespace() {
        match word.chars().collect::<Vec<_>>()[..] {
            [from, to] => {
                found.insert(from, to);
            }
            [first, '-', last, to] if first < last => {
                for (c, at) in (first..=last).zip(u32::from(to)..) {
                    found.insert(c, char::from_u32(at)?);
                }
            }
            _ => {
                let message = "a character and its spelling are wanted: `2²`, or a range: `A-Z𝐀`";
                report.error("target", word, message, "");
                return None;
            }
        }
    }
    Some(found)
}

/// The operators that are keys of a map.
fn operators<'m>(
    map: &'m Pairs<'_, Src<'_>>,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> impl Iterator<Item = (Op, String)> + use<'m> {
    let mut found = Vec::new();
    for (name, spelling) in &map.0 {
        match vocabulary.find(name.0) {
            Some(op) => found.push((op, spelling.0.to_owned())),
            None => {
                synonyms::unknown(name.0, vocabulary, report);
            }
        }
    }
    found.into_iter()
}

/// Reads `#name(#{args|, })`.
fn call(text: &str, report: &mut Report<'_, '_>) -> Option<Call> {
    let pieces = template::read(text, report)?;
    let mut call = Call::default();
    let mut place = 0;
    for piece in &pieces {
        match (piece, place) {
            (PieceSyntax::Text(text), 0) => call.before.push_str(text),
            (PieceSyntax::Text(text), 1) => call.open.push_str(text),
            (PieceSyntax::Text(text), _) => call.close.push_str(text),
            (
                PieceSyntax::Hole {
                    name: "name",
                    separator: None,
                    ..
                },
                0,
            ) => place = 1,
            (
                PieceSyntax::Hole {
                    name: "args",
                    separator: Some(separator),
                    ..
                },
                1,
            ) => {
                place = 2;
                for piece in separator {
                    if let PieceSyntax::Text(text) = piece {
                        call.comma.push_str(text);
                    }
                }
            }
            _ => place = 9,
        }
    }
    if place == 2 {
        return Some(call);
    }
    let message = "an operator is written by its name and its arguments";
    report.error("target", text, message, "").help =
        Some("write `#name(#{args|, })` with what stands around".to_owned());
    None
}
