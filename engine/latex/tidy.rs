//! Braces around a sign, dots in a row: spellings that TeX sets alike.

use super::signs::{Signs, Sorts};
use super::token::{Class, Gap, Side, Token, leave_out, open_brace};
use smallvec::SmallVec;

/// Signs that braces do not change.
pub(super) const SIGNS: &[&str] = &[
    "=",
    "+",
    "-",
    "<",
    ">",
    ".",
    ":",
    "/",
    r"\times",
    r"\cdot",
    r"\wedge",
    r"\otimes",
    r"\oplus",
    r"\leq",
    r"\geq",
    r"\le",
    r"\ge",
    r"\neq",
    r"\equiv",
    r"\approx",
    r"\sim",
    r"\in",
    r"\to",
    r"\rightarrow",
    r"\pm",
    r"\mp",
    r"\cup",
    r"\cap",
    r"\subset",
    r"\ast",
    "*",
    r"\circ",
    r"\star",
    r"\operatorname{and}",
    r"\operatorname{or}",
    r"\operatorname{implies}",
    r"\land",
    r"\lor",
    r"\vee",
    r"\Rightarrow",
    r"\mid",
    r"\bullet",
];

/// Functions whose names braces do not change.
pub(super) const FUNCTIONS: &[&str] = &[
    r"\sin", r"\cos", r"\tan", r"\cot", r"\sec", r"\csc", r"\sinh", r"\cosh", r"\tanh", r"\arcsin",
    r"\arccos", r"\arctan", r"\log", r"\ln", r"\exp", r"\det", r"\dim", r"\ker", r"\deg", r"\arg",
    r"\gcd", r"\min", r"\max", r"\sup", r"\inf", r"\lim",
];

/// Leaves out colons before the conditions of cases: `x & : x > 0`.
pub(super) fn colons(tokens: &mut Vec<Token<'_>>) {
    let mut needless = Vec::new();
    let mut around: SmallVec<[bool; 4]> = SmallVec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.class {
            // In other environments it may be the colon of a map.
            Class::Begin => around.push(token.key.contains("cases") || token.key.contains("array")),
            Class::End => _ = around.pop(),
            _ if token.key == ":" && around.last() == Some(&true) => {
                let next = tokens.get(at + 1);
                let stated = next.is_some_and(|t| {
                    !matches!(t.class, Class::Cell | Class::Row | Class::End) && t.key != "="
                });
                if stated && tokens[at - 1].class == Class::Cell {
                    needless.push(at..at + 1);
                }
            }
            _ => {}
        }
    }
    leave_out(tokens, needless);
}

/// Makes several signs of integrals over one domain one: `\int\!\int_D`.
fn integrals(tokens: &mut Vec<Token<'_>>) {
    let integral = |t: &Token<'_>| t.key == r"\int";
    let (mut at, mut needless) = (0, Vec::new());
    while at < tokens.len() {
        let count = tokens[at..].iter().take_while(|t| integral(t)).count();
        let key = |n: usize| tokens.get(at + count + n).map_or("", |t| t.key.as_ref());
        let name = match count {
            2 => r"\iint",
            3 => r"\iiint",
            _ => {
                at += count.max(1);
                continue;
            }
        };
        // `\int \int_0^1` has bounds for one of them.
        let domain =
            key(0) == "_" && key(2) != "^" && tokens[at + count + 1].class == Class::Letter;
        if domain {
            tokens[at].end = tokens[at + count - 1].end;
            tokens[at].respell(name);
            needless.push(at + 1..at + count);
        }
        at += count;
    }
    leave_out(tokens, needless);
}

/// Leaves out empty braces right behind a sign that wants something after it: `a \cdot{} b`,
/// `x \geqslant{} 0`.
fn emptied(tokens: &mut Vec<Token<'_>>) {
    let wants = |t: &Token<'_>| {
        let key = t.key.as_ref();
        SIGNS.contains(&key)
            || matches!(
                key,
                r"\ne"
                    | r"\therefore"
                    | r"\because"
                    | r"\div"
                    | r"\setminus"
                    | r"\Rightarrow"
                    | r"\Leftrightarrow"
                    | r"\implies"
                    | r"\iff"
                    | r"\land"
                    | r"\lor"
            )
    };
    let empty = |at: &usize| {
        tokens[*at].class == Class::Open
            && tokens[at + 1].class == Class::Close
            && wants(&tokens[at - 1])
            && !tokens
                .get(at + 2)
                .is_some_and(|t| matches!(t.key.as_ref(), "_" | "^"))
    };
    let places: Vec<usize> = (1..tokens.len().saturating_sub(1)).filter(empty).collect();
    let mut needless = Vec::with_capacity(places.len());
    for at in places {
        // `\langle {}\cdot{}, {}\cdot{} \rangle`: the sign alone.
        let [.., open, close, _] = &tokens[..at] else {
            needless.push(at..at + 2);
            continue;
        };
        if open.class == Class::Open && close.class == Class::Close {
            needless.push(at - 3..at - 1);
        }
        needless.push(at..at + 2);
    }
    leave_out(tokens, needless);
}

