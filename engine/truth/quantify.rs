//! Quantifiers inside a statement: examples and counterexamples are tried.

use super::equation::{self, equations};
use super::form;
use super::sample::{Sampler, Truth};
use super::solve;
use super::statement::and;
use crate::choice::Draws;
use crate::eval::{self, Domain, Point};
use crate::term::Term;
use std::collections::{BTreeMap, BTreeSet};

impl Sampler<'_> {
    /// The point with new values for some symbols, which a declaration is about.
    pub(super) fn again(
        &self,
        symbols: &BTreeSet<u32>,
        declared: &BTreeMap<u32, Domain>,
        i: u64,
        point: &Point,
        draws: &mut Draws,
    ) -> Point {
        let mut other = point.clone();
        for (symbol, domain) in declared {
            if symbols.contains(symbol) {
                other.domains.insert(*symbol, *domain);
            }
        }
        let alike = draws.below(7) as f64 - 2.0;
        for symbol in symbols {
            self.redraw(*symbol, Self::style(i), alike, &mut other, draws);
        }
        other
    }

    pub(super) fn quantified(
        &self,
        all: bool,
        declarations: &[Term],
        body: &Term,
        point: &Point,
        depth: u32,
    ) -> Truth {
        let tries = [40, 12, 4].get(depth as usize).copied().unwrap_or(2);
        let mut symbols = BTreeSet::new();
        let mut premises = Vec::new();
        let mut domains = BTreeMap::new();
        for declaration in declarations {
            form::declared(declaration, self.vocabulary, &mut symbols);
            if !form::is_name(declaration, self.vocabulary) {
                premises.push(declaration.clone());
                domains.extend(eval::declared(declaration, self.vocabulary));
            }
        }
        let mut draws = self.key.named("quantified").at(u64::from(depth)).draws();
        let alternatives = equation::alternatives(body, self.vocabulary);
        let (mut seen, mut unknown) = (0, false);
        for i in 0..tries {
            let mut here = self.again(&symbols, &domains, i, point, &mut draws);
            let mut targets = equations(&premises, self.vocabulary);
            if !all && i % 2 == 1 {
                let one = &alternatives[i as usize / 2 % alternatives.len()];
                targets.extend(equations(std::slice::from_ref(one), self.vocabulary));
            }
            if !targets.is_empty() {
                solve::impose(self, &targets, &symbols, &mut here, &mut draws);
            }
            let premise = premises
                .iter()
                .map(|p| self.inner(p, &here, depth + 1))
                .fold(Truth::True, and);
            if premise != Truth::True {
                continue;
            }
            match self.inner(body, &here, depth + 1) {
                Truth::True if !all => return Truth::True,
                Truth::False if all => return Truth::False,
                Truth::Unknown => unknown = true,
                Truth::Undefined => {}
                _ => seen += 1,
            }
        }
        match (unknown, seen) {
            (true, _) | (_, 0) => Truth::Unknown,
            // Many values and none that tells otherwise.
            _ if all => Truth::True,
            _ if seen >= 10 => Truth::False,
            _ => Truth::Unknown,
        }
    }
}
