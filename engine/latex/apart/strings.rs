//! Letters that stand for strings of an alphabet, which are written one after the other: `w \in \Sigma^*`,
//! `|uv| = |u| + |v|`, `\delta^*(q, wa)`.

use super::Signs;
use super::word::same;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;

/// Whether the products of a formula are strings.
pub(super) fn names(tree: &Tree, signs: Signs) -> bool {
    let here = match (&tree.head, tree.args.as_slice()) {
        (Head::Chain(ops), [.., set]) => {
            ops.last().copied() == signs.member && strings(set) || adds_lengths(tree, signs)
        }
        (Head::Call, [step, .., word]) => moves(step) && joined(word),
        _ => false,
    };
    here || tree
        .args
        .iter()
        .any(|t| !t.args.is_empty() && names(t, signs))
}

/// Whether these are all strings of an alphabet: `\Sigma^*`, `\{0, 1\}^*`.
fn strings(set: &Tree) -> bool {
    let (Head::Power | Head::Upper, [alphabet, mark]) = (&set.head, set.args.as_slice()) else {
        return false;
    };
    matches!(&mark.head, Head::Mark(mark) if matches!(mark.as_str(), "*" | r"\ast"))
        && (alphabet.head == Head::Braces || alphabet.symbol() == Some(r"\Sigma"))
}

/// Whether letters stand side by side.
fn joined(word: &Tree) -> bool {
    let last = match word.head {
        Head::Items => word.args.last().unwrap_or(word),
        _ => word,
    };
    matches!(&last.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
        && last.args.iter().all(|t| t.symbol().is_some())
}

/// Whether this is the transition of an automaton by strings: `\delta^*`, `\hat{\delta}`.
fn moves(step: &Tree) -> bool {
    let marked = |name: &str| name != r"\delta" && core(name) == r"\delta";
    match (&step.head, step.args.as_slice()) {
        (Head::Power | Head::Upper, [letter, mark]) => {
            letter.symbol() == Some(r"\delta") && matches!(mark.head, Head::Mark(_))
        }
        _ => step.symbol().is_some_and(marked),
    }
}

/// Whether the length of two letters side by side is the sum of their lengths, of which numbers have
/// the product.
fn adds_lengths(chain: &Tree, signs: Signs) -> bool {
    let long = |t: &Tree| match (&t.head, t.args.as_slice()) {
        (Head::Fence(op), [inner]) if Some(*op) == signs.length => Some(inner.clone()),
        _ => None,
    };
    let law = |one: &Tree, other: &Tree| {
        let (Some(word), Head::Sum(..)) = (long(one), &other.head) else {
            return false;
        };
        let lengths: Option<Vec<Tree>> = other.args.iter().map(long).collect();
        matches!(word.head, Head::Product(_))
            && lengths.is_some_and(|lengths| {
                lengths.len() == word.args.len()
                    && lengths.iter().zip(&word.args).all(|(a, b)| same(a, b))
            })
    };
    let pairs = chain.args.windows(2);
    chain.args.len() < 8
        && pairs
            .into_iter()
            .any(|w| law(&w[0], &w[1]) || law(&w[1], &w[0]))
}
