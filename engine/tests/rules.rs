//! Every example of an equivalence fires, no reject does, with that rule alone.
#![allow(clippy::print_stdout, reason = "says how much was checked")]

mod common;

use mamut_engine::examine::examples;
use mamut_engine::latex::Reader;

#[test]
fn examples_fire_and_rejects_do_not() {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    let only = std::env::var("RULE").ok();
    let (mut bad, mut cases) = (Vec::new(), 0);
    for rule in &rules.equivalences {
        if only.as_ref().is_some_and(|o| !rule.id.contains(o.as_str())) {
            continue;
        }
        for case in examples(rule, &rules, &reader) {
            cases += 1;
            if !case.outcome.is_right() {
                let name = case.outcome.name();
                bad.push(format!("{}: {name}: {}: {}", rule.id, case.from, case.why));
            }
        }
    }
    println!(
        "{} rules, {cases} examples and rejects",
        rules.equivalences.len()
    );
    assert!(bad.is_empty(), "{} faults:\n{}", bad.len(), bad.join("\n"));
}
