//! Equivalence files: sound rewrites with conditions.

use super::condition::ConditionSyntax;
use super::layers::{self, Entry};
use super::patterns::{Patterns, Read, Side};
use super::scalar::{self, Doc, Number, Pairs, Src};
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use super::tree::{self, Arrow};
use super::{canonical, direction, duplicates, scopes};
use crate::diagnostic::Diagnostic;
use crate::pattern::{Pattern, Var};
use crate::rules::{Equivalence, Growth, Status, Tier};
use crate::term::Op;
use crate::vocabulary::{Kind, Vocabulary};
use serde::Deserialize;

/// The most matches of a rule in one iteration when it has no `limit`.
const MATCHES: usize = 2000;

/// An equivalence as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) struct RuleSyntax<'s> {
    pub(super) id: Src<'s>,
    pub(super) rule: Src<'s>,
    #[serde(default)]
    pub(super) doc: Doc,
    #[serde(default)]
    pub(super) tags: Vec<Src<'s>>,
    #[serde(default)]
    pub(super) kinds: Pairs<'s, Kind>,
    #[serde(default)]
    pub(super) when: Vec<ConditionSyntax<'s>>,
    #[serde(default)]
    pub(super) assume: Vec<ConditionSyntax<'s>>,
    #[serde(default, rename = "let")]
    pub(super) lets: Pairs<'s, Src<'s>>,
    #[serde(default)]
    pub(super) tier: Tier,
    #[serde(default)]
    pub(super) growth: Growth,
    pub(super) weight: Option<Number<'s>>,
    pub(super) weight_rev: Option<Number<'s>>,
    pub(super) limit: Option<LimitSyntax<'s>>,
    #[serde(default)]
    pub(super) status: Status,
    #[serde(default)]
    pub(super) examples: Vec<(Src<'s>, Src<'s>)>,
    #[serde(default)]
    pub(super) rejects: Vec<Src<'s>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "'de: 's"))]
pub(super) struct LimitSyntax<'s> {
    matches: Number<'s>,
}

impl LimitSyntax<'_> {
    /// The most matches, when that is a whole number of at least one.
    fn most(&self) -> Option<usize> {
        let whole = self.matches.value.fract() == 0.0;
        let value = self.matches.value as usize;
        (whole && value > 0).then_some(value)
    }
}

/// A lowered rule with where its id stands.
pub(super) struct Lowered<'s> {
    pub(super) source: &'s SourceFile,
    pub(super) at: &'s str,
    pub(super) rule: Equivalence,
}

/// Lowers all equivalences, sorted by id.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    vocabulary: &Vocabulary,
    out: &mut Vec<Diagnostic>,
) -> Vec<Equivalence> {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Equivalences { rules } => rules.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |r: &RuleSyntax<'s>| r.id.0, false, out);
    let mut lowered = Vec::new();
    for entry in layers::resolve(entries, "rule", out) {
        let mut report = Report::new(entry.source, out);
        for rule in directions(&entry, vocabulary, &mut report) {
            lowered.push(Lowered {
                source: entry.source,
                at: entry.id,
                rule,
            });
        }
    }
    for (source, at, rule) in unfolding(files, vocabulary) {
        lowered.push(Lowered { source, at, rule });
    }
    let lowered = settle(lowered, out);
    duplicates::report(&lowered, vocabulary, out);
    lowered.into_iter().map(|l| l.rule).collect()
}

