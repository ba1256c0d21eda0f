//! Symbols that are functions with vectors for values: `\vec{r}(t)`, `\sigma(W x + b)` beside a
//! vector.

use crate::term::{Head, Term};
use crate::vectors::is_vector;
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// The symbols that are applied to something and name a vector, or stand for one beside others.
pub(super) fn curves(
    statements: &[&Term],
    vocabulary: &Vocabulary,
    kinds: &[Kind],
) -> BTreeSet<u32> {
    let ways = Ways { vocabulary, kinds };
    let mut found = BTreeSet::new();
    for statement in statements {
        statement.walk(&mut |t| {
            if let Some(symbol) = ways.applied(t)
                && ways.kind(symbol) == Kind::Vec
            {
                found.insert(symbol);
            }
            if matches!(ways.name(t), "eq" | "add" | "defines" | "chain" | "ne") {
                let beside = t.args.iter().any(|a| ways.is_vector(a));
                let calls = t.args.iter().filter(|_| beside);
                found.extend(calls.filter_map(|a| ways.applied(ways.bare(a))));
            }
        });
    }
    found
}

struct Ways<'a> {
    vocabulary: &'a Vocabulary,
    kinds: &'a [Kind],
}

impl<'a> Ways<'a> {
    fn name(&self, term: &Term) -> &'a str {
        self.vocabulary.name(term.op)
    }

    fn kind(&self, symbol: u32) -> Kind {
        let kind = self.kinds.get(symbol as usize).copied();
        kind.unwrap_or(Kind::Any)
    }

    /// The function of a call, also under primes.
    fn applied(&self, term: &Term) -> Option<u32> {
        let mut head = match (self.name(term), &*term.args) {
            ("call", [head, _, ..]) => head,
            _ => return None,
        };
        while let ("prime", [function, _]) = (self.name(head), &*head.args) {
            head = function;
        }
        match head.op.head() {
            Head::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// What a sign, a number or matrices stand before.
    fn bare<'t>(&self, term: &'t Term) -> &'t Term {
        match (self.name(term), &*term.args) {
            ("neg", [inner]) | ("scale", [_, inner]) | ("matmul", [_, .., inner]) => {
                self.bare(inner)
            }
            _ => term,
        }
    }

    /// Whether a term is a vector whatever its functions are.
    fn is_vector(&self, term: &Term) -> bool {
        let symbol = |t: &Term| match t.op.head() {
            Head::Symbol(symbol) => self.kind(symbol) == Kind::Vec,
            _ => false,
        };
        is_vector(term, self.vocabulary, &|t| match (self.name(t), &*t.args) {
            ("tuple" | "angled" | "vecprod", _) => true,
            ("idx", [base, _]) => symbol(base),
            _ => symbol(t),
        })
    }
}
