//! Alignment: `&` and line breaks of displays, which say nothing of the formula itself.

mod tables;

use super::around::transposed_at;
use super::clauses;
use super::parse::{begins_program, introduces_constraints};
use super::signs::Signs;
use super::table::{Role, Table};
use super::token::{Class, Gap, Token, braces_end, open_brace};
use crate::phrases::Lexicon;
use tables::{placed, tabulated};

/// Environments whose rows are lines of one display.
const DISPLAYS: &[&str] = &[
    "align",
    "aligned",
    "alignedat",
    "alignat",
    "eqnarray",
    "IEEEeqnarray",
    "IEEEeqnarraybox",
    "dmath",
    "gather",
    "gathered",
    "split",
    "equation",
    "multline",
    "multlined",
    "displaymath",
    "math",
    "flalign",
    "subarray",
];

/// Whether this environment is a display of lines.
pub(super) fn is_display(name: &str) -> bool {
    DISPLAYS.contains(&name)
}

/// Whether an environment begins whose rows have entries, or cases: none of lines.
pub(super) fn begins_table(token: &Token<'_>) -> bool {
    token.class == Class::Begin && !is_display(&token.key)
}

/// As many tokens of a script are looked through for its beginning.
const SCRIPT: usize = 24;

/// Leaves out `$` and the like around a formula, and empty groups that only keep tokens apart.
pub(super) fn undelimited<'t>(mut tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    let delimiter = |t: &Token<'_>| {
        matches!(
            t.key.as_bytes(),
            [b'$'] | [b'\\', b'(' | b')' | b'[' | b']']
        )
    };
    let closing = tokens.iter().rev().take_while(|t| delimiter(t)).count();
    let opening = tokens.iter().take_while(|t| delimiter(t)).count();
    if opening > 0 && opening == closing && opening + closing < tokens.len() {
        tokens.truncate(tokens.len() - closing);
        tokens.drain(..opening);
    }
    let empty = |pair: &[Token<'_>]| matches!(pair, [a, b] if a.class == Class::Open && b.class == Class::Close);
    if !signs.holds(Class::Open) || !tokens.windows(2).any(empty) {
        return tokens;
    }
    let mut kept: Vec<Token<'t>> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let after = kept.last().map(|t| (t.class, t.key.starts_with('\\')));
        // `v^\top{}w`, `x^{2}{}y`: a script has its own braces, and takes no more.
        let script = || match after {
            Some((Class::Close, _)) => open_brace(&kept[..kept.len() - 1], SCRIPT)
                .and_then(|open| open.checked_sub(1))
                .is_some_and(|at| matches!(kept[at].key.as_ref(), "^" | "_")),
            _ => kept.len() > 1 && transposed_at(&kept, kept.len() - 2),
        };
        // What begins a line begins it without the group.
        let apart = matches!(
            after,
            None | Some(
                (Class::Letter | Class::Digit | Class::Name, _)
                    | (Class::Cell | Class::Row | Class::Begin, _)
                    | (Class::Sign, false)
            )
        ) && !kept
            .last()
            .is_some_and(|t| matches!(t.key.as_ref(), "^" | "_"))
            && !labels_arrow(&kept)
            || token.class == Class::Open && script();
        if token.class == Class::Open
            && apart
            && rest.peek().is_some_and(|t| t.class == Class::Close)
        {
            let close = rest.next();
            if let Some(next) = rest.peek()
                && matches!(next.key.as_ref(), "_" | "^")
            {
                // `T^a{}_b`
                kept.push(token);
                kept.extend(close);
                continue;
            }
            if let Some(next) = rest.peek_mut() {
                next.gap = next.gap.max(Gap::Blank);
            }
            continue;
        }
        kept.push(token);
    }
    kept
}

