//! What is generated is accepted by a LaTeX renderer that knows nothing of the printer.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{compile, identities};
use mamut_engine::choice::Key;
use mamut_printer::{Choice, Versions};
use mamut_rw::picture::mathml::refusal;

#[test]
fn versions_of_identities_render() {
    let mut failures = Vec::new();
    let mut rendered = 0;
    for (name, latex) in identities() {
        let compiled = compile(&latex);
        let mut versions = Versions::new(
            &compiled.grammar,
            Some(&compiled.plan),
            compiled.plan.source_names(),
            Key::seed(11),
            Choice::Weighted,
        );
        let mut made = 0;
        while made < 1000
            && let Some(version) = versions.next_version()
        {
            made += 1;
            if let Some(reason) = refusal(version.text) {
                failures.push(format!("{name}: {}\n  {reason}", version.text));
            }
        }
        assert!(made > 0, "{name}: nothing is generated from {latex}");
        rendered += made;
    }
    eprintln!("{rendered} versions rendered");
    assert!(
        failures.is_empty(),
        "{} versions are refused:\n{}",
        failures.len(),
        failures[..failures.len().min(40)].join("\n")
    );
}

#[test]
fn the_renderer_refuses_what_is_no_formula() {
    for broken in [r"\frac{1}{", r"x^2^3", r"\left( x", r"\nosuchcommand x"] {
        assert!(refusal(broken).is_some(), "{broken}");
    }
    assert_eq!(refusal(r"{n + 1 \choose k_{1}} \in \R"), None);
}
