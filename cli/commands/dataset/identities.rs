//! `dataset nmf` and `dataset mfr`: datasets of named identities.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::finish;
use crate::args::Global;
use crate::corpus;
use crate::dataset::args::{Identities as Args, Making, Versions};
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
pub(in crate::commands) enum Which {
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
    interrupt::listen();
    planned(&args.of, loaded, which, |planned| {
        make(&args.making, global, planned, which)
    })
}

/// All that making a dataset needs.
pub(in crate::commands) struct Planned<'p> {
    pub(in crate::commands) plan: Plan<'p>,
    pub(in crate::commands) columns: Columns<'p>,
    pub(in crate::commands) job: Job,
}

/// Arranges what the arguments ask for and gives it to `then`.
///
/// # Errors
/// Those of `then`, and arguments that do not fit together.
pub(in crate::commands) fn planned<T>(
    args: &Versions,
    loaded: &Loaded,
    which: Which,
    then: impl FnOnce(&Planned<'_>) -> Result<T>,
) -> Result<T> {
    ensure!(
        loaded.rules.target.is_none(),
        "datasets are written in LaTeX: --target does not apply"
    );
    let seeded = |substitute| {
        let mut pipeline = Pipeline::new(&loaded.rules, &args.search);
        (pipeline.seed, pipeline.substitute) = (args.seed, substitute);
        pipeline
    };
    let pipeline = seeded(true);
    for share in [args.renamed, args.renamed_false].into_iter().flatten() {
        ensure!(
            (0.0..=1.0).contains(&share),
            "{share} is no share: shares are between 0 and 1"
        );
    }
    let kept = args.renamed.map(|renamed| (seeded(false), renamed));
    let found = corpus::load(&args.falsification.corpus)?;
    corpus::complain(&found);
    let added = found.loaded.files.iter().filter(|file| file.layer > 0);
    let added: BTreeSet<&str> = added.map(|file| file.name.as_str()).collect();
    let selected = identities::select(&found.corpus, &args.identities, &added)?;
    ensure!(!selected.is_empty(), "no identities are chosen");
    let splitting = &args.splitting;
    let splits = Splits::new(splitting.split, &splitting.fractions, splitting.split_seed)?;
    let mut settings = Settings::new(&args.falsification, &loaded.rules)?;
    if let Some(share) = args.random {
        settings.weigh_random(share, &loaded.rules)?;
    }
    settings.renamed = args.renamed_false.unwrap_or(1.0);
    let negatives = u64::from(args.negatives);
    let positives = args
        .positives
        .unwrap_or(args.max_per_identity / (negatives + 1));
    ensure!(
        positives > 0,
        "no identity has a row: --max-per-identity is below {}",
        negatives + 1
    );
    let columns = Columns::new(args.writing.profile, &found.corpus, &loaded.rules);
    let (config, about, schema) = match which {
        Which::Nmf => ("nmf", nmf::ABOUT, columns.nmf()),
        Which::Mfr => ("mfr", mfr::ABOUT, columns.mfr()),
    };
    let most = positives * (negatives + 1) * selected.len() as u64;
    let files = args
        .writing
        .shards
        .map_or_else(|| most.div_ceil(PER_FILE), u64::from);
    let largest = splits
        .shares
        .iter()
        .map(|(_, share)| *share)
        .fold(0.0, f64::max);
    let files_of = |share: f64| ((files as f64 * share / largest).ceil() as usize).max(1);
    let shares = splits.shares.iter();
    let hash = |hash: u64| json!(format!("{hash:016x}"));
    let lowered = |value: &dyn std::fmt::Debug| json!(format!("{value:?}").to_lowercase());
    let all = json!({
        "seed": args.seed,
        "rules": hash(rules::hash(&loaded.rules)),
        "falsification": hash(settings.hash()),
        "corpus": hash(corpus::hash(&found.corpus)),
        "tier": lowered(&args.search.tier),
        "max_size": args.search.max_size,
        "identities": selected.iter().map(|identity| &identity.id).collect::<Vec<_>>(),
        "renamed": args.renamed,
        "renamed_false": args.renamed_false,
        "positives": positives,
        "negatives": negatives,
        "profile": lowered(&args.writing.profile),
        "format": args.writing.format.extension(),
        "files": files,
        "split": lowered(&splits.by),
        "fractions": splits.shares,
        "split_seed": splits.seed,
    });
    let job = Job {
        config: config.to_owned(),
        about: about.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command(std::env::args()),
        settings: all.as_object().cloned().unwrap_or_default(),
        schema,
        distinct: None,
        format: args.writing.format,
        splits: shares
            .map(|(name, share)| (name.clone(), files_of(*share)))
            .collect(),
        units: selected
            .iter()
            .map(|identity| identity.id.clone())
            .collect(),
    };
    let identities = Identities::new(&found.corpus, &selected, &splits, &pipeline);
    let known = Known::new(&found.corpus, &pipeline);
    then(&Planned {
        plan: Plan {
            setup: pipeline.setup(),
            pipeline: &pipeline,
            settings: &settings,
            known: &known,
            identities: &identities,
            splits: &splits,
            negatives: usize::from(args.negatives),
            positives,
            renamed_false: args.renamed_false,
            kept: kept
                .as_ref()
                .map(|(pipeline, renamed)| (pipeline, *renamed)),
        },
        columns,
        job,
    })
}

fn make(making: &Making, global: &Global, planned: &Planned<'_>, which: Which) -> Result<Outcome> {
    let Planned { plan, columns, job } = planned;
    let directory = &making.output;
    if !job.begin(directory, making.resume || making.shard.is_some())? {
        return Ok(Outcome::Done);
    }
    let share = making.shard.unwrap_or(Share::ALL);
    let most = plan.positives * (plan.negatives as u64 + 1) * job.share(share).len() as u64;
    let bar = Bar::new(&job.config, most, global.quiet > 0);
    let jobs = parallel::jobs(making.jobs);
    let done = job.make(directory, share, jobs, &bar, |at, rows| {
        let chosen = &plan.identities.chosen[at];
        match which {
            Which::Nmf => nmf::make(plan, columns, chosen, rows),
            Which::Mfr => mfr::make(plan, columns, chosen, rows),
        }
    });
    bar.finish();
    // Another process came to the end meanwhile and cleared up.
    if done.is_err() && job.is_done(directory) {
        return Ok(Outcome::Done);
    }
    let done = done.with_context(|| {
        let at = directory.display();
        format!("what is finished in {at} stays, --resume goes on with it")
    })?;
    if !done {
        return Ok(Outcome::Interrupted);
    }
    if making.shard.is_some() {
        return Ok(Outcome::Done);
    }
    let merged = finish::merge(job, directory, &[], making.jobs, global)?;
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
        if PLACES.iter().any(joined) {
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
