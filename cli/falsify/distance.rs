//! How near a falsified version is to its source: tokens that differ, tokens that are shared.

use std::collections::BTreeMap;

/// Distances above this are not told apart: the strings have nothing to do with each other.
const MOST_TOKENS: usize = 2_000;

/// The tokens of LaTeX: commands, and characters without blanks.
pub fn tokens(latex: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = latex;
    while let Some(c) = rest.chars().next() {
        let length = if c == '\\' {
            let word = rest[1..]
                .find(|c: char| !c.is_ascii_alphabetic())
                .unwrap_or(rest.len() - 1);
            let one = rest[1..].chars().next().map_or(0, char::len_utf8);
            1 + word.max(one)
        } else if c.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        if !c.is_whitespace() {
            found.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    found
}

/// The number of tokens to insert, delete or replace to make one of the other (Levenshtein 1966).
pub fn edits(a: &[&str], b: &[&str]) -> u32 {
    let (a, b) = (
        &a[..a.len().min(MOST_TOKENS)],
        &b[..b.len().min(MOST_TOKENS)],
    );
    let mut row: Vec<u32> = (0..=b.len() as u32).collect();
    for (i, x) in a.iter().enumerate() {
        let mut before = row[0];
        row[0] = i as u32 + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = before + u32::from(x != y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

/// The share of tokens that both have, counted with repetitions (Dice 1945): 1 when they are the
/// same up to order.
pub fn shared(a: &[&str], b: &[&str]) -> f64 {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    for token in a {
        *counts.entry(token).or_default() += 1;
    }
    let mut both = 0;
    for token in b {
        if let Some(left) = counts.get_mut(token).filter(|left| **left > 0) {
            *left -= 1;
            both += 1;
        }
    }
    match a.len() + b.len() {
        0 => 1.0,
        all => 2.0 * f64::from(both) / all as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_commands_numbers_and_characters() {
        assert_eq!(
            tokens(r"\frac{12}{x} \, \le y"),
            [r"\frac", "{", "12", "}", "{", "x", "}", r"\,", r"\le", "y"]
        );
    }

    #[test]
    fn distances_count_changes() {
        let of = |a: &str, b: &str| {
            (
                edits(&tokens(a), &tokens(b)),
                shared(&tokens(a), &tokens(b)),
            )
        };
        assert_eq!(of("a+b", "a+b"), (0, 1.0));
        assert_eq!(of("a+b", "b+a"), (2, 1.0));
        assert_eq!(of("a^2+b", "a^3+b"), (1, 0.8));
        assert_eq!(of("", "abc"), (3, 0.0));
    }
}
