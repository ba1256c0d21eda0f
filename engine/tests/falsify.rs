//! Falsification: every rule makes its examples and leaves its rejects alone.

mod common;

use common::builtin;
use mamut_engine::examine::falsified;
use mamut_engine::latex::Reader;

#[test]
fn rules_make_their_examples() {
    let rules = builtin();
    let reader = Reader::new(&rules);
    let mut wrong = Vec::new();
    for (index, rule) in rules.falsifications.iter().enumerate() {
        let cases = falsified(index, &rules, &reader);
        for case in cases.iter().filter(|c| !c.outcome.is_right()) {
            wrong.push(format!(
                "{}: {} {:?}: {}",
                rule.id, case.from, case.to, case.why
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
