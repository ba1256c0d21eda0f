//! Identities of MAMUT's JSON format: what can be used of them, what has to be mended or left out.

use std::collections::BTreeMap;

use mamut_engine::corpus::{Corpus, Identity, Place, Replace, Version};
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::examine;
use mamut_engine::latex::Reader;
use mamut_engine::rules::{Origin, RuleSet};
use mamut_engine::truth::Verdict;
use serde_json::{Map, Value};

/// An identity that was imported.
#[derive(Clone, Debug, Default)]
pub(super) struct Imported {
    /// Without what could not be used.
    pub(super) identity: Identity,
}

/// The reading of a file, with complaints about it.
pub(super) struct Foreign<'a> {
    /// What was mended (warnings) and left out (errors).
    pub(super) diagnostics: Vec<Diagnostic>,
    text: &'a str,
    file: &'a str,
    reader: &'a Reader<'a>,
    rules: &'a RuleSet,
    /// Where the identity at hand begins.
    start: usize,
}

/// What stands for the reason of what a file states to be false.
const STATED: &str = "the imported file says so";

impl<'a> Foreign<'a> {
    /// Begins to read the text of a file.
    pub(super) fn new(
        text: &'a str,
        file: &'a str,
        reader: &'a Reader<'a>,
        rules: &'a RuleSet,
    ) -> Self {
        Self {
            diagnostics: Vec::new(),
            text,
            file,
            reader,
            rules,
            start: 0,
        }
    }

    /// Reads all identities.
    pub(super) fn identities(&mut self, list: &[Value]) -> Vec<Imported> {
        let mut ids: BTreeMap<String, String> = BTreeMap::new();
        for (number, value) in list.iter().enumerate() {
            let original = value["id"].as_str().unwrap_or_default();
            let mut id = slug(original);
            if id.is_empty() || ids.values().any(|known| *known == id) {
                id = format!("{id}-{}", number + 1)
                    .trim_start_matches('-')
                    .to_owned();
                id = slug(&id);
            }
            ids.entry(original.to_owned()).or_insert(id);
        }
        let mut imported = Vec::new();
        for value in list {
            let Some(original) = value["id"].as_str().filter(|id| !id.is_empty()) else {
                self.unusable("", "an identity has no `id`".to_owned());
                continue;
            };
            let quoted = serde_json::to_string(original).unwrap_or_default();
            let found = self.text[self.start..].find(&quoted);
            self.start += found.unwrap_or(0);
            let id = ids[original].clone();
            imported.extend(self.identity(original, &id, value, &ids));
        }
        // What was left out cannot be similar to anything.
        let known: Vec<String> = imported
            .iter()
            .map(|i: &Imported| i.identity.id.clone())
            .collect();
        for Imported { identity } in &mut imported {
            identity
                .similar
                .retain(|id| known.contains(id) && *id != identity.id);
        }
        imported
    }

    fn identity(
        &mut self,
        original: &str,
        id: &str,
        value: &Value,
        ids: &BTreeMap<String, String>,
    ) -> Option<Imported> {
        let mut identity = Identity {
            id: id.to_owned(),
            ..Identity::default()
        };
        let versions = value["versions"].as_array();
        let inner = versions.into_iter().flatten().map(|v| &v["names"]);
        let names: Vec<&str> = [&value["names"]]
            .into_iter()
            .chain(inner)
            .flat_map(strings)
            .collect();
        for name in names {
            let same = |known: &String| known.to_lowercase() == name.trim().to_lowercase();
            if name.trim().is_empty() || identity.names.iter().any(same) {
                continue;
            }
            identity.names.push(name.trim().to_owned());
        }
        if identity.names.is_empty() {
            self.fixed(
                original,
                format!("`{original}` has no name: its id is taken for one"),
            );
            identity.names.push(original.to_owned());
        }
        for version in versions.into_iter().flatten() {
            self.version(version, &mut identity);
        }
        if identity.versions.is_empty() {
            self.unusable(original, format!("no version of `{original}` can be used"));
            return None;
        }
        if let Some(map) = value["text_substitution"].as_object() {
            for replace in self.replacements(map) {
                self.try_replace(replace, &mut identity, true);
            }
        }
        for no in value["no-versions"].as_array().into_iter().flatten() {
            self.no_version(no, &mut identity, ids);
        }
        Some(Imported { identity })
    }

