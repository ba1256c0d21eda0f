//! Falsification: every rule makes its examples and leaves its rejects alone.

mod common;

use common::builtin;
use mamut_engine::choice::Key;
use mamut_engine::falsify::Falsifier;
use mamut_engine::latex::read;
use mamut_engine::normal::canonical;
use mamut_engine::sexpr;

#[test]
fn rules_make_their_examples() {
    let rules = builtin();
    let mut wrong = Vec::new();
    for (index, rule) in rules.falsifications.iter().enumerate() {
        for (from, to) in &rule.examples {
            let (from, to) = (read(from, &rules), read(to, &rules));
            let falsifier = Falsifier::new(&from.term, &from.atoms, &rules);
            let wanted = sexpr::write(
                &canonical(&rules.vocabulary, &to.term),
                &rules.vocabulary,
                &to.atoms,
            );
            let mut made = std::collections::BTreeSet::new();
            let found = (0..3_000).any(|i| {
                let Some(one) = falsifier.draw_rule(index, Key::seed(i)) else {
                    return false;
                };
                let text = sexpr::write(
                    &canonical(&rules.vocabulary, &one.term),
                    &rules.vocabulary,
                    &one.atoms,
                );
                made.insert(text.clone());
                text == wanted
            });
            if !found {
                wrong.push(format!(
                    "{}: {wanted} is not among {:?}",
                    rule.id,
                    made.iter().take(6).collect::<Vec<_>>()
                ));
            }
        }
        for reject in &rule.rejects {
            let from = read(reject, &rules);
            let falsifier = Falsifier::new(&from.term, &from.atoms, &rules);
            if falsifier.count(index) > 0 {
                wrong.push(format!("{} fires on {reject}", rule.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
