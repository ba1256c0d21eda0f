//! Units and molecules in plain letters, `5 cm` and `H_2O`: they are set upright, as no product is
//! meant.

mod letters;
mod numbers;

use super::molecules::{concentrations, dissolved, molecules, reacts, unworded};
use super::prefixed;
use super::signs::Signs;
use super::token::{Class, Token, leave_out, open_brace};
use crate::atoms::Atoms;
use letters::unit;

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
