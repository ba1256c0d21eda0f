//! Rows checked again: from source, text, substitution and witness alone.

mod alone;
pub mod files;
mod originals;
mod recorded;
mod statement;
mod text;

use std::collections::BTreeMap;

use mamut_engine::atoms::Atoms;
use mamut_engine::readback::under;
use mamut_engine::symbols::Names;

use crate::pipeline::{Pipeline, refusal};
use crate::row::Row;
use crate::witness::Checked;

pub use alone::Alone;
pub use originals::Originals;
pub use recorded::Recorded;
use statement::Statement;
use text::Text;

/// The verdict of rows that say the same as their source.
const DERIVED: &str = "derived";

/// A source that rows are checked beside.
pub enum Source<'p> {
    /// A formula.
    Formula(Box<Statement<'p>>),
    /// A text.
    Text(Box<Text<'p>>),
}

impl<'p> Source<'p> {
    /// Reads a source and finds points for it; none when it is not read.
    pub fn new(pipeline: &'p Pipeline<'p>, latex: &str, is_text: bool) -> Option<Self> {
        if is_text {
            return Some(Self::Text(Box::new(Text::new(pipeline, latex))));
        }
        let formula = pipeline.read(latex);
        if refusal(&formula).is_some() {
            return None;
        }
        let statement = Statement::new(pipeline, formula, &[]);
        Some(Self::Formula(Box::new(statement)))
    }

    /// Checks a row of this source.
    pub fn check(&self, row: &Row, thorough: bool) -> Checked {
        if row.label != (row.verdict == DERIVED) {
            let said = format!("its label is {}, its verdict `{}`", row.label, row.verdict);
            return Checked::Wrong(said);
        }
        if !row.label && row.witness.is_none() {
            let said = format!("its verdict is `{}`, without a witness", row.verdict);
            return Checked::Open(said);
        }
        match self {
            Self::Formula(statement) => {
                let pipeline = statement.pipeline;
                let read = || pipeline.read(&row.text).atoms;
                let (atoms, names) = named(&statement.formula.atoms, row, read);
                let read = pipeline
                    .reader()
                    .read_with(&row.text, under(&atoms, &names));
                if refusal(&read).is_some() {
                    return Checked::Wrong("its text is not read".to_owned());
                }
                statement.check(&read, row, &atoms, &names, thorough)
            }
            Self::Text(text) => text.check(row, thorough),
        }
    }
}

/// The leaves of a source with the symbols that a false version has besides, and the names that they
/// have in a row: those that were renamed (`l` that is now `m_2`) are in its substitution, the others
/// are what else is `read` in it by itself and has a value in its witness, or members that have: a `j`
/// without one is the imaginary unit.
pub fn named(source: &Atoms, row: &Row, read: impl FnOnce() -> Atoms) -> (Atoms, Names) {
    let mut own = source.clone();
    if !row.label {
        let renamed = row.substitution.keys();
        for name in renamed.filter(|name| !name.ends_with(" (bound)")) {
            if !is_bound(&own, name) {
                own.symbol(name);
            }
        }
        let known = names(&own, &row.substitution).symbols;
        let read = read();
        let mut others: Vec<&str> = read.symbols.iter().map(|s| s.name.as_str()).collect();
        others.retain(|name| !known.iter().any(|known| known == name) && !is_bound(&own, name));
        let valued = |name: &str| {
            let mut keys = row.witness.iter().flat_map(BTreeMap::keys);
            keys.any(|key| {
                let rest = key.strip_prefix(name);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '^']))
            })
        };
        others.retain(|name| valued(name));
        others.sort_unstable();
        for name in others {
            own.symbol(name);
        }
    }
    let names = names(&own, &row.substitution);
    (own, names)
}

fn is_bound(atoms: &Atoms, name: &str) -> bool {
    atoms.slot_names.iter().any(|(_, slot)| slot == name)
}

/// The names of the source's symbols in a text.
fn names(atoms: &Atoms, substitution: &BTreeMap<String, String>) -> Names {
    let renamed = |name: &String| substitution.get(name);
    let symbols = atoms
        .symbols
        .iter()
        .map(|symbol| match renamed(&symbol.name) {
            Some(new) => new.clone(),
            // Another symbol has its name, so it is not in the text.
            None if substitution.values().any(|new| *new == symbol.name) => String::new(),
            None => symbol.name.clone(),
        });
    Names {
        symbols: symbols.collect(),
        slots: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_what_its_substitution_makes_of_its_source() {
        let loaded = crate::rules::load::<&str>(&[]).expect("the built-in rules");
        let search = crate::args::Search {
            tier: crate::args::TierName::Notation,
            max_size: 1.0,
        };
        let pipeline = Pipeline::new(&loaded.rules, &search);
        let check = |source: &str, text: &str, renamed: &[(&str, &str)], row: Row| {
            let renamed = renamed
                .iter()
                .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
            let row = Row {
                text: text.to_owned(),
                substitution: renamed.collect(),
                ..row
            };
            Source::new(&pipeline, source, false).map(|source| source.check(&row, true))
        };
        let derived = || Row {
            label: true,
            verdict: DERIVED.into(),
            ..Row::default()
        };
        let right = |text: &str, renamed: &[(&str, &str)]| {
            assert_eq!(
                check("a-b=c", text, renamed, derived()),
                Some(Checked::Right),
                "{text}"
            );
        };
        let wrong = |text: &str, renamed: &[(&str, &str)], row: Row| {
            let found = check("a-b=c", text, renamed, row);
            assert!(
                matches!(found, Some(Checked::Wrong(_))),
                "{text}: {found:?}"
            );
        };
        right("c=a-b", &[]);
        right("c=q-b", &[("a", "q")]);
        wrong("q-r=s", &[("a", "zz")], derived());
        wrong("a-b=d", &[], derived());
        wrong("a-b=c", &[("a", "q")], derived());
        wrong(
            "c=a-b",
            &[],
            Row {
                label: false,
                ..derived()
            },
        );
        let verdict = "refuted".into();
        wrong(
            "c=a-b",
            &[],
            Row {
                verdict,
                ..derived()
            },
        );
    }

    #[test]
    fn symbols_of_a_false_version_alone_are_those_that_are_read_in_it() {
        let (mut source, mut read) = (Atoms::default(), Atoms::default());
        source.symbol("x");
        source.symbol("a");
        for name in ["z", "j", "m", "x", "l_2"] {
            read.symbol(name);
        }
        let renamed = [("a", "m"), ("k", "l_2")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let row = Row {
            substitution: BTreeMap::from(renamed),
            witness: Some(["x", "m", "z_1"].map(|key| (key.into(), "1".into())).into()),
            ..Row::default()
        };
        let (atoms, names) = named(&source, &row, || read);
        let own: Vec<&str> = atoms.symbols.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(own, ["x", "a", "k", "z"]);
        assert_eq!(names.symbols, ["x", "m", "l_2", "z"]);
    }
}
