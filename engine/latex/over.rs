//! Fractions of plain TeX: `{a \over b}` becomes `\frac{a}{b}`, `{a \choose b}` `\binom{a}{b}`,
//! `{a \brace b}` `\{{a \atop b}\}`.

use super::signs::{Signs, Sorts};
use super::table::Roles;
use super::token::{Class, Entry, Gap, Side, Token, braces_end, open_brace};
use std::borrow::Cow;

/// As many tokens may stand below a limit under a line.
const BELOW: usize = 60;

/// Signs of equality with a hat, "corresponds to", with the hat set over them.
pub(super) fn hatted<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    let width = |at: usize| -> Option<usize> {
        let key = |i: usize| tokens.get(at + i).map_or("", |t| t.key.as_ref());
        match (key(0), key(1), key(2), key(3)) {
            (r"\hat" | r"\widehat", "=", ..) => Some(2),
            (r"\hat" | r"\widehat", "{", "=", "}") => Some(4),
            _ => None,
        }
    };
    if !signs.has(b'=')
        || !signs.may(Sorts::ACCENT)
        || !(0..tokens.len()).any(|i| width(i).is_some())
    {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len() + 8);
    let mut at = 0;
    while at < tokens.len() {
        let Some(width) = width(at) else {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        };
        let place = tokens[at].start;
        let signs = [
            (r"\overset", Class::Sign),
            ("{", Class::Open),
            (r"\wedge", Class::Sign),
            ("}", Class::Close),
            ("{", Class::Open),
            ("=", Class::Sign),
            ("}", Class::Close),
        ];
        let first = out.len();
        out.extend(signs.map(|(key, class)| made(key, class, place)));
        out[first].gap = tokens[at].gap;
        at += width;
        if let Some(last) = out.last_mut() {
            last.end = tokens[at - 1].end;
        }
    }
    out
}

/// Lines over limits with what tends to what under them: `\overline{\lim_{n \to \infty}}`.
pub(super) fn limits<'t>(mut tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    if !signs.may(Sorts::ACCENT) || !signs.has(b'_') {
        return tokens;
    }
    for at in 0..tokens.len().saturating_sub(5) {
        let lined = matches!(tokens[at].key.as_ref(), r"\overline" | r"\underline")
            && tokens[at + 1].class == Class::Open
            && tokens[at + 2].key == r"\lim"
            && tokens[at + 3].key == "_"
            && tokens[at + 4].class == Class::Open;
        if !lined {
            continue;
        }
        let Some(end) = braces_end(&tokens, at + 4, BELOW) else {
            continue;
        };
        if tokens.get(end).is_some_and(|t| t.class == Class::Close) {
            // The brace that closes the line closes it right behind the name.
            tokens[at + 3..=end].rotate_right(1);
        }
    }
    tokens
}

struct Frame {
    from: usize,
    over: Option<usize>,
    /// Whether `\left` opened it.
    left: bool,
}

/// What a command between two things puts before them.
type Command = fn(&Token<'_>) -> Option<&'static str>;

/// Rewrites the fractions and binomial coefficients of plain TeX.
pub(super) fn fractions<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    let command: Command = |token| match token.key.as_ref() {
        r"\over" => Some(r"\frac"),
        r"\choose" => Some(r"\binom"),
        _ => None,
    };
    rewritten(tokens, signs, command)
}

/// Rewrites what plain TeX puts over another in braces or brackets, where no shape of the rules
/// says what that is.
pub(super) fn stacked<'t>(tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    let command: Command = |token| match token.key.as_ref() {
        r"\brace" => Some(r"\{"),
        r"\brack" => Some("["),
        _ => None,
    };
    rewritten(tokens, signs, command)
}

