//! What Greek letters are applied to in brackets: measures, neurons, arithmetic functions.

use super::NEAR;
use crate::latex::token::{Class, Token};

/// As many tokens are looked through for a sign of divisors.
const DIVISORS: usize = 400;

/// Whether a measure is taken of a product of two sets: `\mu(A \times B)`.
pub(super) fn of_rectangle(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
    let set = |t: &Token<'_>| t.class == Class::Letter && t.key.starts_with(char::is_uppercase);
    matches!(letter.key.as_ref(), r"\mu" | r"\nu" | r"\lambda")
        && matches!(inside, [one, times, other] if times.key == r"\times" && set(one) && set(other))
}

/// Whether an element of the Weyl group moves a weight: `w(\lambda + \rho)`.
pub(super) fn of_weight(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
    letter.key == "w"
        && matches!(inside, [weight, sign, rho]
            if matches!(&*weight.key, r"\lambda" | r"\mu") && sign.key == "+" && rho.key == r"\rho")
}

/// Whether a capital and a small letter are joined by signs: `Wx + b`, to which a layer of a network
/// applies `\sigma`.
pub(super) fn affine(inside: &[Token<'_>]) -> bool {
    let letter = |large: bool| {
        move |t: &Token<'_>| {
            let bold = t
                .key
                .strip_prefix(r"\mathbf{")
                .or(t.key.strip_prefix(r"\boldsymbol{"));
            (t.class == Class::Letter || bold.is_some())
                && bold.unwrap_or(&t.key).starts_with(if large {
                    char::is_uppercase
                } else {
                    char::is_lowercase
                })
        }
    };
    inside.len() < NEAR
        && inside.iter().any(letter(true))
        && inside.iter().any(letter(false))
        && inside.iter().any(|t| t.key == "+")
}

/// Whether weights stand in the parenthesis, a sum of which a neuron applies `\sigma` to, `w_1 x + b`,
/// `W h`, or several matrices: `\mathbf{Z} \mathbf{Z}^\top`.
pub(super) fn weighs(inside: &[Token<'_>]) -> bool {
    let weight =
        |t: &Token<'_>| matches!(t.key.as_ref(), "w" | "W" | r"\mathbf{w}" | r"\mathbf{W}");
    let matrix = |t: &&Token<'_>| crate::latex::bold::large(&t.key);
    inside.len() < NEAR
        && inside.len() > 1
        && (inside.iter().any(weight) || inside.iter().filter(matrix).count() > 1)
}

/// Whether a row and another column stand in the parenthesis and nothing else, to whose product logistic
/// regression applies `\sigma`: `\theta^T x`, `\beta^\top x_i`.
pub(super) fn scores(inside: &[Token<'_>]) -> bool {
    let small = |t: &Token<'_>| t.class == Class::Letter && !t.key.starts_with(char::is_uppercase);
    let [row, high, rest @ ..] = inside else {
        return false;
    };
    let rest = match rest {
        [open, sign, close, rest @ ..] if open.key == "{" && close.key == "}" => Some((sign, rest)),
        [sign, rest @ ..] => Some((sign, rest)),
        [] => None,
    };
    let Some((sign, [column, scripts @ ..])) = rest else {
        return false;
    };
    let turned = matches!(sign.key.as_ref(), "T" | r"\top" | r"\intercal");
    let below = scripts.is_empty() || scripts.len() < 5 && scripts[0].key == "_";
    small(row) && high.key == "^" && turned && small(column) && column.key != row.key && below
}

/// Whether an automorphism moves what stands in the parenthesis: one root, `\sigma(\sqrt{2})`, or a sum
/// with a root of which the value has one, too, `\sigma(a + b\sqrt{2}) = a - b\sqrt{2}`.
pub(super) fn moves_root(tokens: &[Token<'_>], open: usize, close: usize) -> bool {
    let inside = &tokens[open + 1..close];
    let root = |t: &Token<'_>| t.key == r"\sqrt";
    let signed = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-" | ",");
    let next = tokens.get(close + 1).map_or("", |t| t.key.as_ref());
    if inside.len() >= NEAR || !inside.iter().any(root) {
        return false;
    }
    let alone = inside.len() < 8 && root(&inside[0]) && !inside.iter().any(signed);
    let value = || tokens[close + 1..].iter().take(NEAR).any(root);
    alone && next != "^" || next == "=" && value()
}

/// Whether a sum of values of a function stands in the parenthesis, to which another is applied:
/// `\rho(\sum_{x \in X} \phi(x))`.
pub(super) fn pools(inside: &[Token<'_>]) -> bool {
    inside.len() < NEAR
        && inside.first().is_some_and(|t| t.key == r"\sum")
        && inside.windows(2).any(|w| {
            matches!(
                w[0].key.as_ref(),
                r"\phi" | r"\varphi" | r"\psi" | "f" | "g" | "h"
            ) && w[1].key == "("
        })
}

/// Whether an arithmetic function is taken of a quotient of letters, as a sum or product over divisors
/// has it: `\sum_{d \mid n} \mu(n/d) g(d)`.
pub(super) fn counts_divisors(
    tokens: &[Token<'_>],
    letter: &Token<'_>,
    inside: &[Token<'_>],
) -> bool {
    let function = matches!(
        letter.key.as_ref(),
        r"\mu" | r"\sigma" | r"\tau" | r"\Lambda" | r"\lambda"
    );
    let quotient = match inside {
        [over, slash, under] => {
            slash.key == "/" && over.class == Class::Letter && under.class == Class::Letter
        }
        [frac, ..] => {
            frac.key == r"\frac"
                && inside.len() < 8
                && inside[1..]
                    .iter()
                    .all(|t| t.class == Class::Letter || matches!(t.key.as_ref(), "{" | "}"))
        }
        _ => false,
    };
    let divides = || {
        tokens
            .windows(2)
            .take(DIVISORS)
            .any(|w| matches!(w[0].key.as_ref(), r"\mid" | "|") && w[1].class == Class::Letter)
    };
    function && quotient && divides()
}

/// Whether a value of the gamma function of several variables is taken at half of something, which
/// distributions of matrices have: `\Gamma_p(\nu/2)`.
pub(super) fn of_half(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let key = |at: usize| scripts.get(at).map_or("", |t| t.key.as_ref());
    letter.key == r"\Gamma"
        && key(0) == "_"
        && matches!(scripts.len(), 2 | 4)
        && inside.len() < NEAR
        && matches!(inside, [.., slash, two] if slash.key == "/" && two.key == "2"
            || slash.key == "2" && inside[0].key.ends_with("frac"))
}

/// Whether an invariant is taken of a graph without one of its vertices or edges, or of its
/// complement: `\omega(G - v)`, `\kappa(G/e)`, `\omega(\overline{G})`.
pub(super) fn of_graph(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
    let invariant = matches!(
        letter.key.as_ref(),
        r"\omega" | r"\alpha" | r"\chi" | r"\kappa" | r"\lambda" | r"\nu" | r"\tau" | r"\gamma"
    );
    let graph = |t: &Token<'_>| matches!(t.key.as_ref(), "G" | "H");
    let complement = match inside {
        [bar, whole] | [bar, _, whole, _] => bar.key == r"\overline" && graph(whole),
        _ => false,
    };
    invariant
        && (complement
            || matches!(inside, [whole, sign, part]
                if graph(whole)
                    && matches!(sign.key.as_ref(), "-" | "/" | r"\setminus" | r"\cdot")
                    && matches!(part.key.as_ref(), "e" | "v" | "u" | "w" | "x" | "S")))
}
