//! Elements of groups, which multiplication writes in order.

use super::{note, same};
use crate::latex::tree::{Head, Tree};

/// Whether a letter usually names an element of a group.
fn element(tree: &Tree) -> bool {
    matches!(tree.symbol(), Some("g" | "h"))
}

/// `gx = xg` says which elements commute, and nothing of numbers.
pub(super) fn commuting(tree: &Tree, found: &mut Vec<String>) {
    let [one, other] = tree.args.as_slice() else {
        return;
    };
    if let (Head::Product(_), [a, b]) = (&one.head, one.args.as_slice())
        && let (Head::Product(_), [c, d]) = (&other.head, other.args.as_slice())
        && (element(a) || element(b))
        && same(a, d)
        && same(b, c)
        && [a, b].iter().all(|t| t.symbol().is_some())
    {
        note(&[a, b], found);
    }
}

/// Whether these are two elements of a group, multiplied.
pub(super) fn elements(tree: &Tree) -> bool {
    matches!(tree.args.as_slice(), [a, b] if element(a) && element(b) && !same(a, b))
}
