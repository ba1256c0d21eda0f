//! What products stand for, by their factors and the crosses between them.

use super::{Kinds, capital, classical};
use crate::latex::elaborate::transposes;
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Whether a product with crosses is one of sets: all factors may be, and are capital letters
    /// or known to be.
    pub(in crate::latex) fn crossed(&self, joins: &[Join], tree: &Tree) -> bool {
        // `[] \times \{1\}`: nothing in brackets is no set.
        let nothing = |t: &Tree| matches!(t.head, Head::Pair(..)) && t.args.is_empty();
        if tree.args.iter().any(nothing) {
            return false;
        }
        // `(p, d, q) \times (P, D, Q)_s`: the order of lists with a label is that of what they say.
        let labelled = |t: &Tree| {
            t.head == Head::Index
                && matches!(&t.args[0].head, Head::Pair(open, _) if open == "(")
                && t.args[0].args.len() > 2
        };
        if tree.args.iter().any(labelled) && joins.iter().all(|join| *join == Join::Cross) {
            return true;
        }
        let set = |t: &Tree| match self.of(t) {
            Kind::Set | Kind::Event => true,
            Kind::Any => t.symbol().is_some_and(|n| {
                capital(n) && !n.starts_with(r"\mathbf{") && !self.numbers.contains(n)
            }),
            _ => false,
        } || self.dual(t);
        // `H^p(X) \times H^q(X)`
        let cohomology = |t: &Tree| {
            t.head == Head::Call
                && matches!(t.args[0].head, Head::Power | Head::Index | Head::Upper)
                && matches!(
                    t.headed().map(crate::spelling::core),
                    Some("H" | "CH" | "K" | r"\pi" | "A")
                )
                && t.args[1].symbol().is_some_and(capital)
        };
        if joins.iter().all(|join| *join == Join::Cross) && tree.args.iter().all(cohomology) {
            return true;
        }
        // `\Omega \times (0, T)`
        let interval = |t: &Tree| {
            matches!(&t.head, Head::Pair(open, close) if open == "(" && close == ")")
                && t.args.len() == 2
                && !t.args.iter().any(|end| self.of(end) == Kind::Vec)
        };
        // `S^n \times D^2`: spheres, balls and tori, and other spaces beside these.
        let base = |t: &'_ Tree| match (&t.head, t.args.as_slice()) {
            (Head::Power, [base, _]) => base.symbol().map(str::to_owned),
            _ => None,
        };
        let sphere = |t: &Tree| matches!(base(t).as_deref(), Some("S" | "T" | "D" | "B"));
        let spheres = tree.args.iter().any(sphere);
        // `AdS_5 \times S^5`: nobody measures what has a word for its name by a sphere.
        let named = |t: &Tree| {
            t.head == Head::Index
                && t.root_symbol()
                    .is_some_and(|n| n.starts_with(r"\mathit{") || n.starts_with(r"\mathrm{"))
        };
        let space = |t: &Tree| spheres && (base(t).is_some_and(|n| capital(&n)) || named(t));
        let group = classical::groups(&tree.args);
        // `C_2 \times C_2`: nobody writes the square of a number so.
        let alike = tree
            .args
            .iter()
            .all(|t| cyclic(t) && t.says_as(&tree.args[0]))
            || tree.args.iter().all(several_elements)
                && tree
                    .args
                    .iter()
                    .any(|t| matches!(t.root_symbol(), Some("C" | "Z")));
        // `L_0 \times \{1\}`, `C_4 \times \mathbb{Z}`, `S_3 \times \mathbb{Z}_2`
        let numbers = |t: &Tree| matches!(t.head, Head::Apply(_)) && t.args.is_empty();
        // `\mathbb{Z}^r`, `\mathbb{Z}_2`
        let residues =
            |t: &Tree| matches!(t.head, Head::Index | Head::Power) && numbers(&t.args[0]);
        let literal = tree
            .args
            .iter()
            .any(|t| (t.head == Head::Braces || numbers(t) || residues(t)) && set(t));
        let member = |t: &Tree| {
            // `\mu_K \times \mathbb{Z}^r`: roots of unity.
            let named = |n: &str| capital(n) && !n.starts_with(r"\mathbf{") || n == r"\mu";
            literal && t.head == Head::Index && t.root_symbol().is_some_and(named)
        };
        // `A_1 \times \dots \times A_n`
        let dots = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.dots);
        let several = tree.args.iter().any(dots);
        let one_of_several = |t: &Tree| {
            let named =
                |n: &str| capital(n) && !matches!(n, "N" | "M") && !n.starts_with(r"\mathbf{");
            let free = || matches!(self.of(t), Kind::Any | Kind::Set);
            several
                && (dots(t)
                    || t.head == Head::Index && t.root_symbol().is_some_and(named) && free())
        };
        joins.iter().all(|j| *j == Join::Cross)
            && tree.args.iter().all(|t| {
                set(t)
                    || interval(t)
                    || space(t)
                    || member(t)
                    || group(t)
                    || alike
                    || one_of_several(t)
            })
            && (alike
                || tree
                    .args
                    .iter()
                    .any(|t| set(t) || space(t) || group(t) || one_of_several(t) && !dots(t))
                || tree.args.iter().all(interval) && !self.componentwise())
    }

    /// The kind of a product with matrices: a matrix times a vector is a vector, and a number when
    /// a vector that lies down stands in front.
    pub(super) fn last_in_product(&self, tree: &Tree) -> Kind {
        match tree.args.last().is_some_and(|t| self.of(t) == Kind::Vec) {
            true => Kind::Vec,
            false => Kind::Mat,
        }
    }

    /// Whether the exponent of a power transposes.
    pub(in crate::latex) fn lies(&self, power: &Tree) -> bool {
        transposes(power)
            || power
                .args
                .get(1)
                .and_then(Tree::symbol)
                .is_some_and(|letter| self.transposes(letter))
    }

    /// Whether a product begins with a transposed vector and ends with a vector: `x^T y`, `x'Ax`.
    pub(super) fn lies_before(&self, tree: &Tree) -> bool {
        let [first, .., last] = tree.args.as_slice() else {
            return false;
        };
        let lying = match first.head {
            Head::Power => self.lies(first),
            Head::Prime => first.root_symbol().is_some_and(|n| self.is_primed(n)),
            _ => false,
        };
        lying && self.of(first) == Kind::Vec && self.of(last) == Kind::Vec
    }
}

/// Whether this is a letter that cyclic, dihedral, symmetric and alternating groups have, with a number.
fn cyclic(tree: &Tree) -> bool {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Index, [letter, number]) => {
            matches!(letter.symbol(), Some("C" | "Z" | "D" | "S" | "A"))
                && matches!(number.head, Head::Number(_))
        }
        _ => false,
    }
}

/// Whether this is such a group of more than one element: `C_2`, `S_4`.
fn several_elements(tree: &Tree) -> bool {
    let more = |t: &Tree| matches!(&t.head, Head::Number(n) if !matches!(n.as_str(), "0" | "1"));
    cyclic(tree) && tree.args.get(1).is_some_and(more)
}
