//! Words that speak of mathematics.

use std::collections::HashSet;

/// One a line, in lower case.
const LIST: &str = include_str!("words.txt");

/// A set of words.
#[derive(Clone, Debug)]
pub struct Words(HashSet<&'static str>);

impl Words {
    /// The list that comes with the program.
    pub fn standard() -> Self {
        Self(LIST.lines().filter(|line| !line.is_empty()).collect())
    }

    /// Whether a word is on the list, in the singular or with an ending `s` or `es`.
    pub fn holds(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        let forms = [
            Some(&*lower),
            lower.strip_suffix('s'),
            lower.strip_suffix("es"),
        ];
        forms
            .into_iter()
            .flatten()
            .any(|form| self.0.contains(form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_long_and_holds_every_word_once() {
        let words = Words::standard();
        assert!(words.0.len() >= 219, "{}", words.0.len());
        assert_eq!(
            words.0.len(),
            LIST.lines().filter(|line| !line.is_empty()).count()
        );
        assert!(
            ["Theorem", "matrices", "sums", "radius"]
                .iter()
                .all(|word| words.holds(word))
        );
        assert!(!words.holds("the") && !words.holds("house"));
    }
}
