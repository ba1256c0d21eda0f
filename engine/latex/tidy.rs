//! Braces around a sign, dots in a row: spellings that TeX sets alike.

mod braces;

use super::signs::{Signs, Sorts};
use super::token::{Class, Gap, Side, Token, leave_out};
use braces::{argument, arrow_group, ungrouped};
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
