//! Where numbers and powers of ten end, which units stand behind.

use super::{LONGEST, NEAR};
use crate::latex::token::{Class, Gap, Token, open_brace};

/// Whether a power of ten after a number with a decimal point ends right before: `3.00 \times 10^8`;
/// the unit may stand in braces.
pub(super) fn after_power(tokens: &[Token<'_>], at: usize) -> bool {
    let at = at - usize::from(tokens[at - 1].class == Class::Open);
    let before = &tokens[..at];
    if ends_exponent(before) {
        return true;
    }
    let hat = match before.last().map(|t| t.class) {
        Some(Class::Close) => (at.saturating_sub(6)..at).rfind(|i| before[*i].key == "^"),
        Some(Class::Digit) => at.checked_sub(2),
        _ => None,
    };
    let Some(hat) = hat.filter(|hat| *hat > 4 && before[*hat].key == "^") else {
        return false;
    };
    let [sign, one, zero] = &before[hat - 3..hat] else {
        return false;
    };
    let number = before[..hat - 3].iter().rev().take(LONGEST);
    let number = number.take_while(|t| t.class == Class::Digit || t.key == ".");
    let start = hat - 3 - number.count();
    let times = |t: &Token<'_>| matches!(t.key.as_ref(), r"\times" | r"\cdot");
    one.key == "1"
        && zero.key == "0"
        && times(sign)
        && before[start..hat - 3].iter().any(|t| t.key == ".")
        && !start.checked_sub(1).is_some_and(|n| times(&before[n]))
}

/// Whether a number or a power of ten ends right before.
pub(super) fn follows_number(tokens: &[Token<'_>], at: usize) -> bool {
    match at.checked_sub(1).map(|before| tokens[before].class) {
        Some(Class::Digit) => {
            let digit = |t: &&Token<'_>| t.class == Class::Digit || t.key == ".";
            let length = tokens[..at].iter().rev().take_while(digit).count();
            let key = |n: usize| {
                (at - length)
                    .checked_sub(n)
                    .map_or("", |i| tokens[i].key.as_ref())
            };
            let script = |key: &str| matches!(key, "_" | "^");
            ends_ten(&tokens[..at]) || !(script(key(1)) || key(1) == "{" && script(key(2)))
        }
        Some(Class::Close) => ends_ten(&tokens[..at]),
        _ => false,
    }
}

/// Whether a number with a decimal point and an exponent after `e` ends here: `1.362e-19`.
fn ends_exponent(tokens: &[Token<'_>]) -> bool {
    let digit = |t: &&Token<'_>| t.class == Class::Digit && t.gap == Gap::None;
    let digits = |tokens: &[Token<'_>]| {
        let last = tokens.iter().rev().take(LONGEST);
        tokens.len() - last.take_while(digit).count()
    };
    let from = digits(tokens);
    if from == tokens.len() {
        return false;
    }
    let signed = from > 0 && matches!(tokens[from - 1].key.as_ref(), "-" | "+");
    let letter = (from - usize::from(signed)).checked_sub(1);
    let Some(letter) = letter.filter(|at| matches!(tokens[*at].key.as_ref(), "e" | "E")) else {
        return false;
    };
    let point = digits(&tokens[..letter]);
    point < letter
        && point > 1
        && tokens[point - 1].key == "."
        && tokens[point - 2].class == Class::Digit
}

/// Whether a number ends here that is no script and no argument of a command.
pub(super) fn number_ends(tokens: &[Token<'_>]) -> bool {
    let digit = |t: &&Token<'_>| t.class == Class::Digit || t.key == ".";
    let length = tokens.iter().rev().take(LONGEST).take_while(digit).count();
    let before = (tokens.len() - length).checked_sub(1);
    length > 0
        && tokens[tokens.len() - 1].class == Class::Digit
        && before.is_none_or(|at| {
            let key = tokens[at].key.as_ref();
            // `\frac{1{eV}}{2}`
            let above = at.checked_sub(1).map_or("", |at| tokens[at].key.as_ref());
            if key == "{" && above == r"\frac" {
                return true;
            }
            !(matches!(key, "_" | "^" | "{") || key.ends_with("frac") || key.ends_with("binom"))
        })
}

/// Whether the brace here opens the denominator of a fraction: the number before it ends the numerator,
/// and counts nothing below.
pub(super) fn below(tokens: &[Token<'_>], open: usize) -> bool {
    let above = open
        .checked_sub(1)
        .filter(|close| tokens[*close].class == Class::Close);
    above
        .and_then(|close| open_brace(&tokens[..close], NEAR)?.checked_sub(1))
        .is_some_and(|command| tokens[command].key.ends_with("frac"))
}

/// Whether a power of ten stands at the end: `10^{-5}`.
pub(super) fn ends_ten(tokens: &[Token<'_>]) -> bool {
    let open = (0..tokens.len()).rev().take(6);
    let open = open.take_while(|i| tokens[*i].key != "^").last();
    let Some([one, zero, hat]) = open.and_then(|i| tokens.get(i.checked_sub(3)?..i)) else {
        return false;
    };
    one.key == "1" && zero.key == "0" && hat.key == "^"
}
