//! Forms by number: every rank below [`Ranks::total`] is a derivation or a repetition of one.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use mamut_engine::symbols::Names;

use crate::count::{Allowed, Table};
use crate::draw::{Choose, Form};
use crate::grammar::{Alternative, Grammar, Nonterminal, Nt, Out, Production, Trace, Usual};
use crate::order;
use crate::tokens::Writer;

/// The numbering of the forms of a grammar.
///
/// A rank names what the decisions are, which of those about spelling the form shows, and a
/// derivation. Ranks whose form shows others, or shows no difference between its options and
/// earlier ones, count for nothing; they are few.
pub struct Ranks<'g> {
    grammar: &'g Grammar,
    blocks: Vec<Block>,
    tables: BTreeMap<usize, Table<'g, BigUint>>,
    total: BigUint,
    /// Memory of [`Self::run`]: names are those of one plan.
    slots: Vec<usize>,
    orders: Vec<u32>,
}

/// Forms under the same structural options that show the same decisions about spelling.
struct Block {
    /// The option of every decision that changes structure, 0 elsewhere.
    options: Vec<u8>,
    /// For decisions about spelling: whether forms show them; none when they may or may not.
    shown: Vec<Option<bool>>,
    derivations: BigUint,
    /// Ranks: derivations times spellings.
    size: BigUint,
}

/// At most this many blocks; what would need more is left open in each of them.
const BLOCKS: usize = 512;
/// Tables kept at a time.
const TABLES: usize = 64;

impl<'g> Ranks<'g> {
    /// Numbers the forms.
    pub fn new(grammar: &'g Grammar) -> Self {
        let n = grammar.decisions.len();
        let mut assignments: Vec<Vec<u8>> = vec![vec![0; n]];
        for (at, decision) in grammar.decisions.iter().enumerate() {
            if !decision.spelling {
                let options = 0..decision.weights.len() as u8;
                let with = |a: &Vec<u8>, option: u8| {
                    let mut a = a.clone();
                    a[at] = option;
                    a
                };
                assignments = assignments
                    .iter()
                    .flat_map(|a| options.clone().map(move |option| with(a, option)))
                    .collect();
            }
        }
        let mut ranks = Self {
            grammar,
            blocks: Vec::new(),
            tables: BTreeMap::new(),
            total: BigUint::zero(),
            slots: Vec::new(),
            orders: Vec::new(),
        };
        let room = (BLOCKS / assignments.len()).max(1);
        for options in assignments {
            ranks.split(options, room);
        }
        ranks
    }

    /// Adds the blocks of one assignment of the structural decisions.
    fn split(&mut self, options: Vec<u8>, room: usize) {
        let decisions = &self.grammar.decisions;
        let all: Vec<Option<bool>> = decisions.iter().map(|_| Some(true)).collect();
        let total = |shown: &[Option<bool>]| -> f64 {
            let exact = Allowed {
                all_orders: false,
                ..allow(&options, shown)
            };
            Table::new(self.grammar, exact).total()
        };
        let whole = total(&all);
        if whole == 0.0 {
            return;
        }
        let mut sets = vec![all];
        for (at, decision) in decisions.iter().enumerate() {
            if !decision.spelling {
                continue;
            }
            let mut without = sets[0].clone();
            without[at] = Some(false);
            let rest = total(&without);
            if rest == whole {
                // No form shows it.
                sets.iter_mut().for_each(|set| set[at] = Some(false));
            } else if rest > 0.0 {
                if sets.len() * 2 <= room {
                    for mut set in sets.clone() {
                        set[at] = Some(false);
                        sets.push(set);
                    }
                } else {
                    sets.iter_mut().for_each(|set| set[at] = None);
                }
            }
        }
        for shown in sets {
            let mut table = Table::new(self.grammar, allow(&options, &shown));
            let derivations: BigUint = table.total();
            if derivations.is_zero() {
                continue;
            }
            let spellings = decisions
                .iter()
                .zip(&shown)
                .filter(|(d, s)| d.spelling && **s != Some(false));
            let size = spellings.fold(derivations.clone(), |size, (d, _)| size * d.weights.len());
            self.total += &size;
            if self.blocks.len() < TABLES {
                self.tables.insert(self.blocks.len(), table);
            }
            self.blocks.push(Block {
                options: options.clone(),
                shown,
                derivations,
                size,
            });
        }
    }

    /// The number of ranks; at least the number of distinct forms.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// Writes the form of a rank; false, and nothing of use written, when another rank names it.
    pub fn write(
        &mut self,
        rank: &BigUint,
        names: &Names,
        out: &mut Writer,
        trace: &mut Trace,
    ) -> bool {
        let derivation = self.derivation(rank);
        self.check(&derivation, names, out, trace)
    }

