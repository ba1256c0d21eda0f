//! Words that are names elsewhere in the formula.

use super::{Reading, Run, spelling};
use crate::latex::token::Token;
use std::collections::{HashMap, HashSet};

impl<'t> Reading<'_, 't> {
    /// Adds the runs of four letters and more that are spelled as names which have been found.
    pub(super) fn again(&self, found: &mut Vec<(Run, Token<'t>)>) {
        let words: HashMap<String, Token<'t>> = found
            .iter()
            .rev()
            .filter(|(run, _)| run.length > 3)
            .map(|(run, name)| (spelling(self.tokens, *run), name.clone()))
            .collect();
        if words.is_empty() {
            return;
        }
        let places: HashSet<usize> = found.iter().map(|(run, _)| run.at).collect();
        for run in self.company.runs.iter().filter(|run| run.length > 3) {
            if places.contains(&run.at) {
                continue;
            }
            let word = spelling(self.tokens, *run);
            if let Some(name) = words.get(&word) {
                let letters = &self.tokens[run.at..run.end()];
                let mut token = name.clone();
                (token.start, token.end) = (letters[0].start, letters[run.length - 1].end);
                token.gap = letters[0].gap;
                found.push((*run, token));
            }
        }
    }
}
