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
        if !matches!(key, r"\Delta" | "Δ")
            || self.key_at(at + 1) != "("
            || self.key_at(partner + 1) == "("
            || partner > at + GROUP
            || self.of_letters(key)
        {
            return None;
        }
        let (mut factors, mut raised, mut over) = (0, false, false);
        let mut place = at + 2;
        while place < partner {
            let token = &self.tokens[place];
            let mark = &self.marks[place];
            match (token.key.as_ref(), mark) {
                // What stands in a script is no factor.
                (sign @ ("_" | "^"), _) => {
                    raised |= sign == "^";
                    place = match self.marks[place + 1] {
                        Mark::Open { partner, .. } => partner,
                        _ => place + 1,
                    };
                }
                (r"\frac" | "/", _) => over = true,
                ("{" | "}" | r"\cdot" | r"\times" | "*", _) => {}
                _ if token.class == Class::Digit => {}
                (_, Mark::None) if token.class == Class::Letter => factors += 1,
                _ => return None,
            }
            place += 1;
        }
        (factors > 1 || factors == 1 && (raised || over)).then_some(partner)
    }

    /// Whether a sign stands before one letter in brackets somewhere, as a function does.
    fn of_letters(&self, key: &str) -> bool {
        let letter = |w: &[Token<'_>]| w[2].class == Class::Letter && w[3].key == ")";
        let called = |w: &[Token<'_>]| w[0].key == key && w[1].key == "(" && letter(w);
        self.around().windows(4).any(called)
    }
}
