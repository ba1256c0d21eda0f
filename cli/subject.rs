//! A formula or a text, with all ways to write it: what versions are made of.

use std::sync::OnceLock;

use mamut_engine::atoms::Atoms;
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::latex::Formula;
use mamut_engine::symbols::{Names, Plan};
use mamut_printer::{Grammar, Versions};

use crate::falsify::source::statements;
use crate::pipeline::{Pipeline, Prepared, Times, unvaried};
use crate::texts;
use crate::verify::{Check, TextCheck, Verification};

/// All that generating needs.
pub enum Subject {
    /// A formula.
    Formula(Box<Prepared>),
    /// A text.
    Text {
        /// All of it.
        prepared: Box<texts::Prepared>,
        /// Its statements, once they are asked for.
        statements: OnceLock<Vec<(usize, Formula)>>,
    },
}

/// Why nothing can be made of an input.
#[derive(Debug)]
pub struct Refused {
    /// The reason in a sentence; none when the complaints say it.
    pub reason: Option<String>,
    /// What was found on the way.
    pub complaints: Vec<Diagnostic>,
}

impl Refused {
    /// Refuses for a reason.
    pub fn because(reason: impl Into<String>) -> Self {
        Self {
            reason: Some(reason.into()),
            complaints: Vec::new(),
        }
    }
}

impl Subject {
    /// Reads, saturates and compiles LaTeX.
    ///
    /// # Errors
    /// Why nothing can be made of it.
    pub fn new(pipeline: &Pipeline<'_>, latex: &str, is_text: bool) -> Result<Self, Refused> {
        if !is_text {
            let prepared = pipeline.prepare(latex).map_err(|formula| Refused {
                reason: unvaried(&formula),
                complaints: formula.complaints,
            })?;
            return Ok(Self::from(prepared));
        }
        if let Some(target) = &pipeline.rules.target {
            let name = &target.name;
            let said = format!("texts are written in LaTeX alone, not for {name}");
            return Err(Refused::because(said));
        }
        let prepared = pipeline.prepare_text(latex).map_err(|document| Refused {
            reason: Some("no formula is in the text".to_owned()),
            complaints: document.complaints,
        })?;
        Ok(Self::from(prepared))
    }

    /// The LaTeX it was read from.
    pub fn source(&self) -> &str {
        match self {
            Self::Formula(p) => &p.formula.source,
            Self::Text { prepared, .. } => &prepared.document.source,
        }
    }
    /// Whether it is a text.
    pub const fn is_text(&self) -> bool {
        matches!(self, Self::Text { .. })
    }
    /// All ways to write it.
    pub const fn grammar(&self) -> &Grammar {
        match self {
            Self::Formula(p) => &p.grammar,
            Self::Text { prepared, .. } => &prepared.grammar,
        }
    }
    /// All ways to name its symbols.
    pub fn plan(&self) -> &Plan {
        match self {
            Self::Formula(p) => &p.plan,
            Self::Text { prepared, .. } => &prepared.plan,
        }
    }
    /// Its leaves.
    pub const fn atoms(&self) -> &Atoms {
        match self {
            Self::Formula(p) => &p.formula.atoms,
            Self::Text { prepared, .. } => &prepared.document.atoms,
        }
    }
    /// How many classes there are.
    pub fn classes(&self) -> usize {
        match self {
            Self::Formula(p) => p.saturated.forest.classes.len(),
            Self::Text { prepared, .. } => prepared.forest.classes.len(),
        }
    }
    /// How long the stages took.
    pub const fn times(&self) -> Times {
        match self {
            Self::Formula(p) => p.times,
            Self::Text { prepared, .. } => prepared.times,
        }
    }
    /// Whether some forms read as something else, so that every one is read back.
    pub const fn doubtful(&self) -> bool {
        match self {
            Self::Formula(p) => p.doubtful,
            Self::Text { prepared, .. } => prepared.doubtful,
        }
    }
    /// What there is to say of the input.
    pub fn complaints(&self) -> Vec<Diagnostic> {
        let (found, notes) = match self {
            Self::Formula(p) => (&p.formula.complaints, &p.saturated.notes),
            Self::Text { prepared, .. } => (&prepared.document.complaints, &prepared.notes),
        };
        [found.as_slice(), notes].concat()
    }

