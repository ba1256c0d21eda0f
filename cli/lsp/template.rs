//! What is being written in a template that may be half typed.

use std::ops::Range;

use super::words::name;

/// What a word of a template names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// After `#`: a variable of the pattern, without its sigil.
    Hole,
    /// After `@`.
    Style,
    /// After `#{x:`.
    Level,
}

/// The piece that a byte of a template is in, and the bytes of the word.
pub(super) fn piece(text: &str, at: usize) -> Option<(Piece, Range<usize>)> {
    let start = text[..at]
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_ascii_alphanumeric() || *c == '-' || *c == '_')
        .last()
        .map_or(at, |(i, _)| i);
    let word = start..start + name(&text[start..]).max(at - start);
    let before = &text[..start];
    let sigil = |before: &str| {
        let escaped = before.len() - 1 - before[..before.len() - 1].trim_end_matches('\\').len();
        match before.chars().next_back() {
            _ if escaped % 2 == 1 => None,
            Some('#') => Some(Piece::Hole),
            Some('@') => Some(Piece::Style),
            _ => None,
        }
    };
    if before.ends_with(['#', '@']) {
        return sigil(before).map(|piece| (piece, word));
    }
    // `#{rows x:level|…`
    let open = before.rfind('{')?;
    let inner = &before[open + 1..];
    let sigil = before[..open]
        .ends_with(['#', '@'])
        .then(|| sigil(&before[..open]));
    match sigil.flatten()? {
        Piece::Style if inner.is_empty() => Some((Piece::Style, word)),
        Piece::Hole if inner.contains('|') => None,
        Piece::Hole if inner.trim_end().ends_with(':') => Some((Piece::Level, word)),
        Piece::Hole if inner.is_empty() || inner == "rows " => Some((Piece::Hole, word)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_holes_styles_and_levels() {
        let at = |text: &str| {
            let place = text.find('▮').unwrap();
            let text = text.replacen('▮', "", 1);
            piece(&text, place).map(|(piece, word)| (piece, text[word].to_owned()))
        };
        let some = |piece, word: &str| Some((piece, word.to_owned()));
        assert_eq!(at(r"\frac{#a▮b}"), some(Piece::Hole, "ab"));
        assert_eq!(at(r"#{x▮:sum}"), some(Piece::Hole, "x"));
        assert_eq!(at(r"#{x:s▮um}"), some(Piece::Level, "sum"));
        assert_eq!(at(r"#{rows r▮"), some(Piece::Hole, "r"));
        assert_eq!(at(r"α @▮"), some(Piece::Style, ""));
        assert_eq!(at(r"#{xs| @ti▮mes"), some(Piece::Style, "times"));
        assert_eq!(at(r"@{my-st▮yle}"), some(Piece::Style, "my-style"));
        assert_eq!(at(r"\#a▮"), None);
        assert_eq!(at(r"\\#a▮"), some(Piece::Hole, "a"));
        assert_eq!((at("▮"), at("{▮"), at("#{xs|, ▮")), (None, None, None));
    }
}
