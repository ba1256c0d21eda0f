//! Ends of intervals that are called the least and the greatest.

use crate::latex::tree::{Head, Tree};

/// Whether words below the same letter call these the least and the greatest: `[S_{\min}, S_{\max}]`.
pub(super) fn bounds(one: &Tree, other: &Tree) -> bool {
    let below = |t: &Tree| {
        let index = t.args.get(1).filter(|_| t.head == Head::Index)?;
        match &index.head {
            Head::Symbol(name) => Some(name.to_string()),
            Head::Words(said) => Some(said.to_string()),
            _ => None,
        }
    };
    let (Some(least), Some(most)) = (below(one), below(other)) else {
        return false;
    };
    let pairs = [
        ("min", "max"),
        ("low", "high"),
        ("lower", "upper"),
        ("start", "end"),
    ];
    one.root_symbol() == other.root_symbol()
        && pairs
            .iter()
            .any(|(l, m)| word_of(&least) == *l && word_of(&most) == *m)
}

/// The word in a name: `\mathrm{min}`, `\min`, `\text{min}`.
fn word_of(name: &str) -> &str {
    let word = name.split_once('{').map_or(name, |(_, word)| word);
    word.trim_end_matches('}').trim_start_matches('\\')
}
