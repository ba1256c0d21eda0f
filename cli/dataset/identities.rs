//! The identities of a dataset: which are asked for, their templates, what must stay together.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use mamut_engine::choice::Key;
use mamut_engine::corpus::{Corpus, Identity, Version};
use mamut_engine::diagnostic::nearest;
use mamut_engine::egraph::Explanation;
use mamut_engine::latex::Formula;
use mamut_engine::term::Head;
use mamut_engine::truth::{Comparison, Settings, compare};

use super::split::{By, Splits};
use crate::pipeline::Pipeline;

/// The identities of the original dataset, one id a line.
const NMFT: &str = include_str!("../../corpus/nmft.txt");
/// What the author lets be written for parts of a version makes at most so many sources of it.
const SOURCES: usize = 4;

/// An identity of a dataset.
pub struct Chosen<'c> {
    /// What it is.
    pub identity: &'c Identity,
    /// Its versions.
    pub templates: Vec<Template<'c>>,
}

/// A version of an identity.
pub struct Template<'c> {
    /// What it is.
    pub version: &'c Version,
    /// How it is written: as in the corpus, then with what may be written for parts of it.
    pub sources: Vec<String>,
    /// Where its rows go; none when each row goes its own way.
    pub split: Option<usize>,
}

/// All identities of a dataset.
pub struct Identities<'c> {
    /// Sorted by id.
    pub chosen: Vec<Chosen<'c>>,
    /// Of each version of the corpus by its id: its split, where templates or identities have one.
    pub splits: BTreeMap<&'c str, usize>,
    /// Of each identity those that state the same or are called the same, itself among them.
    pub related: BTreeMap<&'c str, BTreeSet<&'c str>>,
}

/// The identities of these ids: `nmft` for those of the original, `all` for all that there are.
/// Those that `added` files bring are always among them.
///
/// # Errors
/// When there is none of an id.
pub fn select<'c>(
    corpus: &'c Corpus,
    asked: &[String],
    added: &BTreeSet<&str>,
) -> Result<Vec<&'c Identity>> {
    let mut wanted: BTreeSet<&str> = BTreeSet::new();
    for id in asked {
        match id.as_str() {
            "all" => wanted.extend(corpus.identities.iter().map(|i| i.id.as_str())),
            "nmft" => {
                wanted.extend(NMFT.lines());
                // Identities that somebody added are asked for.
                let own = corpus
                    .identities
                    .iter()
                    .filter(|i| added.contains(i.origin.file.as_str()));
                wanted.extend(own.map(|i| i.id.as_str()));
            }
            id => match corpus.identity(id) {
                Some(found) => _ = wanted.insert(&found.id),
                None => {
                    let ids = corpus.identities.iter().map(|i| i.id.as_str());
                    let near = nearest(id, ids);
                    let meant =
                        near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                    bail!("there is no identity `{id}`{meant} `mamut-rw corpus list` lists them");
                }
            },
        }
    }
    let found = corpus.identities.iter();
    Ok(found.filter(|i| wanted.contains(i.id.as_str())).collect())
}

impl<'c> Identities<'c> {
    /// Arranges identities: their sources, what is related, the splits.
    pub fn new(
        corpus: &'c Corpus,
        selected: &[&'c Identity],
        splits: &Splits,
        pipeline: &Pipeline<'_>,
    ) -> Self {
        let stated = Stated::new(corpus, pipeline);
        let related = stated.related(corpus, pipeline);
        let mut of = BTreeMap::new();
        match splits.by {
            By::Row => {}
            By::Template => {
                for identity in &corpus.identities {
                    let groups = stated.groups(identity, pipeline);
                    let sizes: Vec<(Key, usize)> = groups
                        .iter()
                        .map(|group| (Key::seed(0).named(group[0]), group.len()))
                        .collect();
                    for (group, split) in groups.iter().zip(splits.of_groups(&sizes)) {
                        of.extend(group.iter().map(|id| (*id, split)));
                    }
                }
            }
            By::Identity => {
                let groups = families(selected, &related);
                let sizes: Vec<(Key, usize)> = groups
                    .iter()
                    .map(|group| (Key::seed(0).named(&group[0].id), group.len()))
                    .collect();
                for (group, split) in groups.iter().zip(splits.of_groups(&sizes)) {
                    let versions = group.iter().flat_map(|identity| &identity.versions);
                    of.extend(versions.map(|version| (version.id.as_str(), split)));
                }
            }
        }
        let chosen = selected.iter().map(|identity| Chosen {
            identity,
            templates: identity
                .versions
                .iter()
                .map(|version| Template {
                    version,
                    sources: sources(identity, version),
                    split: of.get(version.id.as_str()).copied(),
                })
                .collect(),
        });
        Self {
            chosen: chosen.collect(),
            splits: of,
            related,
        }
    }
}

/// How a version may be written: as it is, and with what its author lets be written for parts.
fn sources(identity: &Identity, version: &Version) -> Vec<String> {
    let mut sources = vec![version.source.clone()];
    for replace in &identity.replace {
        for at in 0..sources.len() {
            for to in &replace.to {
                let new = replace.apply(to, &sources[at], version.is_text);
                sources.extend(new.filter(|new| !sources.contains(new)));
            }
        }
    }
    sources.truncate(SOURCES);
    sources
}

/// Groups of identities that must not be parted.
fn families<'c>(
    selected: &[&'c Identity],
    related: &BTreeMap<&'c str, BTreeSet<&'c str>>,
) -> Vec<Vec<&'c Identity>> {
    let mut groups: Vec<Vec<&Identity>> = Vec::new();
    for identity in selected {
        let near = related.get(identity.id.as_str());
        let belongs = |group: &Vec<&Identity>| {
            group
                .iter()
                .any(|other| near.is_some_and(|near| near.contains(other.id.as_str())))
        };
        let (mut joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(belongs);
        groups = apart;
        let mut group: Vec<&Identity> = joined.drain(..).flatten().collect();
        group.push(identity);
        group.sort_by(|a, b| a.id.cmp(&b.id));
        groups.push(group);
    }
    groups
}

/// What the formulas of the corpus state.
struct Stated<'c> {
    /// Formulas by identity and version.
    formulas: Vec<(&'c Identity, &'c Version, Formula)>,
    /// Those that look alike from afar, by number.
    alike: BTreeMap<Vec<u32>, Vec<usize>>,
}

