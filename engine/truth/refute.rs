//! Whether a changed statement is false: points at which it says something else than its source,
//! whatever its symbols are called.

mod leaves;
mod worth;

use super::about::rounding;
use super::brackets;
use super::chances;
use super::closeness;
use super::compare::{Settings, compare, in_their_places};
use super::conditions::{under_conditions, under_conditions_of};
use super::customs;
use super::entropies;
use super::form::Form;
use super::functional;
use super::gather::Seen;
use super::idle::{differs_in_unknown, is_reflexive};
use super::levels::Level;
use super::logarithm;
use super::newcomer::{self, Newcomer};
use super::outside;
use super::positive::Meant;
use super::reason;
use super::recounted;
use super::running;
use super::sample::Sampler;
use super::vacuous::is_vacuous;
use super::verdict::{Comparison, Difference, Reason};
use super::{integers, periods};
use super::{switching, unvalued};
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval;
use crate::term::Term;
use crate::vocabulary::Vocabulary;
pub(in crate::truth) use leaves::take;
use std::cell::OnceCell;
use worth::Class;
pub(in crate::truth) use worth::kept;

/// Steps after which a candidate is given up: there are others.
const EFFORT: u64 = 1_500_000;

pub(super) const HOLDS: &str = "it holds as well";
const SAME: &str = "it says the same";

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum Refutation {
    /// It says something else, shown at a point.
    Refuted(Box<Difference>),
    /// It says the same, or it holds as well.
    Equal(&'static str),
    /// Not known.
    Unknown(Reason),
}

/// A source, ready to have candidates compared with it.
pub struct Refuter<'v> {
    pub(super) vocabulary: &'v Vocabulary,
    pub(super) term: Term,
    /// Its leaves as they were read.
    pub(super) atoms: Atoms,
    /// The source as it is written where it holds under the conditions that stand behind it.
    conditional: Option<Term>,
    pub(super) form: Form,
    class: Class,
    /// Points at which the source is true, those without errors first.
    pub(super) held: Vec<Seen>,
    /// Whether it is said of functions that may be any, for all places.
    pub(super) functional: bool,
    /// Points at which all numbers but one are the same, once they have been asked for.
    pub(super) levels: OnceCell<Vec<Level>>,
    /// The source among the numbers that it is meant for, once that has been asked for.
    pub(super) meant: OnceCell<Vec<Meant<'v>>>,
}

/// How a statement is meant, and whether it holds then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Whether it holds wherever its hypotheses do.
    pub valid: bool,
    /// Whether it holds nowhere unless decimals stand for what is rounded to them.
    pub rounded: bool,
}

pub(super) const SEED: &str = "truth";

impl<'v> Refuter<'v> {
    /// Finds out what a source is worth.
    pub fn new(term: &Term, atoms: &Atoms, vocabulary: &'v Vocabulary) -> Self {
        if let Some(theorem) = under_conditions(term, vocabulary) {
            let found = Self::of(&theorem, atoms, vocabulary);
            if found.standing().valid {
                return Self {
                    conditional: Some(term.clone()),
                    ..found
                };
            }
        }
        Self::of(term, atoms, vocabulary)
    }

    pub(super) fn of(term: &Term, atoms: &Atoms, vocabulary: &'v Vocabulary) -> Self {
        let form = Form::of_version(term, atoms, vocabulary);
        let found = |form: Form, class: Class, held: Vec<Seen>| Self {
            vocabulary,
            term: term.clone(),
            atoms: atoms.clone(),
            conditional: None,
            form,
            class,
            held,
            functional: false,
            levels: OnceCell::new(),
            meant: OnceCell::new(),
        };
        if let Some(reason) = reason::hopeless(&form, vocabulary) {
            return found(form, Class::Unknown(reason), Vec::new());
        }
        if !form.is_statement(vocabulary) {
            return found(form, Class::Other, Vec::new());
        }
        let (class, held) = Class::of(&form, vocabulary);
        let functions = functional::asked(&form, vocabulary);
        if class != Class::Valid && !functions.is_empty() {
            let sampler = Sampler::new(&form, vocabulary, Key::seed(0).named(SEED));
            let held = functional::held(&sampler, &functions, true);
            let class = match held.is_empty() {
                true => Class::Unknown(Reason::plain("unsolved")),
                false => Class::Contingent,
            };
            return Self {
                functional: true,
                ..found(form, class, held)
            };
        }
        let functions = functional::implied(&form, vocabulary);
        if class != Class::Valid && !functions.is_empty() {
            let sampler = Sampler::new(&form, vocabulary, Key::seed(0).named(SEED));
            let held = functional::held(&sampler, &functions, false);
            if !held.is_empty() {
                return Self {
                    functional: true,
                    ..found(form, Class::Contingent, held)
                };
            }
        }
        if class.is_nowhere()
            && let Some(rounded) = rounding(&form, vocabulary)
            && let (class, held) = Class::of(&rounded, vocabulary)
            && !class.is_nowhere()
        {
            return found(rounded, class, held);
        }
        found(form, class, held)
    }

