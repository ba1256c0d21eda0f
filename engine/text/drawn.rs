//! Points that a text names by the lines between them: "the midpoint of $AB$", "lines $AB$ and $CD$".

use std::collections::BTreeSet;

use super::segment::{Part, Segment};
use super::sentence::bare;

/// Lines from one point to another.
const LINES: &[&str] = &[
    "side",
    "sides",
    "segment",
    "segments",
    "line",
    "lines",
    "ray",
    "rays",
    "chord",
    "chords",
    "diameter",
    "diameters",
    "median",
    "medians",
    "altitude",
    "altitudes",
    "bisector",
    "hypotenuse",
    "leg",
    "legs",
    "diagonal",
    "diagonals",
    "tangent",
    "tangents",
    "secant",
    "arc",
];

/// What stands in or on a line, with the word before the line.
const PLACES: &[[&str; 2]] = &[
    ["midpoint", "of"],
    ["midpoints", "of"],
    ["middle", "of"],
    ["bisector", "of"],
    ["point", "on"],
    ["points", "on"],
    ["length", "of"],
    ["lengths", "of"],
    ["parallel", "to"],
    ["perpendicular", "to"],
];

/// The letters of formulas of two capital letters that the words around say to be ends of a line;
/// `latex` gives the formula of a segment.
pub(super) fn ends<'s>(
    source: &'s str,
    segments: &[Segment],
    latex: &dyn Fn(usize) -> Option<&'s str>,
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
        joined = pair && (joined && joins(before) || drawn_before(before) || drawn_after(after));
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

fn joins(between: &str) -> bool {
    words(between).all(|word| matches!(word.as_str(), "" | "and" | "or"))
}

/// Whether a line is named right before a formula, or something on it.
fn drawn_before(text: &str) -> bool {
    if text.trim_end().ends_with(['.', ',', ';', ':', '?', '!']) {
        return false;
    }
    let mut last = words(text).rev();
    let (Some(word), before) = (last.next(), last.next().unwrap_or_default()) else {
        return false;
    };
    LINES.contains(&word.as_str()) || PLACES.contains(&[&before, &word])
}

/// Whether what a formula is called right after it is a line: `$CM$ be a median`.
fn drawn_after(text: &str) -> bool {
    let mut words = words(text);
    let verb = words.next();
    let article = words.next();
    let noun = words.next();
    matches!(verb.as_deref(), Some("is" | "be"))
        && matches!(article.as_deref(), Some("a" | "an" | "the"))
        && noun.is_some_and(|word| LINES.contains(&word.as_str()))
}