    /// Takes a version over if it can be read and is not false.
    fn version(&mut self, value: &Value, identity: &mut Identity) {
        let Some(original) = value["formula"].as_str() else {
            self.unusable(
                "",
                format!("a version of `{}` has no `formula`", identity.id),
            );
            return;
        };
        let Some(mut version) = self.source(original, identity) else {
            return;
        };
        if version.is_text {
            let text = version.source.to_lowercase();
            let name = identity.called().find(|n| text.contains(&n.to_lowercase()));
            if let Some(name) = name {
                let message = format!("the text gives away the name `{name}`");
                self.unusable(original, message);
                return;
            }
        }
        let statement = examine::read(&version, &[], self.reader, self.rules);
        let Some(statement) = statement else {
            self.unusable(
                original,
                "no formula of the text states anything".to_owned(),
            );
            return;
        };
        if let Some(complaint) = statement.unread() {
            self.unusable(original, format!("not understood: {}", complaint.message));
            return;
        }
        match statement.verdict(self.rules) {
            Verdict::Invalid { .. } => {
                self.unusable(original, "this is false".to_owned());
                return;
            }
            Verdict::NoStatement => {
                self.unusable(original, "this states nothing".to_owned());
                return;
            }
            Verdict::Undecided(reason) => {
                version.undecided = format!("not decided when it was imported: {}", reason.text());
            }
            Verdict::Valid { .. } | Verdict::Contingent { .. } => {}
        }
        let free: Vec<&str> = ["variables", "functions"]
            .iter()
            .flat_map(|f| strings(&value[*f]))
            .collect();
        if free.is_empty() {
            if value["variables"].is_array() {
                self.fixed(
                    original,
                    "no variables are named: all are taken for such".to_owned(),
                );
            }
        } else {
            let symbols = statement.atoms.symbols.iter().map(|s| s.name.clone());
            version.fixed = symbols.filter(|s| !free.contains(&s.as_str())).collect();
        }
        self.add(version, identity, true);
    }

    /// The text of a version, mended.
    fn source(&mut self, original: &str, identity: &Identity) -> Option<Version> {
        let mut source = original.trim().to_owned();
        for (wrong, right, what) in [
            ("\u{2212}", "-", "the sign U+2212 is a minus"),
            (r"\mathrm[E]", r"\mathrm{E}", "brackets are no braces"),
        ] {
            if source.contains(wrong) {
                source = source.replace(wrong, right);
                self.fixed(original, what.to_owned());
            }
        }
        if source.matches('$').count() % 2 == 1 {
            self.unusable(original, "a dollar sign has no partner".to_owned());
            return None;
        }
        let text: String = source.split_whitespace().collect();
        let all = identity.versions.iter().chain(&identity.false_versions);
        for known in all {
            if known.source.split_whitespace().collect::<String>() == text {
                self.unusable(original, "the same was given before".to_owned());
                return None;
            }
        }
        let is_text = source.contains('$');
        Some(Version {
            source,
            is_text,
            origin: Origin {
                file: self.file.to_owned(),
                line: 1,
            },
            ..Version::default()
        })
    }

    fn add(&self, mut version: Version, identity: &mut Identity, label: bool) {
        let (list, letters) = match label {
            true => (&mut identity.versions, ["f", "t"]),
            false => (&mut identity.false_versions, ["n", "m"]),
        };
        let letter = letters[usize::from(version.is_text)];
        version.id = format!("{}/{letter}{}", identity.id, list.len() + 1);
        list.push(version);
    }

    fn no_version(
        &mut self,
        value: &Value,
        identity: &mut Identity,
        ids: &BTreeMap<String, String>,
    ) {
        if let Some(other) = value.as_str() {
            match ids.get(other) {
                Some(id) if *id != identity.id && !identity.similar.contains(id) => {
                    identity.similar.push(id.clone());
                }
                Some(_) => self.fixed(other, format!("`{other}` is referred to once too often")),
                None => self.unusable(other, format!("there is no identity `{other}`")),
            }
            return;
        }
        let Some(map) = value.as_object() else {
            let message = format!(
                "a false version of `{}` is no text and no object",
                identity.id
            );
            self.unusable("", message);
            return;
        };
        if let Some(original) = map.get("formula").and_then(Value::as_str) {
            let Some(version) = self.source(original, identity) else {
                return;
            };
            let alone = Identity {
                false_versions: vec![Version {
                    id: format!("{}/n", identity.id),
                    ..version.clone()
                }],
                ..bare(identity)
            };
            match self.faults(&alone, &["not-false", "not-understood", "false-statement"]) {
                Some(fault) => self.unusable(original, fault),
                None => self.add(version, identity, false),
            }
            return;
        }
        let mut maps: Vec<Map<String, Value>> = Vec::new();
        let mut beside = Map::new();
        for (key, inner) in map {
            match inner.as_object() {
                Some(inner) if key == "text_substitution" => maps.push(inner.clone()),
                _ => {
                    self.fixed(key, format!("`{key}` belongs into `text_substitution`"));
                    beside.insert(key.clone(), inner.clone());
                }
            }
        }
        maps.push(beside);
        for map in maps {
            for replace in self.replacements(&map) {
                self.try_replace(replace, identity, false);
            }
        }
    }

