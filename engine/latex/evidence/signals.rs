//! Signals and their transforms, which are taken at other times: `y(t) = x(t - t_0)`,
//! `x(at) \leftrightarrow \frac{1}{|a|} X(f/a)`.

use super::NEAR;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};

/// Whether a letter is a signal of which the value at the time in the parenthesis is meant: something
/// else is taken at `t` near, or its transform stands near under the capital letter.
pub(super) fn taken(tokens: &[Token<'_>], at: usize, inside: &[Token<'_>]) -> bool {
    let letter = &tokens[at];
    if letter.class != Class::Letter || letter.key.len() != 1 || inside.len() >= NEAR {
        return false;
    }
    let name = letter.key.as_ref();
    let small = name.to_ascii_lowercase();
    let near = || &tokens[at.saturating_sub(NEAR)..tokens.len().min(at + NEAR)];
    // `A(t) B(t + \tau)`
    let shifted = || {
        let plain = |t: &Token<'_>| t.class != Class::Digit && t.key != "^";
        inside.len() <= SHIFTED
            && inside.iter().all(plain)
            && near()
                .windows(4)
                .any(|w| at_time(w, &inside[0].key) && w[0].key.starts_with(char::is_uppercase))
    };
    let signal = matches!(
        small.as_str(),
        "x" | "y" | "z" | "w" | "s" | "u" | "v" | "g" | "h"
    );
    let own = || inside.iter().any(|t| t.key == name);
    let other =
        |t: &Token<'_>| t.key.len() == 1 && t.key != name && t.key.to_ascii_lowercase() == small;
    // `x(s - s_0)`
    let moment = |at: usize| {
        let indexed = |n: usize| inside.get(n + 1).is_some_and(|t| t.key == "_");
        inside[at].class == Class::Letter
            && indexed(at)
            && (0..inside.len()).any(|n| inside[n].key == inside[at].key && !indexed(n))
    };
    let time = |t: &Token<'_>| matches!(t.key.as_ref(), "t" | r"\tau" | "n");
    let frequency = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            "f" | "s" | "z" | "i" | "j" | r"\omega" | r"\Omega" | r"\mathrm{i}" | r"\text{i}"
        )
    };
    let holds = || match name == small {
        true => inside.iter().any(time) || (0..inside.len()).any(moment),
        false => inside.iter().any(frequency),
    };
    let transformed = || holds() && near().windows(2).any(|w| other(&w[0]) && w[1].key == "(");
    let delayed = || match inside {
        [at, sign, _, ..] => {
            (matches!(name, "x" | "y" | "z" | "w" | "s") || name != small && shifted())
                && matches!(at.key.as_ref(), "t" | "n")
                && matches!(sign.key.as_ref(), "-" | "+")
                && near().windows(4).any(|w| at_time(w, &at.key))
        }
        _ => false,
    };
    // `X(t - 1)`: a process at a step before or behind.
    let stepped = || {
        matches!((name, inside), ("X", [at, sign, step])
            if at.key == "t" && matches!(sign.key.as_ref(), "-" | "+") && step.class == Class::Digit)
    };
    (signal || name != small) && !own() && (signal && transformed() || delayed() || stepped())
}

/// Whether a letter is taken at this time here.
fn at_time(window: &[Token<'_>], time: &str) -> bool {
    let [letter, open, at, close] = window else {
        return false;
    };
    letter.class == Class::Letter && open.key == "(" && at.key == time && close.key == ")"
}

/// Whether a capital or a loss stands first in a sum before a bracket with the letter that runs, a function of it:
/// `\sum_{i=1}^n K\left(\frac{x - x_i}{h}\right)`. A number would stand before the sum.
pub(super) fn summed(tokens: &[Token<'_>], marks: &[Mark], i: usize, inside: &[Token<'_>]) -> bool {
    let from = i.saturating_sub(LIMITS);
    let limits = |at: &usize| {
        tokens[*at].key == r"\sum"
            && super::super::around::skip_scripts(tokens, marks, at + 1).0 == i
    };
    // `\sum_i A_i (w_i + c)`: a number of the family cannot stand before the sum.
    let scripts = tokens[i + 1..]
        .iter()
        .take(SCRIPTS)
        .take_while(|t| t.key != "(");
    let runs = |sum: usize| {
        let first = sum + 2 + usize::from(tokens[sum + 2].class == Class::Open);
        tokens.get(first).is_some_and(|letter| {
            let own = scripts.clone().any(|t| t.key == letter.key);
            !own && inside.iter().any(|t| t.key == letter.key)
        })
    };
    // `\sum K\left(\frac{x - X_i}{h}\right)`: the kernel of an estimate.
    let kernel = tokens[i].key == "K"
        && i.checked_sub(1).is_some_and(|n| tokens[n].key == r"\sum")
        && inside.len() < super::NEAR
        && inside
            .windows(2)
            .any(|w| w[0].key == "_" && w[1].key == "i");
    kernel
        || (crate::latex::figures::point(&tokens[i]) || tokens[i].key == r"\rho")
            && (from..i).rev().find(limits).is_some_and(|sum| {
                tokens[sum + 1].key == "_" && sum + 2 < i && inside.len() < super::NEAR && runs(sum)
            })
}

/// A time and what is added to it have no more tokens.
const SHIFTED: usize = 5;

/// The scripts of a letter have no more tokens.
const SCRIPTS: usize = 8;

/// The limits of a sum have no more tokens.
const LIMITS: usize = 16;
