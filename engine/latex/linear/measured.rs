//! Vectors of which there are lengths, and those between which a dot or a cross stands.

use super::VECTORS;
use crate::latex::bold;
use crate::latex::identity::is_basis;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes what stands between double bars or in an inner product: vectors, with numbers or
    /// matrices before them.
    pub(in crate::latex) fn in_norm(&mut self, tree: &Tree) {
        let mut found = Vec::new();
        // `\|fg\|_1 \le \|f\|_p \|g\|_q`: functions are multiplied, columns are not.
        let function = |t: &Tree| matches!(t.symbol(), Some("f" | "g"));
        for arg in tree.args.iter().filter(|arg| !function(arg)) {
            let terms = match arg.head {
                Head::Sum(..) => arg.args.as_slice(),
                _ => std::slice::from_ref(arg),
            };
            for term in terms {
                self.vector_term(term, &mut found);
            }
        }
        for (name, kind) in found {
            self.note(&name, kind);
        }
    }

    /// Notes what stands in an inner product with an operator: `\langle Tx, y \rangle`.
    pub(in crate::latex) fn in_inner(&mut self, tree: &Tree) {
        let mut found = Vec::new();
        for arg in &tree.args {
            self.vector_term(arg, &mut found);
        }
        if found.iter().any(|(_, kind)| *kind == Kind::Mat) {
            for (name, kind) in found {
                self.note(&name, kind);
            }
        }
    }

    /// The vector in a term of a vector, with what stands before it.
    fn vector_term(&self, term: &Tree, found: &mut Vec<(String, Kind)>) {
        let small = |t: &Tree| {
            let name = t
                .root_symbol()
                .filter(|n| VECTORS.contains(n) || ["f", "g"].contains(n))?;
            (!matches!(t.head, Head::Call | Head::Power)).then(|| name.to_owned())
        };
        if let Some(name) = small(term) {
            found.push((name, Kind::Vec));
            return;
        }
        let (Head::Product(joins), [factors @ .., last]) = (&term.head, term.args.as_slice())
        else {
            return;
        };
        let (Some(before), Some(join), Some(name)) = (factors.last(), joins.last(), small(last))
        else {
            return;
        };
        // `\|M_1 y\|`, where `C_1` would be a constant
        let letter = match before.head {
            Head::Index => before
                .root_symbol()
                .filter(|n| !matches!(*n, "C" | "K" | "L")),
            _ => before.symbol(),
        };
        let capital = letter.filter(|n| n.len() == 1 && capital(n));
        if let (Some(matrix), Join::Beside) = (capital, join) {
            found.push((matrix.to_owned(), Kind::Mat));
            found.push((name, Kind::Vec));
        } else if small(before).is_none() {
            found.push((name, Kind::Vec));
        }
    }

    /// Notes that what has a hat is a vector where it is multiplied with one, or with another hat, by a
    /// dot: `\vec{E} \cdot \hat{n}`, `\hat{\imath} \cdot \hat{\jmath}`.
    pub(in crate::latex) fn hatted(&mut self, joins: &[Join], tree: &Tree) {
        let hat = |t: &Tree| {
            let letter = match t.head {
                Head::Index => t.args[0].symbol(),
                _ => t.symbol(),
            };
            letter
                .filter(|n| n.starts_with(r"\hat{") || n.contains(r"{\hat"))
                .map(str::to_owned)
        };
        let unit = |name: &Option<String>| name.as_deref().is_some_and(unit);
        // `3\hat{i} \times 2\hat{j}`: numbers stand before the unit vectors.
        let bases: Vec<&Tree> = tree
            .args
            .iter()
            .filter(|t| !matches!(t.head, Head::Number(_)))
            .collect();
        if let [one, other] = bases.as_slice()
            && joins.iter().any(|j| *j != Join::Beside)
            && [one, other]
                .iter()
                .all(|t| t.symbol().is_some_and(is_basis))
        {
            let names = [hat(one), hat(other)];
            names
                .iter()
                .flatten()
                .for_each(|name| self.note(name, Kind::Vec));
        }
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            let hats = (hat(&pair[0]), hat(&pair[1]));
            // `\hat{\imath} \times \hat{\jmath}`
            let vector = |t: &Tree| t.head != Head::Power && self.directed(t);
            let crossed = *join == Join::Cross
                && (unit(&hats.0) || vector(&pair[0]))
                && (unit(&hats.1) || vector(&pair[1]));
            if *join != Join::Dot && !crossed {
                continue;
            }
            let found = match hats {
                (Some(a), Some(b)) => vec![a, b],
                (Some(a), None) if vector(&pair[1]) => vec![a],
                (None, Some(b)) if vector(&pair[0]) => vec![b],
                _ => Vec::new(),
            };
            for name in found {
                self.note(&name, Kind::Vec);
            }
        }
    }

    /// Notes the vectors of `x \cdot (y \times z)`.
    pub(in crate::latex) fn triple(&mut self, joins: &[Join], tree: &Tree) {
        let crossed = |t: &Tree| {
            t.closed
                && t.args.len() == 2
                && matches!(&t.head, Head::Product(joins) if joins[..] == [Join::Cross])
        };
        let [one, other] = tree.args.as_slice() else {
            return;
        };
        if joins != [Join::Dot] || !(crossed(one) || crossed(other)) {
            return;
        }
        let mut names = Vec::new();
        for part in [one, other] {
            let letters = if crossed(part) {
                part.args.as_slice()
            } else {
                std::slice::from_ref(part)
            };
            names.extend(letters.iter().map(|t| t.symbol().map(str::to_owned)));
        }
        if let Some(names) = names.into_iter().collect::<Option<Vec<String>>>() {
            names.iter().for_each(|name| self.note(name, Kind::Vec));
        }
    }

    /// Notes the tensor in a product with a dot that is equal to a vector: `\mathbf{t} =
    /// \boldsymbol{\sigma} \cdot \mathbf{n}`.
    pub(super) fn contracted(&mut self, product: &Tree, vector: &Tree) {
        let (Head::Product(joins), [one, other]) = (&product.head, product.args.as_slice()) else {
            return;
        };
        let written = |t: &Tree| t.symbol().is_some_and(bold::spatial);
        let greek = |t: &&Tree| {
            t.symbol()
                .is_some_and(|n| bold::large(n) || bold::small(n) && n.contains(r"{\"))
        };
        if joins[..] != [Join::Dot] || !written(vector) {
            return;
        }
        if let Some(name) = [one, other].into_iter().find(greek).and_then(Tree::symbol) {
            let name = name.to_owned();
            self.note(&name, Kind::Mat);
        }
    }

    /// A product with a dot beside the lengths of its factors.
    pub(super) fn lengths(&mut self, product: &Tree, lengths: &Tree) {
        let (Head::Product(joins), [u, v]) = (&product.head, product.args.as_slice()) else {
            return;
        };
        let (Some(u), Some(v)) = (u.symbol(), v.symbol()) else {
            return;
        };
        let length = |name: &str| {
            lengths.args.iter().any(|t| {
                matches!(t.head, Head::Fence(_))
                    && matches!(t.args.as_slice(), [only] if only.symbol() == Some(name))
            })
        };
        let multiplied = matches!(lengths.head, Head::Product(_)) && lengths.args.len() > 2;
        if joins[..] == [Join::Dot] && multiplied && u != v && length(u) && length(v) {
            let names = [u.to_owned(), v.to_owned()];
            names.iter().for_each(|name| self.note(name, Kind::Vec));
        }
    }
}

/// Whether a letter with a hat may be a unit vector: `\hat{x}`, `\hat{\theta}`, and no estimate.
fn unit(name: &str) -> bool {
    let letter = name.strip_prefix(r"\hat{").unwrap_or("");
    is_basis(name)
        || [
            "x}", "y}", "z}", "n}", "r}", "e}", "u}", "v}", "s}", "t}", "a}", "b}", "c}", "k}",
        ]
        .contains(&letter)
        || [r"\theta}", r"\phi}", r"\varphi}", r"\rho}"].contains(&letter)
}
