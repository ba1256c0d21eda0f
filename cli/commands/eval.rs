//! `eval`: how good scores are, and how hard the data is.

use anyhow::{Context, Result, ensure};

use crate::Outcome;
use crate::args::Global;
use crate::dataset::Directory;
use crate::eval::args::{Baseline, Eval, Format, Ties};
use crate::eval::candidates::{Candidate, Candidates};
use crate::eval::report::Report;
use crate::eval::summary::{Policy, summarise};
use crate::eval::{scores, slices, trec};
use crate::export::Roles;
use crate::output::Output;

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Eval, _global: &Global) -> Result<Outcome> {
    let (candidates, subject) = match (&args.directory, &args.qrels, &args.run) {
        (Some(path), ..) => {
            let directory = Directory::open(path)?;
            let (name, config) = directory.config(args.config.as_deref())?;
            let split = config.split(&args.split).with_context(|| {
                let all: Vec<_> = config.splits.iter().map(|s| s.name.as_str()).collect();
                format!("there is no split `{}`, but {}", args.split, all.join(", "))
            })?;
            ensure!(split.rows > 0, "the split `{}` has no row", args.split);
            let roles = Roles::of(&config.schema)?;
            let train = config
                .split(&args.train)
                .filter(|train| train.name != split.name);
            let by = match (&args.scores, args.baseline) {
                (Some(scores), _) => scores.display().to_string(),
                (None, Some(Baseline::Random)) => "random numbers".to_owned(),
                (None, Some(Baseline::Bm25)) => "BM25".to_owned(),
                (None, _) => "character n-grams".to_owned(),
            };
            let candidates = scores::read(args, &directory, &roles, split, train)?;
            (candidates, format!("{name}/{} scored by {by}", split.name))
        }
        (None, Some(qrels), Some(run)) => {
            let candidates = trec::read(args, qrels, run)?;
            (
                candidates,
                format!("{} judged by {}", run.display(), qrels.display()),
            )
        }
        _ => anyhow::bail!("name a dataset, or --qrels and --run"),
    };
    let probable = candidates
        .all
        .iter()
        .all(|c| (0.0..=1.0).contains(&c.score));
    let policy = Policy {
        tied: args.ties == Ties::Expected,
        threshold: args
            .threshold
            .or((probable && args.qrels.is_none()).then_some(0.5)),
    };
    let report = report(args, &candidates, policy, subject);
    let text = match args.format {
        Format::Markdown => report.markdown(),
        Format::Json => report.json(),
        Format::Csv => report.csv(),
    };
    let mut output = Output::new(args.output.as_deref())?;
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Outcome::Done)
}

fn report(args: &Eval, candidates: &Candidates, policy: Policy, subject: String) -> Report {
    let all: Vec<&Candidate> = candidates.all.iter().collect();
    let missing = |query| {
        candidates
            .missing
            .get(&query)
            .map_or(&[][..], Vec::as_slice)
    };
    let samples = Some((args.bootstrap, args.seed));
    let whole = summarise(&all, missing, candidates.unranked(), policy, samples);
    Report {
        subject,
        ties: if policy.tied { "expected" } else { "trec" },
        threshold: policy.threshold,
        samples: args.bootstrap,
        whole,
        slices: slices::slices(candidates, policy),
    }
}
