//! The rows of one identity: true versions, each with false ones.

use std::collections::{BTreeSet, HashMap, VecDeque};

use anyhow::Result;
use mamut_engine::choice::Key;
use mamut_engine::latex::Formula;
use mamut_engine::text::Document;
use mamut_printer::fingerprint;

use super::alpha;
use super::balance::Balance;
use super::identities::{Chosen, Identities, Template};
use super::lane::{Lane, Made, Truths};
use super::sorting::Sorting;
use super::split::{By, Splits};
use super::stated::Own;
use super::units::Rows;
use crate::falsify::source::statements;
use crate::falsify::{self, Base, Known, Neighbours, Stream, Supply};
use crate::interrupt;
use crate::label::Label;
use crate::pipeline::Pipeline;
use crate::row::{Row, Setup};
use crate::subject::Subject;

/// At most so many true versions of a source follow each other.
const TURN: u64 = 16;
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
    /// The share of false versions whose symbols are renamed; none for that of the true ones.
    pub renamed_false: Option<f64>,
    /// The share of true versions whose symbols are renamed, and what makes those that keep them;
    /// none for versions as they are drawn.
    pub kept: Option<(&'p Pipeline<'p>, f64)>,
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
        let mut lanes = self.lanes(chosen, &subjects, &mut left);
        let key = Key::seed(self.pipeline.seed).named("mixed");
        let key = key.named(&chosen.identity.id);
        let wanted = self.splits.quotas(self.positives, key);
        let balance = Balance::new(wanted, self.negatives, WAITING, key);
        let mut sorting = Sorting::new(self, balance, left);
        let turn = (self.positives / lanes.len().max(1) as u64).clamp(1, TURN) as usize;
        let (mut groups, mut vain) = (0, 0);
        let mut alive = true;
        let mut give = |(split, positive, negatives)| {
            take(Group {
                split,
                positive,
                negatives,
            })
        };
        while alive && vain < VAIN && !interrupt::asked() {
            let before = groups + sorting.balance.complete();
            if before >= self.positives {
                break;
            }
            alive = false;
            for lane in &mut lanes {
                if groups + sorting.balance.complete() >= self.positives {
                    break;
                }
                alive |= sorting.turn(lane, turn);
                while groups < self.positives
                    && let Some(group) = sorting.balance.group(false)
                {
                    groups += 1;
                    give(group)?;
                }
            }
            let more = groups + sorting.balance.complete() > before;
            vain = if more { 0 } else { vain + 1 };
        }
        for over in [false, true] {
            // What a split cannot have others may.
            if over {
                sorting.balance.open();
            }
            while groups < self.positives
                && !interrupt::asked()
                && let Some(group) = sorting.balance.group(true)
            {
                groups += 1;
                give(group)?;
            }
        }
        let waiting = sorting.balance.left();
        sorting.left.surplus += (waiting.0 + waiting.1) as u64;
        Ok(sorting.left)
    }

    /// The sources of an identity that can be written.
    pub(super) fn subjects<'s>(&self, chosen: &'s Chosen<'s>) -> Vec<(&'s Template<'s>, Subject)> {
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

    /// The versions of sources, none made yet.
    pub(super) fn lanes<'l>(
        &'l self,
        chosen: &'l Chosen<'l>,
        subjects: &'l [(&'l Template<'l>, Subject)],
        left: &mut LeftOut,
    ) -> Vec<Lane<'l>> {
        let wanted = self.positives * self.negatives as u64;
        let supply = Supply::shared(wanted, subjects.len() as u64);
        let lane = |(template, subject): &'l (&'l Template<'l>, Subject)| {
            self.lane(chosen, template, subject, supply, left)
        };
        subjects.iter().map(lane).collect()
    }

    fn lane<'l>(
        &'l self,
        chosen: &'l Chosen<'l>,
        template: &'l Template<'l>,
        subject: &'l Subject,
        supply: Supply,
        left: &mut LeftOut,
    ) -> Lane<'l> {
        let (pipeline, source) = (self.pipeline, subject.source());
        let neighbours = self.neighbours(chosen, template, source);
        let lies = Stream::new(pipeline, subject, neighbours, self.settings);
        left.hopeless += u64::from(lies.is_err());
        // How often a text states what others do that are called the same.
        let others = move |document: &Document| {
            let formulas = statements(document, pipeline).into_iter();
            let states = |formula: &Formula| chosen.others.states(formula, pipeline);
            formulas.filter(|(_, formula)| states(formula)).count()
        };
        let mentioned = match subject {
            Subject::Text { prepared, .. } => others(&prepared.document),
            Subject::Formula(_) => 0,
        };
        // What is no longer what its source says may still be what another version says.
        let stated = move |base: &Base| match &*base.body {
            Subject::Formula(prepared) => {
                let states = |of: &Own| of.states(&prepared.formula, pipeline);
                states(&chosen.own) || states(&chosen.others)
            }
            Subject::Text { prepared, .. } if base.verdict() != "other" => {
                others(&prepared.document) > mentioned
            }
            Subject::Text { .. } => false,
        };
        let falsification = self.settings.hash() ^ supply.hash();
        let label = Label::new(pipeline, subject, self.setup, falsification);
        let mut truths = vec![Truths::new(pipeline, subject)];
        truths.extend(self.kept.map(|(kept, _)| Truths::new(kept, subject)));
        Lane {
            template: template.version.id.as_str().into(),
            split: template.split,
            truths,
            kept: VecDeque::new(),
            lies: lies.ok().map(|lies| {
                let lies = lies.supplied(supply).refusing(Box::new(stated));
                (label, lies, 0)
            }),
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

    /// The split of a row; none when it is not that of its template. `forms` are those of the
    /// identity, with their splits.
    ///
    /// Where templates are split, a false version may come about from templates of two splits:
    /// it is used in the one that its form decides.
    pub(super) fn split(
        &self,
        template: Option<usize>,
        row: &Row,
        forms: &mut HashMap<u64, usize>,
    ) -> Option<usize> {
        let form = fingerprint(&alpha::form(&row.text, row.is_text));
        let Some(split) = template else {
            return Some(self.splits.of_form(form));
        };
        let own = row.label || row.verdict == "other" || self.splits.of_form(form) == split;
        (own && *forms.entry(form).or_insert(split) == split).then_some(split)
    }
}
