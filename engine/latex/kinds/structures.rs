//! Groups, rings, fields and spaces that stand in quotients, products and sizes.

use super::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes the matrices of `A, B \in \mathbb{R}^{m \times n}`.
    pub(super) fn of_size(&mut self, members: &Tree, set: &Tree) {
        let (Head::Power, [numbers, size]) = (&set.head, set.args.as_slice()) else {
            return;
        };
        let numbers =
            matches!(&numbers.head, Head::Apply(op) if self.table.set_constants.contains(op));
        let crossed =
            matches!(&size.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Cross));
        if numbers && crossed {
            self.expect(members, Kind::Mat);
        }
    }

    /// `\operatorname{Gal}(L/K)`: an extension of fields, and no fraction; nor is a space by a part of it,
    /// `\tilde{H}_n(X/A)`.
    pub(super) fn extension(&mut self, tree: &Tree) {
        let [group, fields] = tree.args.as_slice() else {
            return;
        };
        let galois = |name: &str| {
            matches!(
                name,
                r"\operatorname{Gal}" | r"\mathrm{Gal}" | r"\text{Gal}" | r"\operatorname{Aut}"
            )
        };
        // `\operatorname{Sel}^{(n)}(E/K)`
        let selmer = group.root_symbol().is_some_and(|name| {
            matches!(crate::spelling::core(name), "Sel" | "Sha" | r"\Sha" | "Ш")
        });
        let homology = matches!(group.head, Head::Index | Head::Power | Head::Upper)
            && matches!(group.root_symbol(), Some("H" | r"\tilde{H}"));
        let spaces = || fields.args.iter().all(|t| t.symbol().is_some_and(capital));
        if (selmer || group.symbol().is_some_and(galois) || homology && spaces())
            && matches!(fields.head, Head::Apply(op) if op == self.table.div)
        {
            for field in fields.args.iter().filter_map(Tree::symbol) {
                self.note(field, Kind::Set);
            }
        }
    }

    /// Notes the groups and rings of quotients between signs of products: `G/H \times G/K`.
    pub(super) fn quotients(&mut self, tree: &Tree) -> bool {
        let whole = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Apply(op), [whole, _]) if *op == self.table.div => whole
                .root_symbol()
                .filter(|n| n.len() == 1 && capital(n))
                .map(str::to_owned),
            _ => None,
        };
        let Some(names) = tree.args.iter().map(whole).collect::<Option<Vec<_>>>() else {
            return false;
        };
        names.iter().for_each(|name| self.note(name, Kind::Set));
        true
    }

    /// `G/N`, `R/I` beside the sign of an isomorphism: a group or ring by a part of it.
    pub(super) fn of_structures(&mut self, side: &Tree) {
        let named = |t: &Tree| {
            let letter = matches!(t.head, Head::Symbol(_) | Head::Index);
            let name = t
                .root_symbol()
                .filter(|n| letter && n.len() == 1 && capital(n));
            name.map(str::to_owned)
        };
        if let (Head::Apply(op), [whole, part]) = (&side.head, side.args.as_slice())
            && *op == self.table.div
            && part.root_symbol().is_some()
            && let Some(name) = named(whole)
        {
            let name = name.to_owned();
            self.note(&name, Kind::Set);
        }
        // `(G/N)/(H/N)`
        if let (
            Head::Apply(op),
            [
                Tree {
                    head: Head::Apply(inner),
                    ..
                },
                part,
            ],
        ) = (&side.head, side.args.as_slice())
            && [op, inner].iter().all(|op| **op == self.table.div)
            && matches!(part.head, Head::Apply(op) if op == self.table.div)
        {
            side.args.iter().for_each(|part| self.of_structures(part));
        }
        // `C_2 \times C_3`
        if let Head::Product(joins) = &side.head
            && joins.iter().all(|j| *j == Join::Cross)
            && side.args.iter().all(|t| named(t).is_some())
        {
            let names: Vec<_> = side.args.iter().filter_map(named).collect();
            names.iter().for_each(|name| self.note(name, Kind::Set));
        }
    }
}
