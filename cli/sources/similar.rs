//! Texts that are alike but for numbers, names and formulas.

use std::collections::HashSet;

use mamut_engine::text::{Part, Segment};
use mamut_printer::fingerprint;

/// With fewer words than these the shapes of formulas tell texts apart, too.
const WORDS: usize = 12;

/// What was read so far: 64 bits a text.
#[derive(Debug, Default)]
pub(super) struct Similar {
    seen: HashSet<u64>,
}

impl Similar {
    /// Whether no text like this one came before.
    pub(super) fn is_new(&mut self, text: &str, segments: &[Segment]) -> bool {
        self.seen
            .insert(fingerprint(outline(text, segments).as_bytes()))
    }
}

/// The words of the prose in lower case; those that begin with a capital may be names.
fn outline(text: &str, segments: &[Segment]) -> String {
    let mut outline = String::new();
    let mut words = 0;
    let prose = segments.iter().filter(|s| s.part == Part::Prose);
    for segment in prose {
        let prose = text[segment.span.clone()].split(|c: char| !c.is_alphanumeric());
        let common = |word: &&str| word.starts_with(char::is_lowercase);
        for word in prose.filter(common) {
            outline.push_str(word);
            outline.push(' ');
            words += 1;
        }
    }
    if words >= WORDS {
        return outline;
    }
    for segment in segments
        .iter()
        .filter(|s| matches!(s.part, Part::Formula(_)))
    {
        shape(&text[segment.inner.clone()], &mut outline);
    }
    outline
}

/// A formula with all numbers and all letters alike.
fn shape(formula: &str, out: &mut String) {
    out.push('$');
    let (mut digits, mut command) = (false, false);
    for c in formula.chars().filter(|c| !c.is_whitespace()) {
        let number = c.is_ascii_digit() || digits && matches!(c, '.' | ',');
        match c {
            _ if number => {
                if !digits {
                    out.push('0');
                }
            }
            '\\' => out.push('\\'),
            c if c.is_alphabetic() && !command => out.push('x'),
            c => out.push(c),
        }
        digits = number;
        command = c == '\\' || command && c.is_alphabetic();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mamut_engine::text::segments;

    #[test]
    fn numbers_names_and_formulas_do_not_tell_texts_apart() {
        let check = |a: &str, b: &str, alike: bool| {
            let mut similar = Similar::default();
            assert!(similar.is_new(a, &segments(a).0));
            assert_eq!(!similar.is_new(b, &segments(b).0), alike, "{a}\n{b}");
        };
        check(
            "Ishaan earned $3$ badges more than Omar, who has 12 of them in his box: how many badges are there?",
            "Gabriela earned $x + 1$ badges more than Tim, who has 7 of them in his box: how many badges are there?",
            true,
        );
        check("Let $x^2 = 12.5$.", "Let $y^2 = 3$.", true);
        check("Let $x^2 = 4$.", "Let $x^2 + 1 = 4$.", false);
        check(r"Let $\sin x = 4$.", r"Let $\cos x = 4$.", false);
    }
}
