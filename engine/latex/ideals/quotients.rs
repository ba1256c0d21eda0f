//! One structure modulo another: rings, groups, spaces and what belongs to extensions.

use super::{Look, gothic, normalised, small};
use crate::latex::kinds::{capital, certain};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

impl Look<'_> {
    /// The spectrum of a ring modulo an ideal: `\operatorname{Spec} k[x, y]/(xy)`.
    pub(super) fn spectrum(&self, tree: &Tree) -> Option<Tree> {
        let [product, by] = tree.args.as_slice() else {
            return None;
        };
        let [name, rings @ ..] = product.args.as_slice() else {
            return None;
        };
        let word = name.symbol()?.split_once('{')?.1;
        let joined = matches!(&product.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside));
        if !joined || !matches!(word, "Spec}" | "Proj}" | "Spf}") || product.closed {
            return None;
        }
        let [ring] = rings else { return None };
        let mut quotient = Tree::over(tree.head.clone(), vec![ring.clone(), by.clone()]);
        self.modulo(&mut quotient);
        Some(Tree::over(
            product.head.clone(),
            vec![name.clone(), quotient],
        ))
    }

    /// A ring modulo an ideal.
    pub(super) fn modulo(&self, tree: &mut Tree) {
        let [ring, by] = tree.args.as_mut_slice() else {
            return;
        };
        let extended = matches!(&ring.head, Head::Apply(op) if Some(*op) == self.adjoin)
            || ring.symbol().is_some_and(|n| n.starts_with(r"\mathbb{"))
            || matches!(ring.head, Head::Apply(op) if ring.args.is_empty() && self.is_set(op));
        // `G/H`, with a slash
        let parts = (ring.symbol(), by.symbol());
        // `G/Z(G)`: a group modulo its centre
        let centre = matches!((&by.head, by.args.as_slice()), (Head::Call, [of, group])
            if of.symbol() == Some("Z") && group.symbol().is_some() && group.symbol() == ring.symbol());
        let known = matches!(
            parts,
            (Some("G"), Some("H" | "N" | "K")) | (Some("R"), Some("I"))
        );
        // `R/\mathfrak{m}`
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        // `\mathcal{O}_{X,x}/\mathfrak{m}_x`
        let germs = ring.head == Head::Index
            && ring
                .root_symbol()
                .is_some_and(|n| n.starts_with(r"\mathcal{O}"));
        let ideal = (large(ring) || germs)
            && by
                .root_symbol()
                .is_some_and(|n| n.starts_with(r"\mathfrak{"));
        // `M/IM`
        let submodule = matches!(&by.head, Head::Product(joins) if joins[..] == [Join::Beside])
            && large(ring)
            && by.args.iter().all(large)
            && by.args[1].symbol() == ring.symbol();
        // `N_G(H)/C_G(H)`, `N_G(H)/H`
        let normaliser = normalised(ring).is_some_and(|group| {
            by.symbol() == group.symbol() || normalised(by).is_some_and(|g| g.says_as(group))
        });
        // `D^n/\partial D^n`
        let edge = matches!((&by.head, by.args.as_slice()), (Head::Apply(op), [whole])
            if Some(*op) == self.boundary && whole.says_as(ring));
        // `K^\times/(K^\times)^2`
        let classes = matches!((&by.head, by.args.as_slice()), (Head::Power, [units, _])
            if matches!(ring.head, Head::Power | Head::Upper)
                && matches!(ring.args[1].head, Head::Mark(_))
                && units.says_as(ring));
        // `\mathfrak{m}/\mathfrak{m}^2`, `I/I^2`: of numbers nobody writes it so.
        let conormal = matches!((&by.head, by.args.as_slice()), (Head::Power, [whole, exponent])
            if matches!(exponent.head, Head::Number(_))
                && (gothic(ring) || matches!(ring.symbol(), Some("I" | "J")))
                && whole.says_as(ring));
        // `A/nA`, `E(K)/mE(K)`
        let multiples = matches!((&by.head, by.args.as_slice()), (Head::Product(joins), [factor, whole])
            if joins[..] == [Join::Beside]
                && matches!(factor.symbol(), Some("n" | "m" | "p" | r"\ell"))
                && ring.headed().is_some_and(capital)
                && matches!(ring.head, Head::Symbol(_) | Head::Call)
                && whole.says_as(ring));
        // `SO(3)/SO(2)`
        let matrices = certain(ring) && !matches!(by.head, Head::Number(_));
        if self.slashed(ring, by)
            && (multiples
                || matrices
                || known
                || centre
                || ideal
                || submodule
                || normaliser
                || edge
                || classes
                || conormal)
        {
            // What is raised is no number, which would be cancelled.
            let raised = self.setpow.filter(|_| classes || conormal);
            if let Some(quotient) = self.quotient {
                tree.head = Head::Apply(quotient);
            }
            if let (Some(power), Some(by)) = (raised, tree.args.last_mut()) {
                by.head = Head::Apply(power);
            }
            return;
        }
        // `R/(p^n)`, `R/(p_i^{e_i})`
        let power = || match (&by.head, by.args.as_slice()) {
            (Head::Power, [base, exponent]) => {
                let letter = match base.head {
                    Head::Index => &base.args[0],
                    _ => base,
                };
                self.whole(by)
                    && letter.head != Head::Power
                    && small(letter)
                    && exponent.root_symbol().is_some()
                    && matches!(ring.symbol(), Some("R" | "A"))
            }
            _ => false,
        };
        let letter = ring.symbol().is_some_and(|n| n.len() == 1 && capital(n))
            && (self.single(by) || power());
        // `k[x, y]/(f, g)`
        if extended
            && matches!(&by.head, Head::Pair(open, close) if open == "(" && close == ")")
            && let Some(quotient) = self.quotient
        {
            self.generated(by);
            tree.head = Head::Apply(quotient);
            return;
        }
        if !(letter || extended && self.whole(by) && by.head != Head::Items) {
            return;
        }
        self.wrap(by);
        if let Some(quotient) = self.quotient {
            tree.head = Head::Apply(quotient);
        }
    }

    /// The quotient of two structures, of which one is isomorphic to another: `M/N \cong M'`.
    pub(super) fn structures(&self, side: &mut Tree) {
        let (Head::Apply(op), [whole, part]) = (&side.head, side.args.as_slice()) else {
            return;
        };
        let large = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index)
                && t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n))
        };
        if *op == self.div
            && self.slashed(whole, part)
            && large(whole)
            && large(part)
            && let Some(quotient) = self.quotient
        {
            side.head = Head::Apply(quotient);
        }
    }

    /// A ring modulo the multiples of an element in brackets, which the ring after them belongs to:
    /// `\mathbb{Z}/(p-1)\mathbb{Z}`.
    pub(super) fn multiples(&self, tree: &mut Tree) {
        let [quotient, ring] = tree.args.as_slice() else {
            return;
        };
        let [of, by] = quotient.args.as_slice() else {
            return;
        };
        let set = matches!(ring.head, Head::Apply(op) if ring.args.is_empty() && self.is_set(op));
        let whole = matches!(quotient.head, Head::Apply(op) if Some(op) == self.quotient);
        if !set || !whole || quotient.closed || !self.is_ideal(by) || !of.says_as(ring) {
            return;
        }
        let element = by.args[0].clone();
        let of = of.clone();
        let multiples = Tree::over(
            Head::Product([Join::Beside].as_slice().into()),
            vec![element.close(), ring.clone()],
        );
        tree.head = quotient.head.clone();
        tree.args = vec![of, multiples];
    }

    /// What belongs to an extension, or to a space over another: `\operatorname{Tr}_{L/K}`, `\omega_{X/Y}`.
    pub(super) fn extension(&self, tree: &mut Tree) {
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        if let [_, below] = tree.args.as_mut_slice()
            && below.head == Head::Apply(self.div)
            && let [upper, lower] = below.args.as_slice()
            && large(upper)
            && large(lower)
            && self.slashed(upper, lower)
            && let Some(op) = self.quotient
        {
            below.head = Head::Apply(op);
        }
    }

    /// A vector space modulo another, of which there is a dimension: `\dim(V/W)`.
    pub(super) fn space(&self, tree: &mut Tree) {
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        for quotient in &mut tree.args {
            if quotient.head == Head::Apply(self.div)
                && let [whole, part] = quotient.args.as_slice()
                && large(whole)
                && large(part)
                && self.slashed(whole, part)
                && let Some(op) = self.quotient
            {
                quotient.head = Head::Apply(op);
            }
        }
    }

    /// Whether nothing but a slash stands between two parts.
    fn slashed(&self, before: &Tree, after: &Tree) -> bool {
        let between = self.source.get(before.end..after.start);
        between.is_some_and(|between| between.trim() == "/")
    }

    /// Whether this is the name of a set: `\mathbb{Z}`.
    fn is_set(&self, op: Op) -> bool {
        let operator = self.vocabulary.operator(op);
        operator.is_some_and(|o| o.signatures.iter().all(|s| s.result == Kind::Set))
    }
}
