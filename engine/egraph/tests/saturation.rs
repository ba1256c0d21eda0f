//! What saturation finds, what it must not touch, and that its result is canonical.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::super::run::Run;
use super::super::{Limits, Program, assumptions, extract, graph, saturate};
use super::{SAMPLES, forms, parse, rule, rules, run};
use crate::atoms::Atoms;
use crate::rules::{RuleSet, Tier};

fn ring() -> RuleSet {
    rules(
        &[
            rule("quotient", r#"rule: "(div ?a ?b) <=> (mul ?a (pow ?b (neg 1)))""#),
            rule("fraction", r#"rule: "(mul ?a (pow ?b (neg 1)) ..r) => (div (mul ?a ..r) ?b)""#),
            rule("square", r#"rule: "(pow ?a 2) => (mul ?a ?a)", weight: 0.2"#),
            rule("distribute", r#"rule: "(mul (add ?a ..r) ..s) => (add (mul ?a ..s) (mul (add ..r) ..s))", tier: Algebra"#),
            rule("collect", r#"rule: "(add ?a ?a ..r) => (add (mul 2 ?a) ..r)", tier: Algebra"#),
            rule("one", r#"rule: "(mul 1 ..r) => (mul ..r)""#),
        ]
        .concat(),
    )
}

#[test]
fn forms_of_a_fraction() {
    let got = forms("(eq y (div a b))", &ring(), &Limits::default(), 12);
    assert_eq!(got, ["(eq y (div a b))", "(eq y (mul a (pow b (neg 1))))"]);
}

#[test]
fn rest_variables_take_what_is_left() {
    let got = forms(
        "(eq y (mul a b (pow c (neg 1)) d))",
        &ring(),
        &Limits::default(),
        12,
    );
    assert!(
        got.contains(&"(eq y (div (mul a b d) c))".to_owned()),
        "{got:?}"
    );
}

#[test]
fn new_products_have_no_units_and_one_sign() {
    let rules = rules(&rule(
        "over",
        r#"rule: "(div (neg ?a) ?b) <=> (mul (neg ?a) (div 1 ?b))""#,
    ));
    let got = forms("(eq y (div (neg 1) b))", &rules, &Limits::default(), 12);
    assert_eq!(got, ["(eq y (div (neg 1) b))", "(eq y (neg (div 1 b)))"]);
}

#[test]
fn rules_that_prove_an_identity_are_not_used() {
    let text = "(eq (pow (add a b) 2) (add (pow a 2) (mul 2 a b) (pow b 2)))";
    let limits = Limits {
        tier: Tier::Algebra,
        ..Limits::default()
    };
    let (saturated, _) = run(text, &ring(), &limits);
    assert_eq!(saturated.tier, Tier::Structure);
    assert_eq!(saturated.notes.len(), 1);
    assert_eq!(saturated.notes[0].id, "sides-merged");
}

#[test]
fn a_rule_that_makes_sides_one_is_held_back() {
    let got = forms(
        "(eq (div a b) (mul a (pow b (neg 1))))",
        &ring(),
        &Limits::default(),
        20,
    );
    assert_eq!(got, ["(eq (div a b) (mul a (pow b (neg 1))))"]);
    let (saturated, _) = run(
        "(eq (div a b) (mul a (pow b (neg 1))))",
        &ring(),
        &Limits::default(),
    );
    assert_eq!(saturated.tier, Tier::Notation);
    assert!(saturated.notes.iter().all(|n| n.id == "sides-merged"));
}

#[test]
fn sides_that_congruence_makes_one_get_their_own_graphs() {
    let got = forms(
        "(eq (sin (div a b)) (sin (mul a (pow b (neg 1)))))",
        &ring(),
        &Limits::default(),
        20,
    );
    assert_eq!(got.len(), 4, "{got:?}");
}

#[test]
fn units_of_the_source_stay() {
    for text in ["(eq (mul 1 x) x)", "(eq (mul 1 x y) (mul x y))"] {
        let got = forms(text, &ring(), &Limits::default(), 20);
        assert!(got.contains(&text.to_owned()), "{got:?}");
    }
}

fn positive() -> RuleSet {
    rules(
        &[
            rule("split", r#"rule: "(ln (mul ?a ..r)) => (add (ln ?a) (ln (mul ..r)))", when: [Positive("?a")], tier: Structure"#),
            rule("squares", r#"rule: "(gt ?a ?b) => (gt (pow ?a 2) (pow ?b 2))", when: [NonNegative("?a"), NonNegative("?b")], tier: Structure"#),
            rule("abs", r#"rule: "(pow (abs ?a) ?n) => (pow ?a ?n)", when: [NonNegative("?a")]"#),
            rule("cancel", r#"rule: "(div (mul ?a ..r) ?a) => (mul ..r)", when: [NonZero("?a")]"#),
        ]
        .concat(),
    )
}

#[test]
fn conditions_are_decided_from_declarations() {
    let rules = positive();
    let limits = Limits::default();
    let count = |text: &str| forms(text, &rules, &limits, 30).len();
    assert_eq!(count("(eq y (pow (abs x) 3))"), 1);
    assert_eq!(count("(forall (gt x 0) (eq y (pow (abs x) 3)))"), 2);
    assert_eq!(count("(forall (in x NN) (eq y (pow (abs x) 3)))"), 2);
    assert_eq!(
        count("(forall (in (list x z) ZZ) (ge x 1) (eq y (pow (abs x) 3)))"),
        2
    );
    assert_eq!(
        count("(implies (chain 0 rel-lt x rel-lt z) (eq y (pow (abs z) 3)))"),
        2
    );
    assert_eq!(count("(comma (eq y (pow (abs x) 3)) (lt 2 x))"), 2);
    assert_eq!(count("(or (eq y (pow (abs x) 3)) (lt 2 x))"), 1);
    assert_eq!(
        count("(forall (in x RR) (eq y (pow (abs (pow x 2)) 3)))"),
        2
    );
    assert_eq!(
        count("(forall (in x RR) (eq y (pow (abs (pow x 3)) 3)))"),
        1
    );
    assert_eq!(count("(eq y (pow (abs (factorial n)) 3))"), 1);
    assert_eq!(
        count("(forall (in n NN) (eq y (pow (abs (factorial n)) 3)))"),
        2
    );
    assert_eq!(count("(eq y (pow (abs (sum $p0 1 9 (div 1 $p0))) 3))"), 2);
}

#[test]
fn parts_must_be_defined() {
    let rules = positive();
    let got = forms("(eq (div (mul x y z) x) w)", &rules, &Limits::default(), 12);
    assert!(got.contains(&"(eq (mul y z) w)".to_owned()), "{got:?}");
    let got = forms(
        "(eq (div (mul x y z) (mul x w)) w)",
        &rules,
        &Limits::default(),
        12,
    );
    assert_eq!(got.len(), 1);
}

#[test]
fn declarations_are_not_rewritten_by_what_they_declare() {
    let rules = positive();
    let got = forms(
        "(forall (gt x 2) (gt (add x 1) 1))",
        &rules,
        &Limits::default(),
        30,
    );
    assert!(
        got.iter().all(|f| f.starts_with("(forall (gt x 2) ")),
        "{got:?}"
    );
    assert!(got.len() > 1);
}

#[test]
fn the_source_is_always_a_form() {
    let rules = crate::common::builtin();
    for text in SAMPLES {
        let mut atoms = Atoms::default();
        let term = parse(text, &rules.vocabulary, &mut atoms);
        let saturated = saturate(&term, &atoms, &rules, &Limits::default());
        assert!(saturated.contains(&term), "{text}");
        assert!(
            crate::member::contains(&saturated.forest, &term, &rules.vocabulary),
            "{text}"
        );
    }
}

#[test]
fn forests_do_not_depend_on_explanations() {
    let rules = crate::common::builtin();
    let program = Program::new(&rules);
    for text in SAMPLES {
        let mut atoms = Atoms::default();
        let term = parse(text, &rules.vocabulary, &mut atoms);
        let assumed = assumptions::gather(&term, &rules.vocabulary);
        let forest = |explain| {
            let mut graph = graph::Graph::new(&program, &atoms, &assumed, explain);
            let root = graph.add_source(&term);
            graph.assume(&assumed);
            graph.settle();
            let mut run = Run::over(graph, root, Vec::new());
            run.tiers(Tier::Structure, &Limits::default());
            extract::forest(&run.graph, root)
        };
        assert_eq!(forest(false), forest(true), "{text}");
    }
}

#[test]
fn forests_do_not_depend_on_the_order_of_rules() {
    let rules = ring();
    let mut turned = rules.clone();
    turned.equivalences.reverse();
    for text in SAMPLES
        .iter()
        .chain(&["(eq (div (mul a (pow b (neg 1))) c) (div 1 (mul x x)))"])
    {
        let mut atoms = Atoms::default();
        let term = parse(text, &rules.vocabulary, &mut atoms);
        let plain = |rules: &RuleSet| {
            let mut forest = saturate(&term, &atoms, rules, &Limits::default()).forest;
            let nodes = forest.classes.iter_mut().flat_map(|c| &mut c.nodes);
            nodes.for_each(|n| n.rule = None);
            forest
        };
        assert_eq!(plain(&rules), plain(&turned), "{text}");
    }
}

#[test]
fn a_source_that_rules_would_fold_away_is_kept() {
    let rules = crate::common::builtin();
    for text in [
        "(pow (pow 1 2) 2)",
        "(pow 1 2)",
        "(mul 1 1)",
        "(neg (neg x))",
    ] {
        let mut atoms = Atoms::default();
        let term = parse(text, &rules.vocabulary, &mut atoms);
        let saturated = saturate(&term, &atoms, &rules, &Limits::default());
        assert!(saturated.contains(&term), "{text}");
    }
}
