//! Products of capital letters that stand in both orders: `AB = BA` tells of matrices.

use super::kinds::capital;
use super::tree::{Head, Join, Tree};

/// As many sides or terms are compared with each other.
const MOST: usize = 12;

/// Names the letters of products that sides of a relation, or terms of a sum, write in both orders.
pub(super) fn note(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    if matches!(tree.head, Head::Chain(_) | Head::Sum(..)) && tree.args.len() < MOST {
        let product = |t: &&Tree| match (&t.head, t.args.as_slice()) {
            (Head::Sum(..), [only]) => matches!(only.head, Head::Product(_)),
            (head, _) => matches!(head, Head::Product(_)),
        };
        let several = tree.args.iter().filter(product).nth(1).is_some();
        let sides = tree.args.iter().filter(|_| several);
        let words: Vec<Vec<&str>> = sides.filter_map(word).collect();
        for (i, word) in words.iter().enumerate() {
            let turned = |other: &Vec<&str>| other != word && other.iter().rev().eq(word.iter());
            if words[i + 1..].iter().any(turned) {
                word.iter().for_each(|name| matrix(name));
            }
        }
    }
    for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
        note(arg, matrix);
    }
}

/// A product of two or more capital letters side by side.
fn word(tree: &Tree) -> Option<Vec<&str>> {
    let tree = match (&tree.head, tree.args.as_slice()) {
        (Head::Sum(..), [only]) => only,
        _ => tree,
    };
    let Head::Product(joins) = &tree.head else {
        return None;
    };
    if tree.args.len() > 5 || joins.iter().any(|j| *j != Join::Beside) {
        return None;
    }
    let letter = |t| Tree::symbol(t).filter(|n| n.len() == 1 && capital(n));
    tree.args.iter().map(letter).collect()
}
