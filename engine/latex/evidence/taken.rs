//! What functions, measures, maps and invariants are taken of: sets, spaces, bundles, products.

use super::components::listed;
use super::{NEAR, thing};
use crate::latex::around::{names_space, skip_scripts};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use std::ops::Range;

/// Whether one set of numbers with its scripts is all that stands in the parenthesis, or one thing after
/// the name of a space of functions: `V(\mathbb{R}^n)`, `W^{1,p}_0(\Omega)`.
pub(super) fn of_space(
    tokens: &[Token<'_>],
    marks: &[Mark],
    name: Range<usize>,
    brackets: Range<usize>,
) -> bool {
    let first = brackets.start + 1;
    let numbers = || {
        numbers_named(&tokens[first].key)
            && skip_scripts(tokens, marks, first + 1).0 == brackets.end
    };
    let over = || {
        let closure = matches!(tokens[first].key.as_ref(), r"\bar" | r"\overline");
        name.len() > 1
            && names_space(&tokens[name.start].key, false)
            && tokens[name.start + 1..name.end]
                .iter()
                .any(|t| t.key == "^")
            && thing(tokens, marks, first + usize::from(closure), brackets.end, 0)
    };
    // `u \in C(\overline{\Omega})`
    let closed = || {
        let before = name
            .start
            .checked_sub(1)
            .map_or("", |at| tokens[at].key.as_ref());
        name.len() == 1
            && tokens[name.start].key == "C"
            && matches!(tokens[first].key.as_ref(), r"\bar" | r"\overline")
            && matches!(before, r"\in" | r"\cap" | r"\subset" | r"\subseteq")
            && thing(tokens, marks, first + 1, brackets.end, 0)
    };
    first < brackets.end && (numbers() || over() || closed())
}

/// Whether this is a letter of a set of numbers by its font, or a command for one.
pub(super) fn numbers_named(key: &str) -> bool {
    key.starts_with(r"\mathbb{")
        || matches!(
            key,
            r"\R" | r"\C" | r"\Q" | r"\Z" | r"\N" | "ℝ" | "ℂ" | "ℚ" | "ℤ" | "ℕ"
        )
}

/// Whether a characteristic class is taken of a tangent bundle: `c_1(TM)`, `w_2(TX)`.
pub(super) fn of_bundle(tokens: &[Token<'_>], i: usize, inside: &[Token<'_>]) -> bool {
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

/// Whether letters side by side are all that stands in the parenthesis after the letter of a function, which
/// nobody brackets in a product: `f(\gamma z)`, `f(ax)`.
pub(super) fn of_factors(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let factor = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Digit);
    matches!(letter.key.as_ref(), "f" | "g" | "h")
        && scripts.is_empty()
        && matches!(inside.len(), 2 | 3)
        && inside.iter().all(factor)
}

/// Whether a structure sheaf, which has its space below it, is twisted by what stands in the parenthesis:
/// `O_X(-1)`, `\mathcal{O}_X(mK_X)`, `\mathcal{O}_X(d - n - 1)`. A product would not begin so.
pub(super) fn of_twist(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
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
pub(super) fn of_shift(tokens: &[Token<'_>], i: usize, inside: &[Token<'_>]) -> bool {
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

/// Whether a product with a root is all that stands in the parenthesis after the letter of a function of
/// Bessel with its order: `I_k(2\sqrt{ab})`.
pub(super) fn of_root(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let bessel = matches!(letter.key.as_ref(), "I" | "J" | "K" | "Y" | "H" | "N");
    let order = matches!(scripts, [low, order] if low.key == "_"
        && (order.class == Class::Digit || matches!(order.key.as_ref(), "k" | "n" | "m" | r"\nu" | r"\alpha" | "p")));
    let mut depth = 0_usize;
    let mut product = || {
        inside.iter().all(|t| match t.key.as_ref() {
            "{" | "(" | "[" => {
                depth += 1;
                true
            }
            "}" | ")" | "]" => {
                depth = depth.saturating_sub(1);
                true
            }
            "+" | "-" | "," | "=" => depth > 0,
            _ => true,
        })
    };
    bessel
        && order
        && inside.len() < super::NEAR
        && inside.iter().any(|t| t.key == r"\sqrt")
        && product()
}

/// Whether all that stands in the parenthesis is an interval, a set or a list: `\gamma([a, b])`.
/// Nobody doubles the brackets of a factor.
pub(super) fn doubled(tokens: &[Token<'_>], marks: &[Mark], open: usize, close: usize) -> bool {
    let inner = open + 1;
    matches!(tokens.get(inner).map(|t| t.key.as_ref()), Some("[" | r"\{"))
        && matches!(marks[inner], Mark::Open { partner, width } if partner + width == close)
        && listed(tokens, marks, inner, close - 1)
}

/// Whether all that stands in the parenthesis is a set in braces, an interval that is open on one
/// side, or the empty set: a measure is taken of it, `\mu(\{0\})`, `\mu((a, b])`.
pub(super) fn of_set(tokens: &[Token<'_>], marks: &[Mark], open: usize, close: usize) -> bool {
    let inner = open + 1;
    let Some(first) = tokens.get(inner) else {
        return false;
    };
    if inner + 1 == close {
        return matches!(first.key.as_ref(), r"\emptyset" | r"\varnothing" | "∅");
    }
    let Some(Mark::Open { partner, width }) = marks.get(inner).copied() else {
        return false;
    };
    let last = tokens[partner].key.as_ref();
    partner + width == close
        && match first.key.as_ref() {
            r"\{" => true,
            "(" | "]" => last == "]",
            "[" => last == ")",
            _ => false,
        }
        && (first.key != "(" || listed(tokens, marks, inner, partner))
}

/// Whether one fraction is all that stands in the bracket behind a letter of functions, which does without
/// brackets in a product: `f\left(\frac{a + b}{2}\right)`.
pub(super) fn of_fraction(
    tokens: &[Token<'_>],
    marks: &[Mark],
    i: usize,
    bracket: std::ops::Range<usize>,
) -> bool {
    let group = |at: usize| match marks.get(at) {
        Some(Mark::Open { partner, width: 1 }) if tokens[at].key == "{" => Some(*partner + 1),
        _ => None,
    };
    let fraction = matches!(
        tokens.get(bracket.start + 1).map(|t| t.key.as_ref()),
        Some(r"\frac")
    );
    fraction
        && matches!(tokens[i].key.as_ref(), "f" | "g" | "h" | "F")
        && group(bracket.start + 2).and_then(group) == Some(bracket.end)
}

/// Whether a matrix with brackets of its own is all that stands in the parenthesis, which nobody puts
/// around a factor: `\rho_B^{-1}(\begin{bmatrix} 1 \\ 2 \end{bmatrix})`.
pub(super) fn of_column(inside: &[Token<'_>]) -> bool {
    let [first, .., last] = inside else {
        return false;
    };
    let bracketed = first.key.contains("bmatrix") || first.key.contains("pmatrix");
    let several = inside[1..].iter().any(|t| t.class == Class::Begin);
    first.class == Class::Begin && last.class == Class::End && bracketed && !several
}

/// Whether all that stands here is a capital letter with a product of small letters in parentheses,
/// which a product would do without: `x \in B(s\lambda)`.
pub(super) fn of_product(tokens: &[Token<'_>], i: usize, open: usize, close: usize) -> bool {
    let inside = &tokens[open + 1..close.min(open + NEAR)];
    let capital = |t: &Token<'_>| t.short() && t.key.starts_with(|c: char| c.is_ascii_uppercase());
    let scripts = |t: &Token<'_>| matches!(t.key.as_ref(), "_" | "^" | "{" | "}");
    let plain = |t: &Token<'_>| {
        matches!(t.class, Class::Letter | Class::Name) && !capital(t)
            || t.class == Class::Digit
            || scripts(t)
    };
    let factors = inside.windows(2).filter(|pair| {
        let joined = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Name);
        joined(&pair[0]) && joined(&pair[1])
    });
    let edge = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            "=" | ","
                | "."
                | r"\in"
                | r"\to"
                | r"\rightarrow"
                | r"\subset"
                | r"\subseteq"
                | r"\cong"
                | r"\otimes"
                | r"\oplus"
        )
    };
    let before = i.checked_sub(1).map(|at| &tokens[at]);
    let near = &tokens[i.saturating_sub(NEAR)..tokens.len().min(close + NEAR)];
    let bare = |pair: &[Token<'_>]| {
        pair[0].key == tokens[i].key && !matches!(pair[1].key.as_ref(), "(" | "_" | "^")
    };
    capital(&tokens[i])
        && tokens[i].class == Class::Letter
        && inside.iter().all(plain)
        && factors.count() > 0
        && before.is_none_or(edge)
        && tokens.get(close + 1).is_none_or(edge)
        && !near.windows(2).any(bare)
}

/// Tokens of a product that letters are applied to, at most.
const SAME: usize = 12;

/// Whether another capital letter near is followed by the same product in a parenthesis, which both are
/// applied to as a product would do without it: `S(kx) + C(kx)`.
pub(super) fn of_same(tokens: &[Token<'_>], i: usize, open: usize, close: usize) -> bool {
    let length = close - open;
    let capital = |t: &Token<'_>| t.short() && t.key.starts_with(|c: char| c.is_ascii_uppercase());
    let inside = &tokens[open + 1..close.min(open + SAME)];
    let factor = |t: &Token<'_>| {
        matches!(t.class, Class::Letter | Class::Digit) || matches!(&*t.key, "^" | "_" | "/")
    };
    if !capital(&tokens[i]) || length > SAME || inside.len() < 2 || !inside.iter().all(factor) {
        return false;
    }
    let near = i.saturating_sub(NEAR)..tokens.len().min(close + NEAR);
    tokens[near].windows(length + 2).any(|w| {
        let same = || {
            w[1..]
                .iter()
                .zip(&tokens[open..])
                .all(|(a, b)| a.key == b.key)
        };
        capital(&w[0]) && w[0].key != tokens[i].key && w[1].key == "(" && same()
    })
}

/// Whether a product of tensors or forms stands in the bracket after a letter that is no number:
/// `\Delta(x \otimes y)`.
pub(super) fn of_tensors(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
    let map = matches!(
        letter.key.as_ref(),
        r"\Delta" | r"\Phi" | r"\Psi" | r"\Theta" | r"\epsilon" | r"\varepsilon"
    );
    map && inside.len() < NEAR
        && inside
            .iter()
            .any(|t| matches!(t.key.as_ref(), r"\otimes" | r"\wedge" | "⊗" | "∧"))
}

/// Whether a set is made in the bracket: a measure is taken of it.
pub(super) fn of_sets(tokens: &[Token<'_>], marks: &[Mark], open: usize, close: usize) -> bool {
    let end = close.min(open + NEAR);
    (open + 1..end).any(|at| {
        marks[at] == Mark::None
            && matches!(
                tokens[at].key.as_ref(),
                r"\cup" | r"\cap" | r"\setminus" | r"\backslash" | "∪" | "∩" | "∖"
            )
    })
}

/// Whether a product of sets that begins with a region or a sphere stands after the name of a space of
/// functions or of an invariant: `L^2(\Omega \times (0, T))`, `\pi_1(S^1 \times S^1)`.
pub(super) fn of_region(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
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
pub(super) fn of_spheres(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
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
pub(super) fn onto(scripts: &[Token<'_>]) -> bool {
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

/// Whether all that stands below a letter is `p`: `\nu_p(n!)` is how often a prime divides.
pub(super) fn of_prime(scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let [low, rest @ ..] = scripts else {
        return false;
    };
    // `\nu_2(3^n - 1)`, `v_5(n!)`
    let counted = || {
        let letter = |t: &Token<'_>| t.class == Class::Letter;
        inside.len() < NEAR
            && inside.windows(2).any(|w| {
                w[0].key == "^" && (letter(&w[1]) || w[1].class == Class::Open)
                    || letter(&w[0]) && w[1].key == "!"
            })
    };
    let prime = |t: &Token<'_>| match t.key.as_ref() {
        "p" => true,
        "2" | "3" | "5" | "7" => counted(),
        _ => false,
    };
    let named = match rest {
        [only] => prime(only),
        [open, only, close] => open.key == "{" && prime(only) && close.key == "}",
        _ => false,
    };
    low.key == "_" && named
}

/// Whether a number in a bracket is the argument of one of several polynomials, which is not raised:
/// `E_n\left(\frac{1}{2}\right)`.
pub(super) fn of_ratio(
    tokens: &[Token<'_>],
    i: usize,
    after: usize,
    bracket: Range<usize>,
) -> bool {
    let inside = &tokens[bracket.start + 1..bracket.end];
    let polynomial = matches!(
        tokens[i].key.as_ref(),
        "B" | "C" | "E" | "H" | "L" | "P" | "T" | "U"
    ) && matches!(&tokens[i + 1..after], [low, index] if low.key == "_"
        && matches!(index.key.as_bytes(), [b'k'..=b'n']));
    let number = |t: &Token<'_>| {
        t.class == Class::Digit
            || matches!(t.class, Class::Open | Class::Close)
            || matches!(t.key.as_ref(), "/" | r"\frac")
    };
    let raised = tokens.get(bracket.end + 1).is_some_and(|t| t.key == "^");
    polynomial && !raised && inside.len() < NEAR && inside.len() > 1 && inside.iter().all(number)
}

/// Whether a spherical Bessel function, whose order is below it, is taken at a product of letters:
/// `j_\ell(kr)`.
pub(super) fn of_bessel(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let order = |t: &Token<'_>| {
        matches!(t.key.as_ref(), r"\ell" | "l" | "n" | r"\nu") || t.class == Class::Digit
    };
    let index = match scripts {
        [low, index] | [low, _, index, _] if low.key == "_" => Some(index),
        _ => None,
    };
    // `K_{\nu - 1/2}(ar)`
    let compound = || match (letter.key.as_ref(), scripts) {
        ("J" | "Y" | "K" | "I", [low, _, index @ .., _]) => {
            low.key == "_"
                && index.len() > 1
                && index.iter().any(|t| matches!(&*t.key, "+" | "-" | "/"))
        }
        _ => false,
    };
    let bessel = letter.key == "j" && index.is_some_and(order);
    (bessel || compound())
        && matches!(inside.len(), 1..=3)
        && inside
            .iter()
            .all(|t| matches!(t.class, Class::Letter | Class::Digit))
}

/// Whether a product of letters is all that stands in the bracket right after an `e`, which nobody would put
/// in brackets to multiply it by a number: `e(n\alpha)` is `e^{2\pi i n\alpha}`.
pub(in crate::latex) fn of_phase(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
    let product = match inside {
        [sign, rest @ ..] if sign.key == "-" => rest,
        all => all,
    };
    let factor = |t: &Token<'_>| {
        matches!(
            t.class,
            Class::Letter | Class::Digit | Class::Open | Class::Close
        ) || matches!(t.key.as_ref(), "^" | "_" | "/" | r"\frac")
    };
    letter.key == "e"
        && matches!(product.len(), 2..=16)
        && product.iter().any(|t| t.class == Class::Letter)
        && product.iter().all(factor)
}

/// Whether a function is taken of where a transformation brings a point to: `f(T^k x)`.
pub(super) fn of_orbit(letter: &Token<'_>, inside: &[Token<'_>]) -> bool {
    let function = matches!(
        letter.key.as_ref(),
        "f" | "g" | "F" | r"\phi" | r"\varphi" | r"\psi"
    );
    let point = |t: &Token<'_>| matches!(t.key.as_ref(), "x" | "y" | r"\omega");
    function
        && inside.len() < 10
        && matches!(inside, [map, sign, .., last]
            if matches!(map.key.as_ref(), "T" | "S") && sign.key == "^" && point(last))
}

/// Whether this is the name of the distribution of squares, `\chi^2(k - 1)`, with its degrees of freedom
/// in the bracket.
pub(super) fn of_freedom(letter: &Token<'_>, scripts: &[Token<'_>]) -> bool {
    letter.key == r"\chi"
        && scripts
            .windows(2)
            .any(|w| w[0].key == "^" && w[1].key == "2")
}

/// Whether the cosine of an angle is all that stands in the parenthesis after a capital letter with an
/// index and an order, a special function: `P_\ell^m(\cos\theta)`.
pub(super) fn of_angle(tokens: &[Token<'_>], i: usize, after: usize, inside: &[Token<'_>]) -> bool {
    let scripts = &tokens[i + 1..after.max(i + 1)];
    let has = |key: &str| scripts.iter().any(|t| t.key == key);
    // `L_n^{m-n}(|\alpha|^2)`
    if tokens[i].key == "L" && has("_") && has("^") {
        return true;
    }
    let special = matches!(
        tokens[i].key.as_ref(),
        "P" | "Q"
            | "T"
            | "U"
            | "C"
            | "J"
            | "Y"
            | r"\mathrm{Q}"
            | r"\mathrm{Y}"
            | r"\mathsf{P}"
            | r"\mathsf{Q}"
    );
    let cosine = |t: &Token<'_>| matches!(t.key.as_ref(), r"\cos" | r"\sin" | r"\cosh");
    let taken = match inside {
        [of, angle] => cosine(of) && angle.class == Class::Letter,
        [of, open, _, close] => cosine(of) && open.key == "(" && close.key == ")",
        _ => false,
    };
    special && has("_") && has("^") && taken
}
