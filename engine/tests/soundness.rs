//! Every equivalence is sound: both sides evaluate to the same on random instances.
#![allow(clippy::print_stdout, reason = "a table of what was checked")]

mod common;

use mamut_engine::choice::Key;
use mamut_engine::soundness::check;

/// Instances of each rule.
const SAMPLES: usize = 200;

/// Rules of which no instance can be evaluated, each with the reason.
const NOT_EVALUATED: &[(&str, &str)] = &[];

#[test]
fn equivalences_are_sound() {
    let rules = common::builtin();
    let only = std::env::var("RULE").ok();
    let (mut bad, mut silent) = (Vec::new(), Vec::new());
    let (mut samples, mut agreed, mut undecided, mut left, mut right) = (0, 0, 0, 0, 0);
    for rule in &rules.equivalences {
        if only.as_ref().is_some_and(|o| !rule.id.contains(o.as_str())) {
            continue;
        }
        let report = check(rule, &rules.vocabulary, SAMPLES, Key::seed(1));
        if std::env::var("TABLE").is_ok() {
            println!(
                "{:40} agreed {:3} true {:3} undecided {:3} only-left {:3} only-right {:3} differed {:3}",
                rule.id,
                report.agreed,
                report.truths,
                report.undecided,
                report.only_left,
                report.only_right,
                report.differed
            );
        }
        samples += report.agreed
            + report.undecided
            + report.only_left
            + report.only_right
            + report.differed;
        agreed += report.agreed;
        undecided += report.undecided;
        left += report.only_left;
        right += report.only_right;
        if let Some(found) = report.counterexample {
            let write = |t| mamut_engine::sexpr::write(t, &rules.vocabulary, &found.atoms);
            let values: Vec<String> = found
                .point
                .values
                .iter()
                .map(|(i, v)| format!("{} = {v:?}", found.atoms.symbols[*i as usize].name))
                .collect();
            bad.push(format!(
                "{} ({} of {SAMPLES})\n    {}\n    {}\n    {:?}\n    at {}",
                rule.id,
                report.differed,
                write(&found.left),
                write(&found.right),
                found.values,
                values.join(", ")
            ));
        }
        let listed = NOT_EVALUATED.iter().any(|(id, _)| *id == rule.id);
        if (report.agreed == 0) != listed {
            silent.push(rule.id.clone());
        }
    }
    println!(
        "{} rules, {samples} instances: {agreed} agreed, {undecided} undecided, {left} defined on the left alone, {right} on the right alone",
        rules.equivalences.len()
    );
    assert!(
        bad.is_empty(),
        "{} unsound rules:\n{}",
        bad.len(),
        bad.join("\n")
    );
    assert!(
        silent.is_empty(),
        "never evaluated, or listed though evaluated: {silent:#?}"
    );
}

