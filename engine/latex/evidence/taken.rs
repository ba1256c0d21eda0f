//! What functions, measures, maps and invariants are taken of: sets, spaces, bundles, products.

mod geometric;
mod special;

use super::components::listed;
use super::{NEAR, thing};
use crate::latex::around::{names_space, skip_scripts};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
pub(super) use geometric::{of_bundle, of_region, of_shift, of_spheres, of_twist, onto};
pub(super) use special::{
    of_angle, of_bessel, of_fraction, of_freedom, of_prime, of_ratio, of_root,
};
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

/// Whether letters side by side are all that stands in the parenthesis after the letter of a function, which
/// nobody brackets in a product: `f(\gamma z)`, `f(ax)`.
pub(super) fn of_factors(letter: &Token<'_>, scripts: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let factor = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Digit);
    matches!(letter.key.as_ref(), "f" | "g" | "h")
        && scripts.is_empty()
        && matches!(inside.len(), 2 | 3)
        && inside.iter().all(factor)
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
