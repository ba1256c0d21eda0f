//! Equivalence files: sound rewrites with conditions.

use super::canonical;
use super::condition::{Checked, ConditionSyntax, unbound};
use super::layers::{self, Entry};
use super::patterns::{Patterns, Read, Side, written};
use super::scalar::{Doc, Pairs, Src};
use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use super::tree::{self, Arrow};
use crate::diagnostic::{Diagnostic, Label};
use crate::pattern::{Pattern, Var};
use crate::rules::{Condition, Equivalence, Growth, Status, Tier};
use crate::vocabulary::{Kind, Vocabulary};
use serde::Deserialize;

/// The most matches of a rule in one iteration when it has no `limit`.
const MATCHES: usize = 2000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct RuleSyntax<'s> {
    id: Src<'s>,
    rule: Src<'s>,
    #[serde(default)]
    doc: Doc,
    #[serde(default)]
    tags: Vec<Src<'s>>,
    #[serde(default)]
    kinds: Pairs<'s, Kind>,
    #[serde(default)]
    when: Vec<ConditionSyntax<'s>>,
    #[serde(default)]
    assume: Vec<ConditionSyntax<'s>>,
    #[serde(default, rename = "let")]
    lets: Pairs<'s, Src<'s>>,
    #[serde(default)]
    tier: Tier,
    #[serde(default)]
    growth: Growth,
    weight: Option<f64>,
    weight_rev: Option<f64>,
    limit: Option<LimitSyntax>,
    #[serde(default)]
    status: Status,
    #[serde(default)]
    examples: Vec<(Src<'s>, Src<'s>)>,
    #[serde(default)]
    rejects: Vec<Src<'s>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitSyntax {
    matches: usize,
}

/// A lowered rule with where its id stands.
struct Lowered<'s> {
    source: &'s SourceFile,
    at: &'s str,
    rule: Equivalence,
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
    let lowered = settle(lowered, out);
    report_duplicates(&lowered, vocabulary, out);
    lowered.into_iter().map(|l| l.rule).collect()
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

