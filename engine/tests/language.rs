//! Everything that rule files can say, used once: readings of all forms, kinds, binders, laws,
//! definitions, conditions, substitution, levels.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use mamut_engine::choice::Key;
use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::egraph::{Explanation, Limits, explain};
use mamut_engine::latex::Reader;
use mamut_engine::rules::{RuleSet, Status};
use mamut_engine::sexpr;
use mamut_engine::soundness;
use mamut_engine::truth::{self, Settings};

fn rules() -> RuleSet {
    let mut files = common::files();
    for name in ["vocabulary", "notation", "equivalences"] {
        let path = format!("{}/tests/language/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        files.push(SourceFile {
            name: format!("language/{name}.ron"),
            text: std::fs::read_to_string(path).unwrap(),
            layer: 1,
        });
    }
    let loaded = dsl::load(&files);
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    loaded.rules
}

#[test]
fn every_form_of_reading_is_read() {
    let rules = rules();
    let reader = Reader::new(&rules);
    for (latex, term) in [
        (r"\avg_{k=1}^n k^2", "(avg $p0 1 n (pow $p0 2))"),
        (r"\avg_{x \in A} x", "(avgin $a0 A $a0)"),
        (r"a \veedot b \veedot c", "(join (join a b) c)"),
        (r"a \star\star b + 1", "(add (mix a b) 1)"),
        (r"x \closer y + 1", "(closer x (add y 1))"),
        (r"\dip x + 1", "(add (dip x) 1)"),
        (r"x++ + 1", "(add (bump x) 1)"),
        (r"(\dip x)++ + y", "(add (bump (dip x)) y)"),
        (r"\lmid 1, x, 3 \rmid", "(mid 1 x 3)"),
        (
            r"2\lmid \lmid a, b \rmid, c \rmid",
            "(mul 2 (mid (mid a b) c))",
        ),
        (r"\golden^2", "(pow golden 2)"),
        (r"\mathsf{Ent}[X]", "(entropy X)"),
    ] {
        let formula = reader.read(latex);
        assert!(
            formula.complaints.is_empty(),
            "{latex}: {:?}",
            formula.complaints
        );
        let found = sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms);
        assert_eq!(found, term, "{latex}");
    }
}

#[test]
fn all_of_it_has_a_meaning() {
    let rules = rules();
    let reader = Reader::new(&rules);
    let Settings { points, seed, .. } = Settings::default();
    for (verdict, latex) in [
        ("valid", r"\avg_{k=1}^5 k = 3"),
        ("valid", r"\golden^2 = \golden + 1"),
        ("valid", r"\lmid 1, 5, 3 \rmid = 3"),
        ("valid", r"(x++)++ = x + 2"),
        ("valid", r"a \star\star b = b \star\star a"),
        ("valid", r"\avg_{k=1}^n 2k = 2 \avg_{k=1}^n k"),
        ("invalid", r"x \closer 0"),
        ("contingent", r"a \veedot b = b \veedot a"),
    ] {
        let f = reader.read(latex);
        let found = truth::check(&f.term, &f.atoms, &rules.vocabulary, points, seed);
        assert_eq!(found.name(), verdict, "{latex}");
    }
}

#[test]
fn rules_with_everything_fire_and_are_sound() {
    let rules = rules();
    let reader = Reader::new(&rules);
    let own = rules.equivalences.iter();
    let own = own.filter(|r| r.origin.file.starts_with("language/") && r.status != Status::Draft);
    let mut seen = 0;
    for rule in own {
        seen += 1;
        let report = soundness::check(rule, &rules.vocabulary, 100, Key::seed(1));
        assert!(report.agreed > 0 && report.differed == 0, "{}", rule.id);
        for (from, to) in &rule.examples {
            let from = reader.read(from);
            let to = reader.read_with(to, from.atoms.clone());
            let sides = ((&from.term, &from.atoms), (&to.term, &to.atoms));
            let found = explain(sides.0, sides.1, &rules, &Limits::proof());
            let derived = matches!(found, Explanation::Derived { .. });
            assert!(derived, "{}: {} | {}", rule.id, from.source, to.source);
        }
    }
    assert_eq!(seen, 8);
}
