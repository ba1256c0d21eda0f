//! Which files are checked together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use mamut_engine::diagnostic::nearest;
use mamut_engine::dsl::{KINDS, sketch};

use super::documents::Documents;
use crate::rules;

/// How deep folders are searched, how many are, and how many rule files are taken.
const DEEPEST: usize = 16;
const MOST_FOLDERS: usize = 4000;
const MOST_FILES: usize = 2000;

/// Folders of other programs.
const PASSED_OVER: [&str; 2] = ["node_modules", "target"];

/// Folders whose folders are each loaded by name, over the rest.
const ON_DEMAND: [&str; 2] = ["packs", "targets"];

/// Files that are checked together, over the built-in rules and the packs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// Layers, the lowest first.
    pub(super) layers: Vec<Vec<PathBuf>>,
    /// The files whose complaints are shown.
    pub(super) own: BTreeSet<PathBuf>,
}

/// A folder with rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Root {
    pub(super) path: PathBuf,
    /// Whether all its files hold rules; otherwise those do that look like it.
    pub(super) named: bool,
}

/// The texts of the rule files in folders, as they are on the disk. Hidden folders are passed over.
pub(super) fn read(roots: &[Root]) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<(PathBuf, usize)> = roots.iter().map(|r| (r.path.clone(), 0)).collect();
    let mut seen = 0;
    while let Some((folder, depth)) = folders.pop() {
        seen += 1;
        if seen > MOST_FOLDERS {
            break;
        }
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
            if path.is_dir() {
                if depth < DEEPEST && !name.starts_with('.') && !PASSED_OVER.contains(&name) {
                    folders.push((path, depth + 1));
                }
            } else if is_ron(&path)
                && found.len() < MOST_FILES
                && let Ok(text) = rules::contents(&path)
            {
                found.insert(path, text);
            }
        }
    }
    found
}

fn is_ron(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "ron")
}

/// Whether a text begins like a rule file, perhaps with a mistake.
fn looks_right(text: &str) -> bool {
    let kind = sketch::kind(text);
    kind.is_some_and(|kind| KINDS.contains(&kind) || nearest(kind, KINDS).is_some())
}

/// Plans what is checked: everything first, then each pack and each target over it.
///
/// `passed` are files that are no one's: those of the program. Files that are open and in no
/// folder are one layer over the others.
pub(super) fn plans(
    roots: &[Root],
    disk: &BTreeMap<PathBuf, String>,
    open: &Documents,
    passed: impl Fn(&Path) -> bool,
) -> Vec<Plan> {
    let mut texts: BTreeMap<&Path, &str> = BTreeMap::new();
    texts.extend(
        disk.iter()
            .map(|(path, text)| (path.as_path(), text.as_str())),
    );
    texts.extend(
        open.iter()
            .map(|(path, doc)| (path.as_path(), doc.text.as_str())),
    );
    texts.retain(|path, _| !passed(path));
    let targets: BTreeSet<&Path> = texts
        .iter()
        .filter(|(_, text)| sketch::kind(text) == Some("Target"))
        .filter_map(|(path, _)| path.parent())
        .collect();
    let mut layers = vec![Vec::new(); roots.len()];
    let mut outside = Vec::new();
    let mut apart: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for (path, text) in texts {
        // The innermost folder has it, and of equal ones the last.
        let root = (0..roots.len())
            .filter(|&i| path.starts_with(&roots[i].path))
            .max_by_key(|&i| (roots[i].path.components().count(), i));
        let named = root.is_some_and(|i| roots[i].named && is_ron(path));
        if !named && !looks_right(text) {
            continue;
        }
        match root {
            Some(i) => match alone(path, &roots[i].path, &targets) {
                Some(folder) => apart.entry(folder).or_default().push(path.to_owned()),
                None => layers[i].push(path.to_owned()),
            },
            None => outside.push(path.to_owned()),
        }
    }
    layers.push(outside);
    layers.retain(|layer| !layer.is_empty());
    let mut plans = vec![Plan {
        own: layers.iter().flatten().cloned().collect(),
        layers: layers.clone(),
    }];
    for files in apart.into_values() {
        let own = files.iter().cloned().collect();
        let layers = layers.iter().cloned().chain([files]).collect();
        plans.push(Plan { layers, own });
    }
    plans
}

/// The folder of a pack or target that a file below a root belongs to.
fn alone(path: &Path, root: &Path, targets: &BTreeSet<&Path>) -> Option<PathBuf> {
    if let Some(target) = path.ancestors().find(|folder| targets.contains(folder)) {
        return Some(target.to_owned());
    }
    let below = path.strip_prefix(root).ok()?;
    let mut folder = root.to_owned();
    let mut names = below.components();
    while let Some(name) = names.next() {
        folder.push(name);
        if ON_DEMAND.iter().any(|n| name.as_os_str() == *n) {
            let name = names.next()?;
            // A file right in the folder is no pack.
            names.clone().next()?;
            return Some(folder.join(name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(roots: &[(&str, bool)], files: &[(&str, &str)]) -> Vec<Vec<Vec<String>>> {
        let root = |&(path, named): &(&str, bool)| Root {
            path: path.into(),
            named,
        };
        let roots: Vec<Root> = roots.iter().map(root).collect();
        let disk = files
            .iter()
            .map(|(p, t)| (PathBuf::from(p), (*t).to_owned()));
        let plans = plans(&roots, &disk.collect(), &Documents::new(), |p| {
            p.starts_with("/cache")
        });
        let name = |path: &PathBuf| path.display().to_string();
        let layers = |plan: &Plan| {
            let layers = plan.layers.iter();
            layers.map(|l| l.iter().map(name).collect()).collect()
        };
        plans.iter().map(layers).collect()
    }

    #[test]
    fn folders_are_layers_and_packs_are_alone() {
        let files = [
            ("/w/a.ron", "Styles("),
            ("/w/b/c.ron", "Notation("),
            ("/w/game.ron", "(speed: 1)"),
            ("/w/packs/p/x.ron", "Styles()"),
            ("/w/t/deep/x.ron", "Styles()"),
            ("/w/t/t.ron", "Target()"),
            ("/v/v.ron", "Styles()"),
            ("/cache/x.ron", "Styles()"),
            ("/out.ron", "Styles()"),
        ];
        let plans = plan(&[("/w", false), ("/v", false)], &files);
        let main = [
            vec!["/w/a.ron", "/w/b/c.ron"],
            vec!["/v/v.ron"],
            vec!["/out.ron"],
        ];
        assert_eq!(plans[0], main);
        assert_eq!(plans[1].last().unwrap(), &["/w/packs/p/x.ron"]);
        assert_eq!(plans[2].last().unwrap(), &["/w/t/deep/x.ron", "/w/t/t.ron"]);
        assert_eq!((plans.len(), plans[1].len()), (3, 4));
    }

    #[test]
    fn named_folders_are_taken_whole() {
        let files = [("/w/r/a.ron", "Sty"), ("/w/b.ron", "Styles()")];
        assert_eq!(
            plan(&[("/w/r", true)], &files)[0],
            [["/w/r/a.ron"], ["/w/b.ron"]]
        );
        assert_eq!(plan(&[], &[])[0], [[""; 0]; 0]);
    }
}
