//! What maps and functionals are applied to: `(f \otimes g)(x)`, `f[g]`, `p_k[X + Y]`.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// Whether letters with a sign of a product or sum of maps between them stand in the bracket
    /// before: `(f \otimes g)(x)`, `(\alpha \wedge \beta)(v)`.
    pub(super) fn of_maps(&self, op: crate::term::Op, tree: &Tree) -> bool {
        let signs = ["otimes", "oplus", "wedge"];
        let letter =
            |t: &Tree| matches!(t.head, Head::Symbol(_) | Head::Index) && t.root_symbol().is_some();
        signs.iter().any(|name| self.table.named(name) == Some(op)) && tree.args.iter().all(letter)
    }

    /// Whether a letter in the square bracket right here, or a sum of such, is what a functional is
    /// taken of: `f[g]`, and `f[g + h]` beside it.
    pub(super) fn substitutes(&self, name: &str) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let letter = |t: &Token<'_>| t.class == Class::Letter;
        let index = |t: &Token<'_>| t.class == Class::Digit || letter(t);
        let alone = match inside {
            [only] => letter(only),
            [first, low, below] => letter(first) && low.key == "_" && index(below),
            _ => false,
        };
        let elsewhere = || {
            self.around().windows(4).any(|w| {
                w[0].key == name
                    && w[1].key == "["
                    && letter(&w[2])
                    && matches!(w[3].key.as_ref(), "]" | "_")
            })
        };
        let sum = inside.len() < 16
            && inside.iter().any(letter)
            && inside
                .iter()
                .all(|t| index(t) || matches!(t.key.as_ref(), "+" | "-" | "_"))
            && inside.iter().any(|t| matches!(t.key.as_ref(), "+" | "-"));
        matches!(name, "f" | "g" | "h" | r"\phi" | r"\varphi" | r"\psi")
            && (alone || sum && elsewhere())
    }

    /// Whether the square bracket right here holds one value of a function, which a functional is
    /// taken of: `S[\phi(x)]`. Nobody brackets a single value in a product.
    pub(super) fn of_value(&self) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let letter = &self.tokens[self.pos + 1];
        let value = letter.class == Class::Letter
            && self.usage.is_function(&letter.key)
            && self.key_at(self.pos + 2) == "("
            && matches!(self.marks[self.pos + 2], Mark::Open { partner: end, .. } if end + 1 == partner);
        value
            && self.tokens[self.pos].gap == Gap::None
            && !matches!(self.key_at(partner + 1), "_" | "^")
    }

    /// Whether the same, after a letter with an index: `p_k[X]`, `p_k[X + Y]` beside it.
    pub(super) fn substitutes_indexed(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let letter =
            |t: &Token<'_>| t.class == Class::Letter && t.key.starts_with(char::is_uppercase);
        let sum = inside.len() < 12
            && inside.iter().any(letter)
            && inside
                .iter()
                .all(|t| letter(t) || matches!(t.key.as_ref(), "+" | "-"));
        let name = tree.root_symbol().unwrap_or_default();
        if self.substitutes(name) {
            return true;
        }
        self.tokens[self.pos].gap == Gap::None
            && matches!(name, "p" | "e" | "h" | "s" | "m" | "f" | "g")
            && sum
    }
}
