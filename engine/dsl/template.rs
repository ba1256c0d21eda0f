//! The template language: LaTeX with `#holes` and `@styles`, as it is written.

use super::source::Report;

/// A piece of a template.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PieceSyntax<'s> {
    /// LaTeX.
    Text(String),
    /// `@name`, `@{name}`.
    Style(&'s str),
    /// `#x`, `#{x}`, `#{x:level}`, `#{xs:level|separator}`; the last is a join. A `!` after name
    /// and level keeps the sides of relations in it where they are.
    Hole {
        name: &'s str,
        level: Option<&'s str>,
        kept: bool,
        separator: Option<Vec<Self>>,
    },
    /// `#{rows xs:level|within|between}`.
    Rows {
        name: &'s str,
        level: Option<&'s str>,
        within: Vec<Self>,
        between: Vec<Self>,
    },
}

/// Reads a template.
pub(super) fn read<'s>(text: &'s str, report: &mut Report<'_, '_>) -> Option<Vec<PieceSyntax<'s>>> {
    let pieces = pieces(text, true, report)?;
    let mut depth = 0_i32;
    for token in pieces
        .iter()
        .filter_map(|p| {
            if let PieceSyntax::Text(t) = p {
                Some(tokens(t))
            } else {
                None
            }
        })
        .flatten()
    {
        depth += i32::from(token == "{") - i32::from(token == "}");
        if depth < 0 {
            break;
        }
    }
    if depth != 0 {
        report.error(
            "template",
            text,
            "the braces of this template are not balanced",
            "",
        );
        return None;
    }
    Some(pieces)
}

fn pieces<'s>(
    text: &'s str,
    holes: bool,
    report: &mut Report<'_, '_>,
) -> Option<Vec<PieceSyntax<'s>>> {
    let mut pieces = Vec::new();
    let mut latex = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c == '\\' {
            let next = text[at + 1..].chars().next();
            match next {
                Some('@') => latex.push('@'),
                Some(c) => latex.extend(['\\', c]),
                None => {
                    report.error(
                        "template",
                        &text[at..],
                        "a template does not end in a backslash",
                        "",
                    );
                    return None;
                }
            }
            at += 1 + next.map_or(0, char::len_utf8);
        } else if c == '#' || c == '@' {
            if !latex.is_empty() {
                pieces.push(PieceSyntax::Text(std::mem::take(&mut latex)));
            }
            let (inner, end, braced) = name(text, at, report)?;
            let piece = if c == '@' {
                PieceSyntax::Style(inner)
            } else if !holes {
                report.error(
                    "template-hole",
                    &text[at..end],
                    "a separator has no holes",
                    "",
                );
                return None;
            } else if braced {
                hole(inner, report)?
            } else {
                PieceSyntax::Hole {
                    name: inner,
                    level: None,
                    kept: false,
                    separator: None,
                }
            };
            pieces.push(piece);
            at = end;
        } else {
            latex.push(c);
            at += c.len_utf8();
        }
    }
    if !latex.is_empty() {
        pieces.push(PieceSyntax::Text(latex));
    }
    Some(pieces)
}

/// The name after the sigil at `at`, where it ends, and whether it stood in braces.
fn name<'s>(
    text: &'s str,
    at: usize,
    report: &mut Report<'_, '_>,
) -> Option<(&'s str, usize, bool)> {
    let rest = &text[at + 1..];
    if rest.starts_with('{') {
        let Some(length) = braced(rest) else {
            report.error(
                "template",
                &text[at..at + 2],
                "`{` without `}`",
                "never closed",
            );
            return None;
        };
        return Some((&rest[1..length - 1], at + 1 + length, true));
    }
    let length = rest
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(rest.len());
    if length == 0 {
        let sigil = &text[at..=at];
        let message = format!("a name follows `{sigil}`");
        report.error("template", sigil, message, "").help =
            Some(format!("the character itself is `\\{sigil}`"));
        return None;
    }
    Some((&rest[..length], at + 1 + length, false))
}

/// The length of the group at the start of the text, with its braces.
fn braced(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' if depth == 1 => return Some(i + 1),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Reads `x`, `x:level`, `xs|separator`, `xs:level|separator`, with or without `!`.
fn hole<'s>(inner: &'s str, report: &mut Report<'_, '_>) -> Option<PieceSyntax<'s>> {
    if let Some(inner) = inner.strip_prefix("rows ") {
        return rows(inner, report);
    }
    let (head, separator) = inner
        .split_once('|')
        .map_or((inner, None), |(head, s)| (head, Some(s)));
    let (head, kept) = head
        .trim_end()
        .strip_suffix('!')
        .map_or((head, false), |head| (head, true));
    let (name, level) = head
        .split_once(':')
        .map_or((head, None), |(name, level)| (name, Some(level.trim())));
    let separator = match separator {
        Some(text) => Some(pieces(text, false, report)?),
        None => None,
    };
    Some(PieceSyntax::Hole {
        name: name.trim(),
        level,
        kept,
        separator,
    })
}

/// Reads `xs:level|within|between`.
fn rows<'s>(inner: &'s str, report: &mut Report<'_, '_>) -> Option<PieceSyntax<'s>> {
    let mut parts = inner.splitn(3, '|');
    let (head, within, between) = (parts.next(), parts.next(), parts.next());
    let (Some(head), Some(within), Some(between)) = (head, within, between) else {
        report
            .error("template", inner, "rows have two separators", "")
            .help = Some(r"`#{rows r| & | \\ }`: between entries, and between rows".into());
        return None;
    };
    let (name, level) = head
        .split_once(':')
        .map_or((head, None), |(name, level)| (name, Some(level.trim())));
    Some(PieceSyntax::Rows {
        name: name.trim(),
        level,
        within: pieces(within, false, report)?,
        between: pieces(between, false, report)?,
    })
}

/// The tokens of LaTeX, without blanks.
pub(super) fn tokens(latex: &str) -> impl DoubleEndedIterator<Item = &str> {
    let mut tokens = Vec::new();
    let mut rest = latex.trim_start();
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        if c == '\\' {
            let word = rest[1..]
                .find(|c: char| !c.is_ascii_alphabetic())
                .unwrap_or(rest.len() - 1);
            length += if word > 0 {
                word
            } else {
                rest[1..].chars().next().map_or(0, char::len_utf8)
            };
        }
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens.into_iter()
}
