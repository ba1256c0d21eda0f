//! Words of prose that say what the symbol beside them stands for, found by their phrases.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::vocabulary::Kind;

/// A noun or an adjective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noun {
    /// Its name.
    pub id: String,
    /// The phrases, each as its words in lower case.
    pub phrases: Vec<Vec<String>>,
    /// What the symbol stands for; none for an adjective.
    pub kind: Option<Kind>,
    /// What may be assumed of the symbol: S-expressions with `?x` for it.
    pub assume: Vec<String>,
    /// Whether products of the members of what is named so keep their order.
    pub ordered: bool,
    /// Whether the letter beside it is a name by itself, which it keeps.
    pub fixed: bool,
    /// Whether the word says more than what may be assumed: `prime`.
    pub partial: bool,
    /// Letters that are names by themselves right before it, `t` of a `t`-test; it says nothing of others.
    pub letters: Vec<String>,
}

/// Places of phrases: of the noun, and among its phrases.
type Places = FxHashMap<String, Vec<(usize, usize)>>;

/// Nouns, found by the first and by the last word of their phrases.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Nouns {
    all: Vec<Noun>,
    first: Places,
    last: Places,
    /// Those of certain letters alone, by their first words.
    lettered: Places,
}

/// The list alone, which the places follow from.
impl fmt::Debug for Nouns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.fmt(f)
    }
}

impl Nouns {
    /// Finds these, in their order.
    pub fn new(all: Vec<Noun>) -> Self {
        let (mut first, mut last) = (Places::default(), Places::default());
        let mut lettered = Places::default();
        for (at, noun) in all.iter().enumerate() {
            for (nth, phrase) in noun.phrases.iter().enumerate() {
                if !noun.letters.is_empty() {
                    if let Some(word) = phrase.first() {
                        lettered.entry(word.clone()).or_default().push((at, nth));
                    }
                    continue;
                }
                for (places, word) in [(&mut first, phrase.first()), (&mut last, phrase.last())] {
                    if let Some(word) = word {
                        places.entry(word.clone()).or_default().push((at, nth));
                    }
                }
            }
        }
        Self {
            all,
            first,
            last,
            lettered,
        }
    }

    /// Those with a phrase that words begin with, and how many words it has.
    pub fn beginning<'n>(&'n self, words: &'n [String]) -> impl Iterator<Item = (&'n Noun, usize)> {
        let places = words.first().and_then(|word| self.first.get(word));
        self.phrases(places)
            .filter(|(_, phrase)| words.starts_with(phrase))
            .map(|(noun, phrase)| (noun, phrase.len()))
    }

    /// Those with a phrase that words end with, and how many words it has.
    pub fn ending<'n>(&'n self, words: &'n [String]) -> impl Iterator<Item = (&'n Noun, usize)> {
        let places = words.last().and_then(|word| self.last.get(word));
        self.phrases(places)
            .filter(|(_, phrase)| words.ends_with(phrase))
            .map(|(noun, phrase)| (noun, phrase.len()))
    }

    /// Whether words right behind a letter begin with a phrase that makes a name of it.
    pub fn name(&self, letter: &str, words: &[String]) -> bool {
        let places = words.first().and_then(|word| self.lettered.get(word));
        self.phrases(places).any(|(noun, phrase)| {
            words.starts_with(phrase) && noun.letters.iter().any(|l| l == letter)
        })
    }

    /// Those with a phrase whose last word it is.
    pub fn ended_by(&self, word: &str) -> impl Iterator<Item = &Noun> {
        self.phrases(self.last.get(word)).map(|(noun, _)| noun)
    }

    fn phrases<'n>(
        &'n self,
        places: Option<&'n Vec<(usize, usize)>>,
    ) -> impl Iterator<Item = (&'n Noun, &'n [String])> {
        places.into_iter().flatten().map(|(at, nth)| {
            let noun = &self.all[*at];
            (noun, noun.phrases[*nth].as_slice())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_at_both_ends() {
        let noun = |id: &str, phrases: &[&str]| Noun {
            id: id.to_owned(),
            phrases: phrases
                .iter()
                .map(|p| p.split(' ').map(str::to_owned).collect())
                .collect(),
            kind: None,
            assume: Vec::new(),
            ordered: false,
            fixed: false,
            partial: false,
            letters: Vec::new(),
        };
        let nouns = Nouns::new(vec![
            noun("number", &["number", "real number"]),
            noun("prime", &["prime number"]),
        ]);
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        let found = |found: Vec<(&Noun, usize)>| -> Vec<(String, usize)> {
            found.into_iter().map(|(n, l)| (n.id.clone(), l)).collect()
        };
        let ends = words("a prime number");
        let expected = [("number".to_owned(), 1), ("prime".to_owned(), 2)];
        assert_eq!(found(nouns.ending(&ends).collect()), expected);
        let begins = words("real number field");
        let expected = [("number".to_owned(), 2)];
        assert_eq!(found(nouns.beginning(&begins).collect()), expected);
        assert_eq!(nouns.ended_by("number").count(), 3);
        assert_eq!(nouns.ended_by("real").count(), 0);
    }
}
