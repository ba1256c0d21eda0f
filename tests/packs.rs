//! The packs that come with the program: `tests/packs/NAME.tex` says what each reads, writes and
//! means; the rules of each are sound, their examples fire, and all packs go together.
//!
//! Sections: `== reads` (`LaTeX @@ term`), `== writes` (all versions are in `NAME.snap` and read
//! back), `== valid`, `== invalid`, `== contingent` (statements), `== equivalent`, `== different`
//! (pairs joined by `@@`).
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fmt::Write;
use std::path::Path;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::egraph::{Explanation, Limits, Program, explain_with, saturate_with};
use mamut_engine::latex::Reader;
use mamut_engine::readback::Original;
use mamut_engine::rules::{Equivalence, RuleSet};
use mamut_engine::symbols::Plan;
use mamut_engine::truth::{self, Settings};
use mamut_engine::{sexpr, soundness};
use mamut_printer::{Choice, Options, Printer, Versions};

/// Versions shown of each formula.
const SHOWN: usize = 8;
/// Instances of each rule.
const SAMPLES: usize = 200;

fn pack_files(name: &str, layer: u32) -> Vec<SourceFile> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("rules/packs")
        .join(name);
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    let file = |path: &std::path::PathBuf| SourceFile {
        name: format!(
            "packs/{name}/{}",
            path.file_name().unwrap().to_string_lossy()
        ),
        text: std::fs::read_to_string(path).unwrap(),
        layer,
    };
    paths.iter().map(file).collect()
}

fn names() -> Vec<String> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/packs");
    let entries = std::fs::read_dir(dir).unwrap();
    let mut names: Vec<_> = entries
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn load(files: Vec<SourceFile>) -> RuleSet {
    let mut all = common::files();
    all.extend(files);
    let loaded = dsl::load(&all);
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    loaded.rules
}

/// The verdict on a case of a section, when it is not the one that it must get.
fn wrong(section: &str, line: &str, rules: &RuleSet, reader: &Reader<'_>) -> Option<String> {
    let vocabulary = &rules.vocabulary;
    let read = |latex: &str| {
        let formula = reader.read(latex);
        assert!(
            formula.complaints.is_empty(),
            "{latex}: {:?}",
            formula.complaints
        );
        formula
    };
    let found = match section {
        "reads" => {
            let (latex, wanted) = line.split_once(" @@ ").unwrap();
            let formula = read(latex);
            let found = sexpr::write(&formula.term, vocabulary, &formula.atoms);
            return (found != wanted).then_some(found);
        }
        "valid" | "invalid" | "contingent" => {
            let f = read(line);
            let Settings { points, seed, .. } = Settings::default();
            let found = truth::check(&f.term, &f.atoms, vocabulary, points, seed);
            found.name().to_owned()
        }
        "equivalent" | "different" => {
            let (a, b) = line.split_once(" @@ ").unwrap();
            let (a, b) = (read(a), read(b));
            let sides = ((&a.term, &a.atoms), (&b.term, &b.atoms));
            let found = truth::compare(sides.0, sides.1, vocabulary, Settings::default());
            found.name().to_owned()
        }
        other => panic!("there is no section `{other}`"),
    };
    (found != section).then_some(found)
}

/// The first versions of a formula, each of which is read back.
fn versions(latex: &str, rules: &RuleSet, reader: &Reader<'_>, out: &mut String) {
    let formula = reader.read(latex);
    let program = Program::new(rules);
    let limits = Limits::default();
    let saturated = saturate_with(&program, &formula.term, &formula.atoms, &limits);
    let printer = Printer::new(rules);
    let grammar = printer.compile(&saturated.forest, &formula.atoms, &Options::default());
    let names = Plan::of(
        &formula.term,
        &formula.atoms,
        Some(&saturated.forest),
        rules,
    )
    .source_names();
    let original = Original {
        forest: &saturated.forest,
        atoms: &formula.atoms,
        term: None,
    };
    let mut versions = Versions::new(
        &grammar,
        None,
        names.clone(),
        Key::seed(0),
        Choice::Weighted,
    );
    let mut lines = Vec::new();
    while lines.len() < SHOWN
        && let Some(version) = versions.next_version()
    {
        let text = version.text.to_owned();
        let says = original.is_said_by(&text, &names, reader, &rules.vocabulary);
        assert!(says, "`{text}` does not say {latex}");
        lines.push(text);
    }
    assert!(!lines.is_empty(), "{latex} has no version");
    writeln!(out, "--- {latex}\n{}\n", lines.join("\n")).unwrap();
}

