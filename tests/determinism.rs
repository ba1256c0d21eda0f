//! The same seed gives the same bytes, whatever the threads and the order of the rules; counts
//! are what listing gives.

use std::collections::BTreeSet;
use std::process::Command;

use mamut_engine::choice::Key;
use mamut_engine::dsl::SourceFile;
use mamut_printer::Choice;
use mamut_rw::args::{Search, TierName};
use mamut_rw::pipeline::Pipeline;
use mamut_rw::rules;

const FORMULAS: [&str; 7] = [
    "(a+b)^2 = a^2 + 2ab + b^2",
    r"\sum_{k=0}^{n} \binom{n}{k} a^{n-k} b^k = (a+b)^n",
    r"f'(x) = \lim_{h \to 0} \frac{f(x+h)-f(x)}{h}",
    r"A \cup (B \cap C) = (A \cup B) \cap (A \cup C)",
    r"\int_a^b f(x) \,dx = F(b) - F(a)",
    r"\sin^2(x) + \cos^2(x) = 1",
    r"a \le b",
];

fn search(tier: TierName) -> Search {
    Search {
        tier,
        max_size: 1.4,
    }
}

fn generate(args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .arg("generate")
        .args(FORMULAS)
        .args(args)
        .output();
    let output = output.expect("the binary runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

#[test]
fn threads_change_nothing() {
    let one = generate(&[
        "-n", "60", "--format", "jsonl", "--trace", "-j1", "--seed", "5",
    ]);
    assert_eq!(
        one,
        generate(&[
            "-n", "60", "--format", "jsonl", "--trace", "-j2", "--seed", "5"
        ])
    );
    assert_eq!(
        one,
        generate(&[
            "-n", "60", "--format", "jsonl", "--trace", "-j7", "--seed", "5"
        ])
    );
    assert_ne!(
        one,
        generate(&[
            "-n", "60", "--format", "jsonl", "--trace", "-j1", "--seed", "6"
        ])
    );
}

#[test]
fn all_strings_of_a_run_are_distinct() {
    let rules = rules::load::<&str>(&[]).expect("the built-in rules").rules;
    let mut pipeline = Pipeline::new(&rules, &search(TierName::Structure));
    for choice in [Choice::Weighted, Choice::Uniform] {
        pipeline.choice = choice;
        for formula in FORMULAS {
            let prepared = pipeline
                .prepare(formula)
                .unwrap_or_else(|f| panic!("{formula}: {:?}", f.complaints));
            let mut versions = pipeline.versions(&prepared);
            let mut seen = BTreeSet::new();
            while seen.len() < 300
                && let Some(version) = versions.next_version()
            {
                assert!(
                    seen.insert(version.text.to_owned()),
                    "{formula}: {} twice",
                    version.text
                );
            }
        }
    }
}

#[test]
fn the_order_of_rules_changes_nothing() {
    let files = rules::built_in();
    let plain = rules::load_files(files.clone());
    let wanted = rows(&plain.rules);
    for seed in 0..3 {
        let mut shuffled = files.clone();
        let mut draws = Key::seed(seed).draws();
        draws.shuffle(&mut shuffled);
        for file in &mut shuffled {
            file.text = shuffle_entries(&file.text, &mut |n| draws.below(n));
        }
        let other = rules::load_files(shuffled);
        assert_eq!(rules::hash(&plain.rules), rules::hash(&other.rules));
        assert_eq!(wanted, rows(&other.rules));
    }
}

fn rows(rules: &mamut_engine::rules::RuleSet) -> Vec<String> {
    let pipeline = Pipeline::new(rules, &search(TierName::Structure));
    let mut rows = Vec::new();
    for formula in FORMULAS {
        let prepared = pipeline
            .prepare(formula)
            .unwrap_or_else(|f| panic!("{formula}: {:?}", f.complaints));
        let mut versions = pipeline.versions(&prepared);
        for _ in 0..20 {
            rows.extend(versions.next_version().map(|v| v.text.to_owned()));
        }
    }
    rows
}

/// Shuffles the entries of the lists `rules`, `notations`, `styles` and `operators` of a file.
fn shuffle_entries(text: &str, below: &mut impl FnMut(usize) -> usize) -> String {
    let mut text = text.to_owned();
    for list in ["rules: [", "notations: [", "styles: [", "operators: ["] {
        let Some(start) = text
            .find(&format!("    {list}"))
            .map(|at| at + 4 + list.len())
        else {
            continue;
        };
        let (mut entries, end) = entries(&text, start);
        for i in (1..entries.len()).rev() {
            entries.swap(i, below(i + 1));
        }
        text = format!(
            "{}\n{},\n    {}",
            &text[..start],
            entries.join(",\n"),
            &text[end..]
        );
    }
    text
}

/// The entries of a list, split at commas outside of brackets, strings and comments.
fn entries(text: &str, start: usize) -> (Vec<String>, usize) {
    let bytes = text.as_bytes();
    let (mut depth, mut at, mut from) = (0, start, start);
    let mut found = Vec::new();
    loop {
        match bytes[at] {
            b'/' if bytes[at + 1] == b'/' => at += text[at..].find('\n').expect("a line ends"),
            b'"' => {
                let hashes = text[..at].bytes().rev().take_while(|b| *b == b'#').count();
                let raw = text[..at - hashes].ends_with('r');
                let mut end = at + 1;
                loop {
                    match bytes[end] {
                        b'\\' if !raw => end += 1,
                        b'"' if bytes[end + 1..].iter().take_while(|b| **b == b'#').count()
                            >= hashes =>
                        {
                            break;
                        }
                        _ => {}
                    }
                    end += 1;
                }
                at = end + hashes;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b']' if depth == 0 => break,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                found.push(text[from..at].to_owned());
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if !text[from..at].trim().is_empty() && text[from..at].contains('(') {
        found.push(text[from..at].to_owned());
    }
    // A comment before an entry moves with it and must end its line.
    (
        found
            .into_iter()
            .map(|entry| entry.trim_end().to_owned())
            .collect(),
        at,
    )
}

#[test]
fn counts_are_what_listing_gives() {
    let rules = rules::load::<&str>(&[]).expect("the built-in rules").rules;
    let formulas = [
        "a+b",
        "a \\le b",
        "a^2",
        "\\frac{a}{2}",
        "A \\cup B",
        "2x",
        "x+y+z",
        "f(x)",
        "\\sqrt{x}",
        "n!",
        "a-b",
    ];
    for tier in [TierName::Notation, TierName::Structure] {
        let mut pipeline = Pipeline::new(&rules, &search(tier));
        pipeline.choice = Choice::All;
        for (formula, substitute) in formulas.iter().flat_map(|f| [(f, false), (f, true)]) {
            pipeline.substitute = substitute;
            let prepared = pipeline
                .prepare(formula)
                .unwrap_or_else(|f| panic!("{formula}: {:?}", f.complaints));
            let (count, exact) = pipeline.count(&prepared);
            assert!(exact, "{formula}");
            if count > 100_000_u32.into() {
                continue;
            }
            let mut versions = pipeline.versions(&prepared);
            let mut listed = 0_u64;
            while versions.next_version().is_some() {
                listed += 1;
            }
            assert_eq!(
                count,
                listed.into(),
                "{formula}, {tier:?}, substituted: {substitute}"
            );
        }
    }
}

#[test]
fn layers_replace_built_in_rules() {
    let mut files = rules::built_in();
    let text = r#"Styles(about: "One sign.", styles: [(id: "times", doc: "A cross.", decide: Formula, forms: [(1, r"\times")])])"#;
    files.push(SourceFile {
        name: "mine.ron".to_owned(),
        text: text.to_owned(),
        layer: 1,
    });
    let loaded = rules::load_files(files);
    let style = loaded
        .rules
        .styles
        .iter()
        .find(|style| style.id == "times")
        .expect("the style");
    assert_eq!(style.forms.len(), 1, "{:?}", loaded.diagnostics);
}
