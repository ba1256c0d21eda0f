//! Letters that are names by themselves, as the prose says: of types and of well-known numbers and
//! functions, and letters of other works that it cites.

use std::collections::BTreeSet;

use super::segment::{Part, Segment};
use super::sentence::bare;
use crate::latex;
use crate::nouns::Nouns;
use crate::phrases::Tells;
use crate::rules::SymbolTable;

/// The names of letters that keep them; `latex` gives the formula of a segment, `prose` is that of
/// the text in lower case.
pub(super) fn pinned<'s>(
    source: &'s str,
    segments: &[Segment],
    said: &SymbolTable,
    prose: &str,
    latex: &dyn Fn(usize) -> Option<&'s str>,
) -> BTreeSet<String> {
    let words = |at: Option<usize>| match at.and_then(|at| segments.get(at)) {
        Some(s) if s.part == Part::Prose => &source[s.span.clone()],
        _ => "",
    };
    let (nouns, lexicon) = (&said.nouns, &said.lexicon);
    let types = lexicon[Tells::Type].are_in(prose);
    let mut found = BTreeSet::new();
    let mut joined = false;
    for at in 0..segments.len() {
        let Some(formula) = latex(at) else {
            continue;
        };
        let (before, after) = (words(at.checked_sub(1)), words(Some(at + 1)));
        joined = joined && joins(before) || names(before, after, nouns);
        if joined || types && numbered_type(formula) || after_name(before) {
            found.extend(first(formula));
        }
        let letters = || latex::letters(formula).into_iter().map(|(name, _)| name);
        if super::manner::is_classified(formula) {
            found.extend(
                letters().filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())),
            );
        }
        let next = next_words(after);
        if letters().next().is_some() && letters().all(|letter| nouns.name(&letter, &next)) {
            found.extend(letters());
        }
        if cited(after) && last(before, 3).any(|word| lexicon[Tells::Called].has(&word)) {
            found.extend(letters());
        }
    }
    found
}

/// Whether a hyphen joins the formula to somebody's name: `Pauli-$Y$`.
fn after_name(before: &str) -> bool {
    let word = before.strip_suffix('-').unwrap_or("");
    let start = word.trim_end_matches(char::is_alphabetic).len();
    let name = &word[start..];
    name.len() > 3 && name.starts_with(char::is_uppercase)
}

/// The first letter of a formula, when it begins with one.
fn first(formula: &str) -> Option<String> {
    let (name, place) = latex::letters(formula).into_iter().next()?;
    let opening = &formula[..place.start];
    opening
        .chars()
        .all(|c| c == '{' || c.is_whitespace())
        .then_some(name)
}

/// Whether a formula stands beside a word that says its letter to be a name.
fn names(before: &str, after: &str, nouns: &Nouns) -> bool {
    let closed = before.trim_end_matches([' ', '\n', '(', ':', '-', '*', '~']);
    let mut words: Vec<String> = last(closed, 4).collect();
    words.reverse();
    let open = !closed.ends_with(['.', ';', ',']);
    let next = next_words(after);
    open && nouns.ending(&words).any(|(noun, _)| noun.fixed)
        || nouns.beginning(&next).any(|(noun, _)| noun.fixed)
}

/// The first words behind a formula, when a blank or a hyphen stands between.
fn next_words(after: &str) -> Vec<String> {
    let apart = after.starts_with([' ', '\n', '-']);
    (if apart { after } else { "" })
        .split([' ', '\n', '-'])
        .filter(|w| !w.is_empty())
        .take(3)
        .map(bare)
        .collect()
}

/// The last words of some prose, the nearest first.
fn last(text: &str, number: usize) -> impl Iterator<Item = String> {
    text.split_whitespace().rev().take(number).map(bare)
}

/// Whether prose only lists: commas, bullets, `and`, `or`.
fn joins(between: &str) -> bool {
    !between.is_empty()
        && between
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '*' | ';'))
            .all(|word| matches!(word, "" | "and" | "or" | "of" | "type" | "either"))
}

/// `A_{2n}^{(2)}`, `D_4^{(3)}`
fn numbered_type(formula: &str) -> bool {
    let letter = formula.starts_with(|c: char| ('A'..='G').contains(&c));
    let numbered = ["^{(1)}", "^{(2)}", "^{(3)}"];
    letter && formula[1..].starts_with(['_', '^']) && numbered.iter().any(|n| formula.contains(n))
}

/// Whether prose goes on with a reference to another work: ` in [LMvW13]`, ` in \cite{…}`, ` of [3]`.
fn cited(after: &str) -> bool {
    let text = after.trim_start();
    let Some((word, rest)) = text.split_once(char::is_whitespace) else {
        return false;
    };
    if !matches!(word, "in" | "by" | "of") {
        return false;
    }
    let rest = rest.trim_start();
    let Some(inner) = rest.strip_prefix('[') else {
        return rest.starts_with(r"\cite") || rest.starts_with(":cite");
    };
    let inner = inner.split([']', '\n']).next().unwrap_or("");
    let mut words = inner.split(|c: char| !c.is_alphanumeric());
    let name = |word: &str| word.len() > 1 && word.contains(char::is_alphabetic);
    words.any(name) || !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_told_from_intervals() {
        for (after, reference) in [
            (" in [LMvW13]_.", true),
            (" in [12]", true),
            (r" in \cite{a}", true),
            (" in [0,1]", false),
            (" in [a,b]", false),
            (" on [12]", false),
        ] {
            assert_eq!(cited(after), reference, "{after}");
        }
    }

    #[test]
    fn names_are_joined_by_hyphens() {
        assert!(after_name("the Pauli-"));
        assert!(!after_name("a non-"));
        assert!(!after_name("the Pauli operator "));
    }

    #[test]
    fn types_have_a_number_above() {
        assert!(numbered_type("A_{2n}^{(2)}"));
        assert!(!numbered_type("A_n^{2}"));
        assert!(!numbered_type("X_n^{(2)}"));
    }
}
