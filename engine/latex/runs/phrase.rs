//! Several words between spaces that are one name: `Probability\ of\ Failure`.

use super::{LONGEST, Reading, Run, letter, shape};
use crate::latex::phrases::predicate;
use crate::latex::token::{Class, Gap, Token};
use crate::rules::Where;

/// Words that stand between others.
const LITTLE: &[&str] = &[
    "of", "the", "on", "in", "per", "to", "by", "for", "and", "at", "an", "with", "from",
];

/// The most words of one name.
const MOST: usize = 12;

/// What a word may do in a name of several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It is a word by its shape.
    Strong,
    /// It may end a name.
    Weak,
    /// It stands between others.
    Little,
}

impl<'t> Reading<'_, 't> {
    /// The names of several words, each as one token of words.
    pub(super) fn phrases(&self) -> Vec<(Run, Token<'t>)> {
        let mut found = Vec::new();
        let mut from = 0;
        for run in &self.company.runs {
            if run.at < from || run.length < 3 {
                continue;
            }
            if let Some(phrase) = self.phrase(run.at) {
                from = phrase.0.end();
                found.push(phrase);
            }
        }
        found
    }

    /// The name of several words that begins here.
    fn phrase(&self, at: usize) -> Option<(Run, Token<'t>)> {
        let (first, mut end, kind) = self.part(at)?;
        if kind == Part::Little {
            return None;
        }
        let least = match (self.key(at.wrapping_sub(1)), self.key(at.wrapping_sub(2))) {
            ("{", "_") => Gap::Blank,
            _ => Gap::Thin,
        };
        let mut words = vec![first];
        let (mut length, mut strong, mut kept) = (1, kind == Part::Strong, end);
        let mut any = strong;
        while words.len() < MOST
            && self
                .tokens
                .get(end)
                .is_some_and(|t| t.gap >= least && t.gap < Gap::Wide)
        {
            let Some((word, next, kind)) = self.part(end) else {
                break;
            };
            words.push(word);
            end = next;
            any |= kind == Part::Strong;
            if kind != Part::Little {
                (length, kept, strong) = (words.len(), end, any);
            }
        }
        words.truncate(length);
        let text = words.join(" ");
        if length < 2 || !strong || predicate(&text, &self.table.lexicon).is_some() {
            return None;
        }
        let run = Run {
            at,
            length: kept - at,
        };
        let mut token = self.tokens[at].clone();
        token.respell("");
        token.class = Class::Words;
        token.key = format!(r"\text{{{text}}}").into();
        token.end = self.tokens[kept - 1].end;
        Some((run, token))
    }

    /// The word that begins here, the place after it, and what it may do.
    fn part(&self, at: usize) -> Option<(String, usize, Part)> {
        let token = self.tokens.get(at)?;
        if token.class == Class::Words {
            let word = token.key.strip_prefix(r"\text{")?.strip_suffix('}')?;
            let little = LITTLE.contains(&word);
            return little.then(|| (word.to_owned(), at + 1, Part::Little));
        }
        if !letter(token) {
            return None;
        }
        let more = self.tokens[at + 1..].iter().take(LONGEST);
        let length = 1 + more.take_while(|t| super::goes_on(t)).count();
        let run = Run { at, length };
        let word = super::spelling(self.tokens, run);
        if LITTLE.contains(&word.as_str()) {
            return Some((word, run.end(), Part::Little));
        }
        // `sin x`, `x\, y`
        if length < 3 || self.known.notes(&word) || self.spelled(run).is_some_and(|width| width > 2)
        {
            return None;
        }
        let kind = match shape::word(&word) || self.known.has(&word, Where::Anywhere) && length > 3
        {
            true => Part::Strong,
            false if shape::syllables(&word) || self.known.has(&word, Where::Below) => Part::Weak,
            false => return None,
        };
        Some((word, run.end(), kind))
    }
}
