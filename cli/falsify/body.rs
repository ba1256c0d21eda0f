//! What a falsehood is written from: a formula, or a text with one formula changed.

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::symbols::{Names, Plan};
use mamut_printer::{Check, Choice, Grammar, Versions};

use crate::pipeline::{self, Pipeline};
use crate::texts;

/// As many forms may read as something else in a row before a falsehood is passed over.
const PATIENCE: u32 = 12;

/// All that generating needs.
pub enum Body {
    /// A formula.
    Formula(Box<pipeline::Prepared>),
    /// A text.
    Text(Box<texts::Prepared>),
}

impl Body {
    /// All ways to write it.
    pub const fn grammar(&self) -> &Grammar {
        match self {
            Self::Formula(p) => &p.grammar,
            Self::Text(p) => &p.grammar,
        }
    }
    /// All ways to name its symbols.
    pub const fn plan(&self) -> &Plan {
        match self {
            Self::Formula(p) => &p.plan,
            Self::Text(p) => &p.plan,
        }
    }
    /// Its leaves.
    pub const fn atoms(&self) -> &Atoms {
        match self {
            Self::Formula(p) => &p.formula.atoms,
            Self::Text(p) => &p.document.atoms,
        }
    }
    /// Its versions, those that are misread left out.
    pub fn versions<'b>(&'b self, pipeline: &'b Pipeline<'b>, key: Key) -> Versions<'b> {
        let plan = pipeline.substitute.then_some(self.plan());
        let names = self.plan().source_names();
        let check: Check<'b> = match self {
            Self::Formula(p) => Box::new(pipeline.reading_back(p)),
            Self::Text(p) => Box::new(|text: &str, names: &Names| {
                pipeline
                    .astray(&p.document, &p.forests, text, names)
                    .is_empty()
            }),
        };
        Versions::new(self.grammar(), plan, names, key, Choice::Weighted)
            .with_forms(pipeline.trace)
            .checked(u64::MAX, check)
            .patient(PATIENCE)
    }
}
