//! Places approached from one side, `X_{t-}`, `F(x_0+)`: the sign after the letter is set above it. That of
//! measures pushed forward, `T\#\mu`, is set below the map.

use super::signs::Signs;
use super::token::{Class, Gap, Token, open_brace, put_in};
use std::borrow::Cow;

/// As many tokens before the sign are looked through for the bracket that it ends.
const NEAR: usize = 24;

/// The tokens with the sign between a map and a measure as a subscript.
pub(super) fn pushed(tokens: &mut Vec<Token<'_>>) {
    let measure = |key: &str| {
        matches!(
            key,
            r"\mu"
                | r"\nu"
                | r"\gamma"
                | r"\rho"
                | r"\eta"
                | r"\lambda"
                | r"\pi"
                | r"\alpha"
                | r"\beta"
        )
    };
    let map = |t: &Token<'_>| t.class == Class::Letter;
    let here = |at: &usize| {
        tokens[*at].key == r"\#" && map(&tokens[at - 1]) && measure(&tokens[at + 1].key)
    };
    let places: Vec<usize> = (1..tokens.len().saturating_sub(1)).filter(here).collect();
    let low = |at: usize| Token {
        key: Cow::Borrowed("_"),
        gap: Gap::None,
        end: tokens[at].start,
        ..tokens[at].clone()
    };
    let added = places.into_iter().map(|at| (at, low(at))).collect();
    put_in(tokens, added);
}

/// The tokens with a comma between a letter and the spin behind it in a subscript: `c_{i\uparrow}`,
/// `c_{-k\downarrow}`.
pub(super) fn spins(tokens: &mut Vec<Token<'_>>) {
    let spin = |at: &usize| {
        let signed = usize::from(*at > 1 && tokens[at - 2].key == "-");
        let low = tokens.get(at.wrapping_sub(3 + signed));
        matches!(tokens[*at].key.as_ref(), r"\uparrow" | r"\downarrow")
            && matches!(
                tokens[at - 1].class,
                Class::Letter | Class::Digit | Class::Name
            )
            && tokens[at + 1].key == "}"
            && low.is_some_and(|low| low.key == "_")
    };
    let places: Vec<usize> = (1..tokens.len().saturating_sub(1)).filter(spin).collect();
    let comma = |at: usize| {
        let mut token = tokens[at].clone();
        token.respell(",");
        (token.class, token.end) = (Class::Sign, token.start);
        token
    };
    let added = places.into_iter().map(|at| (at, comma(at))).collect();
    put_in(tokens, added);
}

/// The tokens with commas between the indices of a subscript and a dot at its beginning or end, over
/// which is summed: `n_{i\cdot}`, `\bar{y}_{\bullet j}`.
pub(super) fn dotted(tokens: &mut Vec<Token<'_>>) {
    let is_dot = |t: &&Token<'_>| matches!(t.key.as_ref(), r"\cdot" | r"\bullet");
    let dot = |at: usize| tokens.get(at).is_some_and(|t| is_dot(&t));
    let index = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|t| matches!(t.class, Class::Letter | Class::Digit))
    };
    let mut added = Vec::new();
    let comma = |at: usize| {
        let mut token = tokens[at].clone();
        token.respell(",");
        (token.class, token.gap, token.end) = (Class::Sign, Gap::None, token.start);
        (at, token)
    };
    for at in 2..tokens.len() {
        if !dot(at) {
            continue;
        }
        let opens = tokens[at - 1].key == "{" && tokens[at - 2].key == "_";
        let more = tokens[at..].iter().take(LOW).take_while(is_dot);
        let dots = more.count();
        let closes = tokens.get(at + dots).is_some_and(|t| t.key == "}");
        let low = || {
            let before = (at.saturating_sub(LOW)..at).rev();
            let mut before = before.skip_while(|n| index(*n) || dot(*n) || tokens[*n].key == ",");
            before.next().is_some_and(|n| {
                tokens[n].key == "{" && n.checked_sub(1).is_some_and(|n| tokens[n].key == "_")
            })
        };
        if opens && (index(at + 1) || dot(at + 1)) {
            added.push(comma(at + 1));
        } else if closes && (index(at - 1) || dot(at - 1) && dots == 1 && index(at - 2)) && low() {
            added.push(comma(at));
        }
    }
    put_in(tokens, added);
}

/// As many indices stand before a dot below a symbol.
const LOW: usize = 6;

/// The tokens with such signs as superscripts.
pub(super) fn raised<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    let signed = (signs.has(b'-') || signs.has(b'+')) && (signs.has(b'_') || signs.has(b'('));
    if !signed || !(1..tokens.len()).any(|at| one_sided(&tokens, at)) {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len() + 1);
    for at in 0..tokens.len() {
        if one_sided(&tokens, at) {
            out.push(Token {
                key: Cow::Borrowed("^"),
                gap: Gap::None,
                end: tokens[at].start,
                ..tokens[at].clone()
            });
        }
        out.push(tokens[at].clone());
    }
    out
}

/// Whether a sign stands here after a letter, perhaps with an index, and before the end of a
/// subscript or of the argument of a letter.
fn one_sided(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let ends = matches!(key(at + 1), "}" | ")");
    if at == 0 || !ends || !matches!(key(at), "+" | "-") {
        return false;
    }
    let letter = |at: usize| tokens[at].class == Class::Letter;
    let index = |at: usize| matches!(tokens[at].class, Class::Letter | Class::Digit);
    let indexed = || at > 2 && index(at - 1) && key(at - 2) == "_" && letter(at - 3);
    let towards = || {
        let arrow = at > 1
            && matches!(
                key(at - 2),
                r"\to" | r"\rightarrow" | "→" | r"\longrightarrow"
            );
        arrow && tokens[at - 1].class == Class::Digit
    };
    let near = tokens[at].gap == Gap::None && (letter(at - 1) || indexed());
    // `N_{ij}(s-)`, `N_1(s-)`, `N_1^*(s-)`
    let marked = |end: usize| end > 2 && key(end - 1) == "^" && matches!(key(end), "*" | r"\ast");
    let below = |end: usize| match tokens[end].class {
        Class::Digit => end > 1 && key(end - 1) == "_",
        Class::Close => open_brace(&tokens[..end], NEAR)
            .and_then(|open| open.checked_sub(2))
            .is_some_and(|at| key(at + 1) == "_" && letter(at)),
        _ => false,
    };
    let lowered = |end: usize| match marked(end) {
        true => letter(end - 2) || below(end - 2),
        false => below(end),
    };
    if !near && !towards() {
        return false;
    }
    let mut depth = 0usize;
    for open in (at.saturating_sub(NEAR)..at).rev() {
        match key(open) {
            "}" | ")" => depth += 1,
            "{" | "(" if depth > 0 => depth -= 1,
            "{" => return key(at + 1) == "}" && open > 0 && key(open - 1) == "_",
            "(" => {
                return key(at + 1) == ")" && open > 0 && (letter(open - 1) || lowered(open - 1));
            }
            _ => {}
        }
    }
    false
}
