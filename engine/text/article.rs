//! Articles before formulas: `an $R$-linear map`, `a $k$-form`. The prose keeps its article, so that
//! another letter must begin with the same sound.

use std::collections::BTreeMap;

use super::segment::{Part, Segment};
use crate::latex;
use crate::symbols::begins_with_vowel;

/// The letters right after an article, and whether they begin with a vowel when they are spoken;
/// `latex` gives the formula of a segment.
pub(super) fn spoken<'s>(
    source: &'s str,
    segments: &[Segment],
    latex: &dyn Fn(usize) -> Option<&'s str>,
) -> BTreeMap<String, bool> {
    let mut found = BTreeMap::new();
    for (at, segment) in segments.iter().enumerate() {
        if segment.part != Part::Prose {
            continue;
        }
        let words = &source[segment.span.clone()];
        let vowel = match words.split_whitespace().next_back() {
            Some("a" | "A") => false,
            Some("an" | "An") => true,
            _ => continue,
        };
        let Some(formula) = latex(at + 1).filter(|_| words.ends_with(char::is_whitespace)) else {
            continue;
        };
        let first = latex::letters(formula).into_iter().next();
        let opening = |end: usize| formula[..end].chars().all(|c| matches!(c, '(' | '{' | ' '));
        if let Some((name, place)) = first
            && opening(place.start)
            && begins_with_vowel(&name) == Some(vowel)
        {
            found.insert(name, vowel);
        }
    }
    found
}
