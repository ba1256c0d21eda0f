//! Congruences to a modulus that is written once: `n^2 \equiv 0 \text{ or } 1 \pmod 4`,
//! `n \equiv 0, 1 \pmod 4`.

use super::Elaborator;
use crate::latex::tree::{Head, Tree};
use smallvec::smallvec;

impl Elaborator<'_> {
    /// Congruences to one modulus, which is written once: `n^2 \equiv 0 \text{ or } 1 \pmod 4`.
    pub(super) fn congruences(&self, mut trees: Vec<Tree>) -> Vec<Tree> {
        let (Some(congruent), Some(modulo)) = (self.table.congruent, self.table.modulo) else {
            return trees;
        };
        let modulus = trees.last().and_then(|last| match last.args.get(1) {
            Some(Tree {
                head: Head::Sequence,
                args,
                ..
            }) => match args.as_slice() {
                [value, by] if by.head == Head::Apply(modulo) => {
                    Some((value.clone(), by.args.first()?.clone()))
                }
                _ => None,
            },
            _ => None,
        });
        let Some((value, modulus)) = modulus else {
            return trees;
        };
        if let Some(last) = trees.last_mut() {
            last.args[1] = value;
        }
        let pair = |t: &Tree| matches!(t.head, Head::Chain(_)) && t.args.len() == 2;
        for tree in trees.iter_mut().filter(|t| pair(t)) {
            let mut args = std::mem::take(&mut tree.args);
            args.push(modulus.clone());
            *tree = Tree::over(Head::Apply(congruent), args);
        }
        trees
    }

    /// Statements in which a list of residues is one of congruences, of which one holds; none when
    /// there is no such list.
    pub(super) fn residues(&self, trees: &[Tree]) -> Option<Vec<Tree>> {
        let (congruent, or) = (self.table.congruent?, self.op("or")?);
        let (last, value, modulus) = trees
            .iter()
            .enumerate()
            .find_map(|(at, t)| self.reduced(t).map(|(v, m)| (at, v, m)))?;
        let (first, sides, negated) = (0..last)
            .rev()
            .find_map(|at| self.identity(&trees[at]).map(|(s, n)| (at, s, n)))?;
        let between = &trees[first + 1..last];
        if between
            .iter()
            .any(|t| self.is_statement(t) || self.is_dots(t))
        {
            return None;
        }
        let values = [&sides[1]].into_iter().chain(between).chain([value]);
        let each = |value: &Tree| {
            let args = vec![sides[0].clone(), value.clone(), modulus.clone()];
            Tree::over(Head::Apply(congruent), args)
        };
        let mut whole = Tree::over(Head::Apply(or), values.map(each).collect());
        if negated {
            whole = Tree::over(Head::Apply(self.table.not?), vec![whole]);
        }
        let mut found = trees[..first].to_vec();
        found.push(whole);
        let rest = &trees[last + 1..];
        match self.residues(rest) {
            Some(rest) => found.extend(rest),
            None => found.extend_from_slice(rest),
        }
        Some(found)
    }

    /// A value and the modulus after it.
    fn reduced<'t>(&self, tree: &'t Tree) -> Option<(&'t Tree, &'t Tree)> {
        let (Head::Sequence, [value, by]) = (&tree.head, tree.args.as_slice()) else {
            return None;
        };
        match by.args.as_slice() {
            [modulus] if by.head == Head::Apply(self.table.modulo?) => Some((value, modulus)),
            _ => None,
        }
    }

    /// The sides of `a \equiv b`, and whether it is denied.
    fn identity<'t>(&self, tree: &'t Tree) -> Option<(&'t [Tree], bool)> {
        let sign = self.table.identical.0?;
        match (&tree.head, tree.args.as_slice()) {
            (Head::Chain(_), [_, _]) if tree.head == Head::Chain(smallvec![sign]) => {
                Some((&tree.args, false))
            }
            (Head::Apply(op), [only]) if Some(*op) == self.table.not => {
                self.identity(only).map(|(sides, denied)| (sides, !denied))
            }
            _ => None,
        }
    }
}
