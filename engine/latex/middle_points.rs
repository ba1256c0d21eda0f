//! Full points between factors, set apart by blanks: `F = m . a`, `\vec{a} . \vec{b} = 0`.

use super::signs::{Signs, Sorts};
use super::token::{Class, Gap, Token, around};

/// Signs behind which a full point ends what is bound.
const BINDERS: &[&str] = &[r"\lambda", r"\mu", r"\Lambda", r"\Pi", r"\nu", r"\iota"];

/// Makes signs of multiplication of such points. One between two statements ends the first.
pub(super) fn multiplied(tokens: &mut [Token<'_>], signs: Signs) {
    if signs.may(Sorts::QUANTIFIER) {
        return;
    }
    for at in 1..tokens.len().saturating_sub(1) {
        if tokens[at].key == "." && between(tokens, at) {
            tokens[at].respell(r"\cdot");
        }
    }
}

/// Whether the full point here stands between two factors.
fn between(tokens: &[Token<'_>], at: usize) -> bool {
    let (before, after) = (&tokens[at - 1], &tokens[at + 1]);
    let apart = tokens[at].gap == Gap::Blank && after.gap == Gap::Blank;
    let ends =
        matches!(before.class, Class::Letter | Class::Digit | Class::Close) || before.key == ")";
    // `0 . 2 5`
    let digits = before.class == Class::Digit && after.class == Class::Digit;
    let begins = matches!(after.class, Class::Letter | Class::Digit) && !digits
        || matches!(
            after.key.as_ref(),
            "(" | r"\vec" | r"\sin" | r"\cos" | r"\frac"
        );
    if !(apart && ends && begins) {
        return false;
    }
    let near = around(tokens, at);
    let relates = |t: &Token<'_>| matches!(t.key.as_ref(), "=" | "<" | ">" | r"\in" | r"\to" | ":");
    let (left, right) = (&tokens[near.start..at], &tokens[at + 1..near.end]);
    let binds = |t: &Token<'_>| BINDERS.contains(&t.key.as_ref());
    let stated = left.iter().any(relates) && right.iter().any(relates);
    !stated && !left.iter().any(binds)
}
