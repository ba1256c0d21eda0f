//! The columns of the datasets of identities, in the profiles of Hugging Face and of MAMUT.

use std::mem::take;

use clap::ValueEnum;
use mamut_engine::corpus::{Corpus, Identity};
use mamut_engine::rules::RuleSet;
use serde_json::json;

use super::lane::Made;
use crate::row::{Row, Strategy};
use crate::table::{Column, Kind, Schema, Value};

/// Names and types of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Profile {
    /// Labels and strategies as classes, everything that is known of a row
    Hf,
    /// The names and types of the original datasets
    Mamut,
}

/// The label, as a class.
pub const LABELS: [&str; 2] = ["not_equivalent", "equivalent"];
/// How a label is known, as a class.
pub const VERDICTS: [&str; 5] = ["derived", "refuted", "authored", "other", "unknown"];
/// The strategies as the original names them, and ours.
const ORIGINAL: [(&str, &str); 9] = [
    ("equality", "equality"),
    ("inequality", "inequality"),
    ("swap", "swap"),
    ("variables", "variable"),
    ("constants", "constant"),
    ("distribute", "distribute"),
    ("random_formula", "random"),
    ("manual", "manual"),
    ("text", "text"),
];

/// Which rows of which corpus are written.
pub struct Columns<'c> {
    pub profile: Profile,
    pub corpus: &'c Corpus,
    /// The strategies in the order of their class.
    pub strategies: Vec<String>,
}

/// Two versions, or a name and a version.
pub struct Pair<'p> {
    /// The identity of the first.
    pub identity: &'p Identity,
    /// The name, or the first version.
    pub first: First<'p>,
    /// The version.
    pub second: Made,
    /// In which pass over the data it is for; none for all.
    pub epoch: Option<usize>,
}

/// What a version is beside.
pub enum First<'p> {
    /// A name.
    Name(&'p str),
    /// A true version.
    Version(&'p Made),
}

impl<'c> Columns<'c> {
    /// The columns for a set of rules.
    pub fn new(profile: Profile, corpus: &'c Corpus, rules: &RuleSet) -> Self {
        Self {
            profile,
            corpus,
            strategies: rules.strategies.iter().map(|s| s.id.clone()).collect(),
        }
    }

    /// The schema of names with versions.
    pub fn nmf(&self) -> Schema {
        let text = |name: &str| Column::new(name, Kind::Text);
        match self.profile {
            Profile::Hf => {
                let mut columns = vec![text("name"), text("formula"), label(), text("id")];
                columns.extend(["identity", "template"].map(text));
                columns.extend(self.provenance());
                Schema { columns }
            }
            Profile::Mamut => {
                let mut columns = vec![
                    text("name"),
                    text("formula"),
                    Column::new("label", Kind::Bool),
                ];
                columns.push(text("formula_name_id"));
                columns.extend(originals());
                Schema { columns }
            }
        }
    }

    /// The schema of pairs of versions.
    pub fn mfr(&self) -> Schema {
        let text = |name: &str| Column::new(name, Kind::Text);
        match self.profile {
            Profile::Hf => {
                let mut columns = vec![text("formula1"), text("formula2"), label(), text("id")];
                columns.extend(["identity1", "identity2", "template1", "template2"].map(text));
                columns.extend(self.provenance());
                Schema { columns }
            }
            Profile::Mamut => {
                let mut columns = ["formula1", "formula2"].map(text).to_vec();
                columns.push(Column::new("label", Kind::Bool));
                columns.push(text("formula1_name_id"));
                columns.extend(originals());
                Schema { columns }
            }
        }
    }

    /// What is known of a version.
    pub(super) fn provenance(&self) -> Vec<Column> {
        let texts = |names: &[&str]| {
            let columns = names
                .iter()
                .map(|name| Column::new(name, Kind::Text))
                .collect();
            Kind::list(Kind::Struct(columns))
        };
        vec![
            Column::new("is_text", Kind::Bool),
            Column::optional("epoch", Kind::Int),
            Column::new(
                "strategies",
                Kind::list(Kind::Class(self.strategies.clone())),
            ),
            Column::new("changes", texts(&["rule", "before", "after"])),
            Column::new("rules", Kind::list(Kind::Text)),
            Column::new("substitutions", texts(&["from", "to", "kind"])),
            Column::new("verdict", Kind::class(&VERDICTS)),
            Column::optional("witness", Kind::Text),
            Column::optional("distance", Kind::Int),
            Column::new("seed", Kind::Int),
            Column::new("index", Kind::Int),
        ]
    }

    /// A row.
    pub fn row(&self, pair: Pair<'_>) -> Vec<Value> {
        match self.profile {
            Profile::Hf => self.hf(pair),
            Profile::Mamut => original(&pair),
        }
    }

    fn hf(&self, pair: Pair<'_>) -> Vec<Value> {
        let Made {
            mut row,
            template,
            kinds,
        } = pair.second;
        let identity = pair.identity.id.as_str();
        let text = |text: &str| Value::text(text);
        let label = Value::Class(u32::from(row.label));
        let mut values = Vec::with_capacity(20);
        match pair.first {
            First::Name(name) => values.extend([
                text(name),
                Value::Text(take(&mut row.text)),
                label,
                Value::Text(take(&mut row.id)),
                text(identity),
                Value::Text(template),
            ]),
            First::Version(first) => {
                let other = row.strategies.first().filter(|_| row.verdict == "other");
                let (of, version) = states(other, identity, &template);
                values.extend([
                    text(&first.row.text),
                    Value::Text(take(&mut row.text)),
                    label,
                    Value::Text(format!("{}+{}", first.row.id, row.id)),
                    text(identity),
                    text(of),
                    text(&first.template),
                    text(version),
                ]);
            }
        }
        values.extend(self.known(row, &kinds, pair.epoch));
        values
    }

    /// The values of what is known of a version; `kinds` are those of its renamed symbols.
    pub(super) fn known(&self, row: Row, kinds: &[&str], epoch: Option<usize>) -> Vec<Value> {
        let witness = witness(&row);
        let class = |name: &String| self.strategies.iter().position(|known| known == name);
        let strategies = row.strategies.iter();
        let classes = strategies.filter_map(|s| class(&s.strategy));
        let classes = classes.map(|class| Value::Class(class as u32)).collect();
        let changes = row.strategies.into_iter().map(|s| {
            let parts = [s.rule, s.before, s.after].map(Value::Text);
            Value::Struct(parts.into())
        });
        let renamed = row.substitution.into_iter().zip(kinds);
        let renamed = renamed.map(|((from, to), kind)| {
            Value::Struct(vec![Value::Text(from), Value::Text(to), Value::text(*kind)])
        });
        let verdict = VERDICTS.iter().position(|known| *known == row.verdict);
        let epoch = epoch.map(|epoch| Value::Int(epoch as i64));
        let distance = row.distance.map(|n| Value::Int(i64::from(n)));
        vec![
            Value::Bool(row.is_text),
            epoch.unwrap_or(Value::Null),
            Value::List(classes),
            Value::List(changes.collect()),
            Value::List(row.rules.into_iter().map(Value::Text).collect()),
            Value::List(renamed.collect()),
            Value::Class(verdict.unwrap_or(VERDICTS.len() - 1) as u32),
            witness,
            distance.unwrap_or(Value::Null),
            Value::Int(row.seed as i64),
            Value::Int(row.index as i64),
        ]
    }
}

pub(super) fn label() -> Column {
    Column::new("label", Kind::class(&LABELS))
}

fn witness(row: &Row) -> Value {
    // A map of strings is always written.
    let json = row.witness.as_ref().map(serde_json::to_string);
    Value::optional_text(json.and_then(Result::ok))
}

/// Which identity and which version of the corpus a version is closest to: another identity may
/// stand in the place of a false one.
fn states<'r>(
    other: Option<&'r Strategy>,
    identity: &'r str,
    template: &'r str,
) -> (&'r str, &'r str) {
    let version = other.map(|strategy| strategy.rule.as_str());
    match version.and_then(|version| Some((version.split_once('/')?.0, version))) {
        Some(found) => found,
        None => (identity, template),
    }
}

