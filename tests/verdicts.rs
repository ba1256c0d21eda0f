//! Verdicts of truth against what a mathematician says: pairs of formulas, and single statements.
//!
//! `tests/truth/pairs/*.tex` and `tests/truth/statements/*.tex` hold one case a line below the verdict
//! it must get. No verdict may be wrong; what is undecided is counted and listed.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking and prints what it measured"
)]

mod common;

use std::path::Path;

use common::parallel::parallel;
use mamut_engine::atoms::Atoms;
use mamut_engine::eval;
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::rules::RuleSet;
use mamut_engine::symbols::{Names, resolve};
use mamut_engine::term::Term;
use mamut_engine::truth::{self, Comparison, Refutation, Settings, Verdict};

/// A case: the verdict it must get, the file, the line.
struct Case {
    wanted: String,
    place: String,
    text: String,
}

/// The cases of a folder; `ONLY` keeps those whose line contains it.
fn cases(folder: &str) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/truth")
        .join(folder);
    let mut files: Vec<_> = std::fs::read_dir(root)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut found = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let mut wanted = String::new();
        for (n, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            if let Some(section) = line.strip_prefix("== ") {
                wanted = section.to_owned();
            } else if !line.starts_with('%') && !line.trim().is_empty() && line.contains(&only) {
                found.push(Case {
                    wanted: wanted.clone(),
                    place: format!("{name}:{}", n + 1),
                    text: line.to_owned(),
                });
            }
        }
    }
    found
}

/// Compares what was found (verdict and details) with what is wanted; at most `most` of a hundred may
/// be undecided.
fn settle(cases: &[Case], found: &[(String, String)], most: usize) {
    let (mut wrong, mut open) = (Vec::new(), Vec::new());
    for (case, (verdict, details)) in cases.iter().zip(found) {
        let line = format!(
            "{} wanted {}: {}\n    {verdict}: {details}",
            case.place, case.wanted, case.text
        );
        if *verdict == case.wanted {
            continue;
        }
        if verdict == "undecided" {
            open.push(line)
        } else {
            wrong.push(line)
        }
    }
    println!(
        "{} cases, {} undecided, {} wrong",
        cases.len(),
        open.len(),
        wrong.len()
    );
    println!("{}", open.join("\n"));
    assert!(
        wrong.is_empty(),
        "{} wrong verdicts:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        open.len() * 100 <= most * cases.len(),
        "{} of {} undecided",
        open.len(),
        cases.len()
    );
}

#[test]
fn pairs_compare_as_they_should() {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let cases = cases("pairs");
    let found = parallel(&cases, |case| {
        let (a, b) = case.text.split_once(" @@ ").unwrap();
        let (a, b) = (reader.read(a), reader.read(b));
        let found = truth::compare(
            (&a.term, &a.atoms),
            (&b.term, &b.atoms),
            &rules.vocabulary,
            Settings::default(),
        );
        let details = match &found {
            Comparison::Undecided(reason) => reason.text(),
            Comparison::Different(difference) => format!("{difference:?}"),
            other => format!("{other:?}"),
        };
        (found.name().to_owned(), details)
    });
    settle(&cases, &found, 5);
}

/// A statement over the leaves of another, and more.
fn read_over(reader: &Reader<'_>, latex: &str, source: &Formula, rules: &RuleSet) -> (Term, Atoms) {
    let known = Atoms {
        symbols: source.atoms.symbols.clone(),
        ..Atoms::default()
    };
    let read = reader.read_with(latex, known);
    let names = Names::of(&source.atoms);
    let mut atoms = source.atoms.clone();
    let term = resolve(
        &read.term,
        &read.atoms,
        &names,
        &mut atoms,
        &rules.vocabulary,
    );
    (term, atoms)
}