/// The equivalences of definitions whose authors ask for them: `NAME-define` and its reverse.
fn unfolding<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    vocabulary: &Vocabulary,
) -> Vec<(&'s SourceFile, &'s str, Equivalence)> {
    let mut rules = Vec::new();
    for (index, operator) in vocabulary.operators.iter().enumerate() {
        let Some(definition) = &operator.define else {
            continue;
        };
        let source = files.iter().find(|(f, _)| f.name == definition.origin.file);
        let (Some(tier), Some((source, _))) = (definition.unfold, source) else {
            continue;
        };
        let at = source.line(definition.origin.line);
        let params = definition.vars.iter().take(definition.params);
        let args = params.enumerate().map(|(i, var)| match var.rest {
            true => Pattern::Rest(i as Var),
            false => Pattern::Var(i as Var),
        });
        let whole = Pattern::Node(Op::operator(index as u32), args.collect());
        let body = definition.body.clone();
        let mut used = Vec::new();
        let mut substitutes = false;
        body.walk(&mut |p| match p {
            Pattern::Var(v) | Pattern::Rest(v) => used.push(*v),
            Pattern::Subst(..) => substitutes = true,
            Pattern::Node(..) => {}
        });
        let all = (0..definition.params).all(|p| used.contains(&(p as Var)));
        let matched = matches!(&body, Pattern::Node(op, _) if op.is_operator());
        let build = |id: String, lhs: &Pattern, rhs: &Pattern, growth| Equivalence {
            id,
            reverse: false,
            doc: format!("The definition of `{}`.", operator.name),
            lhs: lhs.clone(),
            rhs: rhs.clone(),
            vars: definition.vars.clone(),
            when: Vec::new(),
            assume: Vec::new(),
            lets: Vec::new(),
            tier,
            growth,
            weight: 1.0,
            matches: MATCHES,
            status: Status::Stable,
            tags: vec!["definition".to_owned()],
            examples: Vec::new(),
            rejects: Vec::new(),
            source: definition.source.clone(),
            origin: definition.origin.clone(),
        };
        let id = format!("{}-define", operator.name);
        let back = format!("{id}-rev");
        rules.push((*source, at, build(id, &whole, &body, Growth::Expands)));
        if all && matched && !substitutes {
            rules.push((*source, at, build(back, &body, &whole, Growth::Collects)));
        }
    }
    rules
}

/// Sorts by id. A reverse direction may have the id of another rule: one of a higher layer
/// replaces it, one of the same layer is an error.
fn settle<'s>(mut lowered: Vec<Lowered<'s>>, out: &mut Vec<Diagnostic>) -> Vec<Lowered<'s>> {
    lowered.sort_by(|a, b| {
        a.rule
            .id
            .cmp(&b.rule.id)
            .then(b.source.layer.cmp(&a.source.layer))
    });
    let mut kept: Vec<Lowered<'_>> = Vec::new();
    for rule in lowered {
        match kept.last() {
            Some(last) if last.rule.id == rule.rule.id => {
                if last.source.layer == rule.source.layer {
                    let message = format!("the rule `{}` is defined twice", rule.rule.id);
                    let help = "`<=>` defines its reverse under its id with `-rev`";
                    Report::new(rule.source, out)
                        .error("duplicate-id", rule.at, message, "again here")
                        .help = Some(help.into());
                }
            }
            _ => kept.push(rule),
        }
    }
    kept
}

