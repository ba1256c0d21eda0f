//! Plain letters that spell a unit where they stand: behind a number, in braces, or beside other units.

use super::numbers::{after_power, below, ends_ten, follows_number, number_ends};
use super::{APART, NEAR, SCIENTIFIC, UNITS};
use crate::latex::rates;
use crate::latex::token::{Class, Gap, Token};

/// Those of them that are known after a blank as well.
const ENERGIES: &[&str] = &["eV", "keV", "MeV", "GeV", "TeV"];

/// Units that are known without a blank, when their letters stand nowhere else.
const SURE: &[&str] = &[
    "cm", "mm", "kg", "kWh", "Hz", "kHz", "MHz", "kPa", "mL", "keV", "MeV", "GeV",
];

/// The number of letters of the unit that begins here.
pub(super) fn unit(tokens: &[Token<'_>], at: usize, powers: bool) -> Option<usize> {
    let first = &tokens[at];
    if at == 0 || first.class != Class::Letter || !first.short() {
        return None;
    }
    // `\int r^2\,dm`
    let near = at.saturating_sub(NEAR)..at;
    if first.key == "d" && tokens[near].iter().any(|t| t.key.ends_with("int")) {
        return None;
    }
    let before = &tokens[at - 1];
    let behind = matches!(before.class, Class::Digit | Class::Open | Class::Close);
    let found = match behind {
        true => after_number(tokens, at).or_else(|| braced(tokens, at)),
        false => None,
    };
    // Rates and units beside others stand apart, or behind a slash.
    if found.is_some() || first.gap == Gap::None && !behind && before.short() && before.key != "/" {
        return found;
    }
    rates::unit(tokens, at, |at| follows_number(tokens, at)).or_else(|| {
        let beside = powers && (after_power(tokens, at) || after_unit(tokens, at));
        beside.then(|| scientific(tokens, at)).flatten()
    })
}

/// The number of letters of a unit that only stands beside powers of ten and other units.
fn scientific(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let length = spelled(tokens, at, SCIENTIFIC)?;
    // `2.5 \times 10^3 m c^2` is a product.
    let next = at + length;
    if tokens.get(next).is_some_and(|t| t.class == Class::Letter) {
        spelled(tokens, next, SCIENTIFIC)?;
    }
    let first = &tokens[at].key;
    let from = at.saturating_sub(NEAR);
    let to = tokens.len().min(at + NEAR);
    let same = (from..to).filter(|i| *i > 0 && tokens[*i].key == *first);
    let in_unit = |i: usize| {
        let from = i.saturating_sub(3).max(1)..i;
        from.into_iter()
            .any(|from| after_number(tokens, from).is_some_and(|length| from + length > i))
    };
    same.into_iter()
        .all(|i| after_power(tokens, i) || after_unit(tokens, i) || in_unit(i))
        .then_some(length)
}

/// The letters side by side that begin here, as many as a unit has.
fn letters<'a, 't>(tokens: &'a [Token<'t>], at: usize) -> &'a [Token<'t>] {
    let run = tokens[at..].iter().enumerate();
    let run = run.take_while(|(i, t)| t.class == Class::Letter && (*i == 0 || t.gap == Gap::None));
    &tokens[at..at + run.take(4).count()]
}

