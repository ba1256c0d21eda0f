//! `dataset nmf` and `dataset mfr`: datasets of named identities.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::finish;
use crate::args::Global;
use crate::corpus;
use crate::dataset::args::Identities as Args;
use crate::dataset::columns::Columns;
use crate::dataset::groups::Plan;
use crate::dataset::identities::{self, Identities};
use crate::dataset::job::{Job, Share};
use crate::dataset::progress::Bar;
use crate::dataset::split::Splits;
use crate::dataset::{mfr, nmf};
use crate::falsify::{Known, Settings};
use crate::pipeline::Pipeline;
use crate::rules::{self, Loaded};
use crate::{Outcome, interrupt, parallel};

/// Which dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Nmf,
    Mfr,
}

/// Rows of a file, when nobody says how many files.
const PER_FILE: u64 = 3_000_000;

/// Runs the command.
///
/// # Errors
/// Errors of the world, and arguments that do not fit together.
pub(super) fn run(args: &Args, global: &Global, loaded: &Loaded, which: Which) -> Result<Outcome> {
    ensure!(
        loaded.rules.target.is_none(),
        "datasets are written in LaTeX: --target does not apply"
    );
    interrupt::listen();
    let mut pipeline = Pipeline::new(&loaded.rules, &args.search);
    pipeline.seed = args.seed;
    let known = corpus::load(&args.falsification.corpus)?;
    corpus::complain(&known);
    let added = known.loaded.files.iter().filter(|file| file.layer > 0);
    let added: BTreeSet<&str> = added.map(|file| file.name.as_str()).collect();
    let selected = identities::select(&known.corpus, &args.identities, &added)?;
    ensure!(!selected.is_empty(), "no identities are chosen");
    let splitting = &args.splitting;
    let splits = Splits::new(splitting.split, &splitting.fractions, splitting.split_seed)?;
    let mut settings = Settings::new(&args.falsification, &loaded.rules)?;
    if let Some(share) = args.random {
        settings.weigh_random(share, &loaded.rules)?;
    }
    let negatives = u64::from(args.negatives);
    let positives = args
        .positives
        .unwrap_or(args.max_per_identity / (negatives + 1));
    ensure!(
        positives > 0,
        "no identity has a row: --max-per-identity is below {}",
        negatives + 1
    );
    let columns = Columns::new(args.profile, &known.corpus, &loaded.rules);
    let most = positives * (negatives + 1) * selected.len() as u64;
    let (config, about, schema) = match which {
        Which::Nmf => ("nmf", nmf::ABOUT, columns.nmf()),
        Which::Mfr => ("mfr", mfr::ABOUT, columns.mfr()),
    };
    let files = args
        .writing
        .shards
        .map_or_else(|| most.div_ceil(PER_FILE) as usize, usize::from);
    let files_of = |share: f64| ((files as f64 * share).ceil() as usize).max(1);
    let largest = splits
        .shares
        .iter()
        .map(|(_, share)| *share)
        .fold(0.0, f64::max);
    let job = Job {
        config: config.to_owned(),
        about: about.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command(std::env::args()),
        settings: serde_json::Map::from_iter([
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
                "corpus".to_owned(),
                json!(format!("{:016x}", corpus::hash(&known.corpus))),
            ),
            (
                "setup".to_owned(),
                json!(format!("{:?} {}", args.search.tier, args.search.max_size)),
            ),
            (
                "identities".to_owned(),
                json!(selected.iter().map(|i| &i.id).collect::<Vec<_>>()),
            ),
            ("positives".to_owned(), json!(positives)),
            ("negatives".to_owned(), json!(negatives)),
            (
                "profile".to_owned(),
                json!(format!("{:?}", args.profile).to_lowercase()),
            ),
            ("format".to_owned(), json!(args.writing.format.extension())),
            ("files".to_owned(), json!(files)),
            (
                "split".to_owned(),
                json!(format!("{:?}", splits.by).to_lowercase()),
            ),
            ("fractions".to_owned(), json!(splits.shares)),
            ("split_seed".to_owned(), json!(splits.seed)),
        ]),
        schema,
        distinct: None,
        format: args.writing.format,
        splits: splits
            .shares
            .iter()
            .map(|(name, share)| (name.clone(), files_of(share / largest)))
            .collect(),
        units: selected
            .iter()
            .map(|identity| identity.id.clone())
            .collect(),
    };
    let making = &args.making;
    let shared = making.shard.is_some();
    if !job.begin(&making.output, making.resume || shared)? {
        return Ok(Outcome::Done);
    }
    let share = making.shard.unwrap_or(Share::ALL);
    let units = job.share(share).len() as u64;
    let bar = Bar::new(
        config,
        most / selected.len() as u64 * units,
        global.quiet > 0,
    );
    let identities = Identities::new(&known.corpus, &selected, &splits, &pipeline);
    let known_by_text = Known::new(&known.corpus, &pipeline);
    let plan = Plan {
        setup: pipeline.setup(),
        pipeline: &pipeline,
        settings: &settings,
        known: &known_by_text,
        identities: &identities,
        splits: &splits,
        negatives: usize::from(args.negatives),
        positives,
    };
    let jobs = parallel::jobs(making.jobs);
    let done = job.make(&making.output, share, jobs, &bar, |at, rows| {
        let chosen = &identities.chosen[at];
        match which {
            Which::Nmf => nmf::make(&plan, &columns, chosen, rows),
            Which::Mfr => mfr::make(&plan, &columns, chosen, rows),
        }
    });
    bar.finish();
    let done = done.with_context(|| {
        format!(
            "what is finished in {} stays: go on with --resume",
            making.output.display()
        )
    })?;
    if !done {
        return Ok(Outcome::Interrupted);
    }
    if shared {
        return Ok(Outcome::Done);
    }
    let merged = finish::merge(&job, &making.output, &[], making.jobs, global)?;
    Ok(if merged {
        Outcome::Done
    } else {
        Outcome::Interrupted
    })
}

/// The command that makes the dataset again, without what decides no row.
pub(super) fn command(arguments: impl Iterator<Item = String>) -> String {
    const PLACES: [&str; 8] = [
        "-o", "--output", "-j", "--jobs", "--shard", "--color", "--resume", "-q",
    ];
    const ALONE: [&str; 6] = ["--resume", "-q", "--quiet", "-v", "--verbose", "-qq"];
    let mut words = vec!["mamut-rw".to_owned()];
    let mut arguments = arguments.skip(1);
    while let Some(argument) = arguments.next() {
        if ALONE.contains(&argument.as_str()) {
            continue;
        }
        if PLACES.contains(&argument.as_str()) {
            arguments.next();
            continue;
        }
        let joined = |place: &&str| match place.strip_prefix("--") {
            Some(_) => argument.starts_with(&format!("{place}=")),
            None => !argument.starts_with("--") && argument.starts_with(*place),
        };
        if PLACES.iter().any(|place| joined(place)) {
            continue;
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,/:+".contains(c);
        words.push(if argument.chars().all(plain) && !argument.is_empty() {
            argument
        } else {
            format!("'{}'", argument.replace('\'', r"'\''"))
        });
    }
    words.join(" ")
}
