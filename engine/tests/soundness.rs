//! Every equivalence is sound: both sides evaluate to the same on random instances.
#![allow(clippy::print_stdout, reason = "a table of what was checked")]

mod common;

use mamut_engine::choice::Key;
use mamut_engine::soundness::check;

/// Instances of each rule.
const SAMPLES: usize = 200;

/// Rules of which no instance can be evaluated, each with the reason.
const NOT_EVALUATED: &[(&str, &str)] = &[];

#[test]
fn equivalences_are_sound() {
    let rules = common::builtin();
    let only = std::env::var("RULE").ok();
    let (mut bad, mut silent) = (Vec::new(), Vec::new());
    let (mut samples, mut agreed, mut undecided, mut left, mut right) = (0, 0, 0, 0, 0);
    for rule in &rules.equivalences {
        if only.as_ref().is_some_and(|o| !rule.id.contains(o.as_str())) {
            continue;
        }
        let report = check(rule, &rules.vocabulary, SAMPLES, Key::seed(1));
        if std::env::var("TABLE").is_ok() {
            println!(
                "{:40} agreed {:3} true {:3} undecided {:3} only-left {:3} only-right {:3} differed {:3}",
                rule.id, report.agreed, report.truths, report.undecided, report.only_left, report.only_right, report.differed
            );
        }
        samples += report.agreed + report.undecided + report.only_left + report.only_right + report.differed;
        agreed += report.agreed;
        undecided += report.undecided;
        left += report.only_left;
        right += report.only_right;
        if let Some(found) = report.counterexample {
            let write = |t| mamut_engine::sexpr::write(t, &rules.vocabulary, &found.atoms);
            let values: Vec<String> = found
                .point
                .values
                .iter()
                .map(|(i, v)| format!("{} = {v:?}", found.atoms.symbols[*i as usize].name))
                .collect();
            bad.push(format!(
                "{} ({} of {SAMPLES})\n    {}\n    {}\n    {:?}\n    at {}",
                rule.id,
                report.differed,
                write(&found.left),
                write(&found.right),
                found.values,
                values.join(", ")
            ));
        }
        let listed = NOT_EVALUATED.iter().any(|(id, _)| *id == rule.id);
        if (report.agreed == 0) != listed {
            silent.push(rule.id.clone());
        }
    }
    println!(
        "{} rules, {samples} instances: {agreed} agreed, {undecided} undecided, {left} defined on the left alone, {right} on the right alone",
        rules.equivalences.len()
    );
    assert!(bad.is_empty(), "{} unsound rules:\n{}", bad.len(), bad.join("\n"));
    assert!(silent.is_empty(), "never evaluated, or listed though evaluated: {silent:#?}");
}
