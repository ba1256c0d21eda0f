//! `parse`: the term that a formula is read as.

use std::time::{Duration, Instant};

use anyhow::Result;
use mamut_engine::latex::Formula;
use mamut_engine::sexpr;
use mamut_engine::text::{self, Document};

use crate::args::{self, Format, Global, Search, TierName};
use crate::input::{self, Item};
use crate::output::{Output, Rows};
use crate::parallel::{self, Sender};
use crate::pipeline::{Pipeline, refusal};
use crate::reading::{COLUMNS, Reading, tree_of};
use crate::report::Report;
use crate::rules::Loaded;
use crate::{Outcome, csv, diagnostics, interrupt, macros};

/// What a worker reports: the row of one item and what to say of it.
struct Done {
    item: Item,
    formula: Option<Formula>,
    row: Vec<u8>,
    time: Duration,
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &args::Parse, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let search = Search {
        tier: TierName::Notation,
        max_size: 1.0,
    };
    let mut pipeline = Pipeline::new(&loaded.rules, &search);
    let (macros, faulty) = macros::load(&args.input)?;
    pipeline = pipeline.with_macros(macros);
    if args.explain {
        pipeline = pipeline.explaining();
    }
    let maker = Maker { pipeline, args };
    let items = input::open(&args.input)?;
    let jobs = parallel::jobs(args.results.jobs);
    let json = args.results.written.format() == Format::Json && !args.report;
    let mut writer = Rows::new(Output::new(args.results.written.output.as_deref())?, json);
    let mut report = Report::default();
    let (mut all, mut refused) = (0_u64, 0_u64);
    interrupt::listen();
    writer.begin()?;
    if args.results.written.format() == Format::Csv && !args.report {
        let mut names = Vec::new();
        csv::write(COLUMNS, &mut names);
        writer.piece(&names)?;
    }
    let take = |done: Result<Done>| {
        let done = done?;
        all += 1;
        let unread = done.formula.as_ref().is_none_or(|f| refusal(f).is_some());
        refused += u64::from(unread);
        if args.report {
            report.add(&done.item, done.formula.as_ref(), done.time);
            diagnostics::show(&done.item.broken, &done.item.place, global);
            return Ok(());
        }
        complain(&done, args, global);
        if done.row.is_empty() {
            return Ok(());
        }
        writer.piece(&done.row)
    };
    parallel::ordered(items, jobs, |item, send| maker.make(item, send), take)?;
    if args.report {
        let text = match args.results.written.format() {
            Format::Text | Format::Csv => report.table(),
            Format::Jsonl => format!("{}\n", report.json()),
            Format::Json => format!("{:#}\n", report.json()),
        };
        writer.piece(text.as_bytes())?;
    }
    writer.end()?;
    if interrupt::asked() {
        return Ok(Outcome::Interrupted);
    }
    writer.finish()?;
    Ok(match (all, refused) {
        (_, 0) if !faulty => Outcome::Done,
        (all, refused) if all == refused && all > 0 => Outcome::Unusable,
        _ => Outcome::Findings,
    })
}

/// Says on stderr what is wrong. Rows hold the complaints about their formulas, so that only text,
/// or who asks to talk, needs them here too.
fn complain(done: &Done, args: &args::Parse, global: &Global) {
    let Some(formula) = &done.formula else {
        diagnostics::show(&done.item.broken, &done.item.place, global);
        return;
    };
    let text = args.results.written.format() == Format::Text;
    if text || global.verbose > 0 {
        diagnostics::show(&formula.complaints, &done.item.place, global);
    }
    if text {
        for choice in &formula.choices {
            let note = choice.note();
            anstream::eprintln!("{}", diagnostics::of_formula(&note, &done.item.place));
        }
    }
}

/// Makes the row of one item.
struct Maker<'r> {
    pipeline: Pipeline<'r>,
    args: &'r args::Parse,
}

impl Maker<'_> {
    fn make(&self, item: Result<Item>, send: &mut Sender<'_, Result<Done>>) {
        let mut item = match item {
            Ok(item) => item,
            Err(error) => {
                send(Err(error));
                return;
            }
        };
        let start = Instant::now();
        let is_text = self.args.input.text || text::is_text(&item.place.text);
        let mut document = None;
        let formula = item.broken.is_none().then(|| {
            if is_text {
                item.place.start = 0;
                let read = self.pipeline.read_text(&item.place.text);
                let whole = read.whole(&self.pipeline.rules.vocabulary);
                document = Some(read);
                whole
            } else {
                self.pipeline.read(&item.latex)
            }
        });
        let time = start.elapsed();
        let row = match &formula {
            Some(formula) if !self.args.report => self.row(&item, formula, document.as_ref()),
            _ => Vec::new(),
        };
        send(Ok(Done {
            item,
            formula,
            row,
            time,
        }));
    }

    fn row(&self, item: &Item, formula: &Formula, document: Option<&Document>) -> Vec<u8> {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let mut bytes = Vec::new();
        if self.args.results.written.format() == Format::Text {
            bytes = sexpr::write(&formula.term, vocabulary, &formula.atoms).into_bytes();
            bytes.push(b'\n');
            return bytes;
        }
        let printed = match document {
            Some(document) => self.pipeline.plain_text(document),
            None => self.pipeline.plain(&formula.term, &formula.atoms),
        };
        let row = Reading::of(item, formula, vocabulary, printed, self.args.explain);
        // Writing plain data to memory cannot fail.
        let _ = match self.args.results.written.format() {
            Format::Text => Ok(()),
            Format::Jsonl => {
                let done = serde_json::to_writer(&mut bytes, &row);
                bytes.push(b'\n');
                done
            }
            Format::Json => {
                serde_json::to_writer_pretty(&mut bytes, &tree_of(&row, formula, vocabulary))
            }
            Format::Csv => {
                row.csv(&mut bytes);
                Ok(())
            }
        };
        bytes
    }
}
