//! Every complaint and every choice of the reader has an example, and says what it says here.
#![allow(clippy::unwrap_used, reason = "a test harness")]

mod common;

use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::latex::Reader;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// Formulas with the id that each is about.
const EXAMPLES: &[(&str, &str)] = &[
    ("ambiguous-division", "a/bc"),
    ("choice-argument", r"\sin ab"),
    ("choice-bars", "|A|"),
    ("choice-call", "f(x+1)"),
    ("choice-change", r"\Delta x"),
    ("choice-complement", "A^c"),
    ("choice-convolution", "(f*g)(x)"),
    ("choice-denominator", "1/2 x"),
    ("choice-differential", "ds^2=dx^2+dy^2"),
    ("choice-divides", r"a\mid b"),
    ("choice-i", "i+1"),
    ("choice-inverse", r"\sin^{-1} x"),
    ("choice-iverson", r"\sum_k [k=1]"),
    ("choice-legendre", r"\left(\frac{a}{p}\right)=1"),
    ("choice-line", r"\bar{z}"),
    ("choice-numbered", "x^{(3)}+1"),
    ("choice-operator", "P(A)"),
    ("choice-pair", "(a,b)"),
    ("choice-power", r"\ln(x+1)^2"),
    ("choice-prime", "x'"),
    ("choice-product", "a(x+1)+a"),
    ("choice-transpose", "A^T"),
    ("expected-operand", r"2\cdot"),
    ("function-index", r"\sin_3 x"),
    ("long-number", "LONG"),
    ("loose-script", "x^10"),
    ("macro-arguments", r"\newcommand{\bb}[1]{#1}\bb"),
    ("macro-definition", r"\newcommand{\bb}[1]{#2}\bb{x}"),
    ("macro-recursion", r"\newcommand{\bb}{\bb x}\bb"),
    ("macro-runaway", "DOUBLING"),
    ("numbers-side-by-side", "2 3"),
    ("stray-token", "a,,b"),
    ("too-deep", "DEEP"),
    ("unbalanced", "(a+b"),
    ("unknown-command", r"\foo"),
    ("unknown-environment", r"\begin{foo}a\end{foo}"),
];

/// What only a vocabulary without the operator `limited` leaves open.
const ELSEWHERE: &[&str] = &["bound-name", "limits"];

/// The LaTeX of an example; some are too long to be written down.
fn latex(example: &str) -> String {
    match example {
        "LONG" => "7".repeat(5001),
        "DEEP" => format!("{}x{}", r"\sqrt{".repeat(250), "}".repeat(250)),
        "DOUBLING" => {
            let names: Vec<char> = ('p'..='z').collect();
            let twice = |pair: &[char]| {
                let call = format!(r"\zz{}", pair[1]).repeat(12);
                format!(r"\newcommand{{\zz{}}}{{{call}}}", pair[0])
            };
            let doubling: String = names.windows(2).map(twice).collect();
            format!(r"{doubling}\newcommand{{\zzz}}{{xxxx}}\zzp")
        }
        _ => example.to_owned(),
    }
}

/// What a complaint says, without its place.
fn said(complaint: &Diagnostic) -> String {
    let mut text = format!("{:?}: {}", complaint.severity, complaint.message);
    for label in &complaint.labels {
        write!(text, "\n  there: {}", label.message).unwrap();
    }
    if let Some(help) = &complaint.help {
        write!(text, "\n  help: {help}").unwrap();
    }
    text
}

#[test]
fn every_id_has_an_example() {
    let rules = common::builtin();
    let reader = Reader::new(&rules).explaining();
    let mut snapshot = String::new();
    for (id, example) in EXAMPLES {
        let formula = reader.read(&latex(example));
        let notes = formula.choices.iter().map(|choice| choice.note());
        let found = formula.complaints.iter().cloned().chain(notes);
        let complaint = found
            .into_iter()
            .find(|c| c.id == *id)
            .unwrap_or_else(|| panic!("{example} is no example of {id}"));
        writeln!(snapshot, "--- {id}: {example}\n{}\n", said(&complaint)).unwrap();
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../tests/read");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("complaints", snapshot));
    let known: BTreeSet<&str> = EXAMPLES.iter().map(|(id, _)| *id).collect();
    for id in ids(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/latex"))) {
        assert!(
            known.contains(id.as_str()) || ELSEWHERE.contains(&id.as_str()),
            "{id} has no example"
        );
    }
}

/// The ids in the sources of the reader.
fn ids(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(ids(&path));
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        for call in [
            "warn(",
            "complain(",
            "Diagnostic::error(",
            "Diagnostic::warning(",
            "refuse(",
            "say(",
        ] {
            for rest in source.split(call).skip(1) {
                let id = rest.trim_start().strip_prefix('"');
                if let Some((id, _)) = id.and_then(|rest| rest.split_once('"')) {
                    found.insert(id.to_owned());
                }
            }
        }
    }
    found
}
