//! Braces around numbers, which are brackets and make no sets.

use super::{Kinds, capital};
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Whether braces hold one quotient: below an exponent they only group.
    pub(in crate::latex) fn groups_quotient(&self, tree: &Tree) -> bool {
        tree.head == Head::Braces
            && matches!(tree.args.as_slice(), [only] if only.head == Head::Apply(self.table.div))
    }

    /// Whether braces hold one sum or product of nothing but numbers, with brackets in it: they are
    /// the outer brackets, `\{[(3 + 2) \times 4] - 6\}`.
    pub(in crate::latex) fn groups_numbers(&self, tree: &Tree) -> bool {
        let sum = |t: &Tree| matches!(t.head, Head::Sum(..) | Head::Product(_));
        let bracket = |t: &Tree| t.closed && sum(t);
        tree.head == Head::Braces
            && matches!(tree.args.as_slice(), [only] if sum(only)
                && only.args.iter().any(|part| bracket(part) || part.args.iter().any(bracket))
                && self.counts_alone(only))
    }

    /// Whether braces hold one sum, product or value that is a number.
    fn holds_number(&self, tree: &Tree) -> bool {
        let (Head::Braces, [only]) = (&tree.head, tree.args.as_slice()) else {
            return false;
        };
        let reckoned = match &only.head {
            Head::Sum(..) | Head::Product(_) => true,
            Head::Apply(_) => !only.args.is_empty(),
            _ => false,
        };
        reckoned && self.of(only) == Kind::Num
    }

    /// Whether an exponent tells that braces only group: `\{\ln 3x\}^2`. Nobody multiplies the set of one
    /// number with itself.
    pub(in crate::latex) fn raises_number(&self, base: &Tree, exponent: &Tree) -> bool {
        let number = match (&exponent.head, exponent.args.as_slice()) {
            (Head::Sum(..), [only]) => self.literal(only),
            _ => self.literal(exponent),
        };
        number && self.holds_number(base)
    }

    /// Whether this is a number written out, or a quotient.
    fn literal(&self, tree: &Tree) -> bool {
        match tree.head {
            Head::Number(_) => true,
            Head::Apply(op) => op == self.table.div,
            _ => false,
        }
    }

    /// Whether what braces group is multiplied with numbers and quotients, `0.5\{1 + x\}`, or, where a
    /// number is added in them, with letters: `\{3 + x\}y`.
    pub(super) fn scales_group(&self, tree: &Tree) -> bool {
        let added = |t: &Tree| t.args[0].args.iter().any(|t| self.literal(t));
        let several = |t: &Tree| self.holds_number(t) && t.args[0].args.len() > 1;
        let Some(group) = tree.args.iter().find(|t| several(t)) else {
            return false;
        };
        let mut others = tree.args.iter().filter(|t| !std::ptr::eq(*t, group));
        let letter = |t: &Tree| added(group) && t.symbol().is_some_and(|n| !capital(n));
        others.all(|t| self.literal(t) || letter(t))
    }

    /// Whether nothing but numbers stands in sums, products and quotients.
    fn counts_alone(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Number(_) => true,
            Head::Sum(..) | Head::Product(_) | Head::Power => {
                tree.args.iter().all(|t| self.counts_alone(t))
            }
            Head::Apply(op) if *op == self.table.div => {
                tree.args.iter().all(|t| self.counts_alone(t))
            }
            _ => false,
        }
    }
}