fn report_duplicates(rules: &[Lowered<'_>], vocabulary: &Vocabulary, out: &mut Vec<Diagnostic>) {
    let mut seen: Vec<(String, &Lowered<'_>)> = rules
        .iter()
        .map(|l| (fingerprint(&l.rule, vocabulary), l))
        .collect();
    seen.sort_by(|a, b| a.0.cmp(&b.0));
    for pair in seen.windows(2) {
        let [(one, first), (two, second)] = pair else {
            continue;
        };
        if one == two {
            let message = format!(
                "the rules `{}` and `{}` say the same",
                first.rule.id, second.rule.id
            );
            let mut report = Report::new(second.source, out);
            let diagnostic = report.warning("duplicate-rule", second.at, message, "");
            if first.at.as_ptr() == second.at.as_ptr() {
                diagnostic.help = Some("both directions are the same: write `=>`".into());
            } else if std::ptr::eq(first.source, second.source) {
                diagnostic.labels.push(Label {
                    span: first.source.span(first.at),
                    message: "the same".into(),
                });
            } else {
                diagnostic.help = Some(format!(
                    "the other one is at {}:{}",
                    first.rule.origin.file, first.rule.origin.line
                ));
            }
        }
    }
}

fn fingerprint(rule: &Equivalence, vocabulary: &Vocabulary) -> String {
    let (mut text, order) = canonical::fingerprint(&[&rule.lhs, &rule.rhs], &rule.vars, vocabulary);
    let number = |v: Var| order.iter().position(|&o| o == v).unwrap_or(usize::MAX) as Var;
    let mut conditions: Vec<String> = rule
        .when
        .iter()
        .chain(&rule.assume)
        .map(|c| format!("{:?}", renamed(c, &number)))
        .collect();
    conditions.sort();
    text.push_str(&conditions.concat());
    for (_, pattern) in &rule.lets {
        text.push_str(&canonical::fingerprint(&[pattern], &rule.vars, vocabulary).0);
    }
    text
}

fn renamed(condition: &Condition, new: &impl Fn(Var) -> Var) -> Condition {
    match *condition {
        Condition::NonZero(v) => Condition::NonZero(new(v)),
        Condition::Positive(v) => Condition::Positive(new(v)),
        Condition::NonNegative(v) => Condition::NonNegative(new(v)),
        Condition::Real(v) => Condition::Real(new(v)),
        Condition::Integer(v) => Condition::Integer(new(v)),
        Condition::Natural(v) => Condition::Natural(new(v)),
        Condition::IntIn(v, low, high) => Condition::IntIn(new(v), low, high),
        Condition::Literal(v) => Condition::Literal(new(v)),
        Condition::IsSymbol(v) => Condition::IsSymbol(new(v)),
        Condition::Compound(v) => Condition::Compound(new(v)),
        Condition::NotFree(v, w) => Condition::NotFree(new(v), new(w)),
        Condition::Differ(v, w) => Condition::Differ(new(v), new(w)),
        Condition::IsKind(v, kind) => Condition::IsKind(new(v), kind),
        Condition::Not(ref inner) => Condition::Not(Box::new(renamed(inner, new))),
        Condition::AnyOf(ref several) => {
            Condition::AnyOf(several.iter().map(|c| renamed(c, new)).collect())
        }
    }
}

/// What both directions share.
struct Parts<'s> {
    when: Vec<Checked<'s>>,
    assume: Vec<Checked<'s>>,
    lets: Vec<(Var, Pattern)>,
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
    let lets = lets(syntax, &lhs, arrow, &mut patterns, report);
    let kinds = declared(syntax, &patterns, report);
    let Some(parts) = parts(syntax, lets, &patterns, report) else {
        return Vec::new();
    };
    check_weights(syntax, arrow, report);
    if syntax.examples.is_empty() {
        let message = format!("the rule `{}` has no example", entry.id);
        let help = "give a pair of formulas that it relates: `examples: [(r\"…\", r\"…\")]`";
        report.error("no-example", entry.id, message, "").help = Some(help.into());
    }
    if canonical::sorted(&lhs.pattern, vocabulary) == canonical::sorted(&rhs.pattern, vocabulary) {
        report.error(
            "trivial",
            syntax.rule.0,
            "both sides are the same",
            "up to the order of arguments that may be permuted",
        );
    }
    for let_var in matched..patterns.vars.len() {
        check_used(let_var as Var, syntax, &rhs, &parts, &patterns, report);
    }
    if report.errors > 0 || !patterns.check_kinds(&[&lhs, &rhs], &kinds, report) {
        return Vec::new();
    }
    let build =
        |id: String, lhs: &Read<'_>, rhs: &Read<'_>, growth, weight: Option<f64>| Equivalence {
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
            weight: weight.unwrap_or(1.0),
            matches: syntax.limit.as_ref().map_or(MATCHES, |l| l.matches),
            status: syntax.status,
            tags: syntax.tags.iter().map(|t| t.0.to_owned()).collect(),
            examples: syntax
                .examples
                .iter()
                .map(|(a, b)| (a.0.to_owned(), b.0.to_owned()))
                .collect(),
            rejects: syntax.rejects.iter().map(|r| r.0.to_owned()).collect(),
            source: syntax.rule.0.to_owned(),
            origin: entry.origin(),
        };
    let mut rules = Vec::new();
    if check_direction(&lhs, &rhs, &parts, &patterns, "", report) {
        rules.push(build(
            entry.id.to_owned(),
            &lhs,
            &rhs,
            syntax.growth,
            syntax.weight,
        ));
    }
    if arrow == Arrow::Both
        && check_direction(&rhs, &lhs, &parts, &patterns, " from right to left", report)
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

fn lets<'s>(
    syntax: &RuleSyntax<'s>,
    lhs: &Read<'s>,
    arrow: Arrow,
    patterns: &mut Patterns<'s, '_>,
    report: &mut Report<'_, '_>,
) -> Vec<(Var, Pattern)> {
    let mut lets: Vec<(Var, Pattern)> = Vec::new();
    for (name, value) in &syntax.lets.0 {
        if arrow == Arrow::Both {
            report.error(
                "arrow",
                name.0,
                "`let` computes what `=>` builds; it cannot go with `<=>`",
                "",
            );
            return lets;
        }
        let Some(tree) = tree::expression(value.0, report) else {
            continue;
        };
        let Some(read) = patterns.read(&tree, Side::Right, report) else {
            continue;
        };
        let bound = |v: Var| lhs.has(v) || lets.iter().any(|&(l, _)| l == v);
        let known: Vec<String> = patterns
            .vars
            .iter()
            .enumerate()
            .filter(|&(v, _)| bound(v as Var))
            .map(|(_, v)| written(v))
            .collect();
        for &(var, at) in &read.uses {
            if !bound(var) {
                unbound(at, &known, "computed from nothing that is matched", report);
            }
        }
        if !name.0.starts_with('?') {
            report.error("pattern", name.0, "`let` names a variable: `?m`", "");
            continue;
        }
        let Some(var) = patterns.variable(name.0, report) else {
            continue;
        };
        if bound(var) {
            report.error(
                "pattern",
                name.0,
                format!("`{}` has a value already", name.0),
                "matched or computed before",
            );
            continue;
        }
        lets.push((var, read.pattern));
    }
    lets
}

fn declared<'s>(
    syntax: &RuleSyntax<'s>,
    patterns: &Patterns<'s, '_>,
    report: &mut Report<'_, '_>,
) -> Vec<(&'s str, Var, Kind)> {
    let each = syntax.kinds.0.iter();
    each.filter_map(|&(name, kind)| {
        super::condition::bound(name.0, true, patterns, report).map(|var| (name.0, var, kind))
    })
    .collect()
}

