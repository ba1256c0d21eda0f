//! An `i` before what is rarely counted: `i\langle u, v\rangle`, `\frac{i}{2}[A, B]`.

use super::{Look, signs};
use crate::latex::token::Class;

impl Look<'_, '_> {
    /// Whether an `i` leads a term before what is rarely counted: `i\langle u, v\rangle`, `i\omega_n`,
    /// `i\sigma^{\mu\nu}`, `+ i\epsilon`.
    pub(super) fn leads(&self, at: usize) -> bool {
        let before = self.key(at.checked_sub(1));
        let first = signs(before) || matches!(before, "" | "=" | "(" | "{" | "[" | "&" | ",");
        let next = self.key(Some(at + 2));
        first
            && match self.key(Some(at + 1)) {
                r"\langle" | r"\int" | r"\oint" => true,
                // `i\bar\epsilon\psi`, `+ i0`
                r"\partial" => matches!(next, r"\bar" | r"\overline"),
                r"\bar" => self.greek_at(at + 2 + usize::from(next == "{")),
                "{" if next == r"\bar" => {
                    self.greek_at(at + 3 + usize::from(self.key(Some(at + 3)) == "{"))
                }
                "0" => signs(before),
                r"\theta" => next == "(",
                // Structure constants: `if^{abc} T^c`.
                "f" => self.three_above(at + 2),
                // `-i[H, \rho]`
                "[" => self.commutator(at + 1),
                // `\partial_\mu - ieA_\mu`
                "e" | "g" | "q" => match next {
                    "A" | "B" | "W" => self.key(Some(at + 3)) == "_",
                    r"\gamma" => matches!(self.key(Some(at + 3)), "^" | "_"),
                    _ => false,
                },
                r"\omega" => next != "^",
                r"\sigma" => next == "^" || self.spin(at + 2),
                r"\epsilon" | r"\varepsilon" | r"\eta" => signs(before) && self.ends_term(at + 2),
                // `\omega + i\gamma`
                r"\gamma" | r"\Gamma" | r"\kappa" | r"\delta" => {
                    let line = matches!(self.key(at.checked_sub(2)), r"\omega" | "E" | "z");
                    line && signs(before) && self.ends_term(at + 2)
                }
                _ => false,
            }
    }

    /// Whether the index of a matrix of spin stands here: `i\sigma_z`.
    fn spin(&self, low: usize) -> bool {
        let braced = usize::from(self.key(Some(low + 1)) == "{");
        let close = self.key(Some(low + 3));
        self.key(Some(low)) == "_"
            && matches!(self.key(Some(low + 1 + braced)), "x" | "y" | "z")
            && (braced == 0 || close == "}")
    }

    /// Whether an `i` alone above a number, perhaps with a minus, is multiplied by the commutator of
    /// letters, a matrix of spinors or a conjugate spinor: `\frac{i}{2}\bar\psi\gamma^\mu\psi`.
    pub(super) fn halves(&self, at: usize) -> bool {
        let keys = [1, 2, 4].map(|n| self.key(Some(at + n)));
        let above = matches!(self.key(at.checked_sub(1)), "{" | "-");
        let next = self.key(Some(at + 5));
        let braced = usize::from(next == "{");
        above
            && keys == ["}", "{", "}"]
            && self.digit(Some(at + 3))
            && match next {
                "[" => self.commutator(at + 5),
                r"\gamma" | r"\sigma" => matches!(self.key(Some(at + 6)), "^" | "_" | "{"),
                r"\bar" | "{" => {
                    let bar = at + 5 + braced;
                    let letter = bar + 1 + usize::from(self.key(Some(bar + 1)) == "{");
                    self.key(Some(bar)) == r"\bar" && self.greek_at(letter)
                }
                _ => false,
            }
    }

    /// Whether a commutator of two letters opens here.
    fn commutator(&self, open: usize) -> bool {
        let letter = |at: usize| {
            let token = self.tokens.get(at);
            token.is_some_and(|t| matches!(t.class, Class::Letter | Class::Name))
        };
        letter(open + 1)
            && self.key(Some(open + 2)) == ","
            && letter(open + 3)
            && matches!(self.key(Some(open + 4)), "]" | "_" | "^" | "(")
    }
}