/// Leaves out braces that say nothing. One look at what stands beside those that close tells which of the
/// passes have anything to do.
fn ungrouped(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
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

/// Rewrites them.
pub(super) fn tidy<'t>(mut tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    if signs.has(b'_') && signs.may(Sorts::INTEGRAL) {
        integrals(&mut tokens);
    }
    if !signs.has(b'{') && !signs.has(b'.') && !signs.may(Sorts::DOT) {
        return tokens;
    }
    if signs.has(b'{') {
        tokens = ungrouped(tokens);
    }
    if signs.has(b'.') {
        multiplied(&mut tokens);
    }
    let dot = |t: &Token<'_>| {
        t.class == Class::Sign && matches!(t.key.as_ref(), "." | r"\cdot") && t.side == Side::None
    };
    let dots = |i: usize| {
        let first = tokens[i].key.as_ref();
        tokens[i..]
            .iter()
            .take_while(move |t| dot(t) && t.key == first)
    };
    let braced = |i: usize| {
        tokens[i].class == Class::Open
            && tokens.get(i + 2).is_some_and(|t| t.class == Class::Close)
            && matches!(tokens[i + 1].class, Class::Sign | Class::Name)
            && SIGNS.contains(&tokens[i + 1].key.as_ref())
            && i > 0
            && (matches!(tokens[i - 1].class, Class::Letter | Class::Digit | Class::Name)
                || matches!(tokens[i - 1].key.as_ref(), ")" | "}" | "]"))
            // `x_{a}{=}`, but not `\frac{a}{=}` or `\stackrel{d}{=}`.
            && !(tokens[i - 1].class == Class::Close && argument(&tokens[..i - 1]))
    };
    let arrow = |i: usize| tokens[i].class == Class::Open && arrow_group(&tokens[i..]).is_some();
    let sign = |i: usize| {
        let next = tokens.get(i + 1);
        next.is_some_and(|t| matches!(t.class, Class::Sign | Class::Name))
    };
    // `1,..,n`, `1+..+n`: two dots between commas or signs of a sum leave something out, too, and those
    // with blanks on both sides.
    let listed = |i: usize| {
        let key = |at: Option<usize>| at.and_then(|n| tokens.get(n)).map_or("", |t| &*t.key);
        let before = key(i.checked_sub(1));
        let same = matches!(before, "," | "+" | "-") && before == key(Some(i + 2));
        // `L_1 .. L_d`
        let spaced = || {
            let gap = |at: usize| tokens.get(at).is_some_and(|t| t.gap == Gap::Blank);
            !before.is_empty() && gap(i) && gap(i + 2)
        };
        dots(i).take(3).count() == 2 && (same || spaced())
    };
    let wanted = |i: usize| match tokens[i].class {
        Class::Open => sign(i) && (arrow(i) || braced(i)),
        Class::Sign => dot(&tokens[i]) && (dots(i).take(3).count() == 3 || listed(i)),
        _ => false,
    };
    if !(0..tokens.len()).any(wanted) {
        return tokens;
    }
    let mut kept: Vec<Token<'t>> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    let mut dropped: Vec<usize> = Vec::new();
    while at < tokens.len() {
        if dropped.last() == Some(&at) {
            dropped.pop();
            at += 1;
            continue;
        }
        if arrow(at)
            && let Some(length) = arrow_group(&tokens[at..])
        {
            dropped.push(at + length);
            at += 1;
            continue;
        }
        if braced(at) {
            let mut sign = tokens[at + 1].clone();
            sign.gap = sign.gap.max(tokens[at].gap);
            kept.push(sign);
            at += 3;
            continue;
        }
        if dot(&tokens[at]) {
            let count = dots(at).count();
            let single = tokens[at].key == "." && count == 3;
            if count >= 3 && !single || listed(at) {
                let mut sign = tokens[at].clone();
                sign.respell(if sign.key == "." { r"\dots" } else { r"\cdots" });
                sign.end = tokens[at + count - 1].end;
                kept.push(sign);
                at += count;
                continue;
            }
            if single {
                kept.extend(tokens[at..at + 3].iter().cloned());
                at += 3;
                continue;
            }
        }
        kept.push(tokens[at].clone());
        at += 1;
    }
    kept
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
    let accented = |to: usize| letter(to) && super::parse::ACCENTS.contains(&key(1));
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

/// Makes a sign of multiplication of a point between two matrices that are written out, or between capital
/// letters, of which one has a script above, with no room beside it: `C^\dagger.P`.
fn multiplied(tokens: &mut [Token<'_>]) {
    let large = |t: &Token<'_>| t.class == Class::Letter && t.key.starts_with(char::is_uppercase);
    for at in 1..tokens.len().saturating_sub(1) {
        if tokens[at].key != "." {
            continue;
        }
        let matrices = tokens[at - 1].class == Class::End
            && tokens[at + 1].class == Class::Begin
            && tokens[at + 1].key.ends_with("matrix");
        let scripted = |sign: Option<usize>| {
            sign.is_some_and(|sign| tokens.get(sign).is_some_and(|t| t.key == "^"))
        };
        let letters = large(&tokens[at + 1])
            && tokens[at].gap == Gap::None
            && tokens[at + 1].gap == Gap::None
            && (scripted(at.checked_sub(2)) && at > 2 && large(&tokens[at - 3])
                || large(&tokens[at - 1])
                    && (scripted(Some(at + 2)) || at > 1 && tokens[at - 2].key == r"\cdot"));
        if matrices || letters {
            tokens[at].respell(r"\cdot");
        }
    }
}

/// Whether this is the sign of a differential, set upright.
fn upright_d(token: &Token<'_>) -> bool {
    token.key != "d" && super::parse::is_differential(&token.key)
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
fn argument(tokens: &[Token<'_>]) -> bool {
    open_brace(tokens, LONGEST).is_none_or(|open| {
        let before = open.checked_sub(1).map(|before| &tokens[before]);
        before.is_some_and(|t| t.class == Class::Sign && t.key.starts_with('\\'))
    })
}

/// As many tokens of a group are looked back through.
const LONGEST: usize = 60;

/// The length of a group that is nothing but an arrow with something over it.
fn arrow_group(tokens: &[Token<'_>]) -> Option<usize> {
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
