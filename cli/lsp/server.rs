//! What the server knows: settings, texts, what was checked and what was told.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, stdout};
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use lsp_types::{Diagnostic, Location, Uri};
use mamut_engine::dsl::SourceFile;
use serde::Serialize;
use serde_json::{Value, json};

use super::built_in::BuiltIn;
use super::checked::{self, Checked};
use super::documents::{Document, Documents};
use super::places::Lines;
use super::plan::{self, Plan, Root};
use super::settings::Settings;
use super::{message, publish, uri};
use crate::args::Global;

/// The server.
pub(super) struct Server {
    /// Of the command line: what holds where the client says nothing.
    defaults: Settings,
    pub(super) settings: Settings,
    pub(super) folders: Vec<PathBuf>,
    pub(super) open: Documents,
    pub(super) built_in: BuiltIn,
    /// Whether `initialize` was answered.
    pub(super) ready: bool,
    /// Whether `shutdown` was asked for.
    pub(super) over: bool,
    /// Whether the client can fill in snippets.
    pub(super) snippets: bool,
    /// Whether the client can be asked to watch files.
    pub(super) watches: bool,
    roots: Vec<Root>,
    disk: BTreeMap<PathBuf, String>,
    plans: Vec<Plan>,
    checked: Vec<Checked>,
    /// Plans whose files have changed.
    stale: BTreeSet<usize>,
    /// What was told of each file, at which version.
    told: BTreeMap<PathBuf, (Uri, Option<i32>, Vec<Diagnostic>)>,
    /// Errors in settings that were told.
    said: BTreeSet<String>,
    requests: i32,
}

impl Server {
    pub(super) fn new(global: &Global) -> Self {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let rules: Vec<PathBuf> = global.rules.iter().map(absolute).collect();
        Self {
            defaults: Settings {
                rules: Some(rules).filter(|rules| !rules.is_empty()),
                packs: Some(global.packs.clone()),
            },
            settings: Settings::default(),
            folders: Vec::new(),
            open: Documents::new(),
            built_in: BuiltIn::new(),
            ready: false,
            over: false,
            snippets: false,
            watches: false,
            roots: Vec::new(),
            disk: BTreeMap::new(),
            plans: Vec::new(),
            checked: Vec::new(),
            stale: BTreeSet::new(),
            told: BTreeMap::new(),
            said: BTreeSet::new(),
            requests: 0,
        }
    }

    /// Reads all folders again.
    pub(super) fn read_folders(&mut self) -> io::Result<()> {
        let here = || std::env::current_dir().unwrap_or_default();
        let base = self.folders.first().cloned().unwrap_or_else(here);
        let named = self
            .settings
            .rules
            .as_ref()
            .or(self.defaults.rules.as_ref());
        self.roots = match named {
            Some(rules) => rules
                .iter()
                .map(|path| Root {
                    path: plain(&base.join(path)),
                    named: true,
                })
                .collect(),
            None => {
                let root = |path: &PathBuf| Root {
                    path: path.clone(),
                    named: false,
                };
                self.folders.iter().map(root).collect()
            }
        };
        self.disk = plan::read(&self.roots);
        self.plans.clear();
        self.plan()
    }

    /// Takes note of a text that has changed, come or gone.
    pub(super) fn changed(&mut self, path: &Path) -> io::Result<()> {
        self.plan()?;
        let holds = |plan: &Plan| plan.own.contains(path);
        let touched: Vec<usize> = (0..self.plans.len())
            .filter(|&i| holds(&self.plans[i]))
            .collect();
        // All others stand over the first.
        match touched.first() {
            Some(0) => self.stale.extend(0..self.plans.len()),
            _ => self.stale.extend(touched),
        }
        Ok(())
    }

    /// Plans what is checked together, and takes back what was said of files that are gone.
    fn plan(&mut self) -> io::Result<()> {
        let built_in = &self.built_in;
        let plans = plan::plans(&self.roots, &self.disk, &self.open, |p| built_in.holds(p));
        if plans != self.plans {
            self.stale = (0..plans.len()).collect();
            self.checked.resize(plans.len(), Checked::default());
            self.plans = plans;
        }
        let own = |path: &Path| self.plans.iter().any(|plan| plan.own.contains(path));
        let gone: Vec<PathBuf> = self.told.keys().filter(|p| !own(p)).cloned().collect();
        for path in gone {
            if let Some((uri, _, told)) = self.told.remove(&path)
                && !told.is_empty()
            {
                let params = json!({"uri": uri, "diagnostics": []});
                self.notify("textDocument/publishDiagnostics", params)?;
            }
        }
        Ok(())
    }

