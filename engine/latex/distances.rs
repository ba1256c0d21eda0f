//! Distances between points, `|PF_1| + |PF_2| = 2a`: pairs of capital letters that stand between bars
//! and nowhere else.

use super::figures::point;
use super::lengths::{RELATIONS, marked, pair};
use super::rows::begins_table;
use super::token::{Class, Token};

/// Letters of points; others are sets, groups, random variables or matrices.
const POINTS: &str = "ABCDEFMNOPQRST";

/// Whether all capital letters of a formula are points whose distances it speaks of.
pub(super) fn told(tokens: &[Token<'_>]) -> bool {
    let (mut pairs, mut indexed, mut related) = (0, false, false);
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if let Some(end) = between_bars(tokens, at) {
            pairs += 1;
            indexed |= end > at + 4;
            at = end;
            continue;
        }
        match token.key.as_ref() {
            key if RELATIONS.contains(&key) => related = true,
            r"\det" | r"\in" | r"\to" | r"\subset" => return false,
            // Scripts name things in all ways.
            "_" | "^" => at += 1,
            _ if point(token) => return false,
            _ if begins_table(token) || token.class == Class::Name => return false,
            _ => {}
        }
        at += 1;
    }
    pairs > 1 || related && pairs == 1 && indexed
}

/// Whether the distance of one of the points that are known is taken: `|AD|`.
pub(super) fn of(tokens: &[Token<'_>], known: impl Fn(&Token<'_>) -> bool) -> bool {
    (0..tokens.len())
        .any(|at| between_bars(tokens, at).is_some_and(|end| tokens[at..end].iter().any(&known)))
}

/// The place after the bar that closes a pair of different points, if one opens here.
fn between_bars(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let bar = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|t| matches!(t.key.as_ref(), "|" | r"\lvert" | r"\rvert"))
    };
    let (first, second) = bar(at).then(|| marked(tokens, at + 1))??;
    let (other, _) = marked(tokens, second)?;
    let end = pair(tokens, at + 1).filter(|end| bar(*end))?;
    // One that has a number is a point beside any letter: `|KF_1| + |KF_2|`.
    let numbered = first.1.is_empty() != other.1.is_empty();
    let corner = |letter: u8| numbered || POINTS.contains(char::from(letter));
    (first != other && corner(first.0) && corner(other.0)).then_some(end + 1)
}
