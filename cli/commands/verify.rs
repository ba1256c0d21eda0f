//! `verify`: rows checked again, from their LaTeX and their witnesses alone.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Result;
use mamut_engine::corpus::Corpus;
use mamut_printer::fingerprint;

use crate::args::{Search, TierName, Verify};
use crate::output::Output;
use crate::parallel;
use crate::pipeline::Pipeline;
use crate::recheck::files::{self, Lines};
use crate::recheck::{Alone, Originals, Recorded, Source};
use crate::row::Row;
use crate::rules::Loaded;
use crate::witness::Checked;
use crate::{Outcome, corpus, interrupt};

/// Rows that a worker takes at once.
const PIECE: usize = 256;
/// How a reason ends where the row says itself that there is nothing to evaluate.
const WITHOUT_WITNESS: &str = "without a witness";
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
        readers.push((path.display().to_string(), files::rows(path)?));
    }
    let identities = corpus::load(&args.corpus)?;
    corpus::complain(&identities);
    let originals = Originals::find(&args.files)?;
    let against = Against {
        pipeline: &pipeline,
        originals: &originals,
        corpus: &identities.corpus,
        thorough: args.thorough,
    };
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
                    let said = against.line(line, sources, place);
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
                    if args.list_open && !why.ends_with(WITHOUT_WITNESS) {
                        output.write(format!("{place}: open: {why}\n").as_bytes())?;
                    }
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

fn pieces(readers: Vec<(String, Lines)>) -> impl Iterator<Item = Result<Piece>> + Send {
    readers.into_iter().flat_map(|(file, lines)| {
        let mut lines = lines.enumerate();
        std::iter::from_fn(move || {
            let mut piece = Piece {
                file: file.clone(),
                first: 0,
                lines: Vec::new(),
            };
            for (at, line) in lines.by_ref() {
                let line = match line {
                    Ok(line) => line,
                    Err(error) => return Some(Err(error)),
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

/// The sources that a worker keeps.
type Kept<'p> = HashMap<Arc<str>, Option<Source<'p>>>;

/// What rows are checked against.
#[derive(Clone, Copy)]
struct Against<'p> {
    pipeline: &'p Pipeline<'p>,
    /// The texts that rows of datasets are versions of.
    originals: &'p Originals,
    /// The identities that rows of datasets are versions of.
    corpus: &'p Corpus,
    thorough: bool,
}

impl<'p> Against<'p> {
    fn line(&self, line: &str, sources: &mut Kept<'p>, place: String) -> Said {
        let (row, checked) = match serde_json::from_str::<Row>(line) {
            Ok(row) => {
                let checked = self.row(&row, sources);
                (Some(named(&row)), checked)
            }
            Err(error) => self.of_dataset(line, &error, sources),
        };
        Said {
            place,
            row,
            checked,
        }
    }

    fn row(&self, row: &Row, sources: &mut Kept<'p>) -> Checked {
        if row.target.is_some() {
            return Checked::Open("other targets are not evaluated".to_owned());
        }
        if sources.len() > SOURCES {
            sources.clear();
        }
        let source = sources
            .entry(row.source.clone())
            .or_insert_with(|| Source::new(self.pipeline, &row.source, row.is_text));
        match source {
            Some(source) => source.check(row, self.thorough),
            None => Checked::Open("its source is not read".to_owned()),
        }
    }

    /// A row of a dataset; it is right when it is so beside one of the sources that it may be of.
    fn of_dataset(
        &self,
        line: &str,
        error: &serde_json::Error,
        sources: &mut Kept<'p>,
    ) -> (Option<(u64, bool)>, Checked) {
        match Recorded::read(line, self.corpus) {
            Some(Ok(Recorded {
                mut row,
                sources: all,
            })) => {
                let key = named(&row);
                let mut best = None;
                for source in all {
                    row.source = source;
                    let checked = self.row(&row, sources);
                    if checked == Checked::Right {
                        return (Some(key), checked);
                    }
                    // Beside another source it may be wrong.
                    if best.is_none() || matches!(checked, Checked::Open(_)) {
                        best = Some(checked);
                    }
                }
                let none = || Checked::Open("its source is not known".to_owned());
                return (Some(key), best.unwrap_or_else(none));
            }
            Some(Err(why)) => return (None, Checked::Open(why)),
            None => {}
        }
        match self.originals.row(line) {
            Some(Ok(row)) => return (Some(named(&row)), self.row(&row, sources)),
            Some(Err(why)) => return (None, Checked::Open(why)),
            None => {}
        }
        if let Ok(alone) = serde_json::from_str::<Alone>(line) {
            let key = fingerprint(alone.text.as_bytes());
            return (Some((key, alone.label())), alone.check(self.pipeline));
        }
        let checked = match serde_json::from_str::<Bare>(line) {
            Ok(Bare { .. }) => Checked::Open("it has neither a source nor a label".to_owned()),
            Err(_) => Checked::Wrong(format!("it is no row: {error}")),
        };
        (None, checked)
    }
}

/// A row of a dataset of collections in the profile of the original.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Bare {
    #[serde(rename = "id")]
    _id: i64,
    #[serde(rename = "text")]
    _text: String,
}

/// What tells whether a text has both labels: the text and what it is a version of, and the label.
fn named(row: &Row) -> (u64, bool) {
    let owner = row.identity.as_deref().unwrap_or(&row.source);
    let key = fingerprint(format!("{owner}\u{0}{}", row.text).as_bytes());
    (key, row.label)
}
