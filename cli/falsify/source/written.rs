//! A text with other formulas in it, written and read back.

use std::ops::Range;
use std::sync::Arc;

use mamut_engine::latex::Formula;
use mamut_engine::term::Term;
use mamut_engine::text::{Passage, Side};

use super::Texts;
use crate::falsify::distance;
use crate::falsify::functions::applied;
use crate::falsify::lines::{Other, others, resigned};
use crate::falsify::stats::timed;
use crate::memo::Memo;
use crate::subject::Subject;

/// As many forms of every changed text are read back before any is given away: the same notations
/// write the source, of which more are.
const PROBES: u32 = 5;

impl Texts<'_, '_> {
    /// The text with other LaTeX in some places, which are in order.
    pub(super) fn with<'l>(
        &self,
        written: impl IntoIterator<Item = (&'l Range<usize>, &'l str)>,
    ) -> String {
        let source = &self.document.source;
        let (mut text, mut done) = (String::with_capacity(source.len()), 0);
        for (place, latex) in written {
            text.push_str(&source[done..place.start]);
            if self.document.encoded {
                let escaped = latex.replace('&', "&amp;");
                text.push_str(&escaped.replace('<', "&lt;").replace('>', "&gt;"));
            } else {
                text.push_str(latex);
            }
            done = place.end;
        }
        text.push_str(&source[done..]);
        text
    }

    /// The text with the sides and signs of a statement that are others in a version of it; none where more than
    /// these is another.
    pub(super) fn with_sides(
        &self,
        passage: &Passage,
        sides: &[Side],
        version: &Formula,
    ) -> Option<String> {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let source = &self.document.source;
        let mut written = Vec::new();
        for other in others((&passage.term, &version.term), sides, vocabulary)? {
            written.push(match other {
                Other::Side(at, _) if sides[at].framed => return None,
                Other::Side(at, new) => {
                    let latex = self.pipeline.plain(new, &version.atoms);
                    (sides[at].place.clone(), latex)
                }
                Other::Sign(before, was, is) => {
                    let between = sides[before].place.end..sides.get(before + 1)?.place.start;
                    resigned(source, between, (was, is))?
                }
            });
        }
        let written = written.iter();
        Some(self.with(written.map(|(place, latex)| (place, latex.as_str()))))
    }

    /// The distance and the share of tokens in common.
    pub(super) fn near(&self, text: &str) -> (u32, f64) {
        let old = distance::tokens(&self.document.source);
        let new = distance::tokens(text);
        (distance::edits(&old, &new), distance::shared(&old, &new))
    }

    /// Whether a text with one formula changed has this read as it is meant and the others as they were: `$FV = 1000$`
    /// where the changed one alone told that `FV` is a name.
    pub(super) fn is_read_as_meant(&self, changed: (usize, &Term), body: &Subject) -> bool {
        let Subject::Text { prepared, .. } = body else {
            return true;
        };
        let told = |term: &Term| applied(term, &self.pipeline.rules.vocabulary);
        let passages = self.document.passages.iter();
        let mut pairs = passages.zip(&prepared.document.passages).enumerate();
        pairs.all(|(at, (old, new))| match at == changed.0 {
            true => told(changed.1) == told(&new.term),
            false => old.term.size() == new.term.size(),
        })
    }

    /// All ways to write a text that is not there yet.
    pub(super) fn body(&mut self, text: String) -> Option<Subject> {
        if !self.seen.insert(text.clone()) {
            return None;
        }
        let pipeline = self.pipeline;
        let compile = &mut self.stats.spent.compile;
        let memo = &self.memo;
        let prepared = timed(compile, || pipeline.prepare_text_with(&text, PROBES, memo)).ok()?;
        Some(prepared.into())
    }

    /// All ways to write a text of the corpus that is not there yet.
    pub(super) fn stated_body(&mut self, text: String, other: bool) -> Option<Arc<Subject>> {
        if !other {
            return self.body(text).map(Arc::new);
        }
        let stated = self.neighbours.stock.of(&text);
        if !self.seen.insert(text.clone()) {
            return None;
        }
        let pipeline = self.pipeline;
        let memo = Memo::default();
        let made = || pipeline.prepare_text_with(&text, PROBES, &memo).ok();
        let compile = &mut self.stats.spent.compile;
        timed(compile, || stated.subject(|| made().map(Subject::from)))
    }
}
