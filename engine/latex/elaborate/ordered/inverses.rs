//! Inverted sums of matrices and norms of ideals, which stand before what they are applied to.

use crate::latex::apart::same;
use crate::latex::elaborate::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether a sum of matrices is inverted beside another factor: what is added up are capital letters
    /// or ends with some, as nobody writes fractions so: `(D + L)^{-1}b`,
    /// `k(x, X)(K(X, X) + \sigma^2 I)^{-1}y`.
    pub(in crate::latex::elaborate) fn inverts_sums(&self, tree: &Tree) -> bool {
        let large = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index | Head::Call)
                && t.headed().is_some_and(|n| n.len() == 1 && capital(n))
        };
        let matrix = |t: &Tree| match t.head {
            Head::Product(_) => t.args.last().is_some_and(large),
            _ => large(t),
        };
        let several = |sum: &Tree| {
            let mut names = sum
                .args
                .iter()
                .map(|t| t.args.last().map_or(t.headed(), Tree::headed));
            let first = names.next();
            names.any(|name| Some(name) != first)
        };
        let inverse = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Power, [sum, exponent]) => {
                matches!(sum.head, Head::Sum(..))
                    && crate::latex::parse::minus_one(exponent)
                    && sum.args.iter().all(matrix)
                    && several(sum)
            }
            _ => false,
        };
        tree.args.iter().any(inverse) && tree.args.iter().all(|t| self.kinds.of(t) != Kind::Mat)
    }
}

/// Whether the value of a map of capital letters is inverted before that of another at the same place: a
/// matrix of derivatives, `J(x_k)^{-1}F(x_k)`, `[F'(x_n)]^{-1}F(x_n)`.
pub(super) fn of_values(joins: &[Join], tree: &Tree) -> bool {
    let large = |t: &Tree| {
        let name = t.args.first().and_then(Tree::root_symbol).map(core);
        t.head == Head::Call && name.is_some_and(|n| n.len() == 1 && capital(n))
    };
    let pairs = joins.iter().zip(tree.args.windows(2));
    pairs.into_iter().any(|(join, pair)| {
        let ([inverse, value], Join::Beside) = (pair, join) else {
            return false;
        };
        let (Head::Power, [map, exponent]) = (&inverse.head, inverse.args.as_slice()) else {
            return false;
        };
        large(value)
            && map.head == Head::Call
            && map.args[0].root_symbol().map(core).is_some_and(capital)
            && crate::latex::parse::minus_one(exponent)
            && map
                .args
                .last()
                .zip(value.args.last())
                .is_some_and(|(a, b)| same(a, b))
    })
}

/// Whether the sign of the norm stands before an ideal: `N\mathfrak{p}`.
pub(super) fn of_ideals(joins: &[Join], tree: &Tree) -> bool {
    let ideal = |t: &Tree| {
        t.root_symbol()
            .is_some_and(|n| n.starts_with(r"\mathfrak{"))
    };
    let pairs = joins.iter().zip(tree.args.windows(2));
    pairs.into_iter().any(|(join, pair)| {
        *join == Join::Beside && pair[0].symbol() == Some("N") && ideal(&pair[1])
    })
}
