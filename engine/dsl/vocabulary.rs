//! Vocabulary files: operators with signatures, laws and binders; bracket levels.

use super::layers::{self, Entry};
use super::scalar::{Doc, Src};
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use super::{definition, kinds, reading};
use crate::diagnostic::Diagnostic;
use crate::rules::Tier;
use crate::term::Op;
use crate::vocabulary::{Binder, Kind, Law, Level, Operator, Signature, Vocabulary};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) struct OperatorSyntax<'s> {
    name: Src<'s>,
    pub(super) sig: Src<'s>,
    #[serde(default)]
    laws: Vec<LawSyntax<'s>>,
    binds: Option<BinderSyntax>,
    #[serde(default)]
    tags: Vec<Src<'s>>,
    #[serde(default)]
    doc: Doc,
    pub(super) define: Option<Src<'s>>,
    #[serde(default)]
    pub(super) params: Vec<Src<'s>>,
    pub(super) unfold: Option<Tier>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
enum LawSyntax<'s> {
    Comm,
    Assoc,
    Idem,
    Unit(Src<'s>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BinderSyntax {
    var: usize,
    scope: Vec<usize>,
}

/// Lowers all vocabulary files.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    out: &mut Vec<Diagnostic>,
) -> Vocabulary {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Vocabulary { operators, .. } => operators.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |o: &OperatorSyntax<'s>| o.name.0, true, out);
    let entries = with_arguments(entries, out);
    let mut kept = Vec::new();
    for entry in layers::resolve(entries, "operator", out) {
        if let Some(operator) = operator(&entry, &mut Report::new(entry.source, out)) {
            kept.push((entry, operator));
        }
    }
    let names: Vec<&str> = kept.iter().map(|(entry, _)| entry.id).collect();
    let mut units = Vec::new();
    for (entry, _) in &kept {
        units.push(laws(entry, &names, &mut Report::new(entry.source, out)));
    }
    let (entries, operators): (Vec<_>, Vec<_>) = kept.into_iter().unzip();
    let operators = operators
        .into_iter()
        .zip(units)
        .map(|(mut operator, laws)| {
            operator.comm = laws.contains(&Law::Comm);
            operator.assoc = laws.contains(&Law::Assoc);
            operator.unit = laws.iter().find_map(|law| {
                if let Law::Unit(op) = law {
                    Some(*op)
                } else {
                    None
                }
            });
            operator.laws = laws;
            operator
        })
        .collect();
    let mut vocabulary = Vocabulary {
        operators,
        origins: entries.iter().map(Entry::origin).collect(),
        levels: levels(files, out),
        ..Vocabulary::default()
    };
    definition::lower(&entries, &mut vocabulary, out);
    let reads = reading::lower(files, &vocabulary, out);
    vocabulary.read_by(reads);
    vocabulary
}

/// Leaves out operators that take the name of one of a lower layer and not its arguments: all rules
/// of that one would be wrong. It is told once, where it is written.
fn with_arguments<'s>(
    entries: Vec<Entry<'s, OperatorSyntax<'s>>>,
    out: &mut Vec<Diagnostic>,
) -> Vec<Entry<'s, OperatorSyntax<'s>>> {
    let below = |entry: &Entry<'s, OperatorSyntax<'s>>| {
        let mut lower = entries.iter().rev();
        lower.find(|e| e.id == entry.id && e.source.layer < entry.source.layer)
    };
    let mut clashes = Vec::new();
    for entry in &entries {
        let replaced = below(entry);
        let clash = replaced.is_some_and(|lower| !covers(entry, lower));
        clashes.push(clash);
        if let Some(lower) = replaced.filter(|_| !clash) {
            other_meaning(entry, lower, &mut Report::new(entry.source, out));
        }
        if let Some(lower) = replaced.filter(|_| clash) {
            let message = format!(
                "there is an operator `{}` already, with other arguments",
                entry.id
            );
            let label = format!("the other one is `{}`", lower.rule.sig.0);
            let mut report = Report::new(entry.source, out);
            let help = format!(
                "give yours another name; the other one is at {}:{}",
                lower.origin().file,
                lower.origin().line
            );
            report
                .error("replaced-operator", entry.rule.sig.0, message, &label)
                .help = Some(help);
        }
    }
    let mut clashes = clashes.into_iter();
    let holds = |_: &Entry<'s, OperatorSyntax<'s>>| !clashes.next().unwrap_or_default();
    entries.into_iter().filter(holds).collect()
}

