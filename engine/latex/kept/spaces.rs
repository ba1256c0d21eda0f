//! Letters of spaces and sheaves that everybody names so: spheres, balls, tori, sequences, differentials.

use super::LONGEST;
use crate::atoms::Atoms;
use crate::latex::token::{Class, Token};
use smallvec::SmallVec;

/// Letters of which some are such names.
const NAMES: &[&str] = &["S", r"\Omega", r"\ell"];

/// Protects such letters.
pub(in crate::latex) fn keep_spaces(tokens: &[Token<'_>], atoms: &mut Atoms) {
    let named = |name: &str| NAMES.contains(&name);
    if atoms.symbols.iter().any(|s| named(&s.name)) {
        keep(tokens, atoms);
    }
}

/// Spheres beside signs between spaces, or of which a group is taken, with the balls and tori beside
/// them, and sheaves of differentials: `f: S^n \to S^n`, `\pi_k(S^n)`, `D^n/S^{n - 1}`, `H^q(X, \Omega^p)`.
fn keep(tokens: &[Token<'_>], atoms: &mut Atoms) {
    let mut kept: SmallVec<[&str; 4]> = SmallVec::new();
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let raised = |at: usize| {
        let of = at + 2 + usize::from(key(at + 2) == "{");
        let size = matches!(key(of), "n" | "m" | "k" | "p" | "q" | "d");
        key(at + 1) == "^" && (size || tokens.get(of).is_some_and(|t| t.class == Class::Digit))
    };
    let sign = |name: &str| {
        matches!(
            name,
            r"\to"
                | r"\rightarrow"
                | r"\longrightarrow"
                | r"\hookrightarrow"
                | r"\times"
                | r"\cong"
                | r"\simeq"
                | r"\approx"
                | r"\vee"
                | r"\wedge"
                | r"\subset"
                | r"\subseteq"
                | r"\setminus"
        )
    };
    let beside = |at: usize| {
        let before = at.checked_sub(1).map_or("", key);
        sign(before)
            || sign(key(behind_script(tokens, at + 1)))
            || before == ":" && at > 1
            || before == "(" && at > 3 && functor_before(tokens, at - 1)
    };
    let sphere = |at: &usize| key(*at) == "S" && raised(*at) && beside(*at);
    if let Some(at) = (0..tokens.len()).find(sphere) {
        kept.push(key(at));
        let other = |at: &usize| matches!(key(*at), "D" | "B" | "T") && raised(*at);
        kept.extend((0..tokens.len()).find(other).map(key));
    }
    let differentials = |at: &usize| {
        key(*at) == r"\Omega"
            && key(at + 1) == "^"
            && key(at - 1) == ","
            && matches!(key(behind_script(tokens, at + 1)), ")" | "_")
            && key(at - 3) == "("
            && functor_before(tokens, at - 3)
    };
    kept.extend((4..tokens.len()).find(differentials).map(key));
    // `(\ell^p)^* \cong \ell^q`, `x \in \ell^2`
    let summable = |at: &usize| {
        let of = at + 2 + usize::from(key(at + 2) == "{");
        let before = at.checked_sub(1).map_or("", key);
        key(*at) == r"\ell"
            && key(at + 1) == "^"
            && (matches!(key(of), "1" | "p" | "q" | r"\infty")
                || key(of) == "2" && (sign(before) || matches!(before, r"\in" | r"\colon")))
    };
    kept.extend((0..tokens.len()).find(summable).map(key));
    for symbol in &mut atoms.symbols {
        symbol.protected |= kept.contains(&symbol.name.as_str());
    }
}

/// The place behind the script whose sign stands at one.
fn behind_script(tokens: &[Token<'_>], sign: usize) -> usize {
    let braced = tokens.get(sign + 1).is_some_and(|t| t.class == Class::Open);
    let inside = tokens.get(sign + 2..).unwrap_or_default().iter();
    match braced {
        true => {
            sign + 3
                + inside
                    .take(LONGEST)
                    .take_while(|t| t.class != Class::Close)
                    .count()
        }
        false => sign + 2,
    }
}

/// Whether a functor of topology with a degree stands before a bracket: `\pi_1(`, `\tilde{H}_{n - 1}(`.
fn functor_before(tokens: &[Token<'_>], bracket: usize) -> bool {
    let key = |at: usize| tokens[at].key.as_ref();
    let Some(last) = bracket.checked_sub(1) else {
        return false;
    };
    let braced = tokens[last].class == Class::Close;
    let open = || {
        let before = tokens[..last].iter().rev().take(LONGEST);
        let inside = before.take_while(|t| t.class != Class::Open).count();
        last.checked_sub(inside + 1)
    };
    let script = match braced {
        true => open().and_then(|at| at.checked_sub(1)),
        false => last.checked_sub(1),
    };
    let Some(sign) = script.filter(|at| *at > 0 && matches!(key(*at), "_" | "^")) else {
        return false;
    };
    let base = sign - 1 - usize::from(key(sign - 1) == "}" && sign > 1);
    matches!(key(base), r"\pi" | "H" | "K" | "h")
}
