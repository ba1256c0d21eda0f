//! Several letters between the same bounds, `1 \le i, j \le n`: each of them is.

use super::Parser;
use crate::latex::apart::same;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

/// As many letters are between the first and the last.
const MOST: usize = 8;

impl Parser<'_> {
    /// Puts the bounds around each letter where the last parts of a list say them of several, and says
    /// whether they do: `1 \le i`, `j`, `k \le n`.
    pub(super) fn bound_alike(&self, parts: &mut Vec<Tree>) -> bool {
        let Some(letters) = self.between(parts) else {
            return false;
        };
        let (Some(last), from) = (parts.pop(), parts.len() - letters) else {
            return false;
        };
        let mut found = parts.split_off(from).into_iter();
        let Some(opening) = found.next() else {
            return false;
        };
        let (Head::Chain(mut signs), Head::Chain(more)) = (opening.head, last.head) else {
            return false;
        };
        signs.extend(more);
        let mut start = opening.args.into_iter();
        let mut end = last.args.into_iter();
        let (Some(bound), Some(first), Some(own)) = (start.next(), start.next(), end.next()) else {
            return false;
        };
        let bounds: Vec<Tree> = end.collect();
        let each: Vec<Tree> = [first].into_iter().chain(found).chain([own]).collect();
        if !each.iter().any(|t| self.is_dots(t)) {
            parts.extend(each.into_iter().map(|letter| {
                let sides = [bound.clone(), letter].into_iter().chain(bounds.clone());
                Tree::over(Head::Chain(signs.clone()), sides.collect())
            }));
            return true;
        }
        // `0 < x_1, \ldots, x_n < 1`: each bound is said of all.
        let below = signs.drain(1..).collect();
        let mirrored = self.mirrored(signs[0]).unwrap_or(signs[0]);
        for (signs, others) in [([mirrored].as_slice().into(), vec![bound]), (below, bounds)] {
            let mut letters = each.clone();
            let sides = letters.pop().into_iter().chain(others).collect();
            parts.extend(letters);
            parts.push(Tree::over(Head::Chain(signs), sides));
        }
        true
    }

    /// How many letters stand before the last one that has a bound, when the first of them has one in
    /// the same direction: a number, or one of letters that differ in their index.
    fn between(&self, parts: &[Tree]) -> Option<usize> {
        let (last, before) = parts.split_last()?;
        let ops = chain(last)?;
        let direction = self.direction(*ops.first()?)?;
        let own = last.args.first().filter(|t| is_letter(t))?;
        let alike = |op: &Op| self.direction(*op) == Some(direction);
        if !ops.iter().all(alike) {
            return None;
        }
        let listed = |t: &&Tree| is_letter(t) || self.is_dots(t);
        let middle = before.iter().rev().take(MOST).take_while(listed);
        let letters = middle.count() + 1;
        let opening = &before[before.len().checked_sub(letters)?];
        let ([sign], [bound, first]) = (chain(opening)?, opening.args.as_slice()) else {
            return None;
        };
        let indexed = !matches!(first.head, Head::Symbol(_))
            && first.head == own.head
            && first.root_symbol() == own.root_symbol();
        // `0 < a, a < d` says both of one letter.
        let several = !same(first, own);
        let fits = several && alike(sign) && is_letter(first) && (bound.is_constant() || indexed);
        // `1 \le n, m < n`: one of the letters bounds the other.
        let bounds = &last.args[1..];
        let own_bound = |letter: &Tree| bounds.iter().any(|bound| holds(bound, letter));
        let several = before.iter().rev().take(letters - 1).chain([first, own]);
        (fits && !several.into_iter().any(own_bound)).then_some(letters)
    }

    /// The order in the other direction.
    fn mirrored(&self, op: Op) -> Option<Op> {
        let at = self.table.orders.iter().position(|own| *own == op)?;
        self.table.orders.get((at + 2) % 4).copied()
    }

    /// Whether an order goes up or down.
    fn direction(&self, op: Op) -> Option<bool> {
        let at = self.table.orders.iter().position(|own| *own == op)?;
        Some(at < 2)
    }
}

fn chain(tree: &Tree) -> Option<&[Op]> {
    match &tree.head {
        Head::Chain(ops) if !tree.closed => Some(ops),
        _ => None,
    }
}

fn holds(tree: &Tree, letter: &Tree) -> bool {
    same(tree, letter) || tree.args.iter().any(|part| holds(part, letter))
}

fn is_letter(tree: &Tree) -> bool {
    matches!(tree.head, Head::Symbol(_) | Head::Index | Head::Prime) && tree.root_symbol().is_some()
}
