//! Units in italics that are told by what stands around them: `20\,m/s`, `1000\,kg/m^3`, `t = 2\,s`, `T = 300 K`.

use super::matter::unit_word;
use super::token::{Class, Gap, Token};

/// Units by units that people write after a number.
const RATES: &[(&str, &str)] = &[
    ("m", "s"),
    ("km", "h"),
    ("km", "hr"),
    ("km", "s"),
    ("cm", "s"),
    ("mm", "s"),
    ("m", "min"),
    ("km", "min"),
    ("cm", "min"),
    ("ft", "s"),
    ("ft", "min"),
    ("mi", "h"),
    ("mi", "hr"),
    ("kg", "m"),
    ("g", "cm"),
    ("g", "mL"),
    ("g", "L"),
    ("kg", "L"),
    ("mg", "L"),
    ("kg", "s"),
    ("g", "mol"),
    ("kg", "mol"),
    ("mol", "L"),
    ("J", "kg"),
    ("J", "mol"),
    ("kJ", "mol"),
    ("kJ", "kg"),
    ("J", "K"),
    ("J", "s"),
    ("C", "s"),
    ("J", "C"),
    ("N", "m"),
    ("N", "kg"),
    ("N", "C"),
    ("N", "cm"),
    ("V", "m"),
    ("W", "m"),
    ("kW", "m"),
    ("A", "m"),
    ("kN", "m"),
    ("rad", "s"),
    ("rev", "s"),
    ("rev", "min"),
    ("L", "s"),
    ("L", "min"),
    ("L", "h"),
    ("gal", "min"),
    ("m", "h"),
    ("m", "kg"),
];

/// Units of one letter that are told by a spacing command after a number and by standing nowhere else.
const SINGLE: &[&str] = &[
    "m", "s", "g", "h", "N", "J", "W", "V", "K", "A", "C", "L", "F", "H", "T",
];

/// Units of one letter that are told by a blank where a quantity is said to be a number of them, with the
/// letters of such quantities: `T = 300 K`.
const QUANTITIES: &[(&str, &[&str])] = &[
    ("m", &["d", "h", "l", "L", "D", "H"]),
    ("s", &["t", "T", r"\tau"]),
    ("g", &["m"]),
    ("K", &["T"]),
    ("N", &["F", "N", "W", "T", "f"]),
    ("J", &["E", "W", "Q", "K", "U", "H"]),
    ("W", &["P"]),
    ("V", &["V", "U", "E", r"\varepsilon", r"\mathcal{E}"]),
    ("A", &["I", "i"]),
    ("C", &["Q", "q"]),
    ("F", &["C"]),
    ("H", &["L"]),
    ("T", &["B"]),
];

/// As many tokens before and after a unit are looked through for its letters.
const NEAR: usize = 100;
/// Letters of a unit, at most.
const LONGEST: usize = 4;
/// Tokens of the index of a quantity, at most: `V_{max}`.
const INDEX: usize = 6;

/// The number of letters of the unit that begins here.
pub(super) fn unit(
    tokens: &[Token<'_>],
    at: usize,
    counted: impl Fn(usize) -> bool,
) -> Option<usize> {
    let rated = |from: usize| {
        let (above, below) = rate(tokens, from).filter(|_| counted(from))?;
        Some((above, from + above + 1, below))
    };
    let parts =
        |from: usize| rated(from).map(|(above, second, below)| [(from, above), (second, below)]);
    let found = parts(at).map(|[first, _]| first).or_else(|| {
        let starts = at.saturating_sub(LONGEST + 1)..at;
        let all = starts.into_iter().filter_map(parts);
        all.map(|[_, second]| second).find(|(from, _)| *from == at)
    });
    let near = at.saturating_sub(NEAR)..tokens.len().min(at + NEAR);
    // The letters of a unit stand nowhere but in units.
    let alone = |length: usize| {
        let units: Vec<(usize, usize)> = near.clone().filter_map(parts).flatten().collect();
        let inside = |i: usize| {
            let whole = |(from, length): &(usize, usize)| (*from..from + length).contains(&i);
            units.iter().any(whole) || single(tokens, i) && counted(i)
        };
        let word = &tokens[at..at + length];
        let same = |t: &Token<'_>| t.class == Class::Letter && word.iter().any(|w| w.key == t.key);
        near.clone().all(|i| !same(&tokens[i]) || inside(i))
            // `V = 12 V`
            || tokens[at].gap == Gap::Blank && measured(tokens)
    };
    if let Some((_, length)) = found {
        return alone(length).then_some(length);
    }
    let related = |i: usize| matches!(tokens[i].key.as_ref(), "=" | r"\approx");
    let found = single(tokens, at) && counted(at) && near.clone().any(related);
    (found && alone(1)).then_some(1)
}

/// Whether a unit of one letter stands here after a spacing command, where a side, an item, a group
/// or the formula ends.
fn single(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    let known = match token.gap {
        Gap::Thin => SINGLE.contains(&token.key.as_ref()),
        Gap::Blank => {
            SINGLE.contains(&token.key.as_ref())
                && at
                    .checked_sub(1)
                    .is_some_and(|before| tokens[before].class == Class::Digit)
                && measured(tokens)
        }
        _ => false,
    };
    let ends = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            "=" | ","
                | "."
                | ";"
                | ")"
                | r"\approx"
                | r"\implies"
                | r"\Rightarrow"
                | r"\iff"
                | r"\therefore"
        ) || matches!(t.class, Class::Row | Class::Close | Class::End | Class::Words)
            // `h = 50\; m \quad\text{and}\quad t = 2\; s`
            || t.gap == Gap::Wide
            || token.gap == Gap::Blank && matches!(t.key.as_ref(), "+" | "-" | r"\times" | r"\cdot")
    };
    known && tokens.get(at + 1).is_none_or(ends)
}

