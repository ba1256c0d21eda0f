//! S-expressions with spans: every tree is a slice of the rule's text.

use super::source::Report;

/// What is said of several terms where one is wanted.
const PREFIX: &str = "operators come first, in brackets: `(add ?a ?b)`; `mamut-rw parse` shows the term of a formula";

/// How deep patterns may nest.
const DEPTH: usize = 60;

/// An S-expression.
#[derive(Clone, Debug)]
pub(super) enum Tree<'s> {
    /// A name, number or variable.
    Word(&'s str),
    /// Everything between two parentheses, which `at` includes.
    List { at: &'s str, items: Vec<Self> },
}

impl<'s> Tree<'s> {
    /// The text of it.
    pub(super) fn at(&self) -> &'s str {
        match self {
            Self::Word(at) | Self::List { at, .. } => at,
        }
    }
}

/// Which way a rule goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    /// `=>`
    Forward,
    /// `<=>`
    Both,
}

/// Reads one expression.
pub(super) fn expression<'s>(text: &'s str, report: &mut Report<'_, '_>) -> Option<Tree<'s>> {
    let mut trees = sequence(text, report)?.into_iter();
    let Some(first) = trees.next() else {
        report.error("pattern", text, "a pattern is missing", "empty");
        return None;
    };
    if let Some(second) = trees.next() {
        report
            .error(
                "pattern",
                second.at(),
                "one pattern is expected",
                "a second one begins here",
            )
            .help = Some(PREFIX.to_owned());
        return None;
    }
    Some(first)
}

/// Reads `lhs => rhs` or `lhs <=> rhs`.
pub(super) fn rule<'s>(
    text: &'s str,
    report: &mut Report<'_, '_>,
) -> Option<(Tree<'s>, Arrow, Tree<'s>)> {
    let trees = sequence(text, report)?;
    let is_arrow = |t: &Tree<'_>| matches!(t, Tree::Word("=>" | "<=>"));
    let mut arrows = trees.iter().filter(|t| is_arrow(t));
    let Some(arrow) = arrows.next() else {
        report.error(
            "arrow",
            text,
            "a rule is `lhs => rhs` or `lhs <=> rhs`",
            "there is no arrow in it",
        );
        return None;
    };
    if let Some(second) = arrows.next() {
        report.error("arrow", second.at(), "a rule has one arrow", "a second one");
        return None;
    }
    let arrow = if arrow.at() == "=>" {
        Arrow::Forward
    } else {
        Arrow::Both
    };
    let mut sides = trees.split(is_arrow);
    let mut side = |which| one(sides.next().unwrap_or(&[]), which, text, report);
    let (lhs, rhs) = (side("left"), side("right"));
    Some((lhs?, arrow, rhs?))
}

fn one<'s>(
    side: &[Tree<'s>],
    which: &str,
    text: &'s str,
    report: &mut Report<'_, '_>,
) -> Option<Tree<'s>> {
    match side {
        [tree] => Some(tree.clone()),
        [] => {
            report.error(
                "arrow",
                text,
                format!("the {which} side is missing"),
                "nothing there",
            );
            None
        }
        [_, second, ..] => {
            let message = format!("the {which} side is one pattern");
            let diagnostic =
                report.error("pattern", second.at(), message, "a second one begins here");
            diagnostic.help = Some(PREFIX.to_owned());
            None
        }
    }
}

/// Reads expressions up to the end of the text.
fn sequence<'s>(text: &'s str, report: &mut Report<'_, '_>) -> Option<Vec<Tree<'s>>> {
    let mut open: Vec<(usize, Vec<Tree<'s>>)> = Vec::new();
    let mut done = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let items = open.last_mut().map_or(&mut done, |(_, items)| items);
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c == '(' {
            if open.len() == DEPTH {
                report.error(
                    "pattern",
                    &text[at..=at],
                    "this pattern is too deeply nested",
                    "",
                );
                return None;
            }
            open.push((at, Vec::new()));
            at += 1;
        } else if c == ')' {
            at += 1;
            let Some((start, items)) = open.pop() else {
                report.error(
                    "pattern",
                    &text[at - 1..at],
                    "`)` without `(`",
                    "closes nothing",
                );
                return None;
            };
            let list = Tree::List {
                at: &text[start..at],
                items,
            };
            open.last_mut()
                .map_or(&mut done, |(_, items)| items)
                .push(list);
        } else {
            let rest = &text[at..];
            let end = rest
                .find(|c: char| c.is_whitespace() || c == '(' || c == ')')
                .unwrap_or(rest.len());
            items.push(Tree::Word(&rest[..end]));
            at += end;
        }
    }
    if let Some((start, _)) = open.last() {
        report.error(
            "pattern",
            &text[*start..=*start],
            "`(` without `)`",
            "never closed",
        );
        return None;
    }
    Some(done)
}

/// The integer that a word with digits, perhaps after a minus sign, stands for, without the sign.
pub(super) fn integer(word: &str, report: &mut Report<'_, '_>) -> Option<u32> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let value = digits.parse::<u32>().ok().filter(|v| *v < 1 << 28);
    let Some(value) = value else {
        let message = format!("`{word}` is not an integer below 2^28");
        report.error("pattern", word, message, "").help = Some("a fraction is `(div 1 2)`".into());
        return None;
    };
    if digits.len() > 1 && digits.starts_with('0') {
        let message = format!("`{word}` begins with a zero");
        report.error("pattern", word, message, "").help = Some(format!("write `{value}`"));
        return None;
    }
    Some(value)
}
