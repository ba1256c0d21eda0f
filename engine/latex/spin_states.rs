//! States whose labels are signs, given by a command: `\ket{+}`, `\bra{-+}`.

use super::token::{Class, Token, leave_out};

/// As many signs are one label.
const LONGEST: usize = 6;

/// Writes such states with bars and angles, which hold signs.
pub(super) fn spelled(tokens: &mut Vec<Token<'_>>) {
    let mut braces = Vec::new();
    let mut bra = None;
    for at in 0..tokens.len().saturating_sub(3) {
        let (open, close) = match tokens[at].key.as_ref() {
            r"\ket" | r"\Ket" => ("|", r"\rangle"),
            r"\bra" | r"\Bra" => (r"\langle", "|"),
            _ => continue,
        };
        let sign = |t: &&Token<'_>| matches!(t.key.as_ref(), "+" | "-");
        let signs = tokens[at + 2..].iter().take(LONGEST).take_while(sign);
        let end = at + 2 + signs.count();
        let held = tokens[at + 1].key == "{" && tokens.get(end).is_some_and(|t| t.key == "}");
        if !held || end == at + 2 {
            continue;
        }
        for (place, key) in [(at, open), (end, close)] {
            tokens[place].respell(key);
            tokens[place].class = Class::Sign;
        }
        // `\bra{+}\ket{-}` has one bar.
        let meets = open == "|" && bra == Some(at);
        braces.push(if meets { at..at + 2 } else { at + 1..at + 2 });
        bra = (close == "|").then_some(end + 1);
    }
    leave_out(tokens, braces);
}
