//! Several indices that run over the same range: `\sum_{i,j=1}^n`, `(a_{ij})_{i,j=1}^n`.

use super::Parser;
use super::big::{Big, lower_sort};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
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

    /// Letters, where each begins and where it ends: `i = 1, j = 1` below `n`, or below `n, m`.
    fn respectively<'t>(
        &self,
        sub: &'t Tree,
        sup: &'t Tree,
    ) -> Option<Vec<(&'t Tree, &'t Tree, &'t Tree)>> {
        let (letters, lows): (Vec<&Tree>, Vec<&Tree>) = match self.jointly(sub) {
            Some((letters, low)) => {
                let count = letters.len();
                (letters, vec![low; count])
            }
            None => {
                let eq = self.table.eq?;
                let equation = |t: &'t Tree| match (&t.head, t.args.as_slice()) {
                    (Head::Chain(ops), [letter, low])
                        if ops.as_slice() == [eq] && letter.symbol().is_some() =>
                    {
                        Some((letter, low))
                    }
                    _ => None,
                };
                let Head::Items = sub.head else { return None };
                let each: Option<Vec<_>> = sub.args.iter().map(equation).collect();
                let each = each?;
                let distinct = each.iter().enumerate().all(|(i, (letter, _))| {
                    each[..i].iter().all(|(t, _)| t.symbol() != letter.symbol())
                });
                if !distinct || each.len() > MOST {
                    return None;
                }
                each.into_iter().unzip()
            }
        };
        let highs: Vec<&Tree> = match &sup.head {
            Head::Items if !sup.closed => sup.args.iter().collect(),
            _ => vec![sup; letters.len()],
        };
        let ranges = letters.iter().zip(lows).zip(&highs);
        (highs.len() == letters.len()).then(|| ranges.map(|((a, b), c)| (*a, b, *c)).collect())
    }

    /// The operator once for each of several indices with ends of their own or the same ones.
    pub(super) fn nested(&self, big: &Big, sub: &Tree, sup: &Tree, body: &Tree) -> Option<Tree> {
        if self.table.arity(big.op) != 4 {
            return None;
        }
        let ranges = self.respectively(sub, sup)?;
        let short = |(_, low, high): &(&Tree, &Tree, &Tree)| low.repeats() && high.repeats();
        if !ranges.iter().all(short) {
            return None;
        }
        let around = |inner: Tree, (letter, low, high): &(&Tree, &Tree, &Tree)| {
            let args = vec![(*letter).clone(), (*low).clone(), (*high).clone(), inner];
            Tree::over(Head::Binder(big.op, lower_sort(low)), args)
        };
        Some(ranges.iter().rev().fold(body.clone(), around))
    }

    /// What stands below a sign, without braces around all of it; a condition in brackets after where
    /// an index begins, `j=0(\ne i)`, and indices side by side, `ij`, as if a comma parted them.
    pub(super) fn parted(&self, mut sub: Tree) -> Tree {
        let at = self.tokens.partition_point(|t| t.start < sub.start);
        let braces = sub.closed && at > 1 && (at - 2..at).all(|i| self.tokens[i].key == "{");
        sub.closed &= !braces;
        let equation = matches!(&sub.head, Head::Chain(ops) if ops.len() == 1 && Some(ops[0]) == self.table.eq);
        if equation
            && !sub.closed
            && sub.args[0].symbol().is_some()
            && matches!(&sub.args[1].head, Head::Product(joins) if joins.as_slice() == [Join::Beside])
            && matches!(sub.args[1].args.as_slice(), [_, said]
                if said.closed && matches!(said.head, Head::Chain(_)))
        {
            let mut said = sub.args[1].args.pop();
            let low = sub.args[1].args.pop();
            if let (Some(low), Some(said)) = (low, said.as_mut()) {
                said.closed = false;
                let blank =
                    matches!(said.args[0].head, Head::Apply(op) if Some(op) == self.table.blank);
                if blank {
                    said.args[0] = sub.args[0].clone();
                }
                sub.args[1] = low;
                return Tree::over(Head::Items, vec![sub, said.clone()]);
            }
        }
        sub
    }

    /// Indices side by side below a sign, all of which occur under it: `\sum_{ij} a_{ij}`.
    pub(super) fn listed_indices(&self, sub: &mut Tree, body: &Tree) {
        let beside =
            matches!(&sub.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside));
        let index = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| !super::big::is_word(n) && self.names_part(body, n))
        };
        if beside && !sub.closed && sub.args.len() <= MOST && sub.args.iter().all(index) {
            sub.head = Head::Items;
        }
    }

    /// Whether a letter is an index or an argument of something, or the name of a state:
    /// `\sum_{ij} |i\rangle\langle j|`.
    fn names_part(&self, tree: &Tree, name: &str) -> bool {
        let state = |op: Op| {
            ["ket", "bra", "braket"]
                .iter()
                .any(|known| self.table.named(known) == Some(op))
        };
        let named = match tree.head {
            Head::Index | Head::Upper | Head::Call => &tree.args[1..],
            Head::Apply(op) if state(op) => &tree.args[..],
            _ => &[],
        };
        named.iter().any(|t| t.mentions(name)) || tree.args.iter().any(|t| self.names_part(t, name))
    }
}
