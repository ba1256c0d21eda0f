//! The usual form of a grammar: every choice as it is most often made, in the order of the source.

use crate::draw::Choose;
use crate::grammar::{Alternative, Nonterminal, Production, Usual};

/// Choices that are always the most likely one; it is no draw.
pub(crate) struct Likeliest;

/// The place of the greatest of some numbers, the first one of equals.
pub(crate) fn greatest(weights: impl Iterator<Item = f64>) -> usize {
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