/// Whether what goes under an arrow ends here, before what goes over it: `\\xrightarrow[n \\to \\infty]{}`.
fn labels_arrow(tokens: &[Token<'_>]) -> bool {
    let Some(last) = tokens.last().filter(|t| t.key == "]") else {
        return false;
    };
    let before = tokens.iter().rposition(|t| t.key == "[");
    let arrow = before
        .and_then(|at| at.checked_sub(1))
        .map(|at| &tokens[at]);
    arrow.is_some_and(|t| t.key.starts_with(r"\x") && t.end <= last.start)
}

/// As many tokens may stand above the sign of a relation.
const DECORATION: usize = 40;

/// As many tokens what is made small or large may have, and its constraints together.
const OBJECTIVE: usize = 400;
const CONSTRAINTS: usize = 4000;

/// Puts commas for the line breaks of a display between the constraints of an extremum, and a space for
/// the one before them: the letters below its sign are bound in all.
fn constrained(tokens: &mut [Token<'_>], lexicon: &Lexicon) {
    let introduces = |t: &Token<'_>| introduces_constraints(t, lexicon);
    let line = |t: &Token<'_>| matches!(t.class, Class::Row | Class::Cell);
    let mut at = 0;
    while let Some(found) = tokens[at..].iter().position(introduces) {
        let word = at + found;
        at = word + 1;
        let near = word.saturating_sub(OBJECTIVE);
        let begins = |t: &Token<'_>| t.class == Class::Begin;
        let Some(begin) = tokens[near..word].iter().rposition(begins) else {
            continue;
        };
        let begin = near + begin;
        let broken = tokens[near..word].iter().rposition(|t| !line(t));
        let broken = broken.map(|last| near + last + 1);
        let breaks = broken.filter(|first| tokens[*first].class == Class::Row);
        let (Some(first), true) = (
            breaks,
            is_display(&tokens[begin].key)
                && tokens[begin..word]
                    .iter()
                    .any(|t| extremal(t) || begins_program(t, lexicon)),
        ) else {
            continue;
        };
        tokens[first].class = Class::Cell;
        let inner = |t: &Token<'_>| matches!(t.class, Class::Begin | Class::End);
        let far = tokens.len().min(word + CONSTRAINTS);
        let end = tokens[word..far].iter().position(inner);
        let end = end.map_or(far, |n| word + n);
        at = end;
        for row in word..end {
            let last = tokens[row + 1..end].iter().all(line);
            if tokens[row].class != Class::Row || last {
                continue;
            }
            match tokens[row - 1].key.as_ref() {
                "," | ";" => tokens[row].class = Class::Cell,
                _ => (tokens[row].class, tokens[row].key) = (Class::Sign, ",".into()),
            }
        }
    }
}

/// Whether this is the sign of an extremum.
fn extremal(token: &Token<'_>) -> bool {
    token.key.starts_with('\\')
        && ["min", "max", "inf", "sup"].iter().any(|sign| {
            token
                .key
                .trim_start_matches(r"\operatorname{")
                .contains(sign)
        })
        && !token.key.contains(r"\text")
}

/// Leaves out the alignment signs of displays, and the line breaks before a sign that goes on with
/// the line before (`\\ &= c`).
pub(super) fn join<'t>(mut tokens: Vec<Token<'t>>, table: &Table, signs: Signs) -> Vec<Token<'t>> {
    if signs.holds(Class::Begin) {
        placed(&mut tokens);
        super::piecewise::piecewise(&mut tokens, table);
        tabulated(&mut tokens, table);
    }
    if !signs.holds(Class::Cell) && !signs.holds(Class::Row) {
        clauses::listed(&mut tokens, signs);
        return tokens;
    }
    constrained(&mut tokens, &table.lexicon);
    let displayed = super::whole::is_displayed(&tokens);
    let outside = usize::from(displayed);
    let mut environments = Vec::new();
    let mut keep = vec![true; tokens.len()];
    for (i, token) in tokens.iter().enumerate() {
        match token.class {
            Class::Begin => environments.push(is_display(&token.key)),
            Class::End => {
                environments.pop();
            }
            Class::Cell => keep[i] = !environments.last().copied().unwrap_or(true),
            Class::Row if environments.last().copied().unwrap_or(true) => {
                let after = tokens[i + 1..]
                    .iter()
                    .take_while(|t| t.class == Class::Cell)
                    .count();
                let aligned = after > 0;
                let rest = &tokens[i + 1 + after..];
                keep[i] = !goes_on(rest, table, aligned) && !unfinished(&tokens[..i], table);
                // `a &= b, \\ &= c` is one chain.
                if let Some(last) = i.checked_sub(1)
                    && matches!(tokens[last].key.as_ref(), "," | ";" | ".")
                    && (rest.first().is_some_and(relates) || decorated(rest))
                    && !keep[i]
                {
                    keep[last] = false;
                }
                // `x > 0, \\ \text{(ii)} y > 0`: the number begins another statement.
                let numbered = |t: &Token<'_>| {
                    super::parse::is_text(t) && super::numbered::names(super::parse::said(t))
                };
                if let Some(last) = i.checked_sub(1)
                    && keep[i]
                    && matches!(tokens[last].key.as_ref(), "," | ";")
                    && (rest.first().is_some_and(numbered)
                        || environments.len() == outside && tokens[last].key == ",")
                {
                    keep[last] = false;
                }
            }
            _ => {}
        }
    }
    clauses::apart(&mut tokens, Some(&keep));
    let mut gap = Gap::None;
    let (mut cell, mut related, mut depth) = (false, false, 0usize);
    let mut cells = 0;
    // What was known of the lines around an environment.
    let mut around = Vec::new();
    let mut joined = Vec::with_capacity(tokens.len());
    for (mut token, keep) in tokens.into_iter().zip(keep) {
        if keep {
            token.gap = token.gap.max(gap);
            // `a &= b & \text{by definition}`: a column of its own.
            // `a &= b & c &= d`: so is a statement after a statement.
            let decoration = matches!(
                token.key.as_ref(),
                r"\overset" | r"\underset" | r"\stackrel"
            );
            if cell && (super::parse::is_text(&token) || related && !relates(&token) && !decoration)
            {
                token.gap = Gap::Wide;
                related = false;
            }
            // `\begin{bmatrix}…\end{bmatrix} & &\begin{bmatrix}…\end{bmatrix}`: columns of matrices.
            if cells > 1
                && !related
                && matches!(token.class, Class::Open | Class::Begin)
                && let Some(last) = joined.last()
                && ends_matrix(last)
            {
                let mut comma = token.clone();
                comma.respell(",");
                (comma.class, comma.end) = (Class::Sign, comma.start);
                table.place(std::slice::from_mut(&mut comma));
                joined.push(comma);
            }
            (cell, cells) = (false, 0);
            match token.class {
                Class::Open => depth += 1,
                Class::Close => depth = depth.saturating_sub(1),
                Class::Row => {
                    related = false;
                    // What looks for the ends of statements finds that of a line.
                    if depth == 0 && around.len() == outside {
                        token.respell(",");
                    }
                }
                Class::Begin => around.push(std::mem::take(&mut related)),
                Class::End => related = around.pop().unwrap_or(false),
                _ => related |= depth == 0 && relates(&token),
            }
            gap = Gap::None;
            joined.push(token);
        } else {
            gap = Gap::Blank;
            cell = token.class == Class::Cell;
            cells += usize::from(cell);
        }
    }
    if displayed {
        joined.pop();
        joined.remove(0);
    }
    joined
}

