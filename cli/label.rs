//! What is said of a version: its row.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use mamut_printer::{Grammar, Trace, Version};

use crate::falsify::False;
use crate::pipeline::Pipeline;
use crate::row::{Id, Row, Setup};
use crate::subject::Subject;

/// Makes the rows of one source.
pub struct Label<'p> {
    pub pipeline: &'p Pipeline<'p>,
    pub subject: &'p Subject,
    /// The id and the name of the identity that the source states.
    pub identity: Option<(String, String)>,
    /// The LaTeX of the source.
    source: Arc<str>,
    /// The ids of the first equivalent and the first falsified version.
    ids: [Id; 2],
}

impl<'p> Label<'p> {
    /// What rows of a source say; `falsification` is a hash of what decides falsified versions
    /// besides.
    pub fn new(
        pipeline: &'p Pipeline<'p>,
        subject: &'p Subject,
        setup: Setup,
        falsification: u64,
    ) -> Self {
        let falsified = Setup {
            choice: 'f',
            rules: setup.rules ^ falsification,
            ..setup
        };
        Self {
            pipeline,
            subject,
            identity: None,
            source: subject.source().into(),
            ids: [setup, falsified].map(|setup| Id::new(subject.source(), setup, pipeline.seed, 0)),
        }
    }

    /// The row of an equivalent version, the `index`-th of them.
    pub fn equivalent(&self, version: &Version<'_>, index: u64) -> Row {
        let substitution = if self.pipeline.substitute {
            self.subject.plan().substitution(version.names)
        } else {
            BTreeMap::new()
        };
        Row {
            substitution,
            verdict: "derived".into(),
            ..self.row(
                (version.text, version.trace),
                self.subject.grammar(),
                Id {
                    index,
                    ..self.ids[0]
                },
            )
        }
    }

    /// The row of a falsified version, the `index`-th of them.
    pub fn falsified(&self, version: &False<'_>, index: u64) -> Row {
        let change = &version.base.change;
        let substitution = if self.pipeline.substitute {
            version.substitution()
        } else {
            BTreeMap::new()
        };
        Row {
            label: false,
            substitution,
            strategies: change.strategies.clone(),
            verdict: version.verdict().into(),
            witness: version.witness(),
            distance: Some(change.distance),
            shared: Some((change.shared * 1000.0).round() / 1000.0),
            ..self.row(
                (version.text, version.trace),
                version.base.body.grammar(),
                Id {
                    index,
                    ..self.ids[1]
                },
            )
        }
    }

    /// What rows of both kinds say.
    fn row(&self, (text, trace): (&str, &Trace), grammar: &Grammar, id: Id) -> Row {
        let Pipeline { seed, rules, .. } = self.pipeline;
        let used = self.pipeline.used(trace);
        Row {
            id: id.to_string(),
            source: self.source.clone(),
            text: text.to_owned(),
            label: true,
            is_text: self.subject.is_text(),
            substitution: BTreeMap::new(),
            rules: used.into_iter().map(str::to_owned).collect(),
            strategies: Arc::default(),
            notations: forms(grammar, trace),
            verdict: Cow::default(),
            witness: None,
            identity: self.identity.as_ref().map(|(id, _)| id.clone()),
            name: self.identity.as_ref().map(|(_, name)| name.clone()),
            seed: *seed,
            index: id.index,
            target: rules.target.as_ref().map(|target| target.name.clone()),
            distance: None,
            shared: None,
        }
    }
}

/// The ids of the notations that were used.
fn forms(grammar: &Grammar, trace: &Trace) -> Vec<String> {
    let ids = trace.forms.iter().map(|form| grammar.form_id(*form));
    ids.filter(|id| !id.is_empty()).map(str::to_owned).collect()
}
