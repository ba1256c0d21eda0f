//! Plain letters that a hat beside them tells to be a sign or a name: `v^{tr}`, `log_{2}^{n}`, `\mathbb{C}P^n`.

use super::{letter, letters, starts};
use crate::latex::token::{Class, Gap, Token, around, leave_out};

/// The letters of a sign of transposed matrices and vectors.
pub(super) const TRANSPOSED: [u64; 2] = letters("tr^{");

/// The letters of a logarithm with a base.
pub(super) const LOGARITHM: [u64; 2] = letters("log_");

/// `\mathbb{C}P^n`, the name of a space whose letters stand in several fonts.
pub(super) fn projective(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let field = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            r"\mathbb{R}" | r"\mathbb{C}" | r"\mathbb{H}"
        )
    };
    let spelled = |at: usize| {
        matches!(tokens.get(at..at + 3), Some([k, p, above]) if field(k)
            && matches!(p.key.as_ref(), "P" | r"\mathbb{P}" | r"\mathrm{P}")
            && p.gap <= Gap::Blank
            && above.key == "^")
    };
    if !(0..tokens.len()).any(spelled) {
        return tokens;
    }
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let mut token = tokens[at].clone();
        let length = if spelled(at) { 2 } else { 1 };
        if length == 2 {
            let name = format!("{}P}}", token.key.trim_end_matches('}'));
            token.respell("");
            token.key = name.into();
            token.end = tokens[at + 1].end;
        }
        kept.push(token);
        at += length;
    }
    kept
}

/// `v^{tr}`, `A^{tr}`: transposed where the same letter stands beside it without it, and otherwise a
/// label, unless `t` and `r` are numbers elsewhere.
pub(super) fn transposed(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut dropped = Vec::new();
    for at in 1..tokens.len().saturating_sub(4) {
        let keys = tokens[at..at + 5].iter().map(|t| t.key.as_ref());
        let base = &tokens[at - 1];
        let named = matches!(base.class, Class::Letter | Class::Name)
            && !matches!(base.key.as_ref(), "e" | "t" | "r");
        if !named || !keys.eq(["^", "{", "t", "r", "}"]) || tokens[at + 3].gap > Gap::None {
            continue;
        }
        let (mut numbers, mut plain) = (false, false);
        for other in around(&tokens, at) {
            let key = &tokens[other].key;
            let above = other > 1 && tokens[other - 1].key == "t"
                || tokens.get(other + 1).is_some_and(|t| t.key == "r");
            numbers |= matches!(key.as_ref(), "t" | "r") && !above;
            plain |= *key == base.key && tokens.get(other + 1).is_none_or(|t| t.key != "^");
        }
        let large = base.class == Class::Name || base.key.starts_with(char::is_uppercase);
        if numbers || !(plain || large) {
            continue;
        }
        tokens[at + 2].end = tokens[at + 3].end;
        tokens[at + 2].class = Class::Name;
        tokens[at + 2].respell(if plain { r"\mathrm{T}" } else { r"\mathrm{tr}" });
        dropped.push(at + 3..at + 4);
    }
    leave_out(&mut tokens, dropped);
    tokens
}

/// `uv^t`, `1 + v^tq`: letters of vectors that `t` transposes beside another letter, where it is nothing
/// else.
pub(super) fn columns(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let vector = |t: &Token<'_>| matches!(t.key.as_ref(), "u" | "v" | "w");
    for at in 1..tokens.len().saturating_sub(1) {
        if tokens[at].key != "^" || tokens[at + 1].key != "t" || !vector(&tokens[at - 1]) {
            continue;
        }
        let other = |t: &Token<'_>| {
            letter(t) && !matches!(t.key.as_ref(), "a" | "b" | "c" | "e" | "t") && t.gap < Gap::Wide
        };
        let beside = tokens.get(at + 2).is_some_and(other) || at > 1 && other(&tokens[at - 2]);
        let time = around(&tokens, at)
            .any(|n| tokens[n].key == "t" && (n == 0 || tokens[n - 1].key != "^"));
        if beside && !time {
            tokens[at + 1].class = Class::Name;
            tokens[at + 1].respell(r"\mathrm{T}");
        }
    }
    tokens
}

/// `log_{2}^{n}`, a logarithm in plain letters whose argument stands above it.
pub(super) fn raised_logarithms(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let after = |at: usize| {
        let closes = |t: &Token<'_>| t.class == Class::Close;
        match tokens.get(at)?.class {
            Class::Open => Some(at + 1 + tokens[at..].iter().position(closes)?),
            _ => Some(at + 1),
        }
    };
    // The place of the hat, where nothing follows that could be an argument.
    let hat = |at: usize| {
        let keys = tokens.get(at..at + 4)?.iter().map(|t| t.key.as_ref());
        let named = keys.eq(["l", "o", "g", "_"])
            && starts(&tokens, at)
            && tokens[at + 1..at + 3].iter().all(|t| t.gap == Gap::None);
        let hat =
            after(at + 4).filter(|hat| named && tokens.get(*hat).is_some_and(|t| t.key == "^"))?;
        let next = after(hat + 1)?;
        let argument = |t: &Token<'_>| {
            t.key == "("
                || matches!(
                    t.class,
                    Class::Letter | Class::Digit | Class::Name | Class::Open
                )
        };
        (!tokens.get(next).is_some_and(argument)).then_some(hat)
    };
    if !(0..tokens.len()).any(|at| hat(at).is_some()) {
        return tokens;
    }
    let mut kept = Vec::with_capacity(tokens.len());
    let (mut at, mut dropped) = (0, None);
    while at < tokens.len() {
        let mut token = tokens[at].clone();
        let mut length = 1;
        if let Some(hat) = hat(at) {
            (token.class, token.end, length) = (Class::Sign, tokens[at + 2].end, 3);
            token.respell(r"\log");
            dropped = Some(hat);
        }
        if dropped != Some(at) {
            kept.push(token);
        }
        at += length;
    }
    kept
}
