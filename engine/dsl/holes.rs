//! The levels that the bare holes of a template need, from what stands around them.

use super::template::tokens;
use crate::rules::Piece;
use crate::vocabulary::{Level, Vocabulary};

/// On which side a form's operands may be of its own level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub(super) enum Grouping {
    /// The operand at the left end.
    Left,
    /// The operand at the right end.
    Right,
}

/// What stands next to a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// A delimiter: inside, everything may stand.
    Delimiter,
    /// A comma: everything but a list may stand.
    Comma,
    /// Anything else.
    Other,
}

const OPENING: [&str; 19] = [
    "{", "(", "[", "|", r"\{", r"\lbrace", r"\lbrack", r"\langle", r"\lfloor", r"\lceil",
    r"\lvert", r"\lVert", r"\|", r"\vert", r"\Vert", r"\lgroup", "&", r"\\", r"\cr",
];
const CLOSING: [&str; 21] = [
    "}", ")", "]", "|", r"\}", r"\rbrace", r"\rbrack", r"\rangle", r"\rfloor", r"\rceil",
    r"\rvert", r"\rVert", r"\|", r"\vert", r"\Vert", r"\rgroup", "&", r"\\", r"\cr", r"\end",
    r"\right",
];

/// The least level that a bare hole at `place` needs.
pub(super) fn need(
    pieces: &[Piece],
    place: usize,
    level: Level,
    grouping: Option<Grouping>,
    vocabulary: &Vocabulary,
) -> Level {
    let (before, after) = (before(pieces, place), after(pieces, place));
    let separator = match &pieces[place] {
        Piece::Join { separator, .. } => edge_of_separator(separator),
        _ => Edge::Delimiter,
    };
    if before != Edge::Other && after != Edge::Other && separator != Edge::Other {
        return if [before, after, separator].contains(&Edge::Comma) {
            above(list(vocabulary), vocabulary)
        } else {
            0
        };
    }
    let first = pieces[..place].iter().all(is_blank);
    let last = pieces[place + 1..].iter().all(is_blank);
    match grouping {
        Some(Grouping::Left) if first => level,
        Some(Grouping::Right) if last => level,
        _ => above(level, vocabulary),
    }
}

fn list(vocabulary: &Vocabulary) -> Level {
    vocabulary.level("list").unwrap_or(0)
}

fn above(level: Level, vocabulary: &Vocabulary) -> Level {
    (usize::from(level) + 1).min(vocabulary.levels.len().saturating_sub(1)) as Level
}

fn is_blank(piece: &Piece) -> bool {
    matches!(piece, Piece::Text(text) if text.trim().is_empty())
}

fn before(pieces: &[Piece], place: usize) -> Edge {
    let Some(index) = pieces[..place].iter().rposition(|p| !is_blank(p)) else {
        return Edge::Other;
    };
    match &pieces[index] {
        Piece::Style {
            close: false,
            style: _,
        } if paired(pieces, &pieces[index], true) => Edge::Delimiter,
        Piece::Text(text) => {
            let mut back = tokens(text).rev();
            let last = back.next().unwrap_or("");
            let previous = back.next().unwrap_or("");
            let reversed =
                last == "]" && (previous == r"\left" || (index == 0 && previous.is_empty()));
            let begin = last == "}"
                && text
                    .rfind('{')
                    .is_some_and(|i| text[..i].trim_end().ends_with(r"\begin"));
            if OPENING.contains(&last)
                || reversed
                || begin
                || previous == r"\left"
                || previous == r"\middle"
            {
                Edge::Delimiter
            } else if last == "," || last == ";" {
                Edge::Comma
            } else {
                Edge::Other
            }
        }
        _ => Edge::Other,
    }
}

fn after(pieces: &[Piece], place: usize) -> Edge {
    let Some(index) = pieces[place + 1..].iter().position(|p| !is_blank(p)) else {
        return Edge::Other;
    };
    let index = place + 1 + index;
    match &pieces[index] {
        Piece::Style { close: true, .. } => Edge::Delimiter,
        Piece::Text(text) => {
            let mut all = tokens(text);
            let first = all.next().unwrap_or("");
            let only = all.next().is_none() && index + 1 == pieces.len();
            let sized = first.starts_with(r"\big") || first.starts_with(r"\Big");
            let closing = sized && first.ends_with('r');
            if CLOSING.contains(&first) || first == r"\middle" || closing || (first == "[" && only)
            {
                Edge::Delimiter
            } else if first == "," || first == ";" {
                Edge::Comma
            } else {
                Edge::Other
            }
        }
        _ => Edge::Other,
    }
}

/// Whether the other half of a pair of styles occurs.
fn paired(pieces: &[Piece], half: &Piece, closing: bool) -> bool {
    let Piece::Style { style, .. } = half else {
        return false;
    };
    pieces
        .iter()
        .any(|p| matches!(p, Piece::Style { style: s, close } if s == style && *close == closing))
}

fn edge_of_separator(separator: &[Piece]) -> Edge {
    let mut edge = Edge::Other;
    for piece in separator {
        if let Piece::Text(text) = piece {
            for token in tokens(text) {
                match token {
                    "&" | r"\\" | r"\cr" => return Edge::Delimiter,
                    "," | ";" => edge = Edge::Comma,
                    _ => {}
                }
            }
        }
    }
    edge
}
