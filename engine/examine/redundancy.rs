//! Whether the other rules already do what a rule does.

use super::{Finding, with_rules};
use crate::choice::Key;
use crate::diagnostic::Severity;
use crate::egraph::{Limits, Program, saturate_given};
use crate::rules::{Equivalence, RuleSet, Status};
use crate::soundness::{Generic, generic};

/// Instances that must all be derived.
const INSTANCES: usize = 6;

/// The most rounds that the other rules get.
const ROUNDS: usize = 6;

/// The rules that may make another one redundant: those in use of its tier and below.
pub struct Others<'r> {
    rules: &'r RuleSet,
}

impl<'r> Others<'r> {
    /// All rules of a set.
    pub fn new(rules: &'r RuleSet) -> Self {
        Self { rules }
    }

    /// All but a rule and its reverse.
    fn without(&self, rule: &Equivalence) -> RuleSet {
        let others = self.rules.equivalences.iter().filter(|other| {
            other.written_id() != rule.written_id()
                && other.tier <= rule.tier
                && other.status != Status::Draft
        });
        with_rules(self.rules, others.cloned().collect())
    }
}

/// Complains about a rule whose results the other rules find, too, within a few rounds.
pub fn redundant(rule: &Equivalence, others: &Others<'_>, key: Key) -> Option<Finding> {
    if rule.status == Status::Draft {
        return None;
    }
    let rest = others.without(rule);
    let program = Program::new(&rest);
    let mut used = std::collections::BTreeSet::new();
    let mut draws = key.named(&rule.id).draws();
    let mut needed = 1;
    for _ in 0..INSTANCES {
        let Generic {
            left,
            right,
            atoms,
            given,
        } = generic(rule, &rest.vocabulary, &mut draws)?;
        let (rounds, saturated) = (needed..=ROUNDS).find_map(|rounds| {
            let limits = Limits {
                tier: rule.tier,
                iterations: [rounds; 3],
                ..Limits::default()
            };
            let saturated = saturate_given(&program, &left, &atoms, &given, &limits);
            saturated.contains(&right).then_some((rounds, saturated))
        })?;
        needed = rounds;
        let forest = &saturated.forest;
        let nodes = forest.classes.iter().flat_map(|c| &c.nodes);
        used.extend(nodes.filter_map(|n| n.rule));
    }
    let names: Vec<&str> = used
        .iter()
        .map(|&i| rest.equivalences[i as usize].id.as_str())
        .take(6)
        .collect();
    let rounds = if needed == 1 { "round" } else { "rounds" };
    let message = format!(
        "the other rules do what `{}` does, in {needed} {rounds}",
        rule.id
    );
    let label = match names.as_slice() {
        [] => "both sides are one already".to_owned(),
        names => format!("among {}", names.join(", ")),
    };
    let mut finding = Finding::of(rule, "redundant", message, label);
    finding.severity = Severity::Warning;
    Some(finding)
}