#[test]
fn unsound_rules_are_found() {
    let wrong = [
        "(root (pow ?x 2) 2) => ?x",
        "(root (mul ?a ?b) 2) => (mul (root ?a 2) (root ?b 2))",
        "(root (div ?a ?b) 2) => (div (root ?a 2) (root ?b 2))",
        "(ln (mul ?a ?b)) => (add (ln ?a) (ln ?b))",
        "(ln (pow ?x ?a)) => (mul ?a (ln ?x))",
        "(ln (pow e ?x)) => ?x",
        "(pow (pow ?x ?a) ?b) => (pow ?x (mul ?a ?b))",
        "(pow (mul ?a ?b) ?n) => (mul (pow ?a ?n) (pow ?b ?n))",
        "(pow (neg ?a) ?n) => (pow ?a ?n)",
        "(abs (add ?a ?b)) => (add (abs ?a) (abs ?b))",
        "(pow (abs ?x) 2) => (pow ?x 2)",
        "(pm ?a) => (mp ?a)",
        "(binom ?n ?k) => (binom ?k ?n)",
        "(gamma ?n) => (factorial ?n)",
        "(arcsin (sin ?x)) => ?x",
        "(sin (add ?x ?y)) => (add (sin ?x) (sin ?y))",
        "(sum ?i ?lo ?hi (mul ?f ?g)) => (mul (sum ?i ?lo ?hi ?f) (sum ?i ?lo ?hi ?g))",
        "(sum ?i 1 ?n ?c) => (mul ?n ?c)",
        "(sum ?i 1 ?n ?f) => (add (sum ?i 1 (add ?n (neg 1)) ?f) (subst ?f ?i ?n))",
        "(sum ?i 0 ?n ?f) => (sum ?i 1 ?n (subst ?f ?i (add ?i (neg 1))))",
        "(diff ?x 1 (mul ?f ?g)) => (mul (diff ?x 1 ?f) (diff ?x 1 ?g))",
        "(diff ?x 1 (mul ?c ?f)) => (mul ?c (diff ?x 1 ?f))",
        "(dint ?x ?a ?b (mul ?c ?f)) => (mul (dint ?x ?a ?b ?c) (dint ?x ?a ?b ?f))",
        "(dint ?x ?a ?b ?f) => (dint ?x ?b ?a ?f)",
        "(call (prime ?f 1) ?x) => (call (finv ?f) ?x)",
        "(call ?f (add ?x ?y)) => (add (call ?f ?x) (call ?f ?y))",
        "(transpose (matmul ?A ?B)) => (matmul (transpose ?A) (transpose ?B))",
        "(matmul ?A ?B) => (matmul ?B ?A)",
        "(det (add ?A ?B)) => (add (det ?A) (det ?B))",
        "(vecprod ?v ?w) => (vecprod ?w ?v)",
        "(compl (union ?A ?B)) => (union (compl ?A) (compl ?B))",
        "(setminus ?A (setminus ?B ?C)) => (setminus (setminus ?A ?B) ?C)",
        "(powerset (union ?A ?B)) => (union (powerset ?A) (powerset ?B))",
        "(card (union ?A ?B)) => (add (card ?A) (card ?B))",
        "(subseteq ?A ?B) => (subseteq ?B ?A)",
        "(implies ?p ?q) => (implies ?q ?p)",
        "(not (and ?p ?q)) => (and (not ?p) (not ?q))",
        "(not (forall ..d ?s)) => (forall ..d (not ?s))",
        "(lt ?a ?b) => (le ?a ?b)",
        "(lt (mul ?c ?a) (mul ?c ?b)) => (lt ?a ?b)",
        "(eq (pow ?a 2) (pow ?b 2)) => (eq ?a ?b)",
        "(eq (root ?a 2) ?b) => (eq ?a (pow ?b 2))",
        "(chain ?a rel-lt ?b rel-le ?c) => (chain ?c rel-gt ?b rel-ge ?a)",
        "(prob (union ?A ?B)) => (add (prob ?A) (prob ?B))",
        "(condprob ?A ?B) => (condprob ?B ?A)",
        "(expect (mul ?X ?Y)) => (mul (expect ?X) (expect ?Y))",
        "(var (add ?X ?Y)) => (add (var ?X) (var ?Y))",
    ];
    let mut files = common::files();
    files.retain(|f| f.name.starts_with("vocabulary/"));
    let entries: Vec<String> = wrong
        .iter()
        .enumerate()
        .map(|(i, rule)| format!("(id: \"wrong-{i}\", rule: \"{rule}\", doc: \"Wrong.\", examples: [(\"a\", \"b\")]),"))
        .collect();
    let uses = "\"core\", \"sets\", \"analysis\", \"algebra\"";
    files.push(mamut_engine::dsl::SourceFile {
        name: "wrong.ron".to_owned(),
        text: format!(
            "Equivalences(about: \"Wrong rules.\", uses: [{uses}], rules: [{}])",
            entries.concat()
        ),
        layer: 0,
    });
    let loaded = mamut_engine::dsl::load(&files);
    assert_eq!(
        loaded.rules.equivalences.len(),
        wrong.len(),
        "{:#?}",
        loaded.diagnostics
    );
    let missed: Vec<&str> = loaded
        .rules
        .equivalences
        .iter()
        .filter(|rule| check(rule, &loaded.rules.vocabulary, SAMPLES, Key::seed(1)).differed == 0)
        .map(|rule| rule.source.as_str())
        .collect();
    assert!(missed.is_empty(), "not found out: {missed:#?}");
}
