//! What must hold for every formula: forms read back, mean what the source means, are distinct,
//! and are as many as counted.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Compiled, compile, compile_formula, identities, random, rules};
use mamut_engine::choice::Key;
use mamut_engine::egraph::Limits;
use mamut_engine::eval::{Point, agree, evaluate};
use mamut_engine::latex;
use mamut_engine::member::contains;
use mamut_engine::sexpr;
use mamut_engine::symbols::resolve;
use mamut_engine::term::Term;
use mamut_printer::{Choice, Versions};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Checks random formulas: the same ones every time, others with `PROPTEST_RNG_SEED`.
fn check(
    cases: u32,
    strategy: BoxedStrategy<String>,
    property: impl Fn(&str) -> Result<(), String>,
) {
    let mut config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 300,
        ..Config::default()
    };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(7);
    }
    let mut runner = TestRunner::new(config);
    runner
        .run(&strategy, |text| {
            property(&text).map_err(TestCaseError::fail)
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Versions under the names of the source.
fn versions(compiled: &Compiled, choice: Choice) -> Versions<'_> {
    let names = compiled.plan.source_names();
    Versions::new(&compiled.grammar, None, names, Key::seed(3), choice)
}

/// Reads a version among the symbols of its source, as one reads a formula of a text.
fn read_among(compiled: &Compiled, text: &str) -> (Term, mamut_engine::atoms::Atoms) {
    let atoms = compiled.formula.atoms.clone();
    let read = latex::read_with(text, rules(), atoms.clone());
    let mut all = atoms;
    let names = compiled.plan.source_names();
    let term = resolve(
        &read.term,
        &read.atoms,
        &names,
        &mut all,
        &rules().vocabulary,
    );
    (term, all)
}

#[test]
fn random_formulas_read_back() {
    check(1000, random::formulas(), |text| {
        let compiled = compile_formula(random::formula(text), &Limits::default());
        let vocabulary = &rules().vocabulary;
        let mut versions = versions(&compiled, Choice::Weighted);
        for made in 0..12 {
            let Some(version) = versions.next_version() else {
                return if made == 0 {
                    Err(format!("{text}: no version"))
                } else {
                    Ok(())
                };
            };
            let (term, atoms) = read_among(&compiled, version.text);
            // Moving a binder out of another term may change the levels of bound names.
            let member = contains(&compiled.saturated.forest, &term, vocabulary)
                || compiled.saturated.contains(&term);
            if !member {
                return Err(format!(
                    "{}\n  read as {}\n  source  {}",
                    version.text,
                    sexpr::write(&term, vocabulary, &atoms),
                    sexpr::write(&compiled.formula.term, vocabulary, &compiled.formula.atoms),
                ));
            }
        }
        Ok(())
    });
}

/// Forms that were compared with their source at some points: agreeing and not decided.
#[derive(Default)]
struct Tally {
    decided: usize,
    open: usize,
}

/// Compares versions with their source at random points.
fn means_the_same(compiled: &Compiled, forms: usize, tally: &mut Tally) -> Result<(), String> {
    let vocabulary = &rules().vocabulary;
    let source = &compiled.formula.term;
    let mut versions = versions(compiled, Choice::Weighted);
    for _ in 0..forms {
        let Some(version) = versions.next_version() else {
            break;
        };
        let (term, atoms) = read_among(compiled, version.text);
        for at in 0..3 {
            let mut draws = Key::seed(5).at(at).draws();
            let point = Point::random(
                &[source, &term],
                vocabulary,
                &atoms,
                &BTreeMap::new(),
                &mut draws,
            );
            let value = |t| evaluate(t, vocabulary, &atoms, &point);
            let (wanted, found) = (value(source), value(&term));
            match agree(&wanted, &found) {
                Some(true) => tally.decided += 1,
                None => tally.open += 1,
                Some(false) => {
                    return Err(format!(
                        "{}\n  read as {} = {found:?}\n  source  {} = {wanted:?}",
                        version.text,
                        sexpr::write(&term, vocabulary, &atoms),
                        sexpr::write(source, vocabulary, &atoms),
                    ));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn random_formulas_keep_their_value() {
    let tally = std::cell::RefCell::new(Tally::default());
    check(1000, random::formulas(), |text| {
        let compiled = compile_formula(random::formula(text), &Limits::default());
        means_the_same(&compiled, 4, &mut tally.borrow_mut())
    });
    let Tally { decided, open } = tally.into_inner();
    eprintln!("{decided} comparisons decided, {open} open");
    assert!(decided > open, "{decided} decided, {open} open");
}

#[test]
fn identities_keep_their_value() {
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for (name, latex) in identities() {
        let compiled = compile(&latex);
        if let Err(failure) = means_the_same(&compiled, 15, &mut tally) {
            failures.push(format!("{name}: {failure}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let Tally { decided, open } = tally;
    eprintln!("{decided} comparisons decided, {open} open");
    assert!(decided > open, "{decided} decided, {open} open");
}

/// Letters that are differentiated are no constants.
#[test]
fn letters_that_vary_stay_where_they_are_differentiated() {
    let formulas = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/properties/varying.tex");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .args(["generate", "--verify", "-n", "200", "--file", formulas])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

#[test]
fn strings_of_a_run_are_distinct() {
    check(1000, random::formulas(), |text| {
        let compiled = compile_formula(random::formula(text), &Limits::default());
        for choice in [Choice::Weighted, Choice::Uniform] {
            for plan in [None, Some(&compiled.plan)] {
                let names = compiled.plan.source_names();
                let mut versions =
                    Versions::new(&compiled.grammar, plan, names, Key::seed(9), choice);
                let mut seen = BTreeSet::new();
                while seen.len() < 40
                    && let Some(version) = versions.next_version()
                {
                    if !seen.insert(version.text.to_owned()) {
                        return Err(format!("{text}: {} twice", version.text));
                    }
                }
            }
        }
        Ok(())
    });
}

#[test]
fn counts_are_numbers_of_forms() {
    let counted = std::cell::Cell::new(0);
    check(1000, random::small(), |text| {
        let compiled = compile_formula(random::formula(text), &Limits::default());
        let count = compiled.grammar.count();
        if count > 10_000_u32.into() {
            return Ok(());
        }
        counted.set(counted.get() + 1);
        let mut versions = versions(&compiled, Choice::All);
        let mut listed = 0_u32;
        while versions.next_version().is_some() {
            listed += 1;
        }
        if count != listed.into() {
            return Err(format!("{text}: {count} counted, {listed} listed"));
        }
        Ok(())
    });
    eprintln!("{} formulas counted", counted.get());
}
