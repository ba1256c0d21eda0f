//! The trial of changed statements: whether one is false, shown by a point at which it fails again
//! when that is read from what is written of it.

use mamut_engine::atoms::Atoms;
use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::symbols::Names;
use mamut_engine::term::Term;
use mamut_engine::truth::{Newcomer, Reason, Refutation, Refuter, assuming};
use mamut_engine::vocabulary::Vocabulary;
use std::collections::BTreeSet;

use super::theorem::from_one;
use crate::row::Witness;
use crate::witness::{Checked, Judge, Sketch};

/// Operators with this tag have values that depend on more than symbols: the point is written in
/// full.
const OPEN: &str = "open";

/// What became of a changed statement.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// It is false, by this witness.
    Refuted(Sketch),
    /// It says the same, or it holds as well.
    Equal,
    /// It is not known, and why.
    Unknown(String),
}

/// A source beside which changed statements are tried.
pub(super) struct Trial<'v> {
    vocabulary: &'v Vocabulary,
    /// What is declared elsewhere.
    given: Vec<Term>,
    refuter: Refuter<'v>,
    /// The source where natural numbers begin with one, with what is declared so.
    from_one: Option<(Vec<Term>, Refuter<'v>)>,
    judge: Judge<'v>,
    /// Whether the values of the source depend on more than symbols.
    open: bool,
}

impl<'v> Trial<'v> {
    /// Finds out what a source is worth under what is `given`.
    pub(super) fn new(source: &Formula, given: Vec<Term>, vocabulary: &'v Vocabulary) -> Self {
        let Formula { term, atoms, .. } = source;
        let under =
            |given: &[Term]| Refuter::new(&assuming(given, term, vocabulary), atoms, vocabulary);
        let refuter = under(&given);
        let from_one = from_one(&given, vocabulary).map(|given| {
            let refuter = under(&given);
            (given, refuter)
        });
        Self {
            from_one,
            judge: Judge::new(term, atoms, &given, refuter.standing(), vocabulary),
            open: is_open(term, vocabulary),
            vocabulary,
            given,
            refuter,
        }
    }

    /// Why nothing can be told apart from the source, when that is so.
    pub(super) const fn hopeless(&self) -> Option<&Reason> {
        self.refuter.hopeless()
    }

    /// The parts of the source of which nothing is known when they are changed.
    pub(super) fn sealed(&self, source: &Formula) -> BTreeSet<Term> {
        self.refuter.sealed(&source.term, &source.atoms)
    }

    /// Whether the source holds wherever what is given does.
    pub(super) fn is_valid(&self) -> bool {
        self.refuter.standing().valid
    }

    /// Tries a statement over the leaves of the source and more, of which it is known what they
    /// stand in for; the search for a point may cost so many steps. What is refuted is so for whoever
    /// reads its witness.
    pub(super) fn of(&self, formula: &Formula, newcomers: &[Newcomer], steps: u64) -> Outcome {
        let Formula { term, atoms, .. } = formula;
        let under = self.under(term);
        let found = within(steps, || self.refuter.refute_with(&under, atoms, newcomers));
        let found = match found {
            Refutation::Refuted(found) => found,
            Refutation::Equal(_) => return Outcome::Equal,
            Refutation::Unknown(reason) => return Outcome::Unknown(reason.text()),
        };
        if let Some((given, refuter)) = &self.from_one {
            let under = assuming(given, term, self.vocabulary);
            let found = within(steps, || refuter.refute_with(&under, atoms, newcomers));
            if !matches!(found, Refutation::Refuted(_)) {
                return Outcome::Equal;
            }
        }
        let needs_point = self.open || is_open(term, self.vocabulary);
        let version = self.judge.version(term, atoms);
        let parts = (version.parts(), self.judge.parts());
        let sketch = Sketch::new(&found, (term, atoms), parts, needs_point);
        let names = Names {
            symbols: atoms.symbols.iter().map(|s| s.name.clone()).collect(),
            slots: Vec::new(),
        };
        let witness = sketch.under(&names);
        match self.judge.check(&version, &names, &witness) {
            Checked::Right => Outcome::Refuted(sketch),
            Checked::Wrong(why) | Checked::Open(why) => Outcome::Unknown(why),
        }
    }

    /// Whether a witness shows again that a version is false, as that was read from what was written.
    pub(super) fn shows(&self, version: (&Term, &Atoms), names: &Names, witness: &Witness) -> bool {
        let version = self.judge.version(version.0, version.1);
        self.judge.check_form(&version, names, witness) == Checked::Right
    }

    /// Whether a statement is the source under another order or other names; nothing is evaluated.
    pub(super) fn restates(&self, formula: &Formula) -> bool {
        self.refuter
            .restates(&self.under(&formula.term), &formula.atoms)
    }

    fn under(&self, term: &Term) -> Term {
        assuming(&self.given, term, self.vocabulary)
    }
}

/// Whether the values at a point depend on more than symbols.
fn is_open(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut open = false;
    term.walk(&mut |t| {
        let operator = vocabulary.operator(t.op);
        open |= operator.is_some_and(|o| o.free || o.has_tag(OPEN));
    });
    open
}
