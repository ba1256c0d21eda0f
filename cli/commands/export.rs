//! `export`: a dataset in the layout of another tool.

use anyhow::{Context, Result, bail};

use crate::Outcome;
use crate::args::Global;
use crate::dataset::{Directory, Split};
use crate::diagnostics::count;
use crate::export::args::{Export, Layout};
use crate::export::target::Target;
use crate::export::{Roles, retrieval, training};
use crate::interrupt;

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Export, global: &Global) -> Result<Outcome> {
    interrupt::listen();
    let directory = Directory::open(&args.directory)?;
    let (_, config) = directory.config(args.config.as_deref())?;
    let roles = Roles::of(&config.schema)?;
    let collects = matches!(args.to, Layout::Beir | Layout::Mteb | Layout::Trec);
    let mut splits: Vec<&Split> = Vec::new();
    for name in &args.split {
        splits.push(config.split(name).with_context(|| {
            let all: Vec<_> = config.splits.iter().map(|s| s.name.as_str()).collect();
            format!("there is no split `{name}`, but {}", all.join(", "))
        })?);
    }
    if splits.is_empty() {
        let wanted = |split: &&Split| split.rows > 0 && (!collects || split.name == "test");
        splits.extend(config.splits.iter().filter(wanted));
    }
    if splits.is_empty() || collects && splits.len() > 1 {
        bail!(
            "name one split with --split: {} is made of one",
            args.to.name()
        );
    }
    let mut target = Target::new(args)?;
    for split in splits {
        let said = if collects {
            let counts = retrieval::write(args, &directory, &roles, split, &mut target)?;
            format!(
                "{} queries, {} documents, {} judgements",
                counts.queries, counts.documents, counts.judgements
            )
        } else {
            let outcome = training::write(args, &directory, &roles, split, &mut target)?;
            if !outcome.lacking.is_empty() && global.quiet == 0 {
                anstream::eprintln!(
                    "mamut-rw: {} identities lack a sort of false versions that --mix asks for, \
                     such as {}",
                    outcome.lacking.len(),
                    outcome.lacking[0]
                );
            }
            if outcome.short > 0 && global.quiet == 0 {
                anstream::eprintln!(
                    "mamut-rw: left out for want of false ones: {}",
                    count(outcome.short as usize, "true version")
                );
            }
            count(outcome.rows as usize, "row")
        };
        if global.quiet == 0 {
            anstream::eprintln!("mamut-rw: {}: {said}", split.name);
        }
    }
    if matches!(args.to, Layout::Beir | Layout::Trec) {
        return Ok(Outcome::Done);
    }
    target.finish()?;
    Ok(Outcome::Done)
}
