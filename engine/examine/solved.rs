//! Whether a step of solving makes its examples and leaves its rejects alone.

use super::examples::{Case, Outcome};
use crate::latex::Reader;
use crate::rules::RuleSet;
use crate::solve::{Rule, applied, written};

/// Tries all examples and rejects of a step.
pub fn solved(rule: &Rule, rules: &RuleSet, reader: &Reader<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let made = |latex: &str| {
        let read = reader.read(latex);
        applied(rule, &read.term, &read.atoms, rules)
    };
    for (from, to) in &rule.examples {
        let second = reader.read(to);
        let wanted = written(&second.term, &second.atoms, rules);
        let made = made(from);
        let fired = made.contains(&wanted);
        let why = match (fired, made.is_empty()) {
            (true, _) => String::new(),
            (false, true) => "the step does not apply".to_owned(),
            (false, false) => format!("{wanted} is not among {}", made.join(", ")),
        };
        cases.push(Case {
            from: from.clone(),
            to: Some(to.clone()),
            outcome: if fired {
                Outcome::Fired
            } else {
                Outcome::Missing
            },
            why,
        });
    }
    for reject in &rule.rejects {
        let made = made(reject);
        let (outcome, why) = match made.first() {
            None => (Outcome::Kept, String::new()),
            Some(first) => (Outcome::Noisy, format!("the step makes {first}")),
        };
        cases.push(Case {
            from: reject.clone(),
            to: None,
            outcome,
            why,
        });
    }
    cases
}
