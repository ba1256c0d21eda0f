//! Big operators without limits between two operands, which stand for the small ones: `A \bigoplus B`.

use super::token::{Class, Token, open_brace};

/// The big operators, and the small ones that join two things.
const SMALL: &[(&str, &str)] = &[
    (r"\bigoplus", r"\oplus"),
    (r"\bigotimes", r"\otimes"),
    (r"\bigcup", r"\cup"),
    (r"\bigcap", r"\cap"),
    (r"\bigsqcup", r"\sqcup"),
    (r"\bigwedge", r"\wedge"),
    (r"\bigvee", r"\vee"),
];

/// A script has no more tokens.
const SCRIPT: usize = 40;

/// Makes small operators of them.
pub(super) fn joined(tokens: &mut [Token<'_>]) {
    for at in 1..tokens.len() {
        if tokens[at].short() || !tokens[at].key.starts_with(r"\big") {
            continue;
        }
        let Some((_, small)) = SMALL.iter().find(|(big, _)| *big == tokens[at].key) else {
            continue;
        };
        // `H^{\bigotimes n}`
        let raised = tokens[at - 1].key == "^"
            || tokens[at - 1].class == Class::Open && at > 1 && tokens[at - 2].key == "^";
        if (raised || ends(tokens, at - 1)) && begins(tokens.get(at + 1)) {
            tokens[at].respell(small);
        }
    }
}

/// Whether an operand begins here.
fn begins(token: Option<&Token<'_>>) -> bool {
    token.is_some_and(|t| match t.class {
        Class::Letter | Class::Digit | Class::Name | Class::Open => true,
        Class::Sign => t.key == "(" || t.key == "[" || t.key == "|",
        _ => false,
    })
}

/// Whether an operand ends here that is no limit of another big operator.
fn ends(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    let operand = match token.class {
        Class::Letter | Class::Digit | Class::Name | Class::Close => true,
        Class::Sign => matches!(token.key.as_ref(), ")" | "]" | "|" | "'"),
        _ => false,
    };
    operand && !limit(tokens, at)
}

/// Whether the script of a big operator ends here.
fn limit(tokens: &[Token<'_>], at: usize) -> bool {
    let mut last = at;
    // `\bigcup_{i=1}^n`
    for _ in 0..2 {
        let first = match tokens[last].class {
            Class::Close => open_brace(&tokens[..last], SCRIPT),
            _ => Some(last),
        };
        let Some(sign) = first.and_then(|at| at.checked_sub(1)) else {
            return false;
        };
        if !matches!(tokens[sign].key.as_ref(), "_" | "^") || sign == 0 {
            return false;
        }
        if tokens[sign - 1].key.starts_with(r"\big") {
            return true;
        }
        last = sign - 1;
    }
    false
}
