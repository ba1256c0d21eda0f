//! Damaged rule files never panic, and complaints point into the text.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use mamut_engine::dsl::{self, SourceFile};
use proptest::prelude::*;
use std::sync::LazyLock;

/// The built-in files and the broken ones.
static FILES: LazyLock<Vec<SourceFile>> = LazyLock::new(|| {
    let mut files = common::files();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let broken = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken");
    let mut paths: Vec<_> = std::fs::read_dir(broken)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    for path in paths
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "ron"))
    {
        let text = std::fs::read_to_string(path).unwrap();
        files.push(SourceFile {
            name: path.display().to_string(),
            text,
            layer: 1,
        });
    }
    files
});

const PIECES: [&str; 28] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\",
    "?",
    "..",
    "#",
    "@",
    ",",
    ":",
    "=>",
    "<=>",
    "-",
    "r\"",
    "//",
    "/*",
    "*/",
    "é",
    "\u{feff}",
    "(add ",
    "0",
    "99999999999",
    "subst",
    "\n",
];

/// A change: where, what is taken away, what is put in.
#[derive(Clone, Debug)]
struct Change {
    place: prop::sample::Index,
    removed: usize,
    inserted: Option<&'static str>,
}

fn change() -> impl Strategy<Value = Change> {
    let removed = prop_oneof![4 => 0..3_usize, 1 => 0..200_usize];
    let inserted = prop::option::of(prop::sample::select(&PIECES[..]));
    (any::<prop::sample::Index>(), removed, inserted).prop_map(|(place, removed, inserted)| {
        Change {
            place,
            removed,
            inserted,
        }
    })
}

fn apply(text: &str, changes: &[Change]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for change in changes {
        let start = change.place.index(chars.len() + 1);
        let end = (start + change.removed).min(chars.len());
        chars.splice(start..end, change.inserted.unwrap_or("").chars());
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damage_is_only_complained_about(which: prop::sample::Index, changes in prop::collection::vec(change(), 1..5)) {
        let damaged = which.get(&FILES);
        let mut files: Vec<SourceFile> =
            FILES.iter().filter(|f| f.name.starts_with("vocabulary/") && f.name != damaged.name).cloned().collect();
        let text = apply(&damaged.text, &changes);
        files.push(SourceFile { text, ..damaged.clone() });
        let loaded = dsl::load(&files);
        for diagnostic in &loaded.diagnostics {
            let file = files.iter().find(|f| f.name == diagnostic.file).expect("complaints name their file");
            for label in &diagnostic.labels {
                prop_assert!(file.text.get(label.span.clone()).is_some(), "{diagnostic:?}");
            }
        }
        prop_assert!(loaded.rules.vocabulary.operators.is_sorted_by(|a, b| a.name < b.name));
    }
}

#[test]
fn one_broken_rule_costs_one_rule() {
    let whole = dsl::load(
        &FILES
            .iter()
            .filter(|f| f.layer == 0)
            .cloned()
            .collect::<Vec<_>>(),
    );
    for broken in [
        "rule: 1",
        "rule: \"(add ?a\"",
        "when: [NonZero(\"?a\", of: 2)]",
        "doc: \"\\frac\"",
        "whem: []",
    ] {
        let mut files: Vec<SourceFile> = FILES.iter().filter(|f| f.layer == 0).cloned().collect();
        let entry = format!("rules: [\n(id: \"broken-on-purpose\", {broken}),");
        for file in &mut files {
            file.text = file.text.replacen(
                "rules: [",
                &entry,
                usize::from(file.name == "equivalence/arithmetic.ron"),
            );
        }
        let loaded = dsl::load(&files);
        assert_eq!(
            loaded.diagnostics.len(),
            1 + whole.diagnostics.len(),
            "{broken}: {:?}",
            loaded.diagnostics
        );
        assert_eq!(
            loaded.rules.equivalences.len(),
            whole.rules.equivalences.len()
        );
    }
}
