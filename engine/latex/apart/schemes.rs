//! Matrices of schemes that solve linear equations step by step, and of filters: `(D - L)^{-1}(Ux^{(k)} + b)`,
//! `\hat{x} = \bar{x} + K(y - H\bar{x})`.

use super::note;
use crate::latex::kinds::capital;
use crate::latex::parse::minus_one;
use crate::latex::reversals;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use smallvec::SmallVec;

/// Names the matrices of all products that are written so.
pub(super) fn iterated(tree: &Tree, found: &mut Vec<String>) {
    if let Head::Product(joins) = &tree.head {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            if *join != Join::Beside {
                continue;
            }
            let matrices = split(&pair[0], &pair[1]).or_else(|| gain(&pair[0], &pair[1]));
            if let Some(matrices) = matrices {
                note(&matrices, found);
            }
        }
    }
    for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
        iterated(arg, found);
    }
}

/// A capital letter, perhaps with an index.
fn large(tree: &Tree) -> bool {
    tree.head != Head::Power && reversals::large(tree)
}

/// The capital letters of a sum that is inverted before what it is applied to. Numbers would stand in a
/// fraction: `(D - L)^{-1}(Ux + b)`, `(M + hK)^{-1}b`.
fn split<'t>(inverse: &'t Tree, next: &'t Tree) -> Option<SmallVec<[&'t Tree; 6]>> {
    let (Head::Power, [sum, exponent]) = (&inverse.head, inverse.args.as_slice()) else {
        return None;
    };
    if !minus_one(exponent) || !matches!(sum.head, Head::Sum(..)) || sum.args.len() < 2 {
        return None;
    }
    let matrix = |t: &'t Tree| match &t.head {
        Head::Product(_) => t.args.last().filter(|last| large(last)),
        _ => Some(t).filter(|t| large(t)),
    };
    let mut letters: SmallVec<[&Tree; 6]> = sum.args.iter().map(matrix).collect::<Option<_>>()?;
    let vector = |t: &Tree| {
        let name = t.root_symbol().or_else(|| t.root_numbered());
        name.is_some_and(|n| n.len() == 1 && !capital(n))
    };
    // `(D + L)^{-1}Ux`
    let applied = |t: &Tree| match t.head {
        Head::Product(_) => t.args.len() == 2 && large(&t.args[0]) && vector(&t.args[1]),
        _ => vector(t),
    };
    match &next.head {
        Head::Sum(..) if next.closed && next.args.iter().all(applied) => {
            let products = next
                .args
                .iter()
                .filter(|t| matches!(t.head, Head::Product(_)));
            letters.extend(products.map(|t| &t.args[0]));
        }
        _ if large(next) => letters.push(next),
        _ if vector(next) => {}
        _ => return None,
    }
    Some(letters)
}

/// A matrix and the step that it is applied to, which a gradient is said to be: `B_k p_k = -\nabla f(x_k)`.
pub(super) fn descended<'t>(
    product: &'t Tree,
    other: &Tree,
    gradient: Option<Op>,
) -> Option<[&'t Tree; 2]> {
    let (Head::Product(joins), [matrix, step]) = (&product.head, product.args.as_slice()) else {
        return None;
    };
    let sloped = match (&other.head, other.args.as_slice()) {
        (Head::Sum(..), [only]) => only,
        _ => other,
    };
    let small = step
        .root_symbol()
        .is_some_and(|n| n.len() == 1 && !capital(n));
    let fits = joins[..] == [Join::Beside]
        && large(matrix)
        && small
        && matches!(sloped.head, Head::Apply(op) if Some(op) == gradient);
    fits.then_some([matrix, step])
}

/// The matrices of the gain of a filter and of what is measured: `K_k(z_k - H_k \hat{x}_k)`.
fn gain<'t>(gain: &'t Tree, next: &'t Tree) -> Option<SmallVec<[&'t Tree; 6]>> {
    // `K(k)[z(k) - H\hat{x}(k|k-1)]`
    let gain = match gain.head {
        Head::Call => &gain.args[0],
        _ => gain,
    };
    let marked = |t: &Tree| {
        t.headed()
            .is_some_and(|n| n.starts_with(r"\hat{") || n.starts_with(r"\bar{"))
    };
    let [measured, predicted] = next.args.as_slice() else {
        return None;
    };
    let (Head::Product(_), [observed, state]) = (&predicted.head, predicted.args.as_slice()) else {
        return None;
    };
    let small = measured
        .headed()
        .is_some_and(|n| n.len() == 1 && !capital(n));
    let gains = large(gain) && matches!(gain.root_symbol(), Some("K" | "L" | "G"));
    (matches!(next.head, Head::Sum(..))
        && next.closed
        && gains
        && small
        && large(observed)
        && marked(state))
    .then(|| SmallVec::from_slice(&[gain, observed]))
}
