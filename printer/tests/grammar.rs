//! The grammar of single terms: counts, ranks and draws agree.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::forest::Forest;
use mamut_engine::rules::RuleSet;
use mamut_engine::sexpr;
use mamut_engine::symbols::Names;
use mamut_printer::{Choice, Grammar, Options, Printer, Versions};
use num_bigint::BigUint;

fn collect(dir: &Path, files: &mut Vec<SourceFile>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        // Packs and targets are loaded on demand.
        if path.ends_with("packs") || path.ends_with("targets") {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(SourceFile {
                name: path.display().to_string(),
                text: std::fs::read_to_string(&path).unwrap(),
                layer: 0,
            });
        }
    }
}

fn rules() -> RuleSet {
    let mut files = Vec::new();
    collect(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules")),
        &mut files,
    );
    dsl::load(&files).rules
}

fn names(atoms: &Atoms, grammar: &Grammar) -> Names {
    let letters = ["i", "k", "m", "j"];
    Names {
        symbols: atoms.symbols.iter().map(|s| s.name.clone()).collect(),
        slots: grammar
            .slots()
            .iter()
            .zip(letters)
            .map(|(s, l)| (*s, l.to_owned()))
            .collect(),
    }
}

/// All forms of a term, which must be as many as are counted, and the same however they are made.
fn check(rules: &RuleSet, term: &str) {
    let printer = Printer::new(rules);
    let mut atoms = Atoms::default();
    let term = sexpr::parse(term, &rules.vocabulary, &mut atoms).unwrap();
    let forest = Forest::of(&term, &rules.vocabulary, &atoms);
    let grammar = printer.compile(&forest, &atoms, &Options::default());
    let names = names(&atoms, &grammar);
    let mut forms = Vec::new();
    let mut all = Versions::new(&grammar, None, names.clone(), Key::seed(1), Choice::All);
    while let Some(version) = all.next_version() {
        forms.push(version.text.to_owned());
    }
    assert_eq!(
        BigUint::from(forms.len()),
        grammar.count(),
        "{term:?}\n{}",
        forms.join("\n")
    );
    let set: BTreeSet<&String> = forms.iter().collect();
    for choice in [Choice::Weighted, Choice::Uniform] {
        let mut drawn = BTreeSet::new();
        let mut versions = Versions::new(&grammar, None, names.clone(), Key::seed(3), choice);
        while let Some(version) = versions.next_version() {
            assert!(set.contains(&version.text.to_owned()), "{}", version.text);
            assert!(drawn.insert(version.text.to_owned()), "{}", version.text);
        }
        assert_eq!(drawn.len(), forms.len(), "{choice:?}");
    }
}

#[test]
fn counts_are_the_numbers_of_forms() {
    let rules = rules();
    for term in [
        "a",
        "12",
        "(add a b)",
        "(add a b c)",
        "(add a a b)",
        "(mul 2 a b)",
        "(mul 2 3)",
        "(mul a a (add b c))",
        "(neg (add a b))",
        "(eq (pow (add a b) 2) c)",
        "(pow (sin x) 2)",
        "(root (abs x) 3)",
        "(add (mul 2 a b) (neg c))",
        "(union A B)",
        "(call f x)",
        "(div (add a b) 2)",
        "(pm a)",
        "(mul (sin x) y)",
        "(binom n k)",
        "(sum $p0 1 n $p0)",
        "(set a b c)",
    ] {
        check(&rules, term);
    }
}
