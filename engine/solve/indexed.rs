//! Letters with whole indices, `x_1`, as unknowns of their own.

use super::search::Step;
use super::solution::{Piece, Set, Solution};
use super::words::{Words, symbols};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Kind;

/// A relation in which single symbols stand for letters with indices.
pub(super) struct Indexed {
    pub(super) relation: Term,
    pub(super) atoms: Atoms,
    /// The symbols and what they stand for.
    letters: Vec<(Op, Term)>,
}

impl Indexed {
    /// None when there are no such letters, or when one of them stands without its index, too.
    pub(super) fn of(relation: &Term, atoms: &Atoms, words: &Words<'_>) -> Option<Self> {
        let mut found: Vec<Term> = Vec::new();
        relation.walk(&mut |t| {
            if words.name(t) == "idx" && !found.contains(t) {
                found.push(t.clone());
            }
        });
        let mut named = atoms.clone();
        let mut letters = Vec::new();
        for letter in &found {
            let [base, index] = &*letter.args else {
                return None;
            };
            let (Head::Symbol(base), Head::Integer(index)) = (base.op.head(), index.op.head())
            else {
                return None;
            };
            let base = atoms.symbols.get(base as usize)?;
            if !matches!(base.kind, Kind::Num | Kind::Any) {
                return None;
            }
            let symbol = named.add_symbol(&format!("{}_{index}", base.name));
            named.symbols[symbol as usize].kind = Kind::Num;
            letters.push((Op::symbol(symbol), letter.clone()));
        }
        let relation = relation.map(&mut |t| {
            let known = letters.iter().find(|(_, letter)| *letter == t);
            known.map_or(t, |(symbol, _)| Term::leaf(*symbol))
        });
        let bare = symbols(&relation);
        let apart = found.iter().flat_map(symbols).all(|s| !bare.contains(&s));
        (!letters.is_empty() && apart).then_some(Self {
            relation,
            atoms: named,
            letters,
        })
    }

    /// The solution with the letters as they were.
    pub(super) fn back(&self, solution: Solution) -> Solution {
        let each = |terms: Vec<Term>| terms.iter().map(|t| self.letter(t)).collect();
        let end = |end: Option<(Term, bool)>| end.map(|(t, closed)| (self.letter(&t), closed));
        let set = match solution.set {
            Set::Empty | Set::All => solution.set,
            Set::Points(values) => Set::Points(each(values)),
            Set::Families(values, integer) => Set::Families(each(values), integer),
            Set::Tuple(values) => Set::Tuple(each(values)),
            Set::Tuples(tuples) => Set::Tuples(tuples.into_iter().map(each).collect()),
            Set::Intervals(pieces) => {
                let pieces = pieces.into_iter().map(|piece| Piece {
                    low: end(piece.low),
                    high: end(piece.high),
                });
                Set::Intervals(pieces.collect())
            }
        };
        let steps = solution.steps.into_iter().map(|step| Step {
            rule: step.rule,
            before: self.letter(&step.before),
            after: self.letter(&step.after),
        });
        Solution {
            unknowns: each(solution.unknowns),
            set,
            conditions: each(solution.conditions),
            extraneous: each(solution.extraneous),
            steps: steps.collect(),
            ..solution
        }
    }

    fn letter(&self, term: &Term) -> Term {
        term.map(&mut |t| {
            let known = self.letters.iter().find(|(symbol, _)| *symbol == t.op);
            known.map_or(t, |(_, letter)| letter.clone())
        })
    }
}
