//! `dataset mt`, `dataset mf` and `dataset sources`: texts and formulas of collections.

use anyhow::{Context, Result, bail, ensure};
use mamut_engine::corpus::Corpus;
use serde_json::json;

use super::finish;
use super::identities::command;
use crate::args::Global;
use crate::dataset::args::Making;
use crate::dataset::columns::Columns;
use crate::dataset::entries::{Survey, Variants};
use crate::dataset::gather::{self, BUCKETS, Texts};
use crate::dataset::job::{Job, Share};
use crate::dataset::merge::Parts;
use crate::dataset::progress::Bar;
use crate::dataset::split::{By, Splits};
use crate::dataset::variants::{self, Plan, Which};
use crate::falsify::Settings;
use crate::output::Output;
use crate::pipeline::Pipeline;
use crate::rules::{self, Loaded};
use crate::sources::arguments::Collection;
use crate::sources::report::Report;
use crate::sources::{KEY, Sources, filtered, statements};
use crate::{Outcome, interrupt, parallel};

/// The splits, when nobody names others.
const SHARES: [&str; 2] = ["train=0.9", "test=0.1"];

/// Runs `dataset sources`.
///
/// # Errors
/// Errors of the world.
pub(super) fn survey(args: &Survey, global: &Global) -> Result<Outcome> {
    interrupt::listen();
    let sources = &args.sources;
    let records = filtered(sources.open()?, sources.needs());
    let Some(report) = gather::read(records, sources.names(), global, |_| Ok(()))? else {
        return Ok(Outcome::Interrupted);
    };
    let said = if args.json {
        format!("{:#}\n", report.json())
    } else {
        report.table(false)
    };
    let mut output = Output::new(None)?;
    output.write(said.as_bytes())?;
    output.finish()?;
    Ok(outcome(&report))
}

/// What the exit code is to say of what was read.
fn outcome(report: &Report) -> Outcome {
    let whole = report.whole();
    if whole.kept == 0 && whole.broken > 0 {
        Outcome::Unusable
    } else if whole.kept == 0 || whole.broken > 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    }
}

/// Runs `dataset mt` or `dataset mf`.
///
/// # Errors
/// Errors of the world, and arguments that do not fit together.
pub(super) fn run(
    args: &Variants,
    global: &Global,
    loaded: &Loaded,
    which: Which,
) -> Result<Outcome> {
    ensure!(
        loaded.rules.target.is_none(),
        "datasets are written in LaTeX: --target does not apply"
    );
    interrupt::listen();
    let mut pipeline = Pipeline::new(&loaded.rules, &args.search);
    pipeline.seed = args.seed;
    let settings = Settings::new(&args.falsification, &loaded.rules)?;
    let shares = if args.fractions.is_empty() {
        &SHARES.map(str::to_owned)[..]
    } else {
        &args.fractions
    };
    let splits = Splits::new(By::Row, shares, args.split_seed)?;
    let corpus = Corpus::default();
    let columns = Columns::new(args.writing.profile, &corpus, &loaded.rules);
    let job = job(args, loaded, &settings, &splits, &columns, which);
    let making = &args.making;
    let shared = making.shard.is_some();
    if !job.begin(&making.output, making.resume || shared)? {
        return Ok(Outcome::Done);
    }
    let work = job.work(&making.output);
    let names = args.sources.names();
    let texts = match Texts::open(&work)? {
        Some(texts) => texts,
        None => {
            let gather = || match which {
                Which::Mt => {
                    let records = filtered(args.sources.open()?, args.sources.needs());
                    Texts::gather(&work, records, names.clone(), global)
                }
                Which::Mf => {
                    let records = statements(args.sources.open()?);
                    Texts::gather(&work, records, names.clone(), global)
                }
            };
            let gathered = gather().inspect_err(|_| abandon(&job, making, shared))?;
            match gathered {
                Some(texts) => texts,
                None => return Ok(Outcome::Interrupted),
            }
        }
    };
    let whole = texts.report.whole();
    let kept = whole.kept;
    if kept == 0 && whole.broken > 0 && whole.broken == whole.read {
        abandon(&job, making, shared);
        bail!("nothing that was read has a text, so no dataset is written");
    }
    let plan = Plan {
        which,
        setup: pipeline.setup(),
        pipeline: &pipeline,
        columns: &columns,
        splits: &splits,
        names: &names,
        number: args.number,
        similar: args.sources.similar,
        falsify: (args.falsify > 0).then_some((&settings, args.falsify)),
        extra: &args.columns,
        report: &texts.report,
    };
    let share = making.shard.unwrap_or(Share::ALL);
    let most = kept * (1 + args.number * (1 + args.falsify)) / share.of as u64;
    let bar = Bar::new(which.config(), most, global.quiet > 0);
    let jobs = parallel::jobs(making.jobs);
    let done = job.make(&making.output, share, jobs, &bar, |unit, rows| {
        variants::make(&plan, texts.bucket(unit)?, unit == 0, rows)
    });
    bar.finish();
    // Another process came to the end meanwhile and cleared up.
    if done.is_err() && job.is_done(&making.output) {
        return Ok(outcome(&texts.report));
    }
    let done = done.with_context(|| {
        let at = making.output.display();
        format!("what is finished in {at} stays: go on with --resume")
    })?;
    if !done {
        return Ok(Outcome::Interrupted);
    }
    if shared {
        return Ok(outcome(&texts.report));
    }
    let mut report = texts.report.clone();
    match Parts::find(&job, &making.output, &[]) {
        Ok(parts) => report.versions(&parts.counts()),
        Err(_) if job.is_done(&making.output) => return Ok(outcome(&report)),
        Err(error) => return Err(error),
    }
    if !finish::merge(&job, &making.output, &[], making.jobs, global)? {
        return Ok(Outcome::Interrupted);
    }
    if global.quiet == 0 {
        anstream::eprint!("{}", report.table(true));
    }
    Ok(outcome(&report))
}

