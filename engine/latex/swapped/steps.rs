//! Matrices of methods that go step by step, told by how they stand: `AV_m = V_m H_m + \ldots`,
//! `L(y - C\hat x)`.

use super::{MOST, unsigned};
use crate::latex::apart::same;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;

/// Two factors side by side, whose letters are capitals.
fn two(tree: &Tree) -> Option<[&Tree; 2]> {
    let tree = unsigned(tree);
    let large = |t: &Tree| {
        matches!(t.head, Head::Symbol(_) | Head::Index)
            && t.root_symbol().map(core).is_some_and(|n| {
                n.len() == 1 && capital(n) || matches!(n, r"\Lambda" | r"\Sigma" | r"\Theta")
            })
    };
    match (&tree.head, tree.args.as_slice()) {
        (Head::Product(joins), [one, other])
            if joins[..] == [Join::Beside] && large(one) && large(other) =>
        {
            Some([one, other])
        }
        _ => None,
    }
}

fn named(tree: &Tree) -> Option<&str> {
    tree.root_symbol().map(core)
}

/// A multiple of the identity by which eigenvalues are shifted: `\mu_k I`.
pub(super) fn shift(tree: &Tree) -> bool {
    let tree = unsigned(tree);
    let number = |t: &Tree| matches!(t.root_symbol(), Some(r"\mu" | r"\lambda" | r"\sigma"));
    matches!((&tree.head, tree.args.as_slice()), (Head::Product(joins), [by, unit])
        if joins[..] == [Join::Beside] && number(by) && unit.symbol() == Some("I"))
}

/// `AV_m = V_m H_m + \ldots`, `AV = V\Lambda`: columns that a matrix maps to combinations of themselves.
/// Of numbers, nobody would write the factor on both sides.
pub(super) fn carried(equation: &Tree, matrix: &mut impl FnMut(&str)) {
    let [one, other] = equation.args.as_slice() else {
        return;
    };
    // `A_k - \mu_k I = Q_k R_k`
    for (sum, factors) in [(one, other), (other, one)] {
        if let (Head::Sum(..), [first, by], Some(factors)) =
            (&sum.head, sum.args.as_slice(), two(factors))
            && shift(by)
            && factors.iter().all(|t| t.symbol() != Some("I"))
        {
            let letters = factors.into_iter().chain([first]);
            let names = letters.filter_map(Tree::root_symbol).filter(|n| capital(n));
            names.for_each(&mut *matrix);
        }
    }
    let Some([map, columns]) = two(one) else {
        return;
    };
    let terms = match other.head {
        Head::Sum(..) => other.args.as_slice(),
        _ => std::slice::from_ref(other),
    };
    let indexed = |t: &Tree| t.head == Head::Index;
    let usual = matches!(
        named(columns),
        Some("V" | "U" | "Q" | "X" | "W" | "Z" | "P")
    );
    let whole = map.symbol().is_some() && usual;
    for [again, inner] in terms.iter().take(MOST).filter_map(two) {
        let alike = match indexed(columns) {
            true => indexed(again) && named(again) == named(columns),
            // `AV = V\Lambda`
            false => {
                same(columns, again)
                    && map.symbol() == Some("A")
                    && named(inner).is_some_and(|n| n.starts_with('\\'))
            }
        };
        if whole && alike && named(inner) != named(map) && named(inner) != named(columns) {
            let letters = [map, columns, inner].into_iter();
            letters.filter_map(Tree::root_symbol).for_each(&mut *matrix);
            return;
        }
    }
}

/// `L(y - C\hat x)`: a matrix before the difference between what is measured and what is expected.
pub(super) fn innovation(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let [gain, difference] = tree.args.as_slice() else {
        return;
    };
    let expected = |t: &Tree| {
        let t = unsigned(t);
        let estimate = |t: &Tree| t.root_symbol().is_some_and(|n| n.starts_with(r"\hat{"));
        matches!(t.head, Head::Product(_)) && t.args.last().is_some_and(estimate) || estimate(t)
    };
    if difference.closed
        && matches!(difference.head, Head::Sum(..))
        && difference.args.iter().any(expected)
        && let Some(name @ ("K" | "L" | "G")) = gain.root_symbol()
    {
        matrix(name);
    }
}
