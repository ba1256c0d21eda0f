//! Units in italics of which a part is a command, `9.5 \mu m` and `4.7 k\Omega`: a letter beside it is
//! the unit, or its prefix.

use super::rates::measures;
use super::token::{Class, Gap, Token, around};

/// Units that people write a millionth of.
const MICRO: &[&str] = &[
    "m", "s", "g", "F", "H", "A", "V", "W", "C", "L", "l", "M", "T",
];
/// Prefixes of the ohm.
const OHMS: &[&str] = &["k", "M", "m", "G"];

/// Whether the letter here is such a unit or prefix, behind a number that is no factor: it has a
/// decimal point, or stands apart, and neither letter stands nearby without such a number.
pub(super) fn is_unit(tokens: &[Token<'_>], at: usize) -> bool {
    let place = |at: usize| first(tokens, at).filter(|first| counted(tokens, *first));
    let Some(from) = place(at) else {
        return false;
    };
    let unit = &tokens[from..from + 2];
    let near = around(tokens, at);
    near.filter(|i| unit.iter().any(|t| t.key == tokens[*i].key))
        .all(|i| place(i).is_some() || i > 0 && place(i - 1).is_some() || place(i + 1).is_some())
}

/// Where the unit begins that the letter here belongs to.
fn first(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let key = tokens.get(at)?.key.as_ref();
    let side_by_side = |second: usize| tokens[second].gap <= Gap::Blank;
    let before = at.checked_sub(1).map(|before| tokens[before].key.as_ref());
    if before == Some(r"\mu") && MICRO.contains(&key) && side_by_side(at) {
        return Some(at - 1);
    }
    let ohm = tokens.get(at + 1).is_some_and(|t| t.key == r"\Omega");
    (ohm && OHMS.contains(&key) && side_by_side(at + 1)).then_some(at)
}

/// Whether the two letters here stand behind a number, and nothing is multiplied with them.
fn counted(tokens: &[Token<'_>], from: usize) -> bool {
    let figure = |t: &&Token<'_>| t.class == Class::Digit || t.key == ".";
    let number = tokens[..from].iter().rev().take_while(figure);
    let point = number.clone().any(|t| t.key == ".");
    let start = from - number.count();
    let script = start > 0 && matches!(tokens[start - 1].key.as_ref(), "_" | "^");
    let apart = match tokens[from].key.as_ref() {
        // `f = 2 \mu F` may be a product, `C = 2 \mu F` is none.
        r"\mu"
            if from - start == 1
                && tokens.len() > 3
                && !measures(&tokens[from + 1].key, &tokens[0].key) =>
        {
            Gap::Thin
        }
        _ => Gap::Blank,
    };
    let ends = tokens.get(from + 2).is_none_or(|t| match t.class {
        Class::Letter | Class::Digit | Class::Open => false,
        _ => !matches!(t.key.as_ref(), "_" | "(" | "'" | "["),
    });
    start < from && !script && (point || tokens[from].gap >= apart) && ends
}
