//! Matrices and vectors side by side in one pair of braces, `\mathbf{AB} = \mathbf{BA}`, `\mathbf{Ax} =
//! \mathbf{b}`: a product of letters, and no name.

use super::bold;
use super::signs::Signs;
use super::table::Roles;
use super::token::{Class, Entry, Gap, Token, around};
use std::borrow::Cow;

/// What is one name though bold letters stand around it: groups, classes of problems, parts of
/// numbers.
const NAMES: &[&str] = &[
    "GL", "SL", "SU", "SO", "SP", "Sp", "PGL", "PSL", "NP", "PH", "RP", "CP", "HP", "BPP", "ZF",
    "ZFC", "AC", "CH", "MA", "DC", "PA", "TV", "BV", "KL", "Id", "Re", "Im", "Tr", "Pr",
];

/// As many tokens are looked through for letters that stand alone.
const LOOKED: usize = 400;

/// The tokens with a name each for the letters of a product in bold.
pub(super) fn apart<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    if !signs.holds(Class::Name) || !tokens.iter().any(|t| letters(t).is_some()) {
        return tokens;
    }
    let near = &tokens[..tokens.len().min(LOOKED)];
    let alone: Vec<&str> = near.iter().filter_map(single).collect();
    let words: Vec<&str> = near
        .iter()
        .filter_map(letters)
        .map(|(_, word)| word)
        .collect();
    let product = |at: usize| {
        let (font, word) = letters(&tokens[at])?;
        let applied = tokens.get(at + 1).is_some_and(|t| t.key == "(");
        let turned = || {
            let same = |other: &&&str| {
                **other != word
                    && other.len() == word.len()
                    && word.chars().all(|c| other.contains(c))
            };
            words.iter().any(|other| same(&other))
        };
        let stands = |large: bool| {
            alone
                .iter()
                .any(|l| l.starts_with(|c: char| c.is_ascii_uppercase() == large))
        };
        let (last, maps) = (word.chars().next_back()?, &word[..word.len() - 1]);
        let column = matches!(last, 'b' | 'c' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z')
            && maps.bytes().all(|b| b.is_ascii_uppercase())
            && !(alone.is_empty() && words.len() < 2);
        let large = word.bytes().all(|b| b.is_ascii_uppercase()) && stands(true);
        let known = word.chars().all(|c| alone.iter().any(|l| l.starts_with(c)));
        let fits = !NAMES.contains(&word) && !applied && (known || turned() || column || large);
        fits.then_some((font, word))
    };
    let mut kept = Vec::with_capacity(tokens.len() + 4);
    for (at, token) in tokens.iter().enumerate() {
        let Some((font, word)) = product(at) else {
            kept.push(token.clone());
            continue;
        };
        kept.extend(factors(token, font, word));
    }
    kept
}

/// A token for each letter of a name in this font, which stops before the letters. In a product no letter is
/// a sign: `\mathbf{Pm}` is no probability.
pub(super) fn factors<'t>(
    token: &Token<'t>,
    font: &str,
    letters: &str,
) -> impl Iterator<Item = Token<'t>> {
    let inner = token.end.saturating_sub(1 + letters.len());
    letters.char_indices().map(move |(nth, letter)| {
        let mut one = token.clone();
        one.key = Cow::Owned(format!("{font}{letter}}}"));
        (one.entry, one.roles) = (Entry::Listed(0), Roles::NONE);
        if nth > 0 {
            (one.gap, one.start) = (Gap::None, (inner + nth).max(token.start));
        }
        if nth + 1 < letters.len() {
            one.end = (inner + nth + 1).max(one.start);
        }
        one
    })
}

