//! Reading back what was printed gives a member of the same class.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Compiled, identities, rules};
use mamut_engine::choice::Key;
use mamut_engine::member::contains;
use mamut_engine::sexpr;
use mamut_engine::symbols::Plans;
use mamut_printer::{Choice, Versions};
use mamut_rw::args::Search;
use mamut_rw::pipeline::Pipeline;

/// Reads, saturates and compiles.
fn compile(latex: &str) -> Compiled {
    let pipeline = Pipeline::new(rules(), &Search::default());
    let prepared = pipeline.compile(pipeline.read(latex), &Plans::default());
    Compiled {
        formula: prepared.formula,
        saturated: prepared.saturated,
        grammar: prepared.grammar,
        plan: (*prepared.plan).clone(),
    }
}

/// Checks this many versions of a formula; returns what did not read back, by a reader who knows
/// the formula or does not.
fn check(name: &str, latex: &str, versions: usize, knowing: bool) -> Vec<String> {
    let compiled = compile(latex);
    let names = compiled.plan.source_names();
    let mut stream = Versions::new(
        &compiled.grammar,
        Some(&compiled.plan),
        names,
        Key::seed(7),
        Choice::Weighted,
    );
    let mut failures = Vec::new();
    let mut made = 0;
    while made < versions {
        let Some(version) = stream.next_version() else {
            break;
        };
        made += 1;
        let (term, atoms) = match knowing {
            true => compiled.read_knowing(version.text, version.names),
            false => compiled.read_back(version.text, version.names),
        };
        if !contains(&compiled.saturated.forest, &term, &rules().vocabulary) {
            let vocabulary = &rules().vocabulary;
            failures.push(format!(
                "{name}: {}\n  read as {}\n  source  {}",
                version.text,
                sexpr::write(&term, vocabulary, &atoms),
                sexpr::write(&compiled.formula.term, vocabulary, &compiled.formula.atoms),
            ));
        }
    }
    assert!(made > 0, "{name}: nothing is generated from {latex}");
    failures
}

#[test]
fn versions_of_identities_read_back() {
    let per_identity = 1000;
    let mut failures = Vec::new();
    for (name, latex) in identities() {
        let found = check(&name, &latex, per_identity, false);
        if !found.is_empty() {
            eprintln!("{name}: {} of {per_identity}", found.len());
        }
        failures.extend(found);
    }
    assert!(
        failures.is_empty(),
        "{} versions read as something else:\n{}",
        failures.len(),
        failures[..failures.len().min(40)].join("\n")
    );
}

/// Checks versions of each formula of a list.
fn read_back(formulas: &str, knowing: bool) {
    let formulas = formulas.lines().filter(|line| !line.starts_with('%'));
    let failures: Vec<String> = formulas
        .flat_map(|latex| check(latex, latex, 60, knowing))
        .collect();
    assert!(
        failures.is_empty(),
        "{} versions read as something else:\n{}",
        failures.len(),
        failures[..failures.len().min(40)].join("\n")
    );
}

#[test]
fn versions_of_other_constructs_read_back() {
    read_back(include_str!("roundtrip/constructs.tex"), false);
}

#[test]
fn versions_read_back_for_one_who_knows_the_formula() {
    read_back(include_str!("roundtrip/known.tex"), true);
}

/// Each line has a formula and, after `;;`, what no version of it may hold; after `;+` what some
/// version must.
#[test]
fn versions_are_written_as_one_writes() {
    let mut failures = Vec::new();
    let lines = include_str!("roundtrip/manner.tex").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('%')) {
        let (latex, wanted) = line
            .split_once(" ;")
            .expect("a formula and what is said of it");
        let compiled = compile(latex);
        let names = compiled.plan.source_names();
        let (plan, seed) = (Some(&compiled.plan), Key::seed(11));
        let mut stream = Versions::new(&compiled.grammar, plan, names, seed, Choice::Weighted);
        let mut written = Vec::new();
        while written.len() < 60
            && let Some(version) = stream.next_version()
        {
            written.push(version.text.to_owned());
        }
        assert!(!written.is_empty(), "{latex}");
        for want in wanted.split(" ;") {
            let (must, piece) = (want.starts_with('+'), want[1..].trim());
            match written.iter().find(|text| text.contains(piece)) {
                Some(text) if !must => failures.push(format!("{piece} stands in {text}")),
                None if must => failures.push(format!("no version of {latex} has {piece}")),
                _ => {}
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
