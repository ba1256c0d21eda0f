//! The built-in rules, read from the repository, for tests.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses a part of this"
)]

use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::rules::RuleSet;
use std::path::Path;

/// All built-in rule files.
pub(crate) fn files() -> Vec<SourceFile> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    let mut files = Vec::new();
    collect(root, root, &mut files);
    files
}

fn collect(root: &Path, dir: &Path, files: &mut Vec<SourceFile>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        // Packs and targets are loaded on demand.
        if path.ends_with("packs") || path.ends_with("targets") {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|e| e == "ron") {
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            files.push(SourceFile {
                name,
                text: std::fs::read_to_string(&path).unwrap(),
                layer: 0,
            });
        }
    }
}

/// The built-in rules, which must be without errors.
pub(crate) fn builtin() -> RuleSet {
    let loaded = dsl::load(&files());
    assert!(loaded.is_clean(), "{:#?}", loaded.diagnostics);
    loaded.rules
}
