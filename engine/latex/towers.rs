//! Dots that go up a tower of powers: `x^{x^{\cdot^{\cdot^{\cdot}}}}`.

use super::token::{Class, Token, leave_out};
use std::ops::Range;

/// No tower has more dots.
const HIGHEST: usize = 16;

/// Makes one ellipsis of them.
pub(super) fn raised(tokens: &mut Vec<Token<'_>>) {
    let mut towers: Vec<Range<usize>> = Vec::new();
    for at in 2..tokens.len() {
        let within = towers.last().is_some_and(|tower| at < tower.end);
        if !within
            && tokens[at].key == r"\cdot"
            && tokens[at - 1].class == Class::Open
            && tokens[at - 2].key == "^"
            && let Some(end) = tower(tokens, at)
        {
            towers.push(at..end);
        }
    }
    for tower in &towers {
        let end = tokens[tower.end - 1].end;
        let dots = &mut tokens[tower.start];
        dots.respell(r"\dots");
        dots.end = end;
    }
    leave_out(
        tokens,
        towers.into_iter().map(|t| t.start + 1..t.end).collect(),
    );
}

/// Where a tower of dots ends that begins at a place: at least two of them, each in the exponent of the
/// one before, and nothing beside them.
fn tower(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let (mut at, mut open, mut dots) = (from, 0, 0);
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    while key(at) == r"\cdot" && dots < HIGHEST {
        (at, dots) = (at + 1, dots + 1);
        if key(at) == "^" {
            at += 1;
            if tokens.get(at).is_some_and(|t| t.class == Class::Open) {
                (at, open) = (at + 1, open + 1);
            }
        } else {
            break;
        }
    }
    while open > 0 && tokens.get(at).is_some_and(|t| t.class == Class::Close) {
        (at, open) = (at + 1, open - 1);
    }
    (dots > 1 && open == 0 && tokens.get(at).is_some_and(|t| t.class == Class::Close)).then_some(at)
}
