//! Counting derivations by excess, and distinct forms exactly.
//!
//! Choices made once a formula make a string derivable under several assignments of options: those
//! that differ only in decisions the string does not show. Distinct forms are counted by inclusion
//! and exclusion over what each decision allows.

use std::collections::BTreeMap;
use std::ops::{Add, Mul};

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use crate::grammar::{Alternative, Factors, Grammar, Nt, Out, Production};
use crate::order::{Gaps, orders_ending, permutations};

/// A number of derivations.
pub(crate) trait Count:
    Clone + Zero + One + Add<Output = Self> + Mul<Output = Self>
{
    fn of(count: &BigUint) -> Self;
}

impl Count for f64 {
    fn of(count: &BigUint) -> Self {
        count.to_f64().unwrap_or(f64::INFINITY)
    }
}

impl Count for BigUint {
    fn of(count: &BigUint) -> Self {
        count.clone()
    }
}

/// What the decisions allow in one count.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    /// For every decision, the options that must agree on what is written (a set of bits).
    pub(crate) options: Vec<u64>,
    /// Whether spellings of this decision may be written at all.
    pub(crate) shown: Vec<bool>,
    /// Count every order of a product, whatever its gaps.
    pub(crate) all_orders: bool,
}

/// The numbers of derivations of nonterminals, by excess, made on demand.
pub(crate) struct Table<'g, C> {
    pub(crate) grammar: &'g Grammar,
    allowed: Allowed,
    counts: Vec<Vec<C>>,
    /// Products of polynomials: for a list of nonterminals, its prefixes' coefficients.
    lists: BTreeMap<Vec<Nt>, Vec<Vec<C>>>,
}

/// A way to arrange a production: how many arrangements, and the nonterminals they hold.
pub(crate) struct Arrangement {
    pub(crate) ways: BigUint,
    pub(crate) items: Vec<Nt>,
    /// The last factor of the product, when the production is one.
    pub(crate) last: Option<usize>,
}

impl<'g, C: Count> Table<'g, C> {
    pub(crate) fn new(grammar: &'g Grammar, allowed: Allowed) -> Self {
        Self {
            grammar,
            allowed,
            counts: vec![Vec::new(); grammar.nonterminals.len()],
            lists: BTreeMap::new(),
        }
    }

    /// The derivations of the root with at most the allowed excess.
    pub(crate) fn total(&mut self) -> C {
        let root = self.grammar.root;
        (0..=self.grammar.allowance).fold(C::zero(), |sum, r| sum + self.count(root, r))
    }

    /// The derivations of a nonterminal with exactly this excess.
    pub(crate) fn count(&mut self, nt: Nt, excess: u32) -> C {
        if excess > self.grammar.nonterminals[nt as usize].cap {
            return C::zero();
        }
        while self.counts[nt as usize].len() <= excess as usize {
            // A nonterminal reaches itself only through productions of positive excess, so what is
            // asked for below is already there.
            let r = self.counts[nt as usize].len() as u32;
            let mut sum = C::zero();
            let grammar = self.grammar;
            for alternative in &grammar.nonterminals[nt as usize].alternatives {
                for production in self.eligible(alternative) {
                    if production.excess <= r {
                        sum = sum + self.production(production, r - production.excess);
                    }
                }
            }
            if self.counts[nt as usize].len() == r as usize {
                self.counts[nt as usize].push(sum);
            }
        }
        self.counts[nt as usize][excess as usize].clone()
    }

