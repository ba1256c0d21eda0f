//! Blanks to be filled in, `2 + 3 = \_\_\_`: lines that stand alone are names of what is sought, each its
//! own; one between two numbers is a sign, as a circle is.

use super::token::{Class, Gap, Token, leave_out};

/// Lines of the shortest name: one or two may be part of another name.
const SHORTEST: usize = 3;
/// Lines of the longest name that is kept as it is.
const LONGEST: usize = 40;

/// Whether this is the name of a blank to be filled in: a line, a square, a question mark.
pub fn is_fill_in(name: &str) -> bool {
    name.starts_with(r"\_") || matches!(name, r"\square" | "?")
}

/// The lines side by side as one name each.
pub(super) fn named(tokens: &mut Vec<Token<'_>>) {
    let line = |t: &Token<'_>| t.key == r"\_";
    let mut others = Vec::new();
    let mut lengths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let run = tokens[at..].iter().take_while(|t| line(t)).count();
        if run > 0 {
            let end = tokens[at + run - 1].end;
            if is_sign(tokens, at, run) {
                tokens[at].respell(r"\square");
            } else {
                let mut length = run.clamp(SHORTEST, LONGEST);
                while lengths.contains(&length) && lengths.len() < LONGEST {
                    length += 1;
                }
                if lengths.len() < LONGEST {
                    lengths.push(length);
                }
                tokens[at].respell("");
                tokens[at].class = Class::Name;
                tokens[at].key = r"\_".repeat(length).into();
            }
            tokens[at].end = end;
            if run > 1 {
                others.push(at + 1..at + run);
            }
        }
        if tokens[at].key == r"\bigcirc" && is_sign(tokens, at, 1) {
            tokens[at].respell(r"\square");
        }
        at += run.max(1);
    }
    leave_out(tokens, others);
}

/// Whether lines stand where the sign between two numbers is sought: `0.5 \_\_\_ 0.05`.
fn is_sign(tokens: &[Token<'_>], at: usize, run: usize) -> bool {
    let number = |t: &Token<'_>| t.class == Class::Digit;
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    let after = tokens.get(at + run);
    let apart = tokens[at].gap > Gap::None && after.is_some_and(|t| t.gap > Gap::None);
    // `\frac{1}{2} \_\_ \frac{1}{3}`
    let ends = before.is_some_and(|t| number(t) || t.class == Class::Close || t.key == ")");
    let begins = after.is_some_and(|t| number(t) || matches!(t.key.as_ref(), r"\frac" | "("));
    apart && ends && begins
}
