//! How much of many formulas is read, what is not, and how long reading takes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use mamut_engine::diagnostic::{Diagnostic, Severity};
use mamut_engine::latex::Formula;
use mamut_engine::term::Head;
use serde_json::{Value, json};

use crate::input::Item;

/// Constructs listed.
const LISTED: usize = 40;
/// Examples kept of each construct.
const EXAMPLES: usize = 3;
/// Different constructs that are told apart; a bound on memory, not on the counts.
const TOLD_APART: usize = 20_000;
/// Characters shown on either side of a construct in an example.
const AROUND: usize = 24;

/// Counts over formulas.
#[derive(Clone, Debug, Default)]
pub struct Report {
    formulas: u64,
    read: u64,
    whole: u64,
    broken: u64,
    /// Complaints by severity and id.
    complaints: BTreeMap<(Severity, &'static str), u64>,
    /// What was not understood, by the id of the complaint and what stands there.
    constructs: BTreeMap<(&'static str, String), Construct>,
    /// Nanoseconds.
    times: Vec<u64>,
    worst: (Duration, Value),
}

#[derive(Clone, Debug, Default)]
struct Construct {
    count: u64,
    examples: Vec<(Value, String)>,
}

impl Report {
    /// Counts an item; without a formula when none could be taken from its row.
    pub fn add(&mut self, item: &Item, formula: Option<&Formula>, time: Duration) {
        self.formulas += 1;
        let Some(formula) = formula else {
            self.broken += 1;
            if let Some(complaint) = &item.broken {
                self.count(complaint);
            }
            return;
        };
        let mut opaque = false;
        formula
            .term
            .walk(&mut |t| opaque |= matches!(t.op.head(), Head::Opaque(_)));
        let clean = formula
            .complaints
            .iter()
            .all(|c| c.severity < Severity::Warning);
        self.read += u64::from(!opaque);
        self.whole += u64::from(!opaque && clean);
        for complaint in &formula.complaints {
            self.count(complaint);
            if complaint.severity == Severity::Error {
                self.construct(complaint, item, &formula.source);
            }
        }
        self.times
            .push(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        if time > self.worst.0 {
            self.worst = (time, item.id.clone());
        }
    }

    fn count(&mut self, complaint: &Diagnostic) {
        let key = (complaint.severity, complaint.id);
        *self.complaints.entry(key).or_default() += 1;
    }

    fn construct(&mut self, complaint: &Diagnostic, item: &Item, source: &str) {
        let span = complaint.labels.first().map_or(0..0, |l| l.span.clone());
        let there: String = source
            .get(span.clone())
            .unwrap_or_default()
            .chars()
            .take(40)
            .map(visible)
            .collect();
        let key = (complaint.id, there);
        if self.constructs.len() >= TOLD_APART && !self.constructs.contains_key(&key) {
            return;
        }
        let construct = self.constructs.entry(key).or_default();
        construct.count += 1;
        let fresh = construct
            .examples
            .last()
            .is_none_or(|(id, _)| *id != item.id);
        if construct.examples.len() < EXAMPLES && fresh {
            let example = around(source, span.start, span.end);
            construct.examples.push((item.id.clone(), example));
        }
    }

    fn share(&self, part: u64) -> f64 {
        100.0 * part as f64 / (self.formulas.max(1)) as f64
    }

    /// Median, mean and total time in microseconds.
    fn times(&self) -> (f64, f64, f64) {
        let mut times = self.times.clone();
        times.sort_unstable();
        let median = times.get(times.len() / 2).map_or(0.0, |t| *t as f64 / 1e3);
        let total = times.iter().map(|t| *t as f64 / 1e3).sum::<f64>();
        (median, total / times.len().max(1) as f64, total)
    }

    /// Complaints and constructs, the most frequent first.
    fn sorted(&self) -> (Vec<(Severity, &'static str, u64)>, Vec<Listed<'_>>) {
        let mut complaints: Vec<_> = self
            .complaints
            .iter()
            .map(|((severity, id), n)| (*severity, *id, *n))
            .collect();
        complaints.sort_by_key(|(severity, id, n)| (std::cmp::Reverse((*n, *severity)), *id));
        let mut constructs: Vec<_> = self
            .constructs
            .iter()
            .map(|((id, text), construct)| (*id, text.as_str(), construct))
            .collect();
        constructs.sort_by_key(|(id, text, c)| (std::cmp::Reverse(c.count), *text, *id));
        constructs.truncate(LISTED);
        (complaints, constructs)
    }

    /// The report for people.
    pub fn table(&self) -> String {
        let (complaints, constructs) = self.sorted();
        let (median, mean, _) = self.times();
        let mut out = String::new();
        let mut line = |text: std::fmt::Arguments<'_>| {
            // Writing to memory cannot fail.
            let _ = out.write_fmt(text);
            out.push('\n');
        };
        let rows = [
            ("formulas", self.formulas),
            ("read without an opaque piece", self.read),
            ("read without a complaint", self.whole),
            ("rows that hold no formula", self.broken),
        ];
        for (name, n) in rows {
            line(format_args!("{name:<30} {n:>9} {:>6.1} %", self.share(n)));
        }
        let worst = self.worst.0.as_secs_f64() * 1e6;
        line(format_args!(
            "time a formula: median {median:.1} µs, mean {mean:.1} µs, worst {worst:.1} µs ({})",
            plain(&self.worst.1)
        ));
        if !complaints.is_empty() {
            line(format_args!("\n{:>9}  complaint", "times"));
        }
        for (severity, id, n) in complaints {
            let severity = format!("{severity:?}").to_lowercase();
            line(format_args!("{n:>9}  {severity}[{id}]"));
        }
        if !constructs.is_empty() {
            line(format_args!("\n{:>9}  not understood", "times"));
        }
        for (id, text, construct) in constructs {
            line(format_args!("{:>9}  {text}  ({id})", construct.count));
            for (id, example) in &construct.examples {
                line(format_args!("{:>9}    {}: {example}", "", plain(id)));
            }
        }
        out
    }

    /// The report for programs; times are microseconds.
    pub fn json(&self) -> Value {
        let (complaints, constructs) = self.sorted();
        let (median, mean, total) = self.times();
        let complaints: Vec<Value> = complaints
            .into_iter()
            .map(|(severity, id, n)| json!({"id": id, "severity": severity, "count": n}))
            .collect();
        let constructs: Vec<Value> = constructs
            .into_iter()
            .map(|(id, text, c)| {
                let examples: Vec<Value> = c
                    .examples
                    .iter()
                    .map(|(id, latex)| json!({"id": id, "latex": latex}))
                    .collect();
                json!({"latex": text, "complaint": id, "count": c.count, "examples": examples})
            })
            .collect();
        json!({
            "formulas": self.formulas,
            "read": self.read,
            "whole": self.whole,
            "broken": self.broken,
            "complaints": complaints,
            "constructs": constructs,
            "time_us": {
                "median": median,
                "mean": mean,
                "total": total,
                "worst": self.worst.0.as_secs_f64() * 1e6,
                "worst_id": self.worst.1,
            },
        })
    }
}

/// The id of a complaint, what stands at its place, and how often that is.
type Listed<'r> = (&'static str, &'r str, &'r Construct);

fn plain(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// A place with what stands around it, in one line.
fn around(source: &str, start: usize, end: usize) -> String {
    let (before, rest) = source.split_at_checked(start).unwrap_or((source, ""));
    let first = before.char_indices().rev().nth(AROUND);
    let from = first.map_or(0, |(at, c)| at + c.len_utf8());
    let width = rest
        .get(..end.saturating_sub(start))
        .map_or(0, |t| t.chars().count());
    let last = rest.char_indices().nth(width.min(2 * AROUND) + AROUND);
    let to = last.map_or(source.len(), |(at, _)| before.len() + at);
    let shown: String = source[from..to].chars().map(visible).collect();
    let mark = |cut: bool| if cut { "…" } else { "" };
    format!("{}{shown}{}", mark(from > 0), mark(to < source.len()))
}

fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_cut_around_their_place() {
        let source = "a".repeat(90) + r"\foo" + &"é".repeat(90);
        let cut = around(&source, 90, 94);
        assert_eq!(cut.chars().count(), 2 + 2 * AROUND + 4);
        assert!(cut.contains(r"\foo") && cut.starts_with('…') && cut.ends_with('…'));
        assert_eq!(around("x\ny", 2, 3), "x y");
        assert_eq!(around("é", 7, 9), "é");
    }
}
