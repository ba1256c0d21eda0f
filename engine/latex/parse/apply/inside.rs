//! What a bracket holds that nobody multiplies by.

use super::multi_letter;
use crate::latex::bars::is_bar;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::parse::angle::is_angle;
use crate::latex::token::{Gap, Token};

impl Parser<'_> {
    /// Whether the bracket here holds a ket and a bra and nothing else, which nobody brackets in a
    /// product: `\mathcal{E}(|i\rangle\langle j|)`.
    pub(super) fn projects_here(&self) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        let ket = self.pos + 1;
        let closes = |open: usize| match self.marks.get(open) {
            Some(Mark::Open { partner, .. }) => Some(*partner),
            _ => None,
        };
        let bar = self.tokens.get(ket).is_some_and(is_bar);
        let bra = closes(ket).filter(|_| bar).map(|end| end + 1);
        bra.is_some_and(|bra| is_angle(self.key_at(bra)) && closes(bra) == Some(partner - 1))
    }

    /// Whether a word with a capital stands right before two things in a square bracket, which is applied
    /// to them: `\operatorname{Corr}[X, Y]`.
    pub(super) fn named_before_square(&self, name: &str) -> bool {
        let word = name.split_once('{').map_or("", |(_, word)| word);
        (name.contains("operatorname") || multi_letter(name))
            && word.starts_with(char::is_uppercase)
            && self.tokens[self.pos].gap == Gap::None
            && !self.measured()
    }

    /// Whether this is a formula of logic that a structure satisfies, with elements in square brackets for
    /// its variables: `M \models \varphi[a_1, \ldots, a_n]`.
    pub(super) fn satisfied(&self, name: &str) -> bool {
        let models = |t: &Token<'_>| matches!(t.key.as_ref(), r"\models" | r"\vDash" | "⊨");
        matches!(name, r"\phi" | r"\varphi" | r"\psi" | r"\theta" | r"\chi")
            && self.tokens[self.pos].gap == Gap::None
            && self.around().iter().any(models)
    }

    /// Whether a side of zero is all that stands in the bracket here: `(0^+)`, `(0^{-})`.
    pub(super) fn near_zero(&self) -> bool {
        let braces = usize::from(self.key_at(self.pos + 3) == "{");
        self.key_at(self.pos + 1) == "0"
            && self.key_at(self.pos + 2) == "^"
            && matches!(self.key_at(self.pos + 3 + braces), "+" | "-")
            && self.key_at(self.pos + 4 + 2 * braces) == ")"
    }

    /// Whether the boundary of a set is all that stands in the bracket here, and that has no exponent:
    /// `\mathcal{H}^{n - 1}(\partial E)`.
    pub(super) fn boundary_here(&self) -> bool {
        let star = 2 * usize::from(self.key_at(self.pos + 2) == "^");
        let set = self.key_at(self.pos + 2 + star);
        self.key_at(self.pos + 1) == r"\partial"
            && (star == 0 || self.key_at(self.pos + 3) == "*")
            && (set == r"\Omega" || set.len() == 1 && capital(set))
            && matches!(self.key_at(self.pos + 3 + star), ")" | r"\cap")
            && (star > 0 || self.key_at(self.pos + 4 + star) != "^")
    }
}
