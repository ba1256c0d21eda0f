//! Writing one form: a derivation whose choices come from a stream of draws or from a tape.

use mamut_engine::choice::{Draws, Key};
use mamut_engine::symbols::Names;

use crate::grammar::{
    Alternative, Factors, Grammar, Nonterminal, Nt, Out, Production, Trace, Usual,
};
use crate::tokens::Writer;
use crate::usual::{Likeliest, greatest};

/// How often a sum or product keeps the order in which the source writes it.
const KEEP_ORDER: f64 = 0.35;
/// The same in a text, where `x = 5` is not said as `5 = x`.
const KEEP_ORDER_IN_TEXTS: f64 = 0.8;
/// How often items stand where they usually do: numbers first in a product, functions last in it,
/// terms with a minus inside a sum.
const USUAL_PLACE: f64 = 0.94;
/// How often a form keeps close to the source, and how often it then draws again rather than take
/// what a rule made.
const CALM: f64 = 0.6;
const CALMLY: f64 = 0.8;
/// How much less a form takes of what rules made for each time it did so before.
const SATED: f64 = 0.55;

/// Where choices come from.
pub(crate) trait Choose {
    /// Whether choices are asked for even where there is only one.
    const ALWAYS: bool;
    /// The alternative and the production of a nonterminal.
    fn production<'g>(
        &mut self,
        nonterminal: &'g Nonterminal,
        options: &[u8],
    ) -> (&'g Alternative, &'g Production);
    /// Begins a nonterminal of which at most `cap` excess may be spent; what to give to
    /// [`Self::leave`] at its end.
    fn enter(&mut self, cap: u32) -> u32 {
        cap
    }
    /// Ends a nonterminal.
    fn leave(&mut self, _entered: u32) {}
    /// A spelling, given running sums of weights.
    fn spelling(&mut self, cumulative: &[f64]) -> usize;
    /// Reorders items, given in order.
    fn order(&mut self, usual: &Usual, order: &mut [u32]);
}

/// Choices by weight, within the allowance.
pub(crate) struct Weighted {
    pub(crate) draws: Draws,
    /// How often a sum or product keeps its order.
    pub(crate) keep: f64,
    /// How often a choice is made without its weights.
    pub(crate) flat: f64,
    pub(crate) allowance: u32,
    /// Whether this form keeps close to the source.
    pub(crate) calm: bool,
    /// How readily it takes what a rule made.
    pub(crate) appetite: f64,
}

/// Makes a choice among `n` from a number in [0, 1): without weights as often as `flat` says,
/// otherwise by weight from the number given back, which is again in [0, 1).
fn flattened(unit: f64, flat: f64, n: usize) -> Result<usize, f64> {
    if unit < flat {
        Ok(((unit / flat * n as f64) as usize).min(n - 1))
    } else {
        Err((unit - flat) / (1.0 - flat))
    }
}

impl Weighted {
    fn pick(&mut self, cumulative: &[f64]) -> usize {
        let Some(total) = cumulative.last() else {
            return 0;
        };
        let at = match flattened(self.draws.unit(), self.flat, cumulative.len()) {
            Ok(at) => return at,
            Err(unit) => unit * total,
        };
        cumulative
            .iter()
            .position(|c| at < *c)
            .unwrap_or(cumulative.len() - 1)
    }
}

impl Choose for Weighted {
    const ALWAYS: bool = false;

    fn enter(&mut self, cap: u32) -> u32 {
        let beyond = self.allowance.saturating_sub(cap);
        self.allowance -= beyond;
        beyond
    }

    fn leave(&mut self, beyond: u32) {
        self.allowance += beyond;
    }

