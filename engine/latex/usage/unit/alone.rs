//! An `i` that is a number by itself: the only letter of an equality, `(1 + i)^{10} = 32i`, what is raised to
//! a large power, `i^{23}`, and what is divided by a circle, `\frac{i}{2\pi}`.

use super::Look;
use crate::latex::token::Class;

impl Look<'_, '_> {
    /// Whether both sides of an equality have `i` and no other letter, and nothing is counted.
    pub(super) fn alone(&self) -> bool {
        let (mut sides, mut met) = (0, 0);
        for token in self.tokens {
            match (token.class, token.key.as_ref()) {
                (Class::Letter, "i") => met += 1,
                (Class::Letter | Class::Words, _) => return false,
                (_, "=") => sides += 1,
                (Class::Open | Class::Close | Class::Digit, _)
                | (_, "+" | "-" | "^" | r"\frac" | r"\cdot" | r"\times" | "/")
                | (_, r"\sqrt" | "|" | "(" | ")") => {}
                _ => return false,
            }
        }
        sides > 0 && met > 1
    }

    /// `i^{23}`, `i^{4k + 1}`
    pub(super) fn raised_far(&self, at: usize) -> bool {
        let large = self.digit(Some(at + 3))
            && (self.key(Some(at + 3)).len() > 1 || self.digit(Some(at + 4)));
        let fourth = || {
            self.key(Some(at + 3)) == "4" && matches!(self.key(Some(at + 4)), "k" | "n" | "m" | "q")
        };
        self.key(Some(at + 1)) == "^" && self.key(Some(at + 2)) == "{" && (large || fourth())
    }

    /// `\frac{i}{2\pi}F`
    pub(super) fn over_circle(&self, at: usize) -> bool {
        let before = |n: usize| self.key(at.checked_sub(n));
        let after = |n: usize| self.key(Some(at + n));
        let number = usize::from(self.digit(Some(at + 3)));
        before(1) == "{"
            && before(2) == r"\frac"
            && (after(1), after(2)) == ("}", "{")
            && matches!(after(3 + number), r"\pi" | "π")
            && after(4 + number) == "}"
    }
}
