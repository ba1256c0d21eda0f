//! The columns of the datasets of identities, in the profiles of Hugging Face and of MAMUT.

use clap::ValueEnum;
use mamut_engine::corpus::{Corpus, Identity};
use mamut_engine::rules::RuleSet;
use serde_json::json;

use super::lane::Made;
use crate::row::{Row, Strategy};
use crate::table::{Cell, Column, Kind, Schema};

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
    pub second: &'p Made,
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
    pub fn row<'p>(&self, pair: Pair<'p>) -> Vec<Cell<'p>> {
        match self.profile {
            Profile::Hf => self.hf(pair),
            Profile::Mamut => original(pair),
        }
    }

    fn hf<'p>(&self, pair: Pair<'p>) -> Vec<Cell<'p>> {
        let Made {
            row,
            template,
            kinds,
        } = pair.second;
        let identity = pair.identity.id.as_str();
        let text = |text: &'p str| Cell::text(text);
        let label = Cell::Class(u32::from(row.label));
        let mut values = Vec::with_capacity(20);
        match pair.first {
            First::Name(name) => values.extend([
                text(name),
                text(&row.text),
                label,
                text(&row.id),
                text(identity),
                text(template),
            ]),
            First::Version(first) => {
                let other = row.strategies.first().filter(|_| row.verdict == "other");
                let (of, version) = states(other, identity, template);
                values.extend([
                    text(&first.row.text),
                    text(&row.text),
                    label,
                    Cell::text(format!("{}+{}", first.row.id, row.id)),
                    text(identity),
                    text(of),
                    text(&first.template),
                    text(version),
                ]);
            }
        }
        values.extend(self.known(row, kinds, pair.epoch));
        values
    }

    /// The values of what is known of a version; `kinds` are those of its renamed symbols.
    pub(super) fn known<'r>(
        &self,
        row: &'r Row,
        kinds: &[&'static str],
        epoch: Option<usize>,
    ) -> [Cell<'r>; 11] {
        let class = |name: &String| self.strategies.iter().position(|known| known == name);
        let strategies = row.strategies.iter();
        let classes = strategies.filter_map(|s| class(&s.strategy));
        let classes = classes.map(|class| Cell::Class(class as u32)).collect();
        let three = |parts: [&'r str; 3]| Cell::Struct(parts.map(Cell::text).into());
        let strategies = row.strategies.iter();
        let changes = strategies.map(|s| three([&s.rule, &s.before, &s.after]));
        let renamed = row.substitution.iter().zip(kinds);
        let renamed = renamed.map(|((from, to), kind)| three([from, to, kind]));
        let rules = row.rules.iter().map(Cell::text);
        let verdict = VERDICTS.iter().position(|known| *known == row.verdict);
        // A map of strings is always written.
        let witness = row.witness.as_ref().map(serde_json::to_string);
        let epoch = epoch.map(|epoch| Cell::Int(epoch as i64));
        let distance = row.distance.map(|n| Cell::Int(i64::from(n)));
        [
            Cell::Bool(row.is_text),
            epoch.unwrap_or(Cell::Null),
            Cell::List(classes),
            Cell::List(changes.collect()),
            Cell::List(rules.collect()),
            Cell::List(renamed.collect()),
            Cell::Class(verdict.unwrap_or(VERDICTS.len() - 1) as u32),
            Cell::optional_text(witness.and_then(Result::ok)),
            distance.unwrap_or(Cell::Null),
            Cell::Int(row.seed as i64),
            Cell::Int(row.index as i64),
        ]
    }
}

pub(super) fn label() -> Column {
    Column::new("label", Kind::class(&LABELS))
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

fn original(pair: Pair<'_>) -> Vec<Cell<'_>> {
    let Made {
        row,
        template,
        kinds,
    } = pair.second;
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
        Cell::text(first),
        Cell::text(row.text.as_str()),
        Cell::Bool(row.label),
        Cell::text(name.as_str()),
        Cell::text(row.id.as_str()),
        Cell::Bool(row.is_text),
        Cell::text(&**template),
        Cell::text(stats.to_string()),
    ];
    let mut count = 0;
    for (_, ours) in ORIGINAL {
        let used = row.strategies.iter().any(|s| s.strategy == ours);
        count += i64::from(used);
        values.push(Cell::Bool(used));
    }
    let function = kinds.contains(&"function");
    let variable = kinds.iter().any(|kind| *kind != "function");
    values.push(Cell::Int(count));
    values.extend([function || variable, variable, function].map(Cell::Bool));
    values
}
