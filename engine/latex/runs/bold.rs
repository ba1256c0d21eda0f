//! Several bold letters in one font command that are factors: `\mathbf{AB}` beside `\mathbf{B}`.

use super::Known;
use crate::latex::together;
use crate::latex::token::{Class, Token};

/// Fonts of matrices and vectors.
const FONTS: [&str; 4] = [r"\mathbf{", r"\boldsymbol{", r"\bm{", r"\bold{"];

/// The most factors of one name.
const MOST: usize = 4;

/// The font and the letters of a bold name.
fn bold<'k>(token: &'k Token<'_>) -> Option<(&'static str, &'k str)> {
    if token.class != Class::Name {
        return None;
    }
    FONTS.iter().find_map(|font| {
        let letters = token.key.strip_prefix(font)?.strip_suffix('}')?;
        let plain = letters.bytes().all(|b| b.is_ascii_alphabetic());
        plain.then_some((*font, letters))
    })
}

/// The tokens with a bold product taken apart where one of its letters is bold elsewhere, too.
pub(super) fn split<'t>(tokens: Vec<Token<'t>>, known: &Known) -> Vec<Token<'t>> {
    let product = |token: &Token<'_>| {
        bold(token).is_some_and(|(_, letters)| {
            (2..=MOST).contains(&letters.len()) && letters.bytes().any(|b| b.is_ascii_uppercase())
        })
    };
    if !tokens.iter().any(product) {
        return tokens;
    }
    // How often each letter is bold, and how often by itself.
    let (mut all, mut alone) = ([0_u32; 128], [0_u32; 128]);
    for (_, letters) in tokens.iter().filter_map(bold) {
        for byte in letters.bytes() {
            all[usize::from(byte)] += 1;
            alone[usize::from(byte)] += u32::from(letters.len() == 1);
        }
    }
    let single = alone.iter().any(|times| *times > 0);
    let factors = |token: &Token<'_>| {
        let (font, letters) = bold(token).filter(|_| product(token))?;
        let own = |byte: u8| letters.bytes().filter(|b| *b == byte).count() as u32;
        let named = !known.places(letters).is_empty();
        let mut bytes = letters.bytes();
        let apart = match named {
            true => bytes.all(|b| alone[usize::from(b)] > 0),
            false => single || bytes.any(|b| all[usize::from(b)] > own(b)),
        };
        apart.then(|| (font, letters.to_owned()))
    };
    let mut kept = Vec::with_capacity(tokens.len() + MOST);
    for token in tokens {
        let Some((font, letters)) = factors(&token) else {
            kept.push(token);
            continue;
        };
        kept.extend(together::factors(&token, font, &letters));
    }
    kept
}
