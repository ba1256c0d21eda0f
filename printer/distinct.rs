//! Distinct forms, counted exactly over all options of the decisions made once a formula.
//!
//! Such decisions make a string derivable under several assignments of options: those that differ
//! only in decisions the string does not show. Distinct forms are counted by inclusion and exclusion
//! over what each decision allows.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use crate::count::{Allowed, Table};
use crate::grammar::{Grammar, Out};

/// Marks the decisions whose options differ in spelling alone.
pub(crate) fn mark_spelling(grammar: &mut Grammar) {
    let mut spelling: Vec<bool> = grammar
        .decisions
        .iter()
        .map(|d| !d.name.starts_with("juxtapose"))
        .collect();
    for alternative in grammar.nonterminals.iter().flat_map(|n| &n.alternatives) {
        let Some((decision, by_option)) = &alternative.decided else {
            continue;
        };
        let production = |at: &u32| &alternative.productions[*at as usize];
        let like = |one: &Vec<u32>, other: &Vec<u32>| {
            one.len() == other.len()
                && one
                    .iter()
                    .map(production)
                    .zip(other.iter().map(production))
                    .all(|(a, b)| a.excess == b.excess && same_but_texts(&a.pieces, &b.pieces))
        };
        let distinct = (0..by_option.len()).all(|i| !by_option[..i].contains(&by_option[i]));
        if !distinct || by_option.iter().any(|list| !like(list, &by_option[0])) {
            spelling[*decision as usize] = false;
        }
    }
    for nonterminal in &grammar.nonterminals {
        for production in nonterminal.alternatives.iter().flat_map(|a| &a.productions) {
            for piece in &production.pieces {
                if let Out::Styled(decision, texts) = piece
                    && (0..texts.len()).any(|i| texts[..i].contains(&texts[i]))
                {
                    spelling[*decision as usize] = false;
                }
            }
        }
    }
    for (decision, spelling) in grammar.decisions.iter_mut().zip(spelling) {
        decision.spelling = spelling;
    }
}

/// Whether two productions have the same sub-terms and choices, whatever their texts are.
fn same_but_texts(one: &[Out], other: &[Out]) -> bool {
    let shown = |piece: &&Out| !matches!(piece, Out::Text(_) | Out::Sign(None));
    let same = |pair: (&Out, &Out)| match pair {
        (Out::Script(a) | Out::Child(a), Out::Script(b) | Out::Child(b)) => a == b,
        (Out::Styled(a, _), Out::Styled(b, _)) => a == b,
        (Out::Spelled(_, a), Out::Spelled(_, b)) => a.len() == b.len(),
        (a, b) => a == b,
    };
    let (one, other) = (one.iter().filter(shown), other.iter().filter(shown));
    one.clone().count() == other.clone().count() && one.zip(other).all(same)
}

impl Grammar {
    /// The number of distinct forms, names aside, within the allowance: exact as long as different
    /// derivations write different strings.
    pub fn count(&self) -> BigUint {
        let n = self.decisions.len();
        let base = Allowed {
            options: vec![1; n],
            shown: vec![true; n],
            all_orders: false,
        };
        // A decision that every form shows multiplies; one that none shows does not matter.
        let mut cases: Vec<Vec<(BigInt, u64, bool)>> = Vec::new();
        for (at, decision) in self.decisions.iter().enumerate() {
            let options = decision.weights.len();
            let k = BigInt::from(options);
            let styled = self.is_styled(at as u32);
            let mut case = if decision.spelling {
                vec![(k.clone(), 1, true), (BigInt::one() - &k, 1, false)]
            } else {
                self.behaviours(at as u32, options)
            };
            if !decision.spelling && styled {
                // Spelled alike for some options: every subset of options is a case of its own.
                case = subsets(options);
            }
            case.retain(|(factor, _, _)| !factor.is_zero());
            cases.push(case);
        }
        let mut allowed = base;
        // Decisions about more than spelling come first: under one option of each, option 0 of
        // the others stands for all of theirs.
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|at| self.decisions[*at].spelling);
        self.sum(&cases, &order, BigInt::one(), &mut allowed)
            .to_biguint()
            .unwrap_or_default()
    }

    fn sum(
        &self,
        cases: &[Vec<(BigInt, u64, bool)>],
        order: &[usize],
        factor: BigInt,
        allowed: &mut Allowed,
    ) -> BigInt {
        let Some((&at, order)) = order.split_first() else {
            return factor * BigInt::from(Table::<BigUint>::new(self, allowed.clone()).total());
        };
        let prune = cases[at].len() > 1 && order.iter().all(|d| self.decisions[*d].spelling);
        let mut sum = BigInt::zero();
        for (by, options, shown) in &cases[at] {
            allowed.options[at] = *options;
            allowed.shown[at] = *shown;
            if prune && Table::<f64>::new(self, allowed.clone()).total() == 0.0 {
                continue;
            }
            sum += self.sum(cases, order, &factor * by, allowed);
        }
        allowed.options[at] = 1;
        allowed.shown[at] = true;
        sum
    }

    fn is_styled(&self, decision: u32) -> bool {
        let pieces = self
            .nonterminals
            .iter()
            .flat_map(|n| &n.alternatives)
            .flat_map(|a| &a.productions)
            .flat_map(|p| &p.pieces);
        let styled = |piece: &Out| matches!(piece, Out::Styled(d, _) if *d == decision);
        pieces
            .into_iter()
            .any(|p| styled(p) || matches!(p, Out::Factors(f) if styled(&f.times)))
    }

    /// Non-empty sets of options with their signs, those that allow the same taken together.
    fn behaviours(&self, decision: u32, options: usize) -> Vec<(BigInt, u64, bool)> {
        let mut found: BTreeMap<Vec<Option<Vec<u32>>>, (BigInt, u64)> = BTreeMap::new();
        for (sign, set, _) in subsets(options) {
            let behaviour: Vec<Option<Vec<u32>>> = self
                .nonterminals
                .iter()
                .flat_map(|n| &n.alternatives)
                .filter_map(|a| a.decided.as_ref().filter(|(d, _)| *d == decision))
                .map(|(_, by_option)| {
                    let mut lists = by_option
                        .iter()
                        .enumerate()
                        .filter(|(i, _)| set >> i & 1 == 1)
                        .map(|(_, l)| l);
                    let first = lists.next()?;
                    lists.all(|l| l == first).then(|| first.clone())
                })
                .chain([Some(vec![if decision_is_juxtapose(self, decision) {
                    set as u32
                } else {
                    0
                }])])
                .collect();
            found.entry(behaviour).or_insert((BigInt::zero(), set)).0 += sign;
        }
        found
            .into_values()
            .map(|(sign, set)| (sign, set, true))
            .collect()
    }
}

fn decision_is_juxtapose(grammar: &Grammar, decision: u32) -> bool {
    grammar.decisions[decision as usize].name == "juxtapose"
}

/// All non-empty sets of options with the sign of inclusion and exclusion.
fn subsets(options: usize) -> Vec<(BigInt, u64, bool)> {
    (1u64..1 << options)
        .map(|set| {
            (
                if set.count_ones() % 2 == 1 {
                    BigInt::one()
                } else {
                    -BigInt::one()
                },
                set,
                true,
            )
        })
        .collect()
}
