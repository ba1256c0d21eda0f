//! Functions whose values at numbers stand alone: `y(0) = 1`, `\vec{r}(\pi/8)`.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// As many tokens before and after are looked through for a derivative.
const LONGEST: usize = 400;
/// Tokens of a letter with what stands over it, at most.
const NAME: usize = 5;

impl Parser<'_> {
    /// Whether a vector stands before a number in brackets, which would stand before it if it were a
    /// factor: `\vec r_2(\pi/8)`, `\vec v(2t)`.
    pub(super) fn place_on_curve(&self, tree: &Tree) -> bool {
        let vector = |name: &str| name.starts_with(r"\vec{");
        if !matches!(tree.head, Head::Symbol(_) | Head::Index)
            || !tree.root_symbol().is_some_and(vector)
            || self.tokens[self.pos].gap != Gap::None
        {
            return false;
        }
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let number = |t: &Token<'_>| {
            t.class == Class::Digit
                || t.class == Class::Letter && !vector(&t.key) && !t.key.starts_with(r"\mathbf")
                || matches!(
                    t.key.as_ref(),
                    "/" | r"\frac"
                        | r"\dfrac"
                        | r"\tfrac"
                        | r"\sqrt"
                        | "{"
                        | "}"
                        | "."
                        | r"\pi"
                        | "π"
                )
        };
        !inside.is_empty() && inside.iter().all(number)
    }

    /// Whether a letter and a number in brackets are all that stands before an equality: `y(0) = 1`.
    pub(super) fn initial_value(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let number = match inside {
            [letter, low, index] => {
                letter.class == Class::Letter && low.key == "_" && index.class == Class::Digit
            }
            _ => false,
        };
        let number = number || inside.iter().all(|t| t.class == Class::Digit) && !inside.is_empty();
        // `\dot{x}` has several tokens.
        let opening = (self.pos.saturating_sub(NAME)..self.pos)
            .rfind(|at| self.tokens[*at].start == tree.start)
            .unwrap_or(self.pos - 1);
        let first = opening.checked_sub(1).is_none_or(|before| {
            let token = &self.tokens[before];
            matches!(token.key.as_ref(), "," | ";")
                || token.class == Class::Row
                || super::is_text(token)
                || self.tokens[opening].gap == Gap::Wide
        });
        let after = partner + 1;
        let last = after >= self.end
            || matches!(self.key_at(after), "," | ";")
            || self.tokens[after].class == Class::Row;
        let right = opening > 0 && self.tokens[opening - 1].key == "=";
        let dotted = |n: &str| [r"\dot{", r"\ddot{"].iter().any(|dot| n.starts_with(dot));
        // The search for a derivative comes last: it is the only one that looks far.
        let letter = |n: &str| {
            n.len() == 1 && n.starts_with(char::is_lowercase) || dotted(n) || self.differentiated(n)
        };
        number
            && (first && self.key_at(after) == "=" || right && last)
            && tree.symbol().is_some_and(letter)
    }

    /// Whether a derivative of this letter occurs near: `P' = kP`, `\frac{dN}{dt}`, `\dot x`.
    pub(super) fn differentiated(&self, name: &str) -> bool {
        let derived = |w: &[Token<'_>]| {
            let (first, second) = (&w[0], &w[1]);
            first.key == name && matches!(second.key.as_ref(), "'" | "′" | r"\prime")
                || second.key == name
                    && (super::integral::is_differential(&first.key)
                        || matches!(first.key.as_ref(), r"\dot" | r"\ddot"))
        };
        let from = self.pos.saturating_sub(LONGEST);
        let to = self.tokens.len().min(self.pos + LONGEST);
        self.tokens[from..to].windows(2).any(derived)
    }
}
