//! The numbers behind the pictures: tables for a terminal, JSON, and CSV.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::census::{Census, Group, Part, RENAMED};
use super::distribution::Distribution;
use super::figures::{called, rounded};
use super::svg::{grouped, percent};
use crate::csv;

/// A distribution by what it counts.
type Counted = (&'static str, fn(&Part) -> &Distribution);

/// What is told of the lengths and distances of rows.
const COUNTED: [Counted; 4] = [
    ("characters", |part| &part.characters),
    ("tokens", |part| &part.tokens),
    ("distance", |part| &part.distances),
    ("strategies", |part| &part.sizes),
];

/// The names of identities have this much room in a table.
const NAME: usize = 22;

/// Tables of at most 80 columns; with `identities` also a line for each identity.
pub fn tables(census: &Census, identities: bool) -> String {
    let total = census.total();
    let mut out = String::new();
    let mut line = |text: std::fmt::Arguments<'_>| {
        // Writing to memory cannot fail.
        let _ = out.write_fmt(text);
        out.push('\n');
    };
    if identities {
        for text in by_identity(census) {
            line(format_args!("{text}"));
        }
    }
    let all = total.rows();
    let share = |number: u64| 100.0 * number as f64 / all.max(1) as f64;
    let texts = total.equivalent.texts + total.falsified.texts;
    line(format_args!(
        "{:<30} {:>13}",
        "identities",
        grouped(census.identities.len() as u64)
    ));
    for (name, number) in [
        ("rows", all),
        ("equivalent", total.equivalent.rows),
        ("falsified", total.falsified.rows),
        ("texts", texts),
    ] {
        line(format_args!(
            "{name:<30} {:>13} {:>6.1} %",
            grouped(number),
            share(number)
        ));
    }
    let (forms, exact) = total.forms();
    let forms = if exact {
        grouped(forms)
    } else {
        format!("≈ {}", grouped(rounded(forms)))
    };
    line(format_args!(
        "{:<30} {forms:>13}",
        "distinct forms up to names"
    ));
    let sizes = || {
        let groups = census.identities.iter();
        groups.map(|(id, group)| (group.rows(), called(id, group)))
    };
    if let (Some(least), Some(most)) = (sizes().min(), sizes().max()) {
        line(format_args!(
            "{:<30} {:>13}  {}",
            "fewest rows of an identity",
            grouped(least.0),
            shortened(least.1, 34)
        ));
        line(format_args!(
            "{:<30} {:>13}  {}",
            "most",
            grouped(most.0),
            shortened(most.1, 34)
        ));
    }
    if total.falsified.rows > 0 {
        line(format_args!(
            "\n{:<14} {:>12} {:>7} {:>7} {:>7} {:>7}  most in",
            "strategy", "falsified", "share", "mean", "least", "most"
        ));
    }
    for strategy in census.strategies() {
        let of = |group: &Group| group.falsified.of_strategy(strategy);
        let groups = census.identities.iter();
        let shares: Vec<(f64, &str)> = groups
            .filter_map(|(id, group)| Some((of(group)?, called(id, group))))
            .collect();
        let least = shares.iter().map(|(share, _)| *share).fold(1.0, f64::min);
        let most = shares
            .iter()
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
        let (most, name) = most.copied().unwrap_or_default();
        let shown = |share: f64| format!("{:.1}", 100.0 * share);
        line(format_args!(
            "{strategy:<14} {:>12} {:>7} {:>7} {:>7} {:>7}  {}",
            grouped(
                total
                    .falsified
                    .strategies
                    .get(strategy)
                    .copied()
                    .unwrap_or(0)
            ),
            shown(of(&total).unwrap_or(0.0)),
            shown(census.mean(of).unwrap_or(0.0)),
            shown(least),
            shown(most),
            shortened(name, 18)
        ));
    }
    line(format_args!(
        "\n{:<20} {:>9} {:>9} {:>9}",
        "renamed, in %", "variable", "function", "any"
    ));
    let both = merged(&total);
    for (label, part) in total.parts().into_iter().chain([("all", &both)]) {
        let shares = RENAMED.map(|(_, number)| part.share(number(part)));
        let shown =
            shares.map(|s| s.map_or_else(|| "–".to_owned(), |s| format!("{:.1}", 100.0 * s)));
        line(format_args!(
            "{label:<20} {:>9} {:>9} {:>9}",
            shown[0], shown[1], shown[2]
        ));
    }
    line(format_args!(
        "\n{:<24} {:>7} {:>7} {:>7} {:>8} {:>7} {:>7}",
        "", "least", "10 %", "median", "mean", "90 %", "most"
    ));
    for (name, of) in COUNTED {
        for (label, part) in total.parts() {
            let counts = of(part);
            if counts.total() > 0 {
                let at = [0.0, 0.1, 0.5, 0.9, 1.0].map(|share| counts.quantile(share));
                line(format_args!(
                    "{:<24} {:>7} {:>7} {:>7} {:>8.1} {:>7} {:>7}",
                    format!("{name}, {label}"),
                    at[0],
                    at[1],
                    at[2],
                    counts.mean(),
                    at[3],
                    at[4]
                ));
            }
        }
    }
    let verdicts: Vec<String> = both
        .verdicts
        .iter()
        .map(|(verdict, number)| format!("{verdict} {:.1} %", share(*number)))
        .collect();
    if !verdicts.is_empty() {
        line(format_args!("\nverdicts: {}", verdicts.join(", ")));
    }
    out
}

fn merged(group: &Group) -> Part {
    let mut both = group.equivalent.clone();
    both.merge(&group.falsified);
    both
}

