//! The numbers behind the pictures for programs: JSON and CSV.

use serde_json::{Map, Value, json};

use super::census::{Census, Group, Part, RENAMED};
use super::distribution::Distribution;
use crate::csv;

/// A distribution by what it counts.
pub(super) type Counted = (&'static str, fn(&Part) -> &Distribution);

/// What is told of the lengths and distances of rows.
pub(super) const COUNTED: [Counted; 4] = [
    ("characters", |part| &part.characters),
    ("tokens", |part| &part.tokens),
    ("distance", |part| &part.distances),
    ("strategies", |part| &part.sizes),
];

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
