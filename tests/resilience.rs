//! Input that nobody would write: complaints instead of panics, whatever is done with the term.
//!
//! Sizes keep the tests short; how time grows is measured by benchmarks.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::rules;
use mamut_engine::choice::Key;
use mamut_engine::egraph::{Limits, saturate};
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::member::contains;
use mamut_engine::sexpr;
use mamut_engine::symbols::Plan;
use mamut_printer::{Choice, Options, Printer, Versions};

/// Reads, compares, saturates, writes and drops.
fn everything(reader: &Reader<'_>, latex: &str) -> Formula {
    let formula = reader.read(latex);
    for complaint in &formula.complaints {
        assert!(latex.get(complaint.labels[0].span.clone()).is_some());
    }
    assert_eq!(formula, reader.read(latex));
    let text = sexpr::write(&formula.term, &rules().vocabulary, &formula.atoms);
    assert!(!text.is_empty());
    let saturated = saturate(&formula.term, &formula.atoms, rules(), &Limits::default());
    assert!(contains(
        &saturated.forest,
        &formula.term,
        &rules().vocabulary
    ));
    let grammar =
        Printer::new(rules()).compile(&saturated.forest, &formula.atoms, &Options::default());
    let plan = Plan::of(
        &formula.term,
        &formula.atoms,
        Some(&saturated.forest),
        rules(),
    );
    let names = plan.source_names();
    let mut versions = Versions::new(&grammar, Some(&plan), names, Key::seed(1), Choice::Weighted);
    if let Some(version) = versions.next_version() {
        assert!(!version.text.is_empty());
    }
    formula
}

#[test]
fn endless_repetition() {
    let reader = Reader::new(rules());
    for piece in [
        "{",
        "}",
        "^",
        "_",
        "|",
        "$",
        "'",
        "f'",
        "a+",
        "a,",
        "a=",
        "a",
        "7",
        r"\frac",
        r"\left(",
        r"\begin{cases}",
        r"\foo ",
        "(",
        "([{",
        r"\\",
        "&",
        "\0",
        r"{a\over ",
        "x^",
        "x_",
        "!",
        r"\sqrt",
        "a-",
        r"a\cdot ",
        r"a\cup ",
        "1.",
        ":",
        "a<",
        r"\text{",
        r"\to ",
    ] {
        everything(&reader, &piece.repeat(300));
    }
}

#[test]
fn deep_nests_end_with_a_complaint() {
    let reader = Reader::new(rules());
    for (open, close) in [
        ("{-", "}"),
        ("(", ")"),
        (r"\frac{1}{", "}"),
        ("x^{", "}"),
        (r"\sqrt{", "}"),
        ("f(", ")"),
    ] {
        let latex = open.repeat(3000) + "a" + &close.repeat(3000);
        let formula = everything(&reader, &latex);
        assert!(
            formula.complaints.iter().any(|c| c.id == "too-deep"),
            "{open}"
        );
    }
}

#[test]
fn long_numbers_end_with_a_complaint() {
    let reader = Reader::new(rules());
    let formula = everything(&reader, &("x+".to_owned() + &"123".repeat(5000)));
    let said: Vec<_> = formula.complaints.iter().map(|c| c.id).collect();
    assert_eq!(said, ["long-number"]);
    assert_eq!(formula.complaints[0].labels[0].span, 2..15_002);
}
