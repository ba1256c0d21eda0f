//! Changes of what stands in brackets: `\Delta (mv)`.

use super::GROUP;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};

impl Parser<'_> {
    /// Where the bracket closes that holds a product, a fraction or a power of which a change is taken:
    /// `\Delta (mv)`, `\Delta (W^T)`. A function is `\Delta(ab) = \Delta(a) \Delta(b)`.
    pub(super) fn changing_group(&self, at: usize) -> Option<usize> {
        let key = self.tokens[at].key.as_ref();
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(at + 1).copied() else {
            return None;
        };
        let inside = &self.tokens[at + 2..partner.min(self.end)];
        if !matches!(key, r"\Delta" | "Δ")
            || self.key_at(at + 1) != "("
            || self.key_at(partner + 1) == "("
            || !(1..=GROUP).contains(&inside.len())
            || self.of_letters(key)
        {
            return None;
        }
        let (mut factors, mut raised) = (0, false);
        let mut before = "";
        for (token, mark) in inside.iter().zip(&self.marks[at + 2..]) {
            let key = token.key.as_ref();
            let script = matches!(before, "_" | "^");
            match key {
                "^" => raised = true,
                "_" | "{" | "}" | r"\cdot" | r"\frac" | r"\dfrac" | r"\tfrac" => {}
                _ if script || token.class == Class::Digit => {}
                _ if token.class == Class::Letter && *mark == Mark::None => factors += 1,
                _ => return None,
            }
            before = key;
        }
        let several = factors > 1 || factors == 1 && (raised || inside[0].key.ends_with("frac"));
        several.then_some(partner)
    }

    /// Whether a sign stands before one letter in brackets somewhere, as a function does.
    fn of_letters(&self, key: &str) -> bool {
        let letter = |w: &[Token<'_>]| w[2].class == Class::Letter && w[3].key == ")";
        let called = |w: &[Token<'_>]| w[0].key == key && w[1].key == "(" && letter(w);
        self.around().windows(4).any(called)
    }
}
