//! Corpus files: those in the binary, and directories that add to them.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use include_dir::{Dir, include_dir};
use mamut_engine::corpus::{self, Corpus};
use mamut_engine::diagnostic::Severity;
use mamut_engine::dsl::SourceFile;

use crate::diagnostics;
use crate::rules::{self, Fnv, Loaded};

static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/corpus");

/// Identities, and the files that they come from with what is wrong in them.
#[derive(Clone, Debug, Default)]
pub struct Identities {
    /// The identities without errors.
    pub corpus: Corpus,
    /// The files and complaints; no rules.
    pub loaded: Loaded,
}

/// Loads the built-in identities and, over them in order, those of some directories or files.
///
/// # Errors
/// When a directory cannot be read or holds no `.ron` file. Mistakes in files are diagnostics.
pub fn load(paths: &[PathBuf]) -> Result<Identities> {
    let mut files = built_in();
    for (path, layer) in paths.iter().zip(1..) {
        let before = files.len();
        read(path, layer, &mut files)?;
        ensure!(files.len() > before, "no .ron file in {}", path.display());
    }
    Ok(of(files))
}

/// Loads these files and no others.
pub fn of(files: Vec<SourceFile>) -> Identities {
    let (corpus, diagnostics) = corpus::load(&files);
    let loaded = Loaded {
        files,
        diagnostics,
        ..Loaded::default()
    };
    Identities { corpus, loaded }
}

/// Shows what is wrong in the files.
pub fn complain(identities: &Identities) {
    let loaded = &identities.loaded;
    let all = loaded.diagnostics.iter();
    for diagnostic in all.filter(|d| d.severity == Severity::Error) {
        anstream::eprintln!("{}", diagnostics::of_rules(diagnostic, loaded));
    }
    let errors = loaded.errors();
    if errors > 0 {
        anstream::eprintln!(
            "mamut-rw: identities are left out because of {}",
            diagnostics::count(errors, "error")
        );
    }
}

/// The corpus files in the binary.
pub fn built_in() -> Vec<SourceFile> {
    let files = BUILT_IN.files().filter_map(|file| {
        let name = file.path().to_str()?.replace('\\', "/");
        Some(SourceFile {
            text: file.contents_utf8()?.to_owned(),
            name: name.ends_with(".ron").then_some(name)?,
            layer: 0,
        })
    });
    let mut files: Vec<SourceFile> = files.collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

/// Reads the files of a directory, or one file.
///
/// # Errors
/// When one cannot be read.
pub fn read(path: &Path, layer: u32, files: &mut Vec<SourceFile>) -> Result<()> {
    rules::read(path, layer, files)
}

/// A hash of what identities say; where they are written does not matter.
pub fn hash(corpus: &Corpus) -> u64 {
    use std::fmt::Write;
    let mut hash = Fnv::default();
    for identity in &corpus.identities {
        let corpus::Identity {
            id,
            names,
            aliases,
            versions,
            false_versions,
            similar,
            replace,
            falsify,
            ..
        } = identity;
        // Writing to a hash cannot fail.
        let _ = write!(hash, "{id:?}{names:?}{aliases:?}{similar:?}");
        for version in versions.iter().chain(false_versions) {
            let _ = write!(
                hash,
                "{:?}{:?}{:?}",
                version.id, version.source, version.declare
            );
        }
        for replace in replace.iter().chain(falsify) {
            let _ = write!(
                hash,
                "{:?}{:?}{:?}",
                replace.from, replace.to, replace.place
            );
        }
    }
    hash.0
}
