//! Indices that room sets apart from those on the other side: `\Lambda^\mu_{\ \nu}` is
//! `\Lambda^\mu{}_\nu`.

use super::token::{Class, Gap, Token, put_in};

/// As many tokens of the script before are looked through.
const SCRIPT: usize = 16;

/// Puts an empty group before such scripts.
pub(super) fn apart(tokens: &mut Vec<Token<'_>>) {
    let sign = |t: &Token<'_>| matches!(t.key.as_ref(), "_" | "^");
    let roomy = |at: usize| {
        sign(&tokens[at])
            && tokens.get(at + 1).is_some_and(|t| t.class == Class::Open)
            && tokens
                .get(at + 2)
                .is_some_and(|t| t.gap >= Gap::Thin && t.class == Class::Letter)
            && script_before(tokens, at).is_some_and(|other| tokens[other].key != tokens[at].key)
    };
    let places: Vec<usize> = (2..tokens.len().saturating_sub(2))
        .filter(|at| roomy(*at))
        .collect();
    let group = |at: &usize| {
        let place = tokens[*at].start;
        let brace = |key: &'static str, class| {
            let mut brace = tokens[*at].clone();
            brace.respell(key);
            (brace.class, brace.start, brace.end, brace.gap) = (class, place, place, Gap::None);
            (*at, brace)
        };
        [brace("{", Class::Open), brace("}", Class::Close)]
    };
    let added: Vec<_> = places.iter().flat_map(group).collect();
    put_in(tokens, added);
}

/// The sign of the script that ends right before a place.
fn script_before(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let sign = |at: usize| matches!(tokens[at].key.as_ref(), "_" | "^").then_some(at);
    if tokens[at - 1].class != Class::Close {
        return sign(at - 2);
    }
    let mut depth = 0_usize;
    for before in (1..at).rev().take(SCRIPT) {
        match tokens[before].class {
            Class::Close => depth += 1,
            Class::Open => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return sign(before - 1);
        }
    }
    None
}