    /// The derivation of a rank.
    pub(crate) fn derivation(&mut self, rank: &BigUint) -> Derivation {
        let mut rank = rank.clone();
        let mut at = 0;
        while at + 1 < self.blocks.len() && rank >= self.blocks[at].size {
            rank -= &self.blocks[at].size;
            at += 1;
        }
        let block = &self.blocks[at];
        let table = self
            .tables
            .entry(at)
            .or_insert_with(|| Table::new(self.grammar, allow(&block.options, &block.shown)));
        let mut options = block.options.clone();
        let mut spelling = &rank / &block.derivations;
        rank %= &block.derivations;
        let decisions = &self.grammar.decisions;
        for ((option, decision), shown) in options.iter_mut().zip(decisions).zip(&block.shown) {
            if decision.spelling && *shown != Some(false) {
                let k = decision.weights.len();
                *option = (&spelling % k).to_u8().unwrap_or(0);
                spelling /= k;
            }
        }
        let mut tape = Vec::new();
        for excess in 0..=self.grammar.allowance {
            let count = table.count(self.grammar.root, excess);
            if rank < count {
                derive(table, self.grammar.root, excess, rank, &mut tape);
                break;
            }
            rank -= count;
        }
        Derivation {
            block: at,
            options,
            tape,
        }
    }

    /// Writes a derivation; whether no other rank writes the same.
    pub(crate) fn check(
        &mut self,
        derivation: &Derivation,
        names: &Names,
        out: &mut Writer,
        trace: &mut Trace,
    ) -> bool {
        let mut consistent = vec![u64::MAX; derivation.options.len()];
        self.run(derivation, &mut consistent, names, out, trace);
        let shown = &self.blocks[derivation.block].shown;
        let shown = self.grammar.decisions.iter().zip(shown);
        consistent.iter().zip(&derivation.options).zip(shown).all(
            |((same, option), (decision, shown))| match shown {
                Some(shown) if decision.spelling => (*same != u64::MAX) == *shown,
                _ => same.trailing_zeros() == u32::from(*option),
            },
        )
    }

    /// Writes a derivation that was checked.
    pub(crate) fn repeat(
        &mut self,
        derivation: &Derivation,
        names: &Names,
        out: &mut Writer,
        trace: &mut Trace,
    ) {
        self.run(derivation, &mut [], names, out, trace);
    }

    fn run(
        &mut self,
        derivation: &Derivation,
        consistent: &mut [u64],
        names: &Names,
        out: &mut Writer,
        trace: &mut Trace,
    ) {
        if self.slots.len() != self.grammar.slots.len() {
            self.grammar.slot_places(names, &mut self.slots);
        }
        self.orders.clear();
        let mut form = Form {
            grammar: self.grammar,
            names,
            slots: &self.slots,
            options: &derivation.options,
            choose: Tape {
                tape: &derivation.tape,
                at: 0,
            },
            consistent,
            trace,
            orders: &mut self.orders,
        };
        form.write(self.grammar.root, out);
    }
}

/// What a rank stands for.
#[derive(Clone, Debug)]
pub(crate) struct Derivation {
    block: usize,
    options: Vec<u8>,
    tape: Vec<u32>,
}

impl Derivation {
    /// How many choices it makes.
    pub(crate) fn choices(&self) -> usize {
        self.tape.len()
    }
}

fn allow(options: &[u8], shown: &[Option<bool>]) -> Allowed {
    Allowed {
        options: options.iter().map(|o| 1 << o).collect(),
        shown: shown.iter().map(|s| *s != Some(false)).collect(),
        all_orders: true,
    }
}

/// Choices in the order in which they are asked for.
struct Tape<'t> {
    tape: &'t [u32],
    at: usize,
}

impl Tape<'_> {
    fn next(&mut self) -> usize {
        self.at += 1;
        self.tape[self.at - 1] as usize
    }
}

impl Choose for Tape<'_> {
    const ALWAYS: bool = true;

    fn production<'g>(
        &mut self,
        nonterminal: &'g Nonterminal,
        options: &[u8],
    ) -> (&'g Alternative, &'g Production) {
        let alternative = &nonterminal.alternatives[self.next()];
        let at = self.next();
        let production = match &alternative.decided {
            Some((decision, by_option)) => {
                by_option[options[*decision as usize] as usize][at] as usize
            }
            None => at,
        };
        (alternative, &alternative.productions[production])
    }
    fn spelling(&mut self, _: &[f64]) -> usize {
        self.next()
    }
    fn order(&mut self, _: &Usual, order: &mut [u32]) {
        for item in order {
            *item = self.next() as u32;
        }
    }
}

