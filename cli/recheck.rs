//! Rows checked again: from source, text, substitution and witness alone.

use std::collections::BTreeMap;

use mamut_engine::atoms::Atoms;
use mamut_engine::latex::Formula;
use mamut_engine::readback::under;
use mamut_engine::symbols::{Names, resolve};
use mamut_engine::term::Term;
use mamut_engine::truth::recheck::{Claim, Found, at_point};
use mamut_engine::truth::{self, Comparison, Settings, Verdict, Verifier};

use crate::falsify::witness::{POINT, SOURCE};
use crate::pipeline::{Pipeline, refusal};
use crate::row::Row;

/// Why a row is open whose version alone is shown to be false.
const NOT_TRUE: &str = "its version is false at its witness, and its source is not true there";

/// What became of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Its label is right, as far as its evidence goes.
    Right,
    /// Its label or its evidence is wrong, and why.
    Wrong(String),
    /// Nothing is known either way, and why.
    Open(String),
}

/// A source that rows are checked beside.
pub struct Source<'p> {
    pipeline: &'p Pipeline<'p>,
    formula: Formula,
    valid: bool,
    verifier: Verifier<'p>,
}

impl<'p> Source<'p> {
    /// Reads a source and finds points for it; none when it is not read.
    pub fn new(pipeline: &'p Pipeline<'p>, latex: &str) -> Option<Self> {
        let formula = pipeline.read(latex);
        if refusal(&formula).is_some() {
            return None;
        }
        let vocabulary = &pipeline.rules.vocabulary;
        let verdict = truth::check(&formula.term, &formula.atoms, vocabulary, 64, 7);
        Some(Self {
            verifier: Verifier::new(&formula.term, &formula.atoms, vocabulary, 7),
            pipeline,
            formula,
            valid: matches!(verdict, Verdict::Valid { .. }),
        })
    }

    /// Checks a row of this source.
    pub fn check(&self, row: &Row, thorough: bool) -> Checked {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let (own, names) = named(&self.formula.atoms, row);
        let read = self
            .pipeline
            .reader()
            .read_with(&row.text, under(&own, &names));
        if refusal(&read).is_some() {
            return Checked::Wrong("its text is not read".to_owned());
        }
        let mut atoms = if row.label {
            self.verifier.atoms().clone()
        } else {
            own
        };
        let term = resolve(&read.term, &read.atoms, &names, &mut atoms, vocabulary);
        if row.label {
            if self.verifier.points() == 0 {
                return Checked::Open("no point tells anything about its source".to_owned());
            }
            return match self.verifier.disagreement(&term, &atoms) {
                None => Checked::Right,
                Some(found) => Checked::Wrong(format!(
                    "its source is {} at a point where it is {}",
                    found.first, found.second
                )),
            };
        }
        let Some(witness) = &row.witness else {
            return Checked::Open(format!(
                "its verdict is `{}`, without a witness",
                row.verdict
            ));
        };
        let shown = self.refuted(&term, &atoms, &names, witness);
        if shown == Checked::Right && thorough {
            return self.compared(&term, &atoms);
        }
        shown
    }

    /// Whether source and version differ at the witness.
    fn refuted(
        &self,
        term: &Term,
        atoms: &Atoms,
        names: &Names,
        witness: &BTreeMap<String, String>,
    ) -> Checked {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let state = witness.get(POINT).map(String::as_str);
        let displayed = |index: usize| {
            let given = names.symbols.get(index);
            given.unwrap_or(&atoms.symbols[index].name).as_str()
        };
        let text: Vec<(u32, String)> = (0..atoms.symbols.len())
            .filter_map(|i| Some((i as u32, witness.get(displayed(i))?.clone())))
            .collect();
        let source: Vec<(u32, String)> = (0..self.formula.atoms.symbols.len())
            .filter_map(|i| {
                let own = format!("{SOURCE} {}", self.formula.atoms.symbols[i].name);
                let value = witness.get(&own).or_else(|| witness.get(displayed(i)))?;
                Some((i as u32, value.clone()))
            })
            .collect();
        let claim = |values| Claim { values, state };
        let text = at_point(term, atoms, &claim(&text), vocabulary);
        let source = at_point(
            &self.formula.term,
            &self.formula.atoms,
            &claim(&source),
            vocabulary,
        );
        match (source, text) {
            (Found::True, Found::False | Found::Undefined)
            | (Found::False | Found::Undefined, Found::True) => Checked::Right,
            // Where the source holds everywhere the text need only fail.
            (Found::Unknown, Found::False | Found::Undefined) if self.valid => Checked::Right,
            (Found::Unknown, _) | (_, Found::Unknown) => {
                Checked::Open("its witness is not evaluated again".to_owned())
            }
            // The version is false there, and the source does not speak of that point.
            (_, Found::False | Found::Undefined) if self.valid => {
                Checked::Open(NOT_TRUE.to_owned())
            }
            (source, text) => Checked::Wrong(format!(
                "at its witness its source is {} and the text is {}",
                said(source),
                said(text)
            )),
        }
    }

    /// Whether no renaming makes the two the same.
    fn compared(&self, term: &Term, atoms: &Atoms) -> Checked {
        let settings = Settings {
            seed: 7,
            ..Settings::default()
        };
        let source = (&self.formula.term, &self.formula.atoms);
        let vocabulary = &self.pipeline.rules.vocabulary;
        match truth::compare(source, (term, atoms), vocabulary, settings) {
            Comparison::Different(_) => Checked::Right,
            Comparison::Undecided(why) => {
                Checked::Open(format!("as a whole it is not decided: {}", why.text()))
            }
            Comparison::Equivalent { .. } => {
                Checked::Wrong("it says the same as its source".to_owned())
            }
            Comparison::Alike { valid } => Checked::Wrong(format!(
                "both hold {}",
                if valid { "everywhere" } else { "nowhere" }
            )),
        }
    }
}

const fn said(found: Found) -> &'static str {
    match found {
        Found::True => "true",
        Found::False => "false",
        Found::Undefined => "without a value",
        Found::Unknown => "not known",
    }
}

/// The symbols of a source with those that a false row has besides (`l` that is now `m_2`), and
/// their names in the row.
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
