//! The rows of one identity: true versions, each with false ones.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use anyhow::Result;
use mamut_engine::atoms::Atoms;
use mamut_engine::vocabulary::Kind;
use mamut_printer::{Versions, fingerprint};

use super::alpha;
use super::balance::Balance;
use super::identities::{Chosen, Identities, Template};
use super::job::Rows;
use super::split::{By, Splits};
use crate::falsify::{self, Known, Neighbours, Stream};
use crate::interrupt;
use crate::label::Label;
use crate::pipeline::Pipeline;
use crate::row::{Row, Setup};
use crate::subject::Subject;

/// So many true versions of a template follow each other.
const TURN: usize = 16;
/// So many groups of a split may be incomplete.
const WAITING: usize = 512;
/// After so many turns of all templates without a complete group there will be none.
const VAIN: usize = 40;

/// All that decides the rows of a dataset of identities.
pub struct Plan<'p> {
    pub pipeline: &'p Pipeline<'p>,
    pub setup: Setup,
    pub settings: &'p falsify::Settings,
    pub known: &'p Known<'p>,
    pub identities: &'p Identities<'p>,
    pub splits: &'p Splits,
    /// False versions for each true one.
    pub negatives: usize,
    /// True versions of an identity, at most.
    pub positives: u64,
}

/// A version with its place in the dataset.
pub struct Made {
    /// What is known of it.
    pub row: Row,
    /// The version of the corpus it was made from.
    pub template: String,
    /// For each renamed symbol, in the order of the row, what it is.
    pub kinds: Vec<&'static str>,
}

/// A true version and false ones of the same split.
pub struct Group {
    pub split: usize,
    pub positive: Made,
    pub negatives: Vec<Made>,
}

/// What was left out, by reason.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeftOut {
    /// Strings that were there already.
    pub repeated: u64,
    /// Strings that were there with the other label.
    pub contradictory: u64,
    /// Strings that belong to another split than their template.
    pub elsewhere: u64,
    /// Rows of a split that has more than its share of their label.
    pub surplus: u64,
    /// Templates without false versions that could be shown to be false.
    pub hopeless: u64,
}

impl LeftOut {
    /// Counts it for the manifest.
    pub fn count(&self, rows: &mut Rows<'_>) {
        rows.count("repeated strings left out", self.repeated);
        rows.count("strings of the other label left out", self.contradictory);
        rows.count("strings of another split left out", self.elsewhere);
        rows.count("rows left out for the ratio", self.surplus);
        rows.count("sources without false versions", self.hopeless);
    }
}

/// One source on its way.
struct Lane<'l> {
    template: &'l Template<'l>,
    label: Label<'l>,
    versions: Option<Versions<'l>>,
    falsified: Option<Stream<'l, 'l>>,
    /// How many true and false versions were drawn.
    drawn: (u64, u64),
}

