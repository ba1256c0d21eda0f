//! Congruences and their moduli: `a \equiv b \pmod m`, `a \equiv b \bmod m`, `p \equiv 1, 3 \bmod 8`.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;
use smallvec::smallvec;

/// As many tokens are looked through for a modulus.
const AHEAD: usize = 40;

impl Parser<'_> {
    /// `a \equiv b \pmod m`.
    pub(super) fn modulo(&mut self, mut left: Tree, modulus: Tree) -> Tree {
        let negated = !left.closed
            && self
                .table
                .not
                .is_some_and(|op| left.head == Head::Apply(op))
            && matches!(left.args.as_slice(), [only] if !only.closed && matches!(only.head, Head::Chain(_)));
        if negated && let Some(only) = left.args.pop() {
            // `a \not\equiv b \pmod m`
            let congruence = self.modulo(only, modulus);
            left.end = congruence.end;
            left.push(congruence);
            return left;
        }
        if let Some(tree) = self.each_modulo(&left, &modulus) {
            return tree;
        }
        let one = matches!(&left.head, Head::Chain(ops) if ops.len() == 1);
        match self.table.congruent.filter(|_| one && !left.closed) {
            Some(op) => {
                let mut args = left.args;
                args.push(modulus);
                Tree::over(Head::Apply(op), args)
            }
            None => match self.table.modulo {
                Some(op) => Tree::over(
                    Head::Sequence,
                    vec![left, Tree::over(Head::Apply(op), vec![modulus])],
                ),
                None => Tree::over(Head::Sequence, vec![left, modulus]),
            },
        }
    }

    /// The links of a chain of congruences, `a \equiv b \equiv c \pmod m`, and equations,
    /// `p = 2k + 1 \equiv 1 \pmod 2`; none where it has other signs.
    fn each_modulo(&self, left: &Tree, modulus: &Tree) -> Option<Tree> {
        let (congruent, and) = (self.table.congruent?, self.table.named("and")?);
        let (identical, equal) = (self.table.identical.0?, self.table.eq?);
        let Head::Chain(ops) = &left.head else {
            return None;
        };
        let known = |op: &Op| *op == identical || *op == equal;
        if left.closed
            || !modulus.repeats()
            || ops.len() < 2
            || !ops.iter().all(known)
            || !ops.contains(&identical)
        {
            return None;
        }
        if !left.args.iter().all(Tree::repeats) {
            return None;
        }
        let links = ops.iter().zip(left.args.windows(2)).map(|(op, sides)| {
            let mut sides = sides.to_vec();
            if *op == equal {
                return Tree::over(Head::Chain(smallvec![equal]), sides);
            }
            sides.push(modulus.clone());
            Tree::over(Head::Apply(congruent), sides)
        });
        Some(Tree::over(Head::Apply(and), links.collect()))
    }

    /// Whether this is a congruence that has no modulus yet.
    pub(super) fn residues(&self, left: &Tree) -> bool {
        let identical = self.table.identical.0;
        !left.closed
            && matches!(&left.head, Head::Chain(ops) if ops.last().copied() == identical)
            && !self.table.remainder.is_some_and(|op| applies(left, op))
    }

    /// The width of the sign of a modulus at a place.
    fn modulus_at(&self, at: usize) -> Option<usize> {
        self.roles_at(at).find_map(|(role, width)| match role {
            Role::Infix { op, .. } if Some(*op) == self.table.remainder => Some(width),
            Role::Command { op, .. } if Some(*op) == self.table.modulo => Some(width),
            _ => None,
        })
    }

    /// Whether what comes after the comma here is one more residue of the congruence before it:
    /// `p \equiv 1, 3 \bmod 8`.
    pub(super) fn residue_ahead(&self, left: &Tree) -> bool {
        let first = match left.head {
            Head::Items if !left.closed => left.last_args(AHEAD).iter().find(|t| t.states()),
            _ => Some(left),
        };
        if !first.is_some_and(|t| self.residues(t)) {
            return false;
        }
        let mut at = self.pos;
        while at < self.end.min(self.pos + AHEAD) {
            if self.modulus_at(at).is_some() {
                return true;
            }
            let relation = self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. }
                    if *level == self.table.relation)
            });
            if relation || super::is_text(&self.tokens[at]) {
                return false;
            }
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ => at + 1,
            };
        }
        false
    }

    /// A residue, with the modulus where that comes after it.
    pub(super) fn residue(&mut self) -> Tree {
        let saved = std::mem::replace(&mut self.congruence, true);
        let value = self.expression(self.table.strength.comma + 1);
        self.congruence = saved;
        let Some(width) = self.modulus_at(self.pos).filter(|_| self.pos < self.end) else {
            return value;
        };
        self.pos += width;
        let modulus = self.modulus();
        self.modulo(value, modulus)
    }

    /// What stands after the sign of a modulus: all but `\pmod` take what stands side by side.
    pub(super) fn modulus(&mut self) -> Tree {
        let loose = !matches!(self.tokens[self.pos - 1].key.as_ref(), r"\pmod" | r"\pod");
        match loose && self.operand_follows() {
            true => self.open_argument(),
            false => self.argument(),
        }
    }
}

/// Whether an operator is applied somewhere in a tree, or at the end of a long one.
pub(super) fn applies(tree: &Tree, op: Op) -> bool {
    tree.head == Head::Apply(op) || tree.last_args(AHEAD).iter().any(|t| applies(t, op))
}
