//! The letters of a condition that may be bound by it.

use crate::latex::apart::same;
use crate::latex::tree::{Head, Tree};

/// Whether a letter is an end of a range of another one.
pub(super) fn ends_range(range: &Tree, letter: &Tree) -> bool {
    let (Head::Chain(_), [first, .., last]) = (&range.head, range.args.as_slice()) else {
        return false;
    };
    range.args.len() > 2 && [first, last].iter().any(|t| t.symbol() == letter.symbol())
}

/// Whether words end with one that says of what something is.
pub(super) fn relates(words: &Tree) -> bool {
    let Head::Words(text) = &words.head else {
        return false;
    };
    let said = text.split_once('{').map_or("", |(_, rest)| rest);
    matches!(
        said.trim_end_matches('}').split_whitespace().next_back(),
        Some("of" | "in" | "from" | "on" | "over" | "with" | "to" | "by")
    )
}

/// The letter of which several members by number, and no other letters' members, stand in a condition:
/// the `i` of `i_1 < \dots < i_k`, the `k` of `k_1 + k_2 = n`. A letter that stands alone too is none.
pub(super) fn family(condition: &Tree) -> Option<&Tree> {
    fn look<'t>(tree: &'t Tree, members: &mut Vec<&'t Tree>, alone: &mut Vec<&'t str>) {
        match &tree.head {
            Head::Index if tree.args[0].symbol().is_some() => {
                members.push(tree);
                tree.args[1..].iter().for_each(|t| look(t, members, alone));
            }
            Head::Symbol(name) => alone.push(name),
            Head::Call | Head::Binder(..) => alone.push(""),
            _ => tree.args.iter().for_each(|t| look(t, members, alone)),
        }
    }
    // `i_1, \dots, i_n \in S`
    let listed = |parts: &[Tree]| {
        let dots = |t: &Tree| matches!(t.head, Head::Apply(_)) && t.args.is_empty();
        matches!(parts, [members @ .., last] if matches!(last.head, Head::Chain(_))
            && members.iter().all(|t| t.head == Head::Index || dots(t)))
    };
    match condition.head {
        Head::Chain(_) => {}
        Head::Items if listed(&condition.args) => {}
        _ => return None,
    }
    let (mut members, mut alone) = (Vec::new(), Vec::new());
    look(condition, &mut members, &mut alone);
    let (first, rest) = members.split_first()?;
    let (letter, name) = (&first.args[0], first.args[0].symbol()?);
    let numbered = |t: &Tree| t.args.len() == 2 && matches!(t.args[1].head, Head::Number(_));
    let one = rest.iter().all(|t| t.args[0].symbol() == Some(name));
    (!rest.is_empty() && one && numbered(first) && !alone.contains(&name) && !alone.contains(&""))
        .then_some(letter)
}

/// The letters in a side of a relation that may vary: arguments, not functions; indices, not what
/// has them.
pub(super) fn letters<'t>(tree: &'t Tree, found: &mut Vec<&'t Tree>) {
    match &tree.head {
        Head::Symbol(name) if !crate::latex::parse::big::is_word(name) => {
            if !found.iter().any(|t| t.symbol() == Some(name)) {
                found.push(tree);
            }
        }
        Head::Call | Head::Index | Head::Upper => {
            tree.args[1..].iter().for_each(|t| letters(t, found));
        }
        Head::Prime | Head::Binder(..) => {}
        _ => tree.args.iter().for_each(|t| letters(t, found)),
    }
}

/// Whether no letter occurs in a tree.
pub(super) fn constant(tree: &Tree) -> bool {
    !matches!(tree.head, Head::Symbol(_)) && tree.args.iter().all(constant)
}

pub(super) fn known(name: &str, names: &[Tree]) -> bool {
    names.iter().any(|n| n.symbol() == Some(name))
}

pub(super) fn add(tree: &Tree, names: &mut Vec<Tree>) {
    if let Some(name) = tree.symbol()
        && !known(name, names)
    {
        names.push(tree.clone());
    }
}

/// Whether a letter in parentheses is split into parts that have numbers in parentheses, and is bound by nothing:
/// `\sum_{(c)} c_{(1)} \otimes c_{(2)}`.
pub(in crate::latex::parse) fn splits(condition: &Tree, body: &Tree) -> bool {
    let part = body.head == Head::Index
        && same(&body.args[0], condition)
        && body.args[1..]
            .iter()
            .any(|t| t.closed && matches!(t.head, Head::Number(_)));
    condition.closed
        && matches!(condition.head, Head::Symbol(_))
        && (part || body.args.iter().any(|t| splits(condition, t)))
}

/// Whether these are two tuples, and the letters of the second those of the first with primes.
pub(super) fn primes_of(plain: &Tree, primed: &Tree) -> bool {
    let tuple = |t: &Tree| matches!(t.head, Head::Pair(..)) && t.args.len() > 1;
    tuple(plain)
        && tuple(primed)
        && plain.args.len() == primed.args.len()
        && plain.args.iter().zip(&primed.args).all(|(a, b)| {
            b.head == Head::Prime && a.symbol().is_some() && b.root_symbol() == a.symbol()
        })
}
