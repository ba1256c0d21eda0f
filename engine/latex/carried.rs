//! Brackets that go on in the next line of a display, where `\right.` has to end the line and `\left.` to
//! begin the next: `\left( a + b \right. \\ &\quad \left. + c \right)`.

use std::ops::Range;

use super::token::{Class, Side, Token, leave_out};

/// Leaves out delimiters that are not written, with the line break between them, so that the brackets
/// around meet.
pub(super) fn joined(tokens: &mut Vec<Token<'_>>) {
    if !tokens.iter().any(|t| t.class == Class::Row) {
        return;
    }
    // For each delimiter that is not written, the one that it is to match.
    let (mut open, mut ends, mut begins) = (Vec::new(), Vec::new(), Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match token.side {
            Side::Left => open.push(at),
            Side::Right => {
                let Some(from) = open.pop() else { continue };
                if unwritten(token) {
                    ends.push((at, from));
                }
                if unwritten(&tokens[from]) {
                    begins.push((from, at));
                }
            }
            Side::None | Side::Middle => {}
        }
    }
    begins.sort_unstable();
    let meets = |&(end, from): &(usize, usize)| -> Option<Range<usize>> {
        let line = |t: &&Token<'_>| matches!(t.class, Class::Row | Class::Cell);
        let between = tokens[end + 1..].iter().take_while(line);
        let next = end + 1 + between.clone().count();
        let broken = between.filter(|t| t.class == Class::Row).count() > 0;
        let found = begins.binary_search_by_key(&next, |(begin, _)| *begin);
        let (begin, to) = begins[found.ok().filter(|_| broken)?];
        let (first, last) = (&tokens[from], &tokens[to]);
        let match_up = unwritten(first) || unwritten(last) || pairs(&first.key, &last.key);
        match_up.then_some(end..begin + 1)
    };
    let places = ends.iter().filter_map(meets).collect();
    leave_out(tokens, places);
}

/// Whether this is the `.` of `\left.` or `\right.`.
fn unwritten(token: &Token<'_>) -> bool {
    token.key == "." && token.side != Side::None
}

/// Whether the second delimiter closes what the first opens.
fn pairs(open: &str, close: &str) -> bool {
    matches!(
        (open, close),
        ("(", ")")
            | ("[", "]")
            | (r"\{" | r"\lbrace", r"\}" | r"\rbrace")
            | ("|" | r"\vert" | r"\lvert", "|" | r"\vert" | r"\rvert")
            | (r"\|" | r"\Vert" | r"\lVert", r"\|" | r"\Vert" | r"\rVert")
            | (r"\langle" | "<", r"\rangle" | ">")
            | (r"\lfloor", r"\rfloor")
            | (r"\lceil", r"\rceil")
            // Intervals that are open at one end.
            | ("(", "]")
            | ("[", ")")
    )
}
