//! Which pictures are drawn of a dataset.

use super::bars::{Bar, Bars};
use super::census::{Census, Group, RENAMED};
use super::heat_map::{Column, HeatMap, Row};
use super::histogram::Histogram;
use super::svg::{Picture, grouped, percent};

/// All pictures, the paper's two first.
pub fn all(census: &Census) -> Vec<Picture> {
    let total = census.total();
    let mut pictures = Vec::new();
    if total.falsified.rows > 0 {
        pictures.push(strategies(census));
    }
    pictures.push(substitutions(census));
    pictures.push(versions(census));
    pictures.extend(distributions(&total));
    pictures
}

/// What a group is called: by its name, or its id.
pub fn called<'g>(id: &'g str, group: &'g Group) -> &'g str {
    match (group.name.as_str(), id) {
        ("", "") => "no identity",
        ("", id) => id,
        (name, _) => name,
    }
}

/// What the columns of a heat map say of a group: shares, none where there are no rows.
type Shares<'s> = &'s dyn Fn(&Group) -> Vec<Option<f64>>;

/// A row of a heat map for each identity, and their mean over so many columns.
fn rows<'c>(census: &'c Census, columns: usize, of: Shares<'_>) -> (Row<'c>, Vec<Row<'c>>) {
    let groups = census.identities.iter();
    let mut rows: Vec<Row<'_>> = groups
        .map(|(id, group)| Row {
            name: called(id, group),
            id,
            shares: of(group),
        })
        .collect();
    rows.sort_by(|a, b| (a.name, a.id).cmp(&(b.name, b.id)));
    let mean = Row {
        name: "mean of all identities",
        id: "mean",
        shares: (0..columns)
            .map(|at| census.mean(|group| of(group)[at]))
            .collect(),
    };
    (mean, rows)
}

fn strategies(census: &Census) -> Picture {
    let names = census.strategies();
    let shares = |group: &Group| {
        let of = |strategy: &&str| group.falsified.of_strategy(strategy);
        names.iter().map(of).collect()
    };
    let (mean, rows) = rows(census, names.len(), &shares);
    let said: Vec<String> = names
        .iter()
        .zip(&mean.shares)
        .map(|(name, share)| format!("{name} {} %", percent(share.unwrap_or(0.0))))
        .collect();
    HeatMap {
        name: "strategies",
        title: "Strategies of falsified versions by identity",
        about: format!(
            "Share of the falsified versions of each identity that a strategy made; versions of several strategies count for each. Mean of the identities: {}.",
            said.join(", ")
        ),
        columns: names.iter().map(|name| Column { name, group: "" }).collect(),
        mean,
        rows,
    }
    .draw()
}

fn substitutions(census: &Census) -> Picture {
    let shares = |group: &Group| -> Vec<Option<f64>> {
        let parts = [&group.equivalent, &group.falsified];
        let of = parts
            .into_iter()
            .flat_map(|part| RENAMED.map(|(_, number)| part.share(number(part))));
        of.collect()
    };
    let (mean, rows) = rows(census, 2 * RENAMED.len(), &shares);
    let columns = ["equivalent", "falsified"].into_iter().flat_map(|label| {
        RENAMED
            .into_iter()
            .enumerate()
            .map(move |(at, (name, _))| Column {
                name,
                group: if at == 0 { label } else { "" },
            })
    });
    let total = census.total();
    let any = total.parts().map(|(label, part)| {
        format!(
            "{} % of {label}",
            percent(part.share(part.renamed).unwrap_or(0.0))
        )
    });
    HeatMap {
        name: "substitutions",
        title: "Renamed symbols by identity and label",
        about: format!(
            "Share of versions in which a variable, a generic function, or any symbol has another name than in the source: {}.",
            any.join(", ")
        ),
        columns: columns.collect(),
        mean,
        rows,
    }
    .draw()
}

fn versions(census: &Census) -> Picture {
    let groups = census.identities.iter();
    let mut rows: Vec<Bar<'_>> = groups
        .map(|(id, group)| {
            let (forms, exact) = group.forms();
            Bar {
                name: called(id, group),
                parts: [group.equivalent.rows, group.falsified.rows],
                remark: format!(
                    "{} · {} % text · {}{} forms",
                    grouped(group.rows()),
                    percent(group.texts().unwrap_or(0.0)),
                    if exact { "" } else { "≈ " },
                    grouped(if exact { forms } else { rounded(forms) })
                ),
            }
        })
        .collect();
    rows.sort_by(|a, b| a.name.cmp(b.name));
    Bars {
        name: "versions",
        title: "Versions of each identity, texts among them, and distinct forms up to names",
        about: format!(
            "{} versions of {} identities, by label",
            grouped(census.total().rows()),
            census.identities.len()
        ),
        parts: ["equivalent", "falsified"],
        rows,
    }
    .draw()
}

/// An estimate, to three digits.
pub fn rounded(number: u64) -> u64 {
    let digits = number.checked_ilog10().unwrap_or(0);
    let unit = 10_u64.pow(digits.saturating_sub(2));
    (number + unit / 2) / unit * unit
}

fn distributions(total: &Group) -> Vec<Picture> {
    let (right, wrong) = (&total.equivalent, &total.falsified);
    let mut all = vec![
        Histogram {
            name: "characters",
            title: "Length in characters",
            unit: "characters",
            sets: vec![
                ("falsified", &wrong.characters),
                ("equivalent", &right.characters),
            ],
        },
        Histogram {
            name: "tokens",
            title: "Length in tokens of LaTeX",
            unit: "tokens",
            sets: vec![("falsified", &wrong.tokens), ("equivalent", &right.tokens)],
        },
    ];
    if wrong.rows > 0 {
        all.push(Histogram {
            name: "strategy-counts",
            title: "Strategies used at once",
            unit: "strategies",
            sets: vec![("falsified", &wrong.sizes)],
        });
    }
    if wrong.distances.total() > 0 {
        all.push(Histogram {
            name: "distances",
            title: "Distance of falsified versions from their source",
            unit: "tokens",
            sets: vec![("falsified", &wrong.distances)],
        });
    }
    for histogram in &mut all {
        histogram.sets.retain(|(_, set)| set.total() > 0);
    }
    all.iter().map(Histogram::draw).collect()
}
