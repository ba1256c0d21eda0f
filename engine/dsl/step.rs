//! Step files: rewrites by which equations are solved, and the letters that are unknowns.

use super::layers::{self, Entry};
use super::scalar::{self, Doc, Many, Src};
use super::sides;
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use super::tree::{self, Arrow};
use super::unsound::{Names, ShapeSide};
use crate::diagnostic::Diagnostic;
use crate::falsify::Shape;
use crate::solve::{Rule, Solving};
use crate::vocabulary::Vocabulary;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct StepSyntax<'s> {
    id: Src<'s>,
    rule: Src<'s>,
    #[serde(default)]
    doc: Doc,
    unknown: Many<'s>,
    #[serde(default)]
    maybe: Many<'s>,
    #[serde(default)]
    integers: Many<'s>,
    #[serde(default)]
    when: Vec<Src<'s>>,
    #[serde(default)]
    examples: Vec<(Src<'s>, Src<'s>)>,
    #[serde(default)]
    rejects: Vec<Src<'s>>,
}

/// Lowers all steps, sorted by id.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    vocabulary: &Vocabulary,
    out: &mut Vec<Diagnostic>,
) -> Solving {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Steps { steps, .. } => steps.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |r: &StepSyntax<'s>| r.id.0, false, out);
    let entries = layers::resolve(entries, "step", out);
    let mut rules = Vec::new();
    for entry in &entries {
        let mut report = Report::new(entry.source, out);
        rules.extend(one(entry, vocabulary, &mut report));
    }
    // The letters of the highest layer hold.
    let letters = files.iter().filter_map(|(source, file)| match file {
        RuleFile::Steps { unknowns, .. } => unknowns.map(|list| (source.layer, list.0)),
        _ => None,
    });
    let letters = letters
        .max_by_key(|(layer, _)| *layer)
        .map_or("", |(_, list)| list);
    Solving {
        unknowns: letters.split_whitespace().map(str::to_owned).collect(),
        rules,
    }
}

fn one(
    entry: &Entry<'_, StepSyntax<'_>>,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Option<Rule> {
    let syntax = &entry.rule;
    let (lhs, arrow, rhs) = tree::rule(syntax.rule.0, report)?;
    if arrow == Arrow::Both {
        report.error("arrow", syntax.rule.0, "a step goes one way: `=>`", "");
    }
    let mut names = Names::new(vocabulary, r#"integers: "@""#);
    for name in &syntax.integers.0 {
        names.hole(name.0, report);
    }
    let lhs = names.shape(&lhs, ShapeSide::Left, report);
    let rhs = names.shape(&rhs, ShapeSide::Right, report);
    let (lhs, rhs) = (lhs?, rhs?);
    sides::check(syntax.rule.0, [&lhs, &rhs], vocabulary, report);
    if let Shape::Var(_) = lhs {
        let said = "a step begins with an operator: a bare variable matches everything";
        report.error("pattern", syntax.rule.0, said, "");
    }
    let integers: Vec<_> = syntax.integers.0.iter().map(|name| (*name, ())).collect();
    names.unused(&integers, report);
    let mut vars = |list: &Many<'_>| {
        let each = list.0.iter().map(|name| names.var(name.0, report));
        each.collect::<Vec<_>>()
    };
    let (unknown, maybe) = (vars(&syntax.unknown), vars(&syntax.maybe));
    let when: Vec<Option<Shape>> = syntax
        .when
        .iter()
        .map(|text| {
            let tree = tree::expression(text.0, report)?;
            names.shape(&tree, ShapeSide::Right, report)
        })
        .collect();
    if syntax.examples.is_empty() {
        let message = format!("the step `{}` has no example", entry.id);
        let help = "give an equation and what the step makes of it: `examples: [(r\"…\", r\"…\")]`";
        report.error("no-example", entry.id, message, "").help = Some(help.into());
    }
    let (unknown, maybe, when) = (
        unknown.into_iter().collect::<Option<Vec<_>>>()?,
        maybe.into_iter().collect::<Option<Vec<_>>>()?,
        when.into_iter().collect::<Option<Vec<_>>>()?,
    );
    (report.errors == 0).then(|| Rule {
        id: entry.id.to_owned(),
        doc: syntax.doc.0.clone(),
        lhs,
        rhs,
        vars: names.vars,
        unknown,
        maybe,
        integers: scalar::texts(&syntax.integers.0),
        when,
        examples: scalar::pairs(&syntax.examples),
        rejects: scalar::texts(&syntax.rejects),
        source: syntax.rule.0.to_owned(),
        origin: entry.origin(),
    })
}
