//! Polynomials in the operator of lags before a member of a time series: `(1 - \phi L) y_t`.

use crate::latex::tree::{Head, Tree};

/// Whether a polynomial in lags stands before what is indexed by the time, `any` letter where the
/// formula that this one says again has an operator of lags.
pub(super) fn act(tree: &Tree, any: bool) -> bool {
    let Some((last, before)) = tree.args.split_last() else {
        return false;
    };
    timed(last, any) && before.iter().any(polynomial)
}

/// Whether something has the time as its index: `y_t`, `\epsilon_{t-1}`.
fn timed(tree: &Tree, any: bool) -> bool {
    let [_, index] = tree.args.as_slice() else {
        return false;
    };
    // `\Delta y_t`
    if matches!(tree.head, Head::Apply(_)) {
        return timed(index, any);
    }
    let time = match index.head {
        Head::Sum(..) => index.args.first(),
        _ => Some(index),
    };
    tree.head == Head::Index
        && time.is_some_and(|t| match any {
            true => t.symbol().is_some(),
            false => t.symbol() == Some("t"),
        })
}

/// `1 - \phi_1 L - \phi_2 L^2`, `\theta(L)`, perhaps to a power.
fn polynomial(tree: &Tree) -> bool {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Power, [base, _]) => base.closed && polynomial(base),
        (Head::Sum(..), terms) => {
            let one = |t: &Tree| matches!(&t.head, Head::Number(n) if n == "1");
            terms.iter().any(one) && terms.iter().any(ends_in_lag)
        }
        (Head::Call, [_, argument]) => lag(argument),
        _ => false,
    }
}

fn ends_in_lag(term: &Tree) -> bool {
    match term.head {
        Head::Product(_) => term.args.last().is_some_and(lag),
        _ => lag(term),
    }
}

/// The operator of lags, perhaps to a power.
fn lag(tree: &Tree) -> bool {
    let base = match (&tree.head, tree.args.as_slice()) {
        (Head::Power, [base, _]) => base,
        _ => tree,
    };
    matches!(base.symbol(), Some("L" | "B"))
}