    /// The productions that all demanded options of the alternative's decision lead to.
    pub(crate) fn eligible(&self, alternative: &'g Alternative) -> Vec<&'g Production> {
        let Some((decision, by_option)) = &alternative.decided else {
            return alternative.productions.iter().collect();
        };
        let decision = *decision as usize;
        if self.grammar.decisions[decision].spelling && !self.allowed.shown[decision] {
            return Vec::new();
        }
        let options = self.allowed.options[decision];
        let mut lists = by_option
            .iter()
            .enumerate()
            .filter(|(i, _)| options >> i & 1 == 1)
            .map(|(_, list)| list);
        match lists.next() {
            Some(first) if lists.all(|list| list == first) => first
                .iter()
                .map(|p| &alternative.productions[*p as usize])
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The derivations of a production whose sub-terms have exactly this excess together.
    pub(crate) fn production(&mut self, production: &Production, excess: u32) -> C {
        self.arrangements(production)
            .into_iter()
            .fold(C::zero(), |sum, a| {
                let inner = self.list(&a.items, excess);
                sum + C::of(&a.ways) * inner
            })
    }

    /// The derivations of several nonterminals with exactly this excess together.
    pub(crate) fn list(&mut self, items: &[Nt], excess: u32) -> C {
        match items {
            [] => return if excess == 0 { C::one() } else { C::zero() },
            [one] => return self.count(*one, excess),
            _ => {}
        }
        let have = self.lists.get(items).map_or(0, |l| l[0].len());
        for q in have..=excess as usize {
            let mut column: Vec<C> = Vec::with_capacity(items.len());
            for (j, nt) in items.iter().enumerate() {
                let value = if j == 0 {
                    self.count(*nt, q as u32)
                } else {
                    (0..=q).fold(C::zero(), |sum, i| {
                        let before = if i == q {
                            column[j - 1].clone()
                        } else {
                            self.lists[items][j - 1][i].clone()
                        };
                        if before.is_zero() {
                            sum
                        } else {
                            sum + before * self.count(*nt, (q - i) as u32)
                        }
                    })
                };
                column.push(value);
            }
            let list = self
                .lists
                .entry(items.to_vec())
                .or_insert_with(|| vec![Vec::new(); items.len()]);
            for (row, value) in list.iter_mut().zip(column) {
                if row.len() == q {
                    row.push(value);
                }
            }
        }
        self.lists[items][items.len() - 1][excess as usize].clone()
    }

    /// The ways to arrange a production, apart from what its sub-terms are.
    pub(crate) fn arrangements(&self, production: &Production) -> Vec<Arrangement> {
        let mut found = vec![Arrangement {
            ways: BigUint::one(),
            items: Vec::new(),
            last: None,
        }];
        for piece in &production.pieces {
            self.arrange(piece, &mut found);
        }
        found
    }

    fn arrange(&self, piece: &Out, found: &mut Vec<Arrangement>) {
        let multiply = |found: &mut Vec<Arrangement>, by: &BigUint| {
            found.iter_mut().for_each(|a| a.ways *= by)
        };
        match piece {
            Out::Text(_)
            | Out::Form(_)
            | Out::Symbol { .. }
            | Out::Slot { .. }
            | Out::Sign(None) => {}
            Out::Sign(Some(lead)) => self.arrange(lead, found),
            Out::Styled(decision, texts) => {
                let set = self.allowed.options[*decision as usize];
                let mut shown = texts
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| set >> i & 1 == 1)
                    .map(|(_, text)| text);
                let first = shown.next();
                if !self.allowed.shown[*decision as usize] || !shown.all(|text| Some(text) == first)
                {
                    found.clear();
                }
            }
            Out::Spelled(_, texts) => multiply(found, &BigUint::from(texts.len())),
            Out::Child(nt) | Out::Script(nt) => found.iter_mut().for_each(|a| a.items.push(*nt)),
            Out::Join {
                items,
                classes,
                permute,
                separator,
            } => {
                for _ in 1..items.len() {
                    separator
                        .iter()
                        .for_each(|piece| self.arrange(piece, found));
                }
                self.arrange_items(items, classes, *permute, found);
            }
            Out::Terms {
                items,
                classes,
                permute,
                ..
            } => self.arrange_items(items, classes, *permute, found),
            Out::Factors(factors) => {
                let mut next = Vec::new();
                for a in found.drain(..) {
                    for last in 0..factors.closed.len() {
                        let ways = self.orders(factors, last);
                        if ways.is_zero() {
                            continue;
                        }
                        let mut items = a.items.clone();
                        let inner = (0..factors.closed.len()).map(|i| {
                            if i == last {
                                factors.last[i]
                            } else {
                                factors.closed[i]
                            }
                        });
                        items.extend(inner);
                        next.push(Arrangement {
                            ways: &a.ways * ways,
                            items,
                            last: Some(last),
                        });
                    }
                }
                *found = next;
            }
        }
    }

    fn arrange_items(
        &self,
        items: &[Nt],
        classes: &[u32],
        permute: bool,
        found: &mut [Arrangement],
    ) {
        for a in found {
            if permute {
                a.ways *= permutations(classes);
            }
            a.items.extend_from_slice(items);
        }
    }

    /// The orders of a product that end with factor `last`; equal factors count once, as the first.
    fn orders(&self, factors: &Factors, last: usize) -> BigUint {
        let classes = &factors.classes;
        let repeated = if factors.permute {
            classes[..last].contains(&classes[last])
        } else {
            last + 1 != classes.len()
        };
        if repeated {
            return BigUint::zero();
        }
        let signs = match &*factors.times {
            Out::Styled(decision, _) => self.allowed.shown[*decision as usize],
            _ => true,
        };
        let juxtaposed = self.allowed.options[factors.juxtapose as usize] == 0b01
            && factors.safe.iter().any(|s| *s != 0);
        let gaps = if self.allowed.all_orders {
            if !signs && !juxtaposed && classes.len() > 1 {
                return BigUint::zero();
            }
            Gaps::Any
        } else {
            match (
                self.allowed.options[factors.juxtapose as usize],
                signs || classes.len() < 2,
            ) {
                (0b01, true) | (0b10, true) => Gaps::Any,
                (0b01, false) => Gaps::AllSafe,
                (0b11, true) => Gaps::NoneSafe,
                _ => return BigUint::zero(),
            }
        };
        orders_ending(classes, &factors.safe, last, gaps, factors.permute)
    }
}

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
        let shape = |list: &Vec<u32>| {
            list.iter()
                .map(|p| {
                    let production = &alternative.productions[*p as usize];
                    format!("{} {:?}", production.excess, skeleton(&production.pieces))
                })
                .collect::<Vec<_>>()
        };
        let shapes: Vec<_> = by_option.iter().map(shape).collect();
        let distinct = (0..by_option.len()).all(|i| !by_option[..i].contains(&by_option[i]));
        if !distinct || shapes.iter().any(|s| *s != shapes[0]) {
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

/// The sub-terms and choices of a production, without its texts.
fn skeleton(pieces: &[Out]) -> Vec<String> {
    pieces
        .iter()
        .filter_map(|piece| match piece {
            Out::Text(_) | Out::Sign(None) => None,
            Out::Script(nt) | Out::Child(nt) => Some(format!("{nt}")),
            Out::Styled(decision, _) => Some(format!("s{decision}")),
            Out::Spelled(_, texts) => Some(format!("o{}", texts.len())),
            other => Some(format!("{other:?}")),
        })
        .collect()
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
