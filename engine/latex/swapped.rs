//! Products of capital letters that stand in both orders: `AB = BA` tells of matrices.

use super::kinds::capital;
use super::tree::{Head, Join, Tree};

/// As many products are compared with each other.
const MOST: usize = 24;

/// Names the letters of products that the formula writes in both orders.
pub(super) fn note(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let mut words: Vec<Vec<&str>> = Vec::new();
    gather(tree, &mut words);
    for (i, word) in words.iter().enumerate() {
        let turned = |other: &Vec<&str>| other != word && other.iter().rev().eq(word.iter());
        if words[i + 1..].iter().any(turned) {
            word.iter().for_each(|name| matrix(name));
        }
    }
}

/// The products of two or more different capital letters side by side.
fn gather<'t>(tree: &'t Tree, words: &mut Vec<Vec<&'t str>>) {
    if words.len() >= MOST {
        return;
    }
    if let Head::Product(joins) = &tree.head
        && joins.iter().all(|j| *j == Join::Beside)
        && tree.args.len() < 5
    {
        let letter = |t: &'t Tree| t.symbol().filter(|n| n.len() == 1 && capital(n));
        let letters: Option<Vec<&str>> = tree.args.iter().map(letter).collect();
        words.extend(letters);
    }
    tree.args.iter().for_each(|a| gather(a, words));
}
