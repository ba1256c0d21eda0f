//! Braces that say nothing are left out: around a letter, a map, one side of a relation.

use super::{FUNCTIONS, emptied, upright_d};
use crate::latex::token::{Class, Side, Token, leave_out, open_brace};

/// Leaves out braces that say nothing. One look at what stands beside those that close tells which of the
/// passes have anything to do.
pub(super) fn ungrouped(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let (mut empty, mut single, mut ending, mut called) = (false, false, false, false);
    for (at, _) in tokens
        .iter()
        .enumerate()
        .filter(|(_, t)| t.class == Class::Close)
    {
        let before = |n: usize| at.checked_sub(n).map(|at| tokens[at].class);
        empty |= before(1) == Some(Class::Open);
        single |= before(2) == Some(Class::Open);
        ending |= before(1) == Some(Class::Sign);
        called |= tokens.get(at + 1).is_some_and(|t| t.key == "(");
    }
    if empty {
        emptied(&mut tokens);
    }
    if single || empty {
        tokens = lettered(tokens);
    }
    if called {
        tokens = applied(tokens);
    }
    match ending || empty {
        true => unended(tokens),
        false => tokens,
    }
}

/// Whether braces around this one token say nothing: a letter, the name of a function.
fn bare(token: &Token<'_>) -> bool {
    match token.class {
        Class::Letter | Class::Name => true,
        Class::Sign => FUNCTIONS.contains(&token.key.as_ref()),
        _ => false,
    }
}

