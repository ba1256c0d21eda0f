//! AMPS: a directory of Khan Academy problems in JSON, and of Mathematica problems in text files.

use std::path::Path;

use anyhow::Result;
use mamut_engine::diagnostic::Diagnostic;
use serde::Deserialize;

use super::files::{Named, files, text};
use super::{Entry, Filter, Found, Settings, Skips, mathematica};
use crate::input::Place;

/// A problem as it is published; older files say `question`.
#[derive(Debug, Deserialize)]
struct Problem {
    #[serde(alias = "question")]
    problem: String,
    #[serde(default)]
    hints: Vec<String>,
}

/// The problems of a directory or a file.
///
/// # Errors
/// When there is nothing at that path.
pub(super) fn records(
    path: &Path,
    settings: &Settings,
) -> Result<impl Iterator<Item = Result<Found>> + use<>> {
    let skips = settings.skips.clone();
    let found = files(path, &["json", "txt"])?;
    Ok(found.map(move |file| {
        let file = file?;
        let exercise = exercise(&file);
        if skips.exercise(&exercise) {
            return Ok(Found::Rejected(Filter::Listed));
        }
        Ok(match text(&file)? {
            Err(broken) => broken,
            Ok(text) => match problem(&file, &text, &skips) {
                Err(broken) => *broken,
                Ok(text) if skips.marked(&text) => Found::Rejected(Filter::Listed),
                Ok(text) => Found::Entry(Entry {
                    group: exercise,
                    text,
                    is_formula: false,
                    file: file.path.display().to_string(),
                    line: 1,
                    key: file.name,
                }),
            },
        })
    }))
}

/// The name of the directory that a problem is in.
fn exercise(file: &Named) -> String {
    let directory = file.path.parent().and_then(Path::file_name);
    directory.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The problem and its hints as one text.
fn problem(file: &Named, text: &str, skips: &Skips) -> Result<String, Box<Found>> {
    if file.path.extension().is_some_and(|e| e == "txt") {
        return Ok(mathematica::text(text));
    }
    let problem: Problem = serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or(&said);
        let id = if error.is_data() {
            "bad-field"
        } else {
            "bad-json"
        };
        let said = format!("this file is no problem of Khan Academy: {said}");
        let number = error.line().max(1);
        let line = text.lines().nth(number - 1).unwrap_or_default();
        // serde_json counts bytes from 1.
        let at = error.column().saturating_sub(1).min(line.len());
        let complaint = Diagnostic::error(id, said, at..at + 1, "left out")
            .with_help("expected {\"problem\": \"…\", \"hints\": [\"…\"]}");
        let place = Place {
            file: file.path.display().to_string(),
            line: number,
            text: line.to_owned(),
            start: 0,
        };
        Box::new(Found::Broken(place, complaint))
    })?;
    let parts = std::iter::once(skips.cut(&problem.problem))
        .chain(problem.hints.iter().map(String::as_str));
    let parts: Vec<&str> = parts.map(str::trim).filter(|p| !p.is_empty()).collect();
    Ok(parts.join("\n"))
}