/// Appends the choices of the derivation of this rank among those of exactly this excess.
fn derive(
    table: &mut Table<'_, BigUint>,
    nt: Nt,
    excess: u32,
    mut rank: BigUint,
    tape: &mut Vec<u32>,
) {
    let grammar = table.grammar;
    for (at, alternative) in grammar.nonterminals[nt as usize]
        .alternatives
        .iter()
        .enumerate()
    {
        for (index, production) in table.eligible(alternative).into_iter().enumerate() {
            if production.excess > excess {
                continue;
            }
            let inner = excess - production.excess;
            for arrangement in table.arrangements(production) {
                let sub = table.list(&arrangement.items, inner);
                let count = &arrangement.ways * &sub;
                if rank >= count {
                    rank -= count;
                    continue;
                }
                tape.extend([at as u32, index as u32]);
                let (way, rest) = (&rank / &sub, &rank % &sub);
                let parts = split(table, &arrangement.items, inner, rest);
                let mut writer = Arranged {
                    way,
                    parts: parts.into_iter(),
                    last: arrangement.last,
                };
                for piece in &production.pieces {
                    writer.piece(piece, tape);
                }
                return;
            }
        }
    }
}

/// The tapes of several nonterminals from the rank of their joint derivation.
fn split(
    table: &mut Table<'_, BigUint>,
    items: &[Nt],
    excess: u32,
    mut rank: BigUint,
) -> Vec<Vec<u32>> {
    let Some((last, before)) = items.split_last() else {
        return Vec::new();
    };
    for own in 0..=excess {
        let (count, others) = (table.count(*last, own), table.list(before, excess - own));
        let both = &count * &others;
        if rank < both {
            let mut parts = split(table, before, excess - own, &rank / &count);
            let mut tape = Vec::new();
            derive(table, *last, own, &rank % &count, &mut tape);
            parts.push(tape);
            return parts;
        }
        rank -= both;
    }
    Vec::new()
}

/// Lays out the choices of one production in the order of writing.
struct Arranged<I> {
    way: BigUint,
    parts: I,
    last: Option<usize>,
}

impl<I: Iterator<Item = Vec<u32>>> Arranged<I> {
    fn choose(&mut self, among: &BigUint) -> BigUint {
        let chosen = &self.way % among;
        self.way = &self.way / among;
        chosen
    }

    fn piece(&mut self, piece: &Out, tape: &mut Vec<u32>) {
        match piece {
            Out::Text(_)
            | Out::Form(_)
            | Out::Symbol { .. }
            | Out::Slot { .. }
            | Out::Sign(None)
            | Out::Styled(..) => {}
            Out::Sign(Some(lead)) => self.piece(lead, tape),
            Out::Spelled(_, texts) => tape.push(
                self.choose(&BigUint::from(texts.len()))
                    .to_u32()
                    .unwrap_or(0),
            ),
            Out::Child(_) | Out::Script(_) => tape.extend(self.parts.next().unwrap_or_default()),
            Out::Join {
                items,
                classes,
                permute,
                separator,
            } => {
                let parts: Vec<_> = self.parts.by_ref().take(items.len()).collect();
                let order = self.order(classes, *permute, tape);
                for (place, i) in order.into_iter().enumerate() {
                    if place > 0 {
                        separator.iter().for_each(|piece| self.piece(piece, tape));
                    }
                    tape.extend_from_slice(&parts[i]);
                }
            }
            Out::Terms {
                items,
                classes,
                permute,
                ..
            } => {
                let parts: Vec<_> = self.parts.by_ref().take(items.len()).collect();
                for i in self.order(classes, *permute, tape) {
                    tape.extend_from_slice(&parts[i]);
                }
            }
            Out::Factors(factors) => {
                let parts: Vec<_> = self.parts.by_ref().take(factors.closed.len()).collect();
                let last = self.last.unwrap_or(0);
                let mut order: Vec<usize> = (0..parts.len()).collect();
                if factors.permute {
                    let others: Vec<usize> = order.iter().copied().filter(|i| *i != last).collect();
                    let labels: Vec<u32> = others.iter().map(|i| factors.classes[*i]).collect();
                    let rank = self.choose(&order::permutations(&labels));
                    order = order::unrank(&labels, &rank)
                        .into_iter()
                        .map(|i| others[i])
                        .chain([last])
                        .collect();
                    tape.extend(order.iter().map(|i| *i as u32));
                }
                for i in order {
                    tape.extend_from_slice(&parts[i]);
                }
            }
        }
    }

    fn order(&mut self, classes: &[u32], permute: bool, tape: &mut Vec<u32>) -> Vec<usize> {
        if !permute {
            return (0..classes.len()).collect();
        }
        let rank = self.choose(&order::permutations(classes));
        let order = order::unrank(classes, &rank);
        tape.extend(order.iter().map(|i| *i as u32));
        order
    }
}