impl<'c> Stated<'c> {
    fn new(corpus: &'c Corpus, pipeline: &Pipeline<'_>) -> Self {
        let versions = corpus.identities.iter().flat_map(|identity| {
            let formulas = identity.versions.iter().filter(|version| !version.is_text);
            formulas.map(move |version| (identity, version))
        });
        let formulas: Vec<_> = versions
            .map(|(identity, version)| (identity, version, pipeline.read(&version.source)))
            .collect();
        let mut alike: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
        for (at, (_, _, formula)) in formulas.iter().enumerate() {
            alike.entry(outline(formula)).or_default().push(at);
        }
        Self { formulas, alike }
    }

    /// Whether two formulas say the same under some names, in some order.
    fn same(&self, a: usize, b: usize, pipeline: &Pipeline<'_>) -> bool {
        let settings = Settings { points: 0, seed: 0 };
        let of = |at: usize| (&self.formulas[at].2.term, &self.formulas[at].2.atoms);
        let found = compare(of(a), of(b), &pipeline.rules.vocabulary, settings);
        matches!(found, Comparison::Equivalent { .. })
    }

    /// Identities that share a name or a statement, by id.
    fn related(
        &self,
        corpus: &'c Corpus,
        pipeline: &Pipeline<'_>,
    ) -> BTreeMap<&'c str, BTreeSet<&'c str>> {
        let mut related: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for a in &corpus.identities {
            let near = corpus
                .identities
                .iter()
                .filter(|b| a.id == b.id || a.shares_name(b));
            related
                .entry(&a.id)
                .or_default()
                .extend(near.map(|b| b.id.as_str()));
        }
        for group in self.alike.values() {
            for (n, a) in group.iter().enumerate() {
                for b in &group[n + 1..] {
                    let (one, other) = (self.formulas[*a].0, self.formulas[*b].0);
                    if one.id != other.id && self.same(*a, *b, pipeline) {
                        related.entry(&one.id).or_default().insert(&other.id);
                        related.entry(&other.id).or_default().insert(&one.id);
                    }
                }
            }
        }
        related
    }

    /// The versions of an identity, by id; those that follow from each other by rules are in one
    /// group.
    fn groups(&self, identity: &'c Identity, pipeline: &Pipeline<'_>) -> Vec<Vec<&'c str>> {
        let mut groups: Vec<(Vec<&str>, Vec<usize>)> = Vec::new();
        for version in &identity.versions {
            let formula = self
                .formulas
                .iter()
                .position(|(_, v, _)| v.id == version.id);
            let Some(new) = formula else {
                groups.push((vec![&version.id], Vec::new()));
                continue;
            };
            let follows = |known: &usize| {
                let (a, b) = (&self.formulas[*known].2, &self.formulas[new].2);
                self.same(*known, new, pipeline)
                    || matches!(pipeline.explain(a, b), Explanation::Derived { .. })
            };
            match groups
                .iter_mut()
                .find(|(_, known)| known.iter().any(follows))
            {
                Some((ids, known)) => {
                    ids.push(&version.id);
                    known.push(new);
                }
                None => groups.push((vec![&version.id], vec![new])),
            }
        }
        groups.into_iter().map(|(ids, _)| ids).collect()
    }
}

/// The operators of a formula, sorted: those of formulas that say the same under other names or in
/// another order are the same.
fn outline(formula: &Formula) -> Vec<u32> {
    let mut heads = Vec::new();
    formula.term.walk(&mut |t| match t.op.head() {
        Head::Operator(op) => heads.push(op),
        Head::Symbol(_) => heads.push(u32::MAX),
        _ => heads.push(u32::MAX - 1),
    });
    heads.sort_unstable();
    heads
}
