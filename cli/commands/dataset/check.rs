//! `dataset check`: what is claimed of a directory, proved.

use anyhow::Result;

use crate::args::Global;
use crate::dataset::args::Check;
use crate::dataset::{Directory, check};
use crate::output::Output;
use crate::{Outcome, interrupt, parallel};

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub(super) fn run(args: &Check, global: &Global) -> Result<Outcome> {
    interrupt::listen();
    let directory = Directory::open(&args.directory)?;
    let jobs = parallel::jobs(args.jobs);
    let Some(claims) = check::check(&directory, jobs, global.quiet > 0)? else {
        return Ok(Outcome::Interrupted);
    };
    let mut output = Output::new(None)?;
    if args.json {
        output.write(serde_json::to_string(&claims)?.as_bytes())?;
        output.write(b"\n")?;
    } else {
        for claim in &claims {
            let sign = if claim.against == 0 { "yes" } else { "NO " };
            let mut line = format!(
                "{sign} {}: {} ({} looked at",
                claim.config, claim.claim, claim.of
            );
            if claim.against > 0 {
                line += &format!(", {} against it", claim.against);
            }
            output.write(format!("{line})\n").as_bytes())?;
            for example in &claim.examples {
                output.write(format!("      {example}\n").as_bytes())?;
            }
        }
    }
    output.finish()?;
    let proved = claims.iter().all(|claim| claim.against == 0);
    Ok(if proved {
        Outcome::Done
    } else {
        Outcome::Findings
    })
}
