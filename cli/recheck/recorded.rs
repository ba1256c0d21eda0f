//! Rows of datasets of identities, in both profiles, as `generate` writes rows: the corpus has their
//! sources.

use std::collections::BTreeMap;
use std::sync::Arc;

use mamut_engine::corpus::Corpus;
use serde_json::{Map, Value};

use crate::dataset::columns::{LABELS, VERDICTS};
use crate::dataset::identities::sources;
use crate::row::{Id, Row, Strategy, Witness};

/// A row with all sources that it may be a version of.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The row; its source is the first of them.
    pub row: Row,
    /// How the version of the corpus may be written.
    pub sources: Vec<Arc<str>>,
}

impl Recorded {
    /// Reads a row; none when it is none of a dataset of identities.
    ///
    /// # Errors
    /// Why its source is not known.
    pub fn read(line: &str, corpus: &Corpus) -> Option<Result<Self, String>> {
        let object: Map<String, Value> = serde_json::from_str(line).ok()?;
        let text = first(&object, &["formula", "formula2"])?;
        let template = first(&object, &["template2", "template", "original_id"])?;
        let owner = first(&object, &["identity1", "identity"]);
        let row = Row {
            identity: owner.map(str::to_owned),
            name: first(&object, &["name"]).map(str::to_owned),
            ..row(&object, text)?
        };
        let sources = sources_of(corpus, owner, template);
        Some(match sources.first() {
            Some(source) => Ok(Self {
                row: Row {
                    source: source.clone(),
                    ..row
                },
                sources,
            }),
            None => Err(format!(
                "the corpus has no version `{template}`; --corpus names that of the dataset"
            )),
        })
    }
}

/// What the columns of a dataset say of a version, but for its source.
pub(super) fn row(object: &Map<String, Value>, text: &str) -> Option<Row> {
    let label = match object.get("label")? {
        Value::Bool(label) => *label,
        Value::String(label) => LABELS.iter().position(|known| known == label)? == 1,
        label => label.as_u64()? == 1,
    };
    // That of a pair is of both its versions.
    let id = first(object, &["id"])?.rsplit('+').next()?;
    let (seed, index) = Id::parse(id).map_or((0, 0), |id| (id.seed, id.index));
    // The profile of the original has what is known of a row in one column.
    let stats = first(object, &["stats"]).and_then(|stats| serde_json::from_str(stats).ok());
    let known = Known(stats.as_ref().unwrap_or(object));
    Some(Row {
        id: id.to_owned(),
        text: text.to_owned(),
        label,
        is_text: object.get("is_text")?.as_bool()?,
        substitution: known.substitution(),
        rules: known.list("rules").filter_map(text_of).collect(),
        strategies: known.strategies().into(),
        verdict: known.verdict()?.into(),
        witness: known.witness(),
        seed,
        index,
        ..Row::default()
    })
}

/// The sources of a version of the corpus; of a version of another identity than the row is about,
/// those of the identity.
fn sources_of(corpus: &Corpus, owner: Option<&str>, template: &str) -> Vec<Arc<str>> {
    let all = corpus.identities.iter();
    let versions = all.flat_map(|i| i.versions.iter().map(move |version| (i, version)));
    let own = |id: &str| owner.is_none_or(|owner| owner == id);
    let mut found: Vec<_> = versions
        .clone()
        .filter(|(i, version)| version.id == template && own(&i.id))
        .collect();
    if found.is_empty() {
        found.extend(versions.filter(|(i, _)| owner == Some(&i.id)));
    }
    let written = found.into_iter().flat_map(|(i, v)| sources(i, v));
    written.map(Arc::from).collect()
}

/// What is known of a row, under the names of its profile.
struct Known<'o>(&'o Map<String, Value>);

impl<'o> Known<'o> {
    fn list(&self, name: &str) -> impl Iterator<Item = &'o Value> + use<'o> {
        self.0
            .get(name)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    }

    fn substitution(&self) -> BTreeMap<String, String> {
        if let Some(map) = self.0.get("substitution").and_then(Value::as_object) {
            let pairs = map
                .iter()
                .filter_map(|(from, to)| Some((from.clone(), text_of(to)?)));
            return pairs.collect();
        }
        let pairs = self.list("substitutions");
        let pair = |pair: &Value| Some((text_of(&pair["from"])?, text_of(&pair["to"])?));
        pairs.filter_map(pair).collect()
    }

    fn strategies(&self) -> Vec<Strategy> {
        let changes = self.list("changes");
        let mut named = self
            .list("strategies")
            .zip(changes)
            .map(|(strategy, change)| {
                let part = |name: &str| text_of(&change[name]).unwrap_or_default();
                Strategy {
                    strategy: text_of(strategy).unwrap_or_default(),
                    rule: part("rule"),
                    before: part("before"),
                    after: part("after"),
                }
            });
        match named.next() {
            Some(one) => std::iter::once(one).chain(named).collect(),
            None => {
                let whole = self.list("strategies").cloned();
                whole
                    .filter_map(|s| serde_json::from_value(s).ok())
                    .collect()
            }
        }
    }

    fn verdict(&self) -> Option<String> {
        match self.0.get("verdict")? {
            Value::String(verdict) => Some(verdict.clone()),
            class => VERDICTS
                .get(class.as_u64()? as usize)
                .map(|v| (*v).to_owned()),
        }
    }

    fn witness(&self) -> Option<Witness> {
        match self.0.get("witness")? {
            Value::String(text) => serde_json::from_str(text).ok(),
            map => serde_json::from_value(map.clone()).ok(),
        }
    }
}

pub(super) fn first<'o>(object: &'o Map<String, Value>, names: &[&str]) -> Option<&'o str> {
    names.iter().find_map(|name| object.get(*name)?.as_str())
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
