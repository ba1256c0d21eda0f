//! Rules and pages of the binary as files that editors can open, in a folder for caches.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

use super::uri;
use crate::commands::rules::explain_error::pages;
use crate::rules::{self, Fnv};

/// Where files of the binary are written when one is asked for.
#[derive(Debug)]
pub(super) struct BuiltIn {
    folder: PathBuf,
}

impl BuiltIn {
    /// A folder of its own for every state of the built-in rules.
    pub(super) fn new() -> Self {
        let mut hash = Fnv::default();
        for file in rules::built_in() {
            hash.add(file.text.as_bytes());
        }
        for (_, page) in pages() {
            hash.add(page.as_bytes());
        }
        let folder = cache().join("mamut-rw").join(format!("{:016x}", hash.0));
        Self { folder }
    }

    /// Whether a file is one of those.
    pub(super) fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.folder)
    }

    /// A rule file of the binary, by its name in complaints.
    pub(super) fn rules(&self, name: &str) -> Option<Uri> {
        self.write(&format!("rules/{name}"), rules::built_in_text(name)?)
    }

    /// The page of a complaint.
    pub(super) fn page(&self, id: &str) -> Option<Uri> {
        let pages = pages();
        let (_, text) = pages.iter().find(|(known, _)| *known == id)?;
        self.write(&format!("errors/{id}.md"), text)
    }

    /// Writes a file unless it is there. It cannot be written to by the editor.
    fn write(&self, name: &str, text: &str) -> Option<Uri> {
        let path = self.folder.join(name);
        if fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
            return uri::of_path(&path);
        }
        fs::create_dir_all(path.parent()?).ok()?;
        // Complete or not at all, whoever else writes it now.
        let part = path.with_extension(format!("{}.part", std::process::id()));
        fs::write(&part, text).ok()?;
        let mut rights = fs::metadata(&part).ok()?.permissions();
        rights.set_readonly(true);
        fs::set_permissions(&part, rights).ok()?;
        fs::rename(&part, &path).ok()?;
        uri::of_path(&path)
    }
}

/// The folder for caches of this user, or of all when there is none.
fn cache() -> PathBuf {
    let folder = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    let home = || folder("HOME");
    let own = folder("XDG_CACHE_HOME").or_else(|| match env::consts::OS {
        "windows" => folder("LOCALAPPDATA"),
        "macos" => home().map(|home| home.join("Library/Caches")),
        _ => home().map(|home| home.join(".cache")),
    });
    own.unwrap_or_else(env::temp_dir)
}
