//! Multipliers and vectors that are told by what is transposed beside them: `\lambda^T g(x)`, `A^T \lambda`,
//! `u_i v_i^T`, `1^T x`.

use super::VECTORS;
use crate::latex::bold;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

/// Greek letters that name vectors where they are transposed or stand behind what is: multipliers.
const MULTIPLIERS: &[&str] = &[r"\lambda", r"\alpha", r"\nu", r"\delta"];

impl Kinds<'_> {
    /// Notes the multipliers of `\lambda^T g(x)`, `\alpha^T K \alpha` and `A^T \lambda`: numbers stand in
    /// front; and what `1^T x` adds up.
    pub(super) fn multipliers(&mut self, joins: &[Join], tree: &Tree) {
        let mut found: Vec<(String, Kind)> = Vec::new();
        for (at, pair) in tree.args.windows(2).enumerate() {
            let (before, next) = (&pair[0], &pair[1]);
            if joins[at] != Join::Beside || !crate::latex::elaborate::transposes(before) {
                continue;
            }
            let base = &before.args[0];
            let last = at + 2 == tree.args.len();
            let behind = next
                .root_symbol()
                .filter(|n| last && MULTIPLIERS.contains(n) && next.head != Head::Prime);
            if let Some(name) = behind
                && base.root_symbol().is_some_and(capital)
            {
                found.push((name.to_owned(), Kind::Vec));
            }
            let vector = |t: &Tree| t.root_symbol().is_some_and(|n| VECTORS.contains(&n));
            let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
            let fits = match next.head {
                Head::Call => true,
                Head::Sum(..) => next.closed,
                _ => {
                    vector(next)
                        || next.symbol().is_some_and(bold::directed)
                        || large(next) && !last
                }
            };
            let transposed = before.args[1].symbol() == Some("T");
            if let Some(name) = base.root_symbol().filter(|n| MULTIPLIERS.contains(n))
                && matches!(base.head, Head::Symbol(_) | Head::Index)
                && transposed
                && fits
            {
                found.push((name.to_owned(), Kind::Vec));
                if large(next) {
                    found.push((next.symbol().unwrap_or_default().to_owned(), Kind::Mat));
                }
            }
            // `\gamma^T \mathbf{1} = \mathbf{b}`: the plan of a transport, and what it brings.
            if transposed
                && base.symbol() == Some(r"\gamma")
                && next.root_symbol() == Some(r"\mathbf{1}")
            {
                found.push((r"\gamma".to_owned(), Kind::Mat));
                found.push((r"\mathbf{1}".to_owned(), Kind::Vec));
            }
            // `\mathbf{w}^\top \mathbf{1}_n`: the length of a column of ones stands below it.
            let ones_of = next.head == Head::Index && next.root_symbol() == Some(r"\mathbf{1}");
            if ones_of && self.lies(before) && base.symbol().is_some_and(bold::directed) {
                found.push((r"\mathbf{1}".to_owned(), Kind::Vec));
            }
            if ones(before) && vector(next) && next.head != Head::Power {
                found.push((next.root_symbol().unwrap_or_default().to_owned(), Kind::Vec));
            }
        }
        for (name, kind) in found {
            self.note(&name, kind);
        }
    }

    /// Notes the vectors of a product whose second is transposed and has the same index: `\sigma_i u_i
    /// v_i^T`.
    pub(in crate::latex) fn outer(&mut self, joins: &[Join], tree: &Tree) {
        let [.., column, line] = tree.args.as_slice() else {
            return;
        };
        if joins.last() != Some(&Join::Beside)
            || line.head != Head::Power
            || !crate::latex::elaborate::transposes(line)
        {
            return;
        }
        let indexed = |t: &'_ Tree| match (&t.head, t.args.as_slice()) {
            (Head::Index, [letter, index]) => {
                let name = letter.symbol().filter(|n| VECTORS.contains(n))?;
                Some((name.to_owned(), index.clone()))
            }
            _ => None,
        };
        // `h_{m+1,m} v_{m+1} e_m^T`: a column of the identity.
        if let (Some((one, _)), [unit, _]) = (indexed(column), line.args[0].args.as_slice())
            && line.args[0].head == Head::Index
            && unit.symbol() == Some("e")
        {
            self.note(&one, Kind::Vec);
            self.note("e", Kind::Vec);
        }
        if let (Some((one, i)), Some((other, j))) = (indexed(column), indexed(&line.args[0]))
            && i.says_as(&j)
        {
            self.note(&one, Kind::Vec);
            self.note(&other, Kind::Vec);
        }
    }

    /// Whether this operator makes the matrix of the second derivatives of a function, where it
    /// stands between vectors.
    pub(in crate::latex) fn is_hessian(&self, op: Op) -> bool {
        self.fields().is_some_and(|fields| fields.laplacian == op)
    }
}

/// Whether this is a column of ones that lies: `1^T`, no power of a number.
pub(in crate::latex) fn ones(tree: &Tree) -> bool {
    matches!((&tree.head, tree.args.as_slice()), (Head::Power, [one, _]) if one.head == Head::Number("1".into()))
        && tree.args[1].symbol() != Some("t")
        && crate::latex::elaborate::transposes(tree)
}
