//! `check`: whether statements are true everywhere, somewhere or nowhere.

use anyhow::Result;
use mamut_engine::diagnostic::Severity;
use mamut_engine::latex::Formula;
use mamut_engine::text;
use mamut_engine::truth::{self, Verdict, Witness};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::{self, Format, Global, Search, TierName};
use crate::input::{self, Item};
use crate::output::{Output, Rows};
use crate::parallel::{self, Sender};
use crate::pipeline::{Pipeline, refusal};
use crate::rules::Loaded;
use crate::{Outcome, csv, diagnostics, interrupt, macros};

/// The names of the columns of CSV.
const COLUMNS: [&str; 6] = ["id", "source", "verdict", "holds", "fails", "reason"];

/// A row. The field names and their order are stable.
#[derive(Serialize)]
struct Row<'r> {
    id: &'r Value,
    source: &'r str,
    verdict: &'r str,
    holds: Value,
    fails: Value,
    reason: Value,
}

/// What a worker reports.
struct Done {
    item: Item,
    formula: Option<Formula>,
    verdict: Option<Verdict>,
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &args::Check, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let search = Search {
        tier: TierName::Notation,
        max_size: 1.0,
    };
    let (macros, faulty) = macros::load(&args.input)?;
    let pipeline = Pipeline::new(&loaded.rules, &search).with_macros(macros);
    let items = input::open(&args.input)?;
    let jobs = args
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
        .max(1);
    let json = args.format == Format::Json;
    let mut writer = Rows::new(Output::new(args.output.as_deref())?, json);
    let (mut all, mut unread, mut findings) = (0_u64, 0_u64, faulty);
    interrupt::listen();
    writer.begin()?;
    if args.format == Format::Csv {
        writer.piece(csv::line(COLUMNS).as_bytes())?;
    }
    let take = |done: Result<Done>| {
        let done = done?;
        all += 1;
        complain(done.formula.as_ref(), &done.item, global);
        let Some(verdict) = &done.verdict else {
            unread += 1;
            return Ok(());
        };
        findings |= !matches!(verdict, Verdict::Valid { .. } | Verdict::Contingent { .. });
        writer.piece(row(&done.item, verdict, args.format).as_bytes())
    };
    let work = |item: Result<Item>, send: &mut Sender<'_, Result<Done>>| {
        send(item.map(|item| judged(item, &pipeline, args)));
    };
    parallel::ordered(items, jobs, work, take)?;
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

fn judged(mut item: Item, pipeline: &Pipeline<'_>, args: &args::Check) -> Done {
    let vocabulary = &pipeline.rules.vocabulary;
    let formula = item.broken.is_none().then(|| {
        if args.input.text || text::is_text(&item.place.text) {
            item.place.start = 0;
            pipeline.read_text(&item.place.text).whole(vocabulary)
        } else {
            pipeline.read(&item.latex)
        }
    });
    let readable = formula.as_ref().filter(|f| refusal(f).is_none());
    let verdict = readable
        .map(|f| truth::check(&f.term, &f.atoms, vocabulary, args.points.into(), args.seed));
    Done {
        item,
        formula,
        verdict,
    }
}

/// Says what is not understood of a formula, or wrong with its record.
pub(super) fn complain(formula: Option<&Formula>, item: &Item, global: &Global) {
    let complaints = formula.iter().flat_map(|f| &f.complaints);
    for complaint in complaints.chain(&item.broken) {
        let wanted = match complaint.severity {
            Severity::Error => global.quiet < 2,
            _ => global.quiet == 0,
        };
        if wanted {
            anstream::eprintln!("{}", diagnostics::of_formula(complaint, &item.place));
        }
    }
}

fn row(item: &Item, verdict: &Verdict, format: Format) -> String {
    if format == Format::Text {
        return text(&item.latex, verdict);
    }
    let (mut holds, mut fails, mut reason) = (Value::Null, Value::Null, Value::Null);
    match verdict {
        Verdict::Contingent { holds: h, fails: f } => {
            holds = of_witness(h);
            fails = of_witness(f);
        }
        Verdict::Invalid { fails: f, .. } => fails = of_witness(f),
        Verdict::Undecided(why) => reason = json!({"id": why.id, "about": why.about}),
        Verdict::Valid { .. } | Verdict::NoStatement => {}
    }
    let source = &item.latex;
    match format {
        Format::Csv => {
            let id = match &item.id {
                Value::String(id) => id.clone(),
                id => id.to_string(),
            };
            let cell = |value: &Value| match value {
                Value::Null => String::new(),
                value => value.to_string(),
            };
            csv::line([
                &*id,
                source,
                verdict.name(),
                &cell(&holds),
                &cell(&fails),
                &cell(&reason),
            ])
        }
        _ => {
            let row = Row {
                id: &item.id,
                source,
                verdict: verdict.name(),
                holds,
                fails,
                reason,
            };
            // Plain data is always written.
            let row = serde_json::to_string(&row).unwrap_or_default();
            if format == Format::Json {
                row
            } else {
                format!("{row}\n")
            }
        }
    }
}

fn text(source: &str, verdict: &Verdict) -> String {
    let mut text = format!("{:<14}{source}\n", verdict.name());
    let mut line = |said: String| text += &format!("{:<14}{said}\n", "");
    match verdict {
        Verdict::Valid { points } => line(format!("true at all {points} points tried")),
        Verdict::Contingent { holds, fails } => {
            line(format!("true   {}", at(holds)));
            line(format!("false  {}", at(fails)));
        }
        Verdict::Invalid { fails, .. } => line(format!("false  {}", at(fails))),
        Verdict::Undecided(reason) => line(reason.text()),
        Verdict::NoStatement => line("it says nothing that may be true or false".to_owned()),
    }
    text
}

/// A point in words, with the values of the sides of the relation.
pub(super) fn at(witness: &Witness) -> String {
    let values: Vec<String> = witness
        .values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let place = if values.is_empty() {
        "everywhere".to_owned()
    } else {
        let near = if witness.approximate { "near" } else { "at" };
        format!("{near} {}", values.join(", "))
    };
    if witness.sides.is_empty() {
        return place;
    }
    format!("{place}; sides {}", witness.sides.join(" and "))
}

/// A point as JSON: the values by name, in order, those of the sides, and whether the point is
/// known within errors alone.
pub(super) fn of_witness(witness: &Witness) -> Value {
    let values: serde_json::Map<String, Value> = witness
        .values
        .iter()
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    json!({
        "values": values,
        "sides": witness.sides,
        "approximate": witness.approximate,
    })
}
