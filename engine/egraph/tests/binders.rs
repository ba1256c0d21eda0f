//! Bound names: what may cross a binder, substitution, sorts.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::super::Limits;
use super::{forms, parse, rule, rules, run};
use crate::rules::RuleSet;

fn sums() -> RuleSet {
    rules(
        &[
            rule("factor", r#"rule: "(sum ?i ?a ?b (mul ?c ..f)) <=> (mul ?c (sum ?i ?a ?b (mul ..f)))", tier: Structure"#),
            rule("swap", r#"rule: "(sum ?i ?a ?b (sum ?j ?c ?d ?f)) => (sum ?j ?c ?d (sum ?i ?a ?b ?f))", tier: Structure"#),
            rule("from-zero", r#"rule: "(sum ?i 1 ?b ?f) => (sum ?i 0 (add ?b (neg 1)) (subst ?f ?i (add ?i 1)))", tier: Structure"#),
            rule("from-one", r#"rule: "(sum ?i 0 ?b ?f) => (sum ?i 1 (add ?b 1) (subst ?f ?i (add ?i (neg 1))))", tier: Structure"#),
        ]
        .concat(),
    )
}

fn all(text: &str) -> Vec<String> {
    forms(text, &sums(), &Limits::default(), 22)
}

#[test]
fn only_what_does_not_depend_on_the_name_leaves_the_sum() {
    let got = all("(eq y (sum $i0 m n (mul x (pow $i0 2))))");
    assert_eq!(
        got,
        [
            "(eq y (mul x (sum $i0 m n (pow $i0 2))))",
            "(eq y (sum $i0 m n (mul x (pow $i0 2))))"
        ]
    );
}

#[test]
fn nothing_is_captured() {
    // The outer factor is itself bound by the same slot further out.
    let got = all("(eq y (sum $i1 m n (mul (sum $i0 1 $i1 $i0) (pow $i1 2))))");
    assert!(got.iter().all(|f| !f.contains("(mul $i1")), "{got:?}");
    let got = all("(eq y (sum $i0 m n (mul (sin $i0) (cos $i0))))");
    assert_eq!(got.len(), 1, "{got:?}");
}

#[test]
fn a_name_of_another_sort_captures_nothing() {
    // From zero on the inner name would be that of the outer sum, which its body has.
    let got = all("(eq y (sum $n0 0 m (sum $p0 1 n (mul (sin $n0) (cos $p0)))))");
    let together = |form: &String| {
        ["(add $n0 1)", "(add 1 $n0)"].iter().any(|next| {
            form.contains(&format!("(mul (sin $n0) (cos {next}))"))
                || form.contains(&format!("(mul (cos {next}) (sin $n0))"))
        })
    };
    assert!(!got.iter().any(together), "{got:?}");
    assert!(got.iter().any(|form| form.contains("(cos (add")), "{got:?}");
}

#[test]
fn dependent_sums_are_not_swapped() {
    assert_eq!(
        all("(eq y (sum $i1 m n (sum $i0 k $i1 (mul $i0 $i1))))").len(),
        2
    );
    let got = all("(eq y (sum $i1 m n (sum $i0 k l (pow $i0 $i1))))");
    assert!(
        got.contains(&"(eq y (sum $i0 k l (sum $i1 m n (pow $i0 $i1))))".to_owned()),
        "{got:?}"
    );
}

#[test]
fn shifting_an_index_changes_the_sort_of_the_name() {
    let got = all("(eq y (sum $p0 1 n (div x $p0)))");
    assert!(
        got.contains(&"(eq y (sum $n0 0 (add n (neg 1)) (div x (add $n0 1))))".to_owned())
            || got.contains(&"(eq y (sum $n0 0 (add n (neg 1)) (div x (add 1 $n0))))".to_owned()),
        "{got:?}"
    );
    assert!(
        got.iter()
            .all(|f| !f.contains("$p0 0") && !f.contains("$n0 1")),
        "{got:?}"
    );
}

#[test]
fn forms_are_recognised_under_other_levels() {
    let rules = sums();
    let (saturated, mut atoms) = run(
        "(eq y (sum $i1 m n (sum $i0 k l (pow $i0 $i1))))",
        &rules,
        &Limits::default(),
    );
    for (text, holds) in [
        ("(eq y (sum $i1 k l (sum $i0 m n (pow $i1 $i0))))", true),
        ("(eq (sum $i0 k l (sum $i1 m n (pow $i0 $i1))) y)", true),
        ("(eq y (sum $i1 k l (sum $i0 m n (pow $i0 $i1))))", false),
    ] {
        let term = parse(text, &rules.vocabulary, &mut atoms);
        assert_eq!(saturated.contains(&term), holds, "{text}");
    }
}

#[test]
fn letters_that_an_equation_ties_are_no_constants() {
    let rules = rules(&rule(
        "multiple",
        r#"rule: "(diff ?x 1 (mul ?c ..f)) => (mul ?c (diff ?x 1 (mul ..f)))", when: [NotFree("?x", "?c")], tier: Structure"#,
    ));
    let outside = |text: &str| {
        let found = forms(text, &rules, &Limits::default(), 30);
        found.iter().any(|form| form.contains("(mul y (diff"))
    };
    assert!(outside("(eq (diff x 1 (mul y (sin x))) 0)"));
    assert!(outside(
        "(comma (eq z (mul y (sin x))) (eq (diff x 1 (mul y (sin x))) 0))"
    ));
    assert!(!outside(
        "(comma (eq (add (sin x) (sin y)) 1) (eq (diff x 1 (mul y (sin x))) 0))"
    ));
}
