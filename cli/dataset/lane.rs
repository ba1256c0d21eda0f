//! One source of an identity on its way: its true and its false versions, one after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use mamut_engine::atoms::Atoms;
use mamut_engine::vocabulary::Kind;
use mamut_printer::Versions;

use crate::falsify::Stream;
use crate::label::Label;
use crate::pipeline::Pipeline;
use crate::row::Row;
use crate::subject::Subject;

/// So many true versions under the names of the source are put aside where others are wanted.
const INSISTED: u32 = 6;

/// A version with its place in the dataset.
#[derive(Clone, Debug)]
pub struct Made {
    /// What is known of it.
    pub row: Row,
    /// The version of the corpus it was made from.
    pub template: Arc<str>,
    /// For each renamed symbol, in the order of the row, what it is.
    pub kinds: Vec<&'static str>,
}

/// True versions of a source.
pub struct Truths<'l> {
    label: Label<'l>,
    versions: Versions<'l>,
    /// How many were drawn.
    drawn: u64,
}

/// A source on its way.
pub struct Lane<'l> {
    /// The version of the corpus.
    pub template: Arc<str>,
    /// Where its rows go; none when each row goes its own way.
    pub split: Option<usize>,
    /// Renamed versions, and those that keep their names where some are to keep them.
    pub truths: Vec<Truths<'l>>,
    /// True versions under the names of the source that were drawn when others were wanted.
    pub kept: VecDeque<(Row, Vec<&'static str>)>,
    /// False versions, until there are no more, with what labels them and how many were drawn.
    pub lies: Option<(Label<'l>, Stream<'l, 'l>, u64)>,
}

impl<'l> Truths<'l> {
    /// The true versions of a source.
    pub fn new(pipeline: &'l Pipeline<'l>, subject: &'l Subject) -> Self {
        Self {
            label: Label::new(pipeline, subject, pipeline.setup(), 0),
            versions: subject.versions(pipeline),
            drawn: 0,
        }
    }
}

impl Lane<'_> {
    /// The next version of this label, with other names than its source or not as it is asked for,
    /// where there is one. What nothing was found for is not looked for again.
    pub fn next(&mut self, label: bool, renamed: Option<bool>) -> Option<Made> {
        let (row, kinds) = if label {
            self.truth(renamed)
        } else {
            self.lie(renamed)
        }?;
        Some(Made {
            row,
            template: self.template.clone(),
            kinds,
        })
    }

    /// A true version, renamed or not where that is asked for.
    fn truth(&mut self, renamed: Option<bool>) -> Option<(Row, Vec<&'static str>)> {
        if renamed == Some(false)
            && let Some(found) = self.kept.pop_front()
        {
            return Some(found);
        }
        let insisted = if renamed == Some(true) { INSISTED } else { 0 };
        for nth in 0.. {
            let found = self.drawn(renamed == Some(false))?;
            if nth >= insisted || !found.1.is_empty() {
                return Some(found);
            }
            self.kept.push_back(found);
        }
        None
    }

    /// The next true version, of those that keep their names if there are any.
    fn drawn(&mut self, kept: bool) -> Option<(Row, Vec<&'static str>)> {
        loop {
            let at = usize::from(kept && self.truths.len() > 1);
            let Some(truths) = self.truths.get_mut(at) else {
                return self.kept.pop_front();
            };
            if let Some(version) = truths.versions.next_version() {
                truths.drawn += 1;
                let row = truths.label.equivalent(&version, truths.drawn - 1);
                let kinds = kinds(&row, truths.label.subject.atoms());
                return Some((row, kinds));
            }
            self.truths.remove(at);
        }
    }

    fn lie(&mut self, renamed: Option<bool>) -> Option<(Row, Vec<&'static str>)> {
        let (label, stream, drawn) = self.lies.as_mut()?;
        if let Some(version) = stream.next_named(renamed) {
            *drawn += 1;
            let row = label.falsified(&version, *drawn - 1);
            let kinds = kinds(&row, version.base.body.atoms());
            return Some((row, kinds));
        }
        self.lies = None;
        None
    }
}

/// What the renamed symbols of a row are.
pub(super) fn kinds(row: &Row, atoms: &Atoms) -> Vec<&'static str> {
    let kind = |name: &String| {
        let symbol = atoms.symbols.iter().find(|symbol| symbol.name == *name);
        symbol.map_or("bound", |symbol| match symbol.kind {
            Kind::Fn => "function",
            _ => "variable",
        })
    };
    row.substitution.keys().map(kind).collect()
}
