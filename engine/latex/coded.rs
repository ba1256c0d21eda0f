//! What is written as in programs: numbers right after small letters, `x1 = x2 + 1` for `x_1 = x_2 + 1`,
//! roots, `sqrt(x)`, and bounds of coordinates, `minx`.

use super::signs::Signs;
use super::token::{Class, Gap, Token, leave_out};

/// As many tokens are looked through.
const LOOKED: usize = 400;

/// The longest number of a letter, in digits.
const DIGITS: usize = 3;

/// The tokens with the numbers of letters below them. A letter has numbers where two of them stand
/// right after it, or it is a side of an equation with one, and it never stands without one: in `x3 - 3x2 + 2x` exponents are lost.
pub(super) fn indexed<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    let letter =
        |pair: &[Token<'_>]| (pair[0].class, pair[1].class) == (Class::Letter, Class::Digit);
    if !signs.holds(Class::Digit)
        || tokens.len() > LOOKED
        || !tokens.windows(2).any(letter)
        || !recurs(&tokens)
    {
        return tokens;
    }
    let mut kept = Vec::with_capacity(tokens.len() + 8);
    let mut at = 0;
    while at < tokens.len() {
        kept.push(tokens[at].clone());
        let index = |end: &usize| numbers(&tokens, &tokens[at].key) || zeroth(&tokens, at, *end);
        let Some(end) = numbered(&tokens, at).filter(index) else {
            at += 1;
            continue;
        };
        kept.extend(below(&tokens[at + 1..end]));
        at = end;
    }
    kept
}

/// Makes the sign of roots of its name before a bracket: `sqrt(x + 1)`.
pub(super) fn rooted(tokens: &mut Vec<Token<'_>>, signs: Signs) {
    const NAME: [&str; 4] = ["s", "q", "r", "t"];
    if !NAME.iter().all(|letter| signs.has(letter.as_bytes()[0])) {
        return;
    }
    let joined = |t: &Token<'_>| t.class == Class::Letter && t.gap == Gap::None;
    let named = |at: &usize| {
        let keys = tokens[*at..*at + 4].iter().map(|t| t.key.as_ref());
        keys.eq(NAME)
            && tokens[*at + 1..*at + 4].iter().all(joined)
            && tokens[*at + 4].key == "("
            && !(*at > 0 && tokens[*at - 1].class == Class::Letter && joined(&tokens[*at]))
    };
    let places: Vec<usize> = (0..tokens.len().saturating_sub(4)).filter(named).collect();
    for at in &places {
        tokens[*at].end = tokens[at + 3].end;
        tokens[*at].class = Class::Sign;
        tokens[*at].respell(r"\sqrt");
    }
    leave_out(
        tokens,
        places.into_iter().map(|at| at + 1..at + 4).collect(),
    );
}

/// Makes one name of a bound of a coordinate between commas, brackets or signs: `(minx, maxx)`.
pub(super) fn bounds(tokens: &mut Vec<Token<'_>>, signs: Signs) {
    if !signs.has(b'm') || !(signs.has(b'x') || signs.has(b'y') || signs.has(b'z')) {
        return;
    }
    let joined = |t: &Token<'_>| t.class == Class::Letter && t.gap == Gap::None;
    let word = |at: usize| {
        let mut keys = [0, 1, 2].map(|n| tokens[at + n].key.as_ref());
        keys.sort_unstable();
        matches!(keys, ["i", "m", "n"] | ["a", "m", "x"]) && tokens[at].key == "m"
    };
    let named = |at: &usize| {
        word(*at)
            && matches!(tokens[at + 3].key.as_ref(), "x" | "y" | "z")
            && tokens[at + 1..at + 4].iter().all(joined)
            && !(*at > 0 && tokens[at - 1].class == Class::Letter && joined(&tokens[*at]))
            && tokens.get(at + 4).is_none_or(|t| {
                matches!(
                    t.key.as_ref(),
                    "," | ")" | "]" | "=" | "+" | "-" | "*" | "/"
                )
            })
    };
    let places: Vec<usize> = (0..tokens.len().saturating_sub(3)).filter(named).collect();
    for at in &places {
        tokens[*at] = Token::joined(&tokens[*at..at + 4], r"\mathrm");
    }
    leave_out(
        tokens,
        places.into_iter().map(|at| at + 1..at + 4).collect(),
    );
}

/// Digits as an index.
pub(super) fn below<'t>(digits: &[Token<'t>]) -> Vec<Token<'t>> {
    let (Some(first), Some(last)) = (digits.first(), digits.last()) else {
        return Vec::new();
    };
    let sign = |key: &'static str, class: Class, of: &Token<'t>, place: usize| {
        let mut token = of.clone();
        token.respell(key);
        (token.class, token.gap) = (class, Gap::None);
        (token.start, token.end) = (place, place);
        token
    };
    let mut index = vec![
        sign("_", Class::Sign, first, first.start),
        sign("{", Class::Open, first, first.start),
    ];
    index.extend_from_slice(digits);
    index.push(sign("}", Class::Close, last, last.end));
    index
}

