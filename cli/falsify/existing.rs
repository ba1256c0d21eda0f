//! What a sentence says of something that exists: "for every $\varepsilon > 0$ there is an $N$ such that
//! $|a_n - a| < \varepsilon$ for all $n \ge N$". A formula in it is true of some things and not of others, whatever is
//! changed in it: at a point it tells nothing of the sentence.

use mamut_engine::phrases::{Lexicon, Phrases, Tells};
use mamut_engine::text::Document;

use super::sentence::{FORMULA, Sentence, words};

/// Whether a formula of a text stands in what is said of something that exists.
pub(super) fn is_of_existing(document: &Document, passage: usize, lexicon: &Lexicon) -> bool {
    let Some(Sentence { before, behind, .. }) = Sentence::around(document, passage) else {
        return false;
    };
    let for_some = &lexicon[Tells::ForSome];
    let some = for_some
        .iter()
        .filter_map(|phrase| behind.find(phrase))
        .min();
    let under = |between: &str| words(between).any(|word| lexicon[Tells::Under].has(word));
    if some.is_some_and(|at| !under(&behind[..at]) && !goes_on(&behind[..at], lexicon)) {
        return true;
    }
    let behind_last = |phrases: &Phrases| {
        let ends = phrases
            .iter()
            .filter_map(|phrase| before.rfind(phrase).map(|at| at + phrase.len()));
        ends.max().map(|at| &before[at..])
    };
    behind_last(for_some).is_some_and(|between| !goes_on(between, lexicon))
        || behind_last(&lexicon[Tells::Exists])
            .is_some_and(|between| reaches(between, false, lexicon))
        || behind_last(&lexicon[Tells::Has]).is_some_and(|between| reaches(between, true, lexicon))
}

/// Whether the sentence goes on to something else in this prose, as it does with "so" right before a formula.
fn goes_on(between: &str, lexicon: &Lexicon) -> bool {
    words(between).any(|word| lexicon[Tells::Elsewhere].has(word))
        || words(between).last() == Some("so")
}

/// Whether what is said to exist, or what is said of it, goes on to the end of this prose; what has a name
/// alone, where it is asked for.
fn reaches(between: &str, named: bool, lexicon: &Lexicon) -> bool {
    let (mut of_it, mut formulas, mut parted) = (false, 0, false);
    for word in words(between) {
        if lexicon[Tells::Elsewhere].has(word) {
            return false;
        }
        of_it |= lexicon[Tells::SuchThat].has(word) && (formulas > 0 || !named);
        formulas += usize::from(word.starts_with(FORMULA));
        parted |= word == ",";
    }
    match named {
        true => of_it && formulas > 0,
        false => of_it || formulas == 0 && !parted,
    }
}
