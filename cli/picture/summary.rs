//! The numbers behind the pictures as tables for a terminal.

use std::fmt::Write;

use super::census::{Census, Group, Part, RENAMED};
use super::counts::COUNTED;
use super::figures::{called, rounded};
use super::svg::{grouped, percent};

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
