//! Texts: prose with formulas in it.
//!
//! A text is taken apart (`segment`), its formulas are read twice: first each by itself, which
//! gathers what the letters are, then all over one symbol table (`evidence`), together with what
//! the prose declares (`declare`). Letters that the prose names outside of formulas (`mention`)
//! keep their names. Prose, delimiters and the edges of formulas are never touched.

mod article;
mod coded;
mod declare;
mod document;
mod dollar;
mod drawn;
mod edges;
mod entity;
mod environment;
mod evidence;
mod explained;
mod implied;
mod letters;
mod manner;
mod markup;
mod meant;
mod mention;
mod names;
mod order;
mod pinned;
mod said;
mod segment;
mod sentence;
mod sides;
mod suppose;
mod topic;
mod union;

pub use document::{Document, Manner, Passage, formulas, read, read_terms};
pub use segment::{Delimiter, Part, Segment, segments};
pub use sentence::is_part;
pub use sides::Side;
pub use union::Union;

/// Commands in formulas with a length or a factor before what is set as words are.
const BOXES: &[&str] = &["raisebox", "makebox", "scalebox", "resizebox", "rotatebox"];

/// The bytes of a length or a factor before what is boxed, at most.
const MEASURE: usize = 64;

/// A formula of a page, without HTML entities.
pub fn decoded(latex: &str) -> String {
    entity::decode(latex).text
}

/// Whether a line of input is a text rather than a formula: it has prose beside a formula between
/// delimiters.
pub fn is_text(source: &str) -> bool {
    if !source.contains(['$', '\\']) {
        return false;
    }
    let (segments, _) = segments(source);
    let formula = |s: &&Segment| matches!(s.part, Part::Formula(_));
    let Some(first) = segments.iter().find(formula) else {
        return false;
    };
    if boxed(&source[..first.span.start]) {
        return false;
    }
    let prose = segments.iter().filter(|s| s.part == Part::Prose);
    let word = |s: &Segment| {
        let words = source[s.span.clone()].split(|c: char| !c.is_alphabetic() && c != '\\');
        words
            .into_iter()
            .any(|w| w.chars().count() > 1 && !w.contains('\\'))
    };
    let environments = Part::Formula(Delimiter::Environment);
    prose.into_iter().any(word)
        || segments
            .iter()
            .filter(formula)
            .filter(|s| s.part != environments)
            .count()
            > 1
}

/// Whether braces that hold words or boxes in a formula are open at the end of `head`:
/// `\text{if $x > 0$}`, `\raisebox{2pt}{$y$}`.
fn boxed(head: &str) -> bool {
    let mut open = Vec::new();
    for (at, sign) in head.bytes().enumerate() {
        match sign {
            b'{' => open.push(at),
            b'}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.into_iter().any(|at| {
        // Lengths and factors stand before what is boxed.
        let mut command = &head[..at];
        while let Some((rest, open)) = [('}', b'{'), (']', b'[')]
            .into_iter()
            .find_map(|(closing, open)| Some((command.strip_suffix(closing)?, open)))
        {
            let length = rest.bytes().rev().take(MEASURE).position(|b| b == open);
            command = length.map_or("", |length| &rest[..rest.len() - length - 1]);
        }
        dollar::WORDS.iter().chain(BOXES).any(|name| {
            command
                .strip_suffix(name)
                .is_some_and(|before| before.ends_with('\\'))
        })
    })
}
