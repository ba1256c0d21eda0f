//! `bench dataset`: rows a second, by stage.

use anyhow::Result;

use super::identities::{Which, planned};
use crate::Outcome;
use crate::dataset::args::Bench;
use crate::dataset::bench::{Stage, measure};
use crate::dataset::job::Job;
use crate::output::Output;
use crate::rules::Loaded;

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub(in crate::commands) fn run(args: &Bench, loaded: &Loaded) -> Result<Outcome> {
    planned(&args.of, loaded, Which::Nmf, |planned| {
        let job = Job {
            splits: vec![("train".to_owned(), 1)],
            ..planned.job.clone()
        };
        let name = format!("mamut-rw-bench-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let (plan, columns) = (&planned.plan, &planned.columns);
        let stages = measure(plan, columns, &job, args.number, &directory)?;
        let mut output = Output::new(None)?;
        if args.json {
            output.write(serde_json::to_string(&stages)?.as_bytes())?;
            output.write(b"\n")?;
        } else {
            output.write(table(&stages, plan.negatives).as_bytes())?;
        }
        output.finish()?;
        Ok(Outcome::Done)
    })
}

fn table(stages: &[Stage], negatives: usize) -> String {
    let line = |stage: &str, rows: u64, rate: f64| {
        format!("{stage:<24} {rows:>9} {rate:>12.0} {:>9.2}\n", 1e6 / rate)
    };
    let mut table = format!(
        "{:<24} {:>9} {:>12} {:>9}\n",
        "stage", "rows", "rows/s/core", "µs/row"
    );
    let mut all = 0.0;
    for stage in stages {
        table += &line(stage.stage, stage.rows, stage.rate());
        let share = match stage.stage {
            "true versions" => 1.0 / (negatives + 1) as f64,
            "false versions" => negatives as f64 / (negatives + 1) as f64,
            _ => 1.0,
        };
        all += share / stage.rate();
    }
    table
        + &line(
            "all",
            stages.iter().map(|stage| stage.rows).max().unwrap_or(0),
            1.0 / all,
        )
}
