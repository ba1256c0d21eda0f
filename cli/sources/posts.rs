//! Dumps of Stack Exchange and ARQMath: questions and answers of `Posts.xml`, votes of `Votes.xml`.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use mamut_engine::diagnostic::Diagnostic;

use super::votes::Votes;
use super::xml::{Fields, Row, Rows};
use super::{Entry, Filter, Found, Records, Settings, files, html};
use crate::input::Place;
use crate::packed::unpacked;

/// The attributes that are read, in this order.
const NAMES: [&str; 6] = ["Id", "PostTypeId", "ParentId", "Score", "Title", "Body"];

/// Where votes come from.
enum Counted {
    /// Up-votes by post.
    Votes(Votes),
    /// The attribute `Score`: up-votes less down-votes, so never more than there are up-votes.
    Score,
}

/// The posts of a file, or of all files of a directory whose names begin with `Posts`.
///
/// # Errors
/// When a file cannot be read, or there is none.
pub(super) fn records(path: &Path, settings: &Settings) -> Result<Records> {
    let posts = named(path, "posts")?;
    let Some(first) = posts.first() else {
        bail!(
            "{}: there is no file Posts*.xml in this directory; name the file of posts",
            path.display()
        );
    };
    let votes = match &settings.votes_file {
        Some(votes) => vec![votes.clone()],
        None => first.parent().map_or_else(
            || Ok(Vec::new()),
            |beside| {
                let beside = if beside.as_os_str().is_empty() {
                    Path::new(".")
                } else {
                    beside
                };
                named(beside, "votes")
            },
        )?,
    };
    let counted = match &votes[..] {
        [] => Counted::Score,
        [one] => Counted::Votes(Votes::read(one)?),
        [one, other, ..] => bail!(
            "both {} and {} hold votes; name one with --votes",
            one.display(),
            other.display()
        ),
    };
    let least = (settings.question_votes, settings.votes);
    let mut waiting = posts.into_iter();
    let mut open: Option<(Rows, String)> = None;
    let next = move || -> Result<Option<Found>> {
        loop {
            let Some((rows, name)) = &mut open else {
                let Some(path) = waiting.next() else {
                    return Ok(None);
                };
                let name = path.display().to_string();
                let file = File::open(&path).with_context(|| format!("cannot open {name}"))?;
                open = Some((Rows::new(unpacked(&path, file)?, &name)?, name));
                continue;
            };
            match rows.next_row(&NAMES)? {
                Some(Row::Fields(fields)) => return Ok(Some(post(fields, name, &counted, least))),
                Some(Row::Broken {
                    line,
                    text,
                    complaint,
                }) => {
                    let place = Place {
                        file: name.clone(),
                        line,
                        text,
                        start: 0,
                    };
                    return Ok(Some(Found::Broken(place, complaint)));
                }
                None => open = None,
            }
        }
    };
    Ok(Box::new(until_none(next)))
}

/// What a function gives until it gives none; the first error is the last.
fn until_none(
    mut next: impl FnMut() -> Result<Option<Found>> + Send,
) -> impl Iterator<Item = Result<Found>> + Send {
    let mut failed = false;
    std::iter::from_fn(move || {
        if failed {
            return None;
        }
        let next = next().transpose();
        failed = matches!(next, Some(Err(_)));
        next
    })
}

/// A file, or the XML files of a directory whose names begin with a word.
fn named(path: &Path, word: &str) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for file in files::files(path, &["xml"])?.optional() {
        let file = file?;
        if !file.name.contains('/') && file.name.to_lowercase().starts_with(word) {
            found.push(file.path);
        }
    }
    Ok(found)
}

/// What becomes of a post; `least` are the up-votes that questions and answers need.
fn post(fields: Fields, file: &str, counted: &Counted, least: (u8, u8)) -> Found {
    let Fields { line, values } = fields;
    let Ok([id, kind, parent, score, title, body]) = <[Option<String>; 6]>::try_from(values) else {
        return Found::Rejected(Filter::Other);
    };
    let (least, question) = match kind.as_deref() {
        Some("1") => (least.0, true),
        Some("2") => (least.1, false),
        _ => return Found::Rejected(Filter::Other),
    };
    let (Some(id), Some(body)) = (id, body) else {
        let said = "this row has no `Id` or no `Body`";
        let place = Place {
            file: file.to_owned(),
            line,
            ..Place::default()
        };
        return Found::Broken(
            place,
            Diagnostic::error("missing-field", said, 0..0, "left out"),
        );
    };
    let votes = match counted {
        Counted::Votes(votes) => id.parse().map_or(0, |id| i64::from(votes.of(id))),
        Counted::Score => score
            .and_then(|s| s.parse::<i64>().ok())
            .map_or(0, |s| s.max(0)),
    };
    if votes < i64::from(least) {
        return Found::Rejected(Filter::Votes);
    }
    let mut text = title.map_or_else(String::new, |title| heading(&title));
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&html::text(&body));
    let group = match parent {
        Some(parent) if !question => parent,
        _ => id.clone(),
    };
    Found::Entry(Entry {
        key: id,
        group,
        text,
        is_formula: false,
        file: file.to_owned(),
        line,
    })
}

/// A title: plain text, but HTML where its formulas stand in elements.
fn heading(title: &str) -> String {
    if title.contains("<span") {
        html::text(title)
    } else {
        title.trim().to_owned()
    }
}
