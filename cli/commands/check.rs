//! `check`: whether statements are true everywhere, somewhere or nowhere.

use anyhow::Result;
use mamut_engine::truth::{self, Verdict, Witness};
use serde::Serialize;
use serde_json::{Value, json};

use super::answers::{Answer, Question, cell, written};
use crate::Outcome;
use crate::args::{self, Format, Global};
use crate::input::Item;
use crate::rules::Loaded;

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

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &args::Check, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let question = Question {
        input: &args.input,
        results: &args.results,
        global,
        columns: &COLUMNS,
    };
    question.ask(loaded, |item, formula, pipeline| {
        let vocabulary = &pipeline.rules.vocabulary;
        let points = args.points.into();
        let verdict = truth::check(&formula.term, &formula.atoms, vocabulary, points, args.seed);
        Answer {
            row: row(item, &verdict, args.results.written.format()),
            good: matches!(verdict, Verdict::Valid { .. } | Verdict::Contingent { .. }),
        }
    })
}

fn row(item: &Item, verdict: &Verdict, format: Format) -> String {
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
    let row = Row {
        id: &item.id,
        source: &item.latex,
        verdict: verdict.name(),
        holds,
        fails,
        reason,
    };
    let [id, holds, fails, reason] = [row.id, &row.holds, &row.fails, &row.reason].map(cell);
    let cells = [&*id, row.source, row.verdict, &holds, &fails, &reason];
    written(format, || text(row.source, verdict), &cells, &row)
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
