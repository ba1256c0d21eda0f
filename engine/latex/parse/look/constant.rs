//! Whether the sign of a constant stands for it at a place.

use super::NEAR;
use crate::latex::kinds::transposes;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::table::Role;
use crate::latex::token::Class;

impl Parser<'_> {
    /// Whether a letter that is the name of a constant is it here.
    pub(in crate::latex::parse) fn constant_here(&self) -> bool {
        match self.tokens[self.pos].key.as_ref() {
            // `e_n(t) = e^{int}` has both.
            "e" => {
                self.usage.euler()
                    && self.key_at(self.pos + 1) != "_"
                    && !self.exponent_entry()
                    && !self.exponent_of_prime()
                    && !self.maps_here()
                    // `He^T`: the syndrome of an error.
                    && !(self.key_at(self.pos + 1) == "^"
                        && self.key_at(self.pos + 2) == "T"
                        && self.pos > 0
                        && self.key_at(self.pos - 1) == "H")
            }
            r"\pi" if self.usage.is_told(r"\pi") || self.maps_here() => false,
            r"\pi" => {
                !self.indexed_here()
                    && !self.counts_primes()
                    && !self.indexed_call()
                    && !self.starred()
                    && !self.plans()
                    && !self.transposed()
                    && !self.numbers()
                    && !self.usage.policy
                    && !self.states_in_bracket(self.pos + 1)
                    && !self.preimage_here()
            }
            key if key.starts_with(r"\mathbf{") => {
                !self.bold_beside() && !self.bold_labelled() && !self.derives_functor()
            }
            "i" | "j" => {
                self.usage.imaginary(&self.tokens[self.pos].key)
                    == crate::latex::usage::Imaginary::Unit
            }
            _ => true,
        }
    }

    /// Whether an index stands below the letter here, perhaps behind what stands above it: numbers have
    /// none, `\pi_0`, `\pi^\sigma_{-i}`.
    fn indexed_here(&self) -> bool {
        let above = match self.key_at(self.pos + 1) {
            "^" => self.pos + 2,
            sign => return sign == "_",
        };
        let after = match self.marks.get(above) {
            Some(Mark::Open { partner, .. }) => partner + 1,
            _ => above + 1,
        };
        self.key_at(after) == "_"
    }

    /// Whether the `\pi` here is applied: a letter or a number alone in brackets follows, which is
    /// not raised to a power, and no number stands before.
    fn counts_primes(&self) -> bool {
        let number = self
            .pos
            .checked_sub(1)
            .is_some_and(|n| self.tokens[n].class == Class::Digit);
        self.key_at(self.pos + 1) == "("
            && !number
            && matches!(self.marks[self.pos + 1], Mark::Open { partner, .. }
                if self.key_at(partner + 1) != "^"
                    && (self.usage.counts_primes() || self.counted(self.pos + 2, partner)))
    }

    /// Whether whole numbers are all that stands here and behind the sign that follows, and nothing
    /// is equal to it: `\pi(10) = 4`, and not `A = \pi(9) = 28.27`.
    fn counted(&self, from: usize, to: usize) -> bool {
        let digit = |at: usize| at < self.end && self.tokens[at].class == Class::Digit;
        let value = to + 2;
        let after = value + (value..self.end).take_while(|at| digit(*at)).count();
        let first = |key: &str| matches!(key, "" | "," | ";");
        let full_stop = self.key_at(after) == "." && self.key_at(after + 1).is_empty();
        from < to
            && (from..to).all(digit)
            && self.key_at(to + 1) == "="
            && after > value
            && (first(self.key_at(after)) || full_stop || self.tokens[after].class == Class::Words)
            && (self.pos == 0
                || first(self.key_at(self.pos - 1))
                || self.tokens[self.pos - 1].class == Class::Words)
    }

    /// Whether something is integrated by a measure `\pi` near: `d\pi(x, y)`.
    fn plans(&self) -> bool {
        self.around().windows(3).any(|w| {
            w[1].key == r"\pi"
                && w[2].key == "("
                && crate::latex::parse::integral::is_differential(&w[0].key)
        })
    }

    /// Whether a star and a bracket follow, or another Greek letter and one: `\pi^*(s)` and
    /// `\pi^\sigma(h)` are policies.
    fn starred(&self) -> bool {
        let (from, after) = match self.marks.get(self.pos + 2) {
            Some(Mark::Open { partner, .. }) => (self.pos + 3, partner + 1),
            _ => (self.pos + 2, self.pos + 3),
        };
        let named = || {
            let token = self.tokens.get(from).filter(|t| t.class == Class::Letter);
            let argument = self.tokens.get(after + 1).map(|t| t.class);
            token.is_some_and(|t| t.key.starts_with('\\') && t.key != r"\pi")
                && argument == Some(Class::Letter)
        };
        self.key_at(self.pos + 1) == "^"
            && (matches!(self.key_at(from), "*" | r"\ast" | r"\star" | r"\prime") || named())
            && matches!(self.key_at(after), "(" | r"\left")
            || self.pushes(self.pos + 1)
    }

    /// Whether the scripts that begin here have the sign of what a map makes of measures:
    /// `\pi_\#\gamma`, `\pi^1_\#\gamma`.
    fn pushes(&self, at: usize) -> bool {
        let sign = |at: usize| {
            let at = at + usize::from(self.key_at(at) == "{");
            matches!(self.key_at(at), r"\#" | r"\sharp")
        };
        let above = match self.marks.get(at + 1) {
            Some(Mark::Open { partner, .. }) => partner + 1,
            _ => at + 2,
        };
        match self.key_at(at) {
            "_" => sign(at + 1),
            "^" => self.key_at(above) == "_" && sign(above + 1),
            _ => false,
        }
    }

    /// Whether a `\pi` is transposed near here: a vector.
    fn transposed(&self) -> bool {
        self.around().windows(4).any(|w| {
            w[0].key == r"\pi"
                && w[1].key == "^"
                && (transposes(&w[2].key) || w[2].key == "{" && transposes(&w[3].key))
        })
    }

    /// Whether another letter in bold stands right beside, or the letter is transposed or inverted:
    /// a matrix, and no set of numbers.
    fn bold_beside(&self) -> bool {
        let key = self.key_at(self.pos);
        let from = self.pos.saturating_sub(NEAR);
        let to = self.end.min(self.pos + NEAR);
        (from..to).any(|at| self.key_at(at) == key && self.matrix_at(at))
    }

    /// Whether the `\mathbf{R}` here derives the functor behind it: `\mathbf{R}f_*`, `\mathbf{R}\Gamma`.
    fn derives_functor(&self) -> bool {
        let (next, mark) = (self.key_at(self.pos + 1), self.key_at(self.pos + 2));
        let star = self.pos + 3 + usize::from(self.key_at(self.pos + 3) == "{");
        // `x \in \mathbf{R} \operatorname{and} x > 1`
        let mut roles = self.roles_at(self.pos + 1);
        let joins = roles.any(|(role, _)| matches!(role, Role::Infix { .. }));
        next == r"\Gamma"
            || next.starts_with(r"\operatorname{") && !joins
            || matches!(next, "f" | "g" | "h" | "i" | "j" | "p" | "q" | r"\pi")
                && matches!(mark, "_" | "^")
                && matches!(self.key_at(star), "*" | "!")
    }

    fn matrix_at(&self, at: usize) -> bool {
        let own = self.key_at(at);
        let bold = |at: usize| {
            let token = self.tokens.get(at).filter(|_| at < self.end);
            token.is_some_and(|t| {
                t.class == Class::Name && t.key.starts_with(r"\mathbf{") && t.key != own
            })
        };
        let exponent = || {
            let from = at + 2 + usize::from(self.key_at(at + 2) == "{");
            self.key_at(at + 1) == "^"
                && (self.key_at(from) == "-" || transposes(self.key_at(from)))
                && self.key_at(from + 1) != "n"
        };
        bold(at + 1) || at > 0 && bold(at - 1) || exponent()
    }

    /// Whether an index and a bracket follow: `\pi_1(X)` is no number.
    fn indexed_call(&self) -> bool {
        if self.key_at(self.pos + 1) != "_" {
            return false;
        }
        let after = match self.marks.get(self.pos + 2) {
            Some(Mark::Open { partner, .. }) => partner + 1,
            _ => self.pos + 3,
        };
        self.key_at(after) == "("
    }
}