impl Plan<'_> {
    /// Makes the groups of an identity and gives them to `take`.
    ///
    /// # Errors
    /// Those of `take`.
    pub fn groups(
        &self,
        chosen: &Chosen<'_>,
        take: &mut dyn FnMut(Group) -> Result<()>,
    ) -> Result<LeftOut> {
        let mut left = LeftOut::default();
        let subjects = self.subjects(chosen);
        let mut lanes: Vec<Lane<'_>> = subjects
            .iter()
            .map(|(template, subject)| self.lane(chosen, template, subject, &mut left))
            .collect();
        let mut balance = Balance::new(self.splits.shares.len(), self.negatives, WAITING);
        let (mut labels, mut forms) = (Labels::default(), HashMap::new());
        let (mut groups, mut vain) = (0, 0);
        while groups < self.positives && vain < VAIN && !interrupt::asked() {
            vain += 1;
            let mut alive = false;
            for lane in &mut lanes {
                for label in [true, false] {
                    let turn = if label { TURN } else { TURN * self.negatives };
                    for _ in 0..turn {
                        if !balance.wants(label) {
                            break;
                        }
                        let Some(made) = self.next(lane, label) else {
                            break;
                        };
                        alive = true;
                        let Some(split) = self.split(lane.template, &made.row, &mut forms) else {
                            left.elsewhere += 1;
                            continue;
                        };
                        match labels.insert(&made.row.text, label) {
                            None => {
                                let full = balance.push(split, label, made).is_some();
                                left.surplus += u64::from(full);
                            }
                            Some(known) if known == label => left.repeated += 1,
                            Some(_) => left.contradictory += 1,
                        }
                    }
                }
                while groups < self.positives
                    && let Some((split, positive, negatives)) = balance.group()
                {
                    (groups, vain) = (groups + 1, 0);
                    take(Group {
                        split,
                        positive,
                        negatives,
                    })?;
                }
            }
            if !alive {
                break;
            }
        }
        let waiting = balance.left();
        left.surplus += (waiting.0 + waiting.1) as u64;
        Ok(left)
    }

    /// The sources of an identity that can be written.
    fn subjects<'s>(&self, chosen: &'s Chosen<'s>) -> Vec<(&'s Template<'s>, Subject)> {
        let sources = chosen.templates.iter().flat_map(|template| {
            template
                .sources
                .iter()
                .map(move |source| (template, source))
        });
        let made = sources.filter_map(|(template, source)| {
            let subject = Subject::new(self.pipeline, source, template.version.is_text);
            Some((template, subject.ok()?))
        });
        made.collect()
    }

    fn lane<'l>(
        &'l self,
        chosen: &Chosen<'_>,
        template: &'l Template<'l>,
        subject: &'l Subject,
        left: &mut LeftOut,
    ) -> Lane<'l> {
        let neighbours = self.neighbours(chosen, template, subject.source());
        let falsified = Stream::new(self.pipeline, subject, neighbours, self.settings);
        left.hopeless += u64::from(falsified.is_err());
        Lane {
            template,
            label: Label {
                pipeline: self.pipeline,
                subject,
                setup: self.setup,
                falsification: self.settings.hash(),
                identity: Some((chosen.identity.id.clone(), String::new())),
            },
            versions: Some(subject.versions(self.pipeline)),
            falsified: falsified.ok(),
            drawn: (0, 0),
        }
    }

    /// What may stand for a false version: nothing that states the same or is called the same, that
    /// says the name, or that belongs to another split.
    fn neighbours(&self, chosen: &Chosen<'_>, template: &Template<'_>, source: &str) -> Neighbours {
        let mut found = self.known.about(chosen.identity, source);
        let names: Vec<String> = chosen.identity.called().map(str::to_lowercase).collect();
        let none = BTreeSet::new();
        let related = self.identities.related.get(chosen.identity.id.as_str());
        let related = related.unwrap_or(&none);
        let fits = |neighbour: &falsify::neighbours::Neighbour| {
            let version = neighbour.strategy.rule.as_str();
            let said = neighbour.source.to_lowercase();
            if names.iter().any(|name| said.contains(name)) {
                return false;
            }
            if !neighbour.other {
                return true;
            }
            let identity = version.split_once('/').map_or(version, |(id, _)| id);
            let split = self.identities.splits.get(version).copied();
            !related.contains(identity) && (self.splits.by == By::Row || split == template.split)
        };
        found.manual.retain(fits);
        found.random.retain(fits);
        found
    }

    /// The next version of a source. What nothing was found for is not looked for again.
    fn next(&self, lane: &mut Lane<'_>, label: bool) -> Option<Made> {
        let Lane {
            template,
            label: of,
            versions,
            falsified,
            drawn,
        } = lane;
        let made = |row: Row, atoms: &Atoms| Made {
            kinds: kinds(&row, atoms),
            row,
            template: template.version.id.clone(),
        };
        if label {
            if let Some(version) = versions.as_mut()?.next_version() {
                drawn.0 += 1;
                return Some(made(
                    of.equivalent(&version, drawn.0 - 1),
                    of.subject.atoms(),
                ));
            }
            *versions = None;
        } else {
            if let Some(version) = falsified.as_mut()?.next_version() {
                drawn.1 += 1;
                let row = of.falsified(&version, drawn.1 - 1);
                return Some(made(row, version.base.body.atoms()));
            }
            *falsified = None;
        }
        None
    }

    /// The split of a row; none when it is not that of its template. `forms` are those of the
    /// identity, with their splits.
    ///
    /// Where templates are split, a false version may come about from templates of two splits:
    /// it is used in the one that its form decides.
    fn split(
        &self,
        template: &Template<'_>,
        row: &Row,
        forms: &mut HashMap<u64, usize>,
    ) -> Option<usize> {
        let form = fingerprint(&alpha::form(&row.text, row.is_text));
        let Some(split) = template.split else {
            return Some(self.splits.of_form(form));
        };
        let own = row.label || row.verdict == "other" || self.splits.of_form(form) == split;
        (own && *forms.entry(form).or_insert(split) == split).then_some(split)
    }
}

/// What the renamed symbols of a row are.
pub(super) fn kinds(row: &Row, atoms: &Atoms) -> Vec<&'static str> {
    let kind = |name: &String| {
        let symbol = atoms.symbols.iter().find(|symbol| symbol.name == *name);
        symbol.map_or("bound", |symbol| match symbol.kind {
            Kind::Fn => "function",
            _ => "variable",
        })
    };
    row.substitution.keys().map(kind).collect()
}

/// The strings of an identity with their labels, as fingerprints: that two of a million agree by
/// chance has a probability below 1e-7, and costs a row.
#[derive(Default)]
struct Labels(HashMap<u64, bool>);

impl Labels {
    /// Adds a string; the label that it has already, if it is there.
    fn insert(&mut self, text: &str, label: bool) -> Option<bool> {
        match self.0.entry(fingerprint(text.as_bytes())) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(new) => {
                new.insert(label);
                None
            }
        }
    }
}
