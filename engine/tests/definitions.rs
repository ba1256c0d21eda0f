//! Operators that are defined by others, and operators of which nothing is said.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::egraph::{Explanation, Limits, explain};
use mamut_engine::eval::{Point, Precision, Program, Value, agree};
use mamut_engine::rules::RuleSet;
use mamut_engine::sexpr;
use mamut_engine::term::Term;
use std::collections::BTreeMap;

/// The built-in rules with these operators.
fn rules(operators: &str) -> RuleSet {
    let mut files = common::files();
    files.push(SourceFile {
        name: "mine.ron".into(),
        text: format!("Vocabulary(about: \"Mine.\", operators: [{operators}])"),
        layer: 1,
    });
    let loaded = dsl::load(&files);
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    loaded.rules
}

fn parse(text: &str, rules: &RuleSet, atoms: &mut Atoms) -> Term {
    sexpr::parse(text, &rules.vocabulary, atoms).unwrap()
}

/// The values of two terms at some points.
fn values(a: &str, b: &str, rules: &RuleSet) -> Vec<(Value, Value)> {
    let mut atoms = Atoms::default();
    let (a, b) = (parse(a, rules, &mut atoms), parse(b, rules, &mut atoms));
    let program = Program::compile(&[&a, &b], &rules.vocabulary, &atoms);
    let mut found = Vec::new();
    for i in 0..20 {
        let mut draws = Key::seed(3).at(i).draws();
        let none = BTreeMap::new();
        let point = Point::random(&[&a, &b], &rules.vocabulary, &atoms, &none, &mut draws);
        let value = |n| program.value(n, &point, Precision::Fast);
        found.push((value(0), value(1)));
    }
    found
}

/// Whether two terms have the same value at all points, and one at that.
fn same(a: &str, b: &str, rules: &RuleSet) -> bool {
    let mut found = values(a, b, rules);
    found.retain(|(x, y)| *x != Value::Undefined || *y != Value::Undefined);
    assert!(found.len() > 10, "{a}: {found:?}");
    assert!(found.iter().all(|(x, _)| x.is_known()), "{a}: {found:?}");
    found.iter().all(|(x, y)| agree(x, y) == Some(true))
}

fn unfold(text: &str, rules: &RuleSet) -> String {
    let mut atoms = Atoms::default();
    let term = parse(text, rules, &mut atoms);
    let operator = rules.vocabulary.operator(term.op).unwrap();
    let definition = operator.define.as_ref().unwrap();
    let found = definition.unfold(&term.args, &rules.vocabulary).unwrap();
    sexpr::write(&found, &rules.vocabulary, &atoms)
}

const MINE: &str = r#"
    (name: "sinc", sig: "Num -> Num", define: "(div (sin ?x) ?x)", unfold: Structure),
    (name: "mean", sig: "Num* -> Num", params: ["..x"], define: "(max ..x)"),
    (name: "swap", sig: "Num Num -> Num", params: ["?b", "?a"], define: "(add ?a (neg ?b))"),
    (name: "total", sig: "Num Num -> Num", params: ["?n", "?x"], define: "(sum ?i 1 ?n (mul ?i ?x))"),
    (name: "upto", sig: "Num Num Num Num -> Num", binds: (var: 0, scope: [3]), params: ["?i", "?lo", "?hi", "?f"],
     define: "(sum ?i ?lo (add ?hi -1) ?f)"),
    (name: "slope", sig: "Num Num -> Num", binds: (var: 0, scope: [1]), params: ["?i", "?f"],
     define: "(add (sum ?i 5 5 ?f) (neg (subst ?f ?i 4)))"),
    (name: "twice", sig: "Num -> Num", define: "(swap ?x (neg (swap 0 ?x)))"),
    (name: "unit", sig: "-> Num", define: "(div 1 2)"),
    (name: "root-of-unity", sig: "Num -> Num", define: "(exp (div (mul 2 pi i) ?n))"),
    (name: "blob", sig: "Num -> Num"), (name: "blub", sig: "Num Num -> Num"),
    (name: "pair", sig: "Num Num -> Num", laws: [Comm]), (name: "good", sig: "Num -> Prop"),
    (name: "some", sig: "-> Num"), (name: "group", sig: "Num* -> Num", laws: [Assoc, Comm])
"#;