    fn production<'g>(
        &mut self,
        nonterminal: &'g Nonterminal,
        options: &[u8],
    ) -> (&'g Alternative, &'g Production) {
        let all = &nonterminal.alternatives;
        let open = if all[all.len() - 1].excess <= self.allowance {
            all.len()
        } else {
            all.partition_point(|a| a.excess <= self.allowance).max(1)
        };
        let alternative = match open {
            1 => &nonterminal.alternatives[0],
            _ => {
                let cumulative = &nonterminal.cumulative[..open];
                let mut at = self.pick(cumulative);
                let derived = |at: usize| nonterminal.alternatives[at].rule.is_some();
                if derived(at) && self.calm && self.draws.chance(CALMLY) {
                    at = self.pick(cumulative);
                }
                if derived(at) && self.appetite < 1.0 && !self.draws.chance(self.appetite) {
                    at = self.pick(cumulative);
                }
                if derived(at) {
                    self.appetite *= SATED + (1.0 - SATED) * self.flat;
                }
                &nonterminal.alternatives[at]
            }
        };
        let production = match &alternative.decided {
            Some((decision, by_option)) => {
                let list = &by_option[options[*decision as usize] as usize];
                match list.as_slice() {
                    [one] => &alternative.productions[*one as usize],
                    many => {
                        let weight = |p: &u32| alternative.productions[*p as usize].weight;
                        let at = if self.flat > 0.0 && self.draws.chance(self.flat) {
                            self.draws.below(many.len())
                        } else {
                            self.draws.weighted(many.iter().map(weight))
                        };
                        &alternative.productions[many[at] as usize]
                    }
                }
            }
            None if alternative.productions.len() == 1 => &alternative.productions[0],
            None => &alternative.productions[self.pick(&alternative.cumulative)],
        };
        self.allowance = self.allowance.saturating_sub(production.excess);
        (alternative, production)
    }

    fn spelling(&mut self, cumulative: &[f64]) -> usize {
        self.pick(cumulative)
    }

    fn order(&mut self, usual: &Usual, order: &mut [u32]) {
        if order.len() < 2 {
            return;
        }
        let usually = 1.0 - self.flat;
        if self.draws.chance(self.keep * usually) {
            return;
        }
        self.draws.shuffle(order);
        let is = |mask: u64, i: &u32| mask >> (i & 63) & 1 == 1;
        if usual.last != 0 && self.draws.chance(USUAL_PLACE * usually) {
            order.sort_by_key(|i| is(usual.last, i));
        }
        if usual.first != 0 && self.draws.chance(USUAL_PLACE * usually) {
            order.sort_by_key(|i| !is(usual.first, i));
        }
        if is(usual.inside, &order[0])
            && self.draws.chance(USUAL_PLACE * usually)
            && let Some(other) = order.iter().position(|i| !is(usual.inside, i))
        {
            order.swap(0, other);
        }
    }
}

/// One form being written.
pub(crate) struct Form<'g, C> {
    pub(crate) grammar: &'g Grammar,
    pub(crate) names: &'g Names,
    /// The display name of every slot of the grammar: an index into `names.slots`.
    pub(crate) slots: &'g [usize],
    /// The option of every decision.
    pub(crate) options: &'g [u8],
    pub(crate) choose: C,
    /// For every decision, the options that would write the same so far; empty when not wanted.
    pub(crate) consistent: &'g mut [u64],
    pub(crate) trace: &'g mut Trace,
    /// The orders of the sums and products that are being written, one behind the other.
    pub(crate) orders: &'g mut Vec<u32>,
}

/// Memory that is used again from form to form of one grammar, under names of one plan.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    options: Vec<u8>,
    slots: Vec<usize>,
    orders: Vec<u32>,
}

impl Scratch {
    /// Goes over to another grammar.
    pub(crate) fn forget(&mut self) {
        self.slots.clear();
    }
}

impl<'g, C: Choose> Form<'g, C> {
    pub(crate) fn write(&mut self, nt: Nt, out: &mut Writer) {
        self.nonterminal(nt, true, out);
    }

