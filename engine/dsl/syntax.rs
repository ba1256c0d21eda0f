//! Rule files as they are written: one kind a file, entries kept raw so that each may fail alone.

use super::scalar::{Doc, Pairs, Src};
use super::shape;
use super::source::{Report, SourceFile};
use super::symbols::{IndexedSyntax, StraySyntax};
use crate::diagnostic::Diagnostic;
use ron::value::RawValue;
use serde::Deserialize;

/// A rule file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) enum RuleFile<'s> {
    /// Operators and how they are read.
    Vocabulary {
        #[serde(default)]
        about: Doc,
        #[serde(default)]
        uses: Vec<Src<'s>>,
        #[serde(default)]
        levels: Vec<Src<'s>>,
        #[serde(default, borrow)]
        operators: Vec<&'s RawValue>,
        #[serde(default, borrow)]
        reads: Vec<&'s RawValue>,
    },
    /// Sound rewrites.
    Equivalences {
        #[serde(default)]
        about: Doc,
        #[serde(default)]
        uses: Vec<Src<'s>>,
        #[serde(default, borrow)]
        rules: Vec<&'s RawValue>,
    },
    /// Named choices of spelling.
    Styles {
        #[serde(default)]
        about: Doc,
        #[serde(default)]
        uses: Vec<Src<'s>>,
        #[serde(default, borrow)]
        styles: Vec<&'s RawValue>,
    },
    /// How operators are written.
    Notations {
        #[serde(default)]
        about: Doc,
        #[serde(default)]
        uses: Vec<Src<'s>>,
        #[serde(default, borrow)]
        notations: Vec<&'s RawValue>,
    },
    /// Which letters may stand in for which.
    Symbols {
        #[serde(default)]
        about: Doc,
        #[serde(default)]
        uses: Vec<Src<'s>>,
        #[serde(default, borrow)]
        groups: Vec<&'s RawValue>,
        always: Option<Src<'s>>,
        stray: Option<StraySyntax<'s>>,
        #[serde(default)]
        extra: Pairs<'s, Src<'s>>,
        reserved: Option<Src<'s>>,
        #[serde(default)]
        excluded: Pairs<'s, Vec<Src<'s>>>,
        #[serde(default)]
        families: Vec<Src<'s>>,
        indexed: Option<IndexedSyntax>,
        functions: Option<Src<'s>>,
    },
}

/// Parses the outer shape of all files.
pub(super) fn parse<'s>(
    files: &[&'s SourceFile],
    out: &mut Vec<Diagnostic>,
) -> Vec<(&'s SourceFile, RuleFile<'s>)> {
    let mut parsed = Vec::new();
    for &source in files {
        let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
        if let Some(file) = shape::parse::<RuleFile<'s>>(text, &mut Report::new(source, out)) {
            parsed.push((source, file));
        }
    }
    for (source, file) in &parsed {
        check_uses(source, file.uses(), files, out);
    }
    parsed
}

fn check_uses(
    source: &SourceFile,
    uses: &[Src<'_>],
    files: &[&SourceFile],
    out: &mut Vec<Diagnostic>,
) {
    let mut report = Report::new(source, out);
    for used in uses {
        if !files
            .iter()
            .any(|f| f.stem() == used.0 || f.path() == used.0)
        {
            let known = files.iter().map(|f| f.stem());
            report.unknown(
                "unknown-file",
                used.0,
                format!("there is no rule file `{}`", used.0),
                known,
            );
        }
    }
}

impl<'s> RuleFile<'s> {
    fn uses(&self) -> &[Src<'s>] {
        match self {
            Self::Vocabulary { uses, .. }
            | Self::Equivalences { uses, .. }
            | Self::Styles { uses, .. }
            | Self::Notations { uses, .. }
            | Self::Symbols { uses, .. } => uses,
        }
    }
}
