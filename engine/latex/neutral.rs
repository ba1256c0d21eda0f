//! The neutral element `e` of a group, which is no number: `aa^{-1} = e`, `ae = ea = a`,
//! `H = \{e, (1\ 2)\}`, `H \cap K = \{e\}`.

use super::signs::Signs;
use super::token::{Class, Gap, Token};
use std::collections::BTreeSet;

/// A phase in brackets has no more tokens.
const PHASE: usize = 16;

/// Whether `e` is the neutral element of a group. No power of it stands here.
pub(super) fn names(tokens: &[Token<'_>]) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let before = |at: usize| at.checked_sub(1).map_or("", key);
    let end = |key: &str| matches!(key, "" | "," | ";" | "." | "=" | r"\}" | r"\in");
    let begin = |key: &str| matches!(key, "" | "," | ";" | "=" | r"\{");
    let letter = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|t| t.class == Class::Letter && !matches!(t.key.as_ref(), "e" | "i"))
    };
    let places = || (0..tokens.len()).filter(|at| key(*at) == "e");
    if places().any(|at| key(at + 1) == "^") {
        return false;
    }
    let alone = || places().any(|at| begin(before(at)) && end(key(at + 1)));
    // Letters and powers of letters, as words of a group are.
    let word = |t: &Token<'_>| {
        t.class == Class::Letter
            || matches!(
                t.key.as_ref(),
                "^" | "{" | "}" | "-" | "1" | "2" | "=" | ","
            ) && t.gap < Gap::Thin
    };
    let inverse = |at: usize| key(at) == "^" && key(at + 1) == "{" && key(at + 2) == "-";
    let beside = |at: usize| at > 1 && letter(at - 2) || letter(at + 5);
    let inverses = || {
        let turned = |at: usize| inverse(at) && letter(at - 1) && beside(at);
        (1..tokens.len()).any(turned) && tokens.iter().all(word)
    };
    let listed = || {
        let cycle = |at: usize| {
            key(at) == "("
                && (at + 1..at + 3).all(|i| tokens.get(i).is_some_and(|t| t.class == Class::Digit))
        };
        places().any(|at| before(at) == r"\{" && key(at + 1) == ",")
            && (0..tokens.len())
                .any(|at| cycle(at) || key(at) == r"\{" && letter(at + 3) && key(at + 4) == ",")
    };
    // `ae = ea`, `e * a = a * e`, each of them a side
    let sides = || {
        let mut sides = Vec::new();
        let apart = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                "=" | "," | ":" | r"\colon" | r"\forall" | "∀"
            ) || t.class == Class::Words
        };
        for side in tokens.split(apart) {
            let signs = ["*", r"\cdot", r"\circ", r"\ast"];
            let mut factors = side.iter().filter(|t| !signs.contains(&t.key.as_ref()));
            if let (Some(one), Some(other), None) = (factors.next(), factors.next(), factors.next())
            {
                sides.push([one.key.as_ref(), other.key.as_ref()]);
            }
        }
        sides
    };
    let both = || {
        let sides = sides();
        // `5e = e \cdot 5` is said of a number.
        let number = |key: &str| key.starts_with(|c: char| c.is_ascii_digit());
        let multiplied = sides.iter().filter(|[one, _]| *one == "e");
        let multiplied: BTreeSet<&str> = multiplied.map(|[_, other]| *other).collect();
        let turned =
            |[one, other]: &[&str; 2]| *other == "e" && !number(one) && multiplied.contains(*one);
        sides.iter().any(turned)
    };
    let member = || {
        places().any(|at| {
            (begin(before(at)) || matches!(before(at), r"\exists" | r"\exists!" | "∃"))
                && key(at + 1) == r"\in"
                && matches!(key(at + 2), "G" | "H" | "K")
        })
    };
    // `a^{|G|} = e`
    let order = || {
        let counted = |w: &[Token<'_>]| {
            [0, 1, 2, 4].map(|n| w[n].key.as_ref()) == ["^", "{", "|", "|"]
                && matches!(w[3].key.as_ref(), "G" | "H" | "K")
        };
        tokens.windows(5).any(counted)
    };
    // `\ker\varphi = \{g \in G \mid \varphi(g) = e\}`
    let kernel = || {
        (0..tokens.len()).any(|at| key(at) == r"\ker")
            && places().any(|at| before(at) == "=" && key(at + 1) == r"\}")
    };
    // `H \cap K = \{e\}`
    let trivial = || {
        places().any(|at| {
            before(at) == r"\{"
                && key(at + 1) == r"\}"
                && (at > 1 && key(at - 2) == "=" || key(at + 2) == "=")
        })
    };
    alone() && (inverses() || order()) || listed() || both() || member() || kernel() || trivial()
}

