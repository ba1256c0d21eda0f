//! Rules in use: whether their examples fire, and what deep checks find wrong with them.
//!
//! Loading says whether a rule is well formed; these checks apply it. Each returns its complaint
//! as a [`Finding`], which becomes a diagnostic where the text of the rule file is at hand.

mod examples;
mod falsified;
mod growth;
mod identity;
mod kept;
mod readings;
mod redundancy;
mod solved;
mod soundness;
mod statement;

use crate::diagnostic::{Diagnostic, Severity};
use crate::rules::{Equivalence, Origin, RuleSet};

pub use examples::{Case, Outcome, examples};
pub use falsified::{falsified, not_falsifying};
pub use growth::{Growth, LARGEST, explosive, growth};
pub use identity::{Looked, Shape, contradictions, identity};
pub use kept::lost;
pub use readings::{unread, unwritten};
pub use redundancy::{Others, redundant};
pub use solved::solved;
pub use soundness::{Evaluated, sound};
pub use statement::{Statement, decided, read};

/// A complaint about one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stable id: `unsound` …
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The rule.
    pub rule: String,
    /// Where it is written.
    pub origin: Origin,
    /// The text of the file that it is about, from the line of the rule on.
    pub at: String,
    /// One sentence.
    pub message: String,
    /// What is to be said of the place.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Finding {
    /// An error about the pattern of an equivalence.
    fn of(rule: &Equivalence, id: &'static str, message: String, label: impl Into<String>) -> Self {
        Self {
            id,
            severity: Severity::Error,
            rule: rule.id.clone(),
            origin: rule.origin.clone(),
            at: rule.source.clone(),
            message,
            label: label.into(),
            help: None,
        }
    }

    /// The diagnostic, given the text of the file that the rule is written in.
    pub fn locate(&self, text: &str) -> Diagnostic {
        let skipped = (self.origin.line as usize).saturating_sub(1);
        let line: usize = text.split_inclusive('\n').take(skipped).map(str::len).sum();
        let found = text[line..].find(&self.at).map(|at| line + at);
        let span = match found {
            Some(start) => start..start + self.at.len(),
            None => {
                let end = text[line..].find('\n').map_or(text.len(), |n| line + n);
                line..end
            }
        };
        Diagnostic {
            severity: self.severity,
            file: self.origin.file.clone(),
            help: self.help.clone(),
            ..Diagnostic::error(self.id, &self.message, span, &self.label)
        }
    }
}

/// A rule set with these equivalences and the vocabulary of another one.
fn with_rules(rules: &RuleSet, equivalences: Vec<Equivalence>) -> RuleSet {
    RuleSet {
        vocabulary: rules.vocabulary.clone(),
        equivalences,
        ..RuleSet::default()
    }
}
