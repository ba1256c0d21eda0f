//! The signs of derivatives and the letters that may stand after them.

use super::Sort;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::parse::integral::is_differential;
use crate::latex::token::Class;

/// Tokens of the derivative of a field in brackets, at most.
const FIELD: usize = 16;

impl Parser<'_> {
    pub(in crate::latex::parse) fn d_at(&self, at: usize) -> Option<Sort> {
        let token = self.tokens.get(at).filter(|_| at < self.end)?;
        match token.key.as_ref() {
            r"\partial" | "∂" => Some(Sort::Partial),
            r"\delta" if self.key_at(at + 1) != "_" => Some(Sort::Variation),
            "D" | r"\mathrm{D}" if self.key_at(at + 1) != "_" => Some(Sort::Material),
            key => is_differential(key).then_some(Sort::Total),
        }
    }

    /// Whether the variable below the line fits the sort of derivative.
    pub(super) fn fits(&self, sort: Sort, variable: usize) -> bool {
        sort != Sort::Material
            || matches!(
                self.key_at(variable),
                "t" | r"\tau" | r"\sigma" | "s" | r"\lambda" | "x"
            )
    }

    pub(in crate::latex::parse) fn letter_at(&self, at: usize) -> bool {
        let letter =
            |t: &crate::latex::token::Token<'_>| matches!(t.class, Class::Letter | Class::Name);
        at < self.end && (self.accent(at) || self.tokens.get(at).is_some_and(letter))
    }

    /// Whether a variable stands here, alone or with an index or a prime in brackets:
    /// `\frac{\partial}{\partial (\phi')^*}`; a product, a quotient or a power of such, where no function of
    /// this name can be meant: `\frac{\partial f}{\partial (x^2)}`.
    pub(super) fn variable_at(&self, at: usize) -> bool {
        let partial = at > 0 && self.d_at(at - 1) == Some(Sort::Partial);
        let in_brackets = || match self.marks.get(at) {
            Some(Mark::Open { partner, width: 1 }) if self.key_at(at) == "(" => {
                let inside = self.tokens.get(at + 2..*partner).unwrap_or_default();
                self.letter_at(at + 1)
                    && inside.iter().all(|t| {
                        matches!(
                            t.class,
                            Class::Letter | Class::Digit | Class::Open | Class::Close
                        ) || matches!(t.key.as_ref(), "_" | "'")
                            || partial && matches!(t.key.as_ref(), "^" | "/" | r"\cdot")
                    })
            }
            _ => false,
        };
        self.letter_at(at) || in_brackets() || self.derivative_at(at) || self.partial_at(at)
    }

    /// Whether the sign of a derivative with its index stands here.
    pub(super) fn partial_at(&self, at: usize) -> bool {
        matches!(self.key_at(at), r"\partial" | "∂" | r"\nabla" | "∇") && self.key_at(at + 1) == "_"
    }

    /// Whether the derivative of a field stands in brackets here, by which a Lagrangian is differentiated:
    /// `\frac{\partial \mathcal{L}}{\partial(\partial_\mu \phi)}`.
    fn derivative_at(&self, at: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(at).copied() else {
            return false;
        };
        self.key_at(at) == "(" && partner < at + FIELD && self.partial_at(at + 1)
    }

    /// Whether the logarithm of a variable stands here: `\frac{d \ln y}{d \ln x}`.
    pub(super) fn logarithm_at(&self, at: usize) -> bool {
        let name = at + usize::from(self.key_at(at) == "(");
        matches!(self.key_at(name), r"\ln" | r"\log")
    }
}