    /// The distinct equivalent versions; the same for the same source, rules and settings.
    pub fn versions<'p>(&'p self, pipeline: &'p Pipeline<'_>) -> Versions<'p> {
        match self {
            Self::Formula(p) => pipeline.versions(p),
            Self::Text { prepared, .. } => pipeline.text_versions(prepared),
        }
    }

    /// The statements of a text as formulas of their own, by number.
    pub fn statements(&self, pipeline: &Pipeline<'_>) -> &[(usize, Formula)] {
        match self {
            Self::Formula(_) => &[],
            Self::Text {
                prepared,
                statements: found,
            } => found.get_or_init(|| statements(&prepared.document, pipeline)),
        }
    }

    /// Whether a version reads back as this.
    pub fn is_said_by(&self, pipeline: &Pipeline<'_>, text: &str, names: &Names) -> bool {
        match self {
            Self::Formula(p) => pipeline.reading_back(p)(text, names),
            Self::Text { prepared: p, .. } => pipeline
                .astray(&p.document, &p.forests, text, names)
                .is_empty(),
        }
    }

    /// Whether a version of a formula that was read says this; texts have no such reading.
    pub fn is_meant_by(&self, pipeline: &Pipeline<'_>, read: &Formula, names: &Names) -> bool {
        match self {
            Self::Formula(p) => pipeline.is_meant_by(p, read, names),
            Self::Text { .. } => false,
        }
    }

    /// Whether most versions read back as this, by a sample; of texts it is not asked.
    pub fn is_mostly_read(&self, pipeline: &Pipeline<'_>) -> bool {
        match self {
            Self::Formula(p) => pipeline.mostly_reads_back(p),
            Self::Text { .. } => true,
        }
    }

    /// The check of versions beside it by evaluation.
    pub fn verification<'p>(&'p self, pipeline: &'p Pipeline<'p>) -> Verification<'p> {
        match self {
            Self::Formula(p) => Verification::Formula(Box::new(Check::new(pipeline, &p.formula))),
            Self::Text { prepared, .. } => Verification::Text(TextCheck::new(pipeline, prepared)),
        }
    }

    /// How many versions there are, in words.
    ///
    /// # Errors
    /// When they are not counted.
    pub fn count(&self, pipeline: &Pipeline<'_>) -> Result<String, Refused> {
        match self {
            Self::Formula(p) => Ok(match pipeline.count(p) {
                (count, true) => count.to_string(),
                (most, false) => format!("at most {most}"),
            }),
            Self::Text { prepared, .. } => {
                let count = pipeline.count_text(prepared).map(|count| count.to_string());
                let said = "a text with too many versions to list is not counted";
                count.ok_or_else(|| Refused::because(said))
            }
        }
    }

    /// Why nothing at all is written of it, when that is known.
    pub fn unwritten(&self, pipeline: &Pipeline<'_>) -> Option<String> {
        let Self::Formula(p) = self else {
            return None;
        };
        if !p.grammar.is_empty() {
            return None;
        }
        let (forest, atoms) = (&p.saturated.forest, &p.formula.atoms);
        let lacking = pipeline.printer.unwritten(forest, atoms).join(", ");
        Some(match &pipeline.rules.target {
            _ if lacking.is_empty() => "no notation fits it".to_owned(),
            Some(target) => format!("{} has no notation for {lacking}", target.name),
            None => format!("there is no notation for {lacking}"),
        })
    }
}

impl From<Prepared> for Subject {
    fn from(prepared: Prepared) -> Self {
        Self::Formula(Box::new(prepared))
    }
}

impl From<texts::Prepared> for Subject {
    fn from(prepared: texts::Prepared) -> Self {
        Self::Text {
            prepared: Box::new(prepared),
            statements: OnceLock::new(),
        }
    }
}
