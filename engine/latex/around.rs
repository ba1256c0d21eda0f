//! What stands around a token: scripts, brackets, the edges of entries.

mod arguments;
mod brackets;
mod lines;

use super::matching::Mark;
use super::name::Bytes;
use super::token::{Class, Token};
pub(super) use arguments::{
    compares, conditioned, event_argument, frequency, is_inequality, several_arguments,
};
pub(super) use brackets::*;
pub(super) use lines::*;

/// The signs that decide whether what follows stands in a script.
const DECIDES: Bytes = Bytes::of(b"_={^}()&");

/// The last signs before a token that decide whether it stands in a script; each is one more than
/// its place.
#[derive(Clone, Copy, Default)]
pub(super) struct Near {
    under: usize,
    /// What ends a subscript.
    ends: usize,
    /// A brace after a `^`.
    power: usize,
    equal: usize,
}

impl Near {
    /// Goes on after a token.
    #[inline]
    pub(super) fn pass(&mut self, tokens: &[Token<'_>], i: usize) {
        let token = &tokens[i];
        match token.key.as_bytes() {
            [byte] if !DECIDES.has(*byte) => {}
            [b'_'] => self.under = i + 1,
            [b'='] => (self.equal, self.ends) = (i + 1, i + 1),
            [b'{'] if i == 0 || tokens[i - 1].key != "^" => {}
            [b'{'] => self.power = i + 1,
            [_] => self.ends = i + 1,
            _ if token.class == Class::Row => self.ends = i + 1,
            _ => {}
        }
    }

    /// Whether the token may stand in a subscript.
    #[inline]
    pub(super) fn below(self, i: usize) -> bool {
        self.under > self.ends && self.under + 9 > i
    }

    /// Whether the token may stand in the braces of an exponent.
    #[inline]
    pub(super) fn above(self, i: usize) -> bool {
        self.power > self.equal && self.power + 24 > i
    }
}

/// Whether the token stands in a subscript: `_i`, `_{i`, `_{n,i}`.
pub(super) fn subscript_of(tokens: &[Token<'_>], i: usize) -> bool {
    let mut at = i;
    for _ in 0..8 {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        match tokens[before].key.as_bytes() {
            // Without braces it has one sign: `x_1 + i`.
            [b'_'] => return at == i,
            [b'{'] => return before > 0 && tokens[before - 1].key.as_bytes() == [b'_'],
            [b'^' | b'}' | b'=' | b'(' | b')' | b'&'] | [b'\\', b'\\'] => return false,
            _ => at = before,
        }
    }
    false
}

/// The letter of which the braces around the token are the exponent, when they open near it.
pub(super) fn exponent_base<'t>(tokens: &'t [Token<'_>], i: usize) -> Option<&'t str> {
    let (mut at, mut closed) = (i, 0);
    for _ in 0..24 {
        at = at.checked_sub(1)?;
        match tokens[at].key.as_bytes() {
            [b'}'] => closed += 1,
            [b'{'] if closed > 0 => closed -= 1,
            [b'{'] if at >= 2 && tokens[at - 1].key.as_bytes() == [b'^'] => {
                return Some(tokens[at - 2].key.as_ref());
            }
            [b'='] => return None,
            _ => {}
        }
    }
    None
}

/// The place after primes, subscripts and superscripts; whether there is a superscript, and whether
/// one is an order in parentheses, an inverse or a list.
pub(super) fn skip_scripts(
    tokens: &[Token<'_>],
    marks: &[Mark],
    mut at: usize,
) -> (usize, bool, bool) {
    let (mut sup, mut order) = (false, false);
    for _ in 0..SCRIPTS {
        let Some(token) = tokens.get(at) else {
            break;
        };
        match token.key.as_ref() {
            "'" | "′" => at += 1,
            // `X{}^{\nu}`
            "{" if matches!(tokens.get(at + 1..at + 3), Some([close, script])
                if close.class == Class::Close && matches!(script.key.as_ref(), "_" | "^")) =>
            {
                at += 2;
            }
            "_" | "^" => {
                let up = token.key == "^";
                sup |= up;
                at += 1;
                if let Some(Mark::Open { partner, width: 1 }) = marks.get(at).copied() {
                    // A list is no exponent: `K^{n,q}(x)`.
                    let listed = || {
                        let inside = tokens[at + 1..partner.min(at + LISTED)].iter();
                        let mut plain = inside.take_while(|t| t.key != "(" && t.key != "{");
                        plain.any(|t| t.key == ",")
                    };
                    order |= up && (tokens.get(at + 1).is_some_and(|t| t.key == "(") || listed());
                    at = partner + 1;
                } else {
                    at += 1;
                }
            }
            _ => break,
        }
    }
    (at, sup, order)
}

/// As many tokens of a superscript are looked through for a comma.
const LISTED: usize = 8;

/// As many scripts are looked through.
const SCRIPTS: usize = 8;

/// Whether a letter may name a space of functions; most do with a script only: `C`, `L^2`, `W^{1,p}`.
pub(super) fn names_space(name: &str, plain: bool) -> bool {
    name == "C" || !plain && matches!(name, "L" | "W" | "H")
}

/// Whether the bracket at a place holds the ends of an interval, as far as they are usual: `[0, 1]`,
/// `[a, b]`.
pub(super) fn interval_of_space(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    let end = |t: &Token<'_>| {
        t.class == Class::Digit
            || matches!(
                t.key.as_ref(),
                "-" | "a" | "b" | "c" | "d" | "T" | r"\pi" | r"\infty" | "/" | "."
            )
    };
    let inside = &tokens[open + 1..partner];
    tokens[open].key == "["
        && tokens[partner].key == "]"
        && inside.iter().filter(|t| t.key == ",").count() == 1
        && inside.iter().all(|t| t.key == "," || end(t))
}

/// Whether the letter here names a space of functions over the interval after its scripts.
pub(super) fn space_over_interval(
    tokens: &[Token<'_>],
    marks: &[Mark],
    letter: usize,
    after: usize,
) -> bool {
    names_space(&tokens[letter].key, after == letter + 1) && interval_of_space(tokens, marks, after)
}

/// Whether the `\pi` here is a policy, a permutation or a distribution: it stands above a value or below
/// a mean or an extremum, is an element of something that has no numbers, or is multiplied by a matrix
/// to itself: `V^\pi(s)`, `\mathbb{E}_\pi[R]`, `\max_\pi`, `\pi \in S_n`, `\pi P = \pi`.
pub(super) fn chosen(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at))
            .map_or("", |t| t.key.as_ref())
    };
    let before = |n: usize| at.checked_sub(n);
    let braced = usize::from(key(before(1)) == "{");
    let base = key(before(2 + braced));
    let placed = match key(before(1 + braced)) {
        "^" => matches!(base, "V" | "Q" | "J"),
        "_" => matches!(
            base,
            "E" | r"\mathbb{E}" | r"\mathrm{E}" | r"\max" | r"\min" | r"\sup" | r"\inf"
        ),
        _ => false,
    };
    let set = |name: &str| {
        matches!(name, r"\Pi" | r"\mathfrak{S}" | r"\mathcal{P}")
            || name.len() == 1 && name.starts_with(char::is_uppercase)
    };
    let large = |at: usize| {
        let name = key(Some(at));
        name.len() == 1 && name.starts_with(char::is_uppercase)
    };
    let alone =
        |at: Option<usize>| matches!(key(at), "" | "," | "=" | "." | "&" | r"\\" | "{" | "}");
    let itself = (large(at + 1)
        && key(Some(at + 2)) == "="
        && key(Some(at + 3)) == r"\pi"
        && alone(Some(at + 4))
        || key(Some(at + 1)) == "="
            && key(Some(at + 2)) == r"\pi"
            && large(at + 3)
            && alone(Some(at + 4)))
        && alone(before(1));
    // `\pi^*`: the best one.
    let open = usize::from(key(Some(at + 2)) == "{");
    let best = key(Some(at + 1)) == "^" && key(Some(at + 2 + open)) == "*";
    placed || itself || best || matches!(key(Some(at + 1)), r"\in" | "∈") && set(key(Some(at + 2)))
}

pub(super) fn maps_follow(tokens: &[Token<'_>], from: usize) -> bool {
    let mut depth = 0i32;
    // `]a, b[` is an interval.
    let mut reversed = false;
    let mut outside = 0;
    for token in tokens[from.min(tokens.len())..].iter().take(80) {
        outside += u32::from(depth <= 0);
        if outside > 24 {
            return false;
        }
        match token.key.as_ref() {
            "]" if depth == 0 && !reversed => (depth, reversed) = (1, true),
            "[" | "]" if depth == 1 && reversed => (depth, reversed) = (0, false),
            "(" | "[" | r"\{" | "{" => depth += 1,
            ")" | "]" | r"\}" | "}" => depth -= 1,
            "," if depth <= 0 => return false,
            r"\to"
            | r"\rightarrow"
            | r"\mapsto"
            | r"\longrightarrow"
            | "→"
            | r"\longmapsto"
            | r"\hookrightarrow"
            | r"\twoheadrightarrow"
            | r"\dashrightarrow"
            | r"\rightarrowtail"
            | r"\xrightarrow"
            | r"\xhookrightarrow"
            | r"\xtwoheadrightarrow"
            | "↪"
            | "↠" => {
                return true;
            }
            _ => {}
        }
    }
    false
}

pub(super) fn is_edge(tokens: &[Token<'_>], i: usize, left: bool) -> bool {
    let token = if left {
        i.checked_sub(1).and_then(|n| tokens.get(n))
    } else {
        tokens.get(i + 1)
    };
    token.is_some_and(|t| {
        matches!(
            t.class,
            Class::Cell | Class::Row | Class::Begin | Class::End
        )
    })
}

pub(super) fn exponent_has_letter(tokens: &[Token<'_>], marks: &[Mark], at: usize) -> bool {
    match marks.get(at).copied() {
        Some(Mark::Open { partner, .. }) => tokens[at..partner.min(at + 20)]
            .iter()
            .any(|t| matches!(t.class, Class::Letter | Class::Name)),
        _ => tokens.get(at).is_some_and(|t| t.class == Class::Letter),
    }
}

pub(super) fn is_e(key: &str) -> bool {
    matches!(key, "e" | r"\mathrm{e}" | r"\text{e}" | r"\operatorname{e}")
}

/// Whether the letter stands under an accent, and then whether in braces: `\hat f`, `\hat{f}`.
pub(super) fn accent(tokens: &[Token<'_>], i: usize) -> Option<bool> {
    let is = |n: usize| {
        let at = i.checked_sub(n);
        at.is_some_and(|at| super::parse::ACCENTS.contains(&tokens[at].key.as_ref()))
    };
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    if i == 0 || !(key(i - 1).starts_with('\\') || key(i - 1) == "{") {
        return None;
    }
    if is(1) {
        return Some(false);
    }
    (i > 1 && key(i - 1) == "{" && key(i + 1) == "}" && is(2)).then_some(true)
}

/// `i^2 = -1`
pub(super) fn squared_to_minus_one(tokens: &[Token<'_>], i: usize) -> bool {
    let after = ["^", "2", "=", "-", "1"];
    let plain = tokens[i + 1..]
        .iter()
        .filter(|t| !matches!(t.class, Class::Open | Class::Close))
        .take(after.len());
    let before = tokens[..i].iter().rev().take(3).map(|t| t.key.as_ref());
    let squared = matches!(tokens.get(i + 1), Some(t) if t.key == "^");
    plain.map(|t| t.key.as_ref()).eq(after) || squared && before.eq(["=", "1", "-"])
}

/// Whether the only relation outside brackets is one equality, with a connective beside it.
pub(super) fn boolean(tokens: &[Token<'_>], marks: &[Mark]) -> bool {
    // `n = 0 \lor \exists m\,(n = S(m))` compares numbers.
    let number = |at: usize| {
        let small = |t: &Token<'_>| {
            t.class == Class::Letter && t.key.starts_with(|c: char| c.is_ascii_lowercase())
        };
        tokens.get(at).is_some_and(|t| {
            t.class == Class::Digit || small(t) && !matches!(t.key.as_ref(), "p" | "q" | "r" | "s")
        })
    };
    let quantifier = |t: &Token<'_>| matches!(t.key.as_ref(), r"\exists" | r"\forall" | "∃" | "∀");
    let quantified = tokens.iter().any(quantifier);
    let (mut equalities, mut others, mut connectives) = (0, 0, 0);
    let mut at = 0;
    while at < tokens.len() {
        if let Mark::Open { partner, width } = marks[at] {
            at = partner + width;
            continue;
        }
        match tokens[at].key.as_ref() {
            // Each of several is one.
            "," if equalities == 1 && connectives > 0 => (equalities, connectives) = (0, 0),
            "=" if quantified && number(at + 1) => others += 1,
            "=" => equalities += 1,
            "<" | ">" | r"\le" | r"\leq" | r"\ge" | r"\geq" | r"\ne" | r"\neq" | "≤" | "≥"
            | "≠" | r"\in" | r"\notin" | "∈" | "∉" | r"\equiv" | "≡" | r"\mid" | r"\subset"
            | r"\subseteq" | r"\supset" | r"\supseteq" | "⊆" | "⊂" | "⊇" | "⊃" | r"\sim"
            | r"\approx" | r"\cong" | r"\to" | r"\perp" | r"\parallel" => others += 1,
            r"\land" | r"\lor" | r"\neg" | r"\lnot" | r"\wedge" | r"\vee" | "∧" | "∨" | "¬" => {
                connectives += 1
            }
            _ => {}
        }
        at += 1;
    }
    equalities == 1 && others == 0 && connectives > 0
}
