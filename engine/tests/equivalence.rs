//! Equivalences as they come out of loading.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use mamut_engine::dsl::{self, Loaded, SourceFile};
use mamut_engine::pattern::Pattern;
use mamut_engine::rules::{Condition, Equivalence, Growth, RuleSet};
use mamut_engine::term::Head;

/// Loads texts over the built-in vocabulary, each in its own layer.
fn load(layers: &[&str]) -> Loaded {
    let mut files: Vec<SourceFile> = common::files()
        .into_iter()
        .filter(|f| f.name.starts_with("vocabulary/"))
        .collect();
    for (i, text) in layers.iter().enumerate() {
        files.push(SourceFile {
            name: format!("layer-{i}.ron"),
            text: (*text).to_owned(),
            layer: i as u32,
        });
    }
    dsl::load(&files)
}

/// The rules of one entry with this text between `rule: "` and the examples.
fn rules(entry: &str) -> RuleSet {
    let loaded = load(&[&format!(
        "Equivalences(rules: [(id: \"it\", rule: \"{entry}, examples: [(\"a\", \"b\")])])"
    )]);
    assert_eq!(loaded.diagnostics, []);
    loaded.rules
}

fn write(pattern: &Pattern, rule: &Equivalence, rules: &RuleSet) -> String {
    let name = |v: &u8| rule.vars[usize::from(*v)].name.as_str();
    match pattern {
        Pattern::Var(v) => format!("?{}", name(v)),
        Pattern::Rest(v) => format!("..{}", name(v)),
        Pattern::Subst(f, i, by) => format!(
            "(subst ?{} ?{} {})",
            name(f),
            name(i),
            write(by, rule, rules)
        ),
        Pattern::Node(op, args) => {
            let head = match op.head() {
                Head::Operator(_) => rules.vocabulary.operator(*op).unwrap().name.clone(),
                Head::Integer(n) => n.to_string(),
                head => panic!("{head:?} in a pattern"),
            };
            let args: String = args
                .iter()
                .map(|a| format!(" {}", write(a, rule, rules)))
                .collect();
            if args.is_empty() {
                head
            } else {
                format!("({head}{args})")
            }
        }
    }
}

fn check(entry: &str, expected: &[&str]) {
    let rules = rules(entry);
    let arrow = |r: &Equivalence| {
        format!(
            "{}: {} => {}",
            r.id,
            write(&r.lhs, r, &rules),
            write(&r.rhs, r, &rules)
        )
    };
    assert_eq!(
        rules.equivalences.iter().map(arrow).collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn patterns_are_flat_and_numbers_have_their_sign_outside() {
    check(
        "(add (add ?a ..r) ?b 1) => (add ?b (add ..r ?a))\"",
        &["it: (add ?a ..r ?b 1) => (add ?b ..r ?a)"],
    );
    check(
        "(div ?a ?b) => (mul ?a (pow ?b -1))\"",
        &["it: (div ?a ?b) => (mul ?a (pow ?b (neg 1)))"],
    );
    check(
        "(mul pi\t?a)=>(mul ?a   e)\""
            .replace("=>", " => ")
            .as_str(),
        &["it: (mul pi ?a) => (mul ?a e)"],
    );
    check(
        "(sum ?i 1 ?n ?f) => (sum ?i 0 (add ?n -1) (subst ?f ?i (add ?i 1)))\"",
        &["it: (sum ?i 1 ?n ?f) => (sum ?i 0 (add ?n (neg 1)) (subst ?f ?i (add ?i 1)))"],
    );
    check(
        "(forall ..d (forall ?p ?s)) => (forall ..d ?p ?s)\"",
        &["it: (forall ..d (forall ?p ?s)) => (forall ..d ?p ?s)"],
    );
}

#[test]
fn both_directions() {
    let entry = "(exp ?a) <=> (pow e ?a)\", growth: Expands, weight: 0.5, weight_rev: 0.25";
    check(
        entry,
        &[
            "it: (exp ?a) => (pow e ?a)",
            "it-rev: (pow e ?a) => (exp ?a)",
        ],
    );
    let rules = rules(entry);
    let [there, back] = rules.equivalences.as_slice() else {
        panic!("two rules")
    };
    assert_eq!((there.growth, there.weight), (Growth::Expands, 0.5));
    assert_eq!((back.growth, back.weight), (Growth::Collects, 0.25));
    assert_eq!(rules.equivalence("it-rev"), Some(back));
}

#[test]
fn conditions_and_computed_variables() {
    let rules = rules(
        "(pow ?a ?n) => (mul ?a (pow ?a ?m))\", when: [IntIn(\"?n\", 2, 9), Not(AnyOf([Compound(\"?a\")]))], let: {\"?m\": \"(add ?n -1)\"}",
    );
    let rule = &rules.equivalences[0];
    let var = |name: &str| rule.vars.iter().position(|v| v.name == name).unwrap() as u8;
    let not = Condition::Not(Box::new(Condition::AnyOf(vec![Condition::Compound(var(
        "a",
    ))])));
    assert_eq!(rule.when, [Condition::IntIn(var("n"), 2, 9), not]);
    let [(m, value)] = rule.lets.as_slice() else {
        panic!("one is computed")
    };
    assert_eq!(
        (*m, write(value, rule, &rules).as_str()),
        (var("m"), "(add ?n (neg 1))")
    );
}

#[test]
fn bound_names_and_lists_are_marked() {
    let rules = rules("(sum ?i ?a ?b (mul ?c ..r)) => (mul ?c (sum ?i ?a ?b (mul ..r)))\"");
    let rule = &rules.equivalences[0];
    let marked = |mark: fn(&mamut_engine::rules::RuleVar) -> bool| -> Vec<&str> {
        rule.vars
            .iter()
            .filter(|v| mark(v))
            .map(|v| v.name.as_str())
            .collect()
    };
    assert_eq!(
        (marked(|v| v.slot), marked(|v| v.rest)),
        (vec!["i"], vec!["r"])
    );
}

#[test]
fn higher_layers_replace() {
    let file = |rule: &str| {
        format!(
            "\u{feff}Equivalences(rules: [(id: \"it\", rule: \"{rule}\", examples: [(\"a\", \"b\")])])"
        )
    };
    let loaded = load(&[
        &file("(exp ?a) <=> (pow e ?a)"),
        &file("(ln ?a) => (log ?a)"),
    ]);
    assert_eq!(loaded.diagnostics, []);
    let [rule] = loaded.rules.equivalences.as_slice() else {
        panic!("the reverse direction goes, too")
    };
    assert_eq!(
        (rule.origin.file.as_str(), rule.origin.line),
        ("layer-1.ron", 1)
    );
}
