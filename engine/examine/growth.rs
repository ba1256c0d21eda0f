//! How much larger a rule alone makes the e-graph of a formula.

use super::Finding;
use crate::egraph::{Limits, Program, saturate_with};
use crate::latex::Formula;
use crate::rules::{Equivalence, RuleSet, Status, Tier};

/// A rule alone that still has more to add may not have made a formula so many times as large.
pub const LARGEST: usize = 4;

/// What a rule alone did to a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Nodes before.
    pub before: usize,
    /// Nodes after.
    pub after: usize,
    /// How often it fired.
    pub matches: usize,
    /// Whether it had nothing more to add, however large results may be.
    pub ends: bool,
}

impl Growth {
    /// Nodes after for each node before.
    pub fn factor(&self) -> f64 {
        self.after as f64 / self.before.max(1) as f64
    }
}

/// Applies a program to a formula: some rounds, with results larger than generating allows.
pub fn growth(program: &Program<'_>, formula: &Formula) -> Growth {
    let (term, atoms) = (&formula.term, &formula.atoms);
    let limits = Limits {
        tier: Tier::Algebra,
        growth: 30,
        iterations: [8; 3],
        nodes: [2_000; 3],
        ..Limits::default()
    };
    let none = Limits {
        tier: Tier::Notation,
        iterations: [0; 3],
        ..Limits::default()
    };
    let smaller = Limits {
        growth: 8,
        ..limits.clone()
    };
    let before = saturate_with(program, term, atoms, &none).forest;
    let within = saturate_with(program, term, atoms, &smaller).stats;
    let after = saturate_with(program, term, atoms, &limits);
    let count = |forest: &crate::forest::Forest| forest.classes.iter().map(|c| c.nodes.len()).sum();
    Growth {
        before: count(&before),
        after: after.stats.nodes.max(count(&after.forest)),
        matches: after.stats.matches,
        ends: after.stats.saturated && 4 * after.stats.nodes <= 5 * within.nodes,
    }
}

/// Complains about a rule that, alone, makes the e-graph of a formula more than [`LARGEST`] times
/// as large and does not come to an end.
pub fn explosive<'f>(
    rule: &Equivalence,
    rules: &RuleSet,
    formulas: impl IntoIterator<Item = &'f Formula>,
) -> Option<Finding> {
    let used = Equivalence {
        status: Status::Stable,
        ..rule.clone()
    };
    let alone = super::with_rules(rules, vec![used]);
    let program = Program::new(&alone);
    let worst = formulas
        .into_iter()
        .map(|formula| (growth(&program, formula), formula))
        .filter(|(growth, _)| !growth.ends)
        .max_by(|a, b| a.0.factor().total_cmp(&b.0.factor()))?;
    let (growth, formula) = worst;
    if growth.after <= LARGEST * growth.before.max(1) {
        return None;
    }
    let message = format!(
        "`{}` alone makes {} nodes of {}",
        rule.id, growth.after, growth.before
    );
    let label = format!("on {}", formula.source);
    let mut finding = Finding::of(rule, "explosive", message, label);
    finding.help = Some(
        "a rule should not match what it makes: ask more of its variables, or give it a `limit`"
            .to_owned(),
    );
    Some(finding)
}