/// Says that an operator takes the place of one of the same arguments and another value.
fn other_meaning(
    new: &Entry<'_, OperatorSyntax<'_>>,
    old: &Entry<'_, OperatorSyntax<'_>>,
    report: &mut Report<'_, '_>,
) {
    if let (Some(new), Some(old)) = (new.rule.define, old.rule.define)
        && new.0 == old.0
    {
        return;
    }
    let message = format!(
        "`{}` takes the place of an operator of the same name",
        new.id
    );
    let (at, label) = match (new.rule.define, old.rule.define) {
        (Some(define), Some(_)) => (define.0, "the other one is defined otherwise"),
        (Some(define), None) => (define.0, "the other one has a value of its own"),
        (None, _) => (
            new.id,
            "nothing is known of its value, as of the other one's",
        ),
    };
    let origin = old.origin();
    report.warning("replaced-operator", at, message, label).help = Some(format!(
        "what rules say of it holds for yours from now on; another name keeps both; the other one is at {}:{}",
        origin.file, origin.line
    ));
}

/// Whether an operator may stand wherever another one does.
fn covers(new: &Entry<'_, OperatorSyntax<'_>>, old: &Entry<'_, OperatorSyntax<'_>>) -> bool {
    // What is wrong with a signature is told when its operator is lowered.
    let mut scratch = Vec::new();
    let mut signatures = |entry: &Entry<'_, OperatorSyntax<'_>>| -> Option<Vec<Signature>> {
        let mut report = Report::new(entry.source, &mut scratch);
        let parts = entry.rule.sig.0.split('|');
        parts.map(|part| signature(part, &mut report)).collect()
    };
    let (Some(new), Some(old)) = (signatures(new), signatures(old)) else {
        return true;
    };
    let takes = |n: &Signature, o: &Signature| {
        let kinds = |(place, kind): (usize, &Kind)| {
            n.arg(place).is_some_and(|k| k == *kind || k == Kind::Any)
        };
        n.takes(o.args.len())
            && (n.variadic || !o.variadic)
            && n.result == o.result
            && o.args.iter().enumerate().all(kinds)
    };
    old.iter().all(|o| new.iter().any(|n| takes(n, o)))
}

fn operator(
    entry: &Entry<'_, OperatorSyntax<'_>>,
    report: &mut Report<'_, '_>,
) -> Option<Operator> {
    let syntax = &entry.rule;
    let signatures: Vec<Signature> = syntax
        .sig
        .0
        .split('|')
        .filter_map(|part| signature(part, report))
        .collect();
    let binds = syntax.binds.as_ref().map(|b| Binder {
        var: b.var,
        scope: b.scope.clone(),
    });
    if report.errors > 0 {
        return None;
    }
    let flat = syntax
        .laws
        .iter()
        .any(|law| matches!(law, LawSyntax::Assoc));
    if flat && !signatures.iter().any(|s| s.variadic) {
        let message = format!(
            "`{}` is flat, so it takes any number of arguments",
            entry.id
        );
        let help = "write `Num* -> Num`";
        report.error("arity", syntax.sig.0, message, "").help = Some(help.into());
        return None;
    }
    let several = |law: &&LawSyntax<'_>| matches!(law, LawSyntax::Comm | LawSyntax::Idem);
    if syntax.laws.iter().any(|law| several(&law)) && !signatures.iter().any(|s| s.takes(2)) {
        let message = format!("`{}` has no two arguments to permute", entry.id);
        report.error("arity", syntax.sig.0, message, "these are its arguments");
        return None;
    }
    if let Some(b) = &binds {
        let least = signatures.iter().map(|s| s.args.len()).min().unwrap_or(0);
        if b.var >= least || b.scope.is_empty() || b.scope.iter().any(|&s| s >= least || s == b.var)
        {
            let message = format!("`{}` does not have the arguments that it binds", entry.id);
            report.error(
                "arity",
                syntax.sig.0,
                message,
                "these are its arguments, counted from 0",
            );
            return None;
        }
    }
    Some(Operator {
        name: entry.id.to_owned(),
        signatures,
        laws: Vec::new(),
        binds,
        tags: syntax.tags.iter().map(|t| t.0.to_owned()).collect(),
        doc: syntax.doc.0.clone(),
        comm: false,
        assoc: false,
        unit: None,
        define: None,
        free: entry.source.layer > 0 && syntax.define.is_none(),
    })
}

