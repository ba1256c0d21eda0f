//! Measurements and looks at what rules do; run them by name with `--ignored --nocapture`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "probes")]

use super::super::*;
use super::{SAMPLES, parse, run, terms, write};

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
        let term = parse(text, &rules.vocabulary, &mut atoms);
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
    let mut terms = terms(&saturated.forest, saturated.forest.root, size, 100_000);
    println!("{} terms", terms.len());
    terms.sort_by_key(|t| t.size());
    for t in terms.iter().take(60) {
        println!("{}", write(t, &rules.vocabulary, &atoms));
    }
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
