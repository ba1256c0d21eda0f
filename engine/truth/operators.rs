//! What holds of products that do not commute, whatever is multiplied: `A(BC) = (AB)C`,
//! `T(v + w) = Tv + Tw`.

use super::form::name;
use super::pointwise::canonical;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;

/// As many words a side may have when its products are written out.
const WORDS: usize = 64;

/// Words of factors in their order, with how often each is counted.
type Words = BTreeMap<Vec<Term>, i64>;

/// Whether the sides of an equation are made of the same words of factors once their products are
/// written out.
pub(super) fn is_law(body: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(body, vocabulary), &*body.args) {
        ("eq", [a, b]) => {
            let sides = (words(a, vocabulary), words(b, vocabulary));
            matches!(sides, (Some(a), Some(b)) if a == b)
        }
        _ => false,
    }
}

/// The words of a term; `None` when there are too many.
fn words(term: &Term, vocabulary: &Vocabulary) -> Option<Words> {
    let mut sum = Words::new();
    let mut more = |words: Words, sign: i64| {
        for (word, times) in words {
            *sum.entry(word).or_default() += sign * times;
        }
    };
    match (name(term, vocabulary), &*term.args) {
        ("add", parts) => {
            for part in parts {
                more(words(part, vocabulary)?, 1);
            }
        }
        ("neg", [inner]) => more(words(inner, vocabulary)?, -1),
        ("grouped" | "bracketed", [inner]) => more(words(inner, vocabulary)?, 1),
        ("opmul", factors) => {
            let mut all = Words::from([(Vec::new(), 1)]);
            for factor in factors {
                let next = words(factor, vocabulary)?;
                if all.len() * next.len() > WORDS {
                    return None;
                }
                let mut longer = Words::new();
                for (start, many) in &all {
                    for (end, times) in &next {
                        let word = [start.as_slice(), end].concat();
                        *longer.entry(word).or_default() += many * times;
                    }
                }
                all = longer;
            }
            more(all, 1);
        }
        _ => match term.op.head() {
            Head::Integer(n) => more(Words::from([(Vec::new(), i64::from(n))]), 1),
            _ => more(Words::from([(vec![canonical(term, vocabulary)], 1)]), 1),
        },
    }
    sum.retain(|_, times| *times != 0);
    (sum.len() <= WORDS).then_some(sum)
}
