//! A candidate and the source over the same leaves, and points that have values for them.

use super::Refuter;
use crate::atoms::Atoms;
use crate::eval::Point;
use crate::term::{Op, Term};
use crate::truth::form::Form;
use crate::truth::gather::Seen;
use crate::truth::nearness::is_exact;
use crate::truth::newcomer::Newcomer;
use crate::truth::sample::Sampler;

/// As many points are looked at where a candidate has symbols of its own.
const FEW: usize = 8;

impl Refuter<'_> {
    /// A candidate over the symbols that the source has for parts of it: its newcomers come after those, so
    /// that what is called the same is the same. None when the source has none.
    pub(super) fn beside(
        &self,
        term: &Term,
        atoms: &Atoms,
        newcomers: &[Newcomer],
    ) -> Option<(Term, Atoms, Vec<Newcomer>)> {
        let own = &self.form.atoms.symbols;
        let shared = own.iter().zip(&atoms.symbols);
        let shared = shared.take_while(|(a, b)| a.name == b.name).count();
        let parts = &own[shared..];
        (!parts.is_empty()).then_some(())?;
        let by = parts.len() as u32;
        let moved = |symbol: u32| symbol + if symbol as usize >= shared { by } else { 0 };
        let term = term.map(&mut |t| match t.op.as_symbol() {
            Some(symbol) => Term {
                op: Op::symbol(moved(symbol)),
                args: t.args,
            },
            None => t,
        });
        let mut atoms = atoms.clone();
        atoms.symbols.splice(shared..shared, parts.iter().cloned());
        let newcomers = newcomers.iter().map(|(symbol, of)| (moved(*symbol), *of));
        Some((term, atoms, newcomers.collect()))
    }

    /// Whether the leaves of a candidate are those of the source and more.
    pub(super) fn shares(&self, form: &Form) -> bool {
        let own = &self.form.atoms;
        own.symbols.len() <= form.atoms.symbols.len()
            && own.literals.len() <= form.atoms.literals.len()
            && own.opaques.len() <= form.atoms.opaques.len()
            && own
                .symbols
                .iter()
                .zip(&form.atoms.symbols)
                .all(|(a, b)| a.name == b.name)
            && own
                .literals
                .iter()
                .zip(&form.atoms.literals)
                .all(|(a, b)| a.value == b.value)
    }

    /// The source over the leaves of a candidate, which are its own and more; none when they are not.
    pub(in crate::truth) fn over(&self, form: &Form) -> Option<Form> {
        self.shares(form).then(|| Form {
            atoms: form.atoms.clone(),
            ..self.form.clone()
        })
    }

    /// The points of the source, with values for the symbols that only a candidate has; several of
    /// the same point where there are few.
    pub(in crate::truth) fn widened<'w>(
        &'w self,
        sampler: &'w Sampler<'_>,
    ) -> impl Iterator<Item = Seen> + 'w {
        let form = sampler.form;
        let own = |s: &&u32| !self.form.symbols.contains(s);
        let others: Vec<u32> = form.symbols.iter().filter(own).copied().collect();
        let count = match (self.held.len(), others.len()) {
            (0, _) => 0,
            (held, 0) => held,
            (held, _) => held.max(FEW),
        };
        (0..count).map(move |k| {
            let seen = &self.held[k % self.held.len()];
            let mut point = seen.point.clone();
            point.complex |= form.complex;
            let mut exact = seen.exact;
            if !others.is_empty() {
                exact &= take(&mut point, &sampler.draw(k as u64), &others);
            }
            Seen {
                point,
                exact,
                ..*seen
            }
        })
    }
}

/// Gives symbols the values that they have at another point; whether these are exact.
pub(in crate::truth) fn take(point: &mut Point, from: &Point, symbols: &[u32]) -> bool {
    point.extend(from);
    let mut exact = true;
    for symbol in symbols {
        if let Some(value) = from.values.get(symbol) {
            exact &= is_exact(value);
            point.values.insert(*symbol, value.clone());
        }
        if let Some(domain) = from.domains.get(symbol) {
            point.domains.insert(*symbol, *domain);
        }
        if let (Some(kind), Some(place)) = (
            from.kinds.get(*symbol as usize),
            point.kinds.get_mut(*symbol as usize),
        ) {
            *place = *kind;
        }
    }
    exact
}
