//! Points that a text names by the lines between them: "the midpoint of $AB$", "lines $AB$ and $CD$".

use std::collections::BTreeSet;

use super::segment::{Part, Segment};
use super::sentence::bare;
use crate::phrases::{Lexicon, Tells};

/// The letters of formulas of two capital letters that the words around say to be ends of a line;
/// `latex` gives the formula of a segment.
pub(super) fn ends<'s>(
    source: &'s str,
    segments: &[Segment],
    latex: &dyn Fn(usize) -> Option<&'s str>,
    lexicon: &Lexicon,
) -> BTreeSet<String> {
    let prose = |at: Option<usize>| match at.and_then(|at| segments.get(at)) {
        Some(s) if s.part == Part::Prose => &source[s.span.clone()],
        _ => "",
    };
    let mut found = BTreeSet::new();
    let mut others: Vec<&str> = Vec::new();
    let mut joined = false;
    for at in 0..segments.len() {
        let Some(formula) = latex(at) else {
            continue;
        };
        let (before, after) = (prose(at.checked_sub(1)), prose(Some(at + 1)));
        let pair = matches!(formula.trim().as_bytes(), [a, b] if a != b && a.is_ascii_uppercase() && b.is_ascii_uppercase());
        joined = pair
            && (joined && joins(before, lexicon)
                || drawn_before(before, lexicon)
                || drawn_after(after, lexicon));
        if joined {
            found.extend(formula.trim().chars().map(String::from));
        } else if pair {
            others.push(formula.trim());
        }
    }
    // `line $AD$ meets $DC$`: what begins or ends at such a point is a line, too.
    for pair in others {
        let letters = pair.chars().map(String::from);
        if letters.clone().any(|letter| found.contains(&letter)) {
            found.extend(letters);
        }
    }
    found
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = String> {
    text.split_whitespace().map(bare)
}

fn joins(between: &str, lexicon: &Lexicon) -> bool {
    words(between).all(|word| word.is_empty() || lexicon[Tells::Joining].has(&word))
}

/// Whether a line is named right before a formula, or something on it.
fn drawn_before(text: &str, lexicon: &Lexicon) -> bool {
    if text.trim_end().ends_with(['.', ',', ';', ':', '?', '!']) {
        return false;
    }
    let mut last = words(text).rev();
    let (Some(word), before) = (last.next(), last.next().unwrap_or_default()) else {
        return false;
    };
    let on = |phrase: &str| phrase.split_once(' ') == Some((&before, &word));
    lexicon[Tells::Line].has(&word) || lexicon[Tells::OnLine].iter().any(on)
}

/// Whether what a formula is called right after it is a line: `$CM$ be a median`.
fn drawn_after(text: &str, lexicon: &Lexicon) -> bool {
    let mut words = words(text);
    let verb = words.next();
    let article = words.next();
    let noun = words.next();
    matches!(verb.as_deref(), Some("is" | "be"))
        && matches!(article.as_deref(), Some("a" | "an" | "the"))
        && noun.is_some_and(|word| lexicon[Tells::Line].has(&word))
}
