//! The columns of a dataset that pictures need, under the names that they have in its profiles.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::facts::{Facts, Renamed};
use crate::row::{Row, Strategy};
use crate::table::{Column, Kind, Schema, Value};

/// Names of the same column in different datasets and profiles; texts are grouped by the collection
/// they come from.
const TEXT: &[&str] = &["formula", "formula2", "text"];
const IDENTITY: &[&str] = &[
    "identity",
    "identity1",
    "formula_name_id",
    "formula1_name_id",
    "source",
];
const TEMPLATE: &[&str] = &["template", "template2", "original_id"];
/// The columns of the original that say whether a strategy was used begin so.
const FLAG: &str = "strategy_";
/// What the original calls strategies that have another name here.
const OURS: [(&str, &str); 3] = [
    ("constants", "constant"),
    ("random_formula", "random"),
    ("variables", "variable"),
];

/// Where the columns stand in rows of [`Columns::schema`].
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// What is read of a file.
    pub schema: Schema,
    text: usize,
    identity: Option<usize>,
    /// By the name of the column.
    known: BTreeMap<&'static str, usize>,
    template: Option<usize>,
    flags: Vec<(usize, String)>,
}

impl Columns {
    /// The columns of a dataset; for whole rows, or for what is counted.
    ///
    /// # Errors
    /// When there are no versions in it.
    pub(super) fn of(schema: &Schema, whole: bool) -> Result<Self> {
        const COUNTED: [&str; 10] = [
            "name",
            "label",
            "is_text",
            "strategies",
            "substitutions",
            "substituted",
            "substituted_var",
            "substituted_fnc",
            "verdict",
            "distance",
        ];
        const SHOWN: [&str; 6] = ["id", "changes", "rules", "witness", "seed", "index"];
        let mut columns: Vec<Column> = Vec::new();
        let mut take = |names: &[&str]| {
            let found = names
                .iter()
                .find_map(|name| schema.columns.iter().find(|c| c.name == *name));
            found.map(|column| {
                columns.push(column.clone());
                columns.len() - 1
            })
        };
        let text = take(TEXT).context("it has no column of versions")?;
        let identity = take(IDENTITY);
        let template = if whole { take(TEMPLATE) } else { None };
        let shown = if whole { &SHOWN[..] } else { &[] };
        let known = COUNTED
            .iter()
            .chain(shown)
            .filter_map(|name| Some((*name, take(&[name])?)));
        let known = known.collect();
        let names = schema
            .columns
            .iter()
            .filter_map(|c| c.name.strip_prefix(FLAG));
        let flags = names.filter(|name| *name != "count").filter_map(|name| {
            let ours = OURS.iter().find(|(theirs, _)| *theirs == name);
            let ours = ours.map_or(name, |(_, ours)| ours).to_owned();
            Some((take(&[&format!("{FLAG}{name}")])?, ours))
        });
        let flags = flags.collect();
        Ok(Self {
            schema: Schema { columns },
            text,
            identity,
            known,
            template,
            flags,
        })
    }

