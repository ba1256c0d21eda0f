//! `solve`: the solutions of equations and inequalities, step by step.

use anyhow::Result;
use mamut_engine::latex::Formula;
use mamut_engine::solve::{self, Reason, Solution};
use mamut_engine::term::Term;
use serde::Serialize;
use serde_json::{Value, json};

use super::answers::{Answer, Question, cell, written};
use crate::Outcome;
use crate::args::{Format, Global};
use crate::input::Item;
use crate::pipeline::Pipeline;
use crate::rules::Loaded;
use crate::solve_args::Solve;

/// The names of the columns of CSV.
const COLUMNS: [&str; 6] = ["id", "source", "solution", "set", "implication", "reason"];

/// A row. The field names and their order are stable.
#[derive(Serialize)]
struct Row<'r> {
    id: &'r Value,
    source: &'r str,
    unknowns: Vec<String>,
    solution: Option<String>,
    set: Option<String>,
    conditions: Vec<String>,
    implication: Option<String>,
    extraneous: Vec<String>,
    steps: Vec<Line>,
    reason: Option<Value>,
}

/// A step: a rule and what it makes of what.
#[derive(Serialize)]
struct Line {
    rule: String,
    doc: String,
    before: String,
    after: String,
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Solve, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let question = Question {
        input: &args.input,
        results: &args.results,
        global,
        columns: &COLUMNS,
    };
    question.ask(loaded, |item, formula, pipeline| {
        let unknown = args.unknown.as_deref();
        let found = solve::solve(&formula.term, &formula.atoms, pipeline.rules, unknown);
        Answer {
            row: shown(
                item,
                formula,
                &found,
                pipeline,
                args.results.written.format(),
            ),
            good: found.is_ok(),
        }
    })
}

fn shown(
    item: &Item,
    formula: &Formula,
    found: &Result<Solution, Reason>,
    pipeline: &Pipeline<'_>,
    format: Format,
) -> String {
    let row = row(item, formula, found, pipeline);
    let id = cell(row.id);
    let reason = row.reason.as_ref().map(cell).unwrap_or_default();
    let [solution, set, implication] =
        [&row.solution, &row.set, &row.implication].map(|text| text.as_deref().unwrap_or_default());
    let cells = [&*id, row.source, solution, set, implication, &reason];
    written(format, || text(&row, pipeline, formula), &cells, &row)
}

fn row<'r>(
    item: &'r Item,
    formula: &Formula,
    found: &Result<Solution, Reason>,
    pipeline: &Pipeline<'_>,
) -> Row<'r> {
    let mut row = Row {
        id: &item.id,
        source: &item.latex,
        unknowns: Vec::new(),
        solution: None,
        set: None,
        conditions: Vec::new(),
        implication: None,
        extraneous: Vec::new(),
        steps: Vec::new(),
        reason: None,
    };
    let solution = match found {
        Ok(solution) => solution,
        Err(reason) => {
            row.reason = Some(json!({"id": reason.name(), "text": reason.text()}));
            return row;
        }
    };
    let vocabulary = &pipeline.rules.vocabulary;
    let latex = |term: &Term| pipeline.plain(term, &solution.atoms);
    let all = |terms: &[Term]| terms.iter().map(latex).collect();
    row.unknowns = all(&solution.unknowns);
    row.solution = Some(latex(&solution.statement(vocabulary)));
    let (set, atoms) = solution.membership(vocabulary);
    row.set = Some(pipeline.plain(&set, &atoms));
    row.conditions = all(&solution.conditions);
    row.implication = Some(latex(&solution.implication(&formula.term, vocabulary)));
    row.extraneous = all(&solution.extraneous);
    row.steps = solution
        .steps
        .iter()
        .map(|step| Line {
            rule: step.rule.clone(),
            doc: solve::doc(&step.rule, pipeline.rules).to_owned(),
            before: latex(&step.before),
            after: latex(&step.after),
        })
        .collect();
    row
}

fn text(row: &Row<'_>, pipeline: &Pipeline<'_>, formula: &Formula) -> String {
    let start = pipeline.plain(&formula.term, &formula.atoms);
    let mut text = format!("{}\n", row.source);
    if let Some(reason) = &row.reason {
        let field = |name: &str| reason[name].as_str().unwrap_or_default();
        return text + &format!("unsolved: {} ({})\n", field("text"), field("id"));
    }
    let mut last = start;
    for step in &row.steps {
        if step.before != last {
            text += &format!("    from  {}\n", step.before);
        }
        text += &format!("      ⇒  {}\n", step.after);
        text += &format!("            {}: {}\n", step.rule, step.doc);
        last.clone_from(&step.after);
    }
    for value in &row.extraneous {
        text += &format!("    not a solution: {value}\n");
    }
    for condition in &row.conditions {
        text += &format!("    provided that {condition}\n");
    }
    if let Some(solution) = &row.solution {
        text += &format!("solved:  {solution}\n");
    }
    if let Some(set) = row
        .set
        .as_ref()
        .filter(|set| row.solution.as_ref() != Some(set))
    {
        text += &format!("         {set}\n");
    }
    text
}