/// Whether a matrix, or a group, ends with this token.
fn ends_matrix(token: &Token<'_>) -> bool {
    matches!(token.class, Class::End | Class::Close)
}

/// Whether the token is the sign of a relation.
pub(super) fn relates(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        "=" | "<"
            | ">"
            | r"\le"
            | r"\leq"
            | r"\ge"
            | r"\geq"
            | r"\ne"
            | r"\neq"
            | r"\approx"
            | r"\equiv"
            | r"\sim"
            | r"\in"
            | r"\to"
            | r"\rightarrow"
            | r"\mapsto"
    )
}

/// Whether the sign of a relation with something above or below it stands here:
/// `\overset{(1)}{=}`.
fn decorated(rest: &[Token<'_>]) -> bool {
    let [command, rest @ ..] = rest else {
        return false;
    };
    if !matches!(
        command.key.as_ref(),
        r"\overset" | r"\underset" | r"\stackrel"
    ) {
        return false;
    }
    let above = match rest.first().map(|t| t.class) {
        Some(Class::Open) => braces_end(rest, 0, DECORATION),
        _ => Some(1),
    };
    let after = above.and_then(|end| rest.get(end..)).unwrap_or_default();
    match after {
        [open, sign, close, ..] if open.class == Class::Open => {
            close.class == Class::Close && relates(sign)
        }
        [sign, ..] => relates(sign),
        [] => false,
    }
}

/// Whether a line ends with a sign that something has to follow.
fn unfinished(line: &[Token<'_>], table: &Table) -> bool {
    let cells = line.iter().rev().take_while(|t| t.class == Class::Cell);
    let Some(last) = line.len().checked_sub(cells.count() + 1) else {
        return false;
    };
    let scripted = last > 0 && matches!(line[last - 1].key.as_ref(), "^" | "_");
    let sign = matches!(
        line[last].key.as_ref(),
        "+" | "-"
            | r"\cdot"
            | r"\times"
            | r"\pm"
            | r"\cup"
            | r"\cap"
            | r"\land"
            | r"\lor"
            | r"\Leftrightarrow"
            | r"\iff"
            | r"\Rightarrow"
            | r"\implies"
    );
    !scripted
        && line[last].class == Class::Sign
        && (sign || relates(&line[last]))
        && table.lookup(&line[last..]).any(|(role, width)| {
            width == 1 && matches!(role, Role::Infix { .. } | Role::Prefix { .. })
        })
}

fn goes_on(rest: &[Token<'_>], table: &Table, aligned: bool) -> bool {
    match rest.first() {
        None => true,
        // `\ |y| = 2`
        Some(token) if super::bars::is_bar(token) => false,
        Some(token) if matches!(token.class, Class::Row | Class::End) => true,
        Some(_) if decorated(rest) => true,
        Some(_) => table.lookup(rest).any(|(role, _)| match role {
            Role::Infix { .. } => true,
            Role::Prefix { level, .. } => aligned && *level == table.sum,
            _ => false,
        }),
    }
}