#[test]
fn definitions_have_their_value() {
    let rules = rules(MINE);
    for (a, b) in [
        ("(sinc x)", "(div (sin x) x)"),
        ("(mean x 2 y)", "(max x 2 y)"),
        ("(swap x y)", "(add y (neg x))"),
        ("(total 3 x)", "(mul 6 x)"),
        ("(upto $p0 1 4 (pow $p0 2))", "(add 1 4 9)"),
        ("(slope $a0 (mul $a0 x))", "x"),
        ("(twice x)", "(mul -2 x)"),
        ("(add unit unit)", "1"),
        ("(pow (root-of-unity 4) 4)", "1"),
    ] {
        let b = b.replace("-2", "(neg 2)");
        assert!(same(a, &b, &rules), "{a} {b}: {:?}", values(a, &b, &rules));
    }
}

/// A name of the definition captures nothing of the arguments.
#[test]
fn nothing_is_captured() {
    let rules = rules(MINE);
    assert_eq!(unfold("(total n x)", &rules), "(sum $p0 1 n (mul $p0 x))");
    // The argument is about a bound name of its own, of the same sort and level.
    let inner = "(sum $p0 1 3 (total 2 $p0))";
    assert!(
        same(inner, "18", &rules),
        "{:?}",
        values(inner, "18", &rules)
    );
    assert_eq!(
        unfold("(total n (sum $p0 1 3 $p0))", &rules),
        "(sum $p1 1 n (mul $p1 (sum $p0 1 3 $p0)))"
    );
    let nested = "(upto $p1 1 3 (upto $p0 1 3 (mul $p0 $p1)))";
    assert!(
        same(nested, "9", &rules),
        "{:?}",
        values(nested, "9", &rules)
    );
}

#[test]
fn what_is_not_defined_is_a_function_of_its_arguments() {
    let rules = rules(MINE);
    for (a, b, alike) in [
        ("(blob (add x y))", "(blob (add y x))", true),
        ("(blob x)", "x", false),
        ("(blob x)", "(sin x)", false),
        ("(blub x y)", "(blub x y)", true),
        ("(blub x y)", "(blub y x)", false),
        ("(pair x y)", "(pair y x)", true),
        ("(pair x y)", "(blub x y)", false),
        ("some", "some", true),
        ("some", "1", false),
        ("(good x)", "(good (add x 0))", true),
    ] {
        assert_eq!(same(a, b, &rules), alike, "{a} {b}");
    }
    // Another interpretation is another function, which neither rises nor falls everywhere.
    let found = values("(blob 1)", "(blob 2)", &rules);
    assert!(found.windows(2).any(|w| w[0].0 != w[1].0), "{found:?}");
    let less = |(a, b): &(Value, Value)| match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.near().re < b.near().re,
        _ => panic!("no numbers"),
    };
    assert!(found.iter().any(less) && !found.iter().all(less));
    let truths = values("(good 1)", "(good 2)", &rules);
    assert!(truths.iter().any(|t| t.0 == Value::Bool(true)));
    assert!(truths.iter().any(|t| t.0 == Value::Bool(false)));
    // A random function would break the laws that these promise.
    assert!(
        values("(group x y)", "1", &rules)
            .iter()
            .all(|v| !v.0.is_known())
    );
}

#[test]
fn definitions_are_used_by_rewriting_where_asked() {
    let rules = rules(MINE);
    let ids: Vec<&str> = ["sinc-define", "sinc-define-rev"].to_vec();
    for id in ids {
        assert!(rules.equivalence(id).is_some(), "{id}");
    }
    assert!(rules.equivalence("swap-define").is_none());
    let mut atoms = Atoms::default();
    let a = parse("(eq (sinc x) y)", &rules, &mut atoms);
    let b = parse("(eq (div (sin x) x) y)", &rules, &mut atoms);
    let found = explain((&a, &atoms), (&b, &atoms), &rules, &Limits::default());
    assert!(matches!(found, Explanation::Derived { .. }), "{found:?}");
}

/// What grows with every step stops in time.
#[test]
fn nested_definitions_are_bounded() {
    let rules = rules(r#"(name: "dup", sig: "Num -> Num", define: "(add ?x (mul 2 ?x))")"#);
    let mut text = "x".to_owned();
    for _ in 0..60 {
        text = format!("(dup {text})");
    }
    let started = std::time::Instant::now();
    let found = values(&text, "x", &rules);
    assert!(found.iter().all(|(v, _)| !v.is_known()));
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
