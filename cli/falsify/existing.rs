//! What a sentence says of something that exists: "for every $\varepsilon > 0$ there is an $N$ such that
//! $|a_n - a| < \varepsilon$ for all $n \ge N$". A formula in it is true of some things and not of others, whatever is
//! changed in it: at a point it tells nothing of the sentence.

use mamut_engine::text::Document;

use super::sentence::{FORMULA, Sentence, words};

/// Phrases that say that something exists, in what they are said before.
const BEFORE: &[&str] = &[
    "there is ",
    "there are ",
    "there exist",
    "exists ",
    "exist ",
    "can find ",
    "can choose ",
    "may choose ",
    "es gibt ",
    "existier",
    "il existe ",
];

/// Phrases that say so of what is named and described behind them: "has a divisor $d$ with $1 < d \le \sqrt{n}$".
const HAS: &[&str] = &[
    "has a ",
    "has an ",
    "have a ",
    "have an ",
    "has at least one ",
    "contains a ",
    "contains an ",
    "admits a ",
    "admits an ",
    "for at least one ",
];

/// Phrases that may follow what they are said of.
const BEHIND: &[&str] = &["for some ", "for a suitable ", "for suitable "];

/// Words between what exists and what is said of it.
const OF_IT: &[&str] = &[
    "such",
    "with",
    "satisfying",
    "satisfies",
    "satisfy",
    "which",
    "where",
    "whose",
    "for",
    "that",
    "so",
    "mit",
    "sodass",
    "dass",
    "tel",
    "telle",
    "tels",
    "telles",
    "que",
];

/// Words with which the sentence goes on to something else.
const ELSEWHERE: &[&str] = &[
    "then",
    "hence",
    "thus",
    "therefore",
    "because",
    "since",
    "but",
    "while",
    "whereas",
    "follows",
    "says",
    "states",
    "asserts",
    "stating",
    "saying",
    "called",
    ";",
];

/// Words behind which a formula is said to hold under something else: "$u \le v$ with equality iff $u = cv$ for
/// some $c$".
const UNDER: &[&str] = &["iff", "if", "when", "equality"];

/// Whether a formula of a text stands in what is said of something that exists.
pub(super) fn is_of_existing(document: &Document, passage: usize) -> bool {
    let Some(Sentence { before, behind, .. }) = Sentence::around(document, passage) else {
        return false;
    };
    let some = BEHIND.iter().filter_map(|phrase| behind.find(phrase)).min();
    if some.is_some_and(|at| !goes_on(&behind[..at], UNDER)) {
        return true;
    }
    let behind_last = |phrases: &[&str]| {
        let ends = phrases
            .iter()
            .filter_map(|phrase| before.rfind(phrase).map(|at| at + phrase.len()));
        ends.max().map(|at| &before[at..])
    };
    behind_last(BEHIND).is_some_and(|between| !goes_on(between, &[]))
        || behind_last(BEFORE).is_some_and(|between| reaches(between, false))
        || behind_last(HAS).is_some_and(|between| reaches(between, true))
}

/// Whether the sentence goes on to something else in this prose, as it does with these words, and with "so" right
/// before a formula.
fn goes_on(between: &str, also: &[&str]) -> bool {
    words(between).any(|word| ELSEWHERE.contains(&word) || also.contains(&word))
        || words(between).last() == Some("so")
}

/// Whether what is said to exist, or what is said of it, goes on to the end of this prose; what has a name
/// alone, where it is asked for.
fn reaches(between: &str, named: bool) -> bool {
    let (mut of_it, mut formulas, mut parted) = (false, 0, false);
    for word in words(between) {
        if ELSEWHERE.contains(&word) {
            return false;
        }
        of_it |= OF_IT.contains(&word) && (formulas > 0 || !named);
        formulas += usize::from(word.starts_with(FORMULA));
        parted |= word == ",";
    }
    match named {
        true => of_it && formulas > 0,
        false => of_it || formulas == 0 && !parted,
    }
}