    fn value<'r>(&self, row: &'r [Value], name: &str) -> Option<&'r Value> {
        row.get(*self.known.get(name)?)
    }

    /// The texts that a list of classes or of texts has, or one that stands alone.
    fn names<'r>(&'r self, row: &'r [Value], name: &str) -> Vec<&'r str> {
        let Some(place) = self.known.get(name) else {
            return Vec::new();
        };
        let kind = match &self.schema.columns[*place].kind {
            Kind::List(inner) => inner.as_ref(),
            kind => kind,
        };
        let one = |value: &'r Value| match (value, kind) {
            (Value::Text(text), _) => Some(&**text),
            (Value::Class(n), Kind::Class(names)) => names.get(*n as usize).map(String::as_str),
            _ => None,
        };
        match &row[*place] {
            Value::List(values) => values.iter().filter_map(one).collect(),
            value => one(value).into_iter().collect(),
        }
    }

    fn flag(&self, row: &[Value], name: &str) -> bool {
        self.value(row, name)
            .and_then(Value::as_bool)
            .unwrap_or(false)
    }

    /// What is counted of a row.
    pub(super) fn facts<'r>(&'r self, row: &'r [Value]) -> Facts<'r> {
        let text = |place: Option<usize>| place.and_then(|p| row[p].as_text()).unwrap_or_default();
        let mut strategies = self.names(row, "strategies");
        let flags = self
            .flags
            .iter()
            .filter(|(place, _)| row[*place].as_bool() == Some(true));
        strategies.extend(flags.map(|(_, name)| name.as_str()));
        strategies.sort_unstable();
        strategies.dedup();
        let mut renamed = Renamed {
            variable: self.flag(row, "substituted_var"),
            function: self.flag(row, "substituted_fnc"),
            any: self.flag(row, "substituted"),
        };
        let pairs = self.value(row, "substitutions").and_then(Value::as_parts);
        for pair in pairs.unwrap_or_default() {
            if let Some([from, to, kind]) = pair.as_parts()
                && from != to
            {
                let function = kind.as_text() == Some("function");
                renamed.any = true;
                renamed.function |= function;
                renamed.variable |= !function;
            }
        }
        let distance = self.value(row, "distance").and_then(Value::as_int);
        Facts {
            identity: text(self.identity),
            name: text(self.known.get("name").copied()),
            // Rows without a label are versions of something.
            label: self
                .value(row, "label")
                .and_then(Value::as_bool)
                .unwrap_or(true),
            is_text: self.flag(row, "is_text"),
            strategies,
            renamed,
            verdict: self
                .names(row, "verdict")
                .first()
                .copied()
                .unwrap_or_default(),
            distance: distance.and_then(|n| u32::try_from(n).ok()),
            text: text(Some(self.text)),
        }
    }

    /// The row as `generate` writes it; `sources` are the versions of the corpus by their ids.
    pub(super) fn row(&self, row: &[Value], sources: &BTreeMap<&str, &str>) -> Row {
        let facts = self.facts(row);
        let text = |name: &str| {
            self.value(row, name)
                .and_then(Value::as_text)
                .unwrap_or_default()
        };
        let number = |name: &str| self.value(row, name).and_then(Value::as_int).unwrap_or(0);
        let template = self.template.and_then(|place| row[place].as_text());
        let source = template
            .and_then(|id| sources.get(id))
            .copied()
            .unwrap_or_default();
        let parts = |name: &str| {
            self.value(row, name)
                .and_then(Value::as_parts)
                .unwrap_or_default()
        };
        let three = |value: &Value| -> [String; 3] {
            let parts = value.as_parts().unwrap_or_default();
            let text = |at: usize| parts.get(at).and_then(Value::as_text).unwrap_or_default();
            [text(0), text(1), text(2)].map(str::to_owned)
        };
        let mut strategies: Vec<Strategy> = parts("changes")
            .iter()
            .zip(self.names(row, "strategies"))
            .map(|(change, strategy)| {
                let [rule, before, after] = three(change);
                Strategy {
                    strategy: strategy.to_owned(),
                    rule,
                    before,
                    after,
                }
            })
            .collect();
        if strategies.is_empty() {
            let named = facts.strategies.iter().map(|strategy| Strategy {
                strategy: (*strategy).to_owned(),
                ..Strategy::default()
            });
            strategies.extend(named);
        }
        let renamed = parts("substitutions").iter().map(|pair| {
            let [from, to, _] = three(pair);
            (from, to)
        });
        Row {
            id: text("id").to_owned(),
            source: source.into(),
            text: facts.text.to_owned(),
            label: facts.label,
            is_text: facts.is_text,
            substitution: renamed.collect(),
            rules: self
                .names(row, "rules")
                .into_iter()
                .map(str::to_owned)
                .collect(),
            strategies: strategies.into(),
            verdict: facts.verdict.to_owned().into(),
            witness: serde_json::from_str(text("witness")).ok(),
            identity: Some(facts.identity.to_owned()).filter(|id| !id.is_empty()),
            name: Some(facts.name.to_owned()).filter(|name| !name.is_empty()),
            seed: number("seed") as u64,
            index: number("index") as u64,
            distance: facts.distance,
            ..Row::default()
        }
    }
}
