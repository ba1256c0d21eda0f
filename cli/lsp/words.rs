//! Words and variables of patterns that may be half typed.

use std::ops::Range;

/// The word of a pattern that a byte is in or at the end of, and whether a bracket is before it.
pub(super) fn word(text: &str, at: usize) -> (Range<usize>, bool) {
    let edge = |c: char| c.is_whitespace() || c == '(' || c == ')';
    let start = text[..at].rfind(edge).map_or(0, |i| i + width(&text[i..]));
    let end = text[at..].find(edge).map_or(text.len(), |i| at + i);
    (start..end, text[..start].trim_end().ends_with('('))
}

fn width(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// The variables of a text, each once, with their sigils: `?x`, `..r`.
pub(super) fn variables(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for (at, _) in text.match_indices(['?', '.']) {
        let rest = &text[at..];
        let sigil = match (rest.starts_with('?'), rest.starts_with("..")) {
            (true, _) => 1,
            (false, true) => 2,
            _ => continue,
        };
        let end = name(&rest[sigil..]);
        let word = &rest[..sigil + end];
        if end > 0 && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// The length of the name at the start of a text.
pub(super) fn name(text: &str) -> usize {
    let other = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
    text.find(other).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_words() {
        let text = "(add ?α (mul";
        assert_eq!(word(text, 2), (1..4, true));
        assert_eq!(word(text, 6), (5..8, false));
        assert_eq!(word(text, text.len()), (10..13, true));
        assert_eq!(word("", 0), (0..0, false));
    }

    #[test]
    fn finds_variables() {
        let text = "(add ?a ..r (mul ?b1 ?a)) => ? .. (f ..r)";
        assert_eq!(variables(text), ["?a", "..r", "?b1"]);
    }
}
