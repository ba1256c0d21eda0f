//! The edges of a formula between its delimiters: white space, punctuation, labels and style
//! commands, which belong to the page and stay where they are.

use std::ops::Range;

/// Commands without arguments that say nothing at an edge.
const SILENT: &[&str] = &[
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "scriptscriptstyle",
    "large",
    "Large",
    "LARGE",
    "huge",
    "Huge",
    "small",
    "footnotesize",
    "scriptsize",
    "tiny",
    "normalsize",
    "quad",
    "qquad",
    "enspace",
    "enskip",
    "thinspace",
    "nonumber",
    "notag",
    "hfill",
    "hfil",
    "limits",
    "nolimits",
    "allowbreak",
    "noindent",
    "par",
    "qedhere",
    "hline",
    "medspace",
    "thickspace",
    "negthinspace",
];

/// Commands with an argument that say nothing at an edge.
const LABELS: &[&str] = &[
    "label", "tag", "hspace", "vspace", "hskip", "vskip", "eqno", "leqno",
];

/// What is left of a formula, or of a cell of one, when its edges are taken off.
pub(super) fn core(text: &str) -> Range<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut start, mut end) = (0, None, 0);
    while at < bytes.len() {
        let (length, silent) = unit(&text[at..], start.is_none());
        if !silent {
            start.get_or_insert(at);
            end = at + length;
        }
        at += length;
    }
    let Some(start) = start else {
        return 0..0;
    };
    // A frame around all of it is the page's as well: `\boxed{x = 3}`.
    if let Some(inner) = text[start..end].strip_prefix(r"\boxed")
        && braced(inner) == Some(inner.len())
        && inner.starts_with('{')
    {
        let from = end - inner.len() + 1;
        let inner = core(&text[from..end - 1]);
        return from + inner.start..from + inner.end;
    }
    // So are brackets around a statement, `$(a > 0)$`, around two points, `$[AB]$`, and around one
    // letter or number, `$(\lambda)$`.
    let whole = &text[start..end];
    if stated(whole) || line(whole) || single(whole) {
        let inner = core(&text[start + 1..end - 1]);
        return start + 1 + inner.start..start + 1 + inner.end;
    }
    start..end
}

/// Signs of relations in statements that stand in brackets.
const RELATIONS: &[&str] = &[
    "in", "notin", "le", "leq", "leqslant", "ge", "geq", "geqslant", "ne", "neq", "lt", "gt",
    "subset", "subseteq",
];

/// Whether brackets stand around two points, as they do for lines and segments.
fn line(text: &str) -> bool {
    matches!(text.as_bytes(), [b'(' | b'[', a, b, b')' | b']']
        if a.is_ascii_uppercase() && b.is_ascii_uppercase() && a != b)
}

/// Whether round brackets stand around one letter or number: a remark, a label, the name of a line.
fn single(text: &str) -> bool {
    let inside = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let inside = inside.map_or("", str::trim);
    let letters = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic());
    match inside.strip_prefix('\\') {
        Some(name) => letters(name),
        None => {
            inside.len() == 1 && letters(inside)
                || !inside.is_empty() && inside.bytes().all(|b| b.is_ascii_digit())
        }
    }
}

/// Whether round brackets stand around all of it, and a relation directly in them.
fn stated(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
        return false;
    };
    let (mut depth, mut related) = (0usize, false);
    let mut rest = inside;
    while let Some(first) = rest.chars().next() {
        let named = rest.strip_prefix('\\').unwrap_or("");
        let name = named.bytes().take_while(u8::is_ascii_alphabetic).count();
        let length = match (first, name) {
            ('\\', 0) => 1 + named.chars().next().map_or(0, char::len_utf8),
            ('\\', _) => {
                related |= depth == 0 && RELATIONS.contains(&&named[..name]);
                1 + name
            }
            _ => first.len_utf8(),
        };
        match first {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return false,
            },
            '<' | '>' | '=' if depth == 0 => related = true,
            _ => {}
        }
        rest = &rest[length..];
    }
    related && depth == 0 && !inside.ends_with('\\')
}

/// The length of the first token, and whether it may stay outside.
fn unit(rest: &str, front: bool) -> (usize, bool) {
    let Some(first) = rest.chars().next() else {
        return (0, true);
    };
    if let Some(named) = rest.strip_prefix('\\') {
        let name = named.bytes().take_while(u8::is_ascii_alphabetic).count();
        if name == 0 {
            let next = named.chars().next();
            let blank = matches!(next, Some(',' | ';' | ':' | '!' | ' ' | '\n' | '>'));
            let length = 1 + next.map_or(0, char::len_utf8);
            if next == Some('\\') {
                let star = usize::from(named[1..].starts_with('*'));
                let room = room(&named[1 + star..]);
                return (length + star + room, true);
            }
            return (length, blank);
        }
        let word = &named[..name];
        if SILENT.contains(&word) {
            return (1 + name, true);
        }
        if LABELS.contains(&word) {
            let star = usize::from(named[name..].starts_with('*'));
            if let Some(argument) = braced(&named[name + star..]) {
                return (1 + name + star + argument, true);
            }
        }
        return (1 + name, false);
    }
    let length = first.len_utf8();
    match first {
        '~' | '\u{a0}' => (length, true),
        c if c.is_whitespace() => (length, true),
        '.' => match rest.bytes().take_while(|b| *b == b'.').count() {
            1 => (1, !front),
            dots => (dots, false),
        },
        ',' | ';' | '?' | ':' if !front => (length, true),
        _ => (length, false),
    }
}

/// The length of `[2pt]` after a line break.
pub(super) fn room(rest: &str) -> usize {
    let inner = rest.strip_prefix('[');
    let end = inner.and_then(|i| i.bytes().take(16).position(|b| b == b']'));
    let digits = inner
        .is_some_and(|i| i.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.')));
    match end {
        Some(end) if digits => end + 2,
        _ => 0,
    }
}

/// A label has at most this many bytes.
const LONGEST: usize = 400;

/// The length of a group in braces.
fn braced(rest: &str) -> Option<usize> {
    if !rest.starts_with('{') {
        return None;
    }
    let mut depth = 0usize;
    let mut escaped = false;
    for (n, b) in rest.bytes().enumerate().take(LONGEST) {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(n + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::core;

    #[test]
    fn edges_stay_outside() {
        for (text, inner) in [
            ("a=b.", "a=b"),
            (" x ", "x"),
            (r"\displaystyle x^2\,,\quad ", "x^2"),
            (r"\label{a}x=y\nonumber\\[2pt]", "x=y"),
            ("1,2,...", "1,2,..."),
            (r"1,\dots.", r"1,\dots"),
            (".5", ".5"),
            ("3.", "3"),
            (r"x\ ", "x"),
            (" ", ""),
            (":a", ":a"),
            (r"x \tag{1.2}", "x"),
            ("(a > 0)", "a > 0"),
            ("[AB]", "AB"),
            (r"( x \in A )", r"x \in A"),
            ("(a) = (b)", "(a) = (b)"),
            ("(a, b)", "(a, b)"),
            (r"(f(x = 1))", r"(f(x = 1))"),
            (r"\label{", r"\label{"),
        ] {
            assert_eq!(&text[core(text)], inner, "{text}");
        }
    }
}
