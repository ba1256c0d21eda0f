//! Abbreviations in upright letters with points: `{\rm i.i.d.}`, `\mathrm{w.r.t.}`.

use super::token::{Class, Gap, Token};

/// The fewest letters of one.
const FEWEST: usize = 2;

/// Makes words of upright letters of which each has a point right behind it.
pub(super) fn worded(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    if !(0..tokens.len()).any(|at| letters(&tokens, at) >= FEWEST) {
        return tokens;
    }
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let letters = letters(&tokens, at);
        if letters < FEWEST {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let after = at + 2 * letters;
        let mut words = tokens[at].clone();
        let said = tokens[at..after].iter().filter_map(upright);
        let said = said.fold(String::new(), |said, letter| said + letter + ".");
        words.respell("");
        words.key = format!(r"\text{{{said}}}").into();
        words.class = Class::Words;
        words.end = tokens[after - 1].end;
        kept.push(words);
        at = after;
    }
    kept
}

/// The number of upright letters with points from here on.
fn letters(tokens: &[Token<'_>], at: usize) -> usize {
    let pairs = tokens[at..].chunks_exact(2);
    let pairs = pairs.enumerate().take_while(|(n, pair)| {
        let close = *n == 0 || pair[0].gap <= Gap::Thin;
        upright(&pair[0]).is_some() && close && pair[1].key == "." && pair[1].gap == Gap::None
    });
    pairs.take(LONGEST).count()
}

/// The most letters of one.
const LONGEST: usize = 6;

/// The letter that a token sets upright.
fn upright<'t>(token: &'t Token<'_>) -> Option<&'t str> {
    let letter = token.key.strip_prefix(r"\mathrm{")?.strip_suffix('}')?;
    (token.class == Class::Name && letter.len() == 1).then_some(letter)
}
