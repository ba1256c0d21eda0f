//! Sheaves, bundles, spheres and regions that something is taken of.

use crate::latex::evidence::NEAR;
use crate::latex::token::{Class, Gap, Token};

/// Whether a characteristic class is taken of a tangent bundle: `c_1(TM)`, `w_2(TX)`.
pub(in crate::latex::evidence) fn of_bundle(
    tokens: &[Token<'_>],
    i: usize,
    inside: &[Token<'_>],
) -> bool {
    let class = matches!(tokens[i].key.as_ref(), "c" | "w" | "p" | "e");
    let indexed = tokens.get(i + 1).is_some_and(|t| t.key == "_");
    class
        && (indexed || tokens[i].key != "p")
        && matches!(inside, [tangent, of] if tangent.key == "T"
            && of.gap == Gap::None
            && matches!(of.key.as_ref(), "M" | "N" | "X" | "Y" | "S"))
}

/// What a sheaf is twisted by has no more tokens.
const TWIST: usize = 12;

/// Whether a structure sheaf, which has its space below it, is twisted by what stands in the parenthesis:
/// `O_X(-1)`, `\mathcal{O}_X(mK_X)`, `\mathcal{O}_X(d - n - 1)`. A product would not begin so.
pub(in crate::latex::evidence) fn of_twist(
    letter: &Token<'_>,
    scripts: &[Token<'_>],
    inside: &[Token<'_>],
) -> bool {
    let sheaf = matches!(
        letter.key.as_ref(),
        "O" | r"\mathcal{O}" | r"\mathscr{O}" | r"\cal{O}"
    );
    let space =
        |t: &Token<'_>| t.key.starts_with(char::is_uppercase) || t.key.starts_with(r"\mathbb{");
    let over = match scripts {
        [low, space @ ..] if low.key == "_" => space.iter().find(|t| t.class != Class::Open),
        _ => None,
    };
    let single = |t: &Token<'_>| matches!(t.class, Class::Digit | Class::Letter);
    let divisor = |t: &Token<'_>| matches!(t.key.as_ref(), "D" | "E" | "H" | "K" | "L");
    let summand = |t: &Token<'_>| {
        single(t) && !t.key.starts_with(char::is_uppercase) || matches!(t.key.as_ref(), "+" | "-")
    };
    // `\mathcal{O}_K(a + b)` is an ideal.
    let field = |t: &Token<'_>| matches!(t.key.as_ref(), "K" | "L" | "F");
    let twist = matches!(inside, [minus, by] if minus.key == "-" && single(by))
        || inside.len() < TWIST
            && (inside.iter().any(divisor)
                || inside.iter().all(summand) && !over.is_some_and(field));
    sheaf && over.is_some_and(space) && twist
}

/// Whether a graded ring or module is shifted by the number in the parenthesis, as in resolutions:
/// `0 \to R(-3) \to R(-2)^3 \to R`.
pub(in crate::latex::evidence) fn of_shift(
    tokens: &[Token<'_>],
    i: usize,
    inside: &[Token<'_>],
) -> bool {
    let shifted = matches!(inside, [minus, by] if minus.key == "-" && by.class == Class::Digit);
    if !shifted || !matches!(tokens[i].key.as_ref(), "R" | "S" | "M" | "A") {
        return false;
    }
    let arrow = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            r"\to"
                | r"\rightarrow"
                | r"\longrightarrow"
                | r"\leftarrow"
                | r"\gets"
                | r"\longleftarrow"
        )
    };
    let near = &tokens[i.saturating_sub(NEAR)..tokens.len().min(i + NEAR)];
    near.iter().filter(|t| arrow(t)).count() > 1
}

/// Whether a product of sets that begins with a region or a sphere stands after the name of a space of
/// functions or of an invariant: `L^2(\Omega \times (0, T))`, `\pi_1(S^1 \times S^1)`.
pub(in crate::latex::evidence) fn of_region(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
    let space = matches!(
        letter.key.as_ref(),
        "L" | "C" | "H" | "W" | "B" | "K" | r"\pi" | r"\chi"
    );
    let sphere = matches!(inside, [base, above, ..]
        if matches!(base.key.as_ref(), "S" | "T" | "D") && above.key == "^");
    let region = |t: &Token<'_>| t.key == r"\Omega" || t.key.starts_with(r"\mathbb{");
    space
        && (sphere || inside.first().is_some_and(region))
        && inside.len() < NEAR
        && inside.iter().any(|t| t.key == r"\times")
}

/// Whether a homotopy group or a tangent space with an index is taken of a space: `\pi_3(S^2)`,
/// `\pi_n(X \vee Y)`, `T_{(p,q)}(M \times N)`.
pub(in crate::latex::evidence) fn of_spheres(
    letter: &Token<'_>,
    scripts: &[Token<'_>],
    inside: &[Token<'_>],
) -> bool {
    let indexed = scripts.first().is_some_and(|t| t.key == "_");
    let capital = |t: &Token<'_>| t.key.starts_with(char::is_uppercase);
    let summed = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
    indexed
        && inside.len() < NEAR
        && match (letter.key.as_ref(), inside) {
            (r"\pi", [first, above, ..]) => {
                let joined = matches!(above.key.as_ref(), "^" | r"\vee" | r"\wedge" | r"\times");
                capital(first) && joined && !inside.iter().any(summed)
            }
            ("T", [one, times, other]) => times.key == r"\times" && capital(one) && capital(other),
            _ => false,
        }
}

/// Whether a set stands below a letter, which then projects onto it: `\Pi_C(x - y)`.
pub(in crate::latex::evidence) fn onto(scripts: &[Token<'_>]) -> bool {
    let [low, rest @ ..] = scripts else {
        return false;
    };
    let inside = match rest {
        [open, inside @ .., _] if open.key == "{" => inside,
        inside => inside,
    };
    low.key == "_"
        && matches!(inside, [set] if set.key.starts_with(char::is_uppercase)
        || set.key == r"\Omega"
        || set.class == Class::Name && set.key.contains('{'))
}
