//! A statement whose versions are checked again.

use std::collections::BTreeMap;

use mamut_engine::atoms::Atoms;
use mamut_engine::latex::Formula;
use mamut_engine::symbols::{Names, resolve};
use mamut_engine::term::Term;
use mamut_engine::truth::recheck::{Claim, Found, at_point};
use mamut_engine::truth::{self, Comparison, Settings, Verdict, Verifier};

use super::Checked;
use crate::falsify::candidates::assuming;
use crate::falsify::witness::{POINT, SOURCE};
use crate::pipeline::Pipeline;
use crate::row::Row;

/// Why a row is open whose version alone is shown to be false.
const NOT_TRUE: &str = "its version is false at its witness, and its source is not true there";

/// A statement with what is known of it.
pub struct Statement<'p> {
    pub(super) pipeline: &'p Pipeline<'p>,
    pub(super) formula: Formula,
    /// What is declared elsewhere.
    given: Vec<Term>,
    valid: bool,
    verifier: Verifier<'p>,
}

impl<'p> Statement<'p> {
    /// Finds points for a statement of which more is declared elsewhere.
    pub fn new(pipeline: &'p Pipeline<'p>, formula: Formula, given: &[Term]) -> Self {
        let vocabulary = &pipeline.rules.vocabulary;
        let whole = assuming(pipeline, given, &formula.term);
        let verdict = truth::check(&whole, &formula.atoms, vocabulary, 64, 7);
        Self {
            verifier: Verifier::given(&formula.term, &formula.atoms, given, vocabulary, 7),
            pipeline,
            formula,
            given: given.to_vec(),
            valid: matches!(verdict, Verdict::Valid { .. }),
        }
    }

    /// Checks what a row says in the place of this statement, `own` being its leaves and more, under
    /// the names of the row.
    pub fn check(
        &self,
        read: &Formula,
        row: &Row,
        own: &Atoms,
        names: &Names,
        thorough: bool,
    ) -> Checked {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let mut atoms = if row.label {
            self.verifier.atoms().clone()
        } else {
            own.clone()
        };
        let term = resolve(&read.term, &read.atoms, names, &mut atoms, vocabulary);
        let Some(witness) = row.witness.as_ref().filter(|_| !row.label) else {
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
        };
        let shown = self.refuted(&term, &atoms, names, witness);
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
        let under = |term: &Term| assuming(self.pipeline, &self.given, term);
        let text = at_point(&under(term), atoms, &claim(&text), vocabulary);
        let source = at_point(
            &under(&self.formula.term),
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
