#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]
use super::testing::{forms, rule, rules, run};
use super::*;

fn ring() -> String {
    [
        rule(
            "div-as-power",
            r#"rule: "(div ?a ?b) <=> (mul ?a (pow ?b (neg 1)))""#,
        ),
        rule(
            "mul-pow-div",
            r#"rule: "(mul ?a (pow ?b (neg 1)) ..r) => (div (mul ?a ..r) ?b)""#,
        ),
        rule(
            "square",
            r#"rule: "(pow ?a 2) => (mul ?a ?a)", weight: 0.2"#,
        ),
        rule(
            "twice",
            r#"rule: "(mul 2 ..r) => (add (mul ..r) (mul ..r))", tier: Structure"#,
        ),
    ]
    .concat()
}

#[test]
fn forms_of_a_fraction() {
    let rules = rules(&ring());
    let got = forms("(eq y (div a b))", &rules, &Limits::default(), 12);
    assert_eq!(got, ["(eq y (div a b))", "(eq y (mul a (pow b (neg 1))))"]);
}

#[test]
fn binomial() {
    let rules = rules(&ring());
    let (saturated, _) = run(
        "(eq (pow (add a b) 2) (add (pow a 2) (mul 2 a b) (pow b 2)))",
        &rules,
        &Limits::default(),
    );
    println!("{:#?}", saturated.stats);
    let got = forms(
        "(eq (pow (add a b) 2) (add (pow a 2) (mul 2 a b) (pow b 2)))",
        &rules,
        &Limits::default(),
        40,
    );
    for g in &got {
        println!("{g}");
    }
    assert!(got.len() > 3);
}

#[test]
fn builtin_samples() {
    let rules = crate::common::builtin();
    println!("{} rules", rules.equivalences.len());
    for text in [
        "(eq (pow (add a b) 2) (add (pow a 2) (mul 2 a b) (pow b 2)))",
        "(eq (div a b) (mul a (pow b (neg 1))))",
        "(eq (sum $p0 1 infty (div 1 (pow $p0 2))) (div (pow pi 2) 6))",
        "(implies (eq (add (pow x 2) (mul p x) q) 0) (eq (idx x 1 2) (add (neg (div p 2)) (pm (root (add (div (pow p 2) 4) (neg q)) 2)))))",
        "(eq (pow (add a b) n) (sum $n0 0 n (mul (binom n $n0) (pow a (add n (neg $n0))) (pow b $n0))))",
        "(eq (factorial n) (mul (root (mul 2 pi n) 2) (pow (div n e) n)))",
        "(eq (pow c 2) (add (pow a 2) (pow b 2) (neg (mul 2 a b (cos C)))))",
        "(eq (call (prime f 1) x) (lim $r0 0 (div (add (call f (add x $r0)) (neg (call f x))) $r0)))",
        "(eq (mul (div 1 (mul (root (mul 2 pi) 2) s)) (pow e (neg (mul (div 1 2) (pow (div (add x (neg m)) s) 2))))) y)",
        "(eq (condprob A B) (div (mul (condprob B A) (prob A)) (prob B)))",
    ] {
        let program = Program::new(&rules);
        let mut atoms = crate::atoms::Atoms::default();
        let term = testing::parse(text, &rules.vocabulary, &mut atoms);
        let _ = saturate_with(&program, &term, &atoms, &Limits::default());
        let start = std::time::Instant::now();
        let saturated = saturate_with(&program, &term, &atoms, &Limits::default());
        let took = start.elapsed();
        println!(
            "{took:?} {:?} {:?} {:?} forest {}",
            saturated.stats,
            saturated.tier,
            saturated
                .notes
                .iter()
                .map(|n| &n.message)
                .collect::<Vec<_>>(),
            saturated.forest.classes.len()
        );
    }
}

#[test]
#[ignore = "a measurement"]
fn speed() {
    let rules = crate::common::builtin();
    let program = Program::new(&rules);
    let wanted: Option<usize> = std::env::var("SAMPLE").ok().and_then(|s| s.parse().ok());
    for (i, text) in SAMPLES.iter().enumerate() {
        if wanted.is_some_and(|w| w != i) {
            continue;
        }
        let mut atoms = crate::atoms::Atoms::default();
        let term = testing::parse(text, &rules.vocabulary, &mut atoms);
        let mut times: Vec<_> = (0..101)
            .map(|_| {
                let start = std::time::Instant::now();
                let saturated = saturate_with(&program, &term, &atoms, &Limits::default());
                (start.elapsed(), saturated.stats.nodes)
            })
            .collect();
        times.sort();
        println!(
            "best {:?} median {:?} nodes {} {text}",
            times[0].0, times[50].0, times[0].1
        );
    }
}

