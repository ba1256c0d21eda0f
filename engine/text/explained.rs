//! Signs above letters that the prose explains: `where $t$ indicates the transpose`, `$X^*$ denotes
//! the adjoint of $X$`. The sentence is about the sign as it is written.

use super::segment::{Part, Segment};
use super::sentence::bare;
use crate::phrases::{Lexicon, Tells};

/// Words are looked at as far as this from a formula.
const NEAR: usize = 7;

/// The signs that some formula beside the words for them is, or has above a letter, and that stand
/// above something; `latex` gives the formula of a segment.
pub(super) fn explained<'s>(
    source: &'s str,
    segments: &[Segment],
    latex: &dyn Fn(usize) -> Option<&'s str>,
    lexicon: &Lexicon,
) -> Vec<&'s str> {
    let mut found = Vec::new();
    let prose = |at: Option<usize>| match at.and_then(|at| segments.get(at)) {
        Some(s) if s.part == Part::Prose => &source[s.span.clone()],
        _ => "",
    };
    for at in 0..segments.len() {
        let Some(sign) = latex(at).and_then(sign) else {
            continue;
        };
        let before = clause_before(prose(at.checked_sub(1)));
        let after = clause_after(prose(Some(at + 1)));
        let means = |clause: &[String]| means(clause, lexicon);
        let says = |clause: &[String]| says(clause, lexicon);
        let explains =
            means(&before) && says(&before) || means(&after) && (says(&before) || says(&after));
        if explains && !found.contains(&sign) {
            found.push(sign);
        }
    }
    let stands =
        |sign: &str| (0..segments.len()).any(|at| latex(at).is_some_and(|l| raised(l, &[sign])));
    found.retain(|sign| stands(sign));
    found
}

/// Whether a formula has the sign above a letter.
pub(super) fn raised(latex: &str, signs: &[&str]) -> bool {
    latex.match_indices('^').any(|(at, _)| {
        let rest = latex[at + 1..].trim_start();
        let rest = rest.strip_prefix('{').map_or(rest, str::trim_start);
        signs.iter().any(|sign| {
            rest.strip_prefix(sign).is_some_and(|after| {
                let ends = !after.starts_with(|c: char| c.is_ascii_alphabetic());
                !sign.starts_with('\\') || ends
            })
        })
    })
}

/// The sign that a formula is, or that stands above its only letter.
fn sign(latex: &str) -> Option<&str> {
    let latex = latex.trim();
    let raised = match latex.split_once('^') {
        Some((base, raised)) if is_letter(base) => raised.trim(),
        Some(("" | "{}", raised)) => raised.trim(),
        Some(_) => return None,
        None => latex,
    };
    let inner = raised.strip_prefix('{').and_then(|r| r.strip_suffix('}'));
    let sign = inner.unwrap_or(raised).trim();
    (is_letter(sign) || sign == "*" || sign == "†").then_some(sign)
}

/// One letter, one command, or one letter in braces, as in `\vec{x}`.
fn is_letter(latex: &str) -> bool {
    let latex = latex.trim();
    let inner = latex.find('{').map_or(latex, |at| {
        let inner = latex[at + 1..].strip_suffix('}').unwrap_or("");
        if at == 0 || latex.starts_with('\\') {
            inner
        } else {
            ""
        }
    });
    let mut chars = inner.chars();
    match chars.next() {
        Some('\\') => inner.len() > 1 && chars.all(|c| c.is_ascii_alphabetic()),
        Some(c) => c.is_alphabetic() && chars.next().is_none(),
        None => false,
    }
}

/// What of the prose before a formula belongs to its clause.
fn clause_before(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in text.split_whitespace().rev().take(NEAR) {
        if word.ends_with(['.', ';', '?', '!']) {
            break;
        }
        words.push(bare(word));
    }
    words
}

/// What of the prose after a formula belongs to its clause.
fn clause_after(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in text.split_whitespace().take(NEAR) {
        words.push(bare(word));
        if word.ends_with(['.', ';', ',', '?', '!']) {
            break;
        }
    }
    words
}

fn means(clause: &[String], lexicon: &Lexicon) -> bool {
    let meaning = &lexicon[Tells::SignMeaning];
    clause.iter().any(|word| meaning.begin(word))
}

fn says(clause: &[String], lexicon: &Lexicon) -> bool {
    let says = &lexicon[Tells::SignSays];
    clause.iter().any(|word| says.has(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::segments;

    #[test]
    fn signs_are_explained_by_the_words_beside_them() {
        let lexicon = crate::common::builtin().symbols.lexicon;
        for (text, wanted) in [
            (r"$x^tAy$ where $t$ indicates the transpose.", "t"),
            ("let $A^t$ denote the transpose of $A$.", "t"),
            (r"$X^{*}$ is the conjugate transpose", "*"),
            (r"denote by $\vec{x}^\top$ the transpose of it", r"\top"),
            ("$x^T y$ where the superscript $T$ is the transpose", "T"),
            (
                r"Let $\lambda^t$ be the conjugate of the partition $\lambda$",
                "t",
            ),
            ("$t$ is the time. The transpose is $B$.", ""),
            ("its transpose $A^T$ has", ""),
        ] {
            let (segments, _) = segments(text);
            let latex = |at: usize| {
                let s = segments.get(at)?;
                matches!(s.part, Part::Formula(_)).then(|| &text[s.inner.clone()])
            };
            let found = explained(text, &segments, &latex, &lexicon);
            assert_eq!(found.join(" "), wanted, "{text}");
        }
    }

    #[test]
    fn signs_stand_above_letters() {
        assert!(raised(r"x^tAy", &["t"]));
        assert!(raised(r"x^{ \top}", &[r"\top"]));
        assert!(!raised(r"x^{2}t", &["t"]));
        assert!(!raised(r"x^\topology", &[r"\top"]));
    }
}