    /// Checks one plan of those whose files have changed; whether there was one.
    pub(super) fn check_next(&mut self) -> io::Result<bool> {
        if !self.ready {
            return Ok(false);
        }
        let Some(index) = self.stale.pop_first() else {
            return Ok(false);
        };
        let packs = self
            .settings
            .packs
            .as_ref()
            .or(self.defaults.packs.as_ref());
        let packs = packs.cloned().unwrap_or_default();
        let (disk, open) = (&self.disk, &self.open);
        let text = |path: &Path| {
            let open = open.get(path).map(|doc| doc.text.as_str());
            open.or_else(|| disk.get(path).map(String::as_str))
        };
        let (checked, errors) = checked::check(&self.plans[index], &packs, text);
        self.checked[index] = checked;
        for error in errors {
            if self.said.insert(error.clone()) {
                self.notify("window/showMessage", json!({"type": 1, "message": error}))?;
            }
        }
        let own: Vec<PathBuf> = self.plans[index].own.iter().cloned().collect();
        for path in own {
            let Some(uri) = self.uri(&path) else { continue };
            let found =
                publish::diagnostics(self, &self.checked[index], &checked::name(&path), &uri);
            let version = self.open.get(&path).map(|doc| doc.version);
            let news = (uri, version, found);
            if self
                .told
                .get(&path)
                .map_or(news.2.is_empty() && version.is_none(), |t| *t == news)
            {
                continue;
            }
            let (uri, version, found) = &news;
            let params = json!({"uri": uri, "version": version, "diagnostics": found});
            self.told.insert(path, news.clone());
            self.notify("textDocument/publishDiagnostics", params)?;
        }
        Ok(true)
    }

    /// Checks the rules around a file, if they have changed.
    pub(super) fn check(&mut self, path: &Path) -> io::Result<()> {
        let index = self.index(path);
        while self.stale.contains(&index) && self.check_next()? {}
        Ok(())
    }

    /// What was known about the rules around a file when they were checked.
    pub(super) fn known(&self, path: &Path) -> &Checked {
        static NOTHING: OnceLock<Checked> = OnceLock::new();
        let known = self.checked.get(self.index(path));
        known.unwrap_or_else(|| NOTHING.get_or_init(Checked::default))
    }

    /// The plan that a file is in; for others the first.
    fn index(&self, path: &Path) -> usize {
        let mut plans = self.plans.iter();
        plans.position(|plan| plan.own.contains(path)).unwrap_or(0)
    }

    /// What the client showed of a file.
    pub(super) fn told(&self, path: &Path) -> &[Diagnostic] {
        self.told.get(path).map_or(&[], |(_, _, told)| told)
    }

    /// The URI of a file, as the client spells it where it is open.
    pub(super) fn uri(&self, path: &Path) -> Option<Uri> {
        match self.open.get(path) {
            Some(Document { uri, .. }) => Some(uri.clone()),
            None => uri::of_path(path),
        }
    }

    /// A place of a file, by its name in complaints. Files of the binary are written to be opened.
    pub(super) fn location(
        &self,
        file: &SourceFile,
        span: &std::ops::Range<usize>,
    ) -> Option<Location> {
        let uri = match checked::path(&file.name) {
            Some(path) => self.uri(&path),
            None => self.built_in.rules(&file.name),
        };
        Some(Location {
            uri: uri?,
            range: Lines::new(&file.text).places(span),
        })
    }

    /// The text of a file that is open, or of one that was found in a folder.
    pub(super) fn text(&self, path: &Path) -> Option<&str> {
        let open = self.open.get(path).map(|doc| doc.text.as_str());
        open.or_else(|| self.disk.get(path).map(String::as_str))
    }

    /// Sends a notification.
    pub(super) fn notify(&self, method: &str, params: impl Serialize) -> io::Result<()> {
        self.send(json!({"method": method, "params": params}))
    }

    /// Sends a request, whose answer does not matter.
    pub(super) fn request(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.requests += 1;
        let id = format!("mamut-rw-{}", self.requests);
        self.send(json!({"id": id, "method": method, "params": params}))
    }

    /// Sends a message.
    pub(super) fn send(&self, message: Value) -> io::Result<()> {
        message::write(&mut stdout().lock(), message)
    }
}

/// A path without `.` and `..`, as editors have it.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}