/// The letters of a formula, which do not change places in a group.
pub(super) fn letters(tokens: &[Token<'_>]) -> impl Iterator<Item = String> {
    let letters = tokens.iter().filter(|t| t.class == Class::Letter);
    letters.map(|t| t.key.clone().into_owned())
}

/// Whether `e` is a quantity for which the constant would be false: it is what a formula without
/// limits and exponentials is equal to, `e = \sqrt{1 - \frac{b^2}{a^2}}`, stands before the cosine or
/// sine of an angle and behind a sign, `1 + e\cos\theta`, is said to be an eccentricity, has a number in
/// brackets, is differentiated, has a remainder, is taken from a graph, or is counted with other letters.
pub(super) fn quantity(tokens: &[Token<'_>], signs: Signs) -> bool {
    if !signs.has(b'e') {
        return false;
    }
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let is_e = |at: usize| key(at) == "e" && tokens[at].class == Class::Letter;
    // `e^{(k)}` is one of several: nobody puts a letter above the constant into brackets.
    let numbered = |at: usize| {
        is_e(at)
            && [1, 2, 3, 5, 6].map(|n| key(at + n)) == ["^", "{", "(", ")", "}"]
            && matches!(key(at + 4), "0" | "i" | "k" | "l" | "m" | "n")
    };
    let raised = |at: usize| {
        is_e(at)
            && key(at + 1) == "^"
            && !numbered(at)
            && !matches!(&tokens[at + 2..], [digit, ..] if digit.class == Class::Digit)
            && !matches!(&tokens[at + 2..], [open, digit, close, ..]
                if open.class == Class::Open && digit.class == Class::Digit && close.class == Class::Close)
    };
    if (0..tokens.len()).any(raised) {
        return false;
    }
    if (signs.has(b'_') || signs.has(b'\\')) && charge(tokens) {
        return true;
    }
    // `ed \equiv 1 \pmod{n}`: what has a remainder is a whole number.
    let congruent = |t: &Token<'_>| matches!(t.key.as_ref(), r"\pmod" | r"\bmod" | r"\mod");
    if tokens.iter().any(congruent) {
        return (0..tokens.len()).any(is_e);
    }
    if !signs.has(b'=') && !signs.has(b'(') {
        return false;
    }
    // `[h, e] = 2e`: no commutator has a constant in it, nor is it the end of an interval.
    let paired = |at: usize| {
        let letter = |at: usize| {
            tokens
                .get(at)
                .is_some_and(|t| t.class == Class::Letter && t.short())
        };
        let first = is_e(at) && at > 0 && key(at - 1) == "[" && key(at + 1) == ",";
        let last = is_e(at) && at > 2 && key(at - 1) == "," && key(at - 3) == "[";
        first && letter(at + 2) && [key(at + 3), key(at + 4)] == ["]", "="]
            || last && letter(at - 2) && [key(at + 1), key(at + 2)] == ["]", "="]
    };
    if signs.has(b'[') && (0..tokens.len()).any(paired) {
        return true;
    }
    // `e(n\alpha)`
    let phase = |at: usize| {
        let inside = tokens.get(at + 2..).unwrap_or_default();
        let length = inside.iter().take(PHASE).position(|t| t.key == ")");
        is_e(at)
            && key(at + 1) == "("
            && length.is_some_and(|n| super::evidence::of_phase(&tokens[at], &inside[..n]))
    };
    if signs.has(b'(') && (0..tokens.len()).any(phase) {
        return true;
    }
    let angle = |at: usize| {
        tokens.get(at).is_some_and(|t| {
            t.class == Class::Letter || t.class == Class::Name && t.key.starts_with('\\')
        })
    };
    let turned = |at: usize| {
        is_e(at)
            && at > 0
            && matches!(key(at - 1), "+" | "-")
            && matches!(key(at + 1), r"\cos" | r"\sin")
            && (angle(at + 2) || key(at + 2) == "(" && angle(at + 3))
    };
    let named = |t: &Token<'_>| t.key.contains("{eccentricity");
    let other = match tokens {
        [e, sign, rest @ ..] if e.key == "e" && sign.key == "=" => rest,
        [rest @ .., sign, e] if e.key == "e" && sign.key == "=" => rest,
        _ => &[],
    };
    // An edge of a graph: `G - e`, `G/e`.
    let removed = |at: usize| {
        is_e(at) && at > 1 && matches!(key(at - 1), "-" | "/" | r"\setminus") && key(at - 2) == "G"
    };
    counted(tokens)
        || (0..tokens.len()).any(|at| turned(at) || numbered(at) || removed(at))
        || tokens.iter().any(named)
        || varies(tokens)
        || algebraic(other)
}

/// Whether `e` is the charge of an electron, whose mass or number stands here, or constants of the
/// physics of charges: `\frac{e^2}{4\pi\varepsilon_0 r^2}`, `\frac{e\hbar}{2m_e}`.
fn charge(tokens: &[Token<'_>]) -> bool {
    let of_charges = |w: &[Token<'_>]| match w[0].key.as_ref() {
        "m" | "n" => w[1].key == "_" && electron(&w[2]),
        "_" => w[1].key == "{" && electron(&w[2]),
        r"\varepsilon" | r"\epsilon" => w[1].key == "_" && w[2].key == "0",
        key => key == r"\hbar",
    };
    tokens.windows(3).any(of_charges)
}

/// Whether this is the letter of electrons.
fn electron(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), "e" | r"\text{e}" | r"\mathrm{e}")
}

/// Whether a formula adds `e` to single letters and takes it from them: `v - e + f = 2`.
fn counted(tokens: &[Token<'_>]) -> bool {
    let sign = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-" | "=");
    let letter = |t: &Token<'_>| t.class == Class::Letter && t.key.len() == 1;
    let alone = tokens
        .windows(2)
        .all(|pair| sign(&pair[0]) || sign(&pair[1]));
    let letters = tokens.iter().filter(|t| letter(t)).count();
    let plain = |t: &Token<'_>| sign(t) || letter(t) || t.class == Class::Digit;
    letters > 2 && alone && tokens.iter().all(plain)
}

/// Whether `e` is differentiated, as an error is: `\frac{de}{dt}`, `\dot{e}`.
pub(super) fn varies(tokens: &[Token<'_>]) -> bool {
    let error = |w: &[Token<'_>]| {
        let key = |at: usize| w[at].key.as_ref();
        key(0) == r"\dot" && (key(1) == "e" || key(2) == "e")
            || key(1) == "d" && key(2) == "e" && (key(0), key(3)) == ("{", "}")
    };
    tokens.windows(4).any(error)
}

/// Whether several letters stand in a formula without limits, sums, exponentials or relations: one,
/// as in `|x| = e`, has a value.
fn algebraic(tokens: &[Token<'_>]) -> bool {
    let transcendental = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            r"\lim"
                | r"\sum"
                | r"\prod"
                | r"\int"
                | r"\infty"
                | r"\exp"
                | r"\ln"
                | r"\log"
                | r"\to"
                | r"\dots"
                | r"\ldots"
                | r"\cdots"
                | r"\approx"
                | "!"
                | ","
                | "="
                | "e"
        ) || t.class == Class::Words
    };
    let mut letters = tokens.iter().filter(|t| t.class == Class::Letter);
    let first = letters.next();
    let several = first.is_some_and(|first| letters.any(|t| t.key != first.key));
    let above = |pair: &[Token<'_>]| pair[0].key == "^" && pair[1].class != Class::Digit;
    several && !tokens.iter().any(transcendental) && !tokens.windows(2).any(above)
}