/// The number of digits right behind a word of small letters, which say which of several it is: `data1`.
pub(super) fn behind_word(letters: &[Token<'_>], rest: &[Token<'_>]) -> usize {
    let small = |t: &Token<'_>| matches!(t.key.as_bytes(), [b] if b.is_ascii_lowercase());
    let digit = |t: &&Token<'_>| t.class == Class::Digit && t.gap == Gap::None;
    let digits = rest.iter().take(DIGITS + 1).take_while(digit).count();
    let ends = rest.get(digits).is_none_or(|t| {
        t.gap != Gap::None || t.class != Class::Letter && !matches!(t.key.as_ref(), "." | ",")
    });
    let word = letters.len() > 3 && letters.iter().all(small);
    match word && ends && digits <= DIGITS {
        true => digits,
        false => 0,
    }
}

/// Whether some letter has two different numbers and never stands without one.
fn recurs(tokens: &[Token<'_>]) -> bool {
    (0..tokens.len()).any(|at| {
        let Some(end) = numbered(tokens, at) else {
            return false;
        };
        let key = &tokens[at].key;
        let other = |next: usize| {
            tokens[next].key == *key
                && numbered(tokens, next)
                    .is_some_and(|last| !same(&tokens[at + 1..end], &tokens[next + 1..last]))
        };
        zeroth(tokens, at, end)
            || (alone(tokens, at, end) || (end..tokens.len()).any(other)) && numbers(tokens, key)
    })
}

/// Whether a letter with its number is all that stands on one side of an equation, where a product would
/// have the number first: `c4 = 0.433`. Exponents are lost in `x2 + y2 = z2`.
fn alone(tokens: &[Token<'_>], at: usize, end: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    if end == at + 2 && matches!(key(at + 1), "2" | "3") {
        return false;
    }
    at == 0 && key(end) == "=" || at > 0 && key(at - 1) == "=" && end == tokens.len()
}

/// Whether a letter stands with a zero behind it on one side of an equation, `a0 = e - a`: nobody multiplies by
/// nothing.
fn zeroth(tokens: &[Token<'_>], at: usize, end: usize) -> bool {
    end == at + 2 && tokens[at + 1].key == "0" && alone(tokens, at, end)
}

/// Whether a letter never stands without a number.
fn numbers(tokens: &[Token<'_>], key: &str) -> bool {
    // `n_1` has one.
    let below = |at: usize| {
        let digit = |n: usize| tokens.get(at + n).is_some_and(|t| t.class == Class::Digit);
        let key = |n: usize| tokens.get(at + n).map_or("", |t| t.key.as_ref());
        key(1) == "_" && (digit(2) || key(2) == "{" && digit(3) && key(4) == "}")
    };
    (0..tokens.len()).all(|at| tokens[at].key != key || numbered(tokens, at).is_some() || below(at))
}

fn same(one: &[Token<'_>], other: &[Token<'_>]) -> bool {
    one.iter().map(|t| &t.key).eq(other.iter().map(|t| &t.key))
}

/// The place after the number that stands right after a small letter.
fn numbered(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let token = &tokens[at];
    let letter = token.class == Class::Letter
        && matches!(token.key.as_bytes(), [b] if b.is_ascii_lowercase() && *b != b'd');
    let beside = |t: &Token<'_>| t.class == Class::Digit && t.start == token.end;
    if !letter || !tokens.get(at + 1).is_some_and(beside) {
        return None;
    }
    let script = |t: &Token<'_>| matches!(t.key.as_ref(), "^" | "_");
    let before = at.checked_sub(1).map(|n| &tokens[n]);
    if before.is_some_and(|t| script(t) || word(t, token)) {
        return None;
    }
    let digit =
        |n: &usize| tokens[*n].class == Class::Digit && tokens[*n].start == tokens[*n - 1].end;
    let digits = (at + 1..tokens.len())
        .take_while(digit)
        .take(DIGITS + 1)
        .count();
    let end = at + 1 + digits;
    let decimal = tokens
        .get(end)
        .is_some_and(|t| t.key == "." && t.gap == Gap::None)
        && tokens
            .get(end + 1)
            .is_some_and(|t| t.class == Class::Digit && t.gap == Gap::None);
    ((1..=DIGITS).contains(&digits) && !decimal).then_some(end)
}

/// Whether a letter goes on with a word or a command without a blank.
fn word(before: &Token<'_>, token: &Token<'_>) -> bool {
    before.class == Class::Letter && before.short() && before.end == token.start
}
