//! Texts: prose with formulas in it.
//!
//! A text is taken apart (`segment`), its formulas are read twice: first each by itself, which
//! gathers what the letters are, then all over one symbol table (`evidence`), together with what
//! the prose declares (`declare`). Letters that the prose names outside of formulas (`mention`)
//! keep their names. Prose, delimiters and the edges of formulas are never touched.

mod declare;
mod document;
mod dollar;
mod edges;
mod entity;
mod environment;
mod evidence;
mod letters;
mod manner;
mod markup;
mod mention;
mod segment;
mod union;

pub use document::{Document, Manner, Passage, read};
pub use segment::{Delimiter, Part, Segment, segments};
pub use union::Union;

/// Whether a line of input is a text rather than a formula: it has prose beside a formula between
/// delimiters.
pub fn is_text(source: &str) -> bool {
    if !source.contains(['$', '\\']) {
        return false;
    }
    let (segments, _) = segments(source);
    let formula = |s: &Segment| matches!(s.part, Part::Formula(_));
    let words = |s: &Segment| {
        s.part == Part::Prose
            && source[s.span.clone()]
                .chars()
                .filter(|c| c.is_alphabetic())
                .count()
                > 1
    };
    let formulas = segments.iter().filter(|s| formula(s)).count();
    let environments = segments
        .iter()
        .filter(|s| s.part == Part::Formula(Delimiter::Environment))
        .count();
    segments.iter().any(words) && formulas > environments || formulas > 1 && environments < formulas
}
