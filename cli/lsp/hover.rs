//! What is said of the thing under the cursor.

use std::ops::Range;
use std::path::Path;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, NumberOrString, Position};

use super::checked::Checked;
use super::definition;
use super::index::Definition;
use super::places::Lines;
use super::server::Server;
use super::spot::{Asks, Spot};
use super::template::{Piece, piece};
use super::words::word;
use crate::commands::rules::explain_error::pages;
use mamut_engine::dsl::fields::{CHOICES, Choice, Field, parts};

/// The most lines of an entry that are shown.
const MOST_LINES: usize = 16;

/// What is said at a place: of the thing there, then of the complaints there.
pub(super) fn hover(
    server: &Server,
    checked: &Checked,
    path: &Path,
    text: &str,
    spot: &Spot<'_>,
) -> Option<Hover> {
    let lines = Lines::new(text);
    let thing = thing(checked, text, spot);
    let mut said: Vec<String> = Vec::new();
    let mut range = None;
    if let Some((words, span)) = thing {
        said.push(words);
        range = Some(lines.places(&span));
    }
    let position = lines.position(spot.at);
    for told in server.told(path) {
        let within = |p: Position| told.range.start <= p && p <= told.range.end;
        let Some(NumberOrString::String(id)) = told.code.as_ref().filter(|_| within(position))
        else {
            continue;
        };
        if let Some(page) = page(id)
            && !said.contains(&page)
        {
            said.push(page);
            range.get_or_insert(told.range);
        }
    }
    (!said.is_empty()).then(|| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: said.join("\n\n---\n\n"),
        }),
        range,
    })
}

/// The page of a complaint, with its heading one level lower.
pub(super) fn page(id: &str) -> Option<String> {
    let pages = pages();
    let (_, page) = pages.iter().find(|(known, _)| *known == id)?;
    Some(page.replace("\n## ", "\n#### ").replacen("# ", "### ", 1))
}

fn thing(checked: &Checked, text: &str, spot: &Spot<'_>) -> Option<(String, Range<usize>)> {
    let span = spot.span();
    if spot.around.comment {
        return accepted(text, spot.at);
    }
    let found = definition::at(checked, text, spot);
    if let Some(first) = found.first() {
        let span = match spot.asks {
            Asks::Pattern | Asks::Operator => {
                let word = word(&text[span.clone()], spot.at - span.start).0;
                span.start + word.start..span.start + word.end
            }
            _ => span,
        };
        // An id may be that of something that is replaced here.
        let words = match spot.asks {
            Asks::Id => found.into_iter().map(of_definition).collect(),
            _ => vec![of_definition(first)],
        };
        return Some((words.join("\n\n---\n\n"), span));
    }
    let word = text.get(span.clone()).filter(|w| !w.is_empty())?;
    let words = match spot.asks {
        Asks::Kind => parts().find(|p| p.name == word).map(|p| p.doc.to_owned())?,
        Asks::Field(_) => of_field(spot.field?),
        Asks::Word(choice) => of_word(choice, word)?,
        Asks::Level => of_level(checked, word)?,
        Asks::Template => match piece(word, spot.at - span.start)? {
            (Piece::Level, level) => of_level(checked, &word[level])?,
            _ => of_field(spot.field?),
        },
        Asks::Signature => {
            let kinds = CHOICES.iter().find(|c| c.name == "Kind")?;
            let at = spot.at - span.start;
            let other = |c: char| !c.is_alphanumeric();
            let start = word[..at].rfind(other).map_or(0, |i| i + 1);
            let end = word[at..].find(other).map_or(word.len(), |i| at + i);
            of_word(kinds, &word[start..end])
                .unwrap_or_else(|| spot.field.map_or_else(String::new, of_field))
        }
        // A word with arguments: `IntIn`.
        _ => match of_head(word) {
            Some(words) if spot.around.text.is_none() => words,
            _ => of_field(spot.field?),
        },
    };
    Some((words, span))
}

/// A complaint that a comment accepts.
fn accepted(text: &str, at: usize) -> Option<(String, Range<usize>)> {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let line = text[start..].lines().next()?;
    let id = start + line.find("accept ")? + "accept ".len();
    let end = id + super::words::name(&text[id..]);
    let page = page(&text[id..end]).filter(|_| id <= at && at <= end)?;
    Some((page, id..end))
}

/// What is said of a definition.
pub(super) fn of_definition(found: &Definition) -> String {
    let mut words = format!("**{} `{}`**", found.sort.word(), found.id);
    if let Some(sig) = found.field("sig") {
        words += &format!(" : `{sig}`");
    }
    if let Some(doc) = found.field("doc").filter(|doc| !doc.is_empty()) {
        words += &format!("\n\n{doc}");
    }
    let lines: Vec<&str> = found.text.lines().collect();
    let indent = lines.iter().skip(1).filter(|l| !l.trim().is_empty());
    let indent = indent
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    let shown = lines
        .iter()
        .enumerate()
        .take(MOST_LINES)
        .map(|(n, line)| match n {
            0 => line.trim_end(),
            _ => line.get(indent..).unwrap_or("").trim_end(),
        });
    let shown: Vec<&str> = shown.collect();
    let more = if lines.len() > MOST_LINES {
        "\n…"
    } else {
        ""
    };
    words
        + &format!(
            "\n\n```ron\n{}{more}\n```\n\n{}",
            shown.join("\n"),
            found.file
        )
}

/// What the reference says of a field.
pub(super) fn of_field(field: &Field) -> String {
    let default = match field.default {
        Some(default) => format!("default: {default}"),
        None => "required".to_owned(),
    };
    format!(
        "**`{}`** : {} ({default})\n\n{}",
        field.name, field.kind, field.doc
    )
}

/// What the reference says of a word of a choice.
fn of_word(choice: &Choice, word: &str) -> Option<String> {
    let (written, doc) = choice.words.iter().find(|(w, _)| head(w) == word)?;
    Some(format!("**`{written}`** ({})\n\n{doc}", choice.name))
}

fn of_head(word: &str) -> Option<String> {
    CHOICES.iter().find_map(|choice| of_word(choice, word))
}

/// The word before the brackets.
pub(super) fn head(word: &str) -> &str {
    word.split('(').next().unwrap_or(word)
}

/// How strong a level is.
pub(super) fn of_level(checked: &Checked, name: &str) -> Option<String> {
    let levels = &checked.rules.vocabulary.levels;
    let place = levels.iter().position(|level| level == name)?;
    let neighbour = |i: Option<usize>| i.and_then(|i| levels.get(i)).map(|l| format!("`{l}`"));
    let between = match (neighbour(place.checked_sub(1)), neighbour(Some(place + 1))) {
        (Some(weaker), Some(stronger)) => format!("stronger than {weaker}, weaker than {stronger}"),
        (Some(weaker), None) => format!("the strongest, after {weaker}"),
        (None, Some(stronger)) => format!("the weakest, before {stronger}"),
        (None, None) => return None,
    };
    Some(format!("**level `{name}`**\n\n{between}"))
}
