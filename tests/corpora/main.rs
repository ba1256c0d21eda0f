//! Formulas that nobody here wrote: how many are read, and whether what is written reads back.
//!
//! Runs when `MAMUT_CORPORA` names a folder of `NAME.formulas.jsonl` with a formula in the field
//! `latex` of every line; `MAMUT_CORPORA_ONLY` keeps the files whose name contains it.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking and prints what it measured"
)]

#[path = "../common/mod.rs"]
mod common;

mod coverage;
mod decided;
mod roundtrip;

use std::path::Path;

pub(crate) use common::parallel::parallel;

/// The formulas of one file.
pub(crate) struct Corpus {
    pub(crate) name: String,
    /// Ids and LaTeX.
    pub(crate) formulas: Vec<(String, String)>,
}

/// The formulas of the folder; none when no folder is named.
pub(crate) fn corpora() -> Option<Vec<Corpus>> {
    let Some(folder) = std::env::var_os("MAMUT_CORPORA") else {
        println!("skipped: MAMUT_CORPORA names no folder of *.formulas.jsonl");
        return None;
    };
    let only = std::env::var("MAMUT_CORPORA_ONLY").unwrap_or_default();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(Path::new(&folder)).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".formulas.jsonl") else {
            continue;
        };
        if name.contains(&only) {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push(Corpus {
                name: name.to_owned(),
                formulas: text.lines().map(formula).collect(),
            });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!found.is_empty(), "no *.formulas.jsonl in {folder:?}");
    Some(found)
}

fn formula(line: &str) -> (String, String) {
    let row: serde_json::Value = serde_json::from_str(line).unwrap();
    let field = |name: &str| row[name].as_str().unwrap().to_owned();
    (field("id"), field("latex"))
}

/// What a panic said.
pub(crate) fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}
