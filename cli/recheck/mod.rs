//! Rows checked again: from source, text, substitution and witness alone.

mod statement;
mod text;

use std::collections::BTreeMap;

use mamut_engine::atoms::Atoms;
use mamut_engine::readback::under;
use mamut_engine::symbols::Names;

use crate::pipeline::{Pipeline, refusal};
use crate::row::Row;
use crate::witness::Checked;

use statement::Statement;
use text::Text;

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
        if !row.label && row.witness.is_none() {
            let said = format!("its verdict is `{}`, without a witness", row.verdict);
            return Checked::Open(said);
        }
        match self {
            Self::Formula(statement) => {
                let (atoms, names) = named(&statement.formula.atoms, row);
                let read = statement
                    .pipeline
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

/// The leaves of a source with the symbols that a false version has besides (`l` that is now `m_2`),
/// and the names that they have in a row.
pub fn named(source: &Atoms, row: &Row) -> (Atoms, Names) {
    let mut own = source.clone();
    if !row.label {
        for name in row.substitution.keys().filter(|n| !n.ends_with(" (bound)")) {
            let bound = own.slot_names.iter().any(|(_, slot)| slot == name);
            if !bound {
                own.symbol(name);
            }
        }
    }
    let names = names(&own, &row.substitution);
    (own, names)
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
