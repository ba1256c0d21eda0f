//! Maps that are called as linear ones are, `T` and `L`, where they are applied to vectors:
//! `T(\mathbf{u} + \mathbf{v})` is `T(\mathbf{u}) + T(\mathbf{v})`. A new letter stands for one of them.

use super::form::{name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::latex::is_bold;
use crate::term::Term;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// A candidate with sums of values in the place of values of sums, and with values of sums in the place of sums of
/// values, where its source has such a map.
pub(super) fn meant(
    source: &Term,
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> [Option<Term>; 2] {
    let maps = Maps {
        known: occurs(source),
        atoms,
        vocabulary,
    };
    let mut any = false;
    source.walk(&mut |t| any |= maps.value(t).is_some_and(|(_, of)| maps.is_vector(of)));
    if !any {
        return [None, None];
    }
    let changed = |change: &dyn Fn(&Term) -> Option<Term>| {
        let changed = term.map(&mut |t| change(&t).unwrap_or(t));
        (changed != *term).then_some(changed)
    };
    [changed(&|t| maps.spread(t)), changed(&|t| maps.joined(t))]
}

struct Maps<'a> {
    /// The symbols of the source.
    known: BTreeSet<u32>,
    atoms: &'a Atoms,
    vocabulary: &'a Vocabulary,
}

impl Maps<'_> {
    fn spread(&self, term: &Term) -> Option<Term> {
        let (map, of) = self.value(term)?;
        let sum = name(of, self.vocabulary) == "add" && of.args.iter().all(|t| self.is_vector(t));
        let each = of
            .args
            .iter()
            .map(|part| Term::new(term.op, vec![map.clone(), part.clone()]));
        sum.then(|| node("add", each.collect(), self.vocabulary))
    }

    fn joined(&self, term: &Term) -> Option<Term> {
        let sum = Some(term).filter(|t| name(t, self.vocabulary) == "add")?;
        let values: Option<Vec<_>> = sum.args.iter().map(|part| self.value(part)).collect();
        let values = values?;
        let (map, _) = *values.first()?;
        let alike = |(own, of): &(&Term, &Term)| *own == map && self.is_vector(of);
        values.iter().all(alike).then(|| {
            let parts = values.iter().map(|(_, of)| (*of).clone()).collect();
            let of = node("add", parts, self.vocabulary);
            node("call", vec![map.clone(), of], self.vocabulary)
        })
    }

    /// Such a map and what it is applied to.
    fn value<'t>(&self, term: &'t Term) -> Option<(&'t Term, &'t Term)> {
        let ("call", [map, of]) = (name(term, self.vocabulary), &*term.args) else {
            return None;
        };
        let symbol = map.op.as_symbol()?;
        let linear = !self.known.contains(&symbol) || matches!(self.called(map), Some("T" | "L"));
        linear.then_some((map, of))
    }

    /// Whether a term is made of a letter that is written as vectors are.
    fn is_vector(&self, term: &Term) -> bool {
        let mut written = false;
        term.walk(&mut |t| written |= self.called(t).is_some_and(is_bold));
        written
    }

    fn called(&self, term: &Term) -> Option<&str> {
        let symbol = term.op.as_symbol().filter(|_| term.args.is_empty())?;
        let known = self.atoms.symbols.get(symbol as usize);
        known.map(|s| s.name.as_str())
    }
}
