//! What stands around other factors and keeps them in their order.

use super::acts;
use crate::latex::elaborate::vectors::transposes;
use crate::latex::tree::{Head, Join, Tree};

/// Whether a letter and the same with a star or transposed stand around something, `a x a^*`, `\psi^* V \psi`,
/// or what looks like an operator twice.
pub(super) fn surrounds(joins: &[Join], tree: &Tree) -> bool {
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
    // `a_k X a_k'`
    let primed = || last.head == Head::Prime && crate::latex::apart::same(first, &last.args[0]);
    joins.iter().all(|j| *j == Join::Beside)
        && (middle.iter().any(letters) && opposite_exponents(first, last)
            || middle.iter().any(letters)
                && (around(first, last)
                    || around(last, first)
                    || primed()
                    || transposed()
                    || twice() && middle.iter().all(large))
            || acts::encloses(&tree.args))
        || tree.args.windows(2).any(|pair| primed_value(&pair[0]))
}

/// Whether these are powers of one base, of which the exponents differ in nothing but the sign:
/// `e^{-iHt} A e^{iHt}`.
fn opposite_exponents(one: &Tree, other: &Tree) -> bool {
    let ([base, above], [same, below]) = (one.args.as_slice(), other.args.as_slice()) else {
        return false;
    };
    let negative = |t: &Tree, of: &Tree| {
        matches!((&t.head, t.args.as_slice()), (Head::Sum(_, signs), [only])
            if signs.len() == 1 && only.says_as(of))
    };
    one.head == Head::Power
        && other.head == Head::Power
        && base.says_as(same)
        && (negative(above, below) || negative(below, above))
}

/// Whether a prime stands behind the bracket of a value, where it may transpose it: `g(\beta)' W g(\beta)`.
fn primed_value(tree: &Tree) -> bool {
    tree.head == Head::Prime && tree.args[0].head == Head::Call
}
