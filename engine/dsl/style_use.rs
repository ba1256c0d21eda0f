//! How templates use styles: names with hyphens, and both halves of pairs.

use super::source::Report;
use super::template::PieceSyntax;
use crate::rules::Style;

/// Complains about styles that a template names in a way that is hardly meant.
pub(super) fn check(pieces: &[PieceSyntax<'_>], styles: &[Style], report: &mut Report<'_, '_>) {
    for pair in pieces.windows(2) {
        if let [PieceSyntax::Style(name), PieceSyntax::Text(after)] = pair {
            hyphen(name, after, styles, report);
        }
    }
    for style in styles {
        if let Some(close) = &style.pair {
            halves(&style.id, close, pieces, report);
            halves(close, &style.id, pieces, report);
        }
    }
}

/// `@my` before `-times` where there is a style `my-times`.
fn hyphen(name: &str, after: &str, styles: &[Style], report: &mut Report<'_, '_>) {
    let halves = styles.iter().flat_map(|s| [Some(&s.id), s.pair.as_ref()]);
    let meant = halves.flatten().find(|id| {
        let rest = id.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with('-') && after.starts_with(rest))
    });
    if let Some(id) = meant {
        let message = format!("`@{name}` ends before the hyphen");
        report.error("unknown-style", name, message, "").help = Some(format!(
            "the style `{id}` is `@{{{id}}}` in a template, with braces for its hyphen"
        ));
    }
}

/// A half that stands there twice without the other one.
fn halves(half: &str, other: &str, pieces: &[PieceSyntax<'_>], report: &mut Report<'_, '_>) {
    let named = |wanted: &str| {
        let names = pieces.iter().filter_map(|piece| match piece {
            PieceSyntax::Style(name) if *name == wanted => Some(*name),
            _ => None,
        });
        names.collect::<Vec<_>>()
    };
    if let [_, again, ..] = named(half)[..]
        && named(other).is_empty()
    {
        let message = format!("`@{half}` stands there twice and `@{other}` never");
        report.error("style-pair", again, message, "the same half again");
    }
}
