//! What a falsification changed: the parts of source and version that the other does not have in
//! any of its forms.
//!
//! Both are read, the version under the names that its row gives, and compared as terms with all
//! that may be written of the other one. Another order, another notation, another name is no
//! change.

use std::ops::Range;

use mamut_engine::astray::{Part, astray};
use mamut_engine::atoms::Atoms;
use mamut_engine::egraph::saturate_with;
use mamut_engine::forest::Forest;
use mamut_engine::latex::Formula;
use mamut_engine::readback::under;
use mamut_engine::symbols::resolve;
use mamut_engine::term::Term;
use mamut_engine::text::{self, Segment, segments};

use super::places::{Places, closed, located, outermost};
use crate::pipeline::{Pipeline, refusal};
use crate::recheck::named;
use crate::row::Row;

/// Places of changes, in bytes; sorted, none within another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// In the source: what the version has no longer.
    pub source: Vec<Range<usize>>,
    /// In the version: what is new.
    pub version: Vec<Range<usize>>,
}

/// What was changed between a row's source and its version; nothing where one is not read, or where
/// the version is of another formula altogether.
pub fn changes(row: &Row, pipeline: &Pipeline<'_>) -> Changes {
    let mut changes = if row.is_text {
        of_texts(row, pipeline)
    } else {
        let read = pipeline.read(&row.source);
        of_formulas((&row.source, &read.atoms), row, &row.text, pipeline)
    };
    for (places, text) in [
        (&mut changes.source, &*row.source),
        (&mut changes.version, &row.text),
    ] {
        for place in &mut *places {
            *place = closed(place, text);
        }
        outermost(places);
    }
    changes
}

/// Compares a formula of the source with one of the version; `known` is what the symbols of the
/// source are.
fn of_formulas(
    (source, known): (&str, &Atoms),
    row: &Row,
    version: &str,
    pipeline: &Pipeline<'_>,
) -> Changes {
    let vocabulary = &pipeline.rules.vocabulary;
    let reader = pipeline.reader();
    let (first, first_places) = reader.read_places(source, known.clone());
    let (own, names) = named(&first.atoms, row, || reader.read(version).atoms);
    let (second, second_places) = reader.read_places(version, under(&own, &names));
    if refusal(&first).is_some() || refusal(&second).is_some() {
        return Changes::default();
    }
    let mut both = own;
    let term = resolve(&second.term, &second.atoms, &names, &mut both, vocabulary);
    let forms = |term: &Term| -> Forest {
        saturate_with(&pipeline.program, term, &both, &pipeline.limits).forest
    };
    let old = astray(&forms(&term), &first.term, vocabulary);
    let new = astray(&forms(&first.term), &term, vocabulary);
    let changes = |lacking: bool| {
        let marked = |parts: &[Part], formula: &Formula, places: &Places| {
            let parts = parts.iter();
            let found = parts.flat_map(|part| located(part, formula, places, lacking));
            found.collect()
        };
        Changes {
            source: marked(&old, &first, &first_places),
            version: marked(&new, &second, &second_places),
        }
    };
    // What lacks something shows it on the other side, where that has something else.
    let found = changes(false);
    if found == Changes::default() {
        changes(true)
    } else {
        found
    }
}

/// Compares two texts, piece by piece.
fn of_texts(row: &Row, pipeline: &Pipeline<'_>) -> Changes {
    let (before, _) = segments(&row.source);
    let (after, _) = segments(&row.text);
    let mut changes = Changes::default();
    if before.len() != after.len() || before.iter().zip(&after).any(|(a, b)| a.part != b.part) {
        return changes;
    }
    let document = text::read(&row.source, pipeline.reader(), pipeline.rules);
    let shifted = |places: Vec<Range<usize>>, segment: &Segment| {
        let start = segment.inner.start;
        places
            .into_iter()
            .map(move |place| place.start + start..place.end + start)
    };
    for (old, new) in before.iter().zip(&after) {
        let (source, version) = (&row.source[old.inner.clone()], &row.text[new.inner.clone()]);
        let found = match old.part {
            text::Part::Formula(_) => {
                of_formulas((source, &document.atoms), row, version, pipeline)
            }
            _ => of_words(source, version),
        };
        changes.source.extend(shifted(found.source, old));
        changes.version.extend(shifted(found.version, new));
    }
    changes
}

/// The words between those that both begin and end with.
fn of_words(source: &str, version: &str) -> Changes {
    let words = |text: &str| -> Vec<Range<usize>> {
        let start = text.as_ptr() as usize;
        let word = text.split_inclusive(char::is_whitespace);
        word.map(|w| {
            let at = w.as_ptr() as usize - start;
            at..at + w.trim_end().len()
        })
        .collect()
    };
    let (old, new) = (words(source), words(version));
    let same = |a: &Range<usize>, b: &Range<usize>| source[a.clone()] == version[b.clone()];
    let head = old.iter().zip(&new).take_while(|(a, b)| same(a, b)).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev());
    let tail = tail.take_while(|(a, b)| same(a, b)).count();
    let middle = |words: &[Range<usize>]| match &words[..words.len() - tail] {
        [] => Vec::new(),
        [only] => vec![only.clone()],
        [first, .., last] => std::iter::once(first.start..last.end).collect(),
    };
    Changes {
        source: middle(old),
        version: middle(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Search;
    use crate::row::Strategy;

    /// The source and the version with what is marked between brackets `⟦…⟧`.
    fn marked(source: &str, version: &str, names: &[(&str, &str)]) -> [String; 2] {
        let loaded = crate::rules::load::<&str>(&[]).expect("the built-in rules");
        let search = Search::default();
        let pipeline = Pipeline::new(&loaded.rules, &search);
        let substitution = names
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
        let row = Row {
            source: source.into(),
            text: version.to_owned(),
            is_text: text::is_text(source),
            substitution: substitution.collect(),
            strategies: [Strategy::default()].into(),
            ..Row::default()
        };
        let found = changes(&row, &pipeline);
        let show = |text: &str, places: &[Range<usize>]| {
            let mut shown = text.to_owned();
            for place in places.iter().rev() {
                shown.insert(place.end, '⟧');
                shown.insert(place.start, '⟦');
            }
            shown
        };
        [show(source, &found.source), show(version, &found.version)]
    }

    #[test]
    fn what_was_changed_is_found_under_other_names_and_in_another_order() {
        let cases = [
            (
                "a^2+b^2=c^2",
                "z^3 = x^2 + y^2",
                vec![("a", "x"), ("b", "y"), ("c", "z")],
            ),
            (r"\frac{1}{n}+k=0", r"k + m^{-2} = 0", vec![("n", "m")]),
            ("a+b=b+a", "a+b=b+a+1", vec![]),
            ("a+b+1=c", "a+b=c", vec![]),
            (r"|x+y| \le |x|+|y|", r"|x|+|y| < |x+y|", vec![]),
            (
                r"\sin(x)^2+\cos(x)^2=1",
                r"\cos^2 x + \sinh^2 x = 1",
                vec![],
            ),
            (r"\sum_{k=1}^n k = m", r"\sum_{i=1}^n i^2 = m", vec![]),
            (
                "Let $x > 0$; then $x + 1 > 1$.",
                "Let $y > 0$; then $2 < y + 1$.",
                vec![("x", "y")],
            ),
            (
                "All cats satisfy $x = 1$.",
                "Most cats satisfy $x = 1$.",
                vec![],
            ),
        ];
        let found: Vec<String> = cases
            .iter()
            .map(|(source, version, names)| marked(source, version, names).join("   →   "))
            .collect();
        insta::assert_snapshot!(found.join("\n"));
    }
}
