//! How far a bar with places reaches back where nothing opens what it closes: `uv|_a^b`,
//! `\ln x \Big|_1^e`, `x^2 + 3x \Big|_{x=1}`.

use super::token::{Class, Gap, Side, Token, braces_end, leave_out};
use std::ops::Range;

/// Bars that are spelled as commands.
pub(super) const BARS: &[&str] = &[r"\vert", r"\rvert"];

/// As many tokens are looked at before a bar.
const FAR: usize = 120;

/// What stands at the places of a bar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places<'t> {
    /// Two ends: a difference.
    Ends,
    /// The value of a letter.
    Value(&'t str),
    /// A point or a set by its name.
    Named,
}

/// The bars so far with where what they are about begins, ascending.
type Opened = Vec<(usize, usize)>;

/// Opens before bars with places what they are about: a term, or all terms of the sum where these
/// are about the same letters.
pub(super) fn opened<'t>(mut tokens: Vec<Token<'t>>) -> Vec<Token<'t>> {
    let mut found = Opened::new();
    for at in 1..tokens.len().saturating_sub(1) {
        let closes = is_single_bar(&tokens[at]) || tokens[at].key == "]";
        if closes
            && tokens[at].side == Side::None
            && matches!(tokens[at + 1].key.as_ref(), "_" | "^")
            && let Some(start) = reach(&tokens, at, &found)
        {
            found.push((at, start));
        }
    }
    if found.is_empty() {
        return tokens;
    }
    for (bar, _) in &found {
        tokens[*bar].side = Side::Right;
    }
    let mut starts: Vec<usize> = found.iter().map(|(_, start)| *start).collect();
    starts.sort_unstable();
    let mut all = Vec::with_capacity(tokens.len() + starts.len());
    let mut starts = starts.into_iter().peekable();
    for (at, mut token) in tokens.into_iter().enumerate() {
        while starts.next_if_eq(&at).is_some() {
            let mut open = token.clone();
            open.respell(".");
            (open.class, open.side, open.end) = (Class::Sign, Side::Left, open.start);
            token.gap = Gap::None;
            all.push(open);
        }
        all.push(token);
    }
    all
}

/// Bars that are set below with their place: `u_{|\partial\Omega}`, `f_{|_A}`.
pub(super) fn raised<'t>(mut tokens: Vec<Token<'t>>) -> Vec<Token<'t>> {
    // `_{|n\rangle}` is about a state.
    let pairs = |t: &Token<'_>| is_single_bar(t) || t.key == r"\rangle";
    let mut needless = Vec::new();
    for at in 1..tokens.len().saturating_sub(4) {
        let below = tokens[at].key == "_"
            && tokens[at + 1].class == Class::Open
            && is_single_bar(&tokens[at + 2])
            && tokens[at + 2].side == Side::None
            && ends_operand(&tokens[at - 1]);
        if !below {
            continue;
        }
        let alone = braces_end(&tokens, at + 1, FAR).is_some_and(|end| {
            let inside = &tokens[at + 3..end - 1];
            !inside.is_empty() && !inside.iter().any(pairs)
        });
        if !alone {
            continue;
        }
        tokens[at..at + 3].rotate_right(1);
        if tokens[at + 3].key == "_" {
            // What is below the bar already is below it.
            needless.push(at + 3..at + 4);
        }
    }
    leave_out(&mut tokens, needless);
    tokens
}

