//! What `check` and `solve` have in common: formulas go in, and one answer for each comes out.

use anyhow::Result;
use mamut_engine::latex::Formula;
use mamut_engine::text;
use serde::Serialize;
use serde_json::Value;

use crate::args::{Format, Global, Input, Results, Search, TierName};
use crate::input::{self, Item};
use crate::output::{Output, Rows};
use crate::parallel::{self, Sender};
use crate::pipeline::{Pipeline, refusal};
use crate::rules::Loaded;
use crate::{Outcome, csv, diagnostics, interrupt, macros};

/// What is asked of formulas.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    pub(super) input: &'q Input,
    pub(super) results: &'q Results,
    pub(super) global: &'q Global,
    /// The names of the columns of CSV.
    pub(super) columns: &'q [&'q str],
}

/// What is said of a formula.
pub(super) struct Answer {
    /// As it is written.
    pub(super) row: String,
    /// Whether it is what a user hopes for.
    pub(super) good: bool,
}

/// What a worker reports.
struct Done {
    item: Item,
    formula: Option<Formula>,
    answer: Option<Answer>,
}

impl Question<'_> {
    /// Reads the formulas, texts as the statement that all in them hold, and writes the answers in
    /// order.
    ///
    /// # Errors
    /// Errors of the world.
    pub(super) fn ask(
        self,
        loaded: &Loaded,
        answer: impl Fn(&Item, &Formula, &Pipeline<'_>) -> Answer + Sync,
    ) -> Result<Outcome> {
        let search = Search {
            tier: TierName::Notation,
            max_size: 1.0,
        };
        let (macros, faulty) = macros::load(self.input)?;
        let pipeline = Pipeline::new(&loaded.rules, &search).with_macros(macros);
        let items = input::open(self.input)?;
        let format = self.results.written.format();
        let output = Output::new(self.results.written.output.as_deref())?;
        let mut writer = Rows::new(output, format == Format::Json);
        let (mut all, mut unread, mut findings) = (0_u64, 0_u64, faulty);
        interrupt::listen();
        writer.begin()?;
        if format == Format::Csv {
            writer.piece(csv::line(self.columns.iter().copied()).as_bytes())?;
        }
        let take = |done: Result<Done>| {
            let done = done?;
            all += 1;
            complain(done.formula.as_ref(), &done.item, self.global);
            let Some(answer) = &done.answer else {
                unread += 1;
                return Ok(());
            };
            findings |= !answer.good;
            writer.piece(answer.row.as_bytes())
        };
        let work = |item: Result<Item>, send: &mut Sender<'_, Result<Done>>| {
            send(item.map(|item| self.done(item, &pipeline, &answer)));
        };
        parallel::ordered(items, parallel::jobs(self.results.jobs), work, take)?;
        writer.end()?;
        if interrupt::asked() {
            return Ok(Outcome::Interrupted);
        }
        writer.finish()?;
        Ok(match (all, unread) {
            (all, unread) if all == unread && all > 0 => Outcome::Unusable,
            (_, 0) if !findings => Outcome::Done,
            _ => Outcome::Findings,
        })
    }

    fn done(
        self,
        mut item: Item,
        pipeline: &Pipeline<'_>,
        answer: &(impl Fn(&Item, &Formula, &Pipeline<'_>) -> Answer + Sync),
    ) -> Done {
        let vocabulary = &pipeline.rules.vocabulary;
        let formula = item.broken.is_none().then(|| {
            if self.input.text || text::is_text(&item.place.text) {
                item.place.start = 0;
                pipeline.read_text(&item.place.text).whole(vocabulary)
            } else {
                pipeline.read(&item.latex)
            }
        });
        let readable = formula.as_ref().filter(|f| refusal(f).is_none());
        let answer = readable.map(|formula| answer(&item, formula, pipeline));
        Done {
            item,
            formula,
            answer,
        }
    }
}

/// A row in one of the formats: words, the cells of CSV, or an object.
pub(super) fn written(
    format: Format,
    text: impl FnOnce() -> String,
    cells: &[&str],
    row: &impl Serialize,
) -> String {
    // Plain data is always written.
    let object = || serde_json::to_string(row).unwrap_or_default();
    match format {
        Format::Text => text(),
        Format::Csv => csv::line(cells.iter().copied()),
        Format::Json => object(),
        Format::Jsonl => object() + "\n",
    }
}

/// A value as a cell of CSV: strings without quotation marks, nothing for null.
pub(super) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Says what is not understood of a formula, or wrong with its record.
fn complain(formula: Option<&Formula>, item: &Item, global: &Global) {
    let complaints = formula.iter().flat_map(|f| &f.complaints);
    diagnostics::show(complaints.chain(&item.broken), &item.place, global);
}
