//! Reasons above a relation, `\overset{AM-GM}{\ge}`, `\stackrel{L'H}{=}`: initials and names are words, and
//! no products.

use super::token::{Class, Token, around, leave_out};

/// Tokens of a reason, at most.
const LONGEST: usize = 16;

/// Makes a word of each reason that is spelled in letters.
pub(super) fn worded(tokens: &mut Vec<Token<'_>>) {
    let mut rest = Vec::new();
    for at in 0..tokens.len().saturating_sub(3) {
        if !matches!(tokens[at].key.as_ref(), r"\overset" | r"\stackrel") {
            continue;
        }
        let Some(length) = reason(tokens, at + 2) else {
            continue;
        };
        let inside = at + 2..at + 2 + length;
        tokens[inside.start] = Token::joined(&tokens[inside.clone()], r"\text");
        rest.push(inside.start + 1..inside.end);
    }
    leave_out(tokens, rest);
}

/// How many tokens the reason has that begins here within braces: initials or a word with a
/// capital, whose capitals stand nowhere nearby but in it.
fn reason(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let capital = |t: &Token<'_>| matches!(t.key.as_bytes(), [b'A'..=b'Z']);
    if tokens[from - 1].key != "{" || !capital(&tokens[from]) {
        return None;
    }
    let letter = |t: &Token<'_>| matches!(t.key.as_bytes(), [b] if b.is_ascii_alphabetic());
    let spells = |t: &&Token<'_>| letter(t) || matches!(t.key.as_ref(), "-" | "'");
    let spelled = tokens[from..].iter().take(LONGEST).take_while(spells);
    let length = spelled.count();
    let inside = from..from + length;
    let word = &tokens[inside.clone()];
    let (letters, capitals) = (count(word, letter), count(word, capital));
    // `\overset{Ax}{=}`
    let named = capitals > 1 && letters - capitals < 2 || letters > 3;
    let mut near = around(tokens, from);
    let elsewhere = near.any(|i| {
        !inside.contains(&i) && capital(&tokens[i]) && word.iter().any(|t| t.key == tokens[i].key)
    });
    let close = tokens
        .get(inside.end)
        .is_some_and(|t| t.class == Class::Close);
    (named && close && !elsewhere && relates(&tokens[inside.end + 1..])).then_some(length)
}

fn count(tokens: &[Token<'_>], fits: impl Fn(&Token<'_>) -> bool) -> usize {
    tokens.iter().filter(|t| fits(t)).count()
}

/// Whether an equation, an inequality or a conclusion comes next, perhaps in braces.
fn relates(tokens: &[Token<'_>]) -> bool {
    let sign = tokens.iter().find(|t| t.class != Class::Open);
    sign.is_some_and(|t| {
        matches!(
            t.key.as_ref(),
            "=" | "<"
                | ">"
                | r"\ge"
                | r"\geq"
                | r"\le"
                | r"\leq"
                | r"\equiv"
                | r"\approx"
                | r"\Rightarrow"
                | r"\implies"
                | r"\iff"
                | r"\Leftrightarrow"
        )
    })
}
