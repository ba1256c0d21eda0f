//! The proof of a dataset directory: its files, its counts, its labels, its splits.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use mamut_printer::fingerprint;
use sha2::{Digest, Sha256};

use super::alpha;
use super::claims::{Claim, Files, SHOWN};
use super::directory::Directory;
use super::evidence::{Evidence, Subject, Suspicion, What};
use super::manifest::{Config, Shard};
use super::progress::Bar;
use crate::table::Value;
use crate::{interrupt, parallel};

/// Checks all datasets of a directory on some threads; none after Ctrl-C.
///
/// # Errors
/// When there is no room for the fingerprints.
pub fn check(directory: &Directory, jobs: usize, quiet: bool) -> Result<Option<Vec<Claim>>> {
    let mut claims = Vec::new();
    for (name, config) in &directory.manifest.configs {
        let Some(found) = Checking::new(directory, name, config).run(jobs, quiet)? else {
            return Ok(None);
        };
        claims.extend(found);
    }
    Ok(Some(claims))
}

/// What one file says.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub rows: u64,
    pub bytes: u64,
    pub sha256: String,
    /// Why it could not be read.
    pub broken: Option<String>,
    /// Rows by label.
    pub labels: [u64; 2],
    /// Rows of each epoch; those without one are not counted.
    pub epochs: BTreeMap<i64, u64>,
    pub templates: BTreeSet<String>,
    pub identities: BTreeSet<String>,
    /// Some strings that are paired with themselves.
    pub selves: BTreeSet<String>,
}

/// A dataset that is being checked, and which of its columns say what.
struct Checking<'d> {
    directory: &'d Directory,
    name: &'d str,
    config: &'d Config,
    /// The columns that are read.
    columns: Vec<&'static str>,
    /// Formulas or texts, by column: one or two.
    texts: Vec<usize>,
    calls: Option<usize>,
    label: Option<usize>,
    is_text: Option<usize>,
    epoch: Option<usize>,
    template: Option<usize>,
    identity: Option<usize>,
}

/// An example of a string, and how often which is said of it.
type Said = (String, BTreeMap<u8, u64>);

impl<'d> Checking<'d> {
    fn new(directory: &'d Directory, name: &'d str, config: &'d Config) -> Self {
        let mut columns = Vec::new();
        let mut role = |names: &[&'static str]| {
            let found = names
                .iter()
                .find(|name| config.schema.find(name).is_some())?;
            columns.push(*found);
            Some(columns.len() - 1)
        };
        let texts = ["formula", "formula1", "formula2", "text"];
        Self {
            texts: texts.iter().filter_map(|text| role(&[text])).collect(),
            calls: role(&["name"]),
            label: role(&["label"]),
            is_text: role(&["is_text"]),
            epoch: role(&["epoch"]),
            template: role(&["template", "template1", "original_id"]),
            identity: role(&[
                "identity",
                "identity1",
                "formula_name_id",
                "formula1_name_id",
            ]),
            directory,
            name,
            config,
            columns,
        }
    }

    fn run(&self, jobs: usize, quiet: bool) -> Result<Option<Vec<Claim>>> {
        let splits = self.config.splits.iter().enumerate();
        let shards: Vec<(usize, &Shard)> = splits
            .flat_map(|(split, s)| s.shards.iter().map(move |shard| (split, shard)))
            .collect();
        let evidence = Evidence::create()?;
        let bar = Bar::new("checking", self.config.rows(), quiet);
        let mut files = Files {
            name: self.name,
            config: self.config,
            seen: Vec::new(),
        };
        parallel::ordered(
            shards.into_iter(),
            jobs,
            |(split, shard), send| {
                send((split, shard, self.shard(split, shard, &evidence, &bar)));
            },
            |(split, shard, found): (usize, &Shard, Result<Seen>)| {
                files.seen.push((split, shard, found?));
                Ok(())
            },
        )?;
        bar.finish();
        if interrupt::asked() {
            return Ok(None);
        }
        let mut claims = files.whole(self.directory);
        if files.seen.iter().any(|(_, _, seen)| seen.broken.is_some()) {
            return Ok(Some(claims));
        }
        claims.extend(files.ratio());
        claims.extend(files.apart());
        if self.texts.len() == 2 {
            let selves: BTreeSet<&String> =
                files.seen.iter().flat_map(|(_, _, s)| &s.selves).collect();
            let selves = selves.into_iter().cloned().collect();
            let rows = self.config.rows();
            claims.push(Claim::new(
                self.name,
                "nothing is paired with itself",
                rows,
                selves,
            ));
        }
        claims.extend(self.strings(&evidence.suspicion()?)?);
        Ok(Some(claims))
    }

    /// Reads a file and notes its fingerprints.
    fn shard(&self, split: usize, shard: &Shard, evidence: &Evidence, bar: &Bar) -> Result<Seen> {
        let mut seen = Seen::default();
        let path = self.directory.path.join(&shard.path);
        match digest(&path) {
            Ok((bytes, sha256)) => (seen.bytes, seen.sha256) = (bytes, sha256),
            Err(error) => {
                seen.broken = Some(format!("{error:#}"));
                return Ok(seen);
            }
        }
        let mut notes = evidence.notes();
        let mut full = Ok(());
        let read = self.each(shard, |row| {
            bar.rows(1);
            self.count(&row, &mut seen);
            self.facts(split, &row, |subject, which, _, _| {
                if full.is_ok() {
                    full = notes.push(subject, which);
                }
            });
        });
        full?;
        notes.finish()?;
        if let Err(error) = read {
            seen.broken = Some(format!("{error:#}"));
        }
        Ok(seen)
    }