    fn replacements(&mut self, map: &Map<String, Value>) -> Vec<Replace> {
        let mut all = Vec::new();
        for (from, value) in map {
            let one = value.as_str().into_iter();
            let to: Vec<&str> = one.chain(strings(value)).collect();
            if to.is_empty() || from.is_empty() {
                self.unusable(from, format!("nothing is written for `{from}`"));
            }
            let (same, other): (Vec<&str>, Vec<&str>) = to.into_iter().partition(|t| *t == from);
            if !same.is_empty() {
                self.unusable(from, format!("`{from}` is replaced by itself"));
            }
            for to in other {
                all.push(Replace {
                    from: from.clone(),
                    to: vec![to.to_owned()],
                    place: Place::Anywhere,
                    ..Replace::default()
                });
            }
        }
        all
    }

    /// Takes a replacement over if it does what it is meant to do.
    fn try_replace(&mut self, replace: Replace, identity: &mut Identity, sound: bool) {
        let mut alone = bare(identity);
        let list = if sound {
            &mut alone.replace
        } else {
            &mut alone.falsify
        };
        list.push(replace.clone());
        let faults = ["wrong-replacement", "no-effect"];
        let mut fault = self.faults(&alone, &faults);
        let mut replace = replace;
        if !sound
            && fault
                .as_deref()
                .is_some_and(|f| f.starts_with("no version"))
        {
            // Words alone may be changed.
            STATED.clone_into(&mut replace.because);
            alone.falsify = vec![replace.clone()];
            fault = self.faults(&alone, &faults);
        }
        if let Some(fault) = fault {
            self.unusable(&replace.from, fault);
            return;
        }
        let list = if sound {
            &mut identity.replace
        } else {
            &mut identity.falsify
        };
        let like = |r: &&mut Replace| r.from == replace.from && r.because == replace.because;
        match list.iter_mut().find(like) {
            Some(known) => known.to.extend(replace.to),
            None => list.push(replace),
        }
    }

    /// The first complaint of some ids about an identity.
    fn faults(&self, identity: &Identity, ids: &[&str]) -> Option<String> {
        let looked = examine::identity(identity, &Corpus::default(), self.reader, self.rules);
        let found = looked.findings.into_iter().find(|f| ids.contains(&f.id));
        found.map(|f| f.message)
    }

    fn fixed(&mut self, at: &str, message: String) {
        let span = self.place(at);
        let mut diagnostic = Diagnostic::warning("import-fixed", message, span, "");
        self.file.clone_into(&mut diagnostic.file);
        self.diagnostics.push(diagnostic);
    }

    fn unusable(&mut self, at: &str, message: String) {
        let span = self.place(at);
        let mut diagnostic = Diagnostic::error("import-unusable", message, span, "left out");
        self.file.clone_into(&mut diagnostic.file);
        self.diagnostics.push(diagnostic);
    }

    /// Where a string of the identity at hand stands.
    fn place(&self, string: &str) -> std::ops::Range<usize> {
        let quoted = serde_json::to_string(string).unwrap_or_default();
        let inner = quoted.trim_matches('"');
        let found = match inner.is_empty() {
            true => None,
            false => self.text[self.start..].find(inner),
        };
        match found {
            Some(at) => self.start + at..self.start + at + inner.len(),
            None => self.start..self.start,
        }
    }
}

/// An identity with its true versions alone.
fn bare(identity: &Identity) -> Identity {
    Identity {
        id: identity.id.clone(),
        names: identity.names.clone(),
        versions: identity.versions.clone(),
        ..Identity::default()
    }
}

fn strings(value: &Value) -> Vec<&str> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).collect()
}

/// An id of a name: lower-case words joined by hyphens.
fn slug(name: &str) -> String {
    let mut id = String::new();
    for c in name.to_lowercase().chars() {
        match c {
            'ä' => id += "ae",
            'ö' => id += "oe",
            'ü' => id += "ue",
            'ß' => id += "ss",
            'à' | 'á' | 'â' => id.push('a'),
            'è' | 'é' | 'ê' => id.push('e'),
            'ô' | 'ó' => id.push('o'),
            '\'' | '’' => {}
            c if c.is_ascii_alphanumeric() => id.push(c),
            _ if !id.is_empty() && !id.ends_with('-') => id.push('-'),
            _ => {}
        }
    }
    let id = id.trim_end_matches('-');
    match id.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("identity-{id}"),
        false => id.to_owned(),
    }
}
