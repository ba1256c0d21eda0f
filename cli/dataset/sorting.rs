//! The versions of one identity sorted into splits: each string once, with one label, the names of
//! both labels alike.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use mamut_printer::fingerprint;

use super::balance::Balance;
use super::groups::{LeftOut, Plan};
use super::lane::{Lane, Made};

/// The versions of an identity on their way into groups.
pub(super) struct Sorting<'s> {
    plan: &'s Plan<'s>,
    pub(super) balance: Balance<Made>,
    labels: Labels,
    /// Forms with their splits.
    forms: HashMap<u64, usize>,
    naming: Naming,
    /// What is left out.
    pub(super) left: LeftOut,
}

impl<'s> Sorting<'s> {
    /// Nothing is there yet.
    pub(super) fn new(plan: &'s Plan<'s>, balance: Balance<Made>, left: LeftOut) -> Self {
        Self {
            plan,
            balance,
            labels: Labels::default(),
            forms: HashMap::new(),
            naming: Naming::default(),
            left,
        }
    }

    /// Takes so many true versions of a source and false ones beside them; whether there were any.
    pub(super) fn turn(&mut self, lane: &mut Lane<'_>, turn: usize) -> bool {
        let mut alive = false;
        for (label, number) in [(true, turn), (false, turn * self.balance.negatives)] {
            for _ in 0..number {
                let renamed = match label {
                    true => self
                        .plan
                        .kept
                        .map(|(_, share)| self.naming.wanted(label, share)),
                    false => Some(self.naming.wanted(label, self.wrong())),
                };
                if !self.balance.wants(label) {
                    break;
                }
                let Some(made) = lane.next(label, renamed) else {
                    break;
                };
                alive = true;
                self.sort(lane.split, label, made);
            }
        }
        alive
    }

    /// The share of false versions that are to be renamed: by default that of the true ones.
    fn wrong(&self) -> f64 {
        let usual = || self.naming.share(true);
        self.plan.renamed_false.unwrap_or_else(usual)
    }

    fn sort(&mut self, template: Option<usize>, label: bool, made: Made) {
        let Some(split) = self.plan.split(template, &made.row, &mut self.forms) else {
            self.left.elsewhere += 1;
            return;
        };
        match self.labels.insert(&made.row.text, label) {
            None => {
                let renamed = !made.kinds.is_empty();
                match self.balance.push(split, label, made) {
                    None => self.naming.count(label, renamed),
                    Some(_) => self.left.surplus += 1,
                }
            }
            Some(known) if known == label => self.left.repeated += 1,
            Some(_) => self.left.contradictory += 1,
        }
    }
}

/// How many versions of an identity have other names than their source.
#[derive(Default)]
struct Naming {
    /// All and renamed ones, false and true.
    counts: [[u64; 2]; 2],
}

impl Naming {
    fn count(&mut self, label: bool, renamed: bool) {
        let [all, others] = &mut self.counts[usize::from(label)];
        (*all, *others) = (*all + 1, *others + u64::from(renamed));
    }

    /// The share of renamed ones.
    fn share(&self, label: bool) -> f64 {
        let [all, renamed] = self.counts[usize::from(label)];
        renamed as f64 / all.max(1) as f64
    }

    /// Whether the next version is to be renamed, to come to a share.
    fn wanted(&self, label: bool, share: f64) -> bool {
        let [all, renamed] = self.counts[usize::from(label)];
        (renamed as f64) < share * (all + 1) as f64
    }
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