fn rewritten<'t>(tokens: Vec<Token<'t>>, signs: Signs, command: Command) -> Vec<Token<'t>> {
    if !signs.may(Sorts::OVER) || !tokens.iter().any(|t| command(t).is_some()) {
        return tokens;
    }
    let mut rewrites = vec![None; tokens.len()];
    let mut bare = vec![false; tokens.len()];
    let mut starts: Vec<Option<&'static str>> = vec![None; tokens.len() + 1];
    let mut ends: Vec<Option<&'static str>> = vec![None; tokens.len() + 1];
    let mut stack = vec![frame(0, false)];
    let mut finish = |frame: &Frame, at: usize| {
        if let Some((over, name)) = frame
            .over
            .and_then(|over| command(&tokens[over]).map(|n| (over, n)))
        {
            starts[frame.from] = Some(name);
            rewrites[over] = Some(());
            ends[at] = Some(name);
            let open = frame.from.checked_sub(1);
            if let Some(open) =
                open.filter(|&n| tokens[n].class == Class::Open && alone(&tokens, n))
            {
                // The braces only hold the fraction.
                bare[open] = true;
                bare[at] = true;
            }
        }
    };
    for (i, token) in tokens.iter().enumerate() {
        match (token.class, token.side) {
            (Class::Open | Class::Begin, _) => stack.push(frame(i + 1, false)),
            (_, Side::Left) => stack.push(frame(i + 1, true)),
            (Class::Close | Class::End, _) | (_, Side::Right) => {
                let left = token.side == Side::Right;
                if stack.len() > 1
                    && stack.last().is_some_and(|f| f.left == left)
                    && let Some(frame) = stack.pop()
                {
                    finish(&frame, i);
                }
            }
            (Class::Cell | Class::Row, _) => {
                if let Some(top) = stack.last_mut() {
                    finish(top, i);
                    *top = frame(i + 1, top.left);
                }
            }
            _ if command(token).is_some() => {
                if let Some(top) = stack.last_mut() {
                    top.over.get_or_insert(i);
                }
            }
            _ => {}
        }
    }
    // Of what is left open only the outermost reaches to the end.
    finish(&stack[0], tokens.len());
    let end = tokens.last().map_or(0, |t| t.end);
    let mut out = Vec::with_capacity(tokens.len() + 16);
    let mut before = Gap::None;
    for (i, mut token) in tokens.into_iter().enumerate() {
        let place = token.start;
        if let Some(name) = ends[i] {
            finished(name, place, &mut out);
        }
        if bare[i] {
            before = token.gap;
            continue;
        }
        if std::mem::replace(&mut before, Gap::None) == Gap::Back {
            token.gap = Gap::Back;
        }
        if let Some(name) = starts[i] {
            let mut command = made(name, Class::Sign, place);
            command.gap = std::mem::replace(&mut token.gap, Gap::None);
            out.push(command);
            out.push(made("{", Class::Open, place));
        }
        if let (Some(()), r"\brace" | r"\brack") = (rewrites[i], token.key.as_ref()) {
            token.respell(r"\atop");
            token.class = Class::Row;
        } else if rewrites[i].is_some() {
            out.push(made("}", Class::Close, place));
            token.respell("{");
            token.class = Class::Open;
        }
        out.push(token);
    }
    if let Some(name) = ends[ends.len() - 1] {
        finished(name, end, &mut out);
    }
    out
}

/// Closes the last argument of the command, and the brackets that it is in place of.
fn finished(name: &str, place: usize, out: &mut Vec<Token<'_>>) {
    out.push(made("}", Class::Close, place));
    if let Some(close) = delimiter(name) {
        out.push(made(close, Class::Sign, place));
    }
}

/// What closes what a fraction without a line begins with.
fn delimiter(open: &str) -> Option<&'static str> {
    match open {
        r"\{" => Some(r"\}"),
        "[" => Some("]"),
        _ => None,
    }
}

fn frame(from: usize, left: bool) -> Frame {
    Frame {
        from,
        over: None,
        left,
    }
}

fn made(key: &'static str, class: Class, place: usize) -> Token<'static> {
    Token {
        key: Cow::Borrowed(key),
        class,
        side: Side::None,
        gap: Gap::None,
        start: place,
        end: place,
        entry: Entry::Unknown,
        roles: Roles::ALL,
    }
}

/// Whether the brace that opens here is not the argument of anything.
fn alone(tokens: &[Token<'_>], open: usize) -> bool {
    let Some(before) = open.checked_sub(1).map(|n| &tokens[n]) else {
        return true;
    };
    match before.class {
        Class::Letter | Class::Digit | Class::Name => true,
        Class::Sign => matches!(
            before.key.as_ref(),
            "=" | "+" | "-" | "(" | "[" | "," | "*" | r"\int" | r"\cdot" | r"\times"
        ),
        Class::Close => script(&tokens[..open - 1]),
        _ => false,
    }
}

/// Whether the braces that end after these tokens hold a script: `\int_0^{\infty}`.
fn script(tokens: &[Token<'_>]) -> bool {
    open_brace(tokens, SCRIPT)
        .and_then(|open| open.checked_sub(1))
        .is_some_and(|before| matches!(tokens[before].key.as_ref(), "^" | "_"))
}

/// A script has no more tokens than these.
const SCRIPT: usize = 40;
