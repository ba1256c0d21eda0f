//! Commands as rule files spell them: which of them are known, and which others were meant.

use super::table::Table;
use crate::phrases::Lexicon;
use crate::vocabulary::Vocabulary;

/// What commands of TeX mean nothing to the eye by themselves.
const STRUCTURE: [&str; 6] = [
    r"\begin", r"\end", r"\left", r"\middle", r"\right", r"\limits",
];

/// The fewest letters of a command that is compared with others: short ones are near to many.
const SHORTEST: usize = 4;

/// The commands that readings list, and those of TeX and its packages.
pub(crate) struct Commands(Table);

impl Commands {
    /// The commands of a vocabulary.
    pub(crate) fn new(vocabulary: &Vocabulary) -> Self {
        Self(Table::new(vocabulary, Lexicon::default()))
    }

    /// The known command that one, which is not known, has one slip of the hand from: a letter
    /// that is wrong, missing or doubled, two that are swapped.
    pub(crate) fn meant(&self, command: &str) -> Option<&str> {
        let known = || self.0.known_commands().chain(STRUCTURE);
        if command.len() <= SHORTEST || known().any(|k| k == command) {
            return None;
        }
        let slip = |k: &&str| {
            k.len() > SHORTEST
                && k.len().abs_diff(command.len()) <= 1
                && strsim::damerau_levenshtein(k, command) == 1
        };
        known().filter(slip).min()
    }
}