/// Reads `Num Num* -> Num`.
fn signature(text: &str, report: &mut Report<'_, '_>) -> Option<Signature> {
    let Some((words, result)) = text.split_once("->") else {
        report.error(
            "pattern",
            text.trim(),
            "a signature has an arrow: `Num Num -> Num`",
            "no `->`",
        );
        return None;
    };
    let mut args = Vec::new();
    let mut variadic = false;
    for word in words.split_whitespace() {
        if variadic {
            report.error(
                "pattern",
                word,
                "only the last argument may repeat",
                "after an argument with `*`",
            );
            return None;
        }
        let name = word.strip_suffix('*').unwrap_or(word);
        variadic = name.len() < word.len();
        args.push(kinds::named(name, report)?);
    }
    Some(Signature {
        args,
        variadic,
        result: kinds::named(result.trim(), report)?,
    })
}

fn laws(
    entry: &Entry<'_, OperatorSyntax<'_>>,
    names: &[&str],
    report: &mut Report<'_, '_>,
) -> Vec<Law> {
    let unit = |name: &str, report: &mut Report<'_, '_>| {
        if let Ok(value) = name.parse::<u32>()
            && value < 1 << 28
        {
            return Some(Op::integer(value));
        }
        let found = names
            .binary_search(&name)
            .ok()
            .map(|i| Op::operator(i as u32));
        if found.is_none() {
            report.unknown(
                "unknown-operator",
                name,
                format!("there is no operator `{name}`"),
                names.iter().copied(),
            );
        }
        found
    };
    let laws = entry.rule.laws.iter();
    laws.filter_map(|law| match law {
        LawSyntax::Comm => Some(Law::Comm),
        LawSyntax::Assoc => Some(Law::Assoc),
        LawSyntax::Idem => Some(Law::Idem),
        LawSyntax::Unit(name) => unit(name.0, report).map(Law::Unit),
    })
    .collect()
}

/// The bracket levels: those of the highest layer that lists any.
fn levels(files: &[(&SourceFile, RuleFile<'_>)], out: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut entries = Vec::new();
    for (source, file) in files {
        if let RuleFile::Vocabulary { levels, .. } = file
            && let Some(first) = levels.first()
        {
            let mut report = Report::new(source, out);
            for (i, level) in levels.iter().enumerate() {
                if layers::check_id(level.0, true, &mut report) && levels[..i].contains(level) {
                    report.error(
                        "duplicate-id",
                        level.0,
                        format!("the level `{}` occurs twice", level.0),
                        "again here",
                    );
                }
            }
            if report.errors == 0 && levels.len() <= 200 {
                entries.push((source, first.0, levels));
            }
        }
    }
    let Some(top) = entries.iter().map(|(source, ..)| source.layer).max() else {
        return Vec::new();
    };
    let mut top = entries.iter().filter(|(source, ..)| source.layer == top);
    let Some((first, _, levels)) = top.next() else {
        return Vec::new();
    };
    for (source, at, _) in top {
        let message = "the levels are listed twice";
        let help = format!("they are listed in {}, too", first.name);
        Report::new(source, out)
            .error("duplicate-id", at, message, "again here")
            .help = Some(help);
    }
    levels.iter().map(|l| l.0.to_owned()).collect()
}

/// The level of this name; complains when there is none.
pub(super) fn level(
    name: &str,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Option<Level> {
    let found = vocabulary.level(name);
    if found.is_none() {
        let known = vocabulary.levels.iter().map(String::as_str);
        report.unknown(
            "unknown-level",
            name,
            format!("there is no level `{name}`"),
            known,
        );
    }
    found
}
