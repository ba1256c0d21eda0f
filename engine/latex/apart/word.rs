//! Products of letters as words, which are compared with each other in both directions.

use crate::latex::kinds::capital;
use crate::latex::parse::minus_one;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use smallvec::SmallVec;

/// The longest product that is turned round.
const LONGEST: usize = 4;

/// A product: its letters with what hangs on them, and its sign.
pub(in crate::latex) struct Word<'t> {
    pub(in crate::latex) letters: SmallVec<[&'t Tree; 6]>,
    pub(super) minus: bool,
    /// A power of minus one stands in it: `(-1)^{pq}ba`.
    pub(super) signed: bool,
    /// A number stands in it: like terms are gathered, `3xy + 2yx`.
    pub(super) counted: bool,
    /// A sum or a value of a function stands in it: `ab = ba \cos x + c` says nothing of an order.
    pub(super) mixed: bool,
}

/// The terms of a side that are products of letters.
pub(super) fn summands(side: &Tree, neg: Option<Op>) -> SmallVec<[Word<'_>; 4]> {
    match &side.head {
        Head::Sum(_, signs) => {
            let terms = signs.iter().zip(&side.args);
            let words = terms.filter_map(|(sign, term)| {
                let plain = sign.is_none() || *sign == neg;
                plain.then(|| word(term, sign.is_some())).flatten()
            });
            words.collect()
        }
        _ => word(side, false).into_iter().collect(),
    }
}

pub(in crate::latex) fn word(tree: &Tree, minus: bool) -> Option<Word<'_>> {
    let Head::Product(joins) = &tree.head else {
        return None;
    };
    if joins.contains(&Join::Cross) {
        return None;
    }
    let letter = |t: &&Tree| {
        matches!(
            t.head,
            Head::Symbol(_) | Head::Index | Head::Upper | Head::Power | Head::Prime
        ) && t.root_symbol().is_some()
    };
    Some(Word {
        letters: tree.args.iter().filter(letter).collect(),
        minus,
        signed: tree
            .args
            .iter()
            .any(|t| t.head == Head::Power && minus_one(&t.args[0])),
        counted: tree.args.iter().any(|t| matches!(t.head, Head::Number(_))),
        mixed: tree.args.iter().any(|t| match t.head {
            Head::Sum(..) | Head::Call => true,
            Head::Apply(_) => t.args.len() == 1,
            _ => false,
        }),
    })
}

impl<'t> Word<'t> {
    /// The letter on both sides of another, and that.
    pub(super) fn around(&self) -> Option<[&'t Tree; 2]> {
        match self.letters.as_slice() {
            [a, inner, b] if !self.counted && !self.mixed && same(a, b) && !same(a, inner) => {
                Some([a, inner])
            }
            _ => None,
        }
    }

    /// The letters of a homotopy between maps of complexes, which stand in both orders with indices a step
    /// apart: `d_{n+1} h_n + h_{n-1} d_n`.
    pub(super) fn stepped(&self, other: &Self) -> Option<[&'t Tree; 2]> {
        let ([a, b], [c, d]) = (self.letters.as_slice(), other.letters.as_slice()) else {
            return None;
        };
        let parts = |t: &'t Tree| match (&t.head, t.args.as_slice()) {
            (Head::Index, [name, index]) => Some((name, index)),
            _ => None,
        };
        let (after, at) = (parts(a)?, parts(b)?);
        let (before, last) = (parts(c)?, parts(d)?);
        let step = |t: &Tree| matches!(t.head, Head::Sum(..));
        let fits = same(after.0, last.0)
            && same(at.0, before.0)
            && !same(at.0, after.0)
            && same(at.1, last.1)
            && at.1.symbol().is_some()
            && step(after.1)
            && step(before.1)
            && !self.mixed
            && !other.mixed;
        fits.then_some([*a, *b])
    }

    /// The letters at the end that the other product has in the reversed order, and whether there
    /// are others before them in one of the two.
    pub(super) fn turned(&self, other: &Self) -> Option<(SmallVec<[&'t Tree; 6]>, bool)> {
        if self.counted || other.counted {
            return None;
        }
        let shortest = self.letters.len().min(other.letters.len());
        (2..=shortest.min(LONGEST)).find_map(|length| {
            let ending = |word: &Self| word.letters.len() - length;
            let (one, two) = (
                &self.letters[ending(self)..],
                &other.letters[ending(other)..],
            );
            let reversed = one.iter().zip(two.iter().rev()).all(|(a, b)| same(a, b));
            let alike = one.iter().zip(two).all(|(a, b)| same(a, b));
            if !reversed || alike {
                return None;
            }
            let before = (
                &self.letters[..ending(self)],
                &other.letters[..ending(other)],
            );
            let equal = before.0.len() == before.1.len()
                && before.0.iter().zip(before.1).all(|(a, b)| same(a, b));
            Some((one.iter().copied().collect(), !equal))
        })
    }

    /// Whether it is a small letter and a capital one: an element and a subgroup.
    pub(super) fn coset(&self) -> bool {
        let large = |t: &&&Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        self.letters.len() == 2
            && self.letters.iter().all(|t| t.symbol().is_some())
            && self.letters.iter().filter(large).count() == 1
    }
}

/// Whether two letters are the same, with what hangs on them.
pub(in crate::latex) fn same(one: &Tree, other: &Tree) -> bool {
    one.head == other.head
        && one.args.len() == other.args.len()
        && one.args.iter().zip(&other.args).all(|(a, b)| same(a, b))
}
