//! Letters above that cannot be indices, as they stand below alone on one side of a relation and
//! above alone on another: `u_i = r^i u_0`. An index of a tensor keeps its place.

use super::scripts::{SCRIPT, letters};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use rustc_hash::FxHashSet;

/// Where a letter stands on one side of a relation, or alone on one of several sides.
#[derive(Clone, Copy, Default)]
struct Places {
    below: bool,
    above: bool,
}

impl Places {
    /// Notes where it stands alone on a side.
    fn note(&mut self, side: Self) {
        self.below |= side.below && !side.above;
        self.above |= side.above && !side.below;
    }
}

/// Those of some letters, which stand below and above, that are exponents.
pub(super) fn exponents<'t>(
    tokens: &'t [Token<'t>],
    marks: &[Mark],
    letters: impl Iterator<Item = &'t str>,
) -> FxHashSet<&'t str> {
    let mut found: FxHashSet<&str> = letters.collect();
    found.retain(|letter| is_exponent(tokens, marks, letter));
    found
}

fn is_exponent(tokens: &[Token<'_>], marks: &[Mark], letter: &str) -> bool {
    let (mut side, mut sides, mut crosses) = (Places::default(), Places::default(), false);
    // The letters that have it below and above alone: `A_i = -A^i`.
    let mut bases: [FxHashSet<&str>; 2] = <[FxHashSet<&str>; 2]>::default();
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
                bases[above].insert(before);
            }
            at = match marks.get(at + 1) {
                Some(Mark::Open { partner, .. }) => partner + 1,
                _ => at + 2,
            };
            continue;
        }
        let statement = token.key == "," || token.class == Class::Row;
        if statement || crate::latex::rows::relates(token) {
            sides.note(std::mem::take(&mut side));
            crosses |= sides.below && sides.above;
            if statement {
                sides = Places::default();
            }
        }
        at += 1;
    }
    sides.note(side);
    crosses |= sides.below && sides.above;
    crosses && bases[0].is_disjoint(&bases[1])
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