/// What is made, with all that decides it.
fn job(
    args: &Variants,
    loaded: &Loaded,
    settings: &Settings,
    splits: &Splits,
    columns: &Columns<'_>,
    which: Which,
) -> Job {
    let Sources {
        collections,
        min_formulas,
        min_votes,
        min_question_votes,
        votes,
        text_column,
        key_column,
        skip,
        similar,
    } = &args.sources;
    let from = |c: &Collection| json!({"format": c.format.name(), "paths": c.paths});
    let from: Vec<_> = collections.0.iter().map(from).collect();
    let files = args.writing.shards.map_or(1, usize::from);
    let largest = splits.shares.iter().map(|(_, s)| *s).fold(0.0, f64::max);
    let files_of = |share: f64| ((files as f64 * share / largest).ceil() as usize).max(1);
    let split = |(name, share): &(String, f64)| (name.clone(), files_of(*share));
    Job {
        config: which.config().to_owned(),
        about: which.about().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command(std::env::args()),
        settings: serde_json::Map::from_iter([
            ("from".to_owned(), json!(from)),
            ("min_formulas".to_owned(), json!(min_formulas)),
            (
                "min_votes".to_owned(),
                json!([min_votes, min_question_votes]),
            ),
            ("votes".to_owned(), json!(votes)),
            (
                "text_columns".to_owned(),
                json!([text_column, key_column.as_deref().unwrap_or(KEY)]),
            ),
            ("skip".to_owned(), json!(skip)),
            ("similar".to_owned(), json!(similar)),
            ("number".to_owned(), json!(args.number)),
            ("falsify".to_owned(), json!(args.falsify)),
            ("columns".to_owned(), json!(format!("{:?}", args.columns))),
            ("seed".to_owned(), json!(args.seed)),
            (
                "rules".to_owned(),
                json!(format!("{:016x}", rules::hash(&loaded.rules))),
            ),
            (
                "falsification".to_owned(),
                json!(format!("{:016x}", settings.hash())),
            ),
            (
                "setup".to_owned(),
                json!(format!("{:?} {}", args.search.tier, args.search.max_size)),
            ),
            (
                "profile".to_owned(),
                json!(format!("{:?}", args.writing.profile).to_lowercase()),
            ),
            ("format".to_owned(), json!(args.writing.format.extension())),
            ("files".to_owned(), json!(files)),
            ("fractions".to_owned(), json!(splits.shares)),
            ("split_seed".to_owned(), json!(splits.seed)),
        ]),
        distinct: variants::schema(columns, &args.columns).find("text"),
        schema: variants::schema(columns, &args.columns),
        format: args.writing.format,
        splits: splits.shares.iter().map(split).collect(),
        units: (0..BUCKETS).map(gather::name).collect(),
    }
}

/// Leaves nothing behind of what was begun and came to nothing, so that it can be begun again.
fn abandon(job: &Job, making: &Making, shared: bool) {
    if !(making.resume || shared) && job.clear(&making.output).is_ok() {
        // It may hold other datasets.
        let _ = std::fs::remove_dir(&making.output);
    }
}