/// A line for each identity, by name.
fn by_identity(census: &Census) -> Vec<String> {
    let strategies = census.strategies();
    let heads: Vec<String> = strategies
        .iter()
        .map(|s| format!(" {:>4}", shortened(s, 4)))
        .collect();
    let mut lines = vec![format!(
        "{:<NAME$} {:>8}{}  renamed",
        "share in %",
        "rows",
        heads.concat()
    )];
    let mut groups: Vec<(&str, &Group)> = census
        .identities
        .iter()
        .map(|(id, group)| (called(id, group), group))
        .collect();
    groups.sort_by_key(|(name, _)| *name);
    for (name, group) in groups {
        let small = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), percent);
        let cells = strategies
            .iter()
            .map(|s| format!(" {:>4}", small(group.falsified.of_strategy(s))));
        let renamed = group
            .parts()
            .map(|(_, part)| small(part.share(part.renamed)));
        lines.push(format!(
            "{:<NAME$} {:>8}{}  {}/{}",
            shortened(name, NAME),
            grouped(group.rows()),
            cells.collect::<String>(),
            renamed[0],
            renamed[1]
        ));
    }
    lines.push(String::new());
    lines
}

fn shortened(name: &str, room: usize) -> String {
    if name.chars().count() <= room {
        return name.to_owned();
    }
    if room < 8 {
        return name.chars().take(room).collect();
    }
    name.chars().take(room - 1).chain(['…']).collect()
}

/// All counts for programs. Shares can be computed from them.
pub fn json(census: &Census) -> Value {
    let total = census.total();
    let identities: Map<String, Value> = census
        .identities
        .iter()
        .map(|(id, group)| (id.clone(), of_group(group)))
        .collect();
    json!({"total": of_group(&total), "strategies": census.strategies(), "identities": identities})
}

fn of_group(group: &Group) -> Value {
    let (forms, exact) = group.forms();
    let parts: Map<String, Value> = group
        .parts()
        .map(|(label, part)| (label.to_owned(), of_part(part)))
        .into_iter()
        .collect();
    json!({"name": group.name, "rows": group.rows(), "forms": forms, "forms_exact": exact, "labels": parts})
}

fn of_part(part: &Part) -> Value {
    let counted: Map<String, Value> = COUNTED
        .map(|(name, of)| (name.to_owned(), json!(of(part))))
        .into_iter()
        .collect();
    let renamed: Map<String, Value> = RENAMED
        .map(|(name, of)| (name.to_owned(), json!(of(part))))
        .into_iter()
        .collect();
    json!({
        "rows": part.rows, "texts": part.texts, "renamed": renamed, "strategies": part.strategies,
        "verdicts": part.verdicts, "distributions": counted,
    })
}

/// Tables for programs that want no tree, by name.
pub fn csv(census: &Census) -> Vec<(&'static str, String)> {
    let all = census.total();
    let groups = || {
        census
            .identities
            .iter()
            .map(|(id, group)| (id.as_str(), group))
    };
    let share = |part: &Part, number: u64| {
        part.share(number)
            .map_or_else(String::new, |share| format!("{share:.6}"))
    };
    let names = census.strategies();
    let mut strategies = csv::line(["identity", "strategy", "falsified", "rows", "share"]);
    let mut substitutions = csv::line(["identity", "label", "renamed", "all", "rows", "share"]);
    let mut identities = csv::line([
        "identity", "name", "label", "rows", "texts", "forms", "exact",
    ]);
    for (id, group) in groups() {
        for name in &names {
            let part = &group.falsified;
            let number = part.strategies.get(*name).copied().unwrap_or(0);
            let (rows, all) = (number.to_string(), part.rows.to_string());
            strategies += &csv::line([id, name, &all, &rows, &share(part, number)]);
        }
        for (label, part) in group.parts() {
            for (what, of) in RENAMED {
                let (number, all) = (of(part), part.rows.to_string());
                let rows = number.to_string();
                substitutions += &csv::line([id, label, what, &all, &rows, &share(part, number)]);
            }
            let (forms, exact) = part.forms.count();
            let numbers = [part.rows, part.texts, forms].map(|n| n.to_string());
            let [rows, texts, forms] = &numbers;
            let exact = exact.to_string();
            identities += &csv::line([id, &group.name, label, rows, texts, forms, &exact]);
        }
    }
    let mut distributions = csv::line(["what", "label", "value", "rows"]);
    for (what, of) in COUNTED {
        for (label, part) in all.parts() {
            for (value, rows) in &of(part).0 {
                distributions += &csv::line([what, label, &value.to_string(), &rows.to_string()]);
            }
        }
    }
    vec![
        ("strategies", strategies),
        ("substitutions", substitutions),
        ("identities", identities),
        ("distributions", distributions),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::facts::Facts;
    use super::*;

    #[test]
    fn tables_fit_a_terminal() {
        let mut census = Census::default();
        let names = [
            "constant",
            "distribute",
            "equality",
            "inequality",
            "manual",
            "random",
            "swap",
            "variable",
        ];
        for (at, strategy) in names.iter().enumerate() {
            let name = format!("An Identity with a Very Long Name {at}");
            for label in [true, false] {
                census.add(&Facts {
                    identity: &name,
                    name: &name,
                    label,
                    strategies: if label { vec![] } else { vec![strategy] },
                    verdict: "refuted",
                    distance: Some(3),
                    text: "a+b",
                    ..Facts::default()
                });
            }
        }
        let text = tables(&census, true);
        for line in text.lines() {
            let wide = line.chars().count();
            assert!(wide <= 80, "{wide} columns: {line}");
        }
    }
}
