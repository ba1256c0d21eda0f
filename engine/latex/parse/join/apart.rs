//! Numbers and intervals that a gap keeps from being factors.

use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap};

/// Brackets of intervals and points have no more tokens.
const PAIR: usize = 24;

impl Parser<'_> {
    /// Whether a number stands far behind what is before it, which nobody multiplies by it:
    /// `1, 2, \dots, n \quad 1 + 2 + \dots + n`.
    pub(in crate::latex::parse) fn number_apart(&self) -> bool {
        let token = &self.tokens[self.pos];
        // `(A \quad 0)` is a row.
        let row = |at: usize| {
            matches!(self.marks[at], Mark::Open { partner, .. } if partner >= self.pos)
                && matches!(self.key_at(at), "(" | "[")
        };
        token.gap == Gap::Wide
            && token.class == Class::Digit
            && !(self.pos.saturating_sub(PAIR)..self.pos).any(row)
    }

    /// Whether brackets with a comma in them stand on both sides of this place: `[a, b] \quad (a, b)`.
    pub(in crate::latex::parse) fn intervals_meet(&self) -> bool {
        if self.tokens[self.pos].gap < Gap::Wide {
            return false;
        }
        let holds = |open: usize, close: usize| {
            close < open + PAIR && (open..close).any(|at| self.key_at(at) == ",")
        };
        let before = self
            .pos
            .checked_sub(1)
            .filter(|at| matches!(self.key_at(*at), "]" | ")"));
        let (Some(before), "[" | "(", Mark::Open { partner, .. }) =
            (before, self.key_at(self.pos), self.marks[self.pos])
        else {
            return false;
        };
        let opens =
            |at: &usize| matches!(self.marks[*at], Mark::Open { partner, .. } if partner == before);
        let first = (before.saturating_sub(PAIR)..before).rev().find(opens);
        holds(self.pos, partner) && first.is_some_and(|open| holds(open, before))
    }
}