/// Leaves out braces around one letter or function that are no argument: `{f}(x)`,
/// `{\mathbf{v}}_1`, `{\det}_S A`.
fn lettered(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let single =
        |w: &[Token<'_>]| w[0].class == Class::Open && bare(&w[1]) && w[2].class == Class::Close;
    let Some(first) = tokens.windows(3).position(single) else {
        return tokens;
    };
    // What is kept stands before `inside`.
    let mut inside = first;
    for at in first..tokens.len() {
        if tokens[at].class == Class::Close
            && inside > 1
            && bare(&tokens[inside - 1])
            && tokens[inside - 2].class == Class::Open
            && tokens[inside - 2].key == "{"
            && (free(tokens[..inside - 2].last())
                || upright_d(&tokens[inside - 1]) && parted(&tokens[..inside - 2]))
        {
            let gap = tokens[inside - 2].gap;
            tokens.swap(inside - 2, inside - 1);
            inside -= 1;
            tokens[inside - 1].gap = tokens[inside - 1].gap.max(gap);
            continue;
        }
        tokens.swap(inside, at);
        inside += 1;
    }
    tokens.truncate(inside);
    tokens
}

/// The length of a map in braces that is applied, without them: its inverse or a letter with an accent.
fn held(group: &[Token<'_>]) -> Option<usize> {
    const INVERSE: [&str; 5] = ["^", "{", "-", "1", "}"];
    let key = |at: usize| group.get(at).map_or("", |t| t.key.as_ref());
    let letter = |at: usize| group.get(at).is_some_and(bare);
    let inverse = || letter(1) && (2..7).zip(INVERSE).all(|(at, sign)| key(at) == sign);
    let accented = |to: usize| letter(to) && crate::latex::parse::ACCENTS.contains(&key(1));
    let length = match key(2) {
        "^" if inverse() => 6,
        "{" if accented(3) && key(4) == "}" => 4,
        _ if accented(2) => 2,
        _ => return None,
    };
    (key(length + 1) == "}" && key(length + 2) == "(").then_some(length)
}

/// Leaves out braces around a map that is applied: `{T^{-1}}(x)`, `{\hat{f}}(x)`.
fn applied(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let group = |at: usize| match tokens[at].class {
        Class::Open if tokens[at].key == "{" => held(&tokens[at..]),
        _ => None,
    };
    if !(0..tokens.len()).any(|at| group(at).is_some()) {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if let Some(length) = group(at).filter(|_| free(out.last()) || ends_group(&out)) {
            out.extend_from_slice(&tokens[at + 1..=at + length]);
            at += length + 2;
            continue;
        }
        out.push(tokens[at].clone());
        at += 1;
    }
    out
}

/// Leaves out braces that end with the sign of a relation, which goes on behind them: `{x + y =} 1`.
fn unended(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let sign = |t: &Token<'_>| {
        t.class == Class::Sign
            && matches!(
                t.key.as_ref(),
                "=" | "<" | ">" | r"\le" | r"\leq" | r"\ge" | r"\geq" | r"\approx" | r"\equiv"
            )
    };
    let goes_on = |t: &Token<'_>| {
        matches!(
            t.class,
            Class::Letter | Class::Digit | Class::Name | Class::Open
        ) || t.class == Class::Sign && (t.key == "(" || t.key.starts_with('\\'))
    };
    let ends = |w: &[Token<'_>]| w[1].class == Class::Close && sign(&w[0]) && goes_on(&w[2]);
    let Some(first) = tokens.windows(3).position(ends) else {
        return tokens;
    };
    let mut needless = Vec::new();
    for close in first + 1..tokens.len() - 1 {
        if !ends(&tokens[close - 1..close + 2]) {
            continue;
        }
        let Some(open) = open_brace(&tokens[..close], LONGEST).filter(|open| open + 2 < close)
        else {
            continue;
        };
        let before = &tokens[..open];
        let script = before.last().is_some_and(|t| {
            matches!(t.key.as_ref(), "^" | "_") || t.class == Class::Sign && t.key.starts_with('\\')
        });
        let bound = before.split_last().is_some_and(|(last, rest)| {
            last.class == Class::Close && argument(rest) || last.class == Class::Begin
        });
        if tokens[open].key == "{" && !script && !bound {
            needless.extend([open..open + 1, close..close + 1]);
        }
    }
    needless.sort_by_key(|range| range.start);
    leave_out(&mut tokens, needless);
    tokens
}

/// Whether a bracket or a group that is no argument ends here.
fn parted(before: &[Token<'_>]) -> bool {
    before.split_last().is_some_and(|(last, rest)| {
        matches!(
            last.key.as_ref(),
            ")" | "]" | "|" | r"\int" | r"\iint" | r"\iiint" | r"\oint"
        ) || last.class == Class::Close && !argument(rest)
    })
}

/// Whether a group after this token is no argument of anything.
fn free(before: Option<&Token<'_>>) -> bool {
    before.is_none_or(|t| match t.class {
        Class::Letter | Class::Digit | Class::Open => true,
        Class::Sign if t.key == ")" => t.side == Side::None,
        Class::Sign => matches!(
            t.key.as_ref(),
            "(" | "="
                | "+"
                | "-"
                | ","
                | "["
                | "<"
                | ">"
                | r"\cdot"
                | r"\times"
                | r"\in"
                | r"\circ"
        ),
        _ => false,
    })
}

/// Whether a group ends here that is no argument of a command.
fn ends_group(tokens: &[Token<'_>]) -> bool {
    matches!(tokens, [before @ .., last] if last.class == Class::Close && !argument(before))
}

/// Whether the group that ends here is the argument of a command.
pub(super) fn argument(tokens: &[Token<'_>]) -> bool {
    open_brace(tokens, LONGEST).is_none_or(|open| {
        let before = open.checked_sub(1).map(|before| &tokens[before]);
        before.is_some_and(|t| t.class == Class::Sign && t.key.starts_with('\\'))
    })
}

/// As many tokens of a group are looked back through.
const LONGEST: usize = 60;

/// The length of a group that is nothing but an arrow with something over it.
pub(super) fn arrow_group(tokens: &[Token<'_>]) -> Option<usize> {
    let key = tokens.get(1)?.key.as_ref();
    if !(key.starts_with(r"\x") && (key.ends_with("arrow") || key.ends_with("equal"))) {
        return None;
    }
    let mut depth = 0usize;
    let mut groups = 0;
    for (i, token) in tokens[2..].iter().enumerate().take(200) {
        match token.class {
            Class::Open => depth += 1,
            Class::Close if depth == 0 => return (groups == 1).then_some(i + 2),
            Class::Close => {
                depth -= 1;
                groups += usize::from(depth == 0);
            }
            _ if depth == 0 && groups > 0 => return None,
            _ => {}
        }
    }
    None
}
