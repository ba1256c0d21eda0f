//! A text whose versions are checked again: each of its statements beside what stands in its place.

use std::cell::OnceCell;

use mamut_engine::latex::Formula;
use mamut_engine::normal;
use mamut_engine::symbols::{Names, Resolver};
use mamut_engine::text::Document;

use super::named;
use super::statement::Statement;
use crate::falsify::source::{given, statement_of, statements};
use crate::pipeline::Pipeline;
use crate::row::Row;
use crate::witness::Checked;

/// A text and its statements, by number of the formula.
pub struct Text<'p> {
    pipeline: &'p Pipeline<'p>,
    document: Document,
    whole: Formula,
    statements: Vec<(usize, Formula)>,
    /// Those that rows changed, with what is known of them.
    looked_at: Vec<OnceCell<Statement<'p>>>,
}

impl<'p> Text<'p> {
    /// Reads a text.
    pub fn new(pipeline: &'p Pipeline<'p>, source: &str) -> Self {
        let document = pipeline.read_text(source);
        let statements = statements(&document, pipeline);
        Self {
            whole: document.whole(&pipeline.rules.vocabulary),
            looked_at: statements.iter().map(|_| OnceCell::new()).collect(),
            pipeline,
            document,
            statements,
        }
    }

    /// Checks a row of this text. A false one has to have a statement that is false at its witness; of
    /// a true one all have to agree with those of the source.
    pub fn check(&self, row: &Row, thorough: bool) -> Checked {
        let (own, names) = named(&self.whole.atoms, row);
        let again = self.pipeline.read_text(&row.text);
        let mut open = None;
        let mut right = false;
        for (place, (at, source)) in self.statements.iter().enumerate() {
            let Some(passage) = again.passages.get(*at) else {
                return Checked::Open("its formulas are not those of its source".to_owned());
            };
            let read = statement_of(&again, passage);
            if self.is_kept(&read, source, &names) {
                right |= row.label;
                continue;
            }
            let known = self.looked_at[place].get_or_init(|| {
                let given = given(&self.document, &source.term);
                Statement::new(self.pipeline, source.clone(), &given).in_text()
            });
            match known.check(&read, row, &own, &names, thorough) {
                Checked::Right => right = true,
                Checked::Wrong(why) if row.label => return Checked::Wrong(why),
                Checked::Wrong(why) | Checked::Open(why) => {
                    open.get_or_insert(why);
                }
            }
        }
        match open {
            _ if right && !row.label => Checked::Right,
            None if right => Checked::Right,
            Some(why) => Checked::Open(why),
            None => Checked::Open("no statement of it is another than in its source".to_owned()),
        }
    }

    /// Whether a statement is that of the source under the names of a row.
    fn is_kept(&self, read: &Formula, source: &Formula, names: &Names) -> bool {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let mut atoms = source.atoms.clone();
        let mut resolver = Resolver::new(&read.atoms, names, &mut atoms, vocabulary);
        resolver.keep_apart();
        let term = resolver.resolve(&read.term);
        normal::canonical(vocabulary, &term) == normal::canonical(vocabulary, &source.term)
    }
}
