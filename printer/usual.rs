//! The usual form: the first of everything that may be chosen, in the order of the source.

use crate::draw::Choose;
use crate::grammar::{Alternative, Nonterminal, Production, Usual};

/// Choices that are always the first one: the smallest member in its first notation.
pub(crate) struct First;

impl Choose for First {
    const ALWAYS: bool = false;

    fn production<'g>(
        &mut self,
        nonterminal: &'g Nonterminal,
        options: &[u8],
    ) -> (&'g Alternative, &'g Production) {
        let alternative = &nonterminal.alternatives[0];
        let at = match &alternative.decided {
            Some((decision, by_option)) => by_option[options[*decision as usize] as usize][0],
            None => 0,
        };
        (alternative, &alternative.productions[at as usize])
    }

    fn spelling(&mut self, _: &[f64]) -> usize {
        0
    }

    fn order(&mut self, _: &Usual, _: &mut [u32]) {}
}
