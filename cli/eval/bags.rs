//! Texts as bags of terms: LaTeX tokens and words, or character n-grams.

use std::collections::{BTreeMap, HashMap};

use mamut_engine::choice::name_hash;

/// What the terms of a text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Commands, words in lower case, other characters.
    Tokens,
    /// Every two to five characters, blanks left out.
    Grams,
}

/// How often each term occurs, by its hash.
pub type Bag = BTreeMap<u64, f64>;

/// The tokens of a text: commands, words, other characters; no blanks.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let body = if first == '\\' { &rest[1..] } else { rest };
        let word = body
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(body.len());
        let width = body.chars().next().map_or(0, char::len_utf8);
        let length =
            rest.len() - body.len() + word.max(if first == '\\' || word == 0 { width } else { 0 });
        let (token, after) = rest.split_at(length.max(1));
        rest = after;
        Some(token)
    })
}

impl Terms {
    /// The bag of a text.
    pub fn bag(self, text: &str) -> Bag {
        let mut bag = Bag::new();
        let mut add = |term: &str| *bag.entry(name_hash(term)).or_default() += 1.0;
        match self {
            Self::Tokens => tokens(text).for_each(|token| match token.starts_with('\\') {
                true => add(token),
                false => add(&token.to_lowercase()),
            }),
            Self::Grams => {
                let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                let ends: Vec<usize> = plain
                    .char_indices()
                    .map(|(n, _)| n)
                    .chain([plain.len()])
                    .collect();
                for length in 2..=5 {
                    for window in ends.windows(length + 1) {
                        add(&plain[window[0]..window[length]]);
                    }
                }
            }
        }
        bag
    }
}

/// What is known of all documents.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    documents: f64,
    length: f64,
    holding: HashMap<u64, u32>,
}

/// The usual parameters of BM25.
const K1: f64 = 1.2;
const B: f64 = 0.75;

impl Collection {
    /// Adds a document.
    pub fn add(&mut self, bag: &Bag) {
        self.documents += 1.0;
        self.length += bag.values().sum::<f64>();
        for term in bag.keys() {
            *self.holding.entry(*term).or_default() += 1;
        }
    }

    /// How rare a term is (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009; plus 1
    /// so that it is never negative).
    fn rarity(&self, term: u64) -> f64 {
        let holding = f64::from(self.holding.get(&term).copied().unwrap_or(0));
        ((self.documents - holding + 0.5) / (holding + 0.5)).ln_1p()
    }

    /// BM25 of a document for a query.
    pub fn bm25(&self, query: &Bag, document: &Bag) -> f64 {
        let length = document.values().sum::<f64>() * self.documents / self.length.max(1.0);
        let score = |(term, often): (&u64, &f64)| {
            let asked = query.get(term)?;
            let frequency = often * (K1 + 1.0) / (often + K1 * (1.0 - B + B * length));
            Some(asked * self.rarity(*term) * frequency)
        };
        document.iter().filter_map(score).sum()
    }

    /// The cosine of two bags weighted by rarity.
    pub fn cosine(&self, query: &Bag, document: &Bag) -> f64 {
        let weight = |(term, often): (&u64, &f64)| often * self.rarity(*term);
        let norm = |bag: &Bag| {
            bag.iter()
                .map(|entry| weight(entry).powi(2))
                .sum::<f64>()
                .sqrt()
        };
        let shared = document.iter().filter_map(|(term, often)| {
            let asked = query.get(term)?;
            Some(weight((term, often)) * weight((term, asked)))
        });
        let norms = norm(query) * norm(document);
        let shared: f64 = shared.sum();
        if norms > 0.0 { shared / norms } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_tokens() {
        let found: Vec<_> = tokens(r"For \alpha_1\,x é=\{12\} \").collect();
        let wanted = [
            "For", r"\alpha", "_", "1", r"\,", "x", "é", "=", r"\{", "1", "2", r"\}", r"\",
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn shared_rare_terms_count_most() {
        let mut collection = Collection::default();
        let bags = ["a b", "a c", "a d"].map(|text| Terms::Tokens.bag(text));
        bags.iter().for_each(|bag| collection.add(bag));
        let score = |query: &str, n: usize| collection.bm25(&Terms::Tokens.bag(query), &bags[n]);
        assert!(score("a b", 0) > score("a b", 1) && score("a b", 1) > 0.0);
        assert_eq!(score("e", 0), 0.0);
        // idf(b) · (K1 + 1) / (1 + K1), both texts being as long as the mean.
        assert!((score("b", 0) - (1.0_f64 + 2.5 / 1.5).ln()).abs() < 1e-12);
        let same = collection.cosine(&bags[0], &bags[0]);
        assert!((same - 1.0).abs() < 1e-12 && collection.cosine(&bags[0], &bags[1]) < 0.5);
    }
}
