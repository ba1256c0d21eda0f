//! Units and molecules in plain letters, `5 cm` and `H_2O`: they are set upright, as no product is
//! meant.

use super::molecules::{concentrations, dissolved, molecules, reacts, unworded};
use super::signs::Signs;
use super::token::{Class, Gap, Token, leave_out, open_brace};
use super::{prefixed, rates};
use crate::atoms::Atoms;

/// Fonts of units.
pub(super) const FONTS: &[&str] = &[r"\text{", r"\mathrm{", r"\textrm{", r"\mbox{", r"\mathsf{"];

/// Units whose letters nobody multiplies in this order after a number and a blank.
const UNITS: &[&str] = &[
    "cm", "mm", "km", "dm", "kg", "mL", "kW", "kWh", "kJ", "kN", "kPa", "Hz", "kHz", "MHz", "GHz",
    "mol", "min", "sec", "ft", "lb", "lbs",
];

/// Units that are known after a spacing command, when their letters stand nowhere else.
const APART: &[&str] = &[
    "eV", "keV", "MeV", "GeV", "TeV", "ly", "Ly", "pc", "kpc", "Mpc", "Gpc", "dB", "dBm", "MW",
    "GW", "kV", "mV", "mA", "kcal", "hPa", "MPa", "GPa", "rpm", "mph", "km", "nm", "ms", "kB",
    "MB", "GB", "yr", "hr", "oz", "gal", "rad", "bit", "bits", "px",
];

/// Those of them that are known after a blank as well.
const ENERGIES: &[&str] = &["eV", "keV", "MeV", "GeV", "TeV"];

/// Units that are known without a blank, when their letters stand nowhere else.
const SURE: &[&str] = &[
    "cm", "mm", "kg", "kWh", "Hz", "kHz", "MHz", "kPa", "mL", "keV", "MeV", "GeV",
];

/// Units that are known after a number with a decimal point times a power of ten, and beside others
/// that are, when their letters stand nowhere else: `3.00 \times 10^8 m/s`.
const SCIENTIFIC: &[&str] = &[
    "m", "s", "g", "K", "J", "N", "W", "V", "A", "T", "C", "Pa", "nm", "eV", "cm", "km", "kg",
    "Hz", "mol",
];

/// Units of lengths that stand behind the distance of two points.
const LENGTHS: &[&str] = &[
    "cm", "mm", "dm", "m", "km", "in", "ft", "yd", "mi", "units", "inches", "feet", "meters",
    "metres", "miles",
];

/// As many tokens before and after a unit are looked through for its letters.
const NEAR: usize = 100;

/// As many tokens are looked through for a molecule in an index.
const INDEX: usize = 12;

/// Digits of a number before a power of ten, at most.
const LONGEST: usize = 10;

/// The tokens with units and molecules as names. The letters of a formula that is said again are none.
pub(super) fn upright<'t>(
    mut tokens: Vec<Token<'t>>,
    signs: Signs,
    atoms: &Atoms,
) -> Vec<Token<'t>> {
    if signs.has(b'.') && signs.holds(Class::Name) {
        rounded(&mut tokens);
    }
    if signs.has(b'-') && signs.holds(Class::Name) {
        joined(&mut tokens);
    }
    if signs.has(b'_') && signs.holds(Class::Words) {
        tokens = unworded(tokens);
    }
    let stated = || [b'q', b'g', b'l', b's'].iter().any(|b| signs.has(*b));
    if signs.has(b'(') && signs.holds(Class::Name) && stated() {
        dissolved(&mut tokens);
    }
    let counts = || signs.has(b'_') || signs.has(b'^') && signs.has(b'+');
    let tokens = match signs.capitals() && counts() && reacts(&tokens) {
        true => molecules(tokens, None),
        false if signs.has(b'[') && signs.capitals() && (signs.has(b'^') || signs.has(b'_')) => {
            concentrations(tokens)
        }
        false if signs.has(b'_') && signs.capitals() => molecules_below(tokens),
        false => tokens,
    };
    // Units stand behind numbers, or in braces.
    let powers = signs.has(b'.');
    match signs.holds(Class::Digit) {
        true => measured(tokens, powers, |t| {
            atoms.settled && atoms.symbols.iter().any(|s| s.name == t.key)
        }),
        false => tokens,
    }
}

/// Molecules below a letter: `p_{CO_2}`, `M_{H_2SO_4}`.
fn molecules_below(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut inside = Vec::new();
    for at in 2..tokens.len() {
        let counts = tokens.get(at + 1).is_some_and(|t| t.class == Class::Digit);
        if tokens[at].key != "_" || tokens[at - 1].class != Class::Letter || !counts {
            continue;
        }
        // The first index within an index, and where that ends.
        let Some(open) = open_brace(&tokens[..at], INDEX) else {
            continue;
        };
        let lowered = open > 0 && tokens[open - 1].key == "_";
        let rest = tokens[at..].iter().take(INDEX);
        let mut depth = 0_i32;
        let close = rest.map(|t| t.class).position(|class| {
            depth += i32::from(class == Class::Open) - i32::from(class == Class::Close);
            depth < 0
        });
        if let Some(close) = close
            && lowered
            && reacts(&tokens[open + 1..at + close])
        {
            inside.resize(tokens.len(), false);
            inside[open + 1..at + close].fill(true);
        }
    }
    match inside.is_empty() {
        true => tokens,
        false => molecules(tokens, Some(&inside)),
    }
}

/// Whether this is the name of a unit.
pub(super) fn is_unit(word: &str) -> bool {
    [UNITS, APART, SCIENTIFIC]
        .iter()
        .any(|units| units.contains(&word))
}

