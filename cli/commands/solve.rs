//! `solve`: the solutions of equations and inequalities, step by step.

use anyhow::Result;
use mamut_engine::latex::Formula;
use mamut_engine::solve::{self, Reason, Solution};
use mamut_engine::term::Term;
use serde::Serialize;
use serde_json::{Value, json};

use super::check::complain;
use crate::args::{Format, Global, Search, TierName};
use crate::input::{self, Item};
use crate::output::{Output, Rows};
use crate::parallel::{self, Sender};
use crate::pipeline::{Pipeline, refusal};
use crate::rules::Loaded;
use crate::solve_args::Solve;
use crate::{Outcome, csv, interrupt, macros};

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

/// What a worker reports.
struct Done {
    item: Item,
    formula: Option<Formula>,
    row: Option<String>,
    solved: bool,
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Solve, global: &Global, loaded: &Loaded) -> Result<Outcome> {
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
        let Some(row) = &done.row else {
            unread += 1;
            return Ok(());
        };
        findings |= !done.solved;
        writer.piece(row.as_bytes())
    };
    let work = |item: Result<Item>, send: &mut Sender<'_, Result<Done>>| {
        send(item.map(|item| solved(item, &pipeline, args)));
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

fn solved(item: Item, pipeline: &Pipeline<'_>, args: &Solve) -> Done {
    let formula = item.broken.is_none().then(|| pipeline.read(&item.latex));
    let readable = formula.as_ref().filter(|f| refusal(f).is_none());
    let mut is_solved = false;
    let row = readable.map(|formula| {
        let unknown = args.unknown.as_ref().map(|name| {
            let known = formula.atoms.symbols.iter();
            let found = known.into_iter().position(|s| s.name == *name);
            found.map_or(u32::MAX, |place| place as u32)
        });
        let found = solve::solve(&formula.term, &formula.atoms, pipeline.rules, unknown);
        is_solved = found.is_ok();
        shown(&item, formula, &found, pipeline, args.format)
    });
    Done {
        item,
        formula,
        row,
        solved: is_solved,
    }
}

fn shown(
    item: &Item,
    formula: &Formula,
    found: &Result<Solution, Reason>,
    pipeline: &Pipeline<'_>,
    format: Format,
) -> String {
    let row = row(item, formula, found, pipeline);
    match format {
        Format::Text => text(&row, pipeline, formula),
        Format::Csv => {
            let id = match row.id {
                Value::String(id) => id.clone(),
                id => id.to_string(),
            };
            let cell = |text: &Option<String>| text.clone().unwrap_or_default();
            let reason = row
                .reason
                .as_ref()
                .map_or_else(String::new, Value::to_string);
            csv::line([
                &*id,
                row.source,
                &cell(&row.solution),
                &cell(&row.set),
                &cell(&row.implication),
                &reason,
            ])
        }
        // Plain data is always written.
        Format::Json => serde_json::to_string(&row).unwrap_or_default(),
        Format::Jsonl => serde_json::to_string(&row).unwrap_or_default() + "\n",
    }
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
    let name = |s: &u32| solution.atoms.symbols[*s as usize].name.clone();
    row.unknowns = solution.unknowns.iter().map(name).collect();
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
