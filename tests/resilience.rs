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
        (r"\angle ", ""),
        (r"\triangle ", ""),
        (r"\odot ", ""),
    ] {
        let latex = open.repeat(3000) + "a" + &close.repeat(3000);
        let formula = everything(&reader, &latex);
        assert!(
            formula.complaints.iter().any(|c| c.id == "too-deep"),
            "{open}"
        );
    }
}

/// What can be read in two ways within what can be read in two ways: were each way tried, the time
/// would double with every level, and these would not end.
#[test]
fn nests_of_what_is_read_twice_end() {
    let reader = Reader::new(rules());
    for (open, close) in [
        (r"\int_C (", r")\,dx+N\,dy"),
        (r"\oint_C {", r"\,dx + Q\,dy}"),
        (r"[\partial_(", r"),\eta]"),
        (r"\sum_{i=1, j=1}^{", "} a_{ij}"),
        (r"\sum_{i,j\in {", "}} a"),
        (r"\overline{a_na_{n-1}\ldots {", "}_0}"),
        (r"a \equiv (", r") \equiv c \pmod n"),
        (r"p \equiv 1, 3 \bmod (", ")"),
        (r"a \equiv b \equiv c \mod ", ""),
        (r"[x_0:x_1:\ldots:x_n]\in \mathbb{P}^{", "}"),
        (r"\overline{AB} \| \overline{O_2 (", ")}"),
        (r"\frac{\partial(x,(", r"))}{\partial(r,\theta)} = r"),
        ("A=(a_{ij})_{i,j=1}^(", ")"),
        (r"A\le_(", ") B"),
        (r"P_{\rm in,(", ")}"),
        (r"\{x\in ", r"\mid x>0\}"),
        ("x=1 or ", ""),
    ] {
        let latex = open.repeat(40) + "a" + &close.repeat(40);
        let formula = reader.read(&latex);
        assert_eq!(formula, reader.read(&latex), "{open}");
        reader.read(&open.repeat(300));
    }
}

/// Lists of which each member is looked at with all others, or that are taken apart one by one.
#[test]
fn long_lists_end() {
    let reader = Reader::new(rules());
    for piece in [
        r"p \equiv 1, 3 \pmod 8, ",
        "ab, ",
        "a:b = ",
        "a*b:=ab+1 + ",
        r"|\vec v|, ",
        "a+b) = ",
        r"\int f, ",
        r"x = 1 \text{ or } 2 \text{ or } ",
        r"\underset{y}{\operatorname{argmin}}\, g(y) ",
        r"\textbf{3}'' ",
        r"x \iff \{1\}, ",
        r"A \cap ",
        r"\mathrm{km} ",
        "P=10=M C(5) = ",
    ] {
        let formula = reader.read(&piece.repeat((1 << 18) / piece.len()));
        drop(formula);
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