#[test]
#[ignore = "a probe"]
fn probe() {
    let rules = crate::common::builtin();
    let text = std::env::var("PROBE").unwrap();
    let (saturated, atoms) = run(&text, &rules, &Limits::default());
    println!("{:?} {:?}", saturated.stats, saturated.notes);
    let mut counts = std::collections::BTreeMap::new();
    for class in &saturated.forest.classes {
        for node in &class.nodes {
            *counts
                .entry(
                    node.rule
                        .map_or("-", |r| rules.equivalences[r as usize].id.as_str()),
                )
                .or_insert(0) += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|c| -c.1);
    println!("{counts:?}");
    let size: usize = std::env::var("SIZE").unwrap().parse().unwrap();
    let mut terms = testing::terms(&saturated.forest, saturated.forest.root, size, 100_000);
    println!("{} terms", terms.len());
    terms.sort_by_key(|t| t.size());
    for t in terms.iter().take(60) {
        println!("{}", testing::write(t, &rules.vocabulary, &atoms));
    }
}

const SAMPLES: [&str; 10] = [
    "(eq (pow (add a b) 2) (add (pow a 2) (mul 2 a b) (pow b 2)))",
    "(eq (div a b) (mul a (pow b (neg 1))))",
    "(eq (sum $p0 1 infty (div 1 (pow $p0 2))) (div (pow pi 2) 6))",
    "(implies (eq (add (pow x 2) (mul p x) q) 0) (eq (idx x 1 2) (add (neg (div p 2)) (pm (root (add (div (pow p 2) 4) (neg q)) 2)))))",
    "(eq (pow (add a b) n) (sum $n0 0 n (mul (binom n $n0) (pow a (add n (neg $n0))) (pow b $n0))))",
    "(eq (factorial n) (mul (root (mul 2 pi n) 2) (pow (div n e) n)))",
    "(eq (pow c 2) (add (pow a 2) (pow b 2) (neg (mul 2 a b (cos C)))))",
    "(eq (call (prime f 1) x) (lim $r0 0 (div (add (call f (add x $r0)) (neg (call f x))) $r0)))",
    "(eq (mul (div 1 (mul (root (mul 2 pi) 2) s)) (pow e (neg (mul (div 1 2) (pow (div (add x (neg m)) s) 2))))) y)",
    "(eq (condprob A B) (div (mul (condprob B A) (prob A)) (prob B)))",
];

#[test]
fn samples_of_a_forest_are_explained() {
    let rules = crate::common::builtin();
    let program = Program::new(&rules);
    let mut failures = 0;
    for text in SAMPLES {
        let (saturated, atoms) = run(text, &rules, &Limits::default());
        let mut atoms_ = crate::atoms::Atoms::default();
        let source = testing::parse(text, &rules.vocabulary, &mut atoms_);
        let mut terms = testing::terms(
            &saturated.forest,
            saturated.forest.root,
            source.size() + 5,
            3_000,
        );
        let step = terms.len().div_ceil(30);
        terms = terms.into_iter().step_by(step).collect();
        for term in &terms {
            let start = std::time::Instant::now();
            let explanation = explain_with(
                &program,
                (&source, &atoms),
                (term, &atoms),
                &Limits::default(),
            );
            let took = start.elapsed();
            let Explanation::Derived {
                steps, renaming, ..
            } = &explanation
            else {
                println!(
                    "NOT DERIVED {text}\n   {}\n   {explanation:?}",
                    testing::write(term, &rules.vocabulary, &atoms)
                );
                failures += 1;
                continue;
            };
            if let Err(why) = replay(&explanation, &rules) {
                failures += 1;
                println!("{text}: {why} {renaming:?} {took:?}");
                for step in steps {
                    println!(
                        "   {} {} {:?}\n      {}\n      {}",
                        step.rule,
                        step.forward,
                        step.path,
                        testing::write(&step.before, &rules.vocabulary, &atoms),
                        testing::write(&step.after, &rules.vocabulary, &atoms)
                    );
                }
            }
        }
        println!("{} terms", terms.len());
    }
    assert_eq!(failures, 0);
}

#[test]
#[ignore = "a probe"]
fn examples() {
    let rules = crate::common::builtin();
    let program = Program::new(&rules);
    let reader = crate::latex::Reader::new(&rules);
    let (mut good, mut bad, mut unproved) = (0, 0, 0);
    let only = std::env::var("ONLY").ok();
    let start = std::time::Instant::now();
    for rule in &rules.equivalences {
        if rule.status == crate::rules::Status::Draft
            || only.as_ref().is_some_and(|o| *o != rule.id)
        {
            continue;
        }
        for (a, b) in &rule.examples {
            let x = reader.read(a);
            let y = reader.read(b);
            let explanation = explain_with(
                &program,
                (&x.term, &x.atoms),
                (&y.term, &y.atoms),
                &Limits::proof(),
            );
            match &explanation {
                Explanation::Derived { steps, .. } => {
                    if let Err(why) = replay(&explanation, &rules) {
                        bad += 1;
                        println!("{} {a} {b}: {why}", rule.id);
                        for s in steps {
                            println!(
                                "   {} {} {:?}\n      {}\n      {}",
                                s.rule,
                                s.forward,
                                s.path,
                                crate::sexpr::write(&s.before, &rules.vocabulary, &x.atoms),
                                crate::sexpr::write(&s.after, &rules.vocabulary, &x.atoms)
                            );
                        }
                    } else {
                        good += 1;
                        if only.is_some() {
                            println!("{} steps", steps.len());
                        }
                    }
                }
                _ => {
                    unproved += 1;
                    println!(
                        "{}: {a} | {b} not derived: {}  |  {}",
                        rule.id,
                        crate::sexpr::write(&x.term, &rules.vocabulary, &x.atoms),
                        crate::sexpr::write(&y.term, &rules.vocabulary, &y.atoms)
                    );
                    println!("     {}   {:?}", rule.source, rule.when);
                }
            }
        }
    }
    println!(
        "{good} good {bad} bad {unproved} unproved {:?}",
        start.elapsed()
    );
}

#[test]
#[ignore = "a probe"]
fn show() {
    let rules = crate::common::builtin();
    let reader = crate::latex::Reader::new(&rules);
    let id = std::env::var("ONLY").unwrap();
    let rule = rules.equivalence(&id).unwrap();
    println!("{:?}", rule.vars);
    for (a, b) in &rule.examples {
        for l in [a, b] {
            let f = reader.read(l);
            println!(
                "{} {:?}",
                crate::sexpr::write(&f.term, &rules.vocabulary, &f.atoms),
                f.atoms.symbols
            );
        }
    }
}
