//! What holds of products that do not commute, whatever is multiplied: `A(BC) = (AB)C`,
//! `T(v + w) = Tv + Tw`.

use super::form::name;
use super::pointwise::canonical;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;
use std::collections::{BTreeMap, BTreeSet};

/// As many words a side may have when its products are written out.
const WORDS: usize = 64;

/// Words of factors in their order, with how often each is counted.
type Words = BTreeMap<Vec<Term>, i64>;

/// Whether the sides of an equation are made of the same words of factors once their products are written out.
pub(super) fn is_law(body: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(body, vocabulary), &*body.args) {
        ("eq", [a, b]) => {
            let numbers = numbers(body, vocabulary);
            let of = |side: &Term| Some(sorted(words(side, vocabulary)?, &numbers));
            matches!((of(a), of(b)), (Some(a), Some(b)) if a == b)
        }
        _ => false,
    }
}

/// What is multiplied with a vector as a number is: `a` in `T(av) = aTv`.
fn numbers(body: &Term, vocabulary: &Vocabulary) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    body.walk(&mut |t| {
        if let ("mul", [front @ .., _]) = (name(t, vocabulary), &*t.args) {
            found.extend(front.iter().map(|f| canonical(f, vocabulary)));
        }
    });
    found
}

/// The same with the numbers in front, which commute with all.
fn sorted(words: Words, numbers: &BTreeSet<Term>) -> Words {
    let mut all = Words::new();
    for (word, times) in words {
        let (mut front, rest): (Vec<Term>, Vec<Term>) =
            word.into_iter().partition(|f| numbers.contains(f));
        front.sort();
        front.extend(rest);
        *all.entry(front).or_default() += times;
    }
    all.retain(|_, times| *times != 0);
    all
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
        ("opmul" | "mul", factors) => {
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
