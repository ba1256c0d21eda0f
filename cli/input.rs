//! Formulas from arguments, files and stdin, one a line, with their places.

use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::args;

/// Where a formula stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file; empty for an argument.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The whole line.
    pub text: String,
    /// Where the formula starts in it, in bytes.
    pub start: usize,
}

/// A formula and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The LaTeX, trimmed.
    pub latex: String,
    /// Where it was.
    pub place: Place,
}

/// All formulas that the arguments name, read as they are asked for.
///
/// # Errors
/// When there are none, or a file cannot be opened; later, when it cannot be read.
pub fn open(input: &args::Input) -> Result<Box<dyn Iterator<Item = Result<Item>> + Send>> {
    let mut sources: Vec<Box<dyn Iterator<Item = Result<Item>> + Send>> = Vec::new();
    for formula in &input.formulas {
        if formula == "-" {
            sources.push(Box::new(lines(
                "<stdin>".to_owned(),
                BufReader::new(stdin()),
            )));
        } else {
            let line = formula.replace(['\n', '\r'], " ");
            sources.push(Box::new(item(String::new(), 1, line).into_iter().map(Ok)));
        }
    }
    for path in &input.file {
        sources.push(file(path)?);
    }
    if sources.is_empty() {
        bail!("no formula given: name one, or a file with --file, or - for stdin");
    }
    Ok(Box::new(sources.into_iter().flatten()))
}

fn file(path: &PathBuf) -> Result<Box<dyn Iterator<Item = Result<Item>> + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(lines(
            "<stdin>".to_owned(),
            BufReader::new(stdin()),
        )));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(lines(
        path.display().to_string(),
        BufReader::new(file),
    )))
}

fn lines(
    name: String,
    mut reader: impl BufRead + Send,
) -> impl Iterator<Item = Result<Item>> + Send {
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            let mut line = Vec::new();
            match reader.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) => number += 1,
                Err(error) => {
                    return Some(Err(error).with_context(|| format!("cannot read {name}")));
                }
            }
            let text = String::from_utf8_lossy(&line)
                .trim_end_matches(['\n', '\r'])
                .to_owned();
            if let Some(item) = item(name.clone(), number, text) {
                return Some(Ok(item));
            }
        }
    })
}

/// The formula of a line, unless the line is empty or a comment.
fn item(file: String, line: usize, text: String) -> Option<Item> {
    let text = text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text);
    let latex = text.trim();
    if !file.is_empty() && (latex.is_empty() || latex.starts_with('%')) {
        return None;
    }
    let start = text.len() - text.trim_start().len();
    Some(Item {
        latex: latex.to_owned(),
        place: Place {
            file,
            line,
            start,
            text: text.clone(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_places() {
        let read: Vec<Item> = lines("f".to_owned(), &b"\xef\xbb\xbf% no\r\n\n  a+b \r\nc"[..])
            .map(|i| i.expect("readable"))
            .collect();
        let found: Vec<_> = read
            .iter()
            .map(|i| (i.latex.as_str(), i.place.line, i.place.start))
            .collect();
        assert_eq!(found, [("a+b", 3, 2), ("c", 4, 0)]);
    }

    #[test]
    fn an_empty_argument_is_a_formula_that_cannot_be_read() {
        let input = args::Input {
            formulas: vec![String::new()],
            file: Vec::new(),
        };
        assert_eq!(open(&input).expect("one formula").count(), 1);
    }
}
