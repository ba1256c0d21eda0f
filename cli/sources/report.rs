//! What became of the records of each collection, in the form of the table of the paper.

use std::collections::BTreeMap;

use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Filter;

/// Counts of one collection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Counts {
    /// Its name.
    pub name: String,
    /// Records.
    pub read: u64,
    /// Records that cannot be read.
    pub broken: u64,
    /// Records that are left out, in the order of [`Filter::ALL`].
    pub rejected: [u64; Filter::ALL.len()],
    /// Entries that are left out once they are understood, by the reason.
    #[serde(default)]
    pub left_out: BTreeMap<String, u64>,
    /// Texts that versions are made of.
    pub kept: u64,
    /// Versions, the source itself among them.
    pub versions: u64,
    /// The most versions of one text.
    pub most: u64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.broken += other.broken;
        for (own, other) in self.rejected.iter_mut().zip(other.rejected) {
            *own += other;
        }
        for (why, number) in &other.left_out {
            *self.left_out.entry(why.clone()).or_default() += number;
        }
        self.kept += other.kept;
        self.versions += other.versions;
        self.most = self.most.max(other.most);
    }

    /// Versions a text.
    pub fn mean(&self) -> f64 {
        if self.kept == 0 {
            return 0.0;
        }
        self.versions as f64 / self.kept as f64
    }

    /// Counts a source and its versions.
    pub fn text(&mut self, versions: u64) {
        self.kept += 1;
        self.versions += versions;
        self.most = self.most.max(versions);
    }

    /// The same by name, for manifests.
    pub fn counted(&self) -> Vec<(String, u64)> {
        let mut counted = vec![("read", self.read), ("broken", self.broken)];
        counted.extend(Filter::ALL.map(Filter::name).into_iter().zip(self.rejected));
        counted.push(("candidates", self.kept));
        let named = |(what, n): (&str, u64)| (format!("{}: {what}", self.name), n);
        counted.into_iter().map(named).collect()
    }

    fn json(&self) -> Value {
        let rejected = Filter::ALL.iter().zip(self.rejected);
        let rejected: serde_json::Map<String, Value> = rejected
            .map(|(filter, n)| (filter.name().to_owned(), n.into()))
            .collect();
        json!({
            "name": self.name,
            "read": self.read,
            "broken": self.broken,
            "rejected": rejected,
            "left_out": self.left_out,
            "kept": self.kept,
            "versions": self.versions,
            "mean": (self.mean() * 10.0).round() / 10.0,
            "most": self.most,
        })
    }
}

/// Counts of all collections.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Report {
    pub collections: Vec<Counts>,
}

impl Report {
    /// Nothing counted yet.
    pub fn new(names: Vec<String>) -> Self {
        let collections = names.into_iter().map(|name| Counts {
            name,
            ..Counts::default()
        });
        Self {
            collections: collections.collect(),
        }
    }

    /// Takes the numbers of sources and versions, and of what was left out, from what was counted
    /// while they were made.
    pub fn versions(&mut self, counted: &BTreeMap<String, u64>) {
        for counts in &mut self.collections {
            let start = format!("{}: left out: ", counts.name);
            let left_out = counted.iter().filter_map(|(what, number)| {
                let why = what.strip_prefix(&start)?;
                Some((why.to_owned(), *number))
            });
            counts.left_out = left_out.collect();
            let of = |what: String| counted.get(&what).copied().unwrap_or(0);
            counts.kept = of(format!("{}: raw entries", counts.name));
            counts.versions = of(format!("{}: versions", counts.name));
            counts.most = of(format!("most {}: versions", counts.name));
        }
    }

    /// All collections as one.
    pub fn whole(&self) -> Counts {
        let mut whole = Counts {
            name: "all".to_owned(),
            ..Counts::default()
        };
        for counts in &self.collections {
            whole.add(counts);
        }
        whole
    }

    /// One object a collection.
    pub fn json(&self) -> Value {
        self.collections.iter().map(Counts::json).collect()
    }

    /// A table: what was read, what was left out and why, raw entries and their versions.
    pub fn table(&self, versions: bool) -> String {
        let mut rows = self.collections.clone();
        if rows.len() > 1 {
            rows.push(self.whole());
        }
        let used = |filter: &usize| rows.iter().any(|r| r.rejected[*filter] > 0);
        let filters: Vec<usize> = (0..Filter::ALL.len()).filter(used).collect();
        let mut head = vec!["source".to_owned(), "read".to_owned(), "broken".to_owned()];
        head.extend(filters.iter().map(|f| Filter::ALL[*f].name().to_owned()));
        head.push("raw entries".to_owned());
        if versions {
            head.extend(["versions", "mean v.p.f.", "max v.p.f."].map(str::to_owned));
        }
        let line = |counts: &Counts| {
            let mut cells = vec![counts.name.clone()];
            let mut number = |n: u64| cells.push(grouped(n));
            number(counts.read);
            number(counts.broken);
            filters.iter().for_each(|f| number(counts.rejected[*f]));
            number(counts.kept);
            if versions {
                number(counts.versions);
                cells.push(format!("{:.1}", counts.mean()));
                cells.push(grouped(counts.most));
            }
            cells
        };
        let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(line)).collect();
        let mut table = aligned(&lines);
        for counts in rows.iter().filter(|counts| !counts.left_out.is_empty()) {
            let each = counts.left_out.iter();
            let each = each.map(|(why, number)| format!("{} {why}", grouped(*number)));
            let each: Vec<String> = each.collect();
            table += &format!("{}, left out: {}\n", counts.name, each.join(", "));
        }
        table
    }
}

/// Columns side by side, all but the first to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| lines.iter().map(|l| l[column].chars().count()).max();
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).map(|c| width(c).unwrap_or(0)).collect();
    let mut out = String::new();
    for line in lines {
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            out += &if column == 0 {
                format!("{cell:<width$}")
            } else {
                format!("  {cell:>width$}")
            };
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}
