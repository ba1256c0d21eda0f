//! Whether a falsification makes its examples, leaves its rejects alone, and makes falsehoods.

use super::Finding;
use super::examples::Case;
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::diagnostic::Severity;
use crate::falsify::{Falsification, Falsifier};
use crate::latex::Reader;
use crate::normal::canonical;
use crate::rules::RuleSet;
use crate::sexpr;
use crate::term::Term;
use crate::truth::{Refutation, Refuter};
use std::collections::BTreeSet;

/// How often a rule is applied to an example: what it fills in is drawn.
const DRAWS: u64 = 3_000;
/// How many candidates of an example are compared with it.
const COMPARED: u64 = 24;
/// Results that are shown when the wanted one is not among them.
const SHOWN: usize = 5;

/// Tries all examples and rejects of a rule, which has this index in the rule set.
pub fn falsified(index: usize, rules: &RuleSet, reader: &Reader<'_>) -> Vec<Case> {
    let rule: &Falsification = &rules.falsifications[index];
    let vocabulary = &rules.vocabulary;
    let mut cases = Vec::new();
    for (from, to) in &rule.examples {
        let (first, second) = (reader.read(from), reader.read(to));
        let written = |term: &Term, atoms: &Atoms| {
            sexpr::write(&canonical(vocabulary, term), vocabulary, atoms)
        };
        let wanted = written(&second.term, &second.atoms);
        let falsifier = Falsifier::new(&first.term, &first.atoms, rules);
        let mut made = BTreeSet::new();
        let found = (0..DRAWS).any(|i| {
            let one = falsifier.draw_rule(index, Key::seed(i));
            one.is_some_and(|one| {
                let text = written(&one.term, &one.atoms);
                let found = text == wanted;
                if made.len() < SHOWN {
                    made.insert(text);
                }
                found
            })
        });
        let why = match (found, made.is_empty()) {
            (true, _) => None,
            (false, true) => Some("the rule does not apply".to_owned()),
            (false, false) => {
                let made: Vec<String> = made.into_iter().collect();
                Some(format!("{wanted} is not among {} …", made.join(", ")))
            }
        };
        cases.push(Case::example(from, to, why));
    }
    for reject in &rule.rejects {
        let read = reader.read(reject);
        let silent = Falsifier::new(&read.term, &read.atoms, rules).count(index) == 0;
        let why = (!silent).then(|| "the rule applies".to_owned());
        cases.push(Case::reject(reject, why));
    }
    cases
}

/// Complains about a rule none of whose candidates says anything else than the example that it was
/// made from; `index` is its place in the rule set.
pub fn not_falsifying(index: usize, rules: &RuleSet, reader: &Reader<'_>) -> Option<Finding> {
    let rule: &Falsification = &rules.falsifications[index];
    let mut equal = None;
    for (from, _) in &rule.examples {
        let read = reader.read(from);
        let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
        let refuter = Refuter::new(&read.term, &read.atoms, &rules.vocabulary);
        for made in (0..COMPARED).filter_map(|i| falsifier.draw_rule(index, Key::seed(i))) {
            match refuter.refute_with(&made.term, &made.atoms, &made.newcomers) {
                Refutation::Refuted(_) => return None,
                Refutation::Equal(why) => {
                    let text = sexpr::write(&made.term, &rules.vocabulary, &made.atoms);
                    equal.get_or_insert((from, text, why));
                }
                Refutation::Unknown(_) => {}
            }
        }
    }
    let (from, made, why) = equal?;
    Some(Finding {
        id: "not-falsifying",
        severity: Severity::Error,
        rule: rule.id.clone(),
        origin: rule.origin.clone(),
        at: rule.source.clone(),
        message: format!("what `{}` makes is not false", rule.id),
        label: format!("`{from}` becomes {made}: {why}"),
        help: Some(
            "change the rule, narrow it with `when`, or give an example that it makes false"
                .to_owned(),
        ),
    })
}
