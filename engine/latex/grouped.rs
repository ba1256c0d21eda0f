//! Braces that set something apart and say nothing: around words, a modulus, a fraction, a bracket, a
//! name in another font, a sign that something stands over, or a function with its scripts, `a = b {\text{ if }} c > 0`,
//! `a \equiv b {\pmod{n}}`, `X_n {\overset{d}{\to}} X`, `{{\sin}^{2}}x`, `({\frac{a}{p}})`,
//! `{\big (}a + b{\big )}c`, `{\mathcal{H}}^{d}(X)`, `P(\cos {\theta})`.
//!
//! Converters to TeX write such braces around every part.

use super::signs::Signs;
use super::tidy::{FUNCTIONS, SIGNS};
use super::token::{Class, Gap, Side, Token, braces_end, leave_out, open_brace};
use std::ops::Range;

/// As many open brackets are looked through for the other side of one.
const NESTED: usize = 16;

/// As many tokens of a group are looked through, and of an environment.
const LONGEST: usize = 60;
const LINES: usize = 600;

/// Leaves them out, and writes the sign of what is transposed in one way.
pub(super) fn bared(tokens: &mut Vec<Token<'_>>, signs: Signs) {
    if signs.has(b'^') && signs.holds(Class::Name) {
        transposed(tokens);
    }
    if signs.has(b'^') || signs.has(b'_') {
        scripts(tokens);
        singles(tokens);
    }
    let begins = |pair: &[Token<'_>]| {
        let first = &pair[1];
        pair[0].class == Class::Open
            && (leads(first)
                || first.class == Class::Name
                || first.class == Class::Begin
                || is_function(first)
                || delimits(first))
    };
    let taken = |run: &[Token<'_>]| {
        run[1].class == Class::Open && run[2].class == Class::Letter && is_function(&run[0])
    };
    if !tokens.windows(2).any(begins) && !tokens.windows(3).any(taken) {
        return;
    }
    let mut needless = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].class != Class::Open {
            continue;
        }
        let held = set_apart(tokens, at)
            .or_else(|| lettered(tokens, at))
            .or_else(|| lone(tokens, at))
            .or_else(|| scripted(tokens, at))
            .filter(|_| free(tokens, at));
        let held = held.or_else(|| argument(tokens, at));
        let Some(close) = held.or_else(|| cases(tokens, at)) else {
            continue;
        };
        let gap = tokens[at].gap;
        let next = &mut tokens[at + 1];
        next.gap = next.gap.max(gap);
        needless.extend([at..at + 1, close..close + 1]);
    }
    needless.extend(delimiters(tokens));
    // Groups may stand in each other.
    needless.sort_by_key(|place| place.start);
    leave_out(tokens, needless);
}

/// Leaves out braces that a script's braces hold alone, and scripts that hold nothing: `x_{{i,j}}`,
/// `\chi_T^{}`.
fn scripts(tokens: &mut Vec<Token<'_>>) {
    let held = |triple: &[Token<'_>]| {
        triple[1].class == Class::Open
            && matches!(triple[2].class, Class::Open | Class::Close)
            && matches!(triple[0].key.as_ref(), "^" | "_")
    };
    if !tokens.windows(3).any(held) {
        return;
    }
    let mut needless = Vec::new();
    for at in 1..tokens.len().saturating_sub(2) {
        if !held(&tokens[at..at + 3]) {
            continue;
        }
        if tokens[at + 2].class == Class::Close {
            let based = tokens[at - 1].class != Class::Open;
            needless.extend(based.then_some(at..at + 3));
            continue;
        }
        let inner = braces_end(tokens, at + 2, LONGEST);
        let outer = braces_end(tokens, at + 1, LONGEST);
        if let (Some(inner), Some(outer)) = (inner, outer)
            && inner + 1 == outer
        {
            needless.extend([at + 2..at + 3, inner - 1..inner]);
        }
    }
    needless.sort_by_key(|place| place.start);
    leave_out(tokens, needless);
}

/// Leaves out braces around one letter or digit of a script that nothing follows which could belong to it:
/// `x^{2} + y_{i}`, but `x_{i}j`.
fn singles(tokens: &mut Vec<Token<'_>>) {
    let single = |w: &[Token<'_>]| {
        matches!(w[0].key.as_ref(), "^" | "_")
            && w[1].class == Class::Open
            && matches!(w[2].class, Class::Letter | Class::Digit)
            && w[3].class == Class::Close
    };
    let Some(first) = tokens.windows(4).position(single) else {
        return;
    };
    let follows = |t: &Token<'_>| {
        t.gap == Gap::None && matches!(t.class, Class::Letter | Class::Digit) && t.short()
    };
    // What is kept stands before `kept`.
    let (mut kept, mut at) = (first, first);
    while at < tokens.len() {
        if tokens.get(at..at + 4).is_some_and(single) && !tokens.get(at + 4).is_some_and(follows) {
            let (open, end) = (&tokens[at + 1], tokens[at + 3].end);
            let (start, gap) = (open.start, open.gap);
            tokens.swap(kept, at);
            tokens.swap(kept + 1, at + 2);
            let only = &mut tokens[kept + 1];
            (only.start, only.end, only.gap) = (start, end, gap);
            (kept, at) = (kept + 2, at + 4);
        } else {
            tokens.swap(kept, at);
            (kept, at) = (kept + 1, at + 1);
        }
    }
    tokens.truncate(kept);
}

