//! The formulas that benches read.

use std::path::Path;

use crate::common::{corpora, files};

/// Formulas by file: those of the folder that `MAMUT_CORPORA` names (`NAME.formulas.jsonl`, field
/// `latex`), otherwise the named identities and those of `tests/read`.
pub(crate) fn sources() -> Vec<(String, Vec<String>)> {
    let sources = corpora(".formulas.jsonl", "latex");
    if !sources.is_empty() {
        return sources;
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
