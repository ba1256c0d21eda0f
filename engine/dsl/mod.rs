//! Loading of rule files: text to a checked [`RuleSet`], with located complaints.
//!
//! Three stages: syntax (borrowed from the text, so that every string is its own span), checks,
//! and owned rules that cannot be wrong. One broken rule costs one rule; all errors are reported.

mod arity;
pub mod around;
mod canonical;
mod condition;
mod consequences;
mod corpus;
mod definition;
mod direction;
mod duplicates;
mod equivalence;
mod falsification;
pub mod fields;
mod form;
mod form_condition;
mod holes;
mod kinds;
mod layers;
mod misspelt;
mod names;
mod notation;
mod nouns;
mod outline;
mod patterns;
mod phrases;
mod reading;
mod scalar;
mod scan;
mod scopes;
mod shape;
mod sides;
pub mod sketch;
mod source;
mod spelling;
mod step;
mod style;
mod style_use;
mod symbols;
mod synonyms;
mod syntax;
mod taken;
mod target;
mod template;
mod tokens;
mod tree;
mod unsound;
mod vocabulary;

use crate::corpus::Corpus;
use crate::diagnostic::{Diagnostic, Severity};
use crate::rules::RuleSet;
use source::Report;
pub use source::{LARGEST_FILE, SUBSTITUTE, SourceFile};
pub use syntax::KINDS;
use syntax::RuleFile;

/// What loading gives: what is right, and what is said of the rest.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The rules without errors.
    pub rules: RuleSet,
    /// Complaints, by file and place. Spans are bytes of the file's text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Whether nothing was left out.
    pub fn is_clean(&self) -> bool {
        self.diagnostics
            .iter()
            .all(|d| d.severity < Severity::Error)
    }
}

/// Loads rule files.
///
/// The order of files and of rules in them means nothing, except that a rule of a higher layer
/// replaces a rule of the same id in a lower one.
pub fn load(files: &[SourceFile]) -> Loaded {
    let mut files: Vec<&SourceFile> = files.iter().collect();
    files.sort_by(|a, b| (a.layer, &a.name).cmp(&(b.layer, &b.name)));
    let mut diagnostics = Vec::new();
    let parsed = syntax::parse(&files, &mut diagnostics);
    let rules = lower(&parsed, &mut diagnostics);
    consequences::leave_out(&files, &mut diagnostics);
    diagnostics.sort_by(|a, b| place(a).cmp(&place(b)));
    Loaded { rules, diagnostics }
}

/// Loads corpus files, of which one kind alone is wanted; see [`crate::corpus::load`].
pub(crate) fn load_corpus(files: &[SourceFile]) -> (Corpus, Vec<Diagnostic>) {
    let mut files: Vec<&SourceFile> = files.iter().collect();
    files.sort_by(|a, b| (a.layer, &a.name).cmp(&(b.layer, &b.name)));
    let mut diagnostics = Vec::new();
    let parsed = syntax::parse(&files, &mut diagnostics);
    for (source, file) in &parsed {
        if !matches!(file, RuleFile::Corpus { .. }) {
            let mut report = Report::new(source, &mut diagnostics);
            let message = "a corpus file begins with `Corpus(`";
            report
                .error("no-corpus", source.line(1), message, "a kind of rules")
                .help = Some("rules are added with --rules DIR".to_owned());
        }
    }
    let corpus = corpus::lower(&parsed, &mut diagnostics);
    diagnostics.sort_by(|a, b| place(a).cmp(&place(b)));
    (corpus, diagnostics)
}

fn place(d: &Diagnostic) -> (&str, usize, &str, &str) {
    (
        &d.file,
        d.labels.first().map_or(0, |l| l.span.start),
        d.id,
        &d.message,
    )
}

fn lower(files: &[(&SourceFile, RuleFile<'_>)], out: &mut Vec<Diagnostic>) -> RuleSet {
    let vocabulary = vocabulary::lower(files, out);
    let equivalences = equivalence::lower(files, &vocabulary, out);
    let strategies = falsification::strategies(files, out);
    let falsifications = falsification::lower(files, &vocabulary, &strategies, out);
    let solving = step::lower(files, &vocabulary, out);
    let target = target::lower(files, &vocabulary, out);
    let writing = target::writing(files);
    let styles = style::lower(writing, out);
    let notations = notation::lower(writing, &vocabulary, &styles, out);
    let symbols = symbols::lower(files, &vocabulary, out);
    misspelt::warn(files, &vocabulary, out);
    // Identities among rules are checked and not used.
    corpus::lower(files, out);
    RuleSet {
        vocabulary,
        equivalences,
        strategies,
        falsifications,
        solving,
        styles,
        notations,
        symbols,
        target,
    }
}
