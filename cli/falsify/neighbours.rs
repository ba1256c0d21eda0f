//! What the corpus knows of an identity: what its authors say is false, and other identities.

use std::collections::BTreeMap;
use std::sync::Arc;

use mamut_engine::corpus::{Corpus, Identity, Place};
use mamut_engine::normal::canonical;
use mamut_engine::sexpr;
use mamut_engine::text::is_text;

use super::stock::Stock;
use crate::pipeline::Pipeline;
use crate::row::Strategy;

/// A statement that may stand for a falsified version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// LaTeX, or a text.
    pub source: String,
    /// What is said of it in a row.
    pub strategy: Strategy,
    /// Whether it states another identity.
    pub other: bool,
}

/// The named identities, by what they say.
pub struct Known<'c> {
    corpus: &'c Corpus,
    by_term: BTreeMap<String, usize>,
    by_text: BTreeMap<&'c str, usize>,
    stock: Arc<Stock>,
}

/// The neighbours of one identity.
#[derive(Clone, Default)]
pub struct Neighbours {
    /// Its id and its first name.
    pub identity: Option<(String, String)>,
    /// Its formulas.
    pub formulas: Vec<String>,
    /// False versions, similar identities, replacements.
    pub manual: Vec<Neighbour>,
    /// Other identities, none of the same name.
    pub random: Vec<Neighbour>,
    /// Those of other identities that were written before, for any source.
    pub(super) stock: Arc<Stock>,
}

impl<'c> Known<'c> {
    /// Reads the formulas of all identities. All neighbours are written by the rules of this pipeline.
    pub fn new(corpus: &'c Corpus, pipeline: &Pipeline<'_>) -> Self {
        let (mut by_term, mut by_text) = (BTreeMap::new(), BTreeMap::new());
        for (place, identity) in corpus.identities.iter().enumerate() {
            for version in &identity.versions {
                if version.is_text {
                    by_text.insert(version.source.as_str(), place);
                } else {
                    by_term.insert(said(pipeline, &version.source), place);
                }
            }
        }
        Self {
            corpus,
            by_term,
            by_text,
            stock: Arc::default(),
        }
    }

    /// The neighbours of a source, when it is a version of an identity.
    pub fn of(&self, source: &str, pipeline: &Pipeline<'_>) -> Neighbours {
        let found = self.by_text.get(source).copied().or_else(|| {
            (!is_text(source))
                .then(|| self.by_term.get(&said(pipeline, source)).copied())
                .flatten()
        });
        found.map_or_else(Neighbours::default, |place| {
            self.about(&self.corpus.identities[place], source)
        })
    }

    /// The neighbours of a source that states an identity.
    pub fn about(&self, identity: &Identity, source: &str) -> Neighbours {
        let text = is_text(source);
        let mut manual = Vec::new();
        let mut add = |new: String, rule: &str, before: &str, after: &str, other: bool| {
            if new != source {
                manual.push(Neighbour {
                    strategy: Strategy {
                        strategy: "manual".to_owned(),
                        rule: rule.to_owned(),
                        before: before.to_owned(),
                        after: after.to_owned(),
                    },
                    source: new,
                    other,
                });
            }
        };
        for version in identity.false_versions.iter().filter(|v| v.is_text == text) {
            add(
                version.source.clone(),
                &version.id,
                source,
                &version.source,
                false,
            );
        }
        for replace in &identity.falsify {
            let fits = text || replace.place != Place::Prose;
            for to in replace.to.iter().filter(|_| fits) {
                let new = replace.apply(to, source, text);
                if let Some(new) = new {
                    add(new, "replace", &replace.from, to, false);
                }
            }
        }
        // What is called the same is no wrong answer to the name.
        let similar = identity
            .similar
            .iter()
            .filter_map(|id| self.corpus.identity(id));
        for other in similar.filter(|other| !identity.shares_name(other)) {
            for version in &other.versions {
                if version.is_text == text {
                    add(
                        version.source.clone(),
                        &version.id,
                        source,
                        &version.source,
                        true,
                    );
                }
            }
        }
        let others = self.corpus.identities.iter().filter(|other| {
            other.id != identity.id
                && !identity.shares_name(other)
                && !identity.similar.contains(&other.id)
        });
        let random = others
            .flat_map(|other| &other.versions)
            .filter(|version| version.is_text == text)
            .map(|version| Neighbour {
                source: version.source.clone(),
                strategy: Strategy {
                    strategy: "random".to_owned(),
                    rule: version.id.clone(),
                    before: source.to_owned(),
                    after: version.source.clone(),
                },
                other: true,
            })
            .collect();
        Neighbours {
            identity: identity
                .names
                .first()
                .map(|name| (identity.id.clone(), name.clone())),
            formulas: identity
                .versions
                .iter()
                .filter(|version| !version.is_text)
                .map(|version| version.source.clone())
                .collect(),
            manual,
            random,
            stock: self.stock.clone(),
        }
    }
}

/// What a formula says, as text.
fn said(pipeline: &Pipeline<'_>, latex: &str) -> String {
    let formula = pipeline.read(latex);
    let vocabulary = &pipeline.rules.vocabulary;
    sexpr::write(
        &canonical(vocabulary, &formula.term),
        vocabulary,
        &formula.atoms,
    )
}
