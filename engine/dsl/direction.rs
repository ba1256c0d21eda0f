//! What one direction of an equivalence may use: what its left side matches, and what is computed.

use super::condition::{self, Checked, ConditionSyntax, unbound};
use super::equivalence::RuleSyntax;
use super::patterns::{Patterns, Read, Side, written};
use super::scopes;
use super::source::Report;
use super::tree::{self, Arrow};
use crate::pattern::{Pattern, Var};
use crate::vocabulary::Kind;

/// What both directions share.
pub(super) struct Parts<'s> {
    pub(super) when: Vec<Checked<'s>>,
    pub(super) assume: Vec<Checked<'s>>,
    pub(super) lets: Vec<(Var, Pattern)>,
}

/// The variables that are computed, in order.
pub(super) fn lets<'s>(
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

/// The kinds that variables are narrowed to.
pub(super) fn declared<'s>(
    syntax: &RuleSyntax<'s>,
    patterns: &Patterns<'s, '_>,
    report: &mut Report<'_, '_>,
) -> Vec<(&'s str, Var, Kind)> {
    let each = syntax.kinds.0.iter();
    each.filter_map(|&(name, kind)| {
        condition::bound(name.0, true, patterns, report).map(|var| (name.0, var, kind))
    })
    .collect()
}

/// The conditions, with what is computed.
pub(super) fn parts<'s>(
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

/// Complains about a computed variable that nothing uses.
pub(super) fn check_used(
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
pub(super) fn check(
    lhs: &Read<'_>,
    rhs: &Read<'_>,
    parts: &Parts<'_>,
    patterns: &Patterns<'_, '_>,
    way: &str,
    report: &mut Report<'_, '_>,
) -> bool {
    let vocabulary = patterns.vocabulary;
    let leaf = match lhs.pattern {
        Pattern::Var(_) => Some("matches every term"),
        Pattern::Node(op, _) if !op.is_operator() => Some("rewrites a number"),
        _ => None,
    };
    if let Some(leaf) = leaf {
        let message = format!("this rule {leaf}{way}");
        report.error("pattern", lhs.at, message, "");
        return false;
    }
    let matched = scopes::names(&lhs.pattern, vocabulary);
    for name in scopes::names(&rhs.pattern, vocabulary) {
        if !matched.contains(&name)
            && let Some((_, at)) = rhs.uses.iter().find(|&&(v, _)| v == name)
        {
            let message = format!("`{at}` is a bound name here and none where it is matched");
            report.error("unbound", at, message, "");
            return false;
        }
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