/// The one or two rewrites of an entry that are without errors.
fn directions(
    entry: &Entry<'_, RuleSyntax<'_>>,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Vec<Equivalence> {
    let syntax = &entry.rule;
    let Some((lhs, arrow, rhs)) = tree::rule(syntax.rule.0, report) else {
        return Vec::new();
    };
    let mut patterns = Patterns::new(vocabulary);
    // A pattern that is matched in either direction has to be a left side.
    let right = if arrow == Arrow::Both {
        Side::Left
    } else {
        Side::Right
    };
    let (lhs, rhs) = (
        patterns.read(&lhs, Side::Left, report),
        patterns.read(&rhs, right, report),
    );
    let (Some(lhs), Some(rhs)) = (lhs, rhs) else {
        return Vec::new();
    };
    let matched = patterns.vars.len();
    let lets = direction::lets(syntax, &lhs, arrow, &mut patterns, report);
    let kinds = direction::declared(syntax, &patterns, report);
    let Some(parts) = direction::parts(syntax, lets, &patterns, report) else {
        return Vec::new();
    };
    check_weights(syntax, arrow, report);
    if syntax.examples.is_empty() {
        let message = format!("the rule `{}` has no example", entry.id);
        let help = "give a pair of formulas that it relates: `examples: [(r\"…\", r\"…\")]`";
        report.error("no-example", entry.id, message, "").help = Some(help.into());
    }
    let sorted = |pattern: &Pattern| canonical::sorted(pattern, vocabulary);
    let left = sorted(&lhs.pattern);
    let up_to = if left == sorted(&rhs.pattern) {
        Some("up to the order of arguments that may be permuted")
    } else if left == sorted(&canonical::plain(&rhs.pattern, vocabulary)) {
        // On the left side, it is matched where a formula writes it.
        Some("but for a neutral element, which is left out by itself")
    } else {
        None
    };
    if let Some(up_to) = up_to {
        report.error("trivial", syntax.rule.0, "both sides are the same", up_to);
    }
    for let_var in matched..patterns.vars.len() {
        direction::check_used(let_var as Var, syntax, &rhs, &parts, &patterns, report);
    }
    if report.errors > 0 || !patterns.check_kinds(&[&lhs, &rhs], &kinds, report) {
        return Vec::new();
    }
    for condition in parts.when.iter().chain(&parts.assume) {
        condition.check_kind(&patterns.vars, report);
    }
    if report.errors > 0 {
        return Vec::new();
    }
    let build = |id: String, lhs: &Read<'_>, rhs: &Read<'_>, growth, weight: Option<Number<'_>>| {
        Equivalence {
            reverse: id != entry.id,
            id,
            doc: syntax.doc.0.clone(),
            lhs: lhs.pattern.clone(),
            rhs: rhs.pattern.clone(),
            vars: patterns.vars.clone(),
            when: parts.when.iter().map(|c| c.condition.clone()).collect(),
            assume: parts.assume.iter().map(|c| c.condition.clone()).collect(),
            lets: parts.lets.clone(),
            tier: syntax.tier,
            growth,
            weight: weight.map_or(1.0, |weight| weight.value),
            matches: syntax
                .limit
                .as_ref()
                .and_then(LimitSyntax::most)
                .unwrap_or(MATCHES),
            status: syntax.status,
            tags: scalar::texts(&syntax.tags),
            examples: scalar::pairs(&syntax.examples),
            rejects: scalar::texts(&syntax.rejects),
            source: syntax.rule.0.to_owned(),
            origin: entry.origin(),
        }
    };
    let inside = |read: &Read<'_>, report: &mut Report<'_, '_>| {
        scopes::check(read, &patterns.vars, vocabulary, report)
    };
    if !inside(&lhs, report) || !inside(&rhs, report) {
        return Vec::new();
    }
    let mut rules = Vec::new();
    if direction::check(&lhs, &rhs, &parts, &patterns, "", report) {
        rules.push(build(
            entry.id.to_owned(),
            &lhs,
            &rhs,
            syntax.growth,
            syntax.weight,
        ));
    }
    if arrow == Arrow::Both
        && direction::check(
            &rhs,
            &lhs,
            &parts,
            &patterns,
            ", read from right to left",
            report,
        )
    {
        let growth = match syntax.growth {
            Growth::Collects => Growth::Expands,
            Growth::Rearranges => Growth::Rearranges,
            Growth::Expands => Growth::Collects,
        };
        rules.push(build(
            format!("{}-rev", entry.id),
            &rhs,
            &lhs,
            growth,
            syntax.weight_rev,
        ));
    }
    rules
}

fn check_weights(syntax: &RuleSyntax<'_>, arrow: Arrow, report: &mut Report<'_, '_>) {
    for weight in [syntax.weight, syntax.weight_rev].into_iter().flatten() {
        check_weight(weight, report);
    }
    if arrow == Arrow::Forward
        && let Some(weight) = syntax.weight_rev
    {
        report.error(
            "bad-weight",
            weight.at,
            "`weight_rev` is for rules with `<=>`",
            "",
        );
    }
    if let Some(limit) = &syntax.limit
        && limit.most().is_none()
    {
        let at = limit.matches.at;
        report.error(
            "bad-weight",
            at,
            format!("{at} is no number of matches"),
            "a limit is a whole number of at least 1",
        );
    }
}

/// Complains unless the weight is finite and positive.
pub(super) fn check_weight(weight: Number<'_>, report: &mut Report<'_, '_>) {
    let Number { value, at } = weight;
    if !(value.is_finite() && value > 0.0) {
        report.error(
            "bad-weight",
            at,
            format!("{at} is no weight"),
            "weights are finite and greater than 0",
        );
    }
}
