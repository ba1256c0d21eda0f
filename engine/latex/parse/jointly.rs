//! Several indices that run over the same range: `\sum_{i,j=1}^n`, `(a_{ij})_{i,j=1}^n`.

use super::Parser;
use super::big::{Big, lower_sort};
use crate::latex::tree::{Head, Tree};
use smallvec::smallvec;

/// As many indices are bound at once.
const MOST: usize = 6;

impl Parser<'_> {
    /// The letters before the sign of an equation, and where all of them begin: `i, j = 1`.
    pub(super) fn jointly<'t>(&self, sub: &'t Tree) -> Option<(Vec<&'t Tree>, &'t Tree)> {
        let (Head::Items, [letters @ .., last]) = (&sub.head, sub.args.as_slice()) else {
            return None;
        };
        let equation = last.head == Head::Chain(smallvec![self.table.eq?]);
        let [letter, low] = last.args.as_slice() else {
            return None;
        };
        let letters: Vec<&Tree> = letters.iter().chain([letter]).collect();
        let plain = letters.iter().all(|t| t.symbol().is_some());
        let distinct = letters.iter().enumerate().all(|(i, t)| {
            letters[..i]
                .iter()
                .all(|other| other.symbol() != t.symbol())
        });
        let apart = !letters
            .iter()
            .any(|t| t.symbol().is_some_and(|name| low.mentions(name)));
        (equation && plain && distinct && apart && letters.len() <= MOST).then_some((letters, low))
    }

    /// The operator once for each of several indices with the same ends.
    pub(super) fn nested(&self, big: &Big, sub: &Tree, sup: &Tree, body: &Tree) -> Option<Tree> {
        if self.table.arity(big.op) != 4 {
            return None;
        }
        let (letters, low) = self.jointly(sub)?;
        let sort = lower_sort(low);
        let around = |inner: Tree, letter: &&Tree| {
            let args = vec![(*letter).clone(), low.clone(), sup.clone(), inner];
            Tree::over(Head::Binder(big.op, sort), args)
        };
        Some(letters.iter().rev().fold(body.clone(), around))
    }
}