/// The columns of the original beside names, formulas and label.
fn originals() -> Vec<Column> {
    let column = |name: &str, kind: Kind| Column::new(name, kind);
    let mut columns = vec![
        column("id", Kind::Text),
        column("is_text", Kind::Bool),
        column("original_id", Kind::Text),
        column("stats", Kind::Text),
    ];
    columns.extend(ORIGINAL.map(|(name, _)| column(&format!("strategy_{name}"), Kind::Bool)));
    columns.push(column("strategy_count", Kind::Int));
    let renamed = ["substituted", "substituted_var", "substituted_fnc"];
    columns.extend(renamed.map(|name| column(name, Kind::Bool)));
    columns
}

fn original(pair: &Pair<'_>) -> Vec<Value> {
    let Made {
        row,
        template,
        kinds,
    } = &pair.second;
    let first = match pair.first {
        First::Name(name) => name,
        First::Version(first) => &first.row.text,
    };
    let stats = json!({
        "strategies": row.strategies,
        "substitution": row.substitution,
        "verdict": row.verdict,
        "witness": row.witness,
        "epoch": pair.epoch,
    });
    let name = pair.identity.names.first().unwrap_or(&pair.identity.id);
    let mut values = vec![
        Value::text(first),
        Value::text(row.text.as_str()),
        Value::Bool(row.label),
        Value::text(name.as_str()),
        Value::text(row.id.as_str()),
        Value::Bool(row.is_text),
        Value::text(template.as_str()),
        Value::Text(stats.to_string()),
    ];
    let mut count = 0;
    for (_, ours) in ORIGINAL {
        let used = row.strategies.iter().any(|s| s.strategy == ours);
        count += i64::from(used);
        values.push(Value::Bool(used));
    }
    let function = kinds.contains(&"function");
    let variable = kinds.iter().any(|kind| *kind != "function");
    values.push(Value::Int(count));
    values.extend([function || variable, variable, function].map(Value::Bool));
    values
}
