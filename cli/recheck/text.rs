//! A text whose versions are checked again: each of its statements beside what stands in its place.

use std::cell::OnceCell;
use std::ops::Range;

use mamut_engine::latex::{Formula, differs_in_letters};
use mamut_engine::normal;
use mamut_engine::symbols::{Names, Resolver};
use mamut_engine::text::{Document, Manner, Passage};

use super::named;
use super::statement::Statement;
use crate::falsify::source::{statement_of, statements};
use crate::falsify::theorem::Roles;
use crate::pipeline::Pipeline;
use crate::row::Row;
use crate::witness::Checked;

/// Why a text is not compared.
const OTHERS: &str = "its formulas are not those of its source";

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
        let again = self.pipeline.read_text(&row.text);
        let read = || again.whole(&self.pipeline.rules.vocabulary).atoms;
        let (own, names) = named(&self.whole.atoms, row, read);
        let mut open = None;
        let mut right = false;
        if row.label {
            for (at, here) in self.document.passages.iter().enumerate() {
                let Manner::Letters(places) = &here.manner else {
                    continue;
                };
                let Some(there) = again.passages.get(at) else {
                    return Checked::Open(OTHERS.to_owned());
                };
                let wanted = self.renamed(here, places, &names);
                let found = &again.source[there.span.clone()];
                if differs_in_letters(&wanted, found, |one, other| one == other) {
                    right = true;
                } else if differs_in_letters(&wanted, found, |_, _| true) {
                    let why = format!("`{found}` should have the letters of `{wanted}`");
                    return Checked::Wrong(why);
                } else {
                    let why = "a formula that changes in letters alone is written otherwise";
                    open.get_or_insert(why.to_owned());
                }
            }
        }
        for (place, (at, source)) in self.statements.iter().enumerate() {
            let Some(passage) = again.passages.get(*at) else {
                return Checked::Open(OTHERS.to_owned());
            };
            let read = statement_of(&again, passage);
            let here = &self.document.passages[*at];
            // What is written as in the source says the same, however it is read.
            let as_written = row.label
                && differs_in_letters(&here.latex, &passage.latex, |one, other| {
                    match own.symbols.iter().position(|s| s.name == one) {
                        Some(index) => names.symbols[index] == other,
                        None => one == other || is_bound(here, one),
                    }
                });
            if as_written || self.is_kept(&read, source, &names) {
                right |= row.label;
                continue;
            }
            let known = self.looked_at[place].get_or_init(|| {
                let roles = Roles::new(&self.document, self.pipeline.rules);
                Statement::new(self.pipeline, source.clone(), &roles.given(*at)).in_text()
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

    /// A formula as it stands, with other letters at these places.
    fn renamed(&self, passage: &Passage, places: &[(Range<usize>, u32)], names: &Names) -> String {
        let (mut wanted, mut at) = (String::new(), passage.span.start);
        for (place, symbol) in places {
            wanted.push_str(&self.document.source[at..place.start]);
            wanted.push_str(&names.symbols[*symbol as usize]);
            wanted.push(' ');
            at = place.end;
        }
        wanted.push_str(&self.document.source[at..passage.span.end]);
        wanted
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

/// Whether a formula binds a name.
fn is_bound(passage: &Passage, name: &str) -> bool {
    passage.slot_names.iter().any(|(_, slot)| slot == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Search, TierName};

    #[test]
    fn formulas_that_change_in_letters_alone_have_the_letters_of_the_substitution() {
        let loaded = crate::rules::load::<&str>(&[]).expect("the built-in rules");
        let search = Search {
            tier: TierName::Notation,
            max_size: 1.0,
        };
        let pipeline = Pipeline::new(&loaded.rules, &search);
        let source = r"At points $P^{\prime}, R^{\prime}$: $4 p r=P^{\prime} R^{\prime 2}=6^2$.";
        let text = Text::new(&pipeline, source);
        let check = |version: String| {
            let substitution = [("r".to_owned(), "t".to_owned())].into();
            let row = Row {
                text: version,
                substitution,
                label: true,
                verdict: "derived".into(),
                ..Row::default()
            };
            text.check(&row, false)
        };
        assert_eq!(check(source.replace("p r", "p t")), Checked::Right);
        let wrong = check(source.replace("p r", "p q"));
        assert!(matches!(wrong, Checked::Wrong(_)), "{wrong:?}");
        assert!(matches!(
            check(source.replace("p r", "p t t")),
            Checked::Open(_)
        ));
    }
}
