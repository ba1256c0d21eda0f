//! The files of a path: itself, or those of a directory in the order of their names.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use mamut_engine::diagnostic::Diagnostic;

use super::Found;
use crate::input::Place;
use crate::packed::{plain, unpacked};

/// A file and its name within the path that was asked for, with `/` on every system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named {
    pub(super) path: PathBuf,
    pub(super) name: String,
}

/// Walks through a directory; no more than one directory of every depth is in memory.
#[derive(Debug)]
pub(super) struct Files {
    extensions: &'static [&'static str],
    /// The path that was asked for, until there is a file.
    asked: Option<PathBuf>,
    /// What is still to be looked at, the next one last.
    waiting: Vec<Named>,
}

/// The files of a path that have one of these extensions; a file is taken whatever it is called.
///
/// # Errors
/// When there is nothing at that path; later, when a directory has none of them.
pub(super) fn files(path: &Path, extensions: &'static [&'static str]) -> Result<Files> {
    ensure!(
        path.exists(),
        "cannot open {}: there is no such file or directory",
        path.display()
    );
    let name = if path.is_dir() {
        String::new()
    } else {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    Ok(Files {
        extensions,
        asked: Some(path.to_owned()),
        waiting: vec![Named {
            path: path.to_owned(),
            name,
        }],
    })
}

impl Files {
    /// The same where a directory may have none of them.
    pub(super) fn optional(self) -> Self {
        Self {
            asked: None,
            ..self
        }
    }

    fn open(&mut self, directory: &Named) -> Result<()> {
        let cannot = || format!("cannot read {}", directory.path.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(&directory.path).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let path = entry.path();
            let is_file = !path.is_dir();
            let own = entry.file_name().to_string_lossy().into_owned();
            let extension = plain(&path).extension().and_then(|e| e.to_str());
            let extension = extension.unwrap_or("");
            if own.starts_with('.') || is_file && !self.extensions.contains(&extension) {
                continue;
            }
            let name = if directory.name.is_empty() {
                own
            } else {
                format!("{}/{own}", directory.name)
            };
            found.push(Named { path, name });
        }
        found.sort_by(|a, b| b.cmp(a));
        self.waiting.extend(found);
        Ok(())
    }
}

impl Iterator for Files {
    type Item = Result<Named>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(next) = self.waiting.pop() else {
                let path = self.asked.take()?;
                let wanted = self.extensions.join(" or .");
                return Some(Err(anyhow!(
                    "{}: there is no .{wanted} file in this directory",
                    path.display()
                )));
            };
            if !next.path.is_dir() {
                self.asked = None;
                return Some(Ok(next));
            }
            if let Err(error) = self.open(&next) {
                self.asked = None;
                return Some(Err(error));
            }
        }
    }
}

/// The text of a file, or the complaint that it is none.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn text(file: &Named) -> Result<Result<String, Found>> {
    let cannot = || format!("cannot read {}", file.path.display());
    let mut bytes = Vec::new();
    let opened = File::open(&file.path).with_context(cannot)?;
    let mut opened = unpacked(&file.path, opened).with_context(cannot)?;
    opened.read_to_end(&mut bytes).with_context(cannot)?;
    if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        bytes = rest.to_vec();
    }
    Ok(String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid]
            .iter()
            .filter(|b| **b == b'\n')
            .count();
        let said = format!("this file is no UTF-8 from byte {valid} on");
        let complaint = Diagnostic::error("bad-encoding", said, 0..0, "left out")
            .with_help("iconv -f LATIN1 -t UTF-8 rewrites a file that is in Latin-1");
        broken(&file.path, line + 1, complaint)
    }))
}

/// A record of a file that cannot be read.
pub(super) fn broken(path: &Path, line: usize, complaint: Diagnostic) -> Found {
    let place = Place {
        file: path.display().to_string(),
        line,
        ..Place::default()
    };
    Found::Broken(place, complaint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_walked_in_order() {
        let root = std::env::temp_dir().join(format!("mamut-rw-files-{}", std::process::id()));
        for name in [
            "b/2.json",
            "b/10.json",
            "a.json",
            "b/c/x.json",
            "b/x.md",
            ".h/y.json",
        ] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            fs::write(path, "{}").expect("a file");
        }
        let found = files(&root, &["json"]).expect("a directory");
        let names: Vec<_> = found.map(|f| f.expect("readable").name).collect();
        fs::remove_dir_all(&root).expect("a directory");
        assert_eq!(names, ["a.json", "b/10.json", "b/2.json", "b/c/x.json"]);
        assert!(files(&root, &["json"]).is_err());
    }

    #[test]
    fn a_directory_without_files_of_the_format_is_an_error() {
        let root = std::env::temp_dir().join(format!("mamut-rw-no-files-{}", std::process::id()));
        fs::create_dir_all(&root).expect("a directory");
        fs::write(root.join("x.md"), "").expect("a file");
        let mut found = files(&root, &["jsonl", "ndjson"]).expect("a directory");
        let said = found.next().expect("an error").expect_err("no file");
        fs::remove_dir_all(&root).expect("a directory");
        assert!(
            said.to_string().contains("no .jsonl or .ndjson file"),
            "{said}"
        );
        assert!(found.next().is_none());
    }
}
