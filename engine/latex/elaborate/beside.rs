//! Brackets that are sides of equalities: `[A, B] = AB - BA` and `[x, p] = -[p, x]`, but `I = [a, b]`.

use super::Elaborator;
use super::acting::pairs;
use super::bracket::{brackets_value, commutes, is_turned};
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether one of two letters side by side is all that stands on the other side, which the other then
    /// acts on and is no number that could go: `g \cdot x = x`, `\pi P = \pi`; but `ab = a`.
    pub(super) fn moves_other_side(&self, product: &Tree, sides: &[Tree]) -> bool {
        let ([one, other], [left, right]) = (product.args.as_slice(), sides) else {
            return false;
        };
        let joined = matches!(&product.head, Head::Product(joins)
            if matches!(joins.as_slice(), [Join::Beside | Join::Dot]));
        let same = match std::ptr::eq(product, left) {
            true => right.symbol(),
            false => left.symbol(),
        };
        let plain = |t: &Tree| {
            t.symbol().is_some() && matches!(self.kinds.of(t), Kind::Any | Kind::Num | Kind::Fn)
        };
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let acts = match &product.head {
            Head::Product(joins) if joins[..] == [Join::Dot] => !large(one) && !large(other),
            _ => large(one) != large(other),
        };
        let moved = match large(other) {
            true => one.symbol() == same,
            false => other.symbol() == same,
        };
        joined
            && !(self.atoms.settled && self.is_settled(product))
            && same.is_some()
            && moved
            && acts
            && plain(one)
            && plain(other)
            && self.op("opmul").is_some()
    }

    /// A side of an equality: brackets beside an expression are operators, beside a name a set.
    pub(super) fn side(&mut self, tree: &Tree, others: &[&Tree], expected: Kind) -> Term {
        let bracket = match (&tree.head, tree.args.len()) {
            (Head::Pair(open, close), 2) => open == "[" && close == "]",
            (Head::Braces, 2) => true,
            _ => false,
        };
        let expression = |t: &&&Tree| match &t.head {
            Head::Sum(..) | Head::Product(_) | Head::Number(_) | Head::Upper => true,
            Head::Index => !t.root_symbol().is_some_and(capital),
            Head::Symbol(_) => brackets_value(tree, t),
            Head::Power => {
                self.kinds.of(t) != Kind::Set
                    && t.args[0].head != Head::Pair("(".into(), ")".into())
            }
            Head::Apply(op) => self.kinds.of(t) != Kind::Set && Some(*op) != self.table.blank,
            Head::Binder(..) => self.differentiates(t),
            _ => false,
        };
        let braces = two_in_braces;
        // `\dot{q} = \{q, H\}`, `\{\phi(x), \pi(y)\} = \delta(x - y)`
        let bracketed = |t: &&Tree| {
            let name = t.headed().unwrap_or_default();
            braces(tree)
                && (name.starts_with(r"\dot{")
                    || t.head == Head::Call && name == r"\delta" && t.args.len() == 2)
        };
        // A set has no sign: `\{f, g\} = -\{g, f\}`.
        let sets = others.iter().any(|t| {
            let other = match &t.head {
                Head::Pair(..) => true,
                Head::Sum(..) => t.args.len() == 1 || of_brackets(t),
                Head::Product(_) => of_brackets(t),
                _ => braces(t) && braces(tree),
            };
            self.kinds.of(t) == Kind::Set && !other
        });
        let expected_set = expected == Kind::Set && tree.head != Head::Braces;
        // `\phi([X, Y]) = [\phi(X), \phi(Y)]`
        let commuting = |t: &&Tree| {
            let argument = |a: &Tree| pairs(a) && commutes(a);
            t.head == Head::Call && t.args[1..].iter().any(argument) || pairs(t) && commutes(t)
        };
        let turned = others.iter().any(|t| is_turned(tree, t))
            || pairs(tree) && others.iter().any(commuting)
            || others.iter().any(bracketed);
        let value = || !sets && !expected_set && others.iter().any(|t| expression(&t));
        if bracket && (turned || value()) {
            return self.operand(tree, expected);
        }
        self.term(tree, expected)
    }
}

/// Whether these are braces around two things, which may be a Poisson bracket.
pub(super) fn two_in_braces(tree: &Tree) -> bool {
    tree.head == Head::Braces && tree.args.len() == 2
}

/// Whether brackets in braces are multiplied or added, as no sets are: `f\{g, h\} + \{f, h\}g`.
fn of_brackets(tree: &Tree) -> bool {
    let multiplied = |t: &Tree| {
        matches!(t.head, Head::Product(_)) && t.args.len() > 1 && t.args.iter().any(two_in_braces)
    };
    let term = |t: &Tree| two_in_braces(t) || multiplied(t);
    match tree.head {
        Head::Sum(..) => tree.args.len() > 1 && tree.args.iter().all(term) && differ(&tree.args),
        _ => multiplied(tree),
    }
}

/// Whether two in braces have no part in common, as sets of which one is taken from the other would.
pub(super) fn differ(sides: &[Tree]) -> bool {
    match sides {
        [one, other] if two_in_braces(one) && two_in_braces(other) => {
            let figures = |t: &Tree| matches!(t.head, Head::Number(_));
            let parts = |t: &Tree| t.args.iter().any(figures);
            !parts(one)
                && !parts(other)
                && !one
                    .args
                    .iter()
                    .any(|a| other.args.iter().any(|b| a.says_as(b)))
        }
        _ => true,
    }
}
