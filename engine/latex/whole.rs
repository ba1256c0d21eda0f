//! What is around a whole formula and says nothing of it: braces, `{\displaystyle a = b}`, frames and colours,
//! `\boxed{a = b}`, a display of one line, `\begin{align*} a &= b \end{align*}`, and the punctuation behind
//! it.

use super::rows::{is_display, relates};
use super::signs::{Signs, Sorts};
use super::token::{Class, Side, Token, leave_out};
use std::ops::Range;
use std::slice::from_ref;

/// No more is left out, as each is looked for in all tokens.
const MOST: usize = 8;

/// As many tokens of a display are looked through.
const LONGEST: usize = 600;

/// Leaves it out, and takes one sign of punctuation; the place of that.
pub(super) fn bared(tokens: &mut Vec<Token<'_>>) -> Option<Range<usize>> {
    let mut stop = None;
    for _ in 0..MOST {
        stop = stop.or_else(|| self::stop(tokens));
        if !(braced(tokens) || displayed(tokens) || framed(tokens)) {
            break;
        }
    }
    stop
}

/// Takes one sign of punctuation from the end; its place.
fn stop(tokens: &mut Vec<Token<'_>>) -> Option<Range<usize>> {
    let [.., before, last] = tokens.as_slice() else {
        return None;
    };
    let stops = matches!(last.key.as_ref(), "," | ";" | ".") && last.side == Side::None;
    if !stops || matches!(before.key.as_ref(), "." | "," | ";") {
        return None;
    }
    let place = last.start..last.end;
    tokens.pop();
    Some(place)
}

/// Leaves out the frame or the colour of all tokens: `\boxed{x = 3}`.
fn framed(tokens: &mut Vec<Token<'_>>) -> bool {
    let shows = |t: &Token<'_>| {
        let signs = Signs::of(from_ref(t));
        t.class == Class::Sign && signs.sure() && signs.may(Sorts::SHOWN)
    };
    let held = |t: &[Token<'_>]| t[1].class == Class::Open && shows(&t[0]) && encloses(&t[1..]);
    let whole = tokens.len() > 3 && held(tokens);
    if whole {
        tokens.pop();
        tokens.drain(..2);
    }
    whole
}

/// Leaves out the braces around all tokens.
fn braced(tokens: &mut Vec<Token<'_>>) -> bool {
    let whole = tokens.len() > 2 && encloses(tokens);
    if whole {
        tokens.pop();
        tokens.remove(0);
    }
    whole
}

/// Whether the braces that open first close last, around one line.
fn encloses(tokens: &[Token<'_>]) -> bool {
    let [first, .., last] = tokens else {
        return false;
    };
    if first.class != Class::Open || last.class != Class::Close {
        return false;
    }
    let mut depth = 0usize;
    let closes = |t: &Token<'_>| {
        match t.class {
            Class::Open | Class::Begin => depth += 1,
            Class::Close | Class::End => depth = depth.saturating_sub(1),
            // `{a \atop b}`, `{n \brace k}`
            Class::Row if depth == 1 => return true,
            Class::Sign if depth == 1 && matches!(t.key.as_ref(), r"\brace" | r"\brack") => {
                return true;
            }
            _ => {}
        }
        depth == 0
    };
    tokens.iter().position(closes) == Some(tokens.len() - 1)
}

/// Whether a display that opens first closes last.
pub(super) fn is_displayed(tokens: &[Token<'_>]) -> bool {
    let [first, .., last] = tokens else {
        return false;
    };
    let mut depth = 0usize;
    let closes = |t: &Token<'_>| {
        match t.class {
            Class::Begin => depth += 1,
            Class::End => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    first.class == Class::Begin
        && last.class == Class::End
        && is_display(&first.key)
        && !has_columns(first)
        && tokens.iter().position(closes) == Some(tokens.len() - 1)
}

/// Whether a display says how many columns it has.
fn has_columns(display: &Token<'_>) -> bool {
    matches!(
        display.key.as_ref(),
        "alignat" | "alignedat" | "subarray" | "IEEEeqnarray" | "IEEEeqnarraybox"
    )
}

/// Leaves out what makes a display of all tokens, when it has one line with one place to align.
fn displayed(tokens: &mut Vec<Token<'_>>) -> bool {
    let [_, inside @ .., _] = tokens.as_slice() else {
        return false;
    };
    let one = (1..=LONGEST).contains(&inside.len()) && inside[0].key != "[";
    if !one || !is_displayed(tokens) {
        return false;
    }
    let (mut depth, mut cells) = (0usize, Vec::new());
    for (at, token) in (1..).zip(inside) {
        match token.class {
            Class::Open | Class::Begin => depth += 1,
            Class::Close | Class::End => depth = depth.saturating_sub(1),
            Class::Row if depth == 0 => return false,
            Class::Cell if depth == 0 => {
                // What stands behind another place may be a number or a reason.
                let aligns = inside.get(at).is_some_and(relates) || at == 1;
                if !aligns {
                    return false;
                }
                cells.push(at..at + 1);
            }
            _ => {}
        }
    }
    if depth > 0 || cells.len() > 1 {
        return false;
    }
    let end = tokens.len() - 1;
    cells.insert(0, 0..1);
    cells.push(end..end + 1);
    leave_out(tokens, cells);
    true
}
