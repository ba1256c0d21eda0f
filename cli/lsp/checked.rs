//! Files as they were checked together.

use std::path::{Path, PathBuf};

use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::dsl::SourceFile;
use mamut_engine::rules::RuleSet;

use super::index::{Index, Sort};
use super::plan::Plan;
use crate::rules;

/// Files, what they say, and what is said of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Checked {
    pub(super) files: Vec<SourceFile>,
    pub(super) rules: RuleSet,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) index: Index,
}

/// Checks the files of a plan over the built-in rules and packs. Packs that there are not are told
/// in the second part.
pub(super) fn check<'t>(
    plan: &Plan,
    packs: &[String],
    text: impl Fn(&Path) -> Option<&'t str>,
) -> (Checked, Vec<String>) {
    let mut files = rules::built_in();
    let mut errors = Vec::new();
    let mut layers = 1..;
    for (name, layer) in packs.iter().zip(&mut layers) {
        match rules::pack(name, layer) {
            Ok(pack) => files.extend(pack),
            Err(error) => errors.push(error.to_string()),
        }
    }
    for (paths, layer) in plan.layers.iter().zip(&mut layers) {
        files.extend(paths.iter().filter_map(|path| {
            Some(SourceFile {
                name: name(path),
                text: text(path)?.to_owned(),
                layer,
            })
        }));
    }
    let loaded = rules::load_files(files);
    let checked = Checked {
        index: Index::new(&loaded.files),
        files: loaded.files,
        rules: loaded.rules,
        diagnostics: loaded.diagnostics,
    };
    (checked, errors)
}

/// The name of a file in complaints.
pub(super) fn name(path: &Path) -> String {
    path.display().to_string()
}

/// What a name in complaints is of; none for files of the binary.
pub(super) fn path(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(name);
    (path.is_absolute() || name.contains(':')).then_some(path)
}

impl Checked {
    /// A file, by its name in complaints.
    pub(super) fn file(&self, name: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.name == name)
    }

    /// The names of styles in templates, closing halves included, with the ids of their styles.
    pub(super) fn styles(&self) -> Vec<(&str, &str)> {
        let styles = self.index.all(Sort::Style).iter();
        let mut names: Vec<(&str, &str)> = styles
            .flat_map(|d| {
                let closing = d.field("pair").map(|pair| (pair, d.id.as_str()));
                [Some((d.id.as_str(), d.id.as_str())), closing]
            })
            .flatten()
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The labels of operators and rules.
    pub(super) fn tags(&self) -> Vec<&str> {
        let operators = self.rules.vocabulary.operators.iter().flat_map(|o| &o.tags);
        let rules = self.rules.equivalences.iter().flat_map(|r| &r.tags);
        let mut tags: Vec<&str> = operators.chain(rules).map(String::as_str).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// The names of files as `uses` has them, with the files.
    pub(super) fn stems(&self) -> Vec<(&str, &SourceFile)> {
        let stem = |file: &'_ SourceFile| -> Option<usize> {
            let end = file.name.strip_suffix(".ron")?.len();
            let start = file.name[..end].rfind(['/', '\\']).map_or(0, |i| i + 1);
            (start < end).then_some(start)
        };
        let mut stems: Vec<(&str, &SourceFile)> = self
            .files
            .iter()
            .filter_map(|file| Some((&file.name[stem(file)?..file.name.len() - 4], file)))
            .collect();
        stems.sort_by_key(|(stem, file)| (*stem, u32::MAX - file.layer));
        stems.dedup_by_key(|(stem, _)| *stem);
        stems
    }
}