    /// `first` is whether a term of a sum is the first one.
    fn nonterminal(&mut self, nt: Nt, first: bool, out: &mut Writer) {
        let grammar = self.grammar;
        let nonterminal = &grammar.nonterminals[nt as usize];
        if nonterminal.single && !C::ALWAYS {
            let production = &nonterminal.alternatives[0].productions[0];
            if self.trace.with_forms {
                self.trace.forms.push(production.form);
            }
            for piece in &production.pieces {
                self.piece(piece, first, out);
            }
            return;
        }
        let entered = self.choose.enter(nonterminal.cap);
        let (alternative, production) = self.choose.production(nonterminal, self.options);
        if let Some(rule) = alternative.rule {
            self.trace.rules.push(rule);
        }
        if self.trace.with_forms {
            self.trace.forms.push(production.form);
        }
        if let Some((decision, by_option)) = &alternative.decided
            && !self.consistent.is_empty()
        {
            let chosen = &by_option[self.options[*decision as usize] as usize];
            let same = by_option
                .iter()
                .enumerate()
                .filter(|(_, list)| *list == chosen);
            self.consistent[*decision as usize] &= same.map(|(i, _)| 1 << i).sum::<u64>();
        }
        for piece in &production.pieces {
            self.piece(piece, first, out);
        }
        self.choose.leave(entered);
    }

    fn piece(&mut self, piece: &'g Out, first: bool, out: &mut Writer) {
        match piece {
            Out::Text(text) => out.text(&self.grammar.texts[*text as usize]),
            Out::Symbol { index, token } => {
                let name = &self.names.symbols[*index as usize];
                if *token {
                    out.token(name)
                } else if self.grammar.points.contains(index) {
                    out.point(name)
                } else {
                    out.name(name)
                }
            }
            Out::Slot { index, token } => {
                let name = &self.names.slots[self.slots[*index as usize]].1;
                if *token {
                    out.token(name)
                } else {
                    out.name(name)
                }
            }
            Out::Styled(decision, texts) => {
                let option = self.options[*decision as usize];
                let text = texts[option as usize];
                if !self.consistent.is_empty() {
                    let same = texts.iter().enumerate().filter(|(_, t)| **t == text);
                    self.consistent[*decision as usize] &= same.map(|(i, _)| 1 << i).sum::<u64>();
                }
                out.text(&self.grammar.texts[text as usize]);
            }
            Out::Spelled(cumulative, texts) => {
                let text = texts[self.choose.spelling(cumulative)];
                out.text(&self.grammar.texts[text as usize]);
            }
            Out::Form(form) => {
                if self.trace.with_forms {
                    self.trace.forms.push(*form);
                }
            }
            Out::Child(nt) => self.nonterminal(*nt, first, out),
            Out::Script(nt) => out.script(|out| self.nonterminal(*nt, true, out)),
            Out::Join {
                items,
                permute,
                separator,
                ..
            } => {
                let start = self.order(items.len(), &Usual::default(), *permute);
                for place in 0..items.len() {
                    if place > 0 {
                        for piece in separator {
                            self.piece(piece, false, out);
                        }
                    }
                    let item = self.orders[start + place] as usize;
                    self.nonterminal(items[item], true, out);
                }
                self.orders.truncate(start);
            }
            Out::Terms {
                items,
                permute,
                usual,
                ..
            } => {
                let start = self.order(items.len(), usual, *permute);
                for place in 0..items.len() {
                    let item = self.orders[start + place] as usize;
                    self.nonterminal(items[item], place == 0, out);
                }
                self.orders.truncate(start);
            }
            Out::Factors(factors) => self.factors(factors, out),
            Out::Sign(lead) => match (lead, first) {
                (None, true) => {}
                (None, false) => out.plus(),
                (Some(lead), true) => self.piece(lead, true, out),
                (Some(lead), false) => {
                    out.gap();
                    self.piece(lead, false, out);
                    out.gap();
                }
            },
        }
    }

    /// Chooses an order of `n` items; where it begins in `orders`.
    fn order(&mut self, n: usize, usual: &Usual, permute: bool) -> usize {
        let start = self.orders.len();
        self.orders.extend(0..n as u32);
        if permute {
            self.choose.order(usual, &mut self.orders[start..]);
        }
        start
    }

