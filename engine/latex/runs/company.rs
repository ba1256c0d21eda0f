//! What else stands in a formula beside a run of letters.

use super::{Known, Run, goes_on, letter, shape};
use crate::latex::token::Token;
use crate::rules::Where;
use smallvec::SmallVec;

/// All runs of letters of a formula, and the letters that stand by themselves.
pub(super) struct Company {
    pub(super) runs: Vec<Run>,
    /// Bits of letters that stand by themselves, as many as have been found.
    alone: u64,
    /// Those that do so more than once.
    repeated: u64,
    /// The words in the formula, once they have been asked for.
    words: Vec<(Run, String)>,
}

fn bit(byte: u8) -> u64 {
    1 << (byte & 63)
}

impl Company {
    pub(super) fn new(tokens: &[Token<'_>]) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            match runs.last_mut() {
                Some(last) if last.end() == at && goes_on(token) => last.length += 1,
                _ if letter(token) => runs.push(Run { at, length: 1 }),
                _ => {}
            }
        }
        let (mut alone, mut repeated) = (0, 0);
        for run in runs.iter().filter(|run| run.length == 1) {
            let own = bit(tokens[run.at].key.as_bytes()[0]);
            repeated |= alone & own;
            alone |= own;
        }
        let long = runs
            .iter()
            .filter(|run| (2..=super::LONGEST).contains(&run.length));
        let words = long
            .take(MOST)
            .map(|run| {
                let letters = &tokens[run.at..run.end()];
                (*run, letters.iter().map(|t| t.key.as_ref()).collect())
            })
            .collect();
        Self {
            runs,
            alone,
            repeated,
            words,
        }
    }

    /// Whether all of these letters stand by themselves elsewhere.
    pub(super) fn all_alone(&self, letters: &[u8]) -> bool {
        letters.iter().all(|b| self.alone & bit(*b) != 0)
    }

    /// Whether one of these letters stands by itself elsewhere.
    pub(super) fn any_alone(&self, letters: &[u8]) -> bool {
        letters.iter().any(|b| self.alone & bit(*b) != 0)
    }

    /// The number of capital letters that stand by themselves.
    pub(super) fn capitals_alone(&self) -> u32 {
        let capitals = (b'A'..=b'Z').fold(0, |bits, byte| bits | bit(byte));
        (self.alone & capitals).count_ones()
    }

    /// Whether this letter counts something, or stands by itself more than once.
    pub(super) fn counts(&self, letter: u8) -> bool {
        (b'i'..=b'n').contains(&letter) || self.repeated & bit(letter) != 0
    }

    /// Whether some other run is a word by its shape.
    pub(super) fn words(&self, known: &Known) -> bool {
        let word =
            |word: &str| shape::word(word) || known.has(word, Where::Anywhere) && word.len() > 4;
        self.words.iter().any(|(_, text)| word(text))
    }

    /// Whether another name of the list stands in the formula.
    pub(super) fn has(&self, known: &Known, word: &str, list: u16) -> bool {
        let other = |text: &str| text != word && known.places(text).iter().any(|(_, l)| *l == list);
        self.words.iter().any(|(_, text)| other(text))
    }

    /// Whether at least two names of the list stand in the formula, and no run with capitals that is no name
    /// nor, unless there are three names of the list, a capital that is a letter of one.
    pub(super) fn only(&self, tokens: &[Token<'_>], known: &Known, list: u16) -> bool {
        let mut names: SmallVec<[String; 4]> = SmallVec::new();
        let (mut named, mut others) = (0, 0);
        // Labels below are no letters of the formula: `\mu_{wall}`.
        let below = |run: &Run| {
            run.length > 1
                && run.at > 1
                && tokens[run.at - 1].key == "{"
                && tokens[run.at - 2].key == "_"
        };
        for run in self.runs.iter().take(MOST).filter(|run| !below(run)) {
            let letters = tokens[run.at..run.end()].iter();
            let text: String = letters.map(|t| t.key.as_ref()).collect();
            let listed = known.places(&text).iter().any(|(_, l)| *l == list);
            if !listed {
                if run.length > 1 {
                    let product = || text.bytes().all(|b| b.is_ascii_lowercase());
                    if known.has(&text, Where::Anywhere) || shape::word(&text) || product() {
                        continue;
                    }
                    return false;
                }
                let capitals = text.bytes().filter(u8::is_ascii_uppercase);
                others |= capitals.fold(0, |bits, b| bits | bit(b));
                continue;
            }
            // Longer names need no company.
            if !known.has(&text, Where::Anywhere) {
                named |= text.bytes().fold(0, |bits, b| bits | bit(b));
            }
            if !names.contains(&text) {
                names.push(text);
            }
        }
        let sure = names.len() > 2 || names.len() == 2 && named & others == 0;
        sure && self.runs.len() <= MOST
    }

    /// Whether the run that begins here is a name of some list.
    pub(super) fn names_run(&self, known: &Known, at: usize) -> bool {
        let own = self.words.iter().find(|(run, _)| run.at == at);
        own.is_some_and(|(_, text)| known.has(text, Where::Alone))
    }

    /// Whether one of these words is a run of letters.
    pub(super) fn holds(&self, words: &[&str]) -> bool {
        self.words
            .iter()
            .any(|(_, text)| words.contains(&text.as_str()))
    }

    /// Whether another run of three capital letters and more stands beside this one: `KID = MMD(f, g)^2`.
    pub(super) fn acronym_beside(&self, own: Run) -> bool {
        let capitals = |text: &str| text.bytes().all(|b| b.is_ascii_uppercase());
        self.words
            .iter()
            .any(|(run, text)| run.at != own.at && text.len() > 2 && capitals(text))
    }

    /// Whether another run of three capital letters and more has two of this one: `[TAYB]`, `[NAY]`.
    pub(super) fn shares_corners(&self, own: Run) -> bool {
        let Some((_, word)) = self.words.iter().find(|(run, _)| run.at == own.at) else {
            return false;
        };
        let shared = |text: &str| text.bytes().filter(|b| word.as_bytes().contains(b)).count();
        self.words.iter().any(|(run, text)| {
            let capitals = text.bytes().all(|b| b.is_ascii_uppercase());
            run.at != own.at && text.len() > 2 && capitals && shared(text) > 1
        })
    }

    /// Whether this word stands somewhere else, too.
    pub(super) fn repeats(&self, own: Run, word: &str) -> bool {
        self.words
            .iter()
            .any(|(run, text)| run.at != own.at && text == word)
    }

    /// Whether this word stands here and elsewhere with different indices: `Nu_b = Nu_0`.
    pub(super) fn indexed(&self, tokens: &[Token<'_>], own: Run, word: &str) -> bool {
        let index = |run: &Run| {
            let sign = tokens.get(run.end()).is_some_and(|t| t.key == "_");
            tokens
                .get(run.end() + 1)
                .filter(|_| sign)
                .map(|t| t.key.as_ref())
        };
        let same = self.words.iter().filter(|(_, text)| text == word);
        let Some(here) = index(&own) else {
            return false;
        };
        let mut others = same
            .map(|(run, _)| index(run))
            .filter(|other| *other != Some(here));
        others.next().is_some_and(|other| other.is_some()) && others.all(|other| other.is_some())
    }

    /// Whether another pair of capital letters has one of these two, as segments have ends in common.
    pub(super) fn crosses(&self, word: &str) -> bool {
        self.words.iter().any(|(run, text)| {
            run.length == 2
                && text != word
                && text.bytes().all(|b| b.is_ascii_uppercase())
                && text.bytes().any(|b| word.as_bytes().contains(&b))
        })
    }

    /// Whether two capital letters side by side that are no name are a run somewhere else.
    pub(super) fn pairs_of_capitals(&self, known: &Known, own: Run) -> bool {
        self.words.iter().any(|(run, text)| {
            run.at != own.at
                && run.length == 2
                && text.bytes().all(|b| b.is_ascii_uppercase())
                && known.places(text).is_empty()
        })
    }
}

/// As many runs are looked at.
const MOST: usize = 64;