/// Takes the font from exponents in bold that transpose or invert, as a font command around a whole
/// product leaves them: `\mathbf{A^T b}`, `\mathbf{A^{-1} b}`.
pub(super) fn raised(tokens: &mut [Token<'_>], signs: Signs) {
    if !signs.has(b'^') || !signs.holds(Class::Name) {
        return;
    }
    for at in 0..tokens.len() {
        if tokens[at].key != "^" || !behind_bold(&tokens[..at]) {
            continue;
        }
        let key = |n: usize| tokens.get(at + n).map_or("", |t| t.key.as_ref());
        let bold = |key: &str, letter: &str| {
            let inside = key
                .strip_prefix(r"\mathbf{")
                .or(key.strip_prefix(r"\boldsymbol{"));
            inside.and_then(|rest| rest.strip_suffix('}')) == Some(letter)
        };
        let braced = usize::from(key(1) == "{");
        let alone = |n: usize| braced == 0 || key(n + 1) == "}";
        if bold(key(1 + braced), "T") && alone(1 + braced) {
            tokens[at + 1 + braced].respell("T");
            tokens[at + 1 + braced].class = Class::Letter;
        } else if braced == 1 && key(2) == "-" && bold(key(3), "1") && alone(3) {
            tokens[at + 3].respell("1");
            tokens[at + 3].class = Class::Digit;
        }
    }
}

/// Takes the font from indices of bold letters that stand elsewhere without it, as a font command around a
/// letter with its index leaves them: `\prod_j \mathbf{w_j}`.
pub(super) fn lowered(tokens: &mut [Token<'_>], signs: Signs) {
    if !signs.has(b'_') || !signs.holds(Class::Name) {
        return;
    }
    for at in 1..tokens.len() {
        let base = &tokens[at - 1];
        let below = tokens[at].key == "_" && base.class == Class::Name && bold::directed(&base.key);
        let first = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|t| t.key == "{"));
        let last = match first - at {
            2 => (first..tokens.len().min(first + INDEX)).find(|n| tokens[*n].key == "}"),
            _ => Some(first + 1),
        };
        let Some(last) = last.filter(|last| below && *last <= tokens.len()) else {
            continue;
        };
        let mut plain = false;
        for index in first..last {
            let token = &tokens[index];
            // `\mathbf{w}_{\mathbf{i}}` has a font of its own there.
            let own = token.end > token.start + 1;
            let counts = |l: &&str| {
                matches!(*l, "i" | "j" | "k" | "l" | "m" | "n")
                    || l.bytes().all(|b| b.is_ascii_digit())
            };
            let digit = || {
                let inside = token.key.strip_prefix(r"\mathbf{")?.strip_suffix('}')?;
                inside.bytes().all(|b| b.is_ascii_digit()).then_some(inside)
            };
            let letter = single(token).or_else(digit).filter(|_| !own).filter(counts);
            let Some(letter) = letter.map(str::to_owned) else {
                continue;
            };
            let near = around(tokens, index);
            // What stands beside an index without its font has none, either: `\mathbf{a_{i+1}}`.
            plain = plain || tokens[near].iter().any(|t| t.key == letter);
            if plain {
                tokens[index].respell("");
                let digit = letter.as_bytes()[0].is_ascii_digit();
                tokens[index].class = if digit { Class::Digit } else { Class::Letter };
                tokens[index].key = Cow::Owned(letter);
            }
        }
    }
}

/// Whether a name in bold ends these tokens, with an index perhaps.
fn behind_bold(tokens: &[Token<'_>]) -> bool {
    let bold = |at: Option<usize>| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(|t| t.class == Class::Name && bold::directed(&t.key))
    };
    let last = tokens.len().wrapping_sub(1);
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let index = match key(last) {
        "}" => {
            let near = tokens.iter().enumerate().rev().take(INDEX);
            near.filter(|(_, t)| t.key == "{").map(|(at, _)| at).next()
        }
        _ => Some(last),
    };
    let below = index
        .and_then(|at| at.checked_sub(1))
        .filter(|at| key(*at) == "_");
    bold(Some(last)) || bold(below.and_then(|at| at.checked_sub(1)))
}

/// Indices of bold letters have no more tokens.
const INDEX: usize = 12;

/// The font with its brace, and the two or three letters in it, the first of which is a capital one.
fn letters<'a>(token: &'a Token<'_>) -> Option<(&'a str, &'a str)> {
    if token.class != Class::Name || !bold::directed(&token.key) {
        return None;
    }
    let (font, word) = token.key.split_once('{')?;
    let word = word.strip_suffix('}')?;
    let fits = matches!(word.len(), 2 | 3)
        && matches!(font, r"\mathbf" | r"\boldsymbol" | r"\bm" | r"\pmb")
        && word.bytes().all(|b| b.is_ascii_alphabetic())
        && word.starts_with(|c: char| c.is_ascii_uppercase());
    fits.then(|| (&token.key[..=font.len()], word))
}

/// The letter that stands alone in bold.
fn single<'a>(token: &'a Token<'_>) -> Option<&'a str> {
    let alone = token.class == Class::Name && (bold::small(&token.key) || bold::large(&token.key));
    let letter = token.key.split_once('{')?.1.strip_suffix('}')?;
    (alone && letter.len() == 1).then_some(letter)
}
