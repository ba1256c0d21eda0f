//! The counts that pictures are made of, gathered row by row.

use std::collections::{BTreeMap, BTreeSet};

use super::distinct::Distinct;
use super::distribution::Distribution;
use super::facts::{Facts, length};
use crate::dataset::alpha;

/// Counts of rows with one label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// All rows.
    pub rows: u64,
    /// Those that are texts with formulas in them.
    pub texts: u64,
    /// Those in which a symbol was renamed that is no function.
    pub variable: u64,
    /// Those in which a function was renamed.
    pub function: u64,
    /// Those in which any symbol was renamed.
    pub renamed: u64,
    /// Those made by a strategy; a row of several counts for each.
    pub strategies: BTreeMap<String, u64>,
    /// How many strategies rows use.
    pub sizes: Distribution,
    /// How many rows have each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Lengths in characters.
    pub characters: Distribution,
    /// Lengths in tokens of LaTeX; a word of prose counts as one.
    pub tokens: Distribution,
    /// Distances from the source in tokens.
    pub distances: Distribution,
    /// Forms, which do not depend on names.
    pub forms: Distinct,
}

impl Part {
    fn add(&mut self, row: &Facts<'_>) {
        self.rows += 1;
        self.texts += u64::from(row.is_text);
        self.variable += u64::from(row.renamed.variable);
        self.function += u64::from(row.renamed.function);
        self.renamed += u64::from(row.renamed.any);
        for strategy in &row.strategies {
            count(&mut self.strategies, strategy);
        }
        if !row.label {
            self.sizes.add(row.strategies.len());
        }
        if !row.verdict.is_empty() {
            count(&mut self.verdicts, row.verdict);
        }
        self.characters.add(row.text.chars().count());
        self.tokens.add(length(row.text, row.is_text));
        if let Some(distance) = row.distance.filter(|_| !row.label) {
            self.distances.add(distance as usize);
        }
        let form = alpha::form(row.text, row.is_text);
        self.forms.add(mamut_printer::fingerprint(&form));
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.texts += other.texts;
        self.variable += other.variable;
        self.function += other.function;
        self.renamed += other.renamed;
        for (into, from) in [
            (&mut self.strategies, &other.strategies),
            (&mut self.verdicts, &other.verdicts),
        ] {
            for (key, number) in from {
                *into.entry(key.clone()).or_default() += number;
            }
        }
        for (into, from) in [
            (&mut self.sizes, &other.sizes),
            (&mut self.characters, &other.characters),
            (&mut self.tokens, &other.tokens),
            (&mut self.distances, &other.distances),
        ] {
            into.merge(from);
        }
        self.forms.merge(&other.forms);
    }

    /// The share of a number of rows; none of no rows.
    pub fn share(&self, number: u64) -> Option<f64> {
        (self.rows > 0).then(|| number as f64 / self.rows as f64)
    }

    /// The share of rows that a strategy made.
    pub fn of_strategy(&self, strategy: &str) -> Option<f64> {
        self.share(self.strategies.get(strategy).copied().unwrap_or(0))
    }
}

fn count(counts: &mut BTreeMap<String, u64>, key: &str) {
    match counts.get_mut(key) {
        Some(number) => *number += 1,
        None => _ = counts.insert(key.to_owned(), 1),
    }
}

/// Counts of the rows of one identity, or of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// What it is called.
    pub name: String,
    /// Rows that are equivalent to their source.
    pub equivalent: Part,
    /// Rows that are not.
    pub falsified: Part,
}

impl Group {
    /// Both parts with their names.
    pub fn parts(&self) -> [(&'static str, &Part); 2] {
        [
            ("equivalent", &self.equivalent),
            ("falsified", &self.falsified),
        ]
    }

    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.equivalent.rows + self.falsified.rows
    }

    /// The share of texts; none of no rows.
    pub fn texts(&self) -> Option<f64> {
        let texts = self.equivalent.texts + self.falsified.texts;
        (self.rows() > 0).then(|| texts as f64 / self.rows() as f64)
    }

    /// The number of forms, and whether it is exact.
    pub fn forms(&self) -> (u64, bool) {
        let mut forms = self.equivalent.forms.clone();
        forms.merge(&self.falsified.forms);
        forms.count()
    }
}