    fn factors(&mut self, factors: &'g Factors, out: &mut Writer) {
        let n = factors.closed.len();
        let start = self.order(n, &factors.usual, factors.permute);
        let juxtapose = self.options[factors.juxtapose as usize] == 0;
        let mut any_safe = false;
        for place in start..start + n {
            let i = self.orders[place];
            if place > start {
                let before = self.orders[place - 1] as usize;
                let safe = factors.safe[before] >> (i & 63) & 1 == 1;
                any_safe |= safe;
                if safe && juxtapose {
                    out.beside();
                } else {
                    out.blank();
                    self.piece(&factors.times, false, out);
                    out.blank();
                }
            }
            let items = if place + 1 == start + n {
                &factors.last
            } else {
                &factors.closed
            };
            self.nonterminal(items[i as usize], true, out);
        }
        self.orders.truncate(start);
        if any_safe && !self.consistent.is_empty() {
            self.consistent[factors.juxtapose as usize] &= if juxtapose { 1 } else { 2 };
        }
    }
}

impl Grammar {
    /// Draws the option of every decision by weight, under its own name.
    fn decide(&self, key: Key, flat: f64, options: &mut Vec<u8>) {
        options.clear();
        options.extend(self.decisions.iter().map(|decision| {
            let unit = key.at(decision.key).unit();
            let mut rest = match flattened(unit, flat, decision.weights.len()) {
                Ok(option) => return option as u8,
                Err(unit) => unit * decision.total,
            };
            let mut option = 0;
            while option + 1 < decision.weights.len() && rest >= decision.weights[option] {
                rest -= decision.weights[option];
                option += 1;
            }
            option as u8
        }));
    }

    /// Finds for every slot of the grammar its place in `names.slots`.
    ///
    /// # Panics
    /// When a slot has no name: names are planned for all slots of a formula.
    pub(crate) fn slot_places(&self, names: &Names, places: &mut Vec<usize>) {
        places.clear();
        places.extend(self.slots.iter().map(|slot| {
            match names.slots.iter().position(|(s, _)| s == slot) {
                Some(place) => place,
                None => panic!("the slot {slot:?} has no display name"),
            }
        }));
    }

    /// Writes the usual form, the same for every seed: see [`Likeliest`].
    pub fn usual(&self, names: &Names, out: &mut Writer, trace: &mut Trace, scratch: &mut Scratch) {
        scratch.options.clear();
        let decisions = self.decisions.iter();
        let likeliest = decisions.map(|d| greatest(d.weights.iter().copied()) as u8);
        scratch.options.extend(likeliest);
        self.form(Likeliest, names, out, trace, scratch);
    }

    /// Writes one form, drawn by weight; `flat` is how often a choice takes no notice of weights,
    /// from 0 (never) to 1.
    pub fn draw(
        &self,
        key: Key,
        flat: f64,
        names: &Names,
        out: &mut Writer,
        trace: &mut Trace,
        scratch: &mut Scratch,
    ) {
        self.decide(key.named("decide"), flat, &mut scratch.options);
        let mut draws = key.named("form").draws();
        let choose = Weighted {
            keep: match self.text {
                true => KEEP_ORDER_IN_TEXTS,
                false => KEEP_ORDER,
            },
            calm: draws.chance(CALM * (1.0 - flat)),
            appetite: 1.0,
            draws,
            flat,
            allowance: self.allowance,
        };
        self.form(choose, names, out, trace, scratch);
    }

    /// Writes a form under the options that are decided.
    fn form<C: Choose>(
        &self,
        choose: C,
        names: &Names,
        out: &mut Writer,
        trace: &mut Trace,
        scratch: &mut Scratch,
    ) {
        if scratch.slots.len() != self.slots.len() {
            self.slot_places(names, &mut scratch.slots);
        }
        scratch.orders.clear();
        let mut form = Form {
            grammar: self,
            names,
            slots: &scratch.slots,
            options: &scratch.options,
            choose,
            consistent: &mut [],
            trace,
            orders: &mut scratch.orders,
        };
        form.write(self.root, out);
    }
}
