//! The formulas that benches read.

use std::path::Path;

/// Formulas by file: those of the folder that `MAMUT_CORPORA` names (`NAME.formulas.jsonl`, field
/// `latex`), otherwise the named identities and those of `tests/read`.
pub(crate) fn sources() -> Vec<(String, Vec<String>)> {
    if let Some(folder) = std::env::var_os("MAMUT_CORPORA") {
        let sources = files(Path::new(&folder), ".formulas.jsonl", |text| {
            fields(text, "latex")
        });
        if !sources.is_empty() {
            return sources;
        }
    }
    let identities = mamut_rw::commands::bench::identities().map(str::to_owned);
    let mut sources = vec![("identities".to_owned(), identities.collect())];
    let suite = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/read"));
    sources.extend(files(suite, ".tex", |text| {
        let cases = text.split("\n--- ").skip(1);
        cases
            .filter_map(|case| Some(case.lines().nth(1)?.to_owned()))
            .collect()
    }));
    sources
}

/// Texts by file: those of the folder that `MAMUT_CORPORA` names (`NAME.texts.jsonl`, field `text`),
/// otherwise those of `tests/data`.
pub(crate) fn texts() -> Vec<(String, Vec<String>)> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sources");
    let named = std::env::var_os("MAMUT_CORPORA").unwrap_or_default();
    let folders = [
        (Path::new(&named), ".texts.jsonl"),
        (Path::new(own), "texts.jsonl"),
    ];
    let found = folders.map(|(folder, ending)| files(folder, ending, |text| fields(text, "text")));
    found
        .into_iter()
        .find(|texts| !texts.is_empty())
        .unwrap_or_default()
}

/// A field of every row of a file of JSON Lines that has it.
fn fields(text: &str, field: &str) -> Vec<String> {
    let rows = text.lines().filter_map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(row.get(field)?.as_str()?.to_owned())
    });
    rows.collect()
}

/// The files of a folder whose names end so, sorted, each with its formulas.
fn files(
    folder: &Path,
    ending: &str,
    formulas: impl Fn(&str) -> Vec<String>,
) -> Vec<(String, Vec<String>)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let named = paths.iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(ending)?;
        let text = std::fs::read_to_string(path).ok()?;
        Some((name.to_owned(), formulas(&text)))
    });
    named.collect()
}
