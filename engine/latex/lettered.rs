//! The letters of LaTeX, as they stand there.

use super::token::{Class, Token, tokens};
use std::collections::BTreeMap;
use std::ops::Range;

/// The letters and names in some LaTeX with their places: what may be a symbol.
pub(crate) fn letters(latex: &str) -> Vec<(String, Range<usize>)> {
    let letter = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Name);
    tokens(latex)
        .into_iter()
        .filter(letter)
        .map(|t| (t.key.into_owned(), t.start..t.end))
        .collect()
}

/// Whether two pieces of LaTeX differ in letters alone: each stands for one of the other all over, which
/// `fits` says of both.
pub fn differs_in_letters(one: &str, other: &str, fits: impl Fn(&str, &str) -> bool) -> bool {
    let (one, other) = (tokens(one), tokens(other));
    let letter = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Name);
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    one.len() == other.len()
        && one
            .iter()
            .zip(&other)
            .all(|(a, b)| match letter(a) && letter(b) {
                true => {
                    let (x, y) = (a.key.as_ref(), b.key.as_ref());
                    *there.entry(x).or_insert(y) == y
                        && *back.entry(y).or_insert(x) == x
                        && fits(x, y)
                }
                false => a.class == b.class && a.key == b.key,
            })
}