/// Whether the formula says at its end how many units a quantity is, one of which it is measured in: units
/// stand behind its other numbers as well. `P = IV = 2 A \times 12 V = 24 W`
pub(super) fn measured(tokens: &[Token<'_>]) -> bool {
    let related = |t: &Token<'_>| matches!(t.key.as_ref(), "=" | r"\approx");
    if tokens.len() > NEAR {
        return false;
    }
    let parts = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            r"\implies" | r"\Rightarrow" | r"\therefore" | ","
        )
    };
    let start = tokens.iter().rposition(parts).map_or(0, |at| at + 1);
    let tokens = &tokens[start..];
    let (Some(first), Some(last)) = (
        tokens.iter().position(related),
        tokens.iter().rposition(related),
    ) else {
        return false;
    };
    let figure = |t: &&Token<'_>| t.class == Class::Digit || matches!(t.key.as_ref(), "." | "-");
    let figures = tokens[last + 1..].iter().take_while(figure).count();
    let at = last + 1 + figures;
    let Some(unit) = tokens
        .get(at)
        .filter(|t| figures > 0 && t.gap >= Gap::Blank)
    else {
        return false;
    };
    let quantity = match &tokens[..first] {
        [letter] => letter,
        [letter, below, ..] if below.key == "_" && first <= INDEX => letter,
        // `KE`
        [_, energy] if energy.key == "E" => energy,
        _ => return false,
    };
    if let Some((above, below)) = rate(tokens, at) {
        let rest = &tokens[at + above + 1 + below..];
        return rest.is_empty() || rest[0].key == "^" && rest.len() <= LONGEST;
    }
    let word = unit_word(&unit.key).unwrap_or(&unit.key);
    at + 1 == tokens.len() && measures(word, &quantity.key)
}

/// Whether quantities with this letter are measured in this unit.
pub(super) fn measures(unit: &str, letter: &str) -> bool {
    let known = |(own, letters): &(&str, &[&str])| *own == unit && letters.contains(&letter);
    QUANTITIES.iter().any(known)
}

/// The numbers of letters of a unit and of the one it is divided by.
fn rate(tokens: &[Token<'_>], at: usize) -> Option<(usize, usize)> {
    if tokens[at].gap < Gap::Blank {
        return None;
    }
    let above = word(tokens, at)?;
    let slash = tokens.get(at + above.len()).filter(|t| t.key == "/")?;
    let second = at + above.len() + 1;
    let below = word(tokens, second).filter(|_| slash.gap == Gap::None)?;
    let after = tokens.get(second + below.len());
    let ends = after
        .is_none_or(|t| !matches!(t.key.as_ref(), "_" | "(" | "'") && t.class != Class::Letter);
    let known = RATES
        .iter()
        .any(|(a, b)| spells(above, a) && spells(below, b));
    (known && ends).then_some((above.len(), below.len()))
}

/// The letters side by side that begin here.
fn word<'a, 't>(tokens: &'a [Token<'t>], at: usize) -> Option<&'a [Token<'t>]> {
    let rest = tokens.get(at..)?;
    let run = rest.iter().take(LONGEST + 1).enumerate();
    let letters = run.take_while(|(i, t)| {
        t.class == Class::Letter && t.short() && (*i == 0 || t.gap == Gap::None)
    });
    let length = letters.count();
    (length > 0).then(|| &rest[..length])
}

/// Whether letters side by side spell this.
fn spells(letters: &[Token<'_>], word: &str) -> bool {
    let keys = letters.iter().map(|t| t.key.as_bytes());
    letters.len() == word.len() && keys.zip(word.bytes()).all(|(key, byte)| key == [byte])
}
