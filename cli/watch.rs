//! Files that are looked at again and again for changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::interrupt;
use crate::rules;

/// How often files are looked at.
const EVERY: Duration = Duration::from_millis(50);

/// How long a file must not change before it is read: editors write in several steps.
const CALM: Duration = Duration::from_millis(15);

/// The most times that calm is waited for.
const PATIENCE: usize = 10;

type State = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

/// Watches files and the rule files in directories.
#[derive(Debug)]
pub struct Watch {
    paths: Vec<PathBuf>,
    seen: State,
}

impl Watch {
    /// Begins to watch; changes count from now on.
    pub fn new<P: AsRef<Path>>(paths: &[P]) -> Self {
        interrupt::listen();
        let paths: Vec<PathBuf> = paths.iter().map(|p| p.as_ref().to_owned()).collect();
        let seen = look(&paths);
        Self { paths, seen }
    }

    /// Waits for a change and names the files that changed, came or went; none after Ctrl-C.
    pub fn next_change(&mut self) -> Option<Vec<PathBuf>> {
        loop {
            if interrupt::asked() {
                return None;
            }
            let mut now = look(&self.paths);
            if now != self.seen {
                for _ in 0..PATIENCE {
                    std::thread::sleep(CALM);
                    let later = look(&self.paths);
                    let calm = later == now;
                    now = later;
                    if calm {
                        break;
                    }
                }
                let before = std::mem::replace(&mut self.seen, now);
                let names = before.keys().chain(self.seen.keys());
                let mut changed: Vec<PathBuf> = names
                    .filter(|path| before.get(*path) != self.seen.get(*path))
                    .cloned()
                    .collect();
                changed.sort();
                changed.dedup();
                if !changed.is_empty() {
                    return Some(changed);
                }
            }
            std::thread::sleep(EVERY);
        }
    }
}

fn look(paths: &[PathBuf]) -> State {
    let mut state = State::new();
    for path in paths {
        // A directory that is gone for a moment holds nothing for a moment.
        for file in rules::find(&[path]).unwrap_or_default() {
            let about = std::fs::metadata(&file).ok();
            let about = about.and_then(|m| Some((m.modified().ok()?, m.len())));
            state.insert(file, about);
        }
    }
    state
}

/// The names of some files in a few words.
pub fn name(files: &[PathBuf]) -> String {
    match files {
        [one] => one.display().to_string(),
        [one, another] => format!("{} and {}", one.display(), another.display()),
        [one, rest @ ..] => format!("{} and {} other files", one.display(), rest.len()),
        [] => String::new(),
    }
}
