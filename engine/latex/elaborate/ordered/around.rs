//! What stands around other factors and keeps them in their order.

use super::acts;
use crate::latex::elaborate::vectors::transposes;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use smallvec::SmallVec;

/// Whether a letter and the same with a star or transposed stand around something, `a x a^*`, `\psi^* V \psi`,
/// or what looks like an operator twice.
pub(super) fn surrounds(joins: &[Join], tree: &Tree, exp: Option<Op>) -> bool {
    let starred = |t: &Tree| match (&t.head, t.args.as_slice()) {
        (Head::Power | Head::Upper, [letter, mark]) => {
            let star = matches!(&mark.head, Head::Mark(m) if matches!(m.as_str(), "*" | r"\ast"));
            letter.symbol().filter(|_| star).map(str::to_owned)
        }
        _ => None,
    };
    let letters = |n: &Tree| n.root_symbol().is_some() || n.head == Head::Call;
    let [first, middle @ .., last] = tree.args.as_slice() else {
        return false;
    };
    let around = |one: &Tree, other: &Tree| {
        one.symbol().is_some() && one.symbol() == starred(other).as_deref()
    };
    // `Q X^{\text{new}} Q^T`
    let transposed = || {
        let base = last.args.first().and_then(Tree::symbol);
        let raised = |t: &Tree| matches!(t.head, Head::Power | Head::Upper | Head::Call);
        transposes(last) && base.is_some() && base == first.symbol() && middle.iter().any(raised)
    };
    // `W(\theta) A W(\theta)`: a power would stand there.
    let large = |t: &Tree| t.headed().is_some_and(crate::latex::kinds::capital);
    let twice =
        || first.head == Head::Call && large(first) && crate::latex::apart::same(first, last);
    // `L^{j-1} X L^{k-j}`: powers of one number would stand together.
    let powers = || match (&first.head, &last.head) {
        (Head::Power, Head::Power) => {
            let counted = |t: &Tree| matches!(t.args[1].head, Head::Number(_));
            crate::latex::apart::same(&first.args[0], &last.args[0])
                && first.args[0]
                    .symbol()
                    .is_some_and(crate::latex::kinds::capital)
                && !(counted(first) && counted(last))
        }
        _ => false,
    };
    // `a_k X a_k'`
    let primed = || last.head == Head::Prime && crate::latex::apart::same(first, &last.args[0]);
    joins.iter().all(|j| *j == Join::Beside)
        && (middle.iter().any(letters) && opposite_exponents(first, last, exp)
            || middle.iter().any(letters)
                && (around(first, last)
                    || around(last, first)
                    || primed()
                    || powers()
                    || transposed()
                    || twice() && middle.iter().all(large))
            || acts::encloses(&tree.args))
        || tree.args.windows(2).any(|pair| primed_value(&pair[0]))
}

/// Whether these are powers of one base whose exponents have the same letters, an operator or the imaginary
/// unit among them, and opposite signs: `e^{-iHt} A e^{iHt}`.
fn opposite_exponents(one: &Tree, other: &Tree, exp: Option<Op>) -> bool {
    fn letters<'t>(tree: &'t Tree, found: &mut SmallVec<[&'t Head; 8]>) {
        let leaf = tree.args.is_empty() && !matches!(tree.head, Head::Number(_));
        if leaf && !found.contains(&&tree.head) {
            found.push(&tree.head);
        }
        tree.args.iter().for_each(|t| letters(t, found));
    }
    fn negative(tree: &Tree) -> bool {
        match &tree.head {
            Head::Sum(_, signs) => signs.len() == 1,
            Head::Apply(_) => tree.args.first().is_some_and(negative),
            _ => false,
        }
    }
    // `\exp(X)` is a power of `e`.
    fn exponent(tree: &Tree, exp: Option<Op>) -> Option<(Option<&Tree>, &Tree)> {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Power, [base, above]) => Some((Some(base), above)),
            (Head::Apply(op), [above]) if Some(*op) == exp => Some((None, above)),
            _ => None,
        }
    }
    let (Some((base, above)), Some((same, below))) = (exponent(one, exp), exponent(other, exp))
    else {
        return false;
    };
    let powers = match (base, same) {
        (Some(base), Some(same)) => base.says_as(same),
        (Some(base), None) | (None, Some(base)) => {
            base.args.is_empty() && matches!(base.head, Head::Apply(_))
        }
        (None, None) => true,
    };
    if !powers || negative(above) == negative(below) {
        return false;
    }
    let (mut ones, mut others) = (SmallVec::new(), SmallVec::new());
    letters(above, &mut ones);
    letters(below, &mut others);
    let acts = |head: &&Head| match head {
        Head::Symbol(name) => name.as_str() == "i" || crate::latex::kinds::capital(name),
        Head::Apply(_) => true,
        _ => false,
    };
    ones.len() == others.len() && ones.iter().all(|t| others.contains(t)) && ones.iter().any(acts)
}

/// Whether a prime stands behind the bracket of a value, where it may transpose it: `g(\beta)' W g(\beta)`.
fn primed_value(tree: &Tree) -> bool {
    tree.head == Head::Prime && tree.args[0].head == Head::Call
}