#[test]
fn packs_do_what_they_say() {
    let mut failures = Vec::new();
    for name in names() {
        let rules = load(pack_files(&name, 1));
        let reader = Reader::new(&rules);
        let path = format!("{}/tests/packs/{name}.tex", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("every pack has its cases");
        let (mut section, mut written, mut cases) = ("", String::new(), 0);
        for line in text.lines().filter(|l| !l.is_empty()) {
            if line.starts_with('%') {
                continue;
            }
            if let Some(head) = line.strip_prefix("== ") {
                section = head;
                continue;
            }
            cases += 1;
            if section == "writes" {
                versions(line, &rules, &reader, &mut written);
            } else if let Some(found) = wrong(section, line, &rules, &reader) {
                failures.push(format!("{name}: {section}: {line}\n    {found}"));
            }
        }
        assert!(cases > 7, "{name} has {cases} cases");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("packs");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.as_str(), written));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The rules of a pack, alone among the equivalences.
fn own(rules: &RuleSet) -> impl Iterator<Item = &Equivalence> {
    let all = rules.equivalences.iter();
    all.filter(|r| r.origin.file.starts_with("packs/"))
}

#[test]
fn rules_of_packs_fire_and_are_sound() {
    for name in names() {
        let rules = load(pack_files(&name, 1));
        let reader = Reader::new(&rules);
        for rule in own(&rules) {
            let report = soundness::check(rule, &rules.vocabulary, SAMPLES, Key::seed(1));
            assert!(report.agreed > 0, "{}: nothing is evaluated", rule.id);
            assert!(
                report.differed == 0,
                "{}: {:?}",
                rule.id,
                report.counterexample
            );
            let alone = RuleSet {
                equivalences: vec![rule.clone()],
                ..rules.clone()
            };
            let program = Program::new(&alone);
            for (from, to) in &rule.examples {
                let (from, to) = if rule.reverse { (to, from) } else { (from, to) };
                let from = reader.read(from);
                let to = reader.read_with(to, from.atoms.clone());
                let sides = ((&from.term, &from.atoms), (&to.term, &to.atoms));
                let found = explain_with(&program, sides.0, sides.1, &Limits::proof());
                let derived = matches!(found, Explanation::Derived { .. });
                assert!(derived, "{}: {} | {}", rule.id, from.source, to.source);
            }
            for reject in &rule.rejects {
                let formula = reader.read(reject);
                assert!(
                    formula.complaints.is_empty(),
                    "{}: {reject}: {:?}",
                    rule.id,
                    formula.complaints
                );
                let limits = Limits::proof();
                let found = saturate_with(&program, &formula.term, &formula.atoms, &limits);
                assert!(found.stats.matches == 0, "{} fires on {reject}", rule.id);
            }
        }
    }
}

#[test]
fn packs_go_together() {
    let mut files = Vec::new();
    for (name, layer) in names().iter().zip(1..) {
        files.extend(pack_files(name, layer));
    }
    let rules = load(files);
    let reader = Reader::new(&rules);
    let read = |latex: &str| {
        let formula = reader.read_with(latex, Atoms::default());
        sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms)
    };
    assert_eq!(
        read(r"[\left(\frac{a}{p}\right) = 1] {n \brace k} (x)_k \operatorname{sinc}(sqrt(x))"),
        "(mul (iverson (eq (legendre a p) 1)) (stirling-set n k) (falling x k) (sinc (root x 2)))"
    );
}
