//! Rows of datasets of formulas, which have no source: what is true holds everywhere, what is false
//! fails at its witness.

use mamut_engine::atoms::Atoms;
use mamut_engine::truth::recheck::Found;
use mamut_engine::truth::{self, Verdict};
use serde::Deserialize;

use crate::dataset::columns::LABELS;
use crate::pipeline::{Pipeline, refusal};
use crate::row::Witness;
use crate::witness::{Checked, at_witness, is_symbol};

/// The points of a check are others than those by which a formula came into a dataset.
const SEED: u64 = 7;
/// As many points are looked at.
const POINTS: usize = 96;

/// A row of a formula that stands alone.
#[derive(Debug, Deserialize)]
pub struct Alone {
    /// The formula.
    pub text: String,
    /// The name of its class.
    label: String,
    /// The record that it comes from.
    pub key: String,
    /// The counterexample of one that is false, as JSON.
    witness: Option<String>,
}

impl Alone {
    /// Whether it is said to be true.
    pub fn label(&self) -> bool {
        self.label == LABELS[1]
    }

    /// Checks the row.
    pub fn check(&self, pipeline: &Pipeline<'_>) -> Checked {
        let witness = self.witness.as_deref().map(serde_json::from_str::<Witness>);
        let Ok(witness) = witness.transpose() else {
            return Checked::Wrong("its witness is not JSON".to_owned());
        };
        // Symbols of a witness are whole: `y_1` is not a part of a family `y`.
        let mut known = Atoms::default();
        let keys = witness.iter().flat_map(Witness::keys);
        for name in keys.filter(|key| is_symbol(key)) {
            known.symbol(name);
        }
        let formula = pipeline.reader().read_with(&self.text, known);
        if refusal(&formula).is_some() {
            return Checked::Wrong("its text is not read".to_owned());
        }
        let vocabulary = &pipeline.rules.vocabulary;
        if self.label() {
            let (term, atoms) = (&formula.term, &formula.atoms);
            return match truth::check(term, atoms, vocabulary, POINTS, SEED) {
                Verdict::Valid { .. } => Checked::Right,
                Verdict::Undecided(why) => {
                    Checked::Open(format!("it is not decided: {}", why.text()))
                }
                Verdict::Contingent { .. } | Verdict::Invalid { .. } => {
                    Checked::Wrong("it does not hold everywhere".to_owned())
                }
                Verdict::NoStatement => Checked::Wrong("it states nothing".to_owned()),
            };
        }
        let Some(witness) = witness else {
            return Checked::Open("it is said to be false, without a witness".to_owned());
        };
        match at_witness(&formula, &witness, vocabulary) {
            Found::False | Found::Undefined => Checked::Right,
            Found::True => Checked::Wrong("it is true at its witness".to_owned()),
            Found::Value(_) => Checked::Wrong("it states nothing".to_owned()),
            Found::Unknown => Checked::Open("its witness is not evaluated again".to_owned()),
        }
    }
}
