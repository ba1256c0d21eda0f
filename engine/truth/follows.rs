//! Candidates that hold wherever a source does that holds at some points: they say something else, and are true
//! for whoever takes the source for granted.

use super::compare::ENOUGH;
use super::form::{Form, name};
use super::gather::gather;
use super::positive::compares;
use super::refute::{HOLDS, Refutation, Refuter, SEED};
use super::sample::{Sampler, Truth};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::term::Term;

/// As many points are looked at for one at which a candidate fails that the source does not exclude.
const LOOKS: usize = 24;

impl Refuter<'_> {
    /// The general comparison of two statements of which the source holds at some points: what
    /// holds everywhere, or wherever the source does, says something else, and is no falsehood.
    pub(super) fn beside_solutions(&self, form: &Form, term: &Term, atoms: &Atoms) -> Refutation {
        let found = self.compared(term, atoms);
        match &found {
            Refutation::Refuted(difference)
                if matches!(&*difference.second, "true" | "undefined") =>
            {
                let sampler = Sampler::new(form, self.vocabulary, Key::seed(0).named(SEED));
                if self.is_taken_for_granted() && self.lets_follow(&sampler) {
                    return Refutation::Equal(HOLDS);
                }
                if difference.second != "true" {
                    return found;
                }
                let seen = gather(&sampler, LOOKS);
                match seen.iter().all(|s| s.truth != Truth::False) {
                    true => Refutation::Equal(HOLDS),
                    false => found,
                }
            }
            _ => found,
        }
    }

    /// The general comparison beside a source that holds nowhere: what holds wherever it is looked at is no
    /// falsehood, whatever the source says.
    pub(super) fn beside_nothing(&self, form: &Form, term: &Term, atoms: &Atoms) -> Refutation {
        let found = self.compared(term, atoms);
        if !matches!(&found, Refutation::Refuted(difference) if difference.second == "true") {
            return found;
        }
        let sampler = Sampler::new(form, self.vocabulary, Key::seed(0).named(SEED));
        let seen = gather(&sampler, LOOKS);
        match seen.iter().all(|s| s.truth != Truth::False) {
            true => Refutation::Equal(HOLDS),
            false => found,
        }
    }

    /// Whether the source may be one that is taken for granted: it relates what may be anything, or more
    /// than a letter. `x > 0` says where that is, `\Delta S \ge 0` is a law, and `p \land q` both of what it says.
    fn is_taken_for_granted(&self) -> bool {
        let said = self.form.said(self.vocabulary);
        let change = |s: &u32| {
            let known = self.atoms.symbols.get(*s as usize);
            known.is_some_and(|s| s.name.starts_with(r"\Delta "))
        };
        match name(said, self.vocabulary) {
            "lt" | "le" | "gt" | "ge" | "chain" => {
                let symbols = occurs(said);
                compares(said, self.vocabulary) || symbols.len() > 1 || symbols.iter().any(change)
            }
            // `x \in A` says what is in all that holds `A`.
            "in" | "notin" => occurs(said).len() > 1,
            "eq" | "congruent" | "divides" | "subset" | "subseteq" | "supset" | "supseteq" => true,
            _ => false,
        }
    }

    /// Whether a candidate holds at all points of the source at which it has a value.
    fn lets_follow(&self, sampler: &Sampler<'_>) -> bool {
        let said = &sampler.form.term;
        let mut held = 0;
        for seen in self.widened(sampler) {
            match sampler.truth(said, &seen.point) {
                Truth::True => held += 1,
                Truth::False => return false,
                _ => {}
            }
        }
        held >= ENOUGH
    }
}
