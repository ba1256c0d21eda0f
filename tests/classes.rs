//! What must hold for the class of any formula: its members have one value, in any context, and
//! every step of an explanation keeps it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use common::{Compiled, compile_formula, random, rules};
use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::egraph::{Explanation, Limits, explain, replay};
use mamut_engine::eval::{Domain, Numbers, Point, agree, evaluate};
use mamut_engine::latex;
use mamut_engine::member::contains;
use mamut_engine::normal;
use mamut_engine::sexpr;
use mamut_engine::symbols::resolve;
use mamut_engine::term::{Op, Term};
use mamut_engine::vocabulary::Kind;
use mamut_printer::{Choice, Versions};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Members of a class that are drawn.
const MEMBERS: usize = 200;

/// Checks random formulas: the same ones every time, others with `PROPTEST_RNG_SEED`.
fn check(
    cases: u32,
    strategy: &BoxedStrategy<String>,
    property: impl Fn(&str) -> Result<(), String>,
) {
    let mut config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(11);
    }
    TestRunner::new(config)
        .run(strategy, |text| {
            property(&text).map_err(TestCaseError::fail)
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Different members of the class of a formula, read from the ways to write it.
fn members(compiled: &Compiled, most: usize) -> Vec<(Term, Atoms)> {
    let vocabulary = &rules().vocabulary;
    let names = compiled.plan.source_names();
    let mut versions = Versions::new(
        &compiled.grammar,
        None,
        compiled.plan.source_names(),
        Key::seed(4),
        Choice::Uniform,
    );
    let mut found: Vec<(Term, Atoms)> = Vec::new();
    for _ in 0..most {
        let Some(version) = versions.next_version() else {
            break;
        };
        let mut atoms = compiled.formula.atoms.clone();
        let read = latex::read_with(version.text, rules(), atoms.clone());
        let term = resolve(&read.term, &read.atoms, &names, &mut atoms, vocabulary);
        // What does not read back is the concern of other tests.
        let member = contains(&compiled.saturated.forest, &term, vocabulary)
            || compiled.saturated.contains(&term);
        if member && found.iter().all(|(t, _)| *t != term) {
            found.push((term, atoms));
        }
    }
    found
}

/// How many comparisons told something.
#[derive(Default)]
struct Tally {
    decided: usize,
    open: usize,
}

impl Tally {
    fn settle(&self) {
        let Self { decided, open } = self;
        eprintln!("{decided} comparisons decided, {open} open");
        assert!(decided > open, "{decided} decided, {open} open");
    }

    /// Compares two terms over the same atoms at a few points.
    fn same(&mut self, (a, b): (&Term, &Term), atoms: &Atoms, points: u64) -> Result<(), String> {
        let vocabulary = &rules().vocabulary;
        let integers: BTreeMap<u32, Domain> = (0..)
            .zip(&atoms.symbols)
            .filter(|(_, s)| matches!(s.name.as_str(), "k" | "m" | "n"))
            .map(|(i, _)| (i, Domain::of(Numbers::Integer)))
            .collect();
        for at in 0..points {
            let mut draws = Key::seed(6).at(at).draws();
            let point = Point::random(&[a, b], vocabulary, atoms, &integers, &mut draws);
            let value = |t| evaluate(t, vocabulary, atoms, &point);
            let (x, y) = (value(a), value(b));
            match agree(&x, &y) {
                Some(true) => self.decided += 1,
                None => self.open += 1,
                Some(false) => {
                    return Err(format!(
                        "{} = {x:?}\n  {} = {y:?}",
                        sexpr::write(a, vocabulary, atoms),
                        sexpr::write(b, vocabulary, atoms),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Members of random formulas of one kind have one value.
fn one_value(cases: u32, strategy: &BoxedStrategy<String>) {
    let tally = RefCell::new(Tally::default());
    check(cases, strategy, |text| {
        let compiled = compile_formula(random::formula(text), &Limits::default());
        for (member, atoms) in members(&compiled, MEMBERS) {
            let pair = (&compiled.formula.term, &member);
            tally.borrow_mut().same(pair, &atoms, 2)?;
        }
        Ok(())
    });
    tally.borrow().settle();
}

#[test]
fn members_of_classes_of_numbers_have_one_value() {
    one_value(40, &random::number(2));
}

#[test]
fn members_of_classes_of_integers_have_one_value() {
    one_value(40, &random::integer(3));
}

#[test]
fn members_of_classes_of_statements_have_one_value() {
    one_value(24, &random::statement(1));
}

#[test]
fn members_of_classes_of_sets_have_one_value() {
    one_value(40, &random::set(3));
}

#[test]
fn members_of_classes_of_probabilities_have_one_value() {
    one_value(30, &random::probability());
}

#[test]
fn members_of_classes_of_matrices_have_one_value() {
    one_value(30, &random::matrix(2));
}

#[test]
fn members_of_classes_of_vectors_have_one_value() {
    one_value(30, &random::vector(2));
}

/// Terms around a term of a kind.
fn contexts(term: &Term, atoms: &mut Atoms) -> Vec<Term> {
    let vocabulary = &rules().vocabulary;
    let of = |name: &str, args: Vec<Term>| {
        normal::node(vocabulary, vocabulary.find(name).unwrap(), args)
    };
    let kind = vocabulary
        .operator(term.op)
        .and_then(|o| o.signatures.first().map(|s| s.result));
    let mut letter = |name: &str, kind: Kind| {
        let index = atoms.symbol(name);
        atoms.symbols[index as usize].kind = kind;
        Term::leaf(Op::symbol(index))
    };
    match kind {
        Some(Kind::Num) => {
            let (f, x) = (letter("f", Kind::Fn), letter("x", Kind::Num));
            vec![
                of("call", vec![f, term.clone()]),
                of("add", vec![term.clone(), x.clone()]),
                of("mul", vec![x, term.clone()]),
                of("abs", vec![term.clone()]),
            ]
        }
        Some(Kind::Set | Kind::Event) => {
            let other = letter("B", Kind::Set);
            vec![
                of("compl", vec![term.clone()]),
                of("union", vec![term.clone(), other]),
                of("card", vec![term.clone()]),
            ]
        }
        Some(Kind::Prop) => {
            let other = letter("p", Kind::Prop);
            vec![
                of("not", vec![term.clone()]),
                of("and", vec![other, term.clone()]),
            ]
        }
        Some(Kind::Mat) => vec![
            of("transpose", vec![term.clone()]),
            of("det", vec![term.clone()]),
        ],
        _ => Vec::new(),
    }
}

#[test]
fn equal_members_are_equal_in_any_context() {
    let tally = RefCell::new(Tally::default());
    check(60, &random::formulas(), |text| {
        let compiled = compile_formula(random::formula(text), &Limits::default());
        for (member, mut atoms) in members(&compiled, 30) {
            let ours = contexts(&compiled.formula.term, &mut atoms);
            let theirs = contexts(&member, &mut atoms);
            if ours.len() != theirs.len() {
                continue;
            }
            for pair in ours.iter().zip(&theirs) {
                tally.borrow_mut().same(pair, &atoms, 1)?;
            }
        }
        Ok(())
    });
    tally.borrow().settle();
}

#[test]
fn explanations_replay_and_every_step_keeps_the_value() {
    let tally = RefCell::new(Tally::default());
    let derived = Cell::new(0);
    check(60, &random::small(), |text| {
        let compiled = compile_formula(random::formula(text), &Limits::default());
        for (member, atoms) in members(&compiled, 8) {
            let source = (&compiled.formula.term, &compiled.formula.atoms);
            let explanation = explain(source, (&member, &atoms), rules(), &Limits::default());
            replay(&explanation, rules())?;
            let Explanation::Derived { steps, atoms, .. } = &explanation else {
                continue;
            };
            derived.set(derived.get() + 1);
            for step in steps {
                let pair = (&step.before, &step.after);
                tally
                    .borrow_mut()
                    .same(pair, atoms, 2)
                    .map_err(|why| format!("{}: {why}", step.rule))?;
            }
        }
        Ok(())
    });
    assert!(derived.get() > 60, "{} derived", derived.get());
    tally.borrow().settle();
}
