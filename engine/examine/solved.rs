//! Whether a step of solving makes its examples and leaves its rejects alone.

use super::examples::Case;
use crate::latex::Reader;
use crate::rules::RuleSet;
use crate::solve::{Rule, applied, written};

/// Tries all examples and rejects of a step.
pub fn solved(rule: &Rule, rules: &RuleSet, reader: &Reader<'_>) -> Vec<Case> {
    let made = |latex: &str| {
        let read = reader.read(latex);
        applied(rule, &read.term, &read.atoms, rules)
    };
    let example = |(from, to): &(String, String)| {
        let second = reader.read(to);
        let wanted = written(&second.term, &second.atoms, rules);
        let made = made(from);
        let why = match (made.contains(&wanted), made.is_empty()) {
            (true, _) => None,
            (false, true) => Some("the step does not apply".to_owned()),
            (false, false) => Some(format!("{wanted} is not among {}", made.join(", "))),
        };
        Case::example(from, to, why)
    };
    let reject = |latex: &String| {
        let made = made(latex);
        let why = made.first().map(|first| format!("the step makes {first}"));
        Case::reject(latex, why)
    };
    let examples = rule.examples.iter().map(example);
    examples.chain(rule.rejects.iter().map(reject)).collect()
}