/// `A^{\operatorname{T}}` as `A^{\mathrm{T}}`.
fn transposed(tokens: &mut [Token<'_>]) {
    for at in 1..tokens.len() {
        let above = at - usize::from(tokens[at - 1].class == Class::Open);
        if tokens[at].key == r"\operatorname{T}" && above > 0 && tokens[above - 1].key == "^" {
            tokens[at].respell(r"\mathrm{T}");
            tokens[at].class = Class::Name;
        }
    }
}

/// Whether braces that begin with it may say nothing.
fn leads(token: &Token<'_>) -> bool {
    match token.class {
        Class::Words => true,
        // `\text{and}`, and a modulus.
        Class::Sign | Class::Name => {
            token.key.starts_with(r"\text{") || arguments(&token.key).is_some()
        }
        _ => false,
    }
}

/// How many arguments a sign takes that braces may hold alone; the last one may stand without braces.
fn arguments(key: &str) -> Option<usize> {
    match key {
        r"\pmod" | r"\bmod" | r"\mod" | r"\pod" => Some(1),
        r"\overset" | r"\underset" | r"\stackrel" => Some(2),
        r"\frac" | r"\binom" => Some(2),
        _ => None,
    }
}

/// Where the braces close that open here, if they hold nothing but words, a modulus or the like.
fn set_apart(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let first = tokens.get(open + 1)?;
    if tokens[open].class != Class::Open || !leads(first) {
        return None;
    }
    let mut at = open + 2;
    for _ in 0..arguments(&first.key).unwrap_or(0) {
        at = braces_end(tokens, at, LONGEST).unwrap_or(at + 1);
    }
    let script = |t: &Token<'_>| matches!(t.key.as_ref(), "^" | "_" | "'");
    let scripted = tokens.get(at + 1).is_some_and(script);
    (tokens.get(at)?.class == Class::Close && !scripted).then_some(at)
}

/// Whether it is the name of a function of numbers, or of what takes a set.
fn is_function(token: &Token<'_>) -> bool {
    token.class == Class::Sign
        && (FUNCTIONS.contains(&token.key.as_ref()) || token.key == r"\complement")
}

/// Where the braces close that open here, if they hold nothing but a function and its scripts are behind
/// them, or what it is taken of: `{\sin}^{2}`, `{\rm sin} x`.
fn lone(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let [brace, function, close, script] = tokens.get(open..open + 4)? else {
        return None;
    };
    let held = brace.class == Class::Open && is_function(function) && close.class == Class::Close;
    let taken = || matches!(script.class, Class::Letter | Class::Digit) || script.key == "(";
    (held && (matches!(script.key.as_ref(), "^" | "_") || taken())).then_some(open + 2)
}

/// Where the braces close that open here, if they hold nothing but a letter in another font.
fn lettered(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let [_, name, close] = tokens.get(open..open + 3)? else {
        return None;
    };
    (name.class == Class::Name && close.class == Class::Close).then_some(open + 2)
}

/// Where the braces close that open here, if they hold nothing but the letter that a function is taken of,
/// at the end of a term.
fn argument(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let [brace, letter, close] = tokens.get(open..open + 3)? else {
        return None;
    };
    let held = brace.class == Class::Open
        && letter.class == Class::Letter
        && close.class == Class::Close
        && open.checked_sub(1).is_some_and(|n| is_function(&tokens[n]));
    let ends = tokens.get(open + 3).is_none_or(|t| {
        matches!(
            t.class,
            Class::Close | Class::Row | Class::Cell | Class::End
        ) || matches!(t.key.as_ref(), ")" | "]" | "," | "=" | "+" | "-")
    });
    (held && ends).then_some(open + 2)
}

/// Whether a token is one side of brackets, or a bar.
fn delimits(token: &Token<'_>) -> bool {
    token.class == Class::Sign
        && (super::closers::is_bracket(&token.key)
            || matches!(token.key.as_ref(), "|" | r"\|" | "‖"))
}

/// The braces around the two sides of brackets, and around bars between them. One side alone is a sign of
/// its own: `A = {\{}`.
fn delimiters(tokens: &[Token<'_>]) -> Vec<Range<usize>> {
    let key = |at: usize| tokens[at + 1].key.as_ref();
    let bar = |at: usize| matches!(key(at), "|" | r"\|" | "‖");
    let near = |open: &[usize], is: &dyn Fn(usize) -> bool| {
        let last = open.iter().enumerate().rev().take(NESTED);
        last.into_iter().find(|(_, n)| is(**n)).map(|(at, _)| at)
    };
    let (mut open, mut paired): (Vec<usize>, Vec<usize>) = Default::default();
    for at in (0..tokens.len()).filter(|at| delimiter(tokens, *at).is_some()) {
        let closes = match key(at) {
            "[" => open.last().is_some_and(|n| key(*n) == "]"),
            "]" => !open.is_empty(),
            "(" | r"\{" => false,
            sign if bar(at) => near(&open, &|n| key(n) == sign).is_some(),
            sign => !sign.starts_with(r"\l"),
        };
        let first = match closes {
            true if bar(at) => near(&open, &|n| key(n) == key(at)),
            true => near(&open, &|n| !bar(n)),
            false => None,
        };
        match first {
            Some(first) => paired.extend(open.drain(first..).chain([at])),
            // `f(x){\Big |}_{x = 0}`
            None if bar(at) && tokens.get(at + 3).is_some_and(|t| t.key == "_") => paired.push(at),
            None => open.push(at),
        }
    }
    let braces = paired.into_iter();
    braces.flat_map(|at| [at..at + 1, at + 2..at + 3]).collect()
}

/// Where the braces close that open here, if they hold nothing but one side of brackets, as what a
/// function is taken of: `\log{\big (}x{\big )}`.
fn delimiter(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let [brace, sign, close] = tokens.get(open..open + 3)? else {
        return None;
    };
    let held = brace.class == Class::Open && delimits(sign) && close.class == Class::Close;
    let script = || matches!(tokens[open - 1].key.as_ref(), "^" | "_");
    let behind = || match tokens[open - 1].class {
        Class::Sign => !script() && arguments(&tokens[open - 1].key).is_none(),
        _ => free(tokens, open),
    };
    (held && (open == 0 || behind())).then_some(open + 2)
}

/// Where the braces close that open here, if they hold nothing but a function with scripts, itself in
/// braces or not, and a value follows: `{{\log}_{2}}8`, `{\sin^2}x`.
fn scripted(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let first = match lone(tokens, open + 1) {
        Some(close) => close + 1,
        None => open + 2,
    };
    let named = first > open + 2 || is_function(tokens.get(open + 1)?);
    let mut at = first;
    while matches!(key(at), "^" | "_") {
        at = braces_end(tokens, at + 1, LONGEST).unwrap_or(at + 2);
    }
    let held = named && at > first && tokens.get(at)?.class == Class::Close;
    (held && tokens.get(at + 1).is_some_and(begins)).then_some(at)
}

/// Whether a value may begin with it.
fn begins(token: &Token<'_>) -> bool {
    let key = token.key.as_ref();
    match token.class {
        Class::Letter | Class::Digit | Class::Name | Class::Open => true,
        Class::Sign => {
            matches!(key, "(" | "[" | "|") || key.starts_with('\\') && !SIGNS.contains(&key)
        }
        _ => false,
    }
}

/// Where the braces close that open behind a brace with one side and hold an environment:
/// `\left\{{\begin{array}…\end{array}}\right.`
fn cases(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let before = &tokens[open.checked_sub(1)?];
    let behind = before.side == Side::Left && before.key == r"\{";
    if !behind || tokens[open].class != Class::Open || tokens.get(open + 1)?.class != Class::Begin {
        return None;
    }
    let close = braces_end(tokens, open, LINES)? - 1;
    (tokens[close - 1].class == Class::End).then_some(close)
}

/// Whether braces that open here are no script and no argument of a command.
fn free(tokens: &[Token<'_>], open: usize) -> bool {
    let Some(last) = open.checked_sub(1) else {
        return true;
    };
    match (tokens[last].class, tokens[last].key.as_bytes()) {
        // `\sqrt[3]{\frac{a}{b}}`
        (Class::Sign, [b'^' | b'_' | b']']) => false,
        (Class::Sign, [b'\\', b'a'..=b'z' | b'A'..=b'Z', ..]) => {
            let sign = tokens[last].key.as_ref();
            tokens[open].gap > Gap::Blank || sign == r"\infty" || SIGNS.contains(&sign)
        }
        (Class::Close, _) => {
            let group = open_brace(&tokens[..last], LONGEST);
            let command = group.and_then(|group| group.checked_sub(1));
            tokens[open].gap > Gap::Blank
                || group.is_some() && command.is_none_or(|at| !takes(&tokens[at]))
        }
        _ => true,
    }
}

/// Whether it may be a command with an argument in braces.
fn takes(token: &Token<'_>) -> bool {
    token.class == Class::Sign && token.key.starts_with('\\') && !SIGNS.contains(&&*token.key)
}
