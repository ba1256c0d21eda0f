//! `verify`: rows checked again, from their LaTeX and their witnesses alone.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use mamut_printer::fingerprint;

use crate::args::{Search, TierName, Verify};
use crate::output::Output;
use crate::parallel;
use crate::pipeline::Pipeline;
use crate::recheck::{Alone, Source};
use crate::row::Row;
use crate::rules::Loaded;
use crate::witness::Checked;
use crate::{Outcome, interrupt};

/// Rows that a worker takes at once.
const PIECE: usize = 256;
/// Sources that a worker keeps.
const SOURCES: usize = 64;

/// Rows of a file, with the number of the first.
struct Piece {
    file: String,
    first: usize,
    lines: Vec<String>,
}

/// What is said of a row.
struct Said {
    place: String,
    row: Option<(u64, bool)>,
    checked: Checked,
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read.
pub fn run(args: &Verify, loaded: &Loaded) -> Result<Outcome> {
    let search = Search {
        tier: TierName::Notation,
        max_size: 1.0,
    };
    let pipeline = Pipeline::new(&loaded.rules, &search);
    let mut readers = Vec::new();
    for path in &args.files {
        readers.push((path.display().to_string(), open(path)?));
    }
    let mut output = Output::new(None)?;
    let (mut right, mut wrong, mut open_rows) = (0_u64, 0_u64, 0_u64);
    let mut reasons: HashMap<String, u64> = HashMap::new();
    let mut labels: HashMap<u64, bool> = HashMap::new();
    interrupt::listen();
    parallel::remembering(
        pieces(readers),
        parallel::jobs(args.jobs),
        HashMap::new,
        |sources, piece: Result<Piece>, send| match piece {
            Ok(piece) => {
                for (i, line) in piece.lines.iter().enumerate() {
                    let place = format!("{}:{}", piece.file, piece.first + i);
                    let said = one(&pipeline, line, args.thorough, sources, place);
                    if !send(Ok(said)) {
                        return;
                    }
                }
            }
            Err(error) => {
                send(Err(error));
            }
        },
        |said| {
            let Said {
                place,
                row,
                mut checked,
            } = said?;
            if let Some((key, label)) = row
                && *labels.entry(key).or_insert(label) != label
            {
                let said = "the same text of the same source has the other label, too";
                checked = Checked::Wrong(said.to_owned());
            }
            match checked {
                Checked::Right => right += 1,
                Checked::Wrong(why) => {
                    wrong += 1;
                    output.write(format!("{place}: wrong: {why}\n").as_bytes())?;
                }
                Checked::Open(why) => {
                    open_rows += 1;
                    *reasons.entry(why).or_default() += 1;
                }
            }
            Ok(())
        },
    )?;
    let mut reasons: Vec<(String, u64)> = reasons.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    for (why, count) in reasons {
        output.write(format!("open, {count} rows: {why}\n").as_bytes())?;
    }
    let all = right + wrong + open_rows;
    output.write(
        format!("{all} rows: {right} right, {wrong} wrong, {open_rows} open\n").as_bytes(),
    )?;
    output.finish()?;
    Ok(if interrupt::asked() {
        Outcome::Interrupted
    } else if all == 0 {
        Outcome::Unusable
    } else if wrong > 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

fn open(path: &Path) -> Result<Box<dyn BufRead + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    if path.is_dir() {
        bail!("{} is a directory: name the files in it", path.display());
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

fn pieces(
    readers: Vec<(String, Box<dyn BufRead + Send>)>,
) -> impl Iterator<Item = Result<Piece>> + Send {
    readers.into_iter().flat_map(|(file, reader)| {
        let mut lines = reader.lines().enumerate();
        std::iter::from_fn(move || {
            let mut piece = Piece {
                file: file.clone(),
                first: 0,
                lines: Vec::new(),
            };
            for (at, line) in lines.by_ref() {
                let line = match line {
                    Ok(line) => line,
                    Err(error) => return Some(Err(error.into())),
                };
                if piece.lines.is_empty() {
                    piece.first = at + 1;
                }
                piece.lines.push(line);
                if piece.lines.len() == PIECE {
                    break;
                }
            }
            (!piece.lines.is_empty()).then_some(Ok(piece))
        })
    })
}

fn one<'p>(
    pipeline: &'p Pipeline<'p>,
    line: &str,
    thorough: bool,
    sources: &mut HashMap<Arc<str>, Option<Source<'p>>>,
    place: String,
) -> Said {
    let row: Row = match serde_json::from_str(line) {
        Ok(row) => row,
        Err(error) => {
            let (row, checked) = match serde_json::from_str::<Alone>(line) {
                Ok(alone) => {
                    let key = fingerprint(alone.text.as_bytes());
                    (Some((key, alone.label())), alone.check(pipeline))
                }
                Err(_) => (None, Checked::Wrong(format!("it is no row: {error}"))),
            };
            return Said {
                place,
                row,
                checked,
            };
        }
    };
    let owner = row.identity.as_deref().unwrap_or(&row.source);
    let key = fingerprint(format!("{owner}\u{0}{}", row.text).as_bytes());
    let checked = if row.target.is_some() {
        Checked::Open("other targets are not evaluated".to_owned())
    } else {
        if sources.len() > SOURCES {
            sources.clear();
        }
        let source = sources
            .entry(row.source.clone())
            .or_insert_with(|| Source::new(pipeline, &row.source, row.is_text));
        match source {
            Some(source) => source.check(&row, thorough),
            None => Checked::Open("its source is not read".to_owned()),
        }
    };
    Said {
        place,
        row: Some((key, row.label)),
        checked,
    }
}
