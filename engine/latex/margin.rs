//! What is noted beside the lines of a chain in a display goes after the chain, and is no part of it:
//! `a &= b &&\text{by } x \in S \\ &= c`.

use std::ops::Range;

use super::rows::{is_display, relates};
use super::signs::Signs;
use super::token::{Class, Gap, Token};

/// So many tokens of a display are looked through; it keeps reading linear.
const LONGEST: usize = 4000;

/// Moves the notes beside lines that go on behind the last line of their chain. Where all notes are
/// words alone they stay: they are told from formulas anyway.
pub(super) fn moved<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    if !signs.holds(Class::Cell) || !signs.holds(Class::Row) {
        return tokens;
    }
    let beside = |pair: &[Token<'_>]| {
        let column = pair[0].class == Class::Cell;
        column && pair[1].class == Class::Cell
            || super::parse::is_text(&pair[1])
            || pair[1].key == r"\because"
    };
    if !tokens.windows(2).any(beside) {
        return tokens;
    }
    let mut order: Vec<usize> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    let mut any = false;
    while at < tokens.len() {
        order.push(at);
        at += 1;
        if tokens[at - 1].class == Class::Begin
            && is_display(&tokens[at - 1].key)
            && let Some(end) = end(&tokens, at)
        {
            any |= arranged(&tokens, at, end, &mut order);
            at = end;
        }
    }
    if !any {
        return tokens;
    }
    let mut tokens: Vec<Option<Token<'t>>> = tokens.into_iter().map(Some).collect();
    let mut before = None;
    let mut out = Vec::with_capacity(tokens.len());
    for at in order {
        let Some(mut token) = tokens[at].take() else {
            continue;
        };
        // A note begins after a gap, and so does what comes after it; what are no words have a comma
        // before them, in place of the sign of their column.
        let apart = before.is_some_and(|b: usize| b + 1 != at);
        if apart {
            token.gap = Gap::Wide;
        }
        let next = tokens.get(at + 1).and_then(Option::as_ref);
        if apart && token.class == Class::Cell && next.is_some_and(|t| !super::parse::is_text(t)) {
            token.respell(",");
            token.class = Class::Sign;
        }
        before = Some(at);
        out.push(token);
    }
    out
}

