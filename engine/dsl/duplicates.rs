//! Equivalences that say the same under different ids.

use super::canonical;
use super::equivalence::Lowered;
use super::source::Report;
use crate::diagnostic::{Diagnostic, Label};
use crate::pattern::Var;
use crate::rules::{Condition, Equivalence};
use crate::vocabulary::Vocabulary;

/// Warns of rules that differ in names of variables and order of arguments only.
pub(super) fn report(rules: &[Lowered<'_>], vocabulary: &Vocabulary, out: &mut Vec<Diagnostic>) {
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
