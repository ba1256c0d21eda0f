//! Congruences to a modulus that is written once: `n^2 \equiv 0 \text{ or } 1 \pmod 4`,
//! `n \equiv 0, 1 \pmod 4`.

use super::Elaborator;
use crate::latex::tree::{Head, Tree};
use smallvec::smallvec;
use std::ops::Range;

/// The most residues of a list: what is congruent to them is written out for each.
const MOST: usize = 50;

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
        let Some((value, modulus)) = modulus.filter(|(_, modulus)| modulus.repeats()) else {
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
        let (mut found, mut rest) = (Vec::new(), trees);
        while let Some((range, whole)) = self.first_residues(rest) {
            found.extend_from_slice(&rest[..range.start]);
            found.push(whole);
            rest = &rest[range.end..];
        }
        if found.is_empty() {
            return None;
        }
        found.extend_from_slice(rest);
        Some(found)
    }

    /// The first list of residues, and what it says.
    fn first_residues(&self, trees: &[Tree]) -> Option<(Range<usize>, Tree)> {
        let (congruent, or) = (self.table.congruent?, self.op("or")?);
        let (last, value, modulus) = trees
            .iter()
            .enumerate()
            .find_map(|(at, t)| self.reduced(t).map(|(v, m)| (at, v, m)))?;
        let (first, sides, negated) = (last.saturating_sub(MOST)..last)
            .rev()
            .find_map(|at| self.identity(&trees[at]).map(|(s, n)| (at, s, n)))?;
        if !modulus.repeats() || !sides[0].repeats() {
            return None;
        }
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
        Some((first..last + 1, whole))
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
