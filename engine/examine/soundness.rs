//! Whether a rule is sound, and whether its conditions can be met.

use super::Finding;
use crate::choice::Key;
use crate::diagnostic::Severity;
use crate::rules::{Equivalence, RuleSet};
use crate::sexpr;
use crate::soundness::{Counterexample, Report, check};
use crate::truth::show;
use crate::vocabulary::Vocabulary;

/// What evaluating a rule gave.
#[derive(Clone, Debug, Default)]
pub struct Evaluated {
    /// The instances.
    pub report: Report,
    /// What is wrong.
    pub finding: Option<Finding>,
}

/// Evaluates both sides of a rule on so many random instances that meet its conditions.
pub fn sound(rule: &Equivalence, rules: &RuleSet, samples: usize, key: Key) -> Evaluated {
    let vocabulary = &rules.vocabulary;
    let report = check(rule, vocabulary, samples, key);
    let finding = unsound(rule, vocabulary, &report)
        .or_else(|| vacuous(rule, vocabulary, &report, key))
        .or_else(|| silent(rule, &report));
    Evaluated { report, finding }
}

fn unsound(rule: &Equivalence, vocabulary: &Vocabulary, report: &Report) -> Option<Finding> {
    if let Some(found) = &report.counterexample {
        let message = format!(
            "the sides of `{}` differ: {} and {}",
            rule.id,
            show(&found.values.0),
            show(&found.values.1)
        );
        let mut finding = Finding::of(rule, "unsound", message, example(found, vocabulary));
        finding.help = Some(format!(
            "{} of {} instances differ; narrow the rule with `when:`, or correct it",
            report.differed, report.met
        ));
        return Some(finding);
    }
    let (left, right) = (report.only_left, report.only_right);
    if report.agreed > 0 || left + right == 0 {
        return None;
    }
    let (side, other) = if left >= right {
        ("right", "left")
    } else {
        ("left", "right")
    };
    let message = format!(
        "the {side} side of `{}` has no value wherever the {other} side has one",
        rule.id
    );
    let label = format!("in {} of {} instances", left.max(right), report.met);
    Some(Finding::of(rule, "unsound", message, label))
}

/// `(root (pow x 2) 2)` and `x` at `x = -2`.
fn example(found: &Counterexample, vocabulary: &Vocabulary) -> String {
    let write = |t| sexpr::write(t, vocabulary, &found.atoms);
    let mut text = format!("{} and {}", write(&found.left), write(&found.right));
    let mut named = Vec::new();
    for side in [&found.left, &found.right] {
        side.walk(&mut |t| named.push(t.op));
    }
    let values = found.point.values.iter().filter_map(|(symbol, value)| {
        let stands = named.contains(&crate::term::Op::symbol(*symbol));
        let name = &found.atoms.symbols[*symbol as usize].name;
        stands.then(|| format!("{name} = {}", show(value)))
    });
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        text += &format!(" at {}", values.join(", "));
    }
    text
}

/// Whether no instance meets the conditions though there are instances without them.
fn vacuous(
    rule: &Equivalence,
    vocabulary: &Vocabulary,
    report: &Report,
    key: Key,
) -> Option<Finding> {
    let conditions = rule.when.len() + rule.assume.len();
    if report.met > 0 || conditions == 0 {
        return None;
    }
    let free = Equivalence {
        when: Vec::new(),
        assume: Vec::new(),
        ..rule.clone()
    };
    if check(&free, vocabulary, 4, key).met == 0 {
        return None;
    }
    let message = format!("nothing meets the conditions of `{}`", rule.id);
    let mut finding = Finding::of(rule, "vacuous", message, "never applies");
    finding.help = Some("none of 8000 random instances met all of `when` and `assume`".to_owned());
    Some(finding)
}

fn silent(rule: &Equivalence, report: &Report) -> Option<Finding> {
    if report.agreed > 0 {
        return None;
    }
    let message = format!("no instance of `{}` could be evaluated", rule.id);
    let mut finding = Finding::of(rule, "not-evaluated", message, "nothing is known of it");
    finding.severity = Severity::Warning;
    finding.help =
        Some("an operator of it has no values, or none of its instances has one".to_owned());
    Some(finding)
}