/// Where what a bar is about begins, when it has places and nothing opens it.
fn reach(tokens: &[Token<'_>], bar: usize, opened: &Opened) -> Option<usize> {
    let places = places(tokens, bar + 1)?;
    let side = Sides::before(tokens, bar, opened)?;
    if !side.bars.is_multiple_of(2) || tokens[bar].key == "]" && side.open {
        return None;
    }
    let (last, rest) = side.terms.split_first()?;
    let term = &tokens[last.clone()];
    if places == Places::Named {
        return field(term).map(|at| last.start + at);
    }
    if term.iter().any(integrates) || places != Places::Ends && ends_with_derivative(term) {
        return None;
    }
    let mut about = last.clone();
    for before in rest {
        if !goes_with(&tokens[before.clone()], &tokens[about.clone()], places) {
            break;
        }
        about.start = before.start;
    }
    (!about.is_empty()).then_some(about.start)
}

/// What stands between a bar and the sign before it that ends what it may be about.
#[derive(Default)]
struct Sides {
    /// The terms, the last one first, without the sign of the first.
    terms: Vec<Range<usize>>,
    /// How many bars nothing is known of.
    bars: usize,
    /// Whether a bracket is open there, or a list goes on.
    open: bool,
}

impl Sides {
    /// Looks back from a bar; none when there is too much to look at.
    fn before(tokens: &[Token<'_>], bar: usize, opened: &Opened) -> Option<Self> {
        let mut found = Self::default();
        let (mut depth, mut end, mut at) = (0usize, bar, bar);
        while at > 0 {
            if bar - at > FAR {
                return None;
            }
            let token = &tokens[at - 1];
            if let Ok(known) = opened.binary_search_by_key(&(at - 1), |(bar, _)| *bar) {
                at = opened[known].1;
                if bar - at > FAR {
                    return None;
                }
                continue;
            }
            if closes(token) {
                depth += 1;
            } else if opens(token) {
                if depth == 0 {
                    found.open = true;
                    break;
                }
                depth -= 1;
            } else if depth == 0 {
                // `2 \times \lvert z \rvert_0^3`
                found.bars += usize::from(is_single_bar(token) || token.key == r"\lvert");
                let outside = found.bars.is_multiple_of(2);
                let wide = tokens[at].gap == Gap::Wide && at < bar;
                if outside && (wide || ends_side(token)) {
                    found.open = token.key == ",";
                    break;
                }
                if outside && joins_terms(token) && at < end {
                    found.terms.push(at..end);
                    end = at - 1;
                    let ends = |back: usize| at >= back && ends_operand(&tokens[at - back]);
                    let bar = at > 1 && is_single_bar(&tokens[at - 2]);
                    if bar && !ends(3) {
                        return None;
                    }
                    if !bar && !ends(2) {
                        // `[-x]_0^1`
                        found.open = at > 1 && opens(&tokens[at - 2]);
                        return Some(found);
                    }
                }
            }
            at -= 1;
        }
        if at < end {
            found.terms.push(at..end);
        }
        Some(found)
    }
}

/// Two places, the value of one letter, or a name.
fn places<'t>(tokens: &'t [Token<'_>], script: usize) -> Option<Places<'t>> {
    let after = match tokens.get(script + 1)?.class {
        Class::Open => braces_end(tokens, script + 1, FAR)?,
        _ => script + 2,
    };
    let other = match tokens[script].key.as_ref() {
        "_" => "^",
        _ => "_",
    };
    if tokens.get(after).is_some_and(|t| t.key == other) {
        return Some(Places::Ends);
    }
    let valued = match tokens.get(script + 1..script + 4) {
        Some([brace, name, sign]) if tokens[script].key == "_" && sign.key == "=" => {
            let letter = brace.class == Class::Open && name.class == Class::Letter;
            letter.then_some(name)
        }
        _ => None,
    };
    match tokens[script].key.as_ref() {
        "_" if let Some(name) = valued => Some(Places::Value(&name.key)),
        "_" => Some(Places::Named),
        _ => None,
    }
}

/// Where a differential operator stands in a term: what it makes is taken on the boundary, not what it
/// is applied to, `\partial_\nu u|_{\partial\Omega}`.
fn field(term: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0usize;
    term.iter().position(|token| {
        if closes(token) {
            depth = depth.saturating_sub(1);
        } else if opens(token) {
            depth += 1;
        }
        depth == 0 && matches!(token.key.as_ref(), r"\partial" | "∂" | r"\nabla")
    })
}

/// Whether a term is part of what the bar behind the next ones is about.
fn goes_with(before: &[Token<'_>], after: &[Token<'_>], places: Places<'_>) -> bool {
    let barred = |t: &Token<'_>| is_single_bar(t) || integrates(t);
    if before.iter().any(barred) || differentiates(before) {
        return false;
    }
    let has = |term: &[Token<'_>], name: &str| term.iter().any(|t| t.key == name);
    match places {
        Places::Named => false,
        Places::Value(name) => has(before, name) && !differentiates(after),
        Places::Ends => {
            let mut letters = after.iter().filter(|t| varies(t)).peekable();
            letters.peek().is_none() || letters.any(|t| has(before, &t.key))
        }
    }
}

/// Whether a letter may be what varies.
fn varies(token: &Token<'_>) -> bool {
    token.class == Class::Letter && !matches!(token.key.as_ref(), r"\pi" | "e" | "C")
}

fn integrates(token: &Token<'_>) -> bool {
    token.key.ends_with("int") && token.key.starts_with('\\')
}

/// Whether a derivative ends a term: `m \frac{dx}{dt}`. What stands before it is mostly no part of
/// what is taken at a place.
fn ends_with_derivative(term: &[Token<'_>]) -> bool {
    let last = term.iter().rposition(|t| t.key == r"\frac");
    term.last().is_some_and(|t| t.class == Class::Close)
        && last.is_some_and(|at| differentiates(&term[at..]))
}

/// Whether there is a derivative among these.
fn differentiates(term: &[Token<'_>]) -> bool {
    term.windows(2).any(|two| {
        two[0].class == Class::Open
            && matches!(two[1].key.as_ref(), "d" | r"\partial" | r"\mathrm{d}")
    }) || term.iter().any(|t| t.key == "'" || t.key == r"\prime")
}

/// Whether this is a single bar.
fn is_single_bar(token: &Token<'_>) -> bool {
    token.key == "|" || BARS.contains(&token.key.as_ref())
}

fn opens(token: &Token<'_>) -> bool {
    matches!(token.class, Class::Open | Class::Begin)
        || token.side == Side::Left
        || token.side == Side::None && matches!(token.key.as_ref(), "(" | "[" | r"\{")
}

fn closes(token: &Token<'_>) -> bool {
    matches!(token.class, Class::Close | Class::End)
        || token.side == Side::Right
        || token.side == Side::None && matches!(token.key.as_ref(), ")" | "]" | r"\}")
}

/// Whether a sign joins the terms of a sum.
fn joins_terms(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), "+" | "-" | r"\pm" | r"\mp" | "−")
}

/// Whether nothing before it belongs to what stands after it.
fn ends_side(token: &Token<'_>) -> bool {
    matches!(token.class, Class::Cell | Class::Row | Class::Words)
        || matches!(
            token.key.as_ref(),
            "=" | "<"
                | ">"
                | ","
                | ";"
                | ":"
                | r"\le"
                | r"\leq"
                | r"\ge"
                | r"\geq"
                | r"\neq"
                | r"\ne"
                | r"\approx"
                | r"\equiv"
                | r"\sim"
                | r"\to"
                | r"\implies"
                | r"\Rightarrow"
                | r"\Longrightarrow"
                | r"\iff"
                | r"\mapsto"
                | r"\in"
                | r"\coloneqq"
                | r"\propto"
                | r"\rightarrow"
                | r"\Leftrightarrow"
                | r"\therefore"
        )
}

fn ends_operand(token: &Token<'_>) -> bool {
    closes(token)
        || matches!(token.class, Class::Letter | Class::Digit | Class::Name)
        || matches!(token.key.as_ref(), "!" | "'" | r"\infty")
}
