//! What is claimed of a dataset, and what speaks against it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::check::Seen;
use super::directory::Directory;
use super::manifest::{Config, Shard};

/// At most so many examples of each finding are kept.
pub const SHOWN: usize = 5;

/// One thing that was proved or not.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// The dataset.
    pub config: String,
    /// What holds.
    pub claim: String,
    /// Of how many things it was shown.
    pub of: u64,
    /// How many speak against it.
    pub against: u64,
    /// Some of these.
    pub examples: Vec<String>,
}

/// The files of a dataset, with what is in them.
pub struct Files<'d> {
    pub name: &'d str,
    pub config: &'d Config,
    /// Each with the number of its split.
    pub seen: Vec<(usize, &'d Shard, Seen)>,
}

impl Claim {
    /// A claim about `of` things, and what speaks against it.
    pub fn new(config: &str, claim: &str, of: u64, against: Vec<String>) -> Self {
        Self {
            config: config.to_owned(),
            claim: claim.to_owned(),
            of,
            against: against.len() as u64,
            examples: against.into_iter().take(SHOWN).collect(),
        }
    }
}

impl Files<'_> {
    fn claim(&self, claim: &str, of: u64, against: Vec<String>) -> Claim {
        Claim::new(self.name, claim, of, against)
    }

    fn setting(&self, name: &str) -> Option<&serde_json::Value> {
        self.config.settings.get(name)
    }

    /// What the manifest says of the files.
    pub fn whole(&self, directory: &Directory) -> Vec<Claim> {
        let of = self.seen.len() as u64;
        let against = |wrong: &dyn Fn(&Shard, &Seen) -> Option<String>| {
            let seen = self.seen.iter();
            seen.filter_map(|(_, shard, seen)| wrong(shard, seen))
                .collect::<Vec<_>>()
        };
        let broken = against(&|_, seen| seen.broken.clone());
        let hashes = against(&|shard, seen| {
            let same = seen.sha256 == shard.sha256 && seen.bytes == shard.bytes;
            (!same).then(|| format!("{} has the SHA-256 {}", shard.path, seen.sha256))
        });
        let counts = against(&|shard, seen| {
            (seen.rows != shard.rows)
                .then(|| format!("{} has {} rows, not {}", shard.path, seen.rows, shard.rows))
        });
        let known: BTreeSet<&str> = self.seen.iter().map(|(_, s, _)| s.path.as_str()).collect();
        let extension = self.config.format.extension();
        let listed = std::fs::read_dir(directory.path.join(self.name));
        let strangers: Vec<String> = listed
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| format!("{}/{}", self.name, entry.file_name().to_string_lossy()))
            .filter(|path| path.ends_with(extension) && !known.contains(path.as_str()))
            .collect();
        vec![
            self.claim("every file can be read", of, broken),
            self.claim("every file has the SHA-256 of the manifest", of, hashes),
            self.claim("every file has the rows of the manifest", of, counts),
            self.claim("there are no other files of rows", of, strangers),
        ]
    }

    /// The ratio of labels and epochs in every split.
    pub fn ratio(&self) -> Vec<Claim> {
        let Some(negatives) = self
            .setting("negatives")
            .and_then(serde_json::Value::as_u64)
        else {
            return Vec::new();
        };
        let with_epochs = self.config.schema.find("epoch").is_some();
        let (mut ratio, mut epochs, mut of) = (Vec::new(), Vec::new(), 0);
        for (at, split) in self.config.splits.iter().enumerate() {
            let here = || {
                self.seen
                    .iter()
                    .filter(|(s, _, _)| *s == at)
                    .map(|(_, _, seen)| seen)
            };
            let [wrong, right] = [0, 1].map(|label| here().map(|s| s.labels[label]).sum::<u64>());
            of += wrong + right;
            if wrong != right * negatives || wrong + right != split.rows {
                ratio.push(format!(
                    "{}: {right} true rows, {wrong} false ones",
                    split.name
                ));
            }
            for epoch in 0..negatives as i64 {
                let rows: u64 = here().filter_map(|seen| seen.epochs.get(&epoch)).sum();
                if rows != right {
                    let said = format!("{rows} false rows, {right} true ones");
                    epochs.push(format!("{}, epoch {epoch}: {said}", split.name));
                }
            }
        }
        let said = format!("each split has exactly {negatives} false rows for each true one");
        let mut claims = vec![self.claim(&said, of, ratio)];
        if with_epochs {
            let said = "each epoch has as many false rows as there are true ones";
            claims.push(self.claim(said, of, epochs));
        }
        claims
    }

    /// Templates and identities of different splits, as the dataset was split.
    pub fn apart(&self) -> Vec<Claim> {
        let by = self.setting("split").and_then(serde_json::Value::as_str);
        let disjoint = |what: &str, of: &dyn Fn(&Seen) -> &BTreeSet<String>| {
            let mut splits: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
            for (split, _, seen) in &self.seen {
                for name in of(seen) {
                    splits.entry(name).or_default().insert(*split);
                }
            }
            let against = splits.iter().filter(|(_, splits)| splits.len() > 1);
            let against = against.map(|(name, _)| (*name).to_owned()).collect();
            self.claim(
                &format!("no {what} is in two splits"),
                splits.len() as u64,
                against,
            )
        };
        let templates = matches!(by, Some("template" | "identity"));
        let templates = templates.then(|| disjoint("template", &|seen| &seen.templates));
        let identities =
            (by == Some("identity")).then(|| disjoint("identity", &|seen| &seen.identities));
        templates.into_iter().chain(identities).collect()
    }
}
