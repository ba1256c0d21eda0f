//! Definitions by cases that are written as the lines of a display behind one brace:
//! `\left\{ \begin{aligned} & x + 1, & x < 0 \\ & x^2, & x \ge 0 \end{aligned} \right.`

use super::table::{Role, Table};
use super::token::{Class, Token, leave_out};
use std::ops::Range;

/// As many tokens of a display are looked through; it keeps reading linear.
const LONGEST: usize = 400;

/// Makes cases of such displays, where each line has a value and behind a comma when it is taken.
pub(super) fn piecewise(tokens: &mut Vec<Token<'_>>, table: &Table) {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut at = 1;
    while at < tokens.len() {
        let begins = tokens[at].class == Class::Begin && tokens[at - 1].key == r"\{";
        if let Some((first, end)) = begins.then(|| lines(tokens, at)).flatten()
            && let Some(needless) = cells(tokens, first, end, table)
        {
            for environment in [at, end] {
                tokens[environment].respell("cases");
            }
            out.push(at + 1..first);
            out.extend(needless);
            at = end;
        }
        at += 1;
    }
    leave_out(tokens, out);
}

/// Where the lines of the display at a place begin and end, when nothing closes its brace.
fn lines(tokens: &[Token<'_>], at: usize) -> Option<(usize, usize)> {
    let first = match tokens[at].key.as_ref() {
        "aligned" | "gathered" | "split" => at + 1,
        // One column: `\begin{array}{l}`.
        "array" => match tokens.get(at + 1..at + 4)? {
            [open, column, close]
                if open.class == Class::Open
                    && matches!(column.key.as_ref(), "l" | "c" | "r")
                    && close.class == Class::Close =>
            {
                at + 4
            }
            _ => return None,
        },
        _ => return None,
    };
    let near = tokens.get(first..)?.iter().take(LONGEST);
    let mut inner = near.enumerate();
    let (length, end) = inner.find(|(_, t)| matches!(t.class, Class::Begin | Class::End))?;
    let end_here = end.class == Class::End;
    let end = first + length;
    let open = tokens.get(end + 1).is_some_and(|t| t.key == ".");
    (end_here && open).then_some((first, end))
}

/// The signs of alignment that say nothing there, when each line has a value, a comma and a condition.
fn cells(
    tokens: &[Token<'_>],
    first: usize,
    end: usize,
    table: &Table,
) -> Option<Vec<Range<usize>>> {
    let mut needless = Vec::new();
    let (mut lines, mut depth, mut parted, mut related) = (0, 0usize, false, false);
    // Whether a line is at its beginning, and whether a sign of alignment stands right before.
    let (mut begins, mut aligned) = (true, false);
    for at in first..=end {
        let token = &tokens[at];
        let breaks = at == end || token.class == Class::Row;
        if breaks && depth == 0 {
            if begins && at == end {
                // A break behind the last line.
                break;
            }
            if !parted || !related {
                return None;
            }
            lines += 1;
            (parted, related, begins, aligned) = (false, false, true, false);
            continue;
        }
        match token.class {
            Class::Cell if begins || aligned || !parted => needless.push(at..at + 1),
            Class::Cell => aligned = true,
            Class::Open => depth += 1,
            Class::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if token.class == Class::Cell {
            continue;
        }
        (begins, aligned) = (false, false);
        match token.key.as_ref() {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                // `x > 0, y > 0`, and several things that are said of a value.
                if related && !parted {
                    return None;
                }
                parted = true;
            }
            // `0, & \text{otherwise}`
            key if token.class == Class::Words || key.starts_with(r"\text") => related |= parted,
            _ if depth == 0 && token.class == Class::Sign => {
                related |= table.lookup(&tokens[at..]).any(|(role, _)| {
                    matches!(role, Role::Infix { level, .. } if *level <= table.relation)
                });
            }
            _ => {}
        }
    }
    (lines > 1).then_some(needless)
}
