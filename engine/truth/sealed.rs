//! Parts that are taken whole where a source is evaluated, so that nothing is known of what is changed inside them.

use super::form::name;
use super::refute::Refuter;
use super::whole::{Wholes, label, taken};
use crate::atoms::Atoms;
use crate::scope::is_closed;
use crate::term::Term;
use std::collections::BTreeSet;

impl Refuter<'_> {
    /// These parts of the source as it is read.
    pub fn sealed(&self, term: &Term, atoms: &Atoms) -> BTreeSet<Term> {
        let mut found = BTreeSet::new();
        if self.form.wholes.is_empty() {
            return found;
        }
        let vocabulary = self.vocabulary;
        term.walk(&mut |t| {
            if t.args.is_empty() || !is_closed(t, vocabulary) {
                return;
            }
            let known = |label: String| self.form.wholes.contains(&label);
            // Values of some functions are known, whatever stands between their arguments.
            let of_all = (Wholes::All, &BTreeSet::new());
            let whole = name(t, vocabulary) != "call" && {
                let taken = taken(t, atoms, of_all, vocabulary);
                taken.is_some()
            };
            if whole || label(t, atoms, vocabulary).is_some_and(known) {
                found.insert(t.clone());
            }
        });
        if !self.form.sides.is_empty() {
            let sides = term.args.iter().filter(|side| !side.args.is_empty());
            found.extend(sides.cloned());
        }
        found
    }
}