/// The order of the tokens of a display, and whether it is another one.
fn arranged(tokens: &[Token<'_>], from: usize, to: usize, order: &mut Vec<usize>) -> bool {
    let words = |note: Range<usize>| {
        note.into_iter()
            .all(|at| super::parse::is_text(&tokens[at]))
    };
    let row_of = |start: usize| {
        let row = row_end(tokens, start, to);
        let goes_on = row < to && continues(&tokens[row + 1..to]);
        (row, goes_on, note(tokens, start, row))
    };
    let rows = || {
        let first = (from < to).then(|| row_of(from));
        std::iter::successors(first, |(row, ..)| (row + 1 < to).then(|| row_of(row + 1)))
    };
    if !rows().any(|(_, goes_on, note)| goes_on && note.is_some_and(|n| !words(n.said))) {
        order.extend(from..to);
        return false;
    }
    let (mut moved, mut notes) = (false, Vec::new());
    let mut start = from;
    while start < to {
        let (row, goes_on, note) = row_of(start);
        match note.clone().filter(|_| goes_on) {
            Some(note) => {
                order.extend(start..note.place.start);
                order.extend(note.place.end..row);
                notes.extend(note.said);
            }
            None if goes_on || notes.is_empty() => order.extend(start..row),
            None => {
                let close = |at: &usize| {
                    let token = &tokens[*at];
                    token.class != Class::Cell && !matches!(token.key.as_ref(), "," | "." | ";")
                };
                let own = note.unwrap_or(Note {
                    place: row..row,
                    said: row..row,
                });
                let last = (start..own.place.start)
                    .rev()
                    .find(close)
                    .map_or(start, |at| at + 1);
                order.extend(start..last);
                order.append(&mut notes);
                order.extend(last..own.place.start);
                order.extend(own.said);
                order.extend(own.place.end..row);
                moved = true;
            }
        }
        if row < to {
            order.push(row);
        }
        start = row + 1;
    }
    moved
}

/// The end of the environment whose inside begins here.
fn end(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(from).take(LONGEST) {
        match token.class {
            Class::Begin => depth += 1,
            Class::End if depth == 0 => return Some(at),
            Class::End => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The end of the row that begins here.
fn row_end(tokens: &[Token<'_>], from: usize, to: usize) -> usize {
    outside(tokens, from, to)
        .find(|at| tokens[*at].class == Class::Row)
        .unwrap_or(to)
}

/// The places between these two outside of groups and environments.
fn outside<'t>(
    tokens: &'t [Token<'_>],
    from: usize,
    to: usize,
) -> impl Iterator<Item = usize> + 't {
    let mut depth = 0usize;
    (from..to).filter(move |at| match tokens[*at].class {
        Class::Begin | Class::Open => {
            depth += 1;
            false
        }
        Class::End | Class::Close => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    })
}

/// Whether the chain goes on in the row that begins here: with the sign of a relation.
fn continues(row: &[Token<'_>]) -> bool {
    let cells = row.iter().take_while(|t| t.class == Class::Cell).count();
    cells > 0 && row.get(cells).is_some_and(relates)
}

/// A note beside a line.
#[derive(Clone)]
struct Note {
    /// All of it, with the sign of its column and the brackets around it.
    place: Range<usize>,
    /// What it says, after the sign of its column.
    said: Range<usize>,
}

/// What is noted in a row after its formula: behind a column that is left empty, words in a column
/// of their own, words in brackets or behind a gap.
fn note(tokens: &[Token<'_>], from: usize, to: usize) -> Option<Note> {
    let mut related = false;
    for at in outside(tokens, from, to) {
        let token = &tokens[at];
        related |= relates(token);
        if !related {
            continue;
        }
        let cells = tokens[at..to].iter().take_while(|t| t.class == Class::Cell);
        let first = at + cells.count();
        let next = tokens[..to].get(first)?;
        let bracketed = in_brackets(tokens, first, to);
        let words = super::parse::is_text(next) || bracketed.is_some();
        let begins = match token.class {
            Class::Cell => (first > at + 1 || words) && !relates(next),
            _ => token.gap == Gap::Wide && words,
        };
        if !begins {
            continue;
        }
        let last = tokens[first..to].iter().any(|t| t.class == Class::Cell);
        let lead = if first > at { first - 1 } else { first };
        let note = Note {
            place: lead..to,
            said: bracketed.unwrap_or(lead..to),
        };
        return (!last).then_some(note);
    }
    None
}

/// What stands in brackets that open here before words and close at the end of the row:
/// `(\text{since } h > 0)`.
fn in_brackets(tokens: &[Token<'_>], first: usize, to: usize) -> Option<Range<usize>> {
    let opens = |t: &Token<'_>| matches!(t.key.as_ref(), "(" | "[");
    let closes = |t: &Token<'_>| matches!(t.key.as_ref(), ")" | "]");
    let [open, word, ..] = tokens.get(first..to)? else {
        return None;
    };
    if !opens(open) || !super::parse::is_text(word) && word.key != r"\because" {
        return None;
    }
    let stops = |t: &&Token<'_>| matches!(t.key.as_ref(), "," | "." | ";");
    let end = to - tokens[first..to].iter().rev().take_while(stops).count();
    let mut depth = 0usize;
    let close = (first..end).find(|at| {
        let token = &tokens[*at];
        depth += usize::from(opens(token));
        depth -= usize::from(closes(token) && depth > 0);
        depth == 0
    })?;
    (close + 1 == end).then_some(first + 1..close)
}
