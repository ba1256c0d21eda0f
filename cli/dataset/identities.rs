//! The identities of a dataset: which are asked for, their templates, what must stay together.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use mamut_engine::choice::Key;
use mamut_engine::corpus::{Corpus, Identity, Version};
use mamut_engine::diagnostic::nearest;

use super::split::{By, Splits};
use super::stated::{Own, Stated, called_alike};
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
    /// What its formulas state.
    pub own: Own,
    /// What those of others state that are called the same: a false version of this one is none of the name.
    pub others: Own,
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
                    let help = near.map_or_else(
                        || "`mamut-rw corpus list` lists them".to_owned(),
                        |near| format!("did you mean `{near}`?"),
                    );
                    bail!("there is no identity `{id}`; {help}");
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
        let related = stated.related(corpus);
        let of = match splits.by {
            By::Row => BTreeMap::new(),
            By::Template => stated.split(corpus, splits, pipeline),
            By::Identity => {
                let groups = families(selected, &related);
                let sizes: Vec<_> = groups
                    .iter()
                    .map(|group| (Key::seed(0).named(&group[0].id), group.len(), None))
                    .collect();
                let mut of = BTreeMap::new();
                for (group, split) in groups.iter().zip(splits.of_groups(&sizes)) {
                    let versions = group.iter().flat_map(|identity| &identity.versions);
                    of.extend(versions.map(|version| (version.id.as_str(), split)));
                }
                of
            }
        };
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
            own: Own::new(std::iter::once(*identity), pipeline),
            others: {
                let all = corpus.identities.iter();
                let named = all.filter(|other| other.id != identity.id);
                Own::new(named.filter(|o| called_alike(identity, o)), pipeline)
            },
        });
        Self {
            chosen: chosen.collect(),
            splits: of,
            related,
        }
    }
}

/// How a version may be written: as it is, and with what its author lets be written for parts.
pub fn sources(identity: &Identity, version: &Version) -> Vec<String> {
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
