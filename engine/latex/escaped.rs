//! Commands and braces that are written with two backslashes, as in strings of programs and in Markdown.

use super::table::Table;

/// Commands have so many letters before it is looked whether one alone is written so.
const LETTERS: usize = 3;

/// Whether all commands are written as in a string of a program, with two backslashes: `\\frac`.
pub(super) fn all(source: &str, table: &Table) -> bool {
    let pair = |two: &[u8]| two == br"\\";
    if !source.as_bytes().windows(2).any(pair) {
        return false;
    }
    if delimits(source) || encloses(source) {
        return true;
    }
    let mut found = false;
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        let after = &rest[at..];
        let slashes = after.bytes().take_while(|b| *b == b'\\').count();
        let word = after[slashes..].bytes();
        let letters = word.take_while(u8::is_ascii_alphabetic).count();
        let name = &after[slashes - 1..slashes + letters];
        match (slashes, letters) {
            (_, 0) => {}
            (2, 2..) if table.knows(name) => found = true,
            _ => return false,
        }
        rest = &after[slashes + letters..];
    }
    found
}

/// Whether a delimiter is made large by a command with two backslashes, where no line can begin:
/// `\\left(`.
fn delimits(source: &str) -> bool {
    source.match_indices(r"\\left").any(|(at, word)| {
        let next = source.as_bytes().get(at + word.len());
        !source[..at].ends_with('\\')
            && next.is_some_and(|b| matches!(b, b'(' | b'[' | b'|' | b'.' | b'\\'))
            && source.contains(r"\\right")
    })
}

/// Whether the braces of a set have two backslashes each, as for Markdown: `x \in \\{1, 2\\}`.
fn encloses(source: &str) -> bool {
    let places = |sign: &str| {
        let twice = |(at, _): &(usize, &str)| !source[..*at].ends_with('\\');
        source.match_indices(sign).filter(twice).count()
    };
    let opened = places(r"\\{");
    opened > 0 && opened == places(r"\\}") && !source.contains(r"\begin")
}

/// Whether a command is written with two backslashes here, where no line begins, as all letters of its
/// name would be factors and the last one have an argument or a script: `\\frac{a}{b}`, `\\sum_i`.
pub(super) fn here(source: &str, at: usize, table: &Table) -> bool {
    let rest = &source[at..];
    let alone = || !source[..at].ends_with('\\');
    let Some(word) = rest.strip_prefix(r"\\").filter(|_| alone()) else {
        return false;
    };
    let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
    letters >= LETTERS
        && matches!(word.as_bytes().get(letters), Some(b'{' | b'_' | b'^'))
        && table.knows(&rest[1..2 + letters])
}
