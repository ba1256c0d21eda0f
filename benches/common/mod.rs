//! The files that benches read.

use std::path::Path;

/// What the files of the folder that `MAMUT_CORPORA` names and whose names end so have in a field of
/// their rows, by file; nothing when it is not set.
pub(crate) fn corpora(ending: &str, field: &str) -> Vec<(String, Vec<String>)> {
    let folder = std::env::var_os("MAMUT_CORPORA");
    let of = |folder| files(Path::new(&folder), ending, |text| fields(text, field));
    folder.map(of).unwrap_or_default()
}

/// A field of every row of a file of JSON Lines that has it.
pub(crate) fn fields(text: &str, field: &str) -> Vec<String> {
    let rows = text.lines().filter_map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(row.get(field)?.as_str()?.to_owned())
    });
    rows.collect()
}

/// The files of a folder whose names end so, sorted, each with what is in it.
pub(crate) fn files(
    folder: &Path,
    ending: &str,
    read: impl Fn(&str) -> Vec<String>,
) -> Vec<(String, Vec<String>)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let named = paths.iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(ending)?;
        let text = std::fs::read_to_string(path).ok()?;
        Some((name.to_owned(), read(&text)))
    });
    named.collect()
}
