//! Letters above that cannot be indices, as they stand below alone on one side of a relation and
//! above alone on another: `u_i = r^i u_0`. An index of a tensor keeps its place.

use super::scripts::{SCRIPT, letters};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use rustc_hash::FxHashSet;

/// Where a letter stands on one side of a relation.
#[derive(Clone, Copy, Default)]
struct Places {
    below: bool,
    above: bool,
}

impl Places {
    fn crosses(self, other: Self) -> bool {
        self.below && !self.above && other.above && !other.below
            || other.below && !other.above && self.above && !self.below
    }
}

/// Those of some letters, which stand below and above, that are exponents.
pub(super) fn exponents<'t>(
    tokens: &'t [Token<'t>],
    marks: &[Mark],
    candidates: &[(&str, &'t str)],
) -> FxHashSet<&'t str> {
    let mut found = FxHashSet::default();
    for &(_, letter) in candidates {
        if !found.contains(letter) && is_exponent(tokens, marks, letter) {
            found.insert(letter);
        }
    }
    found
}

fn is_exponent(tokens: &[Token<'_>], marks: &[Mark], letter: &str) -> bool {
    let mut sides: Vec<Places> = Vec::new();
    let mut side = Places::default();
    let mut crosses = false;
    // The letters that have it below and above alone: `A_i = -A^i`.
    let mut bases: [Vec<&str>; 2] = <[Vec<&str>; 2]>::default();
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        let script = matches!(token.key.as_ref(), "_" | "^") && token.class == Class::Sign;
        if script {
            let held = letters(tokens, marks, at + 1);
            let before = at.checked_sub(1).map_or("", |n| tokens[n].key.as_ref());
            if held.contains(&letter) {
                // In `\delta_{ij}` an index may stand where it likes.
                if held.len() > 1 || !alone(tokens, marks, at) {
                    return false;
                }
                let above = usize::from(token.key == "^");
                side.below |= above == 0;
                side.above |= above == 1;
                bases[above].push(before);
            }
            at = match marks.get(at + 1) {
                Some(Mark::Open { partner, .. }) => partner + 1,
                _ => at + 2,
            };
            continue;
        }
        let statement = token.key == "," || token.class == Class::Row;
        if statement || crate::latex::rows::relates(token) {
            crosses |= sides.iter().any(|other| other.crosses(side));
            sides.push(std::mem::take(&mut side));
            if statement {
                sides.clear();
            }
        }
        at += 1;
    }
    crosses |= sides.iter().any(|other| other.crosses(side));
    crosses && !bases[0].iter().any(|base| bases[1].contains(base))
}

/// Whether a script belongs to a letter, which may have another, and no differential has that,
/// nor is it multiplied as a vector: not `\dot x^i`, `dx^i`, `\partial x^i`, `w^T x^i`.
fn alone(tokens: &[Token<'_>], marks: &[Mark], at: usize) -> bool {
    let key = |back: usize| at.checked_sub(back).map_or("", |n| tokens[n].key.as_ref());
    let Some(before) = at.checked_sub(1) else {
        return false;
    };
    if key(2) == "_" {
        return true;
    }
    if tokens[before].class == Class::Close {
        let opens =
            |open: &usize| matches!(marks[*open], Mark::Open { partner, .. } if partner == before);
        let open = (at.saturating_sub(SCRIPT)..before).rev().find(opens);
        return open.is_some_and(|open| open > 0 && tokens[open - 1].key == "_");
    }
    tokens[before].class == Class::Letter
        && !matches!(
            key(2),
            "d" | r"\partial" | r"\dot" | r"\ddot" | r"\delta" | "∂" | "T" | r"\top"
        )
}

/// Whether a vector of a basis, or a generator, stands before the sign of a subscript: `e_i`,
/// `\mathbf{e}_i`, `\partial_i`, `T_a`.
pub(super) fn basis_vector(tokens: &[Token<'_>], at: usize, letter: &str) -> bool {
    let before = at.checked_sub(1).map_or("", |n| tokens[n].key.as_ref());
    let accented = before == "}" && at > 1 && tokens[at - 2].key == "e";
    matches!(before, "e" | r"\partial" | "∂")
        || accented
        || before.ends_with("{e}")
        || before == "T" && matches!(letter, "a" | "b" | "c")
}
