//! Words that prose and formulas share: in the formulas they are names, not products of letters.

use std::collections::{BTreeMap, BTreeSet};

use super::segment::{Part, Segment};
use crate::latex;
use crate::phrases::{Lexicon, Tells};

/// The names that some formula spells in plain letters and the prose has as a word, that the words
/// before a formula abbreviate to, or that are a whole formula and can be spoken.
pub(super) fn names<'f>(
    source: &str,
    segments: &[Segment],
    formulas: impl Iterator<Item = &'f str>,
    lexicon: &Lexicon,
) -> Vec<String> {
    // How often each run occurs.
    let mut runs: BTreeMap<&str, u32> = BTreeMap::new();
    let mut found: BTreeSet<String> = BTreeSet::new();
    for latex in formulas {
        for word in words(latex) {
            *runs.entry(word).or_default() += 1;
        }
        let whole = latex.trim();
        if latex::pronounceable(whole) {
            found.insert(whole.to_owned());
        }
    }
    let repeated = runs.iter().filter(|(_, times)| **times > 1);
    let spoken = repeated.filter(|(word, _)| latex::pronounceable(word));
    found.extend(spoken.map(|(word, _)| (*word).to_owned()));
    if source.to_lowercase().contains("orthogonal group") {
        found.insert("O".to_owned());
    }
    if runs.is_empty() {
        return found.into_iter().collect();
    }
    for (at, segment) in segments.iter().enumerate() {
        let code = match segment.part {
            Part::Formula(_) => {
                let before = at.checked_sub(1).map(|at| &segments[at]);
                if let Some(prose) = before.filter(|s| s.part == Part::Prose)
                    && let Some(run) = words(&source[segment.inner.clone()]).next()
                    && source[segment.inner.clone()].trim_start().starts_with(run)
                    && (initials(&source[prose.span.clone()], run)
                        || defined(source, &segments[..at], run, lexicon))
                {
                    found.insert(run.to_owned());
                }
                continue;
            }
            Part::Prose => false,
            Part::Kept => true,
        };
        let mut before = "";
        for word in source[segment.span.clone()].split(|c: char| !c.is_alphanumeric()) {
            if runs.contains_key(word) && shared(word, before, code, lexicon) {
                found.insert(word.to_owned());
            }
            before = word;
        }
    }
    found.into_iter().collect()
}

/// Whether a word of the prose is the name that its letters side by side are in a formula.
fn shared(word: &str, before: &str, code: bool, lexicon: &Lexicon) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    if capitals == word.len() {
        let figure = lexicon[Tells::BeforePoints].has(&before.to_lowercase());
        return word.len() > 2 && !latex::corners(word) && !figure;
    }
    // `Eq` in code is a name, `At` in prose begins a sentence.
    let least = match (code, capitals) {
        (true, 1..) => 2,
        (true, 0) | (false, 1..) => 3,
        (false, 0) => 4,
    };
    word.len() >= least
}

/// Whether capital letters are those with which the last words of some prose begin, of which each has
/// at least four, or three where they are more than two: "the marginal cost is" before `MC(q)`. A short
/// word may stand behind them.
fn initials(prose: &str, run: &str) -> bool {
    let count = run.len();
    if !(2..=4).contains(&count) || !run.bytes().all(|b| b.is_ascii_uppercase()) {
        return false;
    }
    let sentence = prose.rsplit(['.', ';', ':', ',', '\n']).next();
    let mut words = sentence
        .unwrap_or(prose)
        .split_whitespace()
        .rev()
        .peekable();
    words.next_if(|word| word.len() <= 3);
    let least = if count == 2 { 4 } else { 3 };
    let mut wanted = run.bytes().rev();
    let begins = |(word, letter): (&str, u8)| {
        word.len() >= least && word.as_bytes()[0].eq_ignore_ascii_case(&letter)
    };
    words.by_ref().take(count).zip(wanted.by_ref()).all(begins) && wanted.next().is_none()
}

/// Whether capital letters after "is" are those with which words side by side begin, earlier in
/// their sentence: "the present value of $C$ per year for $n$ years is" before `PV = \dots`.
fn defined(source: &str, before: &[Segment], run: &str, lexicon: &Lexicon) -> bool {
    let count = run.len();
    let capitals = (2..=4).contains(&count) && run.bytes().all(|b| b.is_ascii_uppercase());
    let last = before.last().map_or("", |s| &source[s.span.clone()]);
    let verb = last.split_whitespace().next_back().unwrap_or("");
    if !capitals || !lexicon[Tells::Becomes].has(verb) {
        return false;
    }
    let mut words: Vec<&str> = Vec::new();
    for segment in before.iter().rev() {
        let text = match segment.part {
            Part::Prose => &source[segment.span.clone()],
            _ => "$",
        };
        let sentence = text.rsplit(['.', ';', ':', '?', '!', '\n']).next();
        let sentence = sentence.unwrap_or(text);
        words.extend(sentence.split_whitespace().rev());
        if sentence.len() < text.len() || words.len() > SENTENCE {
            break;
        }
    }
    let begins = |(word, letter): (&&str, u8)| {
        word.len() > 3 && word.as_bytes()[0].eq_ignore_ascii_case(&letter)
    };
    let spells = |words: &[&str]| words.iter().zip(run.bytes().rev()).all(begins);
    words.windows(count).any(spells)
}

/// As many words of a sentence are looked at.
const SENTENCE: usize = 40;

/// The letters side by side in some LaTeX that are no command.
fn words(latex: &str) -> impl Iterator<Item = &str> {
    let bytes = latex.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            let command = bytes[at] == b'\\';
            at += usize::from(command);
            while bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
                at += 1;
            }
            if at == start + usize::from(command) {
                at += 1;
            } else if !command && (2..=LONGEST).contains(&(at - start)) {
                return latex.get(start..at);
            }
        }
        None
    })
}

/// The longest name.
const LONGEST: usize = 24;