#[test]
fn changed_statements_are_refuted_where_the_source_is_true() {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let cases = cases("refutations");
    let found = parallel(&cases, |case| {
        let (source, version) = case.text.split_once(" @@ ").unwrap();
        let source = reader.read(source);
        let (term, atoms) = read_over(&reader, version, &source, rules);
        let refuter = truth::Refuter::new(&source.term, &source.atoms, &rules.vocabulary);
        let before = eval::effort();
        let found = refuter.refute(&term, &atoms);
        let spent = eval::effort() - before;
        match found {
            Refutation::Refuted(found) => {
                assert_eq!(found.first, "true", "{}", case.text);
                ("refuted".to_owned(), format!("{spent} steps: {found:?}"))
            }
            Refutation::Equal(why) => ("equal".to_owned(), format!("{spent} steps: {why}")),
            Refutation::Unknown(reason) => (
                "undecided".to_owned(),
                format!("{spent} steps: {}", reason.text()),
            ),
        }
    });
    settle(&cases, &found, 0);
}

#[test]
fn statements_are_worth_what_they_should() {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let cases = cases("statements");
    let found = parallel(&cases, |case| {
        let formula = reader.read(&case.text);
        let verdict = truth::check(&formula.term, &formula.atoms, &rules.vocabulary, 64, 0);
        let details = match &verdict {
            Verdict::Undecided(reason) => reason.text(),
            other => format!("{other:?}"),
        };
        (verdict.name().to_owned(), details)
    });
    settle(&cases, &found, 12);
}

/// Steps that a verdict may cost, of about 30 ns each.
const STEPS: u64 = 5_000_000;

#[test]
fn hostile_inputs_cost_little() {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/hostile.tex");
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with('%')).collect();
    assert!(lines.len() >= 40);
    let costs = parallel(&lines, |line| {
        let formula = reader.read(line);
        let before = mamut_engine::eval::effort();
        let verdict = truth::check(&formula.term, &formula.atoms, &rules.vocabulary, 64, 0);
        (mamut_engine::eval::effort() - before, verdict.name())
    });
    let mut dear = Vec::new();
    for (line, (cost, verdict)) in lines.iter().zip(&costs) {
        println!("{cost:10} {verdict:12} {line}");
        if *cost > STEPS {
            dear.push(*line);
        }
    }
    assert!(dear.is_empty(), "too dear: {dear:#?}");
}

/// Identities that hold for some values of their letters alone: definitions, laws of a figure or of a
/// distribution, series where they converge.
const CONTINGENT: &[&str] = &[
    "Binomial Distribution",
    "Euler's Formula for Polyhedra",
    "Expected Value",
    "Geometric Series",
    "Law of Cosines",
    "Law of Sines",
    "Law of Total Probability",
    "Normal Distribution",
    "Poisson Distribution",
    "Pythagorean Theorem",
    "Rule de l'Hôpital",
];

/// Identities that are not decided, with the reason; the README lists them too.
const OPEN: &[(&str, &str)] = &[("Law of Large Numbers", "no-value")];

#[test]
fn identities_hold() {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let identities = common::identities();
    let cases: Vec<Case> = identities
        .into_iter()
        .map(|(name, text)| Case {
            wanted: if CONTINGENT.contains(&name.as_str()) {
                "contingent"
            } else {
                "valid"
            }
            .to_owned(),
            place: name,
            text,
        })
        .collect();
    let found = parallel(&cases, |case| {
        let formula = reader.read(&case.text);
        truth::check(&formula.term, &formula.atoms, &rules.vocabulary, 40, 0)
    });
    let mut wrong = Vec::new();
    for (case, verdict) in cases.iter().zip(&found) {
        let open = OPEN.iter().find(|(name, _)| *name == case.place);
        let right = match verdict {
            Verdict::Undecided(reason) => open.is_some_and(|(_, id)| *id == reason.id),
            verdict => verdict.name() == case.wanted && open.is_none(),
        };
        if !right {
            wrong.push(format!("{}: {verdict:?}", case.place));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
