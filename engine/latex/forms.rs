//! The sign `d` of differentials and forms: whether it is that, or a factor.

use super::token::{Class, Gap, Token, braces_end};
use rustc_hash::FxHashSet;
use std::cell::LazyCell;

/// An index of a quantity has no more tokens.
const INDEX: usize = 12;

/// Whether every `d` of a formula is that of a differential, and there are two or more.
pub(super) fn differentials(tokens: &[Token<'_>], wedges: bool) -> bool {
    let (mut count, mut single, mut large, mut compounds) = (0, true, false, 0);
    let line = line_element(tokens);
    let contracted = LazyCell::new(|| contracted(tokens));
    // What stands behind the letters before `d`.
    let multiplied = LazyCell::new(|| {
        ["b", "c"].map(|by| {
            let pairs = tokens.windows(2).filter(|w| w[0].key == by);
            pairs
                .map(|w| w[1].key.as_ref())
                .collect::<FxHashSet<&str>>()
        })
    });
    for (i, token) in tokens.iter().enumerate() {
        if token.key != "d" || token.class != Class::Letter {
            continue;
        }
        let lowered = |at: usize| at > 0 && matches!(tokens[at - 1].key.as_ref(), "_" | "^");
        let script = lowered(i);
        // The dimension of the sphere in `ds^2 = -dt^2 + d\Omega_{d-2}^2`.
        if line && (script || i > 0 && tokens[i - 1].class == Class::Open && lowered(i - 1)) {
            continue;
        }
        let Some(next) = tokens.get(i + 1).filter(|_| !script) else {
            return false;
        };
        if twice(tokens, i) {
            count += 2;
            continue;
        }
        // `d\star F = J`
        let dual = |t: &Token<'_>| t.class == Class::Letter && t.gap < Gap::Wide;
        if next.key == r"\star" && tokens.get(i + 2).is_some_and(dual) {
            count += 1;
            continue;
        }
        let coordinate = matches!(
            next.key.as_ref(),
            "A" | "B"
                | "C"
                | "E"
                | "F"
                | "G"
                | "H"
                | "I"
                | "L"
                | "M"
                | "N"
                | "P"
                | "Q"
                | "R"
                | "S"
                | "T"
                | "U"
                | "V"
                | "l"
                | "m"
                | "n"
                | "f"
                | "g"
                | "h"
                | "x"
                | "y"
                | "z"
                | "t"
                | "s"
                | "r"
                | "u"
                | "v"
                | "w"
                | "X"
                | "Y"
                | "Z"
                | "W"
                | "q"
                | "p"
                | r"\theta"
                | r"\phi"
                | r"\varphi"
                | r"\Omega"
                | r"\tau"
                | r"\rho"
                | r"\eta"
                | r"\xi"
                | r"\chi"
                | r"\psi"
                | r"\sigma"
                | r"\lambda"
                | r"\zeta"
                | r"\alpha"
                | r"\bar"
                | r"\tilde"
                | r"\hat"
                | r"\omega"
                | r"\mu"
                | r"\beta"
                | r"\gamma"
                | r"\nu"
                | r"\iota"
                | r"\epsilon"
                | r"\varepsilon"
                | r"\langle"
        ) || whole_side(tokens, i)
            || next.key == "c" && (relative(tokens, i) || set_apart(tokens, i))
            || covaries(tokens, i + 1);
        // `bx^2 + cx + dx^3`: the next coefficient.
        if coordinate && multiplied.iter().all(|by| by.contains(next.key.as_ref())) {
            return false;
        }
        let bold = bolds(next) || matches!(next.key.as_ref(), r"\vec" | r"\overrightarrow");
        // `T\,dS = dU + d(pV)`
        if compound(tokens, i + 1) {
            (count, compounds) = (count + 1, compounds + 1);
            continue;
        }
        // `d\operatorname{tr}(A \wedge dA)`
        if wedges && traces(next) {
            count += 1;
            continue;
        }
        // `d(\alpha \wedge \beta)`
        let inside = || tokens[i + 2..].iter().take_while(|t| t.key != ")");
        let wedge = |t: &Token<'_>| matches!(t.key.as_ref(), r"\wedge" | "∧");
        let grouped =
            wedges && next.key == "(" && inside().any(wedge) || of_forms(tokens, i + 1, wedges);
        if !coordinate && !bold && !grouped {
            return false;
        }
        let usual = relative(tokens, i)
            || bold
            || USUAL.contains(&next.key.as_ref())
            || closed(tokens, i)
            || of_fields(tokens, i)
            || in_product(tokens, i)
            || varied(tokens)
            || *contracted;
        // `x^2 - dy^2` has a coefficient.
        let square = tokens.get(i + 2).is_some_and(|t| t.key == "^");
        let near = next.gap == Gap::None || next.gap == Gap::Blank && varied(tokens);
        single &=
            (usual && !square || wedges || count == 0 && square && indexed(tokens, i + 3)) && near;
        large |= next.key.len() == 1 && next.key.starts_with(char::is_uppercase)
            || matches!(next.key.as_ref(), "f" | "l" | "m" | "n");
        count += 1;
    }
    // Beside `a`, `b`, `c` a `d` is the next letter.
    let run = |key: &str| tokens.iter().any(|t| t.key == key);
    let listed = || run("b") && run("c");
    // A bracket alone may as well be multiplied.
    let alone = compounds > 0 && (compounds == count || listed()) && !wedges;
    if linear(tokens) || alone {
        return false;
    }
    count > 1 && !(large && listed()) || count == 1 && single && !listed()
}

/// Whether what stands above a coordinate is the index of something else, too: `\omega_i\,dx^i`.
fn indexed(tokens: &[Token<'_>], above: usize) -> bool {
    let braced = usize::from(tokens.get(above).is_some_and(|t| t.key == "{"));
    let Some(index) = tokens.get(above + braced) else {
        return false;
    };
    let alone = braced == 0 || tokens.get(above + 2).is_some_and(|t| t.key == "}");
    let stands = |at: usize| {
        let inside = tokens[at + 1..].iter().take(INDEX);
        let inside = inside.take_while(|t| matches!(t.class, Class::Letter | Class::Open));
        match tokens.get(at + 1).map(|t| t.class) {
            Some(Class::Open) => inside.clone().any(|t| t.key == index.key),
            _ => inside.take(1).any(|t| t.key == index.key),
        }
    };
    // `dx^i(\frac{\partial}{\partial x^j}) = \delta^i_j`
    let derived = || tokens.iter().any(|t| t.key == r"\partial");
    let again = |at: usize| match tokens[at].key.as_ref() {
        "_" => stands(at),
        "^" => at + 1 != above && derived() && stands(at),
        _ => false,
    };
    is_index(&index.key) && alone && (0..tokens.len()).any(again)
}

/// Whether a letter numbers coordinates, as a rule.
pub(super) fn is_index(letter: &str) -> bool {
    matches!(
        letter,
        "i" | "j" | "k" | "l" | r"\mu" | r"\nu" | r"\alpha" | r"\beta" | r"\lambda"
    )
}

/// Whether this is the name of the trace.
pub(super) fn traces(token: &Token<'_>) -> bool {
    !token.short()
        && matches!(
            token.key.as_ref(),
            r"\operatorname{tr}"
                | r"\operatorname{Tr}"
                | r"\mathrm{tr}"
                | r"\mathrm{Tr}"
                | r"\tr"
                | r"\Tr"
        )
}

/// Whether the square of a length is told first, `ds^2 =`, which no letter `d` begins.
fn line_element(tokens: &[Token<'_>]) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let braced = usize::from(key(3) == "{");
    let end = 4 + 2 * braced;
    (key(0), key(1), key(2), key(3 + braced), key(end)) == ("d", "s", "^", "2", "=")
}

/// Whether one or two letters with a time below the brackets around them stand here, as their
/// covariation: `[X]_t`, `[X, Y]_t`.
pub(super) fn covaries(tokens: &[Token<'_>], open: usize) -> bool {
    let key = |at: usize| tokens.get(open + at).map_or("", |t| t.key.as_ref());
    let letter = |at: usize| key(at).len() == 1 && key(at).starts_with(char::is_uppercase);
    let time = |at: usize| matches!(key(at), "t" | "s" | "T");
    let two = || [2, 4, 5].map(key) == [",", "]", "_"] && letter(3) && time(6);
    key(0) == "[" && letter(1) && ([2, 3].map(key) == ["]", "_"] && time(4) || two())
}

/// Whether a form is contracted with a field: `\iota_X \omega = dH`.
fn contracted(tokens: &[Token<'_>]) -> bool {
    tokens
        .windows(2)
        .any(|w| w[0].key == r"\iota" && w[1].key == "_")
}

/// Whether the sign with a letter of coefficients after it is all that a first side says:
/// `da_g = -\frac{2GM}{r^3}\,dr`.
fn whole_side(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let first = at
        .checked_sub(1)
        .is_none_or(|before| matches!(tokens[before].class, Class::Row | Class::Begin));
    let after = match key(at + 2) {
        "_" if key(at + 3) == "{" => braces_end(tokens, at + 3, INDEX).unwrap_or(at),
        "_" => at + 4,
        _ => at + 2,
    };
    first && matches!(key(at + 1), "a" | "b" | "c" | "k") && key(after) == "="
}

/// Whether room or a dot stands before the sign: `-D\,dc`.
fn set_apart(tokens: &[Token<'_>], at: usize) -> bool {
    let dot = |t: &Token<'_>| t.key == r"\cdot";
    at > 0 && (tokens[at].gap == Gap::Thin || dot(&tokens[at - 1]))
}

/// Whether a fraction of the sign and a letter and of that letter stands here: `\frac{dP}{P}`.
fn relative(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let fraction = at > 1 && key(at - 1) == "{" && key(at - 2).ends_with("frac");
    fraction
        && [key(at + 2), key(at + 3), key(at + 5)] == ["}", "{", "}"]
        && key(at + 4) == key(at + 1)
}

/// Whether the sign with the letter after it is all of a side: of an equation with a letter of forms,
/// `\beta = d\alpha`, or of one that says that it vanishes, `dF = 0`.
fn closed(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let edge = |key: &str| matches!(key, "" | "=" | "," | ";" | r"\implies" | r"\Rightarrow");
    let before = at.checked_sub(1).map_or("", key);
    let after = key(at + 2);
    let form = FORMS.contains(&key(at + 1)) && [before, after].contains(&"=");
    let vanishes = after == "=" && key(at + 3) == "0" && edge(key(at + 4));
    edge(before) && edge(after) && (form || vanishes)
}

/// Whether the derivative of a map, at a vector, is the first factor of an inner product:
/// `\langle dN(v), w \rangle`.
fn in_product(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let opens = at > 0 && matches!(key(at - 1), r"\langle" | "⟨");
    let map = || {
        matches!(
            key(at + 1),
            "N" | "F" | "f" | "g" | r"\phi" | r"\varphi" | r"\psi"
        )
    };
    let vector = || [3, 4].map(|n| key(at + n)) == [key(at + 3), ")"] && key(at + 5) == ",";
    opens && map() && key(at + 2) == "(" && vector()
}

/// Whether a form has two or more fields as arguments: `d\omega(X, Y)`.
fn of_fields(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let field = |key: &str| matches!(key, "U" | "V" | "W" | "X" | "Y" | "Z");
    FORMS.contains(&key(at + 1))
        && key(at + 2) == "("
        && field(key(at + 3))
        && matches!(key(at + 4), "," | "_")
}

/// Whether a small amount of a quantity stands somewhere, beside which a `d` is that of another:
/// `dU = \delta Q - \delta W`.
fn varied(tokens: &[Token<'_>]) -> bool {
    let capital = |t: &Token<'_>| t.key.len() == 1 && t.key.starts_with(char::is_uppercase);
    let near = &tokens[..tokens.len().min(NEAR)];
    near.windows(2)
        .any(|w| w[0].key == r"\delta" && capital(&w[1]))
}

/// Whether the `d` here is taken twice of a form, which vanishes: `d^2\omega = 0`.
pub(super) fn twice(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    (key(at + 1), key(at + 2)) == ("^", "2")
        && FORMS.contains(&key(at + 3))
        && (key(at + 4), key(at + 5)) == ("=", "0")
}

/// Whether a bracket here holds what a differential is taken of: another differential, or the
/// letters that differentials elsewhere are taken of, in a product: `d(fg)`, `d(f^*\omega)`.
fn of_forms(tokens: &[Token<'_>], open: usize, wedges: bool) -> bool {
    if tokens.get(open).is_none_or(|t| t.key != "(") {
        return false;
    }
    let inside = tokens[open + 1..].iter().take(NEAR);
    let inside = inside.take_while(|t| t.key != ")").count();
    let inside = &tokens[open + 1..open + 1 + inside];
    let form = |t: &Token<'_>| FORMS.contains(&t.key.as_ref());
    let letter = |t: &Token<'_>| t.class == Class::Letter;
    if matches!(inside, [d, next, ..] if d.key == "d" && letter(next)) {
        return true;
    }
    let listed = inside.iter().any(|t| matches!(t.key.as_ref(), "," | ";"));
    let sum = inside.iter().any(|t| matches!(t.key.as_ref(), "+" | "-"));
    if listed || inside.len() < 2 || sum && !wedges && !inside.iter().any(form) {
        return false;
    }
    let own = |name: &str| inside.iter().any(|t| t.key == name);
    let taken = |pair: &[Token<'_>]| {
        pair[0].key == "d" && letter(&pair[0]) && letter(&pair[1]) && own(&pair[1].key)
    };
    let near = open.saturating_sub(NEAR)..tokens.len().min(open + 2 * NEAR);
    tokens[near].windows(2).any(taken)
}

/// Whether a pair of letters in parentheses stands here: that of `\mathrm{d}(x, y)`.
pub(super) fn pair(tokens: &[Token<'_>], open: usize) -> bool {
    let letter = |t: &Token<'_>| t.class == Class::Letter;
    matches!(tokens.get(open..open + 5), Some([first, x, comma, y, last])
        if first.key == "(" && letter(x) && comma.key == "," && letter(y) && last.key == ")")
}

/// Whether a bracket here, right after the sign, holds more than one letter, and no list: what a
/// differential may be taken of, `d(pV)`, `d[x^2]`.
pub(super) fn compound(tokens: &[Token<'_>], open: usize) -> bool {
    let close = match tokens.get(open).map(|t| t.key.as_ref()) {
        Some("(") => ")",
        Some("[") => "]",
        _ => return false,
    };
    // `d(x + y) = dx + dy` is the law of brackets.
    let mut rest = tokens[open + 1..].iter();
    let small = |t: &&Token<'_>| matches!(t.key.as_bytes(), [b'a'..=b'z']);
    let law = rest.next().is_some_and(|t| small(&t))
        && rest
            .next()
            .is_some_and(|t| matches!(t.key.as_ref(), "+" | "-"))
        && rest.next().is_some_and(|t| small(&t))
        && rest.next().is_some_and(|t| t.key == close);
    if law {
        return false;
    }
    let mut depth = 0usize;
    for (count, token) in tokens[open + 1..].iter().take(NEAR).enumerate() {
        match token.key.as_ref() {
            key if key == close && depth == 0 => return count > 1,
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," | ";" | "|" => return false,
            _ => {}
        }
    }
    false
}

/// As many tokens before and after a bracket are looked through.
const NEAR: usize = 60;

/// Letters that usually name differential forms.
const FORMS: &[&str] = &[
    r"\omega", r"\eta", r"\alpha", r"\beta", r"\theta", r"\phi", r"\psi", r"\sigma", r"\xi",
];

/// Whether a `d` is a coefficient: every one begins a term, and another letter before an unknown
/// does too, as in `cx + dy = v`.
fn linear(tokens: &[Token<'_>]) -> bool {
    if combines(tokens) {
        return true;
    }
    let begins = |i: usize| {
        i.checked_sub(1).is_none_or(|before| {
            let before = &tokens[before];
            before.class == Class::Row
                || before.class == Class::Cell
                || matches!(
                    before.key.as_ref(),
                    "+" | "-" | "=" | "," | "<" | ">" | r"\le" | r"\ge"
                )
        })
    };
    let unknown = |i: usize| {
        tokens
            .get(i + 1)
            .is_some_and(|t| matches!(t.key.as_ref(), "x" | "y" | "z") && t.gap == Gap::None)
    };
    let mut coefficients = false;
    for (i, token) in tokens.iter().enumerate() {
        match token.key.as_ref() {
            "d" if !begins(i) || !unknown(i) => return false,
            "a" | "b" | "c" | "e" => coefficients |= begins(i) && unknown(i),
            _ => {}
        }
    }
    coefficients
}

/// Whether the sum of two vectors of one font with the coefficients `c` and `d` stands somewhere:
/// `c\mathbf{u} + d\mathbf{v}`.
fn combines(tokens: &[Token<'_>]) -> bool {
    let letter = |token: &Token<'_>, key: &str| token.key == key && token.class == Class::Letter;
    tokens.windows(5).any(|w| {
        let font = |token: &Token<'_>| token.key.split_once('{').map(|(font, _)| font.to_owned());
        letter(&w[3], "d")
            && letter(&w[0], "c")
            && matches!(w[2].key.as_ref(), "+" | "-")
            && bolds(&w[1])
            && font(&w[1]) == font(&w[4])
    })
}

/// Whether a letter in a font of vectors stands here.
fn bolds(token: &Token<'_>) -> bool {
    token.class == Class::Name && FONTS.iter().any(|font| token.key.starts_with(font))
}

/// Letters of which one writes the differential.
const USUAL: &[&str] = &[
    "x", "y", "z", "t", "s", "u", "v", "w", r"\theta", r"\phi", r"\varphi", r"\tau", r"\Omega",
    r"\mu",
];

/// Fonts of vectors.
const FONTS: &[&str] = &[r"\mathbf{", r"\boldsymbol{", r"\bm{", r"\vec{"];