/// Whether this is the name of a unit beside a slash, where one letter is enough.
pub(super) fn is_rated(word: &str) -> bool {
    is_unit(word) || matches!(word, "h" | "L" | "mi" | "in")
}

/// Whether a unit of length stands here.
pub(super) fn measures_length(token: &Token<'_>) -> bool {
    !token.short() && unit_word(&token.key).is_some_and(|word| LENGTHS.contains(&word))
}

/// The word of a name that is set as units are: `\mathrm{~cm}`, `\text{ cm}`.
pub(super) fn unit_word(name: &str) -> Option<&str> {
    let word = FONTS.iter().find_map(|font| name.strip_prefix(font))?;
    Some(word.strip_suffix('}')?.trim_matches(['~', ' ']))
}

/// Whether a unit in upright letters stands here.
fn upright_unit(token: &Token<'_>) -> bool {
    token.key.starts_with(r"\mathrm{") && unit_word(&token.key).is_some_and(is_unit)
}

/// Whether a unit in upright letters stands here that no argument of a function has:
/// `y = 2\cos 3t\,\mathrm{cm}`.
pub(super) fn measures_values(token: &Token<'_>) -> bool {
    unit_word(&token.key).is_some_and(|word| word.len() > 1 && is_unit(word) && word != "rad")
}

/// Multiplies units behind a number that a hyphen joins: `5\,\mathrm{N}-\mathrm{m}`.
fn joined(tokens: &mut [Token<'_>]) {
    for at in 2..tokens.len().saturating_sub(1) {
        if tokens[at].key == "-"
            && tokens[at - 2].class == Class::Digit
            && upright_unit(&tokens[at - 1])
            && upright_unit(&tokens[at + 1])
        {
            tokens[at].respell(r"\cdot");
        }
    }
}

/// Leaves out the point behind a whole number with a unit, all of whose digits count: `320.\ \mathrm{K}`.
fn rounded(tokens: &mut Vec<Token<'_>>) {
    let decimal = |at: usize| {
        let digits = tokens[..at].iter().rev().take(LONGEST);
        let digits = digits.take_while(|t| t.class == Class::Digit).count();
        at > digits && matches!(tokens[at - digits - 1].key.as_ref(), "." | ",")
    };
    let points: Vec<usize> = (1..tokens.len().saturating_sub(1))
        .filter(|at| tokens[*at].key == "." && tokens[at - 1].class == Class::Digit)
        .filter(|at| upright_unit(&tokens[at + 1]) && !decimal(*at))
        .collect();
    leave_out(tokens, points.into_iter().map(|at| at..at + 1).collect());
}

/// Sets the letters of a unit after a number upright; `powers` when numbers have decimal points.
fn measured<'t>(
    tokens: Vec<Token<'t>>,
    powers: bool,
    known: impl Fn(&Token<'_>) -> bool,
) -> Vec<Token<'t>> {
    let unit = |tokens: &[Token<'_>], at: usize, powers: bool| {
        let prefixed = || prefixed::is_unit(tokens, at).then_some(1);
        let length = unit(tokens, at, powers).or_else(prefixed)?;
        (!known(&tokens[at])).then_some(length)
    };
    let letter = |at: &usize| tokens[*at].class == Class::Letter;
    let mut letters = (1..tokens.len()).filter(letter);
    if !letters.any(|at| unit(&tokens, at, powers).is_some()) {
        return tokens;
    }
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let length = unit(&tokens, at, powers).unwrap_or(0);
        match length {
            0 => kept.push(tokens[at].clone()),
            _ => kept.push(Token::joined(&tokens[at..at + length], r"\mathrm")),
        }
        at += length.max(1);
    }
    kept
}

/// The number of letters of the unit that begins here.
fn unit(tokens: &[Token<'_>], at: usize, powers: bool) -> Option<usize> {
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

/// Whether a power of ten after a number with a decimal point ends right before: `3.00 \times 10^8`;
/// the unit may stand in braces.
fn after_power(tokens: &[Token<'_>], at: usize) -> bool {
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

/// Whether a number or a power of ten ends right before.
fn follows_number(tokens: &[Token<'_>], at: usize) -> bool {
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

/// Whether these letters stand here up to a closing brace.
fn is_same(tokens: &[Token<'_>], at: usize, run: &[Token<'_>]) -> bool {
    let end = at + run.len();
    tokens.get(end).is_some_and(|t| t.key == "}")
        && tokens[at..end].iter().zip(run).all(|(a, b)| a.key == b.key)
}

/// Whether a number ends here that is no script and no argument of a command.
fn number_ends(tokens: &[Token<'_>]) -> bool {
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
fn below(tokens: &[Token<'_>], open: usize) -> bool {
    let above = open
        .checked_sub(1)
        .filter(|close| tokens[*close].class == Class::Close);
    above
        .and_then(|close| open_brace(&tokens[..close], NEAR)?.checked_sub(1))
        .is_some_and(|command| tokens[command].key.ends_with("frac"))
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

/// Whether a power of ten stands at the end: `10^{-5}`.
fn ends_ten(tokens: &[Token<'_>]) -> bool {
    let open = (0..tokens.len()).rev().take(6);
    let open = open.take_while(|i| tokens[*i].key != "^").last();
    let Some([one, zero, hat]) = open.and_then(|i| tokens.get(i.checked_sub(3)?..i)) else {
        return false;
    };
    one.key == "1" && zero.key == "0" && hat.key == "^"
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
