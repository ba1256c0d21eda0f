//! The usual form of a grammar: every choice as it is most often made, in the order of the source.

use mamut_engine::symbols::Names;

use crate::draw::{Choose, Form};
use crate::grammar::{Alternative, Grammar, Nonterminal, Production, Trace, Usual};
use crate::tokens::Writer;

/// What is most likely, always.
struct Likeliest;

/// The place of the greatest of some numbers, the first one of equals.
fn greatest(weights: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, weight) in weights.enumerate() {
        if weight > best.1 {
            best = (place, weight);
        }
    }
    best.0
}

/// Weights from their running sums.
fn steps(cumulative: &[f64]) -> impl Iterator<Item = f64> {
    let before = std::iter::once(&0.0).chain(cumulative);
    cumulative
        .iter()
        .zip(before)
        .map(|(sum, before)| sum - before)
}

impl Choose for Likeliest {
    const ALWAYS: bool = false;

    fn production<'g>(
        &mut self,
        nonterminal: &'g Nonterminal,
        options: &[u8],
    ) -> (&'g Alternative, &'g Production) {
        let alternative = &nonterminal.alternatives[greatest(steps(&nonterminal.cumulative))];
        let weight = |place: usize| alternative.productions[place].weight;
        let place = match &alternative.decided {
            Some((decision, by_option)) => {
                let list = &by_option[options[*decision as usize] as usize];
                list[greatest(list.iter().map(|p| weight(*p as usize)))] as usize
            }
            None => greatest((0..alternative.productions.len()).map(weight)),
        };
        (alternative, &alternative.productions[place])
    }
    fn spelling(&mut self, cumulative: &[f64]) -> usize {
        greatest(steps(cumulative))
    }
    fn order(&mut self, _: &Usual, _: &mut [u32]) {}
}

impl Grammar {
    /// Writes the usual form, which is no draw: the same for every seed.
    pub fn plain(&self, names: &Names, out: &mut Writer, trace: &mut Trace) {
        let decisions = self.decisions.iter();
        let options: Vec<u8> = decisions
            .map(|d| greatest(d.weights.iter().copied()) as u8)
            .collect();
        let (mut slots, mut orders) = (Vec::new(), Vec::new());
        self.slot_places(names, &mut slots);
        let mut form = Form {
            grammar: self,
            names,
            slots: &slots,
            options: &options,
            choose: Likeliest,
            consistent: &mut [],
            trace,
            orders: &mut orders,
        };
        form.write(self.root, out);
    }
}
