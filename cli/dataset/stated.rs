//! What the formulas of the corpus state: which say the same, and must stay together.

use std::collections::{BTreeMap, BTreeSet};

use mamut_engine::choice::Key;
use mamut_engine::corpus::{Corpus, Identity, Version};
use mamut_engine::egraph::Explanation;
use mamut_engine::latex::Formula;
use mamut_engine::term::Head;
use mamut_engine::truth::{Comparison, Settings, compare};

use super::split::Splits;
use crate::pipeline::Pipeline;

/// What the formulas of the corpus state.
pub struct Stated<'c> {
    /// Formulas by identity and version.
    formulas: Vec<(&'c Identity, &'c Version, Formula)>,
    /// Formulas of different identities that say the same, by number.
    shared: Vec<(usize, usize)>,
}

impl<'c> Stated<'c> {
    /// Reads all formulas and compares those of different identities.
    pub fn new(corpus: &'c Corpus, pipeline: &Pipeline<'_>) -> Self {
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
        let mut stated = Self {
            formulas,
            shared: Vec::new(),
        };
        for group in alike.values() {
            for (n, a) in group.iter().enumerate() {
                let others = group[n + 1..].iter();
                let elsewhere = |b: &&usize| stated.formulas[*a].0.id != stated.formulas[**b].0.id;
                let same = others
                    .filter(elsewhere)
                    .filter(|b| stated.same(*a, **b, pipeline));
                let same: Vec<_> = same.map(|b| (*a, *b)).collect();
                stated.shared.extend(same);
            }
        }
        stated
    }

    fn same(&self, a: usize, b: usize, pipeline: &Pipeline<'_>) -> bool {
        same(&self.formulas[a].2, &self.formulas[b].2, pipeline)
    }

    /// Identities that share a name or a statement, by id, and those that state what one of the same name does.
    pub fn related(&self, corpus: &'c Corpus) -> BTreeMap<&'c str, BTreeSet<&'c str>> {
        let mut related: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for a in &corpus.identities {
            let near = corpus
                .identities
                .iter()
                .filter(|b| a.id == b.id || called_alike(a, b));
            related
                .entry(&a.id)
                .or_default()
                .extend(near.map(|b| b.id.as_str()));
        }
        let named = related.clone();
        for (a, b) in &self.shared {
            let (one, other) = (&*self.formulas[*a].0.id, &*self.formulas[*b].0.id);
            for (id, called) in &named {
                let near = related.entry(id).or_default();
                if called.contains(one) {
                    near.insert(other);
                }
                if called.contains(other) {
                    near.insert(one);
                }
            }
        }
        related
    }

    /// The split of each version of the corpus, by id: each identity is parted by the shares,
    /// groups that it has in common with others as these were.
    pub fn split(
        &self,
        corpus: &'c Corpus,
        splits: &Splits,
        pipeline: &Pipeline<'_>,
    ) -> BTreeMap<&'c str, usize> {
        let groups = self.groups(corpus, pipeline);
        let mut of: BTreeMap<&str, usize> = BTreeMap::new();
        for identity in &corpus.identities {
            let own = |id: &str| identity.versions.iter().any(|version| version.id == id);
            let groups: Vec<_> = groups
                .iter()
                .filter(|group| group.iter().any(|id| own(id)))
                .collect();
            let sizes: Vec<_> = groups
                .iter()
                .map(|group| {
                    let size = group.iter().filter(|id| own(id)).count();
                    let known = of.get(group[0]).copied();
                    (Key::seed(0).named(group[0]), size, known)
                })
                .collect();
            for (group, split) in groups.iter().zip(splits.of_groups(&sizes)) {
                of.extend(group.iter().map(|id| (*id, split)));
            }
        }
        of
    }

    /// The versions of the corpus, by id; those that say the same or follow from each other by
    /// rules are in one group.
    fn groups(&self, corpus: &'c Corpus, pipeline: &Pipeline<'_>) -> Vec<Vec<&'c str>> {
        let identities = corpus.identities.iter();
        let mut groups: Vec<_> = identities
            .flat_map(|identity| self.groups_of(identity, pipeline))
            .collect();
        for (a, b) in &self.shared {
            let [a, b] = [a, b].map(|at| self.formulas[*at].1.id.as_str());
            let place = |id: &str| groups.iter().position(|group| group.contains(&id));
            if let (Some(a), Some(b)) = (place(a), place(b))
                && a != b
            {
                let other = groups.remove(a.max(b));
                groups[a.min(b)].extend(other);
            }
        }
        groups
    }

    /// The same for the versions of one identity.
    fn groups_of(&self, identity: &'c Identity, pipeline: &Pipeline<'_>) -> Vec<Vec<&'c str>> {
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
            // A version may follow from those of several groups, which it joins.
            let (joined, apart): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|(_, known)| known.iter().any(follows));
            groups = apart;
            let (mut ids, mut known): (Vec<_>, Vec<_>) = joined.into_iter().unzip();
            ids.push(vec![version.id.as_str()]);
            known.push(vec![new]);
            groups.push((ids.concat(), known.concat()));
        }
        groups.into_iter().map(|(ids, _)| ids).collect()
    }
}

/// Whether identities share a name, or one may be meant by a name of the other.
pub fn called_alike(a: &Identity, b: &Identity) -> bool {
    a.shares_name(b) || named_alike(a, b)
}

/// Whether what one identity is called begins with what the other is called: `Euler's Formula` may
/// be that for polyhedra.
fn named_alike(a: &Identity, b: &Identity) -> bool {
    let begins = |long: &str, short: &str| {
        let rest = long.to_lowercase();
        let rest = rest.strip_prefix(&short.to_lowercase());
        rest.is_some_and(|rest| rest.starts_with(' '))
    };
    let mut pairs = a
        .called()
        .flat_map(|one| b.called().map(move |other| (one, other)));
    pairs.any(|(one, other)| begins(one, other) || begins(other, one))
}

/// What the formulas of some identities state.
pub struct Own(Vec<(Vec<u32>, Formula)>);

impl Own {
    /// Reads the formulas of identities.
    pub fn new<'i>(
        identities: impl Iterator<Item = &'i Identity>,
        pipeline: &Pipeline<'_>,
    ) -> Self {
        let versions = identities.flat_map(|identity| &identity.versions);
        let formulas = versions.filter(|version| !version.is_text);
        let formulas = formulas.map(|version| pipeline.read(&version.source));
        Self(
            formulas
                .map(|formula| (outline(&formula), formula))
                .collect(),
        )
    }

    /// Whether a formula states one of them under other names, in another order.
    pub fn states(&self, formula: &Formula, pipeline: &Pipeline<'_>) -> bool {
        let of = outline(formula);
        let mut alike = self.0.iter().filter(|(outline, _)| *outline == of);
        alike.any(|(_, own)| same(own, formula, pipeline))
    }
}

/// Whether two formulas say the same under some names, in some order.
fn same(one: &Formula, other: &Formula, pipeline: &Pipeline<'_>) -> bool {
    let settings = Settings::FORM_ALONE;
    let (one, other) = ((&one.term, &one.atoms), (&other.term, &other.atoms));
    let found = compare(one, other, &pipeline.rules.vocabulary, settings);
    matches!(found, Comparison::Equivalent { .. })
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
