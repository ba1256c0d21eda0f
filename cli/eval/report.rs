//! Measures as Markdown, JSON and comma-separated values.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::measures::{Measures, NAMES};
use super::slices::Slice;
use super::summary::{CLASSES, Summary};
use crate::csv;
use crate::diagnostics::count;

/// What was measured.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was scored, and by what.
    pub subject: String,
    /// `expected` or `trec`.
    pub ties: &'static str,
    /// The least score that says true.
    pub threshold: Option<f64>,
    /// Samples of the intervals.
    pub samples: u32,
    /// All rows.
    pub whole: Summary,
    /// Parts of them.
    pub slices: Vec<Slice>,
}

impl Report {
    /// Everything.
    pub fn json(&self) -> String {
        let slices = self.slices.iter().map(|slice| {
            let mut object = object(&slice.summary);
            object.insert("facet".to_owned(), json!(slice.facet));
            object.insert("value".to_owned(), json!(slice.value));
            Value::Object(object)
        });
        let report = json!({
            "subject": self.subject,
            "ties": self.ties,
            "threshold": self.threshold,
            "samples": self.samples,
            "all": object(&self.whole),
            "slices": slices.collect::<Vec<_>>(),
        });
        format!("{report:#}\n")
    }

    /// A record for the whole and for each slice.
    pub fn csv(&self) -> String {
        let mut out = Vec::new();
        let counts = ["facet", "value", "rows", "relevant", "queries", "ties"];
        let random = NAMES.map(|name| format!("random {name}"));
        let names = counts.iter().chain(&CLASSES).chain(&NAMES).copied();
        csv::write(names.chain(random.iter().map(String::as_str)), &mut out);
        let whole = [("all", "", &self.whole)].into_iter();
        let slices = self
            .slices
            .iter()
            .map(|s| (s.facet, s.value.as_str(), &s.summary));
        for (facet, value, summary) in whole.chain(slices) {
            let mut cells = vec![facet.to_owned(), value.to_owned()];
            let counts = [
                summary.rows,
                summary.relevant,
                summary.queries,
                summary.ties,
            ];
            cells.extend(counts.map(|n| n.to_string()));
            match summary.classes {
                Some(classes) => cells.extend(classes.map(|x| x.to_string())),
                None => cells.extend(CLASSES.map(|_| String::new())),
            }
            for means in [&summary.ranking, &summary.random] {
                cells
                    .extend(optional(means).map(|x| x.map_or_else(String::new, |x| x.to_string())));
            }
            csv::write(cells.iter().map(String::as_str), &mut out);
        }
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Tables to read; templates and what else is too much to read are in the other formats.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.whole_table(&mut text);
        let _ = self.slice_tables(&mut text);
        text
    }

    fn whole_table(&self, text: &mut String) -> std::fmt::Result {
        let whole = &self.whole;
        writeln!(text, "{}\n", self.subject)?;
        write!(
            text,
            "{}, {} relevant, {}",
            count(whole.rows as usize, "row"),
            whole.relevant,
            count(whole.queries as usize, "query")
        )?;
        if whole.hopeless > 0 {
            write!(
                text,
                " ({} more without a relevant row are left out)",
                whole.hopeless
            )?;
        }
        let share = 100.0 * whole.ties as f64 / whole.rows.max(1) as f64;
        let policy = match self.ties {
            "trec" => "in the order of trec_eval",
            _ => "averaged over all orders",
        };
        writeln!(
            text,
            "\nrows that share a score with one of the other label: {} ({share:.1} %); \
             ties are {policy}\n",
            whole.ties
        )?;
        writeln!(
            text,
            "| measure | value | 95 % | random |\n|---|---:|---:|---:|"
        )?;
        let random = optional(&whole.random).map(|x| Some(cell(x)));
        let ranking = NAMES.iter().zip(optional(&whole.ranking)).zip(random);
        let classes = whole.classes.into_iter().flatten().map(Some);
        let classes = CLASSES.iter().zip(classes).zip(std::iter::repeat(None));
        for (n, ((name, value), random)) in ranking.chain(classes).enumerate() {
            let value = cell(value);
            let interval = whole.intervals.get(n);
            let interval = interval.map_or_else(String::new, |(a, b)| format!("{a:.4}–{b:.4}"));
            let random = random.unwrap_or_default();
            writeln!(text, "| {name} | {value} | {interval} | {random} |")?;
        }
        match self.threshold {
            Some(threshold) => writeln!(text, "\nTrue is what scores at least {threshold}."),
            None => writeln!(
                text,
                "\nName a --threshold for accuracy, precision, recall and F1."
            ),
        }
    }

    fn slice_tables(&self, text: &mut String) -> std::fmt::Result {
        let shown = self.slices.iter().filter(|slice| slice.facet != "template");
        let mut facet = "";
        for slice in shown {
            if slice.facet != facet {
                facet = slice.facet;
                write!(text, "\n| {facet} | rows |")?;
                let classes = slice.summary.classes.map_or(&[][..], |_| &CLASSES[..]);
                for name in NAMES.iter().chain(classes) {
                    write!(text, " {name} |")?;
                }
                let columns = NAMES.len() + classes.len() + 2;
                writeln!(text, " random AP |\n|---|{}", "---:|".repeat(columns))?;
            }
            let summary = &slice.summary;
            write!(text, "| {} | {} |", slice.value, summary.rows)?;
            let classes = summary.classes.into_iter().flatten().map(Some);
            for value in optional(&summary.ranking).chain(classes) {
                write!(text, " {} |", cell(value))?;
            }
            writeln!(text, " {} |", cell(summary.random.map(|random| random[3])))?;
        }
        Ok(())
    }
}

/// One value each of [`NAMES`], or none each.
fn optional(means: &Option<Measures>) -> impl Iterator<Item = Option<f64>> {
    (0..NAMES.len()).map(|n| means.map(|means| means[n]))
}

/// A value in a table.
fn cell(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"))
}

fn object(summary: &Summary) -> Map<String, Value> {
    let mut object = Map::new();
    let mut add = |name: &str, value: Value| object.insert(name.to_owned(), value);
    add("rows", json!(summary.rows));
    add("relevant", json!(summary.relevant));
    add("queries", json!(summary.queries));
    add("queries_without_relevant", json!(summary.hopeless));
    add("ties", json!(summary.ties));
    let classes = summary.classes.into_iter().flatten().map(Some);
    let values = NAMES
        .iter()
        .zip(optional(&summary.ranking))
        .chain(CLASSES.iter().zip(classes));
    let mut intervals = Map::new();
    for (n, (name, value)) in values.enumerate() {
        add(name, json!(value));
        if let Some((low, high)) = summary.intervals.get(n) {
            intervals.insert((*name).to_owned(), json!([low, high]));
        }
    }
    let random = NAMES
        .iter()
        .zip(optional(&summary.random))
        .map(|(name, x)| ((*name).to_owned(), json!(x)));
    add("random", Value::Object(random.collect()));
    if !intervals.is_empty() {
        add("intervals", Value::Object(intervals));
    }
    object
}
