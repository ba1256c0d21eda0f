//! What stands beside a letter and tells how it is used.

use super::super::matching::Mark;
use super::super::token::{Class, Token};

/// As many tokens before and after a letter belong to its product.
pub(super) const NEAR: usize = 8;

/// Whether a whole number stands here: `y_0` says nothing against a function `y(t)`.
pub(super) fn number(tokens: &[Token<'_>], at: usize) -> bool {
    let key = tokens.get(at).map_or("", |t| t.key.as_ref());
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_digit())
}

/// Whether nothing but a number with a decimal point stands in the bracket.
pub(super) fn number_inside(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    let inside = &tokens[open + 1..partner];
    let unsigned = match inside {
        [sign, rest @ ..] if matches!(sign.key.as_ref(), "-" | "+") => rest,
        all => all,
    };
    unsigned
        .iter()
        .all(|t| t.class == Class::Digit || t.key == ".")
        && unsigned.iter().any(|t| t.key == ".")
}

/// Whether an angle stands beside a letter: `e^{j\omega t}`, `e^{2\pi j}`.
pub(super) fn angle(tokens: &[Token<'_>], at: usize) -> bool {
    let greek = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            r"\pi" | "π" | r"\omega" | r"\theta" | r"\phi" | r"\varphi"
        )
    };
    // `e^{-j2\pi kn/N}`, `e^{-\frac{2\pi}{N}jk}`
    let beside = |t: &&Token<'_>| !matches!(t.key.as_ref(), "^" | "=" | "+" | ",");
    let before = tokens[..at].iter().rev().take(NEAR).take_while(beside);
    let mut depth = 0_i32;
    let inside = |t: &&Token<'_>| {
        depth += match t.class {
            Class::Open => 1,
            Class::Close => -1,
            _ => 0,
        };
        depth >= 0
    };
    let after = tokens[at + 1..].iter().take(NEAR).take_while(inside);
    before.chain(after.take_while(beside)).any(greek)
}

/// Whether what stands after a letter says nothing of it but that it may be bound.
pub(super) fn inert(next: Option<&Token<'_>>) -> bool {
    next.is_none_or(|t| match (t.class, t.key.as_bytes()) {
        (Class::Letter | Class::Digit, [_]) => true,
        (Class::Close, [b'}']) => true,
        (Class::Sign, [b]) => matches!(
            b,
            b'+' | b'-'
                | b')'
                | b']'
                | b','
                | b'='
                | b'.'
                | b';'
                | b'/'
                | b'|'
                | b'<'
                | b'>'
                | b'!'
                | b'*'
        ),
        _ => false,
    })
}

/// Whether a power is all that stands at the sign of a wedge, which is no conjunction then:
/// `\wedge^2 V \oplus V`.
pub(super) fn exterior(tokens: &[Token<'_>], marks: &[Mark], i: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let end = match marks.get(i + 2) {
        Some(Mark::Open { partner, .. }) => partner + 1,
        _ => i + 3,
    };
    key(i + 1) == "^" && key(end) != "_"
}

/// Stars between functions.
const STARS: &[&str] = &["*", r"\star", r"\ast"];

