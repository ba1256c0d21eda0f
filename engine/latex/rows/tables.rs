//! Arrays that only set formulas below each other, and what says how they are set.

use super::relates;
use crate::latex::parse::{is_text, said};
use crate::latex::table::{Role, Table};
use crate::latex::token::{Class, Side, Token, leave_out};

/// So many tokens of an array are looked through; it keeps reading linear.
const LONGEST: usize = 4000;

/// Makes displays of arrays without brackets whose cells hold signs of relations.
pub(super) fn tabulated(tokens: &mut Vec<Token<'_>>, table: &Table) {
    let mut settings = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let array = tokens[at].class == Class::Begin
            && matches!(
                tokens[at].key.as_ref(),
                "array" | "tabular" | "eqnarray" | "matrix" | "smallmatrix"
            );
        let bracket = at > 0
            && (tokens[at - 1].side != Side::None
                || matches!(tokens[at - 1].key.as_ref(), "(" | "[" | "|" | r"\{" | r"\|"));
        let dot = at > 0 && tokens[at - 1].key == "." && tokens[at - 1].side == Side::Left;
        let open = at > 0 && tokens[at - 1].key == r"\{" || dot;
        if !array || bracket && !open {
            at += 1;
            continue;
        }
        let Some((end, related)) = extent(tokens, at, table) else {
            at += 1;
            continue;
        };
        let system = || {
            let cells = |i: usize| {
                relates(&tokens[i])
                    && (tokens[i - 1].class == Class::Cell || tokens[i + 1].class == Class::Cell)
            };
            tokens.get(end + 1).is_some_and(|t| match dot {
                true => t.key == r"\}",
                false => t.key == ".",
            }) && ((at + 1..end).any(cells)
                || !tokens[at + 1..end].iter().any(|t| t.class == Class::Cell)
                    && !conditioned(&tokens[at + 1..end]))
        };
        let diagram = || {
            tokens[at + 1..end].iter().any(|t| {
                matches!(
                    t.key.as_ref(),
                    r"\downarrow" | r"\uparrow" | r"\searrow" | r"\swarrow" | r"\updownarrow"
                )
            })
        };
        // `\begin{array}{c|c}`
        let table = || {
            let width = columns(&tokens[at + 1..end], true);
            let bars = |t: &Token<'_>| t.key == "|";
            tokens[at].key == "array" && !open && tokens[at + 1..at + 1 + width].iter().any(bars)
        };
        if related && (!open || system()) && !diagram() && !table() {
            let key = || std::borrow::Cow::Borrowed("aligned");
            let ruled = matches!(tokens[at].key.as_ref(), "array" | "tabular");
            tokens[at].key = key();
            tokens[end].key = key();
            let columns = columns(&tokens[at + 1..end], ruled);
            settings.push(at + 1..at + 1 + columns);
        }
        at += 1;
    }
    settings.retain(|place| !place.is_empty());
    leave_out(tokens, settings);
}

/// Whether words in these rows say under which conditions the values hold that stand before them.
fn conditioned(inside: &[Token<'_>]) -> bool {
    inside.iter().any(|t| {
        let word = is_text(t).then(|| said(t).trim());
        matches!(
            word,
            Some("if" | "for" | "when" | "otherwise" | "else" | "unless")
        )
    })
}

/// How many tokens say what the columns of an array are: `{rcl}`, `{p{3cm}l}`.
fn columns(inside: &[Token<'_>], ruled: bool) -> usize {
    if !ruled || inside.first().is_none_or(|t| t.class != Class::Open) {
        return 0;
    }
    let mut depth = 0usize;
    let close = inside.iter().position(|t| {
        depth += usize::from(t.class == Class::Open);
        depth -= usize::from(t.class == Class::Close && depth > 0);
        depth == 0
    });
    close.map_or(0, |n| n + 1)
}

/// Leaves out where an environment stands on its line, `\begin{aligned}[t]`, and how the columns of
/// a `matrix*` are set, `[r]`.
pub(super) fn placed(tokens: &mut Vec<Token<'_>>) {
    let stands = |at: usize| {
        let token = &tokens[at];
        let starred = token.end - token.start > r"\begin{}".len() + token.key.len();
        let takes = token.class == Class::Begin
            && (starred && token.key.ends_with("matrix")
                || matches!(
                    token.key.as_ref(),
                    "array"
                        | "tabular"
                        | "aligned"
                        | "alignedat"
                        | "gathered"
                        | "multlined"
                        | "split"
                        | "subarray"
                ));
        let Some(place) = tokens.get(at + 1..at + 4).filter(|_| takes) else {
            return false;
        };
        place[0].key == "["
            && matches!(place[1].key.as_ref(), "t" | "m" | "b" | "c" | "l" | "r")
            && place[2].key == "]"
    };
    let places = (0..tokens.len()).filter(|at| stands(*at));
    let places = places.map(|at| at + 1..at + 4).collect();
    leave_out(tokens, places);
}

/// The end of the environment that begins here, and whether a relation stands in its cells.
fn extent(tokens: &[Token<'_>], at: usize, table: &Table) -> Option<(usize, bool)> {
    let (mut depth, mut related) = (0usize, false);
    for (i, token) in tokens.iter().enumerate().skip(at + 1).take(LONGEST) {
        match token.class {
            Class::Begin | Class::Open => depth += 1,
            Class::End if depth == 0 => return Some((i, related)),
            Class::End | Class::Close => depth = depth.saturating_sub(1),
            Class::Sign if depth == 0 && !related && token.key != "|" && token.key != r"\mid" => {
                related = table.lookup(&tokens[i..]).any(|(role, _)| {
                    matches!(role, Role::Infix { level, .. } if *level <= table.relation)
                });
            }
            _ => {}
        }
    }
    None
}
