//! Reading: every section of `tests/read/*.tex` reads as the term it names.
//!
//! A section is a line `--- name ---`, LaTeX, a line `=>`, an S-expression (which may span lines).
//! Sections whose last line starts with `!` also name the ids of the complaints, in order.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test harness")]

mod common;

use mamut_engine::latex::Reader;
use mamut_engine::sexpr;
use std::fmt::Write;

/// Reads every section of a file and lists the ones that read otherwise.
fn check(file: &str) -> usize {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    let path = format!("{}/../tests/read/{file}.tex", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let (mut failures, mut count) = (String::new(), 0);
    for section in text.split("\n--- ").skip(1) {
        let (name, rest) = section
            .split_once(" ---\n")
            .unwrap_or_else(|| panic!("{file}: no name in {section}"));
        let (latex, expected) = rest
            .split_once("\n=>\n")
            .unwrap_or_else(|| panic!("{file}: no => in {name}"));
        let (expected, ids) = match expected.trim().rsplit_once("\n!") {
            Some((expected, ids)) => (expected, ids.trim()),
            None => (expected.trim(), ""),
        };
        let formula = reader.read(latex);
        let got = sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms);
        let mut atoms = formula.atoms.clone();
        let wanted = sexpr::parse(expected, &rules.vocabulary, &mut atoms);
        let complaints = formula
            .complaints
            .iter()
            .map(|c| c.id)
            .collect::<Vec<_>>()
            .join(" ");
        count += 1;
        if wanted.as_ref() != Ok(&formula.term) || complaints != ids {
            let error = wanted
                .err()
                .map_or(String::new(), |e| format!("\n  ({})", e.message));
            writeln!(failures, "{name}: {latex}\n  got      {got} ! {complaints}\n  expected {expected} ! {ids}{error}").unwrap();
        }
    }
    assert!(failures.is_empty(), "{file}:\n{failures}");
    count
}

#[test]
fn identities() {
    assert_eq!(check("identities"), 71);
}