/// Whether a letter is one of two with a star between them that are applied, `(f * g)(x)`, or that
/// usually name functions, `f * g =`.
pub(super) fn convolved(tokens: &[Token<'_>], i: usize) -> bool {
    let is = |at: Option<usize>, keys: &[&str]| {
        at.and_then(|at| tokens.get(at))
            .is_some_and(|t| keys.contains(&t.key.as_ref()))
    };
    let back = |n| i.checked_sub(n);
    let first = is(back(1), &["("])
        && is(Some(i + 1), STARS)
        && is(Some(i + 3), &[")"])
        && is(Some(i + 4), &["("]);
    let second = is(back(1), STARS)
        && is(back(3), &["("])
        && is(Some(i + 1), &[")"])
        && is(Some(i + 2), &["("]);
    let function = |at: Option<usize>| is(at, super::super::parse::CONVOLVED);
    let ends = |at: usize| {
        tokens
            .get(at)
            .is_none_or(|t| !matches!(t.key.as_ref(), "'" | "^" | "_"))
    };
    let pair = |one: Option<usize>, other: Option<usize>| {
        let key = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(|t| t.key.as_ref());
        function(one) && function(other) && key(one) != key(other)
    };
    let bare =
        |one: Option<usize>, last: usize| one.is_some() && pair(one, Some(last)) && ends(last + 1);
    first
        || second
        || is(Some(i + 1), STARS) && bare(Some(i), i + 2)
        || is(back(1), STARS) && bare(back(2), i)
}

/// Whether an arrow stands between a bracket and a predicate: the inside of `(P(x) \to Q(x))`.
pub(super) fn predicates(run: &[Token<'_>]) -> bool {
    let [before, sign, name, open] = run else {
        return false;
    };
    let named = matches!(
        name.key.as_ref(),
        "A" | "B" | "C" | "D" | "P" | "Q" | "R" | "S"
    );
    before.key == ")" && arrow(sign) && named && open.key == "("
}

/// Whether an arrow stands between two formulas about a letter, which are no values that tend to each
/// other: `\phi(x) \to \psi`.
pub(super) fn formulas(run: &[Token<'_>]) -> bool {
    let [one, open, _, close, sign, other] = run else {
        return false;
    };
    let named = |t: &Token<'_>| matches!(&*t.key, r"\phi" | r"\varphi" | r"\psi" | r"\chi");
    let applied = open.key == "(" && close.key == ")";
    applied && named(one) && named(other) && one.key != other.key && arrow(sign)
}

pub(super) fn arrow(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        r"\to" | r"\rightarrow" | r"\leftrightarrow" | r"\Rightarrow" | r"\Leftrightarrow" | "→"
    )
}

/// Whether the sign of a part stands between a letter and the same letter under a line, which are
/// its sides: `A \subseteq \overline{A}`, `\overline{A} \supset A`.
pub(super) fn in_closure(tokens: &[Token<'_>], i: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let lined = |at: usize, letter: &str| {
        matches!(key(at), r"\overline" | r"\bar")
            && key(at + 1) == "{"
            && key(at + 2) == letter
            && key(at + 3) == "}"
    };
    let whole = |from: usize, to: usize| {
        let joins = |at: usize| {
            matches!(
                key(at),
                r"\cap" | r"\cup" | r"\setminus" | r"\times" | "∩" | "∪" | r"\overline"
            )
        };
        !from.checked_sub(1).is_some_and(joins) && !joins(to)
    };
    match key(i) {
        r"\subseteq" | r"\subset" | "⊆" | "⊂" => {
            i > 0 && lined(i + 1, key(i - 1)) && whole(i - 1, i + 5)
        }
        _ => i > 3 && lined(i - 4, key(i + 1)) && whole(i - 4, i + 2),
    }
}

/// Whether a product of two letters is conjugated with a star: `(zw)^*`. Of the first letters of the
/// alphabet words may be made.
pub(super) fn starred(run: &[Token<'_>]) -> bool {
    let letter = |t: &Token<'_>| t.short() && matches!(t.key.as_bytes(), [b'p'..=b'z']);
    match run {
        [open, one, other, close, power, star] => {
            open.key == "("
                && letter(one)
                && letter(other)
                && close.key == ")"
                && power.key == "^"
                && star.key == "*"
        }
        _ => false,
    }
}

/// Whether a letter stands between words: `\text{Definition of $T$}` says nothing of how it is used.
pub(super) fn named_in_words(tokens: &[Token<'_>], at: usize) -> bool {
    let words = |t: &Token<'_>| t.class == Class::Words || t.key.starts_with(r"\text{");
    at > 0
        && words(&tokens[at - 1])
        && tokens
            .get(at + 1)
            .is_none_or(|t| words(t) || matches!(t.class, Class::Row | Class::End | Class::Close))
}

/// Whether a letter here is said to run over a set behind the bar of another, `\{e^* \mid e \in L\}`, is
/// what integers are taken modulo, `\mathbb{Z}/e\mathbb{Z}`, or all that stands below a sum or a product.
pub(super) fn runs(tokens: &[Token<'_>], i: usize) -> bool {
    let Some(before) = i.checked_sub(1).map(|at| tokens[at].key.as_ref()) else {
        return false;
    };
    match tokens.get(i + 1).map_or("", |t| t.key.as_ref()) {
        r"\in" | "∈" => matches!(before, "|" | r"\mid" | r"\vert" | ":"),
        r"\mathbb{Z}" => before == "/",
        // `\sum_e x_e`, `\prod_{e} w_e`
        after => {
            let sign = match before {
                "_" => i.checked_sub(2),
                "{" if after == "}" => i.checked_sub(3).filter(|at| tokens[at + 1].key == "_"),
                _ => None,
            };
            sign.is_some_and(|at| matches!(tokens[at].key.as_ref(), r"\sum" | "∑" | r"\prod"))
        }
    }
}
