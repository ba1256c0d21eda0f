//! Letters of groups and of what they act on: `F(ST) = F(S)F(T)`, `gNhN = ghN`, `|Gx||G_x| = |G|`,
//! `f(\gamma z) = (cz + d)^k f(z)`; entries of products, `(\mu P)_j`; and fields in order of time,
//! `T\phi(x)\phi(y)`.

use super::{Look, SIDES};
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};

/// Products have no more factors that are compared with others.
const FACTORS: usize = 6;

/// Letters of elements that act on a variable of functions.
const ACTING: &[&str] = &[r"\gamma", r"\sigma", "g", "M"];

impl<'t> Look<'t> {
    /// A map of capital letters that takes products to products: `\mathcal{M}(ST) =
    /// \mathcal{M}(S)\mathcal{M}(T)`.
    pub(super) fn homomorphic(&mut self, sides: &[Tree]) {
        for pair in sides.windows(2) {
            for (whole, parts) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                let (Head::Call, [_, product]) = (&whole.head, whole.args.as_slice()) else {
                    continue;
                };
                let Some(map) = whole.headed().filter(|n| !matches!(*n, "E" | "P")) else {
                    continue;
                };
                let (Some([one, other]), Some([first, second])) = (beside(product), beside(parts))
                else {
                    continue;
                };
                let value = |value: &Tree, of: &Tree| {
                    value.head == Head::Call
                        && value.headed() == Some(map)
                        && matches!(value.args.as_slice(), [_, arg] if arg.says_as(of))
                };
                let large = |t: &Tree| t.symbol().is_some_and(capital);
                if large(one) && large(other) && value(first, one) && value(second, other) {
                    for name in [Some(map), one.symbol(), other.symbol()] {
                        self.note(name.unwrap_or_default());
                    }
                }
            }
        }
    }

    /// What elements of a group do to the variable of a function that is the same elsewhere in the
    /// equation, where they are no factors: `f(\gamma z) = (cz + d)^k f(z)`.
    pub(super) fn invariant(&mut self, sides: &[Tree]) {
        fn valued(tree: &Tree, function: &str, place: &Tree) -> bool {
            let here = tree.head == Head::Call
                && tree.headed() == Some(function)
                && matches!(tree.args.as_slice(), [_, arg] if arg.says_as(place));
            here || tree.args.iter().any(|t| valued(t, function, place))
        }
        fn multiplies(tree: &Tree, letter: &str) -> bool {
            tree.symbol() == Some(letter)
                || tree.head != Head::Call && tree.args.iter().any(|t| multiplies(t, letter))
        }
        let sides = &sides[..sides.len().min(SIDES)];
        for (at, side) in sides.iter().enumerate() {
            let (Head::Call, [_, moved]) = (&side.head, side.args.as_slice()) else {
                continue;
            };
            let (Some(function), Some([element, place])) = (side.headed(), beside(moved)) else {
                continue;
            };
            let Some(name) = element.symbol().filter(|n| ACTING.contains(n)) else {
                continue;
            };
            let mut others = sides.iter().enumerate().filter(|(i, _)| *i != at);
            if place.symbol().is_some_and(|n| !capital(n))
                && others.any(|(_, t)| valued(t, function, place) && !multiplies(t, name))
            {
                self.note(name);
                place.symbol().into_iter().for_each(|n| self.note(n));
            }
        }
    }

    /// Cosets side by side, `gNhN`, and a field twice behind the sign of the order of time,
    /// `T\phi(x)\phi(y)`.
    pub(super) fn cosets(&mut self, tree: &Tree) {
        let Head::Product(joins) = &tree.head else {
            return;
        };
        if joins.iter().any(|j| *j != Join::Beside) {
            return;
        }
        let small = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_lowercase))
        };
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        match tree.args.as_slice() {
            [one, group, other, again]
                if small(one) && small(other) && large(group) && group.says_as(again) =>
            {
                self.roots(&tree.args);
            }
            [time, fields @ ..]
                if fields.len() > 1
                    && matches!(time.symbol(), Some("T" | r"\mathcal{T}" | r"\mathrm{T}"))
                    && fields.iter().all(|t| t.head == Head::Call)
                    && fields[1..].iter().all(|t| t.headed() == fields[0].headed()) =>
            {
                time.symbol().into_iter().for_each(|n| self.note(n));
                let field = fields[0].headed();
                field.into_iter().for_each(|n| self.note(n));
            }
            _ => {}
        }
    }

    /// Cosets in brackets side by side, `(xH)(yH)`; fields before functions in brackets, `(Xf)g`; what is
    /// before a letter with a star and the letter, `x^*x`.
    pub(super) fn bracketed(&mut self, tree: &Tree) {
        let small = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_lowercase))
        };
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let function =
            |t: &Tree| matches!(t.symbol(), Some("f" | "g" | "h" | r"\phi" | r"\varphi"));
        for pair in tree.args.windows(2) {
            let [first, second] = pair else {
                continue;
            };
            let within = beside(first).filter(|_| first.closed);
            if let Some([one, group]) = within
                && let Some([other, again]) = beside(second)
                && second.closed
                && small(one)
                && small(other)
                && large(group)
                && group.says_as(again)
            {
                self.roots(&[one.clone(), group.clone(), other.clone()]);
            }
            if let Some([field, of]) = within
                && large(field)
                && function(of)
            {
                self.roots(&[field.clone(), of.clone()]);
            }
            if first.root_symbol() == second.symbol()
                && super::before::starred(first)
                && matches!(second.symbol(), Some("x" | "y" | "u" | "v"))
            {
                self.roots(std::slice::from_ref(second));
            }
        }
    }

    /// The same factors in another order on the other side, which nobody states of numbers: `GF\eta =
    /// \eta GF`.
    pub(super) fn permuted(&mut self, sides: &[Tree]) {
        for pair in sides.windows(2) {
            let [one, other] = pair else {
                continue;
            };
            let plain = |t: &Tree| {
                matches!(&t.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
                    && (2..=FACTORS).contains(&t.args.len())
            };
            if !plain(one) || !plain(other) || one.args.len() != other.args.len() {
                continue;
            }
            let letter = |t: &Tree| t.symbol().is_some();
            let large = |t: &&Tree| t.symbol().is_some_and(capital);
            let found = |t: &Tree| other.args.iter().any(|u| u.says_as(t));
            let moved = one.args.iter().zip(&other.args).any(|(a, b)| !a.says_as(b));
            if moved
                && one.args.iter().all(|t| letter(t) && found(t))
                && one.args.iter().filter(large).count() > 1
            {
                self.roots(&one.args);
            }
        }
    }

    /// Orbits and stabilisers, which are counted: `|Gx| = |G| / |G_x|`.
    pub(super) fn orbits(&mut self, tree: &'t Tree) {
        let [inside] = tree.args.as_slice() else {
            return;
        };
        let names = |one: &'t Tree, other: &'t Tree| {
            let group = one.symbol().filter(|n| n.len() == 1 && capital(n))?;
            let element = other.symbol().filter(|n| !capital(n))?;
            Some([group, element])
        };
        let (found, others) = match (&inside.head, inside.args.as_slice()) {
            (Head::Product(joins), [group, element]) if joins[..] == [Join::Beside] => {
                (names(group, element), &self.stabilisers)
            }
            (Head::Index, [group, element]) => (names(group, element), &self.orbits),
            _ => return,
        };
        let Some(both) = found else {
            return;
        };
        if others.contains(&both) {
            both.iter().for_each(|name| self.note(name));
        }
        let kept = match inside.head {
            Head::Index => &mut self.stabilisers,
            _ => &mut self.orbits,
        };
        if kept.len() < SIDES {
            kept.push(both);
        }
    }

    /// Entries of a product of rows and matrices: `(\mu P^n)_j`.
    pub(super) fn entries(&mut self, tree: &Tree) {
        let [product, index] = tree.args.as_slice() else {
            return;
        };
        let letter = |t: &Tree| t.root_symbol().is_some();
        let large = |t: &Tree| t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let counted = matches!(index.head, Head::Number(_));
        if matches!(product.head, Head::Product(_))
            && product.closed
            && !counted
            && product.args.iter().all(letter)
            && product.args.iter().any(large)
        {
            self.roots(&product.args);
        }
    }

    fn roots(&mut self, factors: &[Tree]) {
        let names = factors.iter().filter_map(Tree::root_symbol);
        names.for_each(|name| self.note(name));
    }
}

/// The two factors of a product without a sign.
fn beside(tree: &Tree) -> Option<&[Tree; 2]> {
    match &tree.head {
        Head::Product(joins) if joins[..] == [Join::Beside] => tree.args.as_slice().try_into().ok(),
        _ => None,
    }
}
