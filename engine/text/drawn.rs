//! Points that a text names by the lines between them, "the midpoint of $AB$", "lines $AB$ and $CD$", and
//! by the figures of which they are corners, "trapezoid $ARML$".

use std::collections::BTreeSet;

use super::segment::{Part, Segment};
use super::sentence::bare;
use crate::phrases::{Lexicon, Tells};

/// The most corners of a figure that is called by them.
const CORNERS: usize = 8;

/// The letters of formulas that are nothing but capital letters, which the words around say to be ends of
/// a line or corners; `latex` gives the formula of a segment.
pub(super) fn points<'s>(
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
    let mut others: Vec<String> = Vec::new();
    // Of how many corners the figures are that words tell of here.
    let mut joined = 0;
    for at in 0..segments.len() {
        let Some(formula) = latex(at) else {
            continue;
        };
        let (before, after) = (prose(at.checked_sub(1)), prose(Some(at + 1)));
        let corners = capitals(formula);
        let told = match corners.len() {
            0 => false,
            2 => drawn_before(before, lexicon) || drawn_after(after, lexicon, Tells::Line),
            _ => cornered_before(before, lexicon) || drawn_after(after, lexicon, Tells::Cornered),
        };
        let goes_on = joined == corners.len() && joins(before, lexicon);
        joined = match told || goes_on {
            true => corners.len(),
            false => 0,
        };
        if joined > 0 {
            found.extend(corners.chars().map(String::from));
        } else if corners.len() == 2 {
            others.push(corners);
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

/// The letters of a formula that is nothing but two capital letters or more, all different.
fn capitals(formula: &str) -> String {
    let mut letters = String::new();
    for letter in formula.chars().filter(|c| !c.is_whitespace()) {
        if !letter.is_ascii_uppercase() || letters.contains(letter) || letters.len() >= CORNERS {
            return String::new();
        }
        letters.push(letter);
    }
    if letters.len() < 2 {
        letters.clear();
    }
    letters
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

/// Whether a figure that is called by its corners is named right before a formula.
fn cornered_before(text: &str, lexicon: &Lexicon) -> bool {
    let ends = text.trim_end().ends_with(['.', ',', ';', ':', '?', '!']);
    let last = words(text).next_back();
    !ends && last.is_some_and(|word| lexicon[Tells::Cornered].has(&word))
}

/// Whether what a formula is called right after it is of a kind: `$CM$ be a median`, `$ARML$ is an
/// isosceles trapezoid`.
fn drawn_after(text: &str, lexicon: &Lexicon, kind: Tells) -> bool {
    let mut words = words(text);
    let verb = words.next();
    let article = words.next();
    // Figures have adjectives.
    let few = if kind == Tells::Cornered { 4 } else { 1 };
    matches!(verb.as_deref(), Some("is" | "be"))
        && matches!(article.as_deref(), Some("a" | "an" | "the"))
        && words.take(few).any(|word| lexicon[kind].has(&word))
}
