//! A rule file's text, the places in it, and complaints about them.

use crate::diagnostic::Diagnostic;
use crate::rules::Origin;
use std::ops::Range;

/// The largest rule file, in bytes.
pub const LARGEST_FILE: usize = 4 << 20;

/// What stands in the text of a file for a byte that is no UTF-8: the control character of that
/// name, which no rule has.
pub const SUBSTITUTE: char = '\u{1a}';

/// A rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name in complaints and origins: `vocabulary/core.ron`.
    pub name: String,
    /// Its content.
    pub text: String,
    /// 0 for built-in rules; a rule of a higher layer replaces one of the same id.
    pub layer: u32,
}

impl SourceFile {
    /// The bytes of the text that `part`, a slice of it, takes up.
    pub(super) fn span(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if start > self.text.len() {
            return 0..0;
        }
        start..(start + part.len()).min(self.text.len())
    }
    /// Where `part`, a slice of the text, stands.
    pub(super) fn origin(&self, part: &str) -> Origin {
        Lines::new(self).origin(part)
    }
    /// A line of the text, counted from 1.
    pub(super) fn line(&self, number: u32) -> &str {
        let line = self.text.lines().nth((number as usize).saturating_sub(1));
        line.map_or(&self.text[..0], str::trim)
    }
    /// The name without directories and ending, as `uses` has it.
    pub(super) fn stem(&self) -> &str {
        let path = self.path();
        path.rsplit('/').next().unwrap_or(path)
    }
    /// The name without ending.
    pub(super) fn path(&self) -> &str {
        self.name.strip_suffix(".ron").unwrap_or(&self.name)
    }
}

/// Counts lines of a file from one place to the next.
pub(super) struct Lines<'s> {
    source: &'s SourceFile,
    at: usize,
    line: u32,
}

impl<'s> Lines<'s> {
    pub(super) fn new(source: &'s SourceFile) -> Self {
        Self {
            source,
            at: 0,
            line: 1,
        }
    }
    /// Where `part`, a slice of the text, stands.
    pub(super) fn origin(&mut self, part: &str) -> Origin {
        let start = self.source.span(part).start;
        if start < self.at {
            *self = Self::new(self.source);
        }
        let between = &self.source.text.as_bytes()[self.at..start];
        self.line += between.iter().filter(|&&b| b == b'\n').count() as u32;
        self.at = start;
        Origin {
            file: self.source.name.clone(),
            line: self.line,
        }
    }
}

/// Complaints about one file.
pub(super) struct Report<'s, 'o> {
    pub(super) source: &'s SourceFile,
    out: &'o mut Vec<Diagnostic>,
    /// How many errors there were.
    pub(super) errors: usize,
}

impl<'s, 'o> Report<'s, 'o> {
    pub(super) fn new(source: &'s SourceFile, out: &'o mut Vec<Diagnostic>) -> Self {
        Self {
            source,
            out,
            errors: 0,
        }
    }
    /// Adds an error at a slice of the file's text; the result takes a help text or more labels.
    pub(super) fn error(
        &mut self,
        id: &'static str,
        at: &str,
        message: impl Into<String>,
        label: &str,
    ) -> &mut Diagnostic {
        self.errors += 1;
        self.push(Diagnostic::error(id, message, self.source.span(at), label))
    }
    /// Adds a warning at a slice of the file's text.
    pub(super) fn warning(
        &mut self,
        id: &'static str,
        at: &str,
        message: impl Into<String>,
        label: &str,
    ) -> &mut Diagnostic {
        self.push(Diagnostic::warning(
            id,
            message,
            self.source.span(at),
            label,
        ))
    }
    /// Adds an error about a name that is not known, with the nearest one that is.
    pub(super) fn unknown<'k>(
        &mut self,
        id: &'static str,
        at: &str,
        message: impl Into<String>,
        known: impl IntoIterator<Item = &'k str>,
    ) -> &mut Diagnostic {
        let near =
            crate::diagnostic::nearest(at, known).map(|near| format!("did you mean `{near}`?"));
        let diagnostic = self.error(id, at, message, "not known");
        diagnostic.help = near;
        diagnostic
    }
    fn push(&mut self, mut diagnostic: Diagnostic) -> &mut Diagnostic {
        diagnostic.file.clone_from(&self.source.name);
        self.out.push(diagnostic);
        let last = self.out.len() - 1;
        &mut self.out[last]
    }
}
