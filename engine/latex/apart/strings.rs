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
            ops.last().copied() == signs.member && (strings(set) || repeats(&tree.args[0], set))
                || adds_lengths(tree, signs)
                || tree.args.iter().any(derives)
                || signs.proves.is_some_and(|op| ops.contains(&op))
                    && tree.args.iter().all(configures)
        }
        (Head::Call, [step, state, word]) if step.symbol() == Some(r"\delta") => {
            state.root_symbol() == Some("q") && joined(word)
        }
        (Head::Call, [step, .., word]) => moves(step) && joined(word),
        (Head::Items, _) => pumped(&tree.args, signs),
        _ => false,
    };
    here || tree
        .args
        .iter()
        .any(|t| !t.args.is_empty() && names(t, signs))
}

/// Whether this says that several steps of a grammar lead to a string: `\Rightarrow^*`.
fn derives(sign: &Tree) -> bool {
    let several =
        |t: &Tree| matches!(&t.head, Head::Mark(m) if matches!(m.as_str(), "*" | r"\ast"));
    matches!(sign.head, Head::Relation(_)) && sign.args.iter().any(several)
}

/// Whether the state of an automaton and strings stand in brackets: `(q, aw, X\gamma)`.
fn configures(side: &Tree) -> bool {
    matches!(&side.head, Head::Pair(open, _) if open == "(") && side.args.len() > 1
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

/// As many statements of a list are looked at.
const STATEMENTS: usize = 8;

/// Whether a letter is said to be a product, of some factors of which the length is bounded: `w =
/// xyz, |xy| \le p`.
fn pumped(statements: &[Tree], signs: Signs) -> bool {
    let letters = |t: &'_ Tree| {
        matches!(&t.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
            && t.args.iter().all(|t| t.symbol().is_some())
    };
    let sides = || {
        let chains = statements.iter().take(STATEMENTS);
        chains
            .filter(|t| matches!(t.head, Head::Chain(_)))
            .flat_map(|t| &t.args)
    };
    let long = |t: &Tree| matches!(t.head, Head::Fence(op) if Some(op) == signs.length);
    let wholes = || sides().filter(|t| t.args.len() > 2 && letters(t));
    sides()
        .filter(|t| long(t))
        .filter_map(|t| t.args.first())
        .filter(|part| letters(part))
        .any(|part| {
            let factors = part.args.as_slice();
            wholes().any(|whole| {
                let mut parts = whole.args.windows(factors.len());
                parts.any(|w| w.iter().zip(factors).all(|(a, b)| same(a, b)))
            })
        })
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

/// Whether a string of which parts are repeated belongs to a language: `u v^i x y^i z \in L`.
fn repeats(string: &Tree, language: &Tree) -> bool {
    let of_language = match language.head {
        Head::Symbol(_) | Head::Index | Head::Call => language.headed() == Some("L"),
        _ => false,
    };
    let part = |t: &Tree| match (&t.head, t.args.as_slice()) {
        (Head::Power, [base, times]) => small(base) && times.symbol().is_some(),
        _ => small(t),
    };
    of_language
        && matches!(&string.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
        && string.args.iter().all(part)
        && string.args.iter().any(|t| t.head == Head::Power)
}

/// Whether this is a small letter.
fn small(tree: &Tree) -> bool {
    tree.symbol()
        .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_lowercase))
}
