//! What most rows look like: of the first versions of a formula at most so many are spelled as nobody
//! writes it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::compile;
use mamut_engine::choice::Key;
use mamut_printer::{Choice, Versions};

/// So many versions of each formula are looked at.
const VERSIONS: usize = 60;

/// A formula, what is poor in a version of it, and in how many of a hundred it may be.
const HABITS: &[(&str, Poor, usize)] = &[
    (r"V = 4 \pi r^3", Poor::UnrolledPower, 12),
    (r"y = a x^3 + b x^2 + c", Poor::UnrolledPower, 12),
    (r"\frac{4}{3} \pi r^3 = V", Poor::UnrolledPower, 20),
    (r"E = \frac{1}{2} m v^2", Poor::UnrolledPower, 10),
];

/// What is poor.
#[derive(Clone, Copy, Debug)]
enum Poor {
    /// A letter stands beside itself or its power.
    UnrolledPower,
}

impl Poor {
    fn is(self, text: &str) -> bool {
        match self {
            Self::UnrolledPower => unrolled(text),
        }
    }
}

/// Whether a letter is a factor twice within a term.
fn unrolled(text: &str) -> bool {
    text.split(['+', '-', '=', '{', '}']).any(|term| {
        let plain = term.replace(r"\cdot", "").replace(r"\times", "");
        let letters: Vec<char> = plain.chars().filter(char::is_ascii_lowercase).collect();
        let command = plain.contains('\\');
        !command && (1..letters.len()).any(|i| letters[..i].contains(&letters[i]))
    })
}

#[test]
fn most_versions_are_written_as_usual() {
    let mut failures = Vec::new();
    for (latex, poor, most) in HABITS {
        let compiled = compile(latex);
        let names = compiled.plan.source_names();
        let key = Key::seed(5);
        let plan = Some(&compiled.plan);
        let mut versions = Versions::new(&compiled.grammar, plan, names, key, Choice::Weighted);
        let mut found = Vec::new();
        for _ in 0..VERSIONS {
            let version = versions.next_version().unwrap();
            if poor.is(version.text) {
                found.push(version.text.to_owned());
            }
        }
        if found.len() * 100 > most * VERSIONS {
            let share = found.len() * 100 / VERSIONS;
            failures.push(format!(
                "{latex}: {share} % {poor:?}, at most {most}: {found:#?}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_poor_spelling_is_seen() {
    for text in ["y = xx", r"x \cdot x^2 = y", "a + r r^2"] {
        assert!(unrolled(text), "{text}");
    }
    for text in ["y = x^2", "ab + ba", r"\frac{x}{x}"] {
        assert!(!unrolled(text), "{text}");
    }
}
