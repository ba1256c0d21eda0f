//! Derivatives with a slash.

use super::{Sort, VARIABLE};
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::tree::Tree;

impl Parser<'_> {
    /// Reads `d/dx y`, `dy/dx` and the like; nothing is consumed when it is no derivative.
    pub(in crate::latex::parse) fn derivative_quotient(&mut self) -> Option<Tree> {
        let at = self.pos;
        let partial = self.d_at(at)?;
        let mut slash = at + 1;
        let key = |i: usize| {
            self.tokens
                .get(i)
                .filter(|_| i < self.end)
                .map_or("", |t| t.key.as_ref())
        };
        if key(slash) == "^" {
            slash += 1;
            slash = self.past(slash);
        }
        let above = slash;
        if self.letter_at(slash) {
            slash += 1;
            if key(slash) == "_" {
                slash = self.past(slash + 1);
            }
            if key(slash) == "(" {
                slash = self.past(slash);
            }
        }
        // `\delta I / {\delta \phi}`
        let held = match self.marks.get(slash + 1).copied() {
            Some(Mark::Open { partner, .. }) if key(slash + 1) == "{" => Some(partner),
            _ => None,
        };
        let below = slash + 1 + usize::from(held.is_some());
        if key(slash) != "/" || self.d_at(below)? != partial || !self.letter_at(below + 1) {
            return None;
        }
        self.pos = below;
        let ordered = key(at + 1) == "^";
        let end = self.end;
        // `\int x\,dx/dt\,dt`: the second one is that of the integral.
        let single = !ordered && matches!(partial, Sort::Total) && held.is_none();
        let other =
            (below + 2..end.min(below + VARIABLE)).find(|i| single && self.d_at(*i).is_some());
        self.end = held.or(other).unwrap_or(end);
        let variables = self.variables(at + 1, held.is_some());
        self.end = end;
        if let Some(partner) = held {
            if self.pos != partner {
                self.pos = at;
                return None;
            }
            self.pos += 1;
        }
        let after = self.pos;
        let operand = (above < slash).then(|| self.group(above, slash, after));
        let start = self.tokens[at].start;
        Some(self.differentiate(partial, operand, variables, start))
    }
}
