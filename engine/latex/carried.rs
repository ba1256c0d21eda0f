//! Brackets that go on in the next line of a display, where `\right.` has to end the line and `\left.` to
//! begin the next: `\left( a + b \right. \\ &\quad \left. + c \right)`.

use std::ops::Range;

use super::token::{Class, Side, Token, leave_out};

/// Leaves out delimiters that are not written, with the line break between them, so that the brackets
/// around meet. A sign may stand behind the break: `\right. \\ + \left.`.
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
    let partner = |of: &[(usize, usize)], at: usize| {
        let found = of.binary_search_by_key(&at, |(own, _)| *own);
        found.ok().map(|n| of[n].1)
    };
    let count = |from: usize, of: &[(usize, usize)]| {
        let unbroken = (from..).take_while(|at| partner(of, *at).is_some());
        unbroken.count()
    };
    let mut places: Vec<Range<usize>> = Vec::new();
    for &(end, _) in &ends {
        if end > 0 && partner(&ends, end - 1).is_some() {
            continue;
        }
        let number = count(end, &ends);
        let line = |t: &&Token<'_>| matches!(t.class, Class::Row | Class::Cell);
        let between = tokens[end + number..].iter().take_while(line);
        let next = end + number + between.clone().count();
        let broken = between.filter(|t| t.class == Class::Row).count() > 0;
        let sign = tokens
            .get(next)
            .is_some_and(|t| matches!(t.key.as_ref(), "+" | "-" | r"\times" | r"\cdot" | r"\pm"));
        let begin = next + usize::from(sign);
        // The first that ends is the last that began.
        let meets = |n: usize| {
            let around = partner(&ends, end + n).zip(partner(&begins, begin + number - 1 - n));
            around.is_some_and(|(from, to)| {
                let (first, last) = (&tokens[from], &tokens[to]);
                unwritten(first) || unwritten(last) || pairs(&first.key, &last.key)
            })
        };
        if broken && count(begin, &begins) == number && (0..number).all(meets) {
            places.extend([end..next, begin..begin + number]);
        }
    }
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
            | (r"\{", r"\}")
            | ("|" | r"\vert" | r"\lvert", "|" | r"\vert" | r"\rvert")
            | (r"\|" | r"\lVert", r"\|" | r"\rVert")
            | (r"\langle" | "<", r"\rangle" | ">")
            | (r"\lfloor", r"\rfloor")
            | (r"\lceil", r"\rceil")
            // Intervals that are open at one end.
            | ("(", "]")
            | ("[", ")")
    )
}
