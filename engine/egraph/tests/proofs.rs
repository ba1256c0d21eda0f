//! Proofs: they are found, they replay, and wrong ones do not.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use super::super::{Explanation, Limits, Program, explain, explain_with, replay, saturate_with};
use super::{SAMPLES, parse, rule, rules, terms, write};
use crate::atoms::Atoms;
use crate::rules::{RuleSet, Status, Tier};
use proptest::prelude::*;

fn proof(a: &str, b: &str, rules: &RuleSet, limits: &Limits) -> Explanation {
    let (mut ours, mut theirs) = (Atoms::default(), Atoms::default());
    let x = parse(a, &rules.vocabulary, &mut ours);
    let y = parse(b, &rules.vocabulary, &mut theirs);
    let explanation = explain((&x, &ours), (&y, &theirs), rules, limits);
    replay(&explanation, rules).unwrap();
    explanation
}

fn ids(explanation: &Explanation) -> Vec<&str> {
    match explanation {
        Explanation::Derived { steps, .. } => steps.iter().map(|s| s.rule.as_str()).collect(),
        Explanation::NotDerived { .. } => panic!("{explanation:?}"),
    }
}

fn algebra() -> RuleSet {
    rules(
        &[
            rule("quotient", r#"rule: "(div ?a ?b) <=> (mul ?a (pow ?b (neg 1)))""#),
            rule("square", r#"rule: "(pow ?a 2) <=> (mul ?a ?a)""#),
            rule("distribute", r#"rule: "(mul (add ?a ..r) ..s) => (add (mul ?a ..s) (mul (add ..r) ..s))", tier: Algebra"#),
            rule("collect", r#"rule: "(add ?a ?a ..r) => (add (mul 2 ?a) ..r)", tier: Algebra"#),
            rule("shift", r#"rule: "(sum ?i 1 ?b ?f) => (sum ?i 0 (add ?b (neg 1)) (subst ?f ?i (add ?i 1)))", tier: Structure"#),
        ]
        .concat(),
    )
}

#[test]
fn order_and_names_need_no_rules() {
    let rules = algebra();
    let pythagoras = "(eq (add (pow a 2) (pow b 2)) (pow c 2))";
    let explanation = proof(
        pythagoras,
        "(eq (pow z 2) (add (pow x 2) (pow y 2)))",
        &rules,
        &Limits::default(),
    );
    assert_eq!(ids(&explanation), ["reorder"]);
    let Explanation::Derived { renaming, tier, .. } = &explanation else {
        panic!()
    };
    assert_eq!(*tier, Tier::Notation);
    assert_eq!(renaming.len(), 3);
    assert!(renaming.contains(&("z".to_owned(), "c".to_owned())));
    assert_eq!(
        ids(&proof(pythagoras, pythagoras, &rules, &Limits::default())),
        Vec::<&str>::new()
    );
}

#[test]
fn renamed_formulas_are_proved_with_rules() {
    let explanation = proof(
        "(eq y (div a (pow b 2)))",
        "(eq z (mul (pow (mul x x) (neg 1)) w))",
        &algebra(),
        &Limits::default(),
    );
    let found = ids(&explanation);
    assert!(
        found.contains(&"quotient") && found.contains(&"square"),
        "{found:?}"
    );
}

#[test]
fn tiers_are_tried_in_order() {
    let (a, b) = (
        "(eq y (pow (add a b) 2))",
        "(eq y (add (pow a 2) (mul 2 a b) (pow b 2)))",
    );
    let explanation = proof(a, b, &algebra(), &Limits::proof());
    let Explanation::Derived { tier, .. } = &explanation else {
        panic!("{explanation:?}")
    };
    assert_eq!(*tier, Tier::Algebra);
    let explanation = proof(a, b, &algebra(), &Limits::default());
    assert!(
        matches!(
            explanation,
            Explanation::NotDerived {
                saturated: true,
                ..
            }
        ),
        "{explanation:?}"
    );
}

#[test]
fn different_formulas_are_not_proved_equal() {
    let rules = algebra();
    for (a, b) in [
        (
            "(eq (add (pow a 2) (pow b 2)) (pow c 2))",
            "(eq (add (pow a 2) (pow b 2)) (pow a 2))",
        ),
        ("(eq y (div a b))", "(eq y (mul a b))"),
        ("(eq y (call f x))", "(eq y (mul f x))"),
    ] {
        assert!(
            matches!(
                proof(a, b, &rules, &Limits::proof()),
                Explanation::NotDerived { .. }
            ),
            "{a} {b}"
        );
    }
}

#[test]
fn substitutions_are_proved() {
    let explanation = proof(
        "(eq y (sum $p0 1 n (div 1 (pow $p0 2))))",
        "(eq y (sum $n0 0 (add n (neg 1)) (div 1 (pow (add $n0 1) 2))))",
        &algebra(),
        &Limits::default(),
    );
    assert!(ids(&explanation).contains(&"shift"));
}

#[test]
fn wrong_steps_do_not_replay() {
    let rules = algebra();
    let good = proof(
        "(eq y (div a (pow b 2)))",
        "(eq y (mul a (pow (mul b b) (neg 1))))",
        &rules,
        &Limits::default(),
    );
    let Explanation::Derived { steps, .. } = &good else {
        panic!()
    };
    assert!(steps.len() >= 2);
    let spoilt = |change: &dyn Fn(&mut Vec<super::super::Step>)| {
        let mut bad = good.clone();
        if let Explanation::Derived { steps, .. } = &mut bad {
            change(steps);
        }
        replay(&bad, &rules)
    };
    assert!(
        spoilt(&|s| s[0].rule = "square".to_owned()).is_err()
            || spoilt(&|s| s[0].rule = "quotient".to_owned()).is_err()
    );
    assert!(spoilt(&|s| s[0].forward = !s[0].forward).is_err());
    assert!(spoilt(&|s| s[0].path.push(0)).is_err());
    assert!(spoilt(&|s| s[0].rule = "reorder".to_owned()).is_err());
    assert!(spoilt(&|s| s[0].rule = "unknown".to_owned()).is_err());
    // What follows the first step is a proof of its own.
    assert!(spoilt(&|s| drop(s.remove(0))).is_ok());
    assert!(spoilt(&|s| s[1].before = s[1].after.clone()).is_err());
}

#[test]
fn forms_are_explained() {
    let rules = crate::common::builtin();
    let program = Program::new(&rules);
    for text in SAMPLES {
        let mut atoms = Atoms::default();
        let source = parse(text, &rules.vocabulary, &mut atoms);
        let saturated = saturate_with(&program, &source, &atoms, &Limits::default());
        let all = terms(
            &saturated.forest,
            saturated.forest.root,
            source.size() + 4,
            1_000,
        );
        for term in all.iter().step_by(all.len().div_ceil(8)) {
            let explanation = explain_with(
                &program,
                (&source, &atoms),
                (term, &atoms),
                &Limits::default(),
            );
            let shown = write(term, &rules.vocabulary, &atoms);
            assert!(
                matches!(explanation, Explanation::Derived { .. }),
                "{text} {shown}"
            );
            replay(&explanation, &rules)
                .map_err(|why| format!("{text} {shown}: {why}"))
                .unwrap();
        }
    }
}

#[test]
fn examples_of_rules_are_explained() {
    let rules = crate::common::builtin();
    let program = Program::new(&rules);
    let reader = crate::latex::Reader::new(&rules);
    for rule in &rules.equivalences {
        if rule.status == Status::Draft {
            continue;
        }
        for (from, to) in &rule.examples {
            let (x, y) = (reader.read(from), reader.read(to));
            let explanation = explain_with(
                &program,
                (&x.term, &x.atoms),
                (&y.term, &y.atoms),
                &Limits::proof(),
            );
            assert!(
                matches!(explanation, Explanation::Derived { .. }),
                "{}: {from} | {to}",
                rule.id
            );
            replay(&explanation, &rules)
                .map_err(|why| format!("{}: {from} | {to}: {why}", rule.id))
                .unwrap();
        }
    }
}

/// Small terms of arithmetic as S-expressions.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[abc]".prop_map(String::from),
        "[123]".prop_map(String::from)
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|v| format!("(add {})", v.join(" "))),
            prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|v| format!("(mul {})", v.join(" "))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(div {a} {b})")),
            (inner.clone(), "[23]").prop_map(|(a, n)| format!("(pow {a} {n})")),
            inner.prop_map(|a| format!("(neg {a})")),
        ]
    })
}

