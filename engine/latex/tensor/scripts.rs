//! What stands in the scripts of tensors: letters alone, one letter less a number, Greek letters.

use super::letters::{GREEK, capital};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// As many tokens of a script are looked at.
pub(super) const SCRIPT: usize = 12;

/// The letter of a script that is a capital letter less a number: `{M-1}`, `{(M-1)}`.
pub(super) fn one_less<'t>(script: &'t [Token<'_>]) -> Option<&'t str> {
    let inner = match script {
        [open, inner @ .., close] if open.key == "{" && close.key == "}" => inner,
        _ => return None,
    };
    let inner = match inner {
        [open, inner @ .., close] if open.key == "(" && close.key == ")" => inner,
        _ => inner,
    };
    match inner {
        [letter, minus, number]
            if capital(&letter.key) && minus.key == "-" && number.class == Class::Digit =>
        {
            Some(letter.key.as_ref())
        }
        _ => None,
    }
}

/// Whether a base has this letter alone above it near a place.
pub(super) fn raised_to(tokens: &[Token<'_>], at: usize, base: &str, letter: &str) -> bool {
    let near = &tokens[crate::latex::token::around(tokens, at)];
    near.windows(4).any(|w| {
        w[0].key == base
            && w[1].key == "^"
            && (w[2].key == letter || w[2].key == "{" && w[3].key == letter)
    })
}

/// The capital letter with two Greek letters or more below it, of which a superscript stands here.
pub(super) fn above_greek<'t>(
    tokens: &'t [Token<'t>],
    marks: &[Mark],
    at: usize,
) -> Option<&'t str> {
    let opens =
        |open: &usize| matches!(marks[*open], Mark::Open { partner, .. } if partner + 1 == at);
    let open = (at.saturating_sub(SCRIPT)..at).rev().find(opens)?;
    let [.., base, sign, _] = &tokens[..=open] else {
        return None;
    };
    let below = letters(tokens, marks, open);
    let greek = below.len() > 1 && below.iter().all(|l| GREEK.contains(l));
    (sign.key == "_" && capital(&base.key) && greek).then_some(base.key.as_ref())
}

/// Whether what stands below at this sign is a number of choices, `{}^n C_r`, or of factors, `(a)_s`.
pub(super) fn chooses(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |back: usize| at.checked_sub(back).map_or("", |i| tokens[i].key.as_ref());
    let after = tokens.get(at + 1).map_or("", |t| t.key.as_ref());
    let number = |back: usize| {
        matches!(key(back), "n" | "m" | "N") || key(back).starts_with(|c: char| c.is_ascii_digit())
    };
    matches!(key(1), "C" | "P" | r"\mathrm{C}" | r"\mathrm{P}")
        && (key(3) == "^" && number(2)
            || key(3) == "_" && number(2) && matches!(key(4), "}" | "")
            || key(2) == "}" && key(5) == "^" && number(3))
        || key(1) == ")" && matches!(after, "r" | "s")
}

/// Whether an index or a group stands above.
pub(super) fn raises(next: Option<&Token<'_>>) -> bool {
    next.is_some_and(|t| matches!(t.key.as_ref(), r"\mu" | r"\nu" | "{"))
}

/// The Greek letters outside of scripts, and in those above that are reckoned with: `e^{-\nu}`.
pub(super) fn standing<'t>(tokens: &'t [Token<'t>], marks: &[Mark]) -> FxHashSet<&'t str> {
    let mut found = FxHashSet::default();
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if matches!(token.key.as_ref(), "_" | "^") {
            let number = |t: &Token<'_>| {
                t.class == Class::Digit || matches!(t.key.as_ref(), "+" | "-" | "/" | r"\frac")
            };
            at = match marks.get(at + 1).copied() {
                Some(Mark::Open { partner, .. })
                    if token.key == "^" && tokens[at + 1..partner].iter().any(number) =>
                {
                    at + 1
                }
                Some(Mark::Open { partner, .. }) => partner + 1,
                _ => at + 2,
            };
            continue;
        }
        // `\mu_0` is a constant.
        let constant = tokens.get(at + 1).is_some_and(|t| t.key == "_")
            && tokens.get(at + 2).is_some_and(|t| t.class == Class::Digit);
        if token.class == Class::Letter && token.key.starts_with('\\') && !constant {
            found.insert(token.key.as_ref());
        }
        at += 1;
    }
    found
}

/// The letters of a script that holds nothing else.
pub(super) fn letters<'t>(
    tokens: &'t [Token<'t>],
    marks: &[Mark],
    at: usize,
) -> SmallVec<[&'t str; 4]> {
    let inside = match (tokens.get(at), marks.get(at)) {
        (Some(t), Some(Mark::Open { partner, .. }))
            if t.class == Class::Open && *partner <= at + SCRIPT =>
        {
            &tokens[at + 1..*partner]
        }
        (Some(t), _) if t.class == Class::Letter => &tokens[at..=at],
        _ => return SmallVec::new(),
    };
    let plain = |t: &Token<'_>| {
        matches!(t.class, Class::Letter | Class::Digit | Class::Name)
            || matches!(
                t.key.as_ref(),
                "," | ";" | "[" | "]" | "(" | ")" | r"\prime" | "'" | "{" | "}"
            )
            || matches!(t.key.as_ref(), r"\bar" | r"\dot" | r"\hat" | r"\tilde")
    };
    if !inside.iter().all(plain) {
        return SmallVec::new();
    }
    let letters = inside.iter().filter(|t| t.class == Class::Letter);
    letters.map(|t| t.key.as_ref()).collect()
}

pub(super) fn first_letter<'t>(tokens: &'t [Token<'t>], at: usize) -> Option<&'t str> {
    let ahead = tokens.get(at..)?.iter().take(2);
    let mut letters = ahead.filter(|t| t.class == Class::Letter);
    letters.next().map(|t| t.key.as_ref())
}
