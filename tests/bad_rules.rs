//! Rules that are wrong on purpose, each found out for the right reason.
//!
//! A file of `tests/bad-rules/` is checked deeply over the built-in rules. `// expect ID: TEXT`
//! above a rule says which complaint there must be about it, and what it must say; `…` stands for
//! anything. There must be no other complaint.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mamut_engine::diagnostic::Diagnostic;
use mamut_rw::examine::examine;
use mamut_rw::rules;

/// What is expected of the rule below a line.
struct Expected {
    line: usize,
    id: String,
    text: String,
}

fn expected(text: &str) -> Vec<Expected> {
    let lines = text.lines().enumerate();
    let found = lines.filter_map(|(line, text)| {
        let (id, text) = text.trim().strip_prefix("// expect ")?.split_once(':')?;
        Some(Expected {
            line,
            id: id.to_owned(),
            text: text.trim().to_owned(),
        })
    });
    found.collect()
}

fn line_of(diagnostic: &Diagnostic, text: &str) -> usize {
    let start = diagnostic.labels.first().map_or(0, |l| l.span.start);
    text[..start].matches('\n').count()
}

fn says(diagnostic: &Diagnostic, wanted: &str) -> bool {
    let mut said = diagnostic.message.clone();
    for label in &diagnostic.labels {
        said = said + "; " + &label.message;
    }
    said = said + "; " + diagnostic.help.as_deref().unwrap_or_default();
    let mut rest = said.as_str();
    wanted
        .split('…')
        .all(|part| match rest.split_once(part.trim()) {
            Some((_, after)) => {
                rest = after;
                true
            }
            None => false,
        })
}

/// What is wrong about what is found in a file, and how many rules are wrong as expected.
fn check(path: &Path) -> (usize, Vec<String>) {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).expect("a readable file");
    let none: [&str; 0] = [];
    let loaded = rules::load_over(None, &[], &none, &[path]).expect("rules");
    let only = BTreeSet::from([name.clone()]);
    let mut found = examine(&loaded, Some(&only)).expect("examined").diagnostics;
    found.extend(
        loaded
            .diagnostics
            .iter()
            .filter(|d| d.file == name)
            .cloned(),
    );
    let wanted = expected(&text);
    let mut faults = Vec::new();
    let mut right = 0;
    for (n, one) in wanted.iter().enumerate() {
        let end = wanted.get(n + 1).map_or(usize::MAX, |next| next.line);
        let here: Vec<&Diagnostic> = found
            .iter()
            .filter(|d| (one.line..end).contains(&line_of(d, &text)))
            .collect();
        let fits = |d: &&Diagnostic| d.id == one.id && says(d, &one.text);
        if here.len() == 1 && here.iter().all(fits) {
            right += 1;
        } else {
            let rule = text.lines().nth(one.line + 1).unwrap_or_default().trim();
            let said: Vec<String> = here
                .iter()
                .map(|d| format!("{}: {}", d.id, d.message))
                .collect();
            faults.push(format!(
                "{name}:{}: wanted {}: {}\n  {rule}\n  found {said:#?}",
                one.line + 1,
                one.id,
                one.text
            ));
        }
    }
    let first = wanted.first().map_or(usize::MAX, |one| one.line);
    faults.extend(
        found
            .iter()
            .filter(|d| line_of(d, &text) < first)
            .map(|d| format!("{name}: {}: {}", d.id, d.message)),
    );
    (right, faults)
}

#[test]
fn every_bad_rule_is_found_out() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad-rules");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("tests/bad-rules")
        .map(|e| e.expect("an entry").path())
        .collect();
    paths.sort();
    let (mut right, mut faults) = (0, Vec::new());
    for path in paths {
        let (more, wrong) = check(&path);
        right += more;
        faults.extend(wrong);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(right >= 60, "only {right} rules");
}