/// The value of an arithmetic term at a point.
fn value(term: &crate::term::Term, rules: &RuleSet) -> f64 {
    use crate::term::Head;
    let args: Vec<f64> = term.args.iter().map(|t| value(t, rules)).collect();
    match term.op.head() {
        Head::Integer(v) => f64::from(v),
        Head::Symbol(i) => [1.37, 0.71, 2.23, 0.59][i as usize],
        Head::Operator(i) => match (
            rules.vocabulary.operators[i as usize].name.as_str(),
            &args[..],
        ) {
            ("add", all) => all.iter().sum(),
            ("mul", all) => all.iter().product(),
            ("neg", [a]) => -a,
            ("div", [a, b]) => a / b,
            ("pow", [a, b]) => a.powf(*b),
            ("root", [a, n]) => a.powf(1.0 / n),
            ("abs", [a]) => a.abs(),
            ("exp", [a]) => a.exp(),
            _ => f64::NAN,
        },
        _ => f64::NAN,
    }
}

fn close(x: f64, y: f64) -> bool {
    !x.is_finite() || !y.is_finite() || (x - y).abs() <= 1e-6 * (1.0 + x.abs().max(y.abs()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn forms_of_random_terms_are_equal_and_explained(left in expression()) {
        static RULES: std::sync::OnceLock<RuleSet> = std::sync::OnceLock::new();
        let rules = RULES.get_or_init(crate::common::builtin);
        let program = Program::new(rules);
        let mut atoms = Atoms::default();
        let raw = parse(&left, &rules.vocabulary, &mut atoms);
        let source = raw.map(&mut |t| crate::normal::node(&rules.vocabulary, t.op, t.args.to_vec()));
        let saturated = saturate_with(&program, &source, &atoms, &Limits::default());
        prop_assert!(saturated.contains(&source));
        let expected = value(&source, rules);
        let all = terms(&saturated.forest, saturated.forest.root, source.size() + 3, 300);
        for (i, term) in all.iter().enumerate() {
            let shown = write(term, &rules.vocabulary, &atoms);
            prop_assert!(close(expected, value(term, rules)), "{shown}");
            if i % 50 == 0 {
                let explanation = explain_with(&program, (&source, &atoms), (term, &atoms), &Limits::default());
                prop_assert!(matches!(explanation, Explanation::Derived { .. }), "{shown}");
                let replayed = replay(&explanation, rules);
                prop_assert!(replayed.is_ok(), "{shown}: {replayed:?}");
            }
        }
    }
}
