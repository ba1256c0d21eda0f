//! What the words beside a formula say it to be, where it could be something else: "the interval
//! $(1, 3)$", "the sequence $\{a_n\}$".

use super::segment::{Part, Segment};
use super::sentence::bare;
use crate::atoms::Said;
use crate::phrases::{Lexicon, Phrases, Tells};

/// Words are looked at as far as this from a formula.
const NEAR: usize = 12;

/// What the words around the formula of a segment say it to be; `before` is what they say of the
/// formula before it, `formula` the formula itself.
pub(super) fn said(
    source: &str,
    segments: &[Segment],
    at: usize,
    formula: &str,
    before: Option<(usize, Said)>,
    lexicon: &Lexicon,
) -> Said {
    let prose = |at: Option<usize>| match at.and_then(|at| segments.get(at)) {
        Some(s) if s.part == Part::Prose => &source[s.span.clone()],
        _ => "",
    };
    let left = prose(at.checked_sub(1));
    // `intervals $(0, 1)$ and $(2, 3)$`
    if let Some((place, said)) = before
        && place + 2 == at
        && joins(left, lexicon)
    {
        return said;
    }
    let formula = formula.trim();
    let (words, closed) = clause(left);
    let next: Vec<String> = prose(Some(at + 1))
        .split_whitespace()
        .take(NEAR)
        .map(bare)
        .collect();
    if formula.starts_with(['(', '\\'])
        && formula.ends_with(')')
        && interval(&words, closed, &next, lexicon)
    {
        return Said::Interval;
    }
    if formula.starts_with(['(', '\\'])
        && formula.ends_with([')', '}'])
        && sequence(&words, closed, &next, lexicon)
    {
        return Said::Sequence;
    }
    Said::Nothing
}

fn joins(between: &str, lexicon: &Lexicon) -> bool {
    let word = between.trim();
    word == "," || lexicon[Tells::Joining].has(word.strip_prefix(", ").unwrap_or(word))
}

/// The words of a clause before a formula, the nearest first, and whether a comma or a colon stands
/// between.
fn clause(text: &str) -> (Vec<String>, Option<char>) {
    let closed = text.trim_end().chars().next_back();
    let closed = closed.filter(|c| !c.is_alphanumeric());
    let mut words = Vec::new();
    for (place, word) in text.split_whitespace().rev().take(NEAR).enumerate() {
        let colon = place == 0 && word.ends_with(':');
        if !colon && word.ends_with(['.', ';', ':', '?', '!']) {
            break;
        }
        words.push(bare(word));
    }
    (words, closed)
}

fn interval(words: &[String], closed: Option<char>, next: &[String], lexicon: &Lexicon) -> bool {
    let any = |list: &Phrases, words: &[String]| words.iter().any(|word| list.has(word));
    let on = &lexicon[Tells::OnInterval];
    if any(&lexicon[Tells::Point], words) {
        return false;
    }
    // `the $(1, 3)$ interval`, `$(a, b)$ is an open interval`
    let is = next.first().is_some_and(|w| w == "is" || w == "be");
    let named = next.iter().take(1).any(|w| w == "interval")
        || is && next.iter().take(4).any(|w| w == "interval");
    let Some(last) = words.first() else {
        return named;
    };
    match (last.as_str(), closed) {
        (_, Some(':')) => any(&lexicon[Tells::Range], words),
        (_, Some(_)) => named,
        ("is" | "are" | "be" | "as", _) => {
            any(&lexicon[Tells::Range], words) && !words.iter().any(|w| w == "in")
        }
        ("on" | "over" | "throughout" | "for", _) => words[1..].iter().any(|word| on.begin(word)),
        ("in", _) => words.len() == 1 || any(&lexicon[Tells::InInterval], words),
        (noun, _) => lexicon[Tells::Interval].has(noun) || named,
    }
}

fn sequence(words: &[String], closed: Option<char>, next: &[String], lexicon: &Lexicon) -> bool {
    let noun = |word: &String| lexicon[Tells::Sequence].has(word);
    let verb = matches!(
        next.first().map(String::as_str),
        Some("is" | "be" | "are" | "denote")
    );
    closed.is_none() && words.first().is_some_and(noun)
        || verb && next.iter().take(6).any(noun) && !next.iter().any(|w| w == "set")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::segments;

    #[test]
    fn nouns_say_what_a_formula_is() {
        let lexicon = crate::common::builtin().symbols.lexicon;
        for (text, wanted) in [
            ("It is concave up on $(0,2)$.", Said::Interval),
            ("the open interval $(1,3)$", Said::Interval),
            ("$(a,b)$ is an open interval", Said::Interval),
            ("The range is $(0,5)$", Said::Interval),
            ("A 95% CI: $(9.58, 10.82)$", Said::Interval),
            ("the point $(1,3)$", Said::Nothing),
            ("the point on the graph is $(1,3)$", Said::Nothing),
            ("The solution is $(1,3)$", Said::Nothing),
            (r"The sequence $\{a_n\}$ converges", Said::Sequence),
            (r"Let $\{x_n\}$ be a Cauchy sequence.", Said::Sequence),
            (r"The set $\{x\}$ is finite", Said::Nothing),
        ] {
            let (segments, _) = segments(text);
            let formula = |s: &Segment| matches!(s.part, Part::Formula(_));
            let at = segments.iter().position(formula).unwrap();
            let inner = &text[segments[at].inner.clone()];
            let found = said(text, &segments, at, inner, None, &lexicon);
            assert_eq!(found, wanted, "{text}");
        }
    }
}
