//! Names of maps and spaces, and of functions on these.

use crate::atoms::Shown;
use crate::latex::around::{interval_of_space, names_space};
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::tree::{Head, Tree};
use crate::spelling::under_accents;

impl Parser<'_> {
    /// Whether a capital has an extension of fields below it, from which it goes down.
    pub(super) fn of_extension(&self, tree: &Tree) -> bool {
        let field = |t: &Tree| {
            t.root_symbol().is_some_and(capital)
                || matches!(t.head, Head::Apply(op) if self.table.set_constants.contains(&op))
        };
        let quotient = |op| op == self.table.div || Some(op) == self.table.named("quotient");
        let extension = tree.args.get(1).is_some_and(|index| {
            matches!(index.head, Head::Apply(op) if quotient(op)) && index.args.iter().all(field)
        });
        extension && tree.root_symbol().is_some_and(capital)
    }

    /// Whether this is a group of functions: `(f + g)`.
    pub(in crate::latex::parse) fn function_group(&self, tree: &Tree) -> bool {
        let function = |a: &Tree| {
            a.root_symbol()
                .is_some_and(|name| self.usage.may_be_function(name))
        };
        matches!(tree.head, Head::Sum(..) | Head::Product(_))
            && tree.closed
            && (tree.args.iter().all(function) || self.of_operator(tree))
    }

    /// Whether functions are applied one after the other.
    pub(super) fn composition(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op) if Some(op) == self.table.compose)
    }

    /// Whether the symbol at the root is the name of a function: `\det`.
    pub(super) fn function_named(&self, tree: &Tree) -> bool {
        tree.root_symbol()
            .is_some_and(|name| name.len() > 1 && self.table.is_function(name))
    }

    /// Whether this is a mean with an accent: `\hat{\mathbb{E}}_t[X]`.
    pub(super) fn estimated_mean(&self, tree: &Tree) -> bool {
        let mean = |name: &str| under_accents(name) != name && under_accents(name) == r"\mathbb{E}";
        self.table.bracket_call.is_some()
            && matches!(tree.head, Head::Symbol(_) | Head::Index | Head::Upper)
            && tree.root_symbol().is_some_and(mean)
    }

    /// Whether this is a letter with a star that is known as a function, in a formula that is said again.
    pub(super) fn function_with_star(&self, tree: &Tree) -> bool {
        matches!((&tree.head, tree.args.as_slice()), (Head::Power, [letter, mark])
        if matches!(&mark.head, Head::Mark(m) if m.as_str() == "*")
            && letter.symbol().is_some_and(|name| {
                let starred = format!("{name}^{{*}}");
                self.usage.is_function(&starred) || self.usage.shows(&starred, Shown::CALLED)
            }))
    }

    /// Whether classes of a bundle stand here: `c(T\mathbb{P}^n)`, `c(\mathcal{E})`.
    pub(super) fn classes_of_bundle(&self, tree: &Tree) -> bool {
        let bundle = match self.key_at(self.pos + 1) {
            "T" => self.key_at(self.pos + 2).starts_with(r"\mathbb{P"),
            sheaf => sheaf.starts_with(r"\mathcal{") && self.key_at(self.pos + 2) == ")",
        };
        bundle && matches!(tree.symbol(), Some("c" | "s"))
    }

    /// Whether a function stands before a fraction that is alone in brackets, which nobody brackets to
    /// multiply it: `f\left(\frac{a\tau + b}{d}\right)`.
    pub(super) fn of_fraction(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return false;
        };
        let braces = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, width: 1 }) if self.key_at(at) == "{" => Some(partner + 1),
            _ => None,
        };
        let behind = |at: usize| braces(at).unwrap_or(at + 1);
        matches!(tree.symbol(), Some("f" | "g" | "h"))
            && matches!(self.key_at(self.pos + 1), r"\frac" | r"\dfrac" | r"\tfrac")
            && behind(behind(self.pos + 2)) == partner
            && self.key_at(partner + 1) != "^"
    }

    /// Whether this is the conjugate of an error at a time: `e^*(n)`.
    pub(super) fn conjugate_at_time(&self, tree: &Tree) -> bool {
        matches!((&tree.head, tree.args.as_slice()), (Head::Power, [_, mark])
            if matches!(&mark.head, Head::Mark(m) if m.as_str() == "*"))
            && matches!(self.key_at(self.pos + 1), "n" | "k" | "t")
            && self.key_at(self.pos + 2) == ")"
            && tree.start > 0
            && self.tokens[self.tokens.partition_point(|t| t.start < tree.start)].key == "e"
    }

    /// Whether a map with a star stands before the differential of a form in brackets:
    /// `f^*(d\omega)`.
    pub(super) fn pulls_back(&self, tree: &Tree) -> bool {
        let sign = self.key_at(self.pos + 1);
        matches!((&tree.head, tree.args.as_slice()), (Head::Power, [map, mark])
            if map.symbol().is_some() && matches!(&mark.head, Head::Mark(m) if m.as_str() == "*"))
            && crate::latex::parse::integral::is_differential(sign)
            && (sign != "d" || self.usage.tensors.differentials)
    }

    /// Whether this names a space of functions over what is in brackets: `C_c^\infty(M)`,
    /// `W^{1,p}(\Omega)`.
    pub(super) fn is_space(&self, tree: &Tree) -> bool {
        let infinite = |t: &Tree| {
            t.head == Head::Items
                || matches!(t.head, Head::Apply(op) if self.table.named("infty") == Some(op))
        };
        let named = |name: &str| names_space(name, false);
        matches!((&tree.head, tree.args.as_slice()), (Head::Power | Head::Upper, [_, order])
            if infinite(order))
            && tree.root_symbol().is_some_and(named)
    }

    /// Whether this names a space of functions over the interval right here: `L^2[0, 1]`.
    pub(in crate::latex::parse) fn space_over_interval(&self, tree: &Tree) -> bool {
        matches!(
            tree.head,
            Head::Symbol(_) | Head::Power | Head::Upper | Head::Index
        ) && self.pos < self.end
            && tree.root_symbol().is_some_and(|name| {
                let plain = tree.symbol().is_some();
                names_space(name, plain) && interval_of_space(self.tokens, self.marks, self.pos)
            })
    }

    pub(in crate::latex::parse) fn derives(&self, op: crate::term::Op) -> bool {
        self.table
            .derivative
            .is_some_and(|(total, partial)| op == total || op == partial)
    }
}

/// Whether this is a 1 with a set or a statement below it: the function that is 1 there and 0
/// elsewhere.
pub(super) fn counts_members(tree: &Tree) -> bool {
    matches!((&tree.head, tree.args.as_slice()), (Head::Index, [one, below])
        if matches!(&one.head, Head::Number(n) if n == "1")
            && !matches!(below.head, Head::Number(_)))
}
