//! Counting derivations by excess, under what the decisions allow.

use std::collections::BTreeMap;
use std::ops::{Add, Mul};

use num_bigint::BigUint;
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