    /// Why nothing can be told apart from the source, when that is so.
    pub const fn hopeless(&self) -> Option<&Reason> {
        match &self.class {
            Class::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// Whether the source holds at some points and not at others.
    pub(super) const fn is_contingent(&self) -> bool {
        self.class.is_contingent()
    }

    /// The source if it holds everywhere, but for what is not known where its sides come together: `\arctan x <
    /// x`. That is enough to ask what holds as well.
    pub(super) fn told_but_nearby(self) -> Option<Self> {
        match &self.class {
            Class::Valid => Some(self),
            Class::Unknown(reason) if reason.id == "within-errors" && !self.held.is_empty() => {
                Some(Self {
                    class: Class::Valid,
                    ..self
                })
            }
            _ => None,
        }
    }

    /// How the source is meant, and whether it holds then.
    pub fn standing(&self) -> Standing {
        Standing {
            valid: self.class == Class::Valid,
            rounded: self.form.rounded,
        }
    }

    /// Looks for a point at which a candidate, over the leaves of the source and more, says
    /// something else than the source. Symbols are placeholders: every renaming is excluded.
    pub fn refute(&self, term: &Term, atoms: &Atoms) -> Refutation {
        self.refute_with(term, atoms, &[])
    }

    /// The same for a candidate of which it is known what its own symbols stand in for: the point
    /// has values for them such as that has.
    pub fn refute_with(&self, term: &Term, atoms: &Atoms, newcomers: &[Newcomer]) -> Refutation {
        let theorem = self.theorem(term);
        let term = theorem.as_ref().unwrap_or(term);
        if entropies::leaves(&self.term, term, atoms, self.vocabulary) {
            return Refutation::Unknown(Reason::about("no-meaning", "H"));
        }
        let others = [
            logarithm::of_source(&self.term, term, self.vocabulary),
            brackets::turned(&self.term, term, self.vocabulary),
            chances::exchanged(term, self.vocabulary),
        ];
        let customs = customs::meant(&self.term, term, atoms, self.vocabulary);
        let meant: Vec<Term> = customs.into_iter().chain(others).flatten().collect();
        eval::within(EFFORT, || {
            let mut found = self.looked_at(term, atoms, newcomers);
            for meant in &meant {
                if matches!(found, Refutation::Refuted(_))
                    && let same @ (Refutation::Equal(_) | Refutation::Unknown(_)) =
                        self.looked_at(meant, atoms, newcomers)
                {
                    found = same;
                }
            }
            if matches!(found, Refutation::Refuted(_)) {
                found = self
                    .at_other_places(term, atoms, newcomers)
                    .unwrap_or(found);
            }
            if matches!(found, Refutation::Refuted(_))
                && let Some(meant) = self.as_meant(term, atoms, newcomers)
            {
                found = meant;
            }
            if matches!(found, Refutation::Refuted(_))
                && (periods::repeats(&self.term, term, self.vocabulary)
                    || integers::same(&self.term, term, self.vocabulary)
                    || self.restates_apart(term, atoms)
                    || recounted::plain(&self.term, term, self.vocabulary)
                        .is_some_and(|plain| self.restates(&plain, atoms))
                    || recounted::begun(&self.term, term, self.vocabulary)
                        .is_some_and(|plain| self.restates(&plain, atoms))
                    || switching::agree(&self.term, term, atoms, self.vocabulary))
            {
                found = Refutation::Equal(SAME);
            }
            match found {
                Refutation::Unknown(_) if eval::is_spent() => {
                    Refutation::Unknown(Reason::plain("too-slow"))
                }
                // What was too slow to fail has not held.
                Refutation::Equal(_) if eval::is_spent() => {
                    Refutation::Unknown(Reason::plain("too-slow"))
                }
                found => found,
            }
        })
    }

    /// A candidate under its conditions, where those of the source are meant so.
    fn theorem(&self, term: &Term) -> Option<Term> {
        let source = self.conditional.as_ref()?;
        under_conditions_of(source, term, self.vocabulary)
    }

    pub(super) fn looked_at(
        &self,
        term: &Term,
        atoms: &Atoms,
        newcomers: &[Newcomer],
    ) -> Refutation {
        if let Class::Unknown(reason) = &self.class {
            return Refutation::Unknown(reason.clone());
        }
        let mut form = Form::of_version(term, atoms, self.vocabulary);
        let beside = match self.shares(&form) {
            true => None,
            false => self.beside(term, atoms, newcomers),
        };
        if let Some((term, atoms, _)) = &beside {
            form = Form::of_version(term, atoms, self.vocabulary);
        }
        form.rounded = self.form.rounded;
        let newcomers = beside.as_ref().map_or(newcomers, |(.., moved)| moved);
        let domains = newcomer::domains(newcomers, &self.form);
        form.restrict(&domains);
        if let Some(reason) = reason::hopeless(&form, self.vocabulary) {
            return Refutation::Unknown(reason);
        }
        let statement = form.is_statement(self.vocabulary);
        if statement && is_reflexive(&form, self.vocabulary) {
            return Refutation::Equal(HOLDS);
        }
        if statement
            && matches!(self.class, Class::Valid | Class::Contingent)
            && is_vacuous(&form, self.vocabulary)
        {
            return Refutation::Equal(HOLDS);
        }
        // Other parts may be the same by a law: sums in another order.
        if !form.wholes.is_subset(&self.form.wholes) {
            return Refutation::Unknown(Reason::plain("nothing-tells"));
        }
        if !self.form.sides.is_empty()
            && !unvalued::negates(&self.form.body, &form.body, self.vocabulary)
        {
            return Refutation::Unknown(Reason::plain("nothing-tells"));
        }
        // What is said of how likely other events are may follow.
        if form.wholes.is_empty()
            && !self.form.wholes.is_empty()
            && chances::has_chances(term, self.vocabulary)
        {
            return Refutation::Unknown(Reason::plain("nothing-tells"));
        }
        // `f(2x) = 4x^2` for all places may say what `f(x) = x^2` does.
        if form.at_one_place != self.form.at_one_place {
            return Refutation::Unknown(Reason::plain("nothing-tells"));
        }
        // What is no limit is gone through where another says that it is one.
        let limit = |term: &Term| closeness::limit(term, atoms, self.vocabulary).is_some();
        if limit(&self.term) && !limit(term) {
            return Refutation::Unknown(Reason::plain("nothing-tells"));
        }
        if differs_in_unknown(&self.term, term, self.vocabulary) {
            return Refutation::Unknown(Reason::about("no-meaning", "in"));
        }
        let found = match self.class {
            Class::Valid if statement => self.fails(&form),
            Class::Contingent if statement => match self.excludes(&form) {
                Some(found) => Refutation::Refuted(Box::new(found)),
                None if self.has_sides_of(&form) => Refutation::Equal(SAME),
                // A sum of probabilities is one where its square is: what fails nowhere that the
                // source holds may be true as well.
                None if !form.wholes.is_empty() || self.functional => {
                    Refutation::Unknown(Reason::plain("nothing-tells"))
                }
                None => self.beside_solutions(&form, term, atoms),
            },
            Class::Other if statement => self.beside_nothing(&form, term, atoms),
            _ => self.compared(term, atoms),
        };
        let called = |symbol: u32| Some(form.atoms.symbols.get(symbol as usize)?.name.clone());
        match found {
            Refutation::Refuted(found) if !newcomer::keeps_to(&found, &domains, called) => {
                Refutation::Unknown(Reason::plain("nothing-tells"))
            }
            found => found,
        }
    }

    /// Whether a statement is the source under another order or other names; nothing is evaluated.
    pub fn restates(&self, term: &Term, atoms: &Atoms) -> bool {
        let settings = Settings::FORM_ALONE;
        let theorem = self.theorem(term);
        let term = theorem.as_ref().unwrap_or(term);
        let (a, b) = ((&self.term, &self.atoms), (term, atoms));
        matches!(
            compare(a, b, self.vocabulary, settings),
            Comparison::Equivalent { .. }
        )
    }

    /// The same where members of sequences are numbers of their own.
    fn restates_apart(&self, term: &Term, atoms: &Atoms) -> bool {
        let own = (&self.term, &self.atoms);
        let both = [own, (term, atoms)];
        let same = |[a, b]: [(Term, Atoms); 2]| {
            let (a, b) = ((&a.0, &a.1), (&b.0, &b.1));
            outside::is_as_large(a.0, b.0, self.vocabulary) && {
                let found = in_their_places(a, b, self.vocabulary, Settings::FORM_ALONE);
                matches!(found, Comparison::Equivalent { .. })
            }
        };
        outside::has_members(&self.term, self.vocabulary)
            && (outside::apart(both, self.vocabulary).is_some_and(same)
                || running::looks(both, self.vocabulary).into_iter().any(same))
    }

    /// The general comparison.
    pub(super) fn compared(&self, term: &Term, atoms: &Atoms) -> Refutation {
        let settings = Settings::default();
        let (a, b) = ((&self.term, &self.atoms), (term, atoms));
        match compare(a, b, self.vocabulary, settings) {
            Comparison::Different(found) if found.witness.values.is_empty() && !closed(&found) => {
                Refutation::Unknown(Reason::plain("nothing-tells"))
            }
            Comparison::Different(found) => Refutation::Refuted(found),
            Comparison::Equivalent { .. } => Refutation::Equal(SAME),
            Comparison::Alike { valid: true } => Refutation::Equal(HOLDS),
            Comparison::Alike { valid: false } => Refutation::Equal("neither holds anywhere"),
            Comparison::Undecided(reason) => Refutation::Unknown(reason),
        }
    }
}

/// Whether a difference without symbols shows what the two are.
fn closed(found: &Difference) -> bool {
    !found.first.is_empty() && found.first != found.second
}