fn is_spelled(run: &[Token<'_>], unit: &str) -> bool {
    unit.len() == run.len() && unit.bytes().zip(run).all(|(b, t)| t.key.as_bytes() == [b])
}

/// The number of letters side by side that spell one of these, and nothing else.
fn spelled(tokens: &[Token<'_>], at: usize, units: &[&str]) -> Option<usize> {
    let run = letters(tokens, at);
    units.iter().find(|unit| is_spelled(run, unit))?;
    let after = tokens.get(at + run.len()).map(|t| t.key.as_ref());
    (!matches!(after, Some("_" | "(" | "'"))).then_some(run.len())
}

/// Whether a unit after a power of ten stands right before, with a sign between or a blank: `m/s`,
/// `J s`.
fn after_unit(tokens: &[Token<'_>], at: usize) -> bool {
    let joined = matches!(tokens[at - 1].key.as_ref(), "/" | r"\cdot");
    if !joined && tokens[at].gap < Gap::Blank {
        return false;
    }
    let end = at - usize::from(joined);
    let letters = tokens[..end].iter().rev().take(4);
    let letters = letters.take_while(|t| t.class == Class::Letter && t.short());
    (1..=letters.count()).any(|length| {
        let from = end - length;
        from > 0 && after_power(tokens, from) && spelled(tokens, from, SCIENTIFIC) == Some(length)
    })
}

/// The number of letters of the unit that begins here, right after a number.
fn after_number(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let first = &tokens[at];
    let before = at.checked_sub(1).map(|n| &tokens[n])?;
    let (held, counted) = match before.class {
        Class::Digit => (false, true),
        Class::Open => (true, at > 1 && tokens[at - 2].class == Class::Digit),
        Class::Close => (false, ends_ten(&tokens[..at])),
        _ => (false, false),
    };
    if !counted {
        return None;
    }
    let run = letters(tokens, at);
    let length = run.len();
    let spells = |unit: &&&str| is_spelled(run, unit);
    let units = match held || first.gap >= Gap::Blank {
        true => UNITS,
        false => SURE,
    };
    let known = units.iter().any(|unit| spells(&unit));
    let apart = !held && !known && first.gap >= Gap::Blank;
    if apart {
        let listed = if first.gap >= Gap::Thin {
            APART
        } else {
            ENERGIES
        };
        listed.iter().find(spells)?;
    } else if !known {
        return None;
    }
    let after = tokens.get(at + length);
    let ends = after.is_none_or(|t| match t.key.as_ref() {
        "_" | "(" | "'" => false,
        // `2mL^2` is a product: nobody squares a volume.
        "^" if run[length - 1].key == "L" => false,
        "}" => true,
        _ => !held && !matches!(t.class, Class::Letter | Class::Digit) || t.gap >= Gap::Blank,
    });
    (ends && (held || !apart && first.gap >= Gap::Blank || alone(tokens, at, length)))
        .then_some(length)
}

/// The number of letters of the unit that stands here with braces around it, after a number or with
/// a negative exponent: `3{ms}^{-1}`, `5{~J}`, `{cm}^{-1}`.
fn braced(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let open = at.checked_sub(1).filter(|open| tokens[*open].key == "{")?;
    let script = open > 0 && matches!(tokens[open - 1].key.as_ref(), "_" | "^");
    if script {
        return None;
    }
    let run = letters(tokens, at);
    let length = run.len();
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    if key(at + length) != "}" {
        return None;
    }
    let lists: &[&[&str]] = match tokens[at].gap >= Gap::Blank {
        true => &[UNITS, APART, SURE, SCIENTIFIC],
        false => &[UNITS, APART, SURE],
    };
    let spells = |list: &&[&str]| list.iter().any(|unit| is_spelled(run, unit));
    if !lists.iter().any(spells) {
        return None;
    }
    let raised = (key(at + length + 1), key(at + length + 2)) == ("^", "{")
        && key(at + length + 3) == "-"
        && UNITS.iter().any(|unit| is_spelled(run, unit));
    let free = || match open.checked_sub(1).map(|before| &tokens[before]) {
        None => true,
        Some(before) => {
            matches!(before.class, Class::Words | Class::Open | Class::Cell)
                || matches!(
                    before.key.as_ref(),
                    "=" | "(" | "," | r"\approx" | r"\times"
                )
        }
    };
    let counted =
        !below(tokens, open) && (number_ends(&tokens[..open]) || ends_ten(&tokens[..open]));
    let again = || {
        let to = tokens.len().min(at + NEAR);
        (at.saturating_sub(NEAR).max(1)..to).any(|i| {
            tokens[i - 1].key == "{"
                && length > 1
                && number_ends(&tokens[..i - 1])
                && is_same(tokens, i, run)
        })
    };
    (counted || raised && free() || again()).then_some(())?;
    let listed = UNITS.iter().any(|unit| is_spelled(run, unit));
    (listed || held_alone(tokens, at, length)).then_some(length)
}

/// Whether these letters stand here up to a closing brace.
fn is_same(tokens: &[Token<'_>], at: usize, run: &[Token<'_>]) -> bool {
    let end = at + run.len();
    tokens.get(end).is_some_and(|t| t.key == "}")
        && tokens[at..end].iter().zip(run).all(|(a, b)| a.key == b.key)
}

/// Whether the letters of a unit in braces stand nowhere near outside of such braces.
fn held_alone(tokens: &[Token<'_>], at: usize, length: usize) -> bool {
    let unit = &tokens[at..at + length];
    let from = at.saturating_sub(NEAR);
    let to = tokens.len().min(at + NEAR);
    let spelled = |place: usize| tokens[place - 1].key == "{" && is_same(tokens, place, unit);
    (from..to).all(|i| {
        let same = |t: &Token<'_>| t.class == Class::Letter && t.key == tokens[i].key;
        tokens[i].class != Class::Letter
            || !unit.iter().any(same)
            || (i.saturating_sub(length - 1).max(1)..=i).any(spelled)
    })
}

/// Whether the letters of a unit stand nowhere near but in that unit after a number.
fn alone(tokens: &[Token<'_>], at: usize, length: usize) -> bool {
    let unit = &tokens[at..at + length];
    let from = at.saturating_sub(NEAR);
    let to = tokens.len().min(at + NEAR);
    (from..to).all(|i| {
        let same = |t: &Token<'_>| t.key == tokens[i].key && tokens[i].class == Class::Letter;
        let within = |place: usize| {
            i.checked_sub(place + 1).is_some_and(|before| {
                tokens[before].class == Class::Digit
                    && tokens[before + 1..]
                        .iter()
                        .zip(unit)
                        .all(|(a, b)| a.key == b.key)
            })
        };
        let mut places = (0..length).filter(|place| same(&unit[*place])).peekable();
        places.peek().is_none() || places.any(within)
    })
}
