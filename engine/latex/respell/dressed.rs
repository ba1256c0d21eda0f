//! Integrals and gradients with lines, arrows or braces around them: `\underline{\int_a^b}`, `\vec{\nabla}`.

use crate::latex::token::{Class, Token, braces_end};
use std::borrow::Cow;

/// What braces hold here has no more tokens.
const LONGEST: usize = 200;

/// Fonts and arrows that the sign of a gradient may carry.
const OVER: &[&str] = &[
    r"\vec",
    r"\overrightarrow",
    r"\mathbf",
    r"\boldsymbol",
    r"\bm",
    r"\pmb",
];

/// `\underline{\int_a^b}` and `\underline{\int}_a^b` as `\lowint_a^b`.
pub(super) fn darboux(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let sign = |key: &str| match key {
        r"\underline" => Some(r"\lowint"),
        r"\overline" => Some(r"\upint"),
        _ => None,
    };
    let starts = |at: usize| {
        let inside = tokens[at + 1..]
            .iter()
            .take_while(|t| t.class == Class::Open)
            .count();
        let integral = tokens
            .get(at + 1 + inside)
            .is_some_and(|t| t.key == r"\int");
        (inside > 0 && integral).then_some(inside)
    };
    let mut out = Vec::new();
    let mut done = 0;
    for at in 0..tokens.len() {
        let Some(sign) = sign(&tokens[at].key) else {
            continue;
        };
        let Some((inside, end)) = starts(at).zip(braces_end(&tokens, at + 1, LONGEST)) else {
            continue;
        };
        if at < done || braces_end(&tokens, at + inside, LONGEST) != Some(end + 1 - inside) {
            continue;
        }
        let scripts = &tokens[at + 2 + inside..end - inside];
        if !scripts
            .first()
            .is_none_or(|t| matches!(t.key.as_ref(), "_" | "^"))
        {
            continue;
        }
        out.extend(tokens[done..at].iter().cloned());
        let mut integral = Token {
            gap: tokens[at].gap,
            start: tokens[at].start,
            ..tokens[at + 1 + inside].clone()
        };
        integral.respell(sign);
        out.push(integral);
        out.extend(scripts.iter().cloned());
        done = end;
    }
    if done == 0 {
        return tokens;
    }
    out.extend(tokens[done..].iter().cloned());
    out
}

/// `\vec{\nabla}`, `{\nabla}` and `\mathbf{\nabla \cdot}` as `\nabla` and `\nabla \cdot`.
pub(super) fn gradients(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let dressed = OVER.contains(&tokens[at].key.as_ref());
        let open = at + usize::from(dressed);
        let held = held_gradient(&tokens, open);
        let Some(close) = held.filter(|_| dressed || stands_free(out.last())) else {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        };
        let first = out.len();
        out.extend(tokens[open + 1..close].iter().cloned());
        out[first].gap = tokens[at].gap;
        (out[first].key, out[first].class) = (Cow::Borrowed(r"\nabla"), Class::Sign);
        at = close + 1;
    }
    out
}

/// The brace that closes the one here around `\nabla`, with or without a sign of a product.
fn held_gradient(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let nabla = matches!(
        tokens.get(open + 1)?.key.as_ref(),
        r"\nabla" | r"\mathbf{\nabla}"
    );
    if tokens[open].class != Class::Open || !nabla {
        return None;
    }
    let signed = matches!(tokens.get(open + 2)?.key.as_ref(), r"\cdot" | r"\times");
    let close = open + 2 + usize::from(signed);
    (tokens.get(close)?.class == Class::Close).then_some(close)
}

/// Whether braces after this token are no argument.
fn stands_free(before: Option<&Token<'_>>) -> bool {
    before.is_none_or(|t| match t.class {
        Class::Letter | Class::Digit => true,
        _ => matches!(
            t.key.as_ref(),
            "=" | "+" | "-" | "(" | ")" | "[" | "]" | "," | r"\cdot" | r"\times"
        ),
    })
}
