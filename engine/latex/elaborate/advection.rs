//! Derivatives along a vector: `(\mathbf{u} \cdot \nabla) \mathbf{u}`, `u \cdot \nabla u`.

use super::Elaborator;
use super::ordered::spatial;
use crate::latex::apart::same;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// A product in which one factor is differentiated along another: the two are no numbers that
    /// could change places.
    pub(super) fn advection(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        let advect = self.op("advect")?;
        let last = tree.args.len().checked_sub(1)?;
        if let ([.., Join::Dot], [vector, sign]) = (joins, tree.args.as_slice())
            && nabla(sign)
            && self.kinds.of(vector) == Kind::Vec
        {
            // `\partial_t + \mathbf{u} \cdot \nabla`
            let along = self.operand(vector, Kind::Vec);
            let blank = self.named("blank", Vec::new());
            return Some(self.node(advect, vec![along, blank]));
        }
        let (at, along, of) = (0..last).find_map(|at| {
            let (one, other) = (&tree.args[at], &tree.args[at + 1]);
            match joins.get(at)? {
                Join::Beside => Some((at, directed(one)?, other)),
                Join::Dot => Some((at, one, self.differentiated(one, other)?)),
                Join::Cross => None,
            }
        })?;
        let args = vec![
            self.operand(along, self.kinds.of(along)),
            self.operand(of, self.kinds.of(of)),
        ];
        let derivative = self.node(advect, args);
        if last == 1 {
            return Some(derivative);
        }
        let others = tree.args.iter().enumerate();
        let others = others.filter(|(i, _)| *i != at && *i != at + 1);
        let mut factors = Vec::new();
        for (_, factor) in others {
            factors.push(self.operand(factor, Kind::Num));
        }
        factors.push(derivative);
        Some(self.named("mul", factors))
    }

    /// What a gradient is taken of, where that is the same as what stands before it, or another
    /// vector: `u \cdot \nabla u`.
    fn differentiated<'t>(&self, along: &Tree, gradient: &'t Tree) -> Option<&'t Tree> {
        let (Head::Apply(op), [of]) = (&gradient.head, gradient.args.as_slice()) else {
            return None;
        };
        let vectors = || spatial(along) && spatial(of);
        (self.op("grad") == Some(*op) && (same(along, of) || vectors())).then_some(of)
    }
}

/// The vector in `(\mathbf{u} \cdot \nabla)`.
pub(super) fn directed(tree: &Tree) -> Option<&Tree> {
    let Head::Product(joins) = &tree.head else {
        return None;
    };
    match tree.args.as_slice() {
        [vector, sign] if tree.closed && joins[..] == [Join::Dot] && nabla(sign) => Some(vector),
        _ => None,
    }
}

fn nabla(tree: &Tree) -> bool {
    matches!(tree.symbol(), Some(r"\nabla" | "∇"))
}
