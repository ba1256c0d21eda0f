//! `completions` and `man`: what shells and readers of manuals want to know of the program.

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::Outcome;
use crate::args::Cli;
use crate::output::Output;
use crate::rule_args::{Completions, Man};

/// Writes a completion script.
///
/// # Errors
/// When stdout cannot be written.
pub fn completions(args: &Completions) -> Result<Outcome> {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "mamut-rw", &mut bytes);
    let mut output = Output::new(None)?;
    output.write(&bytes)?;
    output.finish()?;
    Ok(Outcome::Done)
}

/// Writes the manual pages.
///
/// # Errors
/// When they cannot be written.
pub fn man(args: &Man) -> Result<Outcome> {
    let mut command = Cli::command();
    command.build();
    match &args.output {
        Some(directory) => {
            std::fs::create_dir_all(directory)
                .and_then(|()| clap_mangen::generate_to(command, directory))
                .with_context(|| format!("cannot write to {}", directory.display()))?;
        }
        None => {
            let mut bytes = Vec::new();
            clap_mangen::Man::new(command).render(&mut bytes)?;
            let mut output = Output::new(None)?;
            output.write(&bytes)?;
            output.finish()?;
        }
    }
    Ok(Outcome::Done)
}
