//! Values of functions that are applied once more: `f(x)(y)`, `\mathcal{L}\{f\}(s)`.

use crate::latex::kinds::capital;
use crate::latex::parse::Parser;
use crate::latex::token::Gap;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// Whether a second place in a table stands right behind the first one: `dp[i][j]`.
    pub(super) fn indexes_again(&self, tree: &Tree) -> bool {
        let table = self.table.bracket_call;
        table.is_some()
            && matches!(tree.head, Head::Apply(op) if Some(op) == table)
            && self.key_at(self.pos) == "["
            && tree.args[0].symbol().is_some_and(|name| {
                let program = name.len() > 1 && name.bytes().all(|b| b.is_ascii_lowercase());
                self.samples(name)
                    || self.entry_of(name)
                    || program && self.tokens[self.pos].gap == Gap::None
            })
    }

    /// Whether the value of an operator in brackets is a function: `T(f)`.
    pub(super) fn yields_function(&self, call: &Tree) -> bool {
        let Some((operator, arguments)) = call.args.split_first() else {
            return false;
        };
        let function = |t: &Tree| {
            !matches!(t.head, Head::Call | Head::Sum(..))
                && t.root_symbol()
                    .is_some_and(|name| self.usage.may_be_function(name))
        };
        operator
            .root_symbol()
            .is_some_and(|n| crate::latex::evidence::transformation(n) || capital(n))
            && arguments.iter().all(function)
    }

    /// Whether an operator is applied to functions, and what it makes of them to a letter: `T(f)(x)`.
    pub(super) fn takes_functions(&self, tree: &Tree) -> bool {
        let known = |t: &Tree| t.symbol().is_some_and(|name| self.usage.is_function(name));
        tree.head == Head::Call
            && self.tokens[self.pos].gap == Gap::None
            && self.key_at(self.pos) == "("
            && self.key_at(self.pos + 2) == ")"
            && self.yields_function(tree)
            && tree.args.iter().skip(1).all(known)
    }

    /// Whether a propagator stands before the difference of two places or momenta: `D_F(x - y)`,
    /// `D_{\mu\nu}(p - k)`.
    pub(super) fn correlates(&self, tree: &Tree) -> bool {
        let index = self.key_at(self.pos - 1);
        let named = |index: &str| match tree.root_symbol() {
            Some("D" | "G" | "S") => matches!(index, "F" | "R" | "A"),
            Some(r"\Delta") => index == "F",
            _ => false,
        };
        let greek = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| matches!(n, r"\mu" | r"\nu" | r"\rho"))
        };
        let pair = || {
            let below = match &tree.args[1].head {
                Head::Product(_) => &tree.args[1].args[..],
                _ => &tree.args[1..],
            };
            below.len() == 2 && below.iter().all(greek)
        };
        let propagates = named(index) || tree.root_symbol() == Some("D") && pair();
        let place = |key: &str| matches!(key, "x" | "y" | "z" | "p" | "k" | "q");
        let [one, minus, other, end] = [1, 2, 3, 4].map(|n| self.key_at(self.pos + n));
        propagates
            && self.key_at(self.pos) == "("
            && (place(one), minus, place(other)) == (true, "-", true)
            && matches!(end, ")" | "'" | "_")
    }

    /// Whether a value is applied to a letter alone in the bracket here, which nobody brackets in a
    /// product: `J(x)(f) = f(x)`, `X(\omega)(t)`.
    pub(super) fn evaluates(&self, tree: &Tree) -> bool {
        let letter = self.key_at(self.pos + 1);
        tree.head == Head::Call
            && tree.args[0].symbol().is_some_and(capital)
            && self.tokens[self.pos].gap == Gap::None
            && self.key_at(self.pos) == "("
            && self.key_at(self.pos + 2) == ")"
            && (matches!(letter, "f" | "g" | "h" | r"\phi" | r"\varphi" | r"\psi")
                || matches!(letter, "t" | "s" | "x" | "y" | "z" | r"\omega" | r"\theta")
                    && tree.args.len() == 2
                    && tree.args[1].symbol().is_some())
    }
}

/// Whether this is a power of the adjoint representation of an element, which acts on what follows:
/// `\operatorname{ad}(x)^n(y)`.
pub(super) fn adjoint_power(tree: &Tree) -> bool {
    let (Head::Power | Head::Upper, [action, _]) = (&tree.head, tree.args.as_slice()) else {
        return false;
    };
    let named = |name: &str| matches!(crate::spelling::inner(name), "ad" | "Ad");
    action.head == Head::Call && action.args[0].symbol().is_some_and(named)
}
