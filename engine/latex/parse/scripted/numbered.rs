//! Superscripts that number what they stand at.

use super::{numbers, polynomial};
use crate::latex::kinds::capital;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::spelling::core;

impl Parser<'_> {
    /// Whether this is a capital with a number that is applied nowhere, one of several matrices and no
    /// derivative, `H^{(1)} = A^T A`; or what is applied to several things: `G^{(1)}(s, t)`.
    pub(super) fn one_matrix(&self, base: &Tree, sup: &Tree) -> bool {
        let bold = |name: &str| crate::latex::bold::directed(name) && !self.usage.called(name);
        let alike = base.root_symbol().is_some_and(bold) && numbers(base, sup);
        if alike || self.numbered_alike(base, sup) {
            return self.key_at(self.pos) != "(";
        }
        let Some(name) = base
            .symbol()
            .filter(|_| matches!(sup.head, Head::Number(_)))
        else {
            return false;
        };
        let applied = self.key_at(self.pos) == "(";
        matches!(name, "G" | "H") && !applied && !self.usage.called(name)
            || applied && crate::latex::around::lists(self.tokens, self.marks, self.pos)
    }

    /// Whether the same letter in parentheses stands above another capital, and both are applied nowhere:
    /// `A U^{(k)} + B P^{(k)}`.
    fn numbered_alike(&self, base: &Tree, sup: &Tree) -> bool {
        let free = |name: &str| {
            name.len() == 1 && crate::latex::kinds::capital(name) && !self.usage.called(name)
        };
        let (Some(name), Some(number)) = (base.symbol().filter(|n| free(n)), sup.symbol()) else {
            return false;
        };
        let alike = |w: &[Token<'_>]| {
            let keys = w[1..].iter().map(|t| t.key.as_ref());
            w[0].key != name && free(&w[0].key) && keys.eq(["^", "{", "(", number, ")", "}"])
        };
        self.around().windows(7).any(alike)
    }

    /// Whether the superscript is a number in square brackets: `W^{[l]}`.
    pub(super) fn layer(&self, base: &Tree, sup: &Tree) -> bool {
        if !sup.closed {
            return false;
        }
        let at = self.tokens.partition_point(|t| t.start < sup.start);
        let square = self
            .tokens
            .get(at)
            .is_some_and(|t| t.key == "[" && t.start == sup.start);
        let inner = match &sup.head {
            Head::Apply(op) if Some(*op) == self.table.named("bracketed") => &sup.args[0],
            _ => sup,
        };
        // `\chi^{[\lambda]}` belongs to a partition.
        let greek = |n: &str| n.starts_with('\\') && n != r"\ell";
        square && !inner.symbol().is_some_and(greek) && numbers(base, inner)
    }

    /// Whether the number above a `\delta` says of how many dimensions it is: it is applied to bold
    /// letters, or a power of `2\pi` stands before it, `(2\pi)^4 \delta^{(4)}(p - q)`.
    pub(super) fn of_dimensions(&self, tree: &Tree, sup: &Tree) -> bool {
        let several = matches!(&sup.head, Head::Number(n) if matches!(n.as_str(), "2" | "3" | "4"));
        if tree.symbol() != Some(r"\delta") || !several || self.key_at(self.pos) != "(" {
            return false;
        }
        let first = self.key_at(self.pos + 1);
        let bold = crate::latex::bold::directed(first)
            || matches!(first, r"\vec" | r"\mathbf" | r"\boldsymbol" | r"\bm");
        let before = self.tokens.partition_point(|t| t.start < tree.start);
        let keys = |n: usize| before.checked_sub(n).map_or("", |at| self.key_at(at));
        let turns = [keys(6), keys(5), keys(4), keys(3), keys(2)] == ["(", "2", r"\pi", ")", "^"];
        bold || turns
    }

    /// Whether numbers in parentheses stand above the same letter elsewhere: the `d` of
    /// `x^{(1)}, \ldots, x^{(d)}`.
    pub(super) fn numbered_elsewhere(&self, tree: &Tree, sup: &Tree) -> bool {
        let (Some(name), true) = (tree.root_symbol(), sup.symbol().is_some()) else {
            return false;
        };
        let around = self.around();
        let key = |at: usize| around.get(at).map_or("", |t| t.key.as_ref());
        (1..around.len()).any(|at| {
            key(at) == "^"
                && key(at + 1) == "{"
                && key(at + 2) == "("
                && around.get(at + 3).is_some_and(|t| t.class == Class::Digit)
                && key(at + 4) == ")"
                && (key(at - 1) == name || at > 2 && key(at - 2) == "_" && key(at - 3) == name)
        })
    }

    /// Whether a list of members of a letter begins with the first one and goes on with dots:
    /// `[g^{(1)}(\cdot), \ldots, g^{(q)}(\cdot)]`. Lists of derivatives begin with the function.
    pub(super) fn listed_by_number(&self, tree: &Tree) -> bool {
        let Some(name) = tree.root_symbol() else {
            return false;
        };
        let around = self.around();
        let key = |at: usize| around.get(at).map_or("", |t| t.key.as_ref());
        let member =
            |at: usize| [at, at + 1, at + 2, at + 3, at + 5].map(key) == [name, "^", "{", "(", ")"];
        let first = (1..around.len()).find(|at| {
            member(*at) && key(at + 4) == "1" && matches!(key(at - 1), "(" | "[" | r"\{")
        });
        let dots = |key: &str| matches!(key, r"\ldots" | r"\dots" | r"\dotsc" | r"\cdots" | "…");
        let Some(first) = first else { return false };
        let rest = first + 6..around.len();
        let after = rest.clone().find(|at| dots(key(*at)));
        after.is_some_and(|dots| {
            (dots..rest.end).any(|at| {
                member(at) && around.get(at + 4).is_some_and(|t| t.class == Class::Letter)
            })
        })
    }

    /// Whether a letter that a sign before binds counts members of a family, which nothing is put
    /// into: the `m` of `\sum_m H^{(m)} t^m`.
    pub(super) fn of_family(&self, tree: &Tree, sup: &Tree) -> bool {
        let bound = |n: &str| self.bound.iter().any(|b| b == n);
        sup.symbol().is_some_and(bound)
            && tree.root_symbol().is_some_and(|n| capital(core(n)))
            && !(self.pos < self.end && self.bracket_here())
    }

    /// Whether a number in parentheses says which of several functions this is: it stands above a
    /// capital with an index, `L_n^{(1)}(x)`, or elsewhere an index stands so above the same letter.
    pub(super) fn one_of_several(&self, tree: &Tree, sup: &Tree) -> bool {
        if tree.symbol() == Some(r"\delta") {
            // Errors of layers: `\delta^{(l)} (a^{(l-1)})^T`.
            return matches!(
                sup.args.first().unwrap_or(sup).symbol(),
                Some("l" | "L" | r"\ell")
            );
        }
        if !matches!(sup.head, Head::Number(_)) {
            return false;
        }
        if polynomial(tree) {
            return true;
        }
        let Some(name) = tree.root_symbol() else {
            return false;
        };
        let bare = core(name);
        self.around().windows(5).any(|w| {
            w[1].key == "^"
                && w[2].key == "{"
                && w[3].key == "("
                && matches!(w[4].key.as_ref(), "i" | "j")
                && (w[0].key == name || w[0].key == "}" || w[0].key == bare)
        }) && self
            .around()
            .iter()
            .filter(|t| t.key == bare || t.key == name)
            .count()
            > 1
    }
}