/// Counts by identity. Memory does not grow with the number of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// By id; rows of no identity are under the empty one.
    pub identities: BTreeMap<String, Group>,
}

impl Census {
    /// Counts a row.
    pub fn add(&mut self, row: &Facts<'_>) {
        let group = match self.identities.get_mut(row.identity) {
            Some(group) => group,
            None => self.identities.entry(row.identity.to_owned()).or_default(),
        };
        // Rows have any of the names of their identity: the least one is shown.
        if group.name.is_empty() || (!row.name.is_empty() && *row.name < *group.name) {
            row.name.clone_into(&mut group.name);
        }
        let part = if row.label {
            &mut group.equivalent
        } else {
            &mut group.falsified
        };
        part.add(row);
    }

    /// Adds the counts of other rows.
    pub fn merge(&mut self, other: &Self) {
        for (id, theirs) in &other.identities {
            let ours = self.identities.entry(id.clone()).or_default();
            if ours.name.is_empty() || (!theirs.name.is_empty() && theirs.name < ours.name) {
                ours.name.clone_from(&theirs.name);
            }
            ours.equivalent.merge(&theirs.equivalent);
            ours.falsified.merge(&theirs.falsified);
        }
    }

    /// All rows together.
    pub fn total(&self) -> Group {
        let mut total = Group::default();
        for group in self.identities.values() {
            total.equivalent.merge(&group.equivalent);
            total.falsified.merge(&group.falsified);
        }
        total
    }

    /// The strategies that occur, in order.
    pub fn strategies(&self) -> Vec<&str> {
        let groups = self.identities.values();
        let all: BTreeSet<&str> = groups
            .flat_map(|g| g.falsified.strategies.keys().map(String::as_str))
            .collect();
        all.into_iter().collect()
    }

    /// The mean over identities of what some have; none when none has it.
    pub fn mean(&self, of: impl Fn(&Group) -> Option<f64>) -> Option<f64> {
        let values: Vec<f64> = self.identities.values().filter_map(of).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }
}

/// A number of rows of a part.
pub type Of = fn(&Part) -> u64;

/// What may be said of renamed symbols: what it is called, and how many rows of a part it is true of.
pub const RENAMED: [(&str, Of); 3] = [
    ("variable", |part| part.variable),
    ("function", |part| part.function),
    ("any", |part| part.renamed),
];

#[cfg(test)]
mod tests {
    use super::super::facts::Renamed;
    use super::*;

    fn rows() -> Vec<Facts<'static>> {
        let row = |identity, label, strategies: &[&'static str], text| Facts {
            identity,
            name: "A Name",
            label,
            strategies: strategies.to_vec(),
            renamed: Renamed {
                variable: label,
                function: false,
                any: label,
            },
            verdict: "refuted",
            distance: Some(3),
            text,
            ..Facts::default()
        };
        vec![
            row("one", true, &[], "a+b"),
            row("one", false, &["swap", "constant"], "a-b"),
            row("one", false, &["swap"], "x-y"),
            row("two", false, &["variable"], "z"),
        ]
    }

    fn counted(rows: &[Facts<'_>]) -> Census {
        let mut census = Census::default();
        rows.iter().for_each(|row| census.add(row));
        census
    }

    #[test]
    fn shares_are_of_falsified_rows_and_means_of_identities() {
        let census = counted(&rows());
        assert_eq!(census.strategies(), ["constant", "swap", "variable"]);
        let one = &census.identities["one"];
        assert_eq!(one.falsified.of_strategy("swap"), Some(1.0));
        assert_eq!(one.falsified.of_strategy("constant"), Some(0.5));
        assert_eq!(census.mean(|g| g.falsified.of_strategy("swap")), Some(0.5));
        let renamed = |g: &Group| g.equivalent.share(g.equivalent.renamed);
        assert_eq!(census.mean(renamed), Some(1.0));
        assert_eq!(one.forms(), (2, true));
        assert_eq!(census.total().falsified.distances.total(), 3);
        assert_eq!(census.total().falsified.sizes.mean(), 4.0 / 3.0);
    }

    #[test]
    fn counts_of_parts_make_the_counts_of_all() {
        let rows = rows();
        for at in 0..=rows.len() {
            let (first, second) = rows.split_at(at);
            let mut both = counted(second);
            both.merge(&counted(first));
            assert_eq!(both, counted(&rows));
        }
    }
}
