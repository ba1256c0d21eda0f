//! Numbers that are taken of matrices: the spectral radius `\rho(AB)`, eigenvalues
//! `\lambda_{\max}(A^T A)`.

use super::NEAR;
use crate::latex::token::Token;

/// Whether a letter with these scripts is taken of the matrices in the parenthesis after it.
pub(super) fn taken(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    match letter.key.as_ref() {
        r"\rho" => {
            scripts.is_empty() && (of_matrices(inside) || squared(inside) || inverted(inside))
        }
        r"\lambda" | r"\sigma" | r"\mu" | r"\kappa" => extreme(scripts) && squared(inside),
        _ => false,
    }
}

/// Whether two or three capital letters stand in the parenthesis: `\rho(AB)`, the spectral radius.
fn of_matrices(inside: &[Token<'_>]) -> bool {
    matches!(inside.len(), 2 | 3) && inside.iter().all(crate::latex::figures::point)
}

/// Whether a matrix and its transposed one stand in the parenthesis: `\lambda_{\max}(A^T A)`.
fn squared(inside: &[Token<'_>]) -> bool {
    let capitals = || {
        inside
            .iter()
            .filter(|t| crate::latex::figures::point(t) && t.key != "T")
    };
    let sign = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            "^" | "T" | "*" | "H" | r"\top" | r"\ast" | r"\dagger" | "{" | "}"
        )
    };
    inside.len() < NEAR
        && inside.first().is_some_and(crate::latex::figures::point)
        && inside
            .iter()
            .all(|t| crate::latex::figures::point(t) || sign(t))
        && capitals().count() > 1
        && inside.iter().any(|t| t.key == "^")
}

/// Whether the inverse of a matrix begins the parenthesis, or ends it behind another:
/// `\rho(D^{-1}(L + U))`, `\rho(FV^{-1})`.
fn inverted(inside: &[Token<'_>]) -> bool {
    use crate::latex::figures::point;
    let key = |at: usize| inside.get(at).map_or("", |t| t.key.as_ref());
    let inverse = |from: usize| [0, 1, 2, 3].map(|n| key(from + n)) == ["^", "{", "-", "1"];
    let last = || inside.len() == 7 && inside[..2].iter().all(point) && inverse(2);
    inside.len() < NEAR && inside.first().is_some_and(point) && (inverse(1) || last())
}

/// Whether the scripts of a letter say that it is the largest or the smallest of several.
fn extreme(scripts: &[Token<'_>]) -> bool {
    scripts.iter().any(|t| {
        matches!(
            t.key.as_ref(),
            r"\max" | r"\min" | r"\text{max}" | r"\text{min}"
        )
    })
}
