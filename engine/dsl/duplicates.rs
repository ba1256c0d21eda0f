//! Equivalences that say the same under different ids.

use super::canonical;
use super::equivalence::Lowered;
use super::layers;
use super::source::Report;
use crate::diagnostic::{Diagnostic, Label};
use crate::pattern::Var;
use crate::rules::{Condition, Equivalence};
use crate::vocabulary::Vocabulary;

/// Warns of rules that differ in names of variables and order of arguments only: once for both
/// directions, at the rule of the higher layer.
pub(super) fn report(rules: &[Lowered<'_>], vocabulary: &Vocabulary, out: &mut Vec<Diagnostic>) {
    let mut seen: Vec<(String, &Lowered<'_>)> = rules
        .iter()
        .map(|l| (fingerprint(&l.rule, vocabulary), l))
        .collect();
    let order = |l: &Lowered<'_>| (l.source.layer, l.rule.id.clone());
    seen.sort_by(|(one, first), (two, second)| {
        one.cmp(two).then_with(|| order(first).cmp(&order(second)))
    });
    let mut pairs: Vec<(&Lowered<'_>, &Lowered<'_>)> = seen
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| (pair[0].1, pair[1].1))
        .collect();
    pairs.sort_by_key(|(first, second)| (&first.rule.id, &second.rule.id));
    let mut told = Vec::new();
    for (first, second) in pairs {
        let mut places = [first.at.as_ptr(), second.at.as_ptr()];
        places.sort();
        if !told.contains(&places) {
            told.push(places);
            pair(first, second, out);
        }
    }
}

fn pair(first: &Lowered<'_>, second: &Lowered<'_>, out: &mut Vec<Diagnostic>) {
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
        let replaced = (first.source.layer < second.source.layer).then_some(first.at);
        diagnostic.help = Some(layers::elsewhere(&first.rule.origin, replaced));
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
        Condition::Converges(v, w, ref parts) => {
            Condition::Converges(new(v), new(w), parts.iter().map(|p| new(*p)).collect())
        }
        Condition::Not(ref inner) => Condition::Not(Box::new(renamed(inner, new))),
        Condition::AnyOf(ref several) => {
            Condition::AnyOf(several.iter().map(|c| renamed(c, new)).collect())
        }
    }
}
