//! What maps and functionals are applied to: `(f \otimes g)(x)`, `f[g]`, `p_k[X + Y]`.

use super::Parser;
use crate::latex::around::simple_argument;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;

impl Parser<'_> {
    /// Whether letters with a sign of a product or sum of maps between them stand in the bracket
    /// before: `(f \otimes g)(x)`, `(\alpha \wedge \beta)(v)`.
    pub(super) fn of_maps(&self, op: crate::term::Op, tree: &Tree) -> bool {
        let signs = ["otimes", "oplus", "wedge"];
        let letter =
            |t: &Tree| matches!(t.head, Head::Symbol(_) | Head::Index) && t.root_symbol().is_some();
        signs.iter().any(|name| self.table.named(name) == Some(op)) && tree.args.iter().all(letter)
    }

    /// Whether this is the value of a transformation or of its inverse: `\mathcal{F}[f]`,
    /// `\mathcal{L}^{-1}\{F\}`.
    pub(super) fn of_transformation(&self, tree: &Tree) -> bool {
        let Some(sign) = tree.args.first() else {
            return false;
        };
        let inverse = matches!(sign.head, Head::Apply(op) if self.table.named("finv") == Some(op));
        let sign = if inverse { &sign.args[0] } else { sign };
        matches!(tree.head, Head::Call | Head::Apply(_))
            && sign
                .root_symbol()
                .is_some_and(crate::latex::evidence::transformation)
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
            || self.energy_at(self.pos)
    }

    /// Whether the square bracket at a place holds a small letter that is a function elsewhere in the
    /// formula: `E[u] = \int_\Omega |\nabla u(x)|^2\,dx` is an energy, no mean.
    pub(super) fn energy_at(&self, at: usize) -> bool {
        matches!(self.tokens.get(at..at + 3), Some([open, letter, close])
            if open.key == "["
                && close.key == "]"
                && letter.class == Class::Letter
                && !capital(&letter.key)
                && self.usage.is_function(&letter.key))
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

    /// Whether a function that is applied to a parenthesis elsewhere stands right before the square
    /// bracket here, or the letter of one before the value of another: `g[\tau + 1] = g(\tau)`,
    /// `f[g(x)]`.
    pub(super) fn called_besides(&self, name: &str) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let value = || {
            let letter = |t: &Token<'_>| t.class == Class::Letter;
            matches!(inside, [function, open, .., close]
                if letter(function) && open.key == "(" && close.key == ")")
                && matches!(self.marks[self.pos + 2], Mark::Open { partner: end, .. } if end + 1 == partner)
        };
        let usual = matches!(
            name,
            "f" | "g" | "h" | "F" | "G" | r"\phi" | r"\varphi" | r"\psi"
        );
        self.tokens[self.pos].gap <= Gap::Back
            && usual
            && (value() || self.usage.called(name) && self.usage.is_function(name))
    }

    /// Whether the square bracket right after the letter of an operator holds what it is taken of,
    /// and its value is applied to what follows: `T[f](x)`, `\hat{F}[\{\phi_j\}](1)`.
    pub(super) fn functional(&self, name: &str) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let thing = |t: &Token<'_>| {
            matches!(t.class, Class::Letter | Class::Name)
                || matches!(t.key.as_ref(), r"\{" | "_" | r"\}")
        };
        let called = matches!(self.marks.get(partner + 1), Some(Mark::Open { .. }))
            && self.key_at(partner + 1) == "("
            && self.tokens[partner + 1].gap <= Gap::Back
            && simple_argument(self.tokens, self.marks, partner + 1);
        called
            && operates(name)
            && self.tokens[self.pos].gap <= Gap::Back
            && !inside.is_empty()
            && inside.iter().all(thing)
    }

    /// Whether the value of an operator stands before this bracket, and is a function: `T[f](x)`,
    /// `\mathcal{A}\{x\}[n]`.
    pub(super) fn has_value(&self, tree: &Tree) -> bool {
        let square = matches!(tree.head, Head::Apply(op) if Some(op) == self.table.bracket_call);
        let Some(name) = tree.args.first().and_then(Tree::symbol) else {
            return false;
        };
        if self.tokens[self.pos].gap > Gap::Back || !(square || tree.head == Head::Call) {
            return false;
        }
        match self.key_at(self.pos) {
            "(" => square && operates(name) && simple_argument(self.tokens, self.marks, self.pos),
            "[" => name.starts_with(r"\mathcal{") && self.samples("x"),
            _ => false,
        }
    }

    /// Whether this is the value of an operator at a function: `(Tf)(x)`, `(\hat{x}\psi)(x)`.
    pub(super) fn of_operator(&self, tree: &Tree) -> bool {
        let (Head::Product(joins), Some((function, operators))) =
            (&tree.head, tree.args.split_last())
        else {
            return false;
        };
        let operator = |t: &Tree| {
            let indexed = || t.head == Head::Index && t.root_symbol().is_some_and(operates);
            t.symbol()
                .is_some_and(|n| operates(n) || n.starts_with(r"\hat{"))
                || indexed()
        };
        let small = |n: &str| !operates(n) && self.usage.may_be_function(n);
        joins.iter().all(|j| *j == Join::Beside)
            && operators.iter().all(operator)
            && function.symbol().is_some_and(small)
    }

    /// Whether what is taken of an operator or a field has several arguments of its own here:
    /// `\sigma_m(P)(x, \xi)`.
    pub(super) fn symbol_of_operator(&self, tree: &Tree) -> bool {
        matches!((&tree.head, tree.args.as_slice()), (Head::Call, [_, of])
            if of.symbol().is_some_and(|name| name.len() == 1 && capital(name)))
            && self.key_at(self.pos) == "("
            && self.tokens[self.pos].gap <= Gap::Blank
            && self.listed_here()
    }

    /// Whether Kronecker's sign multiplies a form of two letters: `\delta_{m,-n}(x|y)`.
    pub(super) fn scales_form(&self, tree: &Tree) -> bool {
        tree.head == Head::Index
            && tree.args.len() == 3
            && tree.root_symbol() == Some(r"\delta")
            && matches!(self.key_at(self.pos + 2), "|" | r"\mid" | ",")
    }

    /// Whether a Pochhammer symbol of two stands here: `(a; q)_n`, of which a power before it is not
    /// a function.
    pub(super) fn rises_from(&self) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        self.key_at(partner + 1) == "_"
            && self.tokens[self.pos..partner].iter().any(|t| t.key == ";")
    }

    /// Whether a number stands before the name of a unit here: `5\,\mathrm{kg}[x]`.
    pub(super) fn measured(&self) -> bool {
        self.pos
            .checked_sub(2)
            .is_some_and(|at| self.tokens[at].class == Class::Digit)
    }

    /// Whether a coordinate is a function of the same letter with an accent:
    /// `x^i(\bar{x}^j)`.
    pub(super) fn of_coordinates(&self, tree: &Tree) -> bool {
        let (Head::Power | Head::Upper, Some(name)) =
            (&tree.head, tree.args.first().and_then(Tree::symbol))
        else {
            return false;
        };
        let letter = self.pos + 2 + usize::from(self.key_at(self.pos + 2) == "{");
        let accent = self.key_at(self.pos + 1);
        (super::ACCENTS.contains(&accent) || matches!(accent, r"\bar" | r"\overline"))
            && self.key_at(letter) == name
    }
}

/// Whether operators are called so: a capital letter, perhaps with an accent.
fn operates(name: &str) -> bool {
    capital(core(name))
}