fn parts<'s>(
    syntax: &RuleSyntax<'s>,
    lets: Vec<(Var, Pattern)>,
    patterns: &Patterns<'s, '_>,
    report: &mut Report<'_, '_>,
) -> Option<Parts<'s>> {
    let mut all = |conditions: &[ConditionSyntax<'s>]| {
        let checked: Vec<_> = conditions
            .iter()
            .map(|c| c.check(patterns, report))
            .collect();
        checked.into_iter().collect::<Option<Vec<_>>>()
    };
    let (when, assume) = (all(&syntax.when), all(&syntax.assume));
    Some(Parts {
        when: when?,
        assume: assume?,
        lets,
    })
}

fn check_weights(syntax: &RuleSyntax<'_>, arrow: Arrow, report: &mut Report<'_, '_>) {
    for weight in [syntax.weight, syntax.weight_rev].into_iter().flatten() {
        check_weight(weight, syntax.id.0, report);
    }
    if arrow == Arrow::Forward && syntax.weight_rev.is_some() {
        report.error(
            "bad-weight",
            syntax.id.0,
            "`weight_rev` is for rules with `<=>`",
            "",
        );
    }
    if syntax.limit.as_ref().is_some_and(|l| l.matches == 0) {
        report.error(
            "bad-weight",
            syntax.id.0,
            "a limit of no matches",
            "this rule never fires",
        );
    }
}

/// Complains unless the weight is finite and positive.
pub(super) fn check_weight(weight: f64, at: &str, report: &mut Report<'_, '_>) {
    if !(weight.is_finite() && weight > 0.0) {
        report.error(
            "bad-weight",
            at,
            format!("{weight} is no weight"),
            "weights are finite and greater than 0",
        );
    }
}

/// Complains about a computed variable that nothing uses.
fn check_used(
    var: Var,
    syntax: &RuleSyntax<'_>,
    rhs: &Read<'_>,
    parts: &Parts<'_>,
    patterns: &Patterns<'_, '_>,
    report: &mut Report<'_, '_>,
) {
    let computed = |pattern: &Pattern| {
        let mut found = false;
        pattern.walk(&mut |p| found |= *p == Pattern::Var(var));
        found
    };
    let conditions = parts.when.iter().chain(&parts.assume);
    let used = rhs.has(var)
        || conditions.flat_map(|c| &c.uses).any(|&(v, _)| v == var)
        || parts.lets.iter().any(|(_, pattern)| computed(pattern));
    let name = written(&patterns.vars[usize::from(var)]);
    if let Some((at, _)) = syntax.lets.0.iter().find(|(at, _)| at.0 == name)
        && !used
    {
        report.error(
            "unused-hole",
            at.0,
            format!("`{name}` is computed and not used"),
            "",
        );
    }
}

/// Whether everything that one direction builds or asks about is matched or computed.
fn check_direction(
    lhs: &Read<'_>,
    rhs: &Read<'_>,
    parts: &Parts<'_>,
    patterns: &Patterns<'_, '_>,
    way: &str,
    report: &mut Report<'_, '_>,
) -> bool {
    if let (Pattern::Var(_), Some((_, at))) = (&lhs.pattern, lhs.uses.first()) {
        report.error(
            "pattern",
            at,
            format!("read{way}, this rule matches every term"),
            "a variable alone",
        );
        return false;
    }
    let bound = |v: Var| lhs.has(v) || parts.lets.iter().any(|&(l, _)| l == v);
    let known: Vec<String> = patterns
        .vars
        .iter()
        .enumerate()
        .filter(|&(v, _)| bound(v as Var))
        .map(|(_, v)| written(v))
        .collect();
    let conditions = parts.when.iter().chain(&parts.assume).flat_map(|c| &c.uses);
    let mut missing: Vec<Var> = Vec::new();
    for &(var, at) in rhs.uses.iter().chain(conditions) {
        if !bound(var) && !missing.contains(&var) {
            let label = if way.is_empty() {
                "not on the left side"
            } else {
                "not matched from right to left"
            };
            unbound(at, &known, label, report);
            missing.push(var);
        }
    }
    missing.is_empty()
}
