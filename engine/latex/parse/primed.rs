//! Letters with primes that are bound: `\sum_{x'} f(x')`.

use crate::latex::tree::{Head, Tree};

/// The letter and the primes of the name that a condition binds, when it has some.
pub(super) fn bound(sub: &Tree) -> Option<(String, String)> {
    let place = match &sub.head {
        Head::Prime => sub,
        Head::Chain(ops) => sub.args.get(usize::from(ops.len() > 1))?,
        _ => return None,
    };
    let (Head::Prime, [letter, primes]) = (&place.head, place.args.as_slice()) else {
        return None;
    };
    let Head::Number(primes) = &primes.head else {
        return None;
    };
    let count: usize = primes.parse().ok().filter(|n| *n < 5)?;
    Some((letter.symbol()?.to_owned(), count.to_string()))
}

/// Makes a name of its own of the letter with so many primes, wherever it occurs.
pub(super) fn name(tree: &mut Tree, letter: &str, primes: &str) {
    let own = tree.head == Head::Prime
        && tree.args.first().and_then(Tree::symbol) == Some(letter)
        && matches!(tree.args.get(1).map(|t| &t.head), Some(Head::Number(n)) if *n == *primes);
    if own {
        let count = primes.parse().unwrap_or(1);
        tree.head = Head::Symbol(format!("{letter}{}", "'".repeat(count)).into());
        tree.args.clear();
        return;
    }
    tree.args
        .iter_mut()
        .for_each(|arg| name(arg, letter, primes));
}
