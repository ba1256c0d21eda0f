//! `dataset finish`: the shares of a dataset put together.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::Outcome;
use crate::args::Global;
use crate::dataset::Config;
use crate::dataset::args::Finish;
use crate::dataset::job::Job;
use crate::dataset::merge::Parts;
use crate::dataset::progress::Bar;
use crate::{dataset::Directory, interrupt, parallel};

/// Runs the command.
///
/// # Errors
/// Errors of the world, and parts that are missing.
pub(super) fn run(args: &Finish, global: &Global) -> Result<Outcome> {
    interrupt::listen();
    let names = Job::unfinished(&args.directory)?;
    if names.is_empty() {
        // What is finished already stays as it is.
        Directory::open(&args.directory)?;
        return Ok(Outcome::Done);
    }
    for name in names {
        let Some(job) = Job::read(&args.directory, &name)? else {
            continue;
        };
        for other in &args.others {
            let theirs = Job::read(other, &name)?;
            ensure!(
                theirs.is_none_or(|theirs| theirs == job),
                "{} holds another `{name}` than {}",
                other.display(),
                args.directory.display()
            );
        }
        let done = merge(&job, &args.directory, &args.others, args.jobs, global)?;
        if !done {
            return Ok(Outcome::Interrupted);
        }
    }
    Ok(Outcome::Done)
}

/// Writes the files of a dataset from its parts; false after Ctrl-C.
///
/// # Errors
/// When parts are missing, or something cannot be read or written.
pub(crate) fn merge(
    job: &Job,
    directory: &Path,
    others: &[PathBuf],
    jobs: Option<usize>,
    global: &Global,
) -> Result<bool> {
    let merged = Parts::find(job, directory, others).and_then(|parts| {
        let bar = Bar::new("writing files", parts.rows(), global.quiet > 0);
        let config = parts.merge(parallel::jobs(jobs), &bar)?;
        bar.finish();
        if let Some(config) = config.as_ref().filter(|_| global.quiet == 0) {
            complain(job, config, &parts.empty());
        }
        Ok(config.is_some())
    });
    match merged {
        // Another process came to the end meanwhile and cleared up.
        Err(_) if job.is_done(directory) => {
            job.clear(directory)?;
            Ok(true)
        }
        merged => merged,
    }
}

/// Says what somebody may miss in a dataset: splits without rows, and identities.
fn complain(job: &Job, config: &Config, empty: &[&str]) {
    let splits = job.splits.iter().map(|(name, _)| name.as_str());
    let missing = splits.filter(|name| config.split(name).is_none_or(|split| split.rows == 0));
    for name in missing {
        anstream::eprintln!(
            "mamut-rw: `{}` has no row in the split `{name}`",
            job.config
        );
    }
    if !job.settings.contains_key("identities") || empty.is_empty() {
        return;
    }
    anstream::eprintln!(
        "mamut-rw: no row of {} of {} identities, as no false version of them was found: {}",
        empty.len(),
        job.units.len(),
        empty.join(", ")
    );
}
