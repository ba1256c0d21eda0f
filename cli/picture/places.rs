//! Where the parts of a formula stand in its LaTeX.

use std::ops::Range;

use mamut_engine::astray::{Extent, Part};
use mamut_engine::latex::Formula;
use mamut_engine::term::{Head, Term};

/// What was read, and where.
pub(super) type Places = Vec<(Range<usize>, Term)>;

/// A place with the brackets that end what it begins: the place of `\ln(y)` may end before `)`.
pub(super) fn closed(place: &Range<usize>, text: &str) -> Range<usize> {
    let mut depth = 0_i32;
    for c in text[place.clone()].chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    let mut end = place.end;
    while depth > 0 {
        let rest = text[end..].trim_start_matches([' ', '~']);
        let bare = [r"\right", r"\,", r"\bigr", r"\Bigr", r"\big", r"\Big"]
            .into_iter()
            .find_map(|command| rest.strip_prefix(command))
            .unwrap_or(rest);
        let Some(after) = bare.trim_start().strip_prefix([')', ']']) else {
            return place.clone();
        };
        end = text.len() - after.len();
        depth -= 1;
    }
    place.start..end
}

/// Where a part of a formula stands; what is `lacking` something is none unless it is asked for.
pub(super) fn located(
    part: &Part,
    formula: &Formula,
    places: &Places,
    lacking: bool,
) -> Vec<Range<usize>> {
    let (mut term, mut place) = (&formula.term, whole(formula, places));
    for step in &part.path {
        let Some(arg) = term.args.get(*step) else {
            break;
        };
        let earlier = term.args[..*step].iter().filter(|a| *a == arg).count();
        let found = standing(arg, &place, formula, places);
        if let Some(found) = found.get(earlier).or(found.first()) {
            place = found.clone();
        }
        term = arg;
    }
    match part.extent {
        Extent::Whole => vec![place],
        Extent::Lacking if lacking => vec![place],
        Extent::Lacking => Vec::new(),
        Extent::Head => {
            let mut inner: Vec<Range<usize>> = term
                .args
                .iter()
                .flat_map(|arg| standing(arg, &place, formula, places))
                .collect();
            outermost(&mut inner);
            let gaps = between(&place, &inner, &formula.source);
            let torn = |gap: &Range<usize>| takes(gap, &formula.source);
            if gaps.is_empty() || gaps.iter().any(torn) {
                vec![place]
            } else {
                gaps
            }
        }
    }
}

fn whole(formula: &Formula, places: &Places) -> Range<usize> {
    let end = formula.source.len() - formula.tail.len();
    let found = places
        .iter()
        .map(|(place, _)| place)
        .max_by_key(|place| place.len());
    found.map_or(0..end, Range::clone)
}

/// Where a term stands within a place, in order; brackets around it belong to it.
fn standing(
    term: &Term,
    within: &Range<usize>,
    formula: &Formula,
    places: &Places,
) -> Vec<Range<usize>> {
    let inside = |place: &Range<usize>| {
        within.start <= place.start && place.end <= within.end && place != within
    };
    let mut found: Vec<Range<usize>> = places
        .iter()
        .filter(|(place, found)| inside(place) && same(term, found, formula))
        .map(|(place, _)| place.clone())
        .collect();
    outermost(&mut found);
    found
}

/// Whether a term is what was found at a place, where bound names are symbols.
fn same(term: &Term, found: &Term, formula: &Formula) -> bool {
    if let (Head::Slot(slot), Head::Symbol(symbol)) = (term.op.head(), found.op.head()) {
        let name = &formula.atoms.symbols[symbol as usize].name;
        let names = &formula.atoms.slot_names;
        return names
            .iter()
            .any(|(other, called)| *other == slot && called == name);
    }
    let args = || term.args.iter().zip(found.args.iter());
    term.op == found.op
        && term.args.len() == found.args.len()
        && args().all(|(a, b)| same(a, b, formula))
}

/// Sorts places and leaves out those within others.
pub(super) fn outermost(places: &mut Vec<Range<usize>>) {
    places.sort_by_key(|place| (place.start, std::cmp::Reverse(place.end)));
    let mut end = 0;
    places.retain(|place| {
        let new = place.end > end && place.start >= end && !place.is_empty();
        if new {
            end = place.end;
        }
        new
    });
}

/// Whether what stands at a place ends with a command whose argument follows, without which it
/// cannot stand.
fn takes(place: &Range<usize>, source: &str) -> bool {
    let head = source[place.clone()].trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let command = head.ends_with('\\') && head.len() < place.len();
    command && source[place.end..].trim_start().starts_with(['{', '['])
}

/// What stands between places, without the brackets and blanks at its edges.
fn between(around: &Range<usize>, inner: &[Range<usize>], source: &str) -> Vec<Range<usize>> {
    let ends = inner.iter().map(|place| place.start).chain([around.end]);
    let starts = [around.start]
        .into_iter()
        .chain(inner.iter().map(|place| place.end));
    starts
        .zip(ends)
        .filter_map(|(start, end)| {
            let gap = source.get(start..end)?;
            let edge = |c: char| c.is_whitespace() || "()[]{},".contains(c);
            let gap = gap.trim_end_matches(r"\left").trim_end_matches(r"\right");
            let kept = gap
                .trim_matches(edge)
                .trim_end_matches(r"\left")
                .trim_end_matches(edge);
            let kept = kept
                .strip_prefix(r"\right")
                .unwrap_or(kept)
                .trim_start_matches(edge);
            let at = kept.as_ptr() as usize - source.as_ptr() as usize;
            (!kept.is_empty() && kept != "^" && kept != "_").then_some(at..at + kept.len())
        })
        .collect()
}