    /// Calls `take` on every row of a file, [`Self::columns`] of it.
    fn each(&self, shard: &Shard, mut take: impl FnMut(Vec<Value>)) -> Result<()> {
        for row in self.directory.shard(shard, Some(&self.columns))? {
            if interrupt::asked() {
                break;
            }
            take(row.with_context(|| format!("cannot read {}", shard.path))?);
        }
        Ok(())
    }

    fn count(&self, row: &[Value], seen: &mut Seen) {
        seen.rows += 1;
        if let Some(label) = self.label.and_then(|at| row[at].as_bool()) {
            seen.labels[usize::from(label)] += 1;
        }
        if let Some(epoch) = self.epoch.and_then(|at| row[at].as_int()) {
            *seen.epochs.entry(epoch).or_default() += 1;
        }
        let note = |at: Option<usize>, names: &mut BTreeSet<String>| {
            let name = at.and_then(|at| row[at].as_text());
            if let Some(name) = name.filter(|name| !names.contains(*name)) {
                names.insert(name.to_owned());
            }
        };
        note(self.template, &mut seen.templates);
        note(self.identity, &mut seen.identities);
        if let [one, other] = self.texts[..]
            && row[one] == row[other]
            && seen.selves.len() < SHOWN
        {
            note(Some(one), &mut seen.selves);
        }
    }

    /// What a row says of strings: of what, which, what the fingerprint is of, and an example.
    fn facts(&self, split: usize, row: &[Value], mut say: impl FnMut(Subject, u8, &[u8], &str)) {
        let text = |at: usize| row[at].as_text().unwrap_or_default();
        for at in &self.texts {
            let known = self.is_text.and_then(|at| row[at].as_bool());
            let known = known.filter(|_| self.texts.len() == 1);
            let is_text = known.unwrap_or_else(|| text(*at).contains('$'));
            let form = alpha::form(text(*at), is_text);
            say(
                (What::Form, fingerprint(&form)),
                split as u8,
                &form,
                text(*at),
            );
        }
        let label = self.label.and_then(|at| row[at].as_bool());
        let label = label.map_or(2, u8::from);
        let mut pair = |what: What, one: &str, other: &str| {
            let both = format!("{one}\n{other}");
            say(
                (what, fingerprint(both.as_bytes())),
                label,
                both.as_bytes(),
                &both,
            );
        };
        match self.texts[..] {
            // The order of two versions says nothing.
            [one, other] => {
                let (one, other) = (text(one), text(other));
                pair(What::Label, one.min(other), one.max(other));
                pair(What::Row, one, other);
            }
            [one] => {
                let beside = self.identity.map_or("", text);
                pair(What::Label, beside, text(one));
                pair(What::Row, beside, text(one));
                if let Some(name) = self.calls {
                    pair(What::Name, text(name), text(one));
                }
            }
            _ => {}
        }
    }

    /// What holds of strings. What is suspected is looked at again: other strings of the same
    /// fingerprint are no evidence.
    fn strings(&self, found: &Suspicion) -> Result<Vec<Claim>> {
        // What is said of each suspect, and how often, by the string itself.
        let mut said: BTreeMap<(What, Vec<u8>), Said> = BTreeMap::new();
        if !found.contradictory.is_empty() || !found.repeated.is_empty() {
            for (split, s) in self.config.splits.iter().enumerate() {
                for shard in &s.shards {
                    self.each(shard, |row| {
                        self.facts(split, &row, |subject, which, exact, example| {
                            if !found.contradictory.contains(&subject)
                                && !found.repeated.contains(&subject)
                            {
                                return;
                            }
                            let entry = said.entry((subject.0, exact.to_owned()));
                            let (_, counts) =
                                entry.or_insert_with(|| (example.to_owned(), BTreeMap::new()));
                            *counts.entry(which).or_default() += 1;
                        });
                    })?;
                }
            }
        }
        let against = |wanted: What, several: bool| -> Vec<String> {
            let mine = said.iter().filter(|((what, _), _)| *what == wanted);
            mine.filter(|(_, (_, counts))| match several {
                true => counts.len() > 1,
                false => counts.values().any(|count| *count > 1),
            })
            .map(|(_, (string, _))| string.replace('\n', " | "))
            .collect()
        };
        let claim = |claim: &str, what: What, several: bool| {
            let of = found.of[what as usize];
            Claim::new(self.name, claim, of, against(what, several))
        };
        let mut claims = Vec::new();
        if self.config.splits.len() > 1 {
            let said = "no version is in two splits, whatever its symbols are called";
            claims.push(claim(said, What::Form, true));
        }
        if self.label.is_some() {
            let said = match self.texts.len() {
                1 => "no string has both labels for one identity",
                _ => "no two strings have both labels",
            };
            claims.push(claim(said, What::Label, true));
        }
        claims.push(claim("no row is there twice", What::Row, false));
        if self.calls.is_some() {
            claims.push(claim(
                "no string has both labels for one name",
                What::Name,
                true,
            ));
        }
        Ok(claims)
    }
}

/// The number of bytes and the SHA-256 of a file.
fn digest(path: &Path) -> Result<(u64, String)> {
    let place = || format!("cannot read {}", path.display());
    let mut file = std::fs::File::open(path).with_context(place)?;
    let mut hasher = Sha256::new();
    let (mut bytes, mut buffer) = (0, vec![0; 1 << 16]);
    loop {
        let read = file.read(&mut buffer).with_context(place)?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
        bytes += read as u64;
    }
    let digest = hasher.finalize();
    Ok((
        bytes,
        digest.iter().map(|byte| format!("{byte:02x}")).collect(),
    ))
}
